"""What is true of the frames of Port and campaign, and of what is owed, bet and promised there."""

from __future__ import annotations

from collections.abc import Iterator

from piracy_env.core.record import Record
from piracy_env.games.skull_tales.rules.campaign import Stage
from piracy_env.games.skull_tales.state import (
    NONE,
    STEP,
    Phase,
)


def port_faults(s: Record, t: Record) -> Iterator[str]:
    """What is wrong with Port and campaign, in words."""
    yield from _campaign(s)
    yield from _affairs(s)


def _campaign(s: Record) -> Iterator[str]:
    """Chapters, results, who leads."""
    if (s.camp_ch > 10) and s.back_ch == NONE:
        yield "an Annex leads back to no chapter"
    if s.ch_won & s.ch_part:
        yield "a chapter is won, and half won"
    if s.camp_first > s.camp_last:
        yield f"chapters {s.camp_first} to {s.camp_last} are none"
    unknown = [s.goal_id[goal] for goal in range(s.goal_n) if not s.goal_rev[goal]]
    if 0 in unknown or len(set(unknown)) < len(unknown):
        yield f"Goal tokens that lie face down have the numbers {unknown}"
    if s.part == NONE and s.part_t:
        yield "no part has ended, but it has a value"
    is_led = s.sp == 0 or s.stk[0][STEP] > Stage.CAPTAIN
    if is_led and s.captain == NONE and not _is_leaderless(s):
        yield "there is no Captain"


def _is_leaderless(s: Record) -> bool:
    """Whether it is the first chapter, an Adventure in which there is none."""
    return bool(s.camp_ch == 1 and s.phase in (Phase.ADVENTURE, Phase.OVER))


def _affairs(s: Record) -> Iterator[str]:
    """Debts, bets, orders, penances, Assignment and Rumors."""
    for seat in range(s.players):
        if s.ch_debtor[seat] and not s.debt[seat]:
            yield f"seat {seat} is a Debtor, but owes nothing"
        if s.loan_new[seat] and not s.debt[seat]:
            yield f"seat {seat} has a loan, but owes nothing"
        if s.bet_to[seat] == seat or s.bet_to[seat] >= s.players:
            yield f"seat {seat} has bet on seat {s.bet_to[seat]}"
        if (s.bet_to[seat] == NONE) and (s.bet_sum[seat] or s.bet_kind[seat]):
            yield f"seat {seat} has bet on nobody"
        if s.order_new[seat] and not s.order[seat]:
            yield f"seat {seat} has ordered nothing, and just now"
        if s.ch_penance_ok[seat] and not s.ch_penance[seat]:
            yield f"seat {seat} has kept a penance that it does not do"
        if (s.rum_x[seat] != NONE) != (s.rum_id[seat] == 1):
            yield f"the Rumor of seat {seat} has an island, or lacks one"
    if s.asg == 0 and (s.asg_x != NONE or s.asg_age or s.asg_prog):
        yield "there is no Assignment, but something is left of it"
