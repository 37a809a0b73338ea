"""How good an agent is: its results among others, with intervals."""
