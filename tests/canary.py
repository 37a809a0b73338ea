"""Nobody imports this module: whoever has it loaded was talked into it by a file."""

SINGS = True
