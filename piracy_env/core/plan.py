"""The plan that the engine hands to the compiled loops: an array of settings, by position."""

# Entries of a plan.
TASK, ROUNDS, SKIP_FORCED, AUTO_RESET, LIMIT, REWARD, SCALE, ROTATE, OBSERVE = range(9)
PLAN_SIZE = 9

# TASK: what is done first with each chosen game. Nothing, deal, apply the given action, or apply a random one.
REFRESH, START, STEP, WANDER = range(4)

# REWARD: the modes of every game; larger numbers are the game's own.
RANK, WIN, SCORE = range(3)

# Who plays a seat: it is asked from outside, or draws uniformly among the legal actions.
ASK, UNIFORM = range(2)
