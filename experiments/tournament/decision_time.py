"""How fast compiled agents decide: they are asked from outside, in games beside the tournament.

Inside the engine nobody can tell an agent's time from that of the rules. In these games only the
agents' own thinking is timed; whoever is asked in the tournament itself is timed there.
"""

from __future__ import annotations

import numpy as np

from experiments.tournament.play import Clock, TournamentPlan, entrants_of, play_games, schedule_of

GAMES = 64


def pace_of(plan: TournamentPlan) -> Clock:
    """Decisions and times of the compiled agents, in games among themselves."""
    entrants, schedule = entrants_of(plan), schedule_of(plan)
    if not entrants.compiled:
        return Clock.of(schedule.agents)
    games = np.arange(GAMES)
    places = (games[:, None] + np.arange(schedule.players)) % len(entrants.compiled)
    seating = np.array(entrants.compiled)[places]
    return play_games(plan.engine(GAMES, record=False), entrants, seating, schedule, games)
