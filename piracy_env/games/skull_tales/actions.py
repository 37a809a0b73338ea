"""The actions of skull_tales: one table for the whole game, of which each listing takes its blocks.

`char` counts Characters as the seat to move sees them: its own Pirate, the other Pirates clockwise,
then the Allies by their slots. `cand` names an entry of the list of candidates that the observation
shows. What `hold`, `post`, `go` and the like count is told by the tables.
"""

from __future__ import annotations

from piracy_env.core.actions import ActionTable, Block
from piracy_env.games.skull_tales.state import CANDIDATES, CARRIED, ENEMIES, GROUPS, HOLD, SLOTS

STEPS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
MOST = 21
"""The largest number that `num` can say."""


def _single(**docs: str) -> list[Block]:
    """Blocks of one action each, by name."""
    return [Block(name, doc) for name, doc in docs.items()]


_EITHER = _single(no="Decline, pass, end.", yes="Accept.")

_LAND_VERBS = [
    Block("step", "Take a step.", to=STEPS),
    *_single(
        end_turn="End the turn.",
        attack_melee="Attack with a melee weapon.",
        attack_ranged="Shoot or throw.",
        attack_unarmed="Attack with bare hands.",
        reload="Reload a firearm.",
        insult="Insult an Enemy.",
        take_breath="Take a Breath.",
        run="Run.",
        push="Push a Character.",
        jump="Jump.",
        climb="Climb up to a roof, or down.",
        break_away="Break away from Enemies.",
        explore="Explore an exit.",
        search="Search.",
        loot_token="Loot a Fallen Enemy token.",
        loot_body="Loot a Character that is knocked out.",
        equip="Change what is held.",
        exchange="Exchange with a Character.",
        pick_up="Pick up what lies there.",
        use="Use an item.",
        drop="Drop an item.",
        open_door="Open a door.",
        revive="Revive a Character.",
        cast="Cast a spell.",
        totem="Change the Totem.",
        chapter="Do what the chapter allows.",
        dp_heal="Spend a Destiny Point to discard a wound.",
        dp_action="Spend a Destiny Point on a further action.",
        forfeit="Give up the turn for a Trait.",
        shake_off="Shake off being Stunned.",
        ally="Have an Ally act.",
        give="Give something.",
        take="Take something.",
        done="Be done.",
        ally_move="Move the Ally.",
    ),
]

_NAMES = [
    Block("enemy", "Choose an Enemy.", number=range(24)),
    Block("char", "Choose a Character, or the seat of one.", place=range(SLOTS)),
    Block("npc", "Choose somebody who is no player's."),
    Block("cand", "Choose an entry of the list of candidates.", place=range(CANDIDATES)),
    Block("inv", "Choose a carried card.", place=range(CARRIED)),
    Block("num", "Say a number.", number=range(MOST + 1)),
]

_DICE = [
    Block("die_plus", "Spend a Destiny Point on a die.", die=range(5)),
    Block("reroll_own", "Reroll an own die.", die=range(5)),
    Block("reroll_foe", "Have a die of the other side rerolled.", die=range(5)),
    Block("riposte_own", "Riposte with an own die.", die=range(5)),
    Block("riposte_foe", "Riposte against a die.", die=range(5)),
    *_single(
        roll_plus="Add dice to the roll for a Destiny Point.",
        feint="Feint.",
        counter="Counter-attack.",
        crit_alt="Take the other effect of a critical hit.",
        facecrip="Disfigure.",
        charm_reroll="Use the Lucky Charm.",
        dodge="Dodge.",
        pounce="Pounce.",
        charlatan="Talk an Enemy round.",
        money="Grub for money.",
        quickshot="Shoot quickly.",
        opportune="Take the opportunity.",
        cautious="Move cautiously.",
        brag="Brag.",
        possum="Play possum.",
        stand_up="Stand up.",
        tactic="Take the Initiative.",
        lunge="Lunge.",
        mastery="Show true mastery.",
        clairvoyance="Use Clairvoyance.",
        rope="Use a rope.",
    ),
]

_HANDS = [
    Block("scard", "Choose a kept Search card.", place=range(16)),
    *_single(
        hand_r="The right hand.",
        hand_l="The left hand.",
        hand_empty="Leave the hand empty.",
    ),
    Block("spell", "Choose a spell.", number=range(24)),
    Block("goal", "Choose a Goal.", number=range(8)),
]

_LAND_TRAITS = _single(
    analytical="Use Analytical.",
    command="Use Command.",
    healing="Use Healing.",
    cure_poison="Cure poison.",
    unstoppable="Use Unstoppable.",
    vengeful="Use Vengeful.",
    vigilant="Use Vigilant.",
    stealth="Use Stealth.",
    acrobat="Use Acrobat.",
    pickpocket="Pick a pocket.",
    spinning="Use Spinning Strike.",
    double_slash="Use Double Slash.",
    twin_shot="Use Twin Shot.",
    sweeping="Use Sweeping Strike.",
    aim="Take aim.",
    improvised="Use an Improvised Projectile.",
    quickdraw="Use Quickdraw.",
    quick_hands="Use Quick Hands.",
    stomp="Stomp.",
)

