"""Which actions are legal, a second time and slowly: sets and sentences in place of kernels."""

from itertools import product
from typing import Any

from piracy_env.core.record import Record
from piracy_env.games.havens.state import NONE, Decision

PARTS = ("captain", "vessel", "guns", "crew")
CURRENTS = (84, 85)


def legal_actions(s: Record, t: Record) -> set[str]:
    """Labels of the legal actions of the seat to move."""
    return Referee(s, t).legal()


class Referee:
    """Looks at one table from the seat that has to decide."""

    def __init__(self, s: Record, t: Record) -> None:
        self.s, self.t = s, t
        kind, self.me, self.card, self.by, self.seat, self.slot, self.part, _ = s.stack[
            s.sp - 1
        ].tolist()
        self.kind = Decision(kind)
        self.hand = [card for card in range(102) if s.hand[self.me, card]]
        self.cards_in_hand = sum(s.hand[self.me].tolist())
        self.column = {card for card in s.column if card != NONE}
        self.money = s.unspent[self.me]
        self.rivals = [(self.me + left) % s.players for left in range(1, s.players)]

    def legal(self) -> set[str]:
        """All that the decision allows."""
        return set(getattr(self, self.kind.name.lower())())

    # --- what lies on the table -------------------------------------------------------------------

    def parts(self, seat: int, slot: int) -> dict[str, int]:
        """The cards of a vessel by part."""
        cards = zip(PARTS, self.s.part[seat, slot].tolist(), strict=True)
        return {part: card for part, card in cards if card != NONE}

    def colour(self, seat: int, slot: int) -> int | None:
        """The colour of a vessel."""
        colours = {self.t.cards[card].colour for card in self.parts(seat, slot).values()}
        return colours.pop() if colours else None

    def wilds(self, seat: int, slot: int) -> list[int]:
        """The Wild cards on a vessel."""
        return [card for card in self.s.wild[seat, slot].tolist() if card != NONE]

    def at_sea(self, seat: int, slot: int) -> bool:
        """Whether a vessel is at sea."""
        return bool(self.s.at_sea[seat, slot])

    def pieces(self) -> dict[int, tuple[int, int]]:
        """Vessels by their hexes."""
        return {
            self.s.hex[seat, slot]: (seat, slot)
            for seat, slot in product(range(self.s.players), range(3))
            if self.s.hex[seat, slot] != NONE
        }

    def haven(self, seat: int) -> int:
        """The hex of a Haven."""
        return int(self.t.havens[self.s.haven[seat] - 64].hex)

    @staticmethod
    def is_sound(parts: Any) -> bool:
        """Guns have a vessel, crew a captain or a vessel."""
        return ("guns" not in parts or "vessel" in parts) and (
            "crew" not in parts or "captain" in parts or "vessel" in parts
        )

    def targets(self, wanted: Any, own: bool) -> list[str]:
        """Slots of own or rival vessels for which a condition holds."""
        if own:
            return [f"slot {slot}" for slot in range(3) if wanted(self.me, slot)]
        return [
            f"target {left} {slot}"
            for left, seat in enumerate(self.rivals, 1)
            for slot in range(3)
            if wanted(seat, slot)
        ]

    # --- the turn ---------------------------------------------------------------------------------

    def choose_haven(self):
        return [f"card {card}" for card in range(64, 68) if card not in self.s.haven.tolist()]

    def draw(self):
        yield "draw_attack"
        something = self.s.draw_n + self.s.disc_n > 0
        if self.money >= self.t.rules.replace_cost and (something or self.column):
            yield "replace_column"
        if self.cards_in_hand < 12:
            yield from (f"card {card}" for card in self.column if self.money >= 2)
            if something:
                yield "draw_pile"
            if self.s.disc_n:
                yield "draw_discard"

    def draw_after_replace(self):
        found = [f"card {card}" for card in self.column]
        found += ["draw_pile"] if self.s.draw_n + self.s.disc_n else []
        return found if found and self.cards_in_hand < 12 else ["pass"]

    def attack_swap(self):
        return ["pass", *(f"row {place}" for place in range(4))]

    def discard(self):
        return [f"card {card}" for card in self.hand]

    def discard_more(self):
        assert self.money >= 2
        assert self.s.discards < 3
        return ["pass", *(f"card {card}" for card in self.hand)]

    def refill(self):
        assert self.cards_in_hand < 8
        found = [f"card {card}" for card in self.column if self.money >= 2]
        found += ["draw_pile"] if self.s.draw_n + self.s.disc_n else []
        return found or ["pass"]

    # --- the Action phase -------------------------------------------------------------------------

    def action(self):
        yield "pass"
        for card in self.hand:
            if self.t.cards[card].cost <= self.money and self.is_playable(card):
                yield f"card {card}"
        for slot in range(3):
            yield from self.of_slot(slot)

    def is_playable(self, card: int) -> bool:
        """Whether a card that can be paid has a place or a target."""
        if card < 64:
            return any(self.fits(card, slot) for slot in range(3))
        if card in (84, 85, 87, 88, 89) or 92 <= card < 101:
            return False
        return 64 <= card < 76 or card == 101 or bool(self.targets_of(card))

    def fits(self, card: int, slot: int) -> bool:
        """Whether a part of a vessel may be placed in a slot."""
        part, parts = PARTS[self.t.cards[card].kind], self.parts(self.me, slot)
        if self.at_sea(self.me, slot) or part in parts:
            return False
        if not parts:
            return part in ("captain", "vessel")
        same = self.colour(self.me, slot) == self.t.cards[card].colour
        return same and self.is_sound({*parts, part})

    def targets_of(self, card: int) -> list[str]:
        """Where a Wild or History card may be played."""
        s, becalmed = self.s, 78
        room = lambda seat, slot: self.at_sea(seat, slot) and len(self.wilds(seat, slot)) < 2  # noqa: E731
        if card in (76, 77):
            return self.targets(room, own=True)
        if card in (78, 79):
            return self.targets(room, own=False)
        if card in (80, 82, 83):
            return self.targets(self.at_sea, own=False)
        if card == 81:
            port = lambda *at: not self.at_sea(*at) and "captain" in self.parts(*at)  # noqa: E731
            return self.targets(port, own=False)
        if card == 86:
            again = lambda *at: s.moved[at] and self.at_sea(*at) and becalmed not in self.wilds(*at)  # noqa: E731
            return self.targets(again, own=True)
        site = {90: 28, 91: 42}[card]
        return self.targets(lambda *at: s.hex[at] == site, own=True)

    def of_slot(self, slot: int):
        """What can be done with a vessel."""
        s, at, parts = self.s, (self.me, slot), self.parts(self.me, slot)
        if {"captain", "vessel"} <= set(parts) and not s.moved[at] and 78 not in self.wilds(*at):
            cost = self.t.vessels[parts["vessel"] - 24].move_cost
            haven = self.haven(self.me)
            near = [hex_ for hex_ in range(100) if self.t.chart.distance[haven, hex_] <= 1]
            can_leave = any(hex_ not in self.pieces() for hex_ in near)
            if cost <= self.money and (self.at_sea(*at) or can_leave):
                yield f"move {slot}"
        if self.at_sea(*at):
            yield f"burn_vessel {slot}"
            if s.booty[at] and s.hex[at] == self.haven(self.me):
                yield f"secure {slot}"
            for place, attack in enumerate(s.row[self.me].tolist()):
                row = self.t.attacks[attack]
                barred = s.failed[at] >> place & 1 or s.attempts >= 12
                if row.hex == s.hex[at] and row.colour == self.colour(*at) and not barred:
                    yield f"attempt {slot} {place}"
            return
        for part in parts:
            if self.is_sound(set(parts) - {part}):
                yield f"burn_part {slot} {part}"
            if s.shifts < 6 and any(self.can_shift(slot, part, other) for other in range(3)):
                yield f"shift_part {slot} {part}"

    def can_shift(self, slot: int, part: str, other: int) -> bool:
        """Whether a part may go to another slot, or be exchanged for the one there."""
        here, there = set(self.parts(self.me, slot)), set(self.parts(self.me, other))
        if other == slot or self.at_sea(self.me, other) or not there:
            return False
        if self.colour(self.me, slot) != self.colour(self.me, other):
            return False
        left = here if part in there else here - {part}
        return self.is_sound(left) and self.is_sound(there | {part})

    def place(self):
        return [f"slot {slot}" for slot in range(3) if self.fits(self.card, slot)]

    def shift_dest(self):
        part = PARTS[self.part]
        return [f"slot {slot}" for slot in range(3) if self.can_shift(self.slot, part, slot)]

    def wild_target(self):
        return self.targets_of(self.card)

    hist_target = wild_target

    # --- moving -----------------------------------------------------------------------------------

    def currents(self) -> list[str]:
        """History cards that add to a move."""
        return [f"card {card}" for card in CURRENTS if card in self.hand]

    def premove(self):
        return ["pass", *self.currents()]

    def dest(self):
        mv, parts = self.s.mv, self.parts(self.s.mv.seat, self.s.mv.slot)
        vessel = self.t.vessels[parts["vessel"] - 24]
        far = mv.die + vessel.move_bonus + (vessel.captain[0] == parts["captain"])
        far += 2 * self.wilds(mv.seat, mv.slot).count(77) + mv.adders - 3 * mv.winds
        others = {at for at, whose in self.pieces().items() if whose != (mv.seat, mv.slot)}
        near = self.t.chart.distance[mv.origin].tolist()
        free = [f"hex {at}" for at in range(100) if near[at] <= max(1, far) and at not in others]
        return free + self.currents()

    def engage(self):
        here = self.s.hex[self.s.mv.seat, self.s.mv.slot]

        def offered(seat: int, slot: int) -> bool:
            there = self.s.hex[seat, slot]
            if not self.at_sea(seat, slot) or there == self.haven(seat):
                return False
            is_safe = self.s.safe[seat, slot] >> self.me & 1
            return self.t.chart.distance[here, there] == 1 and not is_safe

        assert self.s.mv.left >= 1
        return ["pass", *self.targets(offered, own=False)]

    # --- windows ----------------------------------------------------------------------------------

    def window(self, *cards: int) -> list[str]:
        """Cards of a window; whoever is asked holds at least one."""
        held = [f"card {card}" for card in cards if card in self.hand]
        assert held
        return ["pass", *held]

    def window_card(self):
        assert self.me != self.by
        return self.window(*((92, 93) if self.card < 92 else (93,)))

    def window_roll(self):
        mine = self.me == self.s.turn_seat
        if self.s.bt.type == 0:
            return self.window(98)
        if self.s.bt.type == 1:
            return self.window(*((87, 88, 97) if mine else (96,)))
        return self.window(*((89, 94, 95) if mine else (94, 95)))

    def window_move(self):
        assert self.me != self.s.turn_seat
        return self.window(99)

    def window_declared(self):
        return self.window(100)

    def window_between(self):
        return self.window(101)

    # --- battles ----------------------------------------------------------------------------------

    def parley(self):
        most = min(20, self.s.booty[self.s.bt.def_seat, self.s.bt.def_slot])
        return ["pass", *(f"offer {number}" for number in range(1, most + 1))]

    def parley_reply(self):
        return ["accept", "refuse"]

    def tie(self):
        return ["fight_on", "break_off"]

    press = counter = att_continue = tie

    def damage(self):
        return ["lose_guns", "lose_crew"]

    # --- what follows a completed Attack ----------------------------------------------------------

    def plunder(self) -> dict[str, list[str]]:
        """Cards of the kind and colour of the Plunder Bonus, by where they are."""
        row = self.t.attacks[self.s.bt.attack]
        fits = lambda card: (self.t.cards[card].kind, self.t.cards[card].colour) == (  # noqa: E731
            row.plunder, row.colour,
        )  # fmt: skip
        ports = [
            f"slot {slot}"
            for slot in range(3)
            if not self.at_sea(self.me, slot)
            and any(fits(card) for card in self.parts(self.me, slot).values())
        ]
        return {
            "from_hand": [f"card {card}" for card in self.hand if fits(card)],
            "from_table": ports,
            "from_column": [f"card {card}" for card in self.column if fits(card)],
        }

    def plunder_source(self):
        return ["pass", *(source for source, cards in self.plunder().items() if cards)]

    def plunder_card(self):
        return self.plunder()[("from_hand", "from_table", "from_column")[self.part]]

    def orphan(self):
        part = PARTS[self.part]
        yield "pass"
        for slot in range(3):
            parts = self.parts(self.me, slot)
            same = self.colour(self.me, slot) == self.t.cards[self.card].colour
            if slot == self.slot or self.at_sea(self.me, slot) or not parts or part in parts:
                continue
            if same and self.is_sound({*parts, part}):
                yield f"slot {slot}"

    def bonus_move(self):
        return ["pass", f"move {self.slot}"]
