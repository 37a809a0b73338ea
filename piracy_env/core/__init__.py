"""What every game shares: contract, loops, engine, view, replay. Knows no game, no RL library."""
