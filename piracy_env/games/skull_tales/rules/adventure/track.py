"""The Adventure track, prestige and coins gained, the Initiative, and that an Adventure is over.

The end is only noted here, in the frame of the Adventure: what is under way is cut off before the
next question is asked, so that no kernel has to fear for the frame that it works on.
"""

from __future__ import annotations

from typing import Any

from piracy_env.core.jit import kernel
from piracy_env.core.noinline import noinline
from piracy_env.games.skull_tales.rules.crew import MOST_COINS, MOST_PRESTIGE, Affliction
from piracy_env.games.skull_tales.state import KIND, NONE, PIRATE, A, Decision, Ended

# --- the end --------------------------------------------------------------------------------------


@kernel
def adventure_frame(s: Any) -> Any:
    """The frame of the Adventure, far down on the stack; its A is 0, or 1 + why it is over."""
    place = 0
    while s.stk[place, KIND] != Decision.ADVENTURE:
        place += 1
    return s.stk[place]


JUDGED, PAID = 10, 11
"""Steps of the frame of an Adventure that is over: it has its result; that was paid."""


@kernel
def is_over(s: Any) -> bool:
    """Whether the Adventure has ended, and only payments are left."""
    return adventure_frame(s)[A] > 0


@kernel
def end_adventure(s: Any, reason: int) -> None:
    """The Adventure is over, for a reason of `Ended`; the first one stands (STA-18)."""
    frame = adventure_frame(s)
    if frame[A] == 0:
        frame[A] = 1 + reason


# --- the flag -------------------------------------------------------------------------------------


@kernel
def move_flag(s: Any, t: Any, spaces: int) -> None:
    """Time runs: the flag goes on, and on its last space the Adventure ends (STA-18.1, 18.5)."""
    noinline()
    s.flag = max(0, s.flag - spaces)
    if s.flag == 0:
        end_adventure(s, Ended.OUT_OF_TIME)


@kernel
def become_hard(s: Any, difficulty: int) -> None:
    """The difficulty becomes as high as the story says; the option is added to it."""
    s.diff = min(3, difficulty + s.difficulty)


@kernel
def make_harder(s: Any) -> None:
    """The difficulty rises by 1, to 3 at most."""
    s.diff = min(3, s.diff + 1)


# --- prestige and coins ---------------------------------------------------------------------------


@kernel
def gain_pp(s: Any, t: Any, slot: int, amount: int) -> int:
    """A Pirate gains prestige of this Adventure (STA-R56); what it gained. Allies gain none.

    The Despised gain half (STA-R53). Who has gained most takes the Initiative.
    """
    noinline()
    if s.ch_kind[slot] != PIRATE or amount <= 0:
        return 0
    gained = amount
    if s.ch_affl[slot] & Affliction.DESPISED:
        gained = (gained + 1) // 2
    gained = min(gained, MOST_PRESTIGE - s.ch_adv_pp[slot])
    s.ch_adv_pp[slot] += gained
    check_initiative(s)
    return gained


@kernel
def lose_pp(s: Any, t: Any, slot: int, amount: int) -> None:
    """A Pirate loses prestige: first what it has gained in this Adventure (STA-R56)."""
    first = min(amount, s.ch_adv_pp[slot])
    s.ch_adv_pp[slot] -= first
    s.ch_pp[slot] = max(0, s.ch_pp[slot] - (amount - first))
    check_initiative(s)


@kernel
def gain_coins(s: Any, slot: int, amount: int) -> None:
    """A Character gains coins in this Adventure."""
    s.ch_adv_coins[slot] = min(s.ch_adv_coins[slot] + amount, MOST_COINS)


@kernel
def coins_of(s: Any, slot: int) -> int:
    """What a Character can pay with."""
    return s.ch_adv_coins[slot] + s.ch_coins[slot]


@kernel
def lose_coins(s: Any, slot: int, amount: int) -> int:
    """Coins are paid or lost: first those of this Adventure; how many there were."""
    lost = min(amount, coins_of(s, slot))
    first = min(lost, s.ch_adv_coins[slot])
    s.ch_adv_coins[slot] -= first
    s.ch_coins[slot] -= lost - first
    return lost


# --- the Initiative -------------------------------------------------------------------------------


@kernel
def check_initiative(s: Any) -> None:
    """Who has gained more than all others has the Initiative; a tie takes it from nobody.

    It is asked after every gain, loss and Knock-Out (STA-7.12, STA-7.13, STA-R44). During the round
    of a Tactician it is the former holder who is compared, and is to have it again.
    """
    noinline()
    is_lent = s.init_back != NONE
    holder = s.init_back if is_lent else s.init
    if holder == NONE:
        return
    best = holder
    for place in range(1, s.players):
        seat = (holder + place) % s.players
        if s.ch_adv_pp[seat] > s.ch_adv_pp[best]:
            best = seat
    if is_lent:
        s.init_back = best
    else:
        s.init = best
