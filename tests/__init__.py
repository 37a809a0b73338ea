"""Tests, in folders that mirror the packages; `tests` of other projects must not be found first."""