_SHIP = [
    Block("post", "Choose a post.", number=range(10)),
    Block("pg", "Choose a group of pirates.", number=range(GROUPS)),
    *_single(
        mv_fwd="Sail ahead.",
        mv_port="Sail ahead to port.",
        mv_star="Sail ahead to starboard.",
        turn_port="Turn to port.",
        turn_star="Turn to starboard.",
        roll_speed="Roll the Speed dice.",
        fire_reg="Fire regular shot.",
        fire_chain="Fire chain shot.",
        fire_grape="Fire grapeshot.",
        fire_dismast="Fire at the masts.",
        mortar="Fire the Mortar.",
        rum="Give out Rum.",
        relocate="Reassign a Character.",
        signal="Use the Signal Codex.",
        dive="Use the Diving Bell.",
        st_main="Resolve the Main Deck.",
        st_carto="Resolve Cartography.",
        st_scheme="Resolve the Crew Quarters.",
        st_sail="Resolve sailing.",
        t_movegoods="Move Goods.",
        t_clean="Clean.",
        t_repair="Repair.",
        t_assist="Assist.",
        t_fish="Fish.",
        fix_sail="Repair a Sail.",
        fix_hold="Repair the Hold.",
    ),
    Block("coin", "Take a coin, or none.", metal=("none", "gold", "silver", "copper")),
    *_single(lift_rum="Lift a Rum token.", lift_supply="Lift a Supplies token."),
    Block("hold", "Choose a space of the Hold.", space=range(HOLD)),
    *_single(
        hold_discard="Throw the token overboard.",
        isle_explore="Explore the island.",
        bury="Bury Crew Booty.",
        dig="Dig up what is buried.",
        assign_do="Do what the Assignment asks.",
    ),
    Block("sea_enemy", "Choose a Sea Enemy.", number=range(ENEMIES)),
    *_single(
        b_swivel="Fire a Swivel Gun.",
        b_crow="Shoot from the Crow's Nest.",
        b_call_mel="Call to Arms with Melee.",
        b_call_rng="Call to Arms with Ranged.",
        b_board="Jump aboard the enemy.",
        b_atk_mel="Attack aboard with Melee.",
        b_atk_rng="Attack aboard with Ranged.",
        b_cut="Cut a mooring line.",
        surrender="Surrender.",
        pl_goods="Plunder Goods.",
        pl_cannon="Plunder a Cannon.",
        pl_repair="Repair instead of plundering.",
        annex_1="Go on with Annex I.",
        annex_2="Go on with Annex II.",
    ),
    Block("opt", "Choose an option of the card.", number=range(5)),
]

_TOWN = [
    Block("go", "Go to a place of the Port.", place=range(6)),
    *_single(
        port_done="End the Port Phase.",
        salary="Earn the salary.",
        relax_mix="Relax: a Destiny Point and a wound.",
        relax_w2="Relax: two wounds.",
        relax_d2="Relax: two Destiny Points.",
        take_assign="Take an Assignment.",
        repair_sail="Have a Sail repaired.",
        repair_hold="Have the Hold repaired.",
        trade="Trade.",
    ),
    Block("sell", "Sell Goods.", goods=range(9)),
    *_single(
        buy_supplies="Buy a Supplies token.",
        buy_rumtoken="Buy a Rum token.",
        upgrade="Fit out the ship, or buy another.",
    ),
    Block("up", "Buy an upgrade.", number=range(10)),
    Block("ship", "Buy a ship.", type=range(3)),
    *_single(
        learn_a="Learn from the teacher of the place.",
        learn_b="Learn from the other teacher.",
        stock="Stock up.",
        buy_rumcard="Buy a Rum card.",
        buy_brew="Buy a Brew card.",
        prosthesis="Buy a prosthesis.",
        order="Order equipment.",
        haggle="Haggle.",
        charity_w="Charity: a wound.",
        charity_d="Charity: a Destiny Point.",
    ),
    Block("atone", "Choose a penance.", penance=("Greedy", "Wroth", "Prideful")),
    *_single(
        story="Tell a story.",
        rumor="Listen to rumors.",
        hire_ally="Hire an Ally.",
        hire_pg="Hire a group of pirates.",
        game_a="Play at table A.",
        game_b="Play at table B.",
    ),
    Block("att", "Choose an attribute.", number=range(7)),
    *_single(
        luxury="Luxury treatment.",
        bet_win="Bet on success.",
        bet_lose="Bet on failure.",
        loan="Borrow.",
        repay="Repay.",
        repeat="Repeat the Adventure.",
    ),
    Block("continue", "Go on with the campaign."),
    *_single(
        castaway_mutiny="Rise against the rescuers.",
        castaway_wait="Wait for a port.",
    ),
    Block("limb", "Choose a lost limb.", number=range(6)),
]

ACTIONS = ActionTable(
    *(*_EITHER, *_LAND_VERBS, *_NAMES, *_DICE, *_HANDS, *_LAND_TRAITS),
    *(*_SHIP, *_TOWN),
)
ACT = ACTIONS.module(f"{__name__}.ACT")

LAND_BLOCKS = tuple(
    one.name for one in (*_EITHER, *_LAND_VERBS, *_NAMES, *_DICE, *_HANDS, *_LAND_TRAITS)
)
"""Blocks of `skull_tales_adventure`."""
SEA_BLOCKS = (
    *("no", "yes", "char", "cand", "inv", "num", "hand_r", "hand_l"),
    *(one.name for one in (*_SHIP, *_TOWN)),
)
"""Blocks of `skull_tales_voyage`."""
