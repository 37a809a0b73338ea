"""The games: one folder each, with its rules, tables, texts and pictures. No game knows another."""
