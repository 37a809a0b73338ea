"""Tournaments: any agents at any number of seats, the same deals from every seat, and ratings."""
