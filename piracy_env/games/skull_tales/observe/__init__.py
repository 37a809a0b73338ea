"""What a seat sees: a module for each part of the table, a kernel for each group."""
