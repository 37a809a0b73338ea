"""Adapters: any game as an environment of PettingZoo, Gymnasium, Stable-Baselines3 or OpenSpiel."""
