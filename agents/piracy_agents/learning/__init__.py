"""What learns: masked PPO, its league of rivals, demonstrations to begin with. Needs torch."""
