"""How numbers come into an observation."""

import numpy as np

from piracy_env.games.skull_tales.observe.writing import share


def test_a_share_is_the_quotient_to_the_last_bit():
    """It is worked out by a factor, which must not show in the numbers that players are shown."""
    for most in (*range(1, 129), 150, 300, 500):
        numbers = np.arange(-1, most + 2)
        quotients = np.clip(numbers / most, 0, 1).astype(np.float32)
        shares = np.array([share(int(number), most) for number in numbers], np.float32)
        assert (shares == quotients).all(), most
