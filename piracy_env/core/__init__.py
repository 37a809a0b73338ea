"""What every game shares: contract, compiled loops, engine, view, replay. Knows no game and no RL library."""
