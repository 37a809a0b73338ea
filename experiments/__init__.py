"""What is made with the games: trainings, tournaments, measurements."""

import os

# Before numpy and torch are loaded: their threads wait for each other by spinning, which on a
# machine with anything else to do costs most of its speed (a hundredfold, for small networks).
# Work is shared out to threads and processes above them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
