"""A player's turn: main actions, bonus actions, discarding, refills (S1 A Player's Turn)."""

from collections.abc import Iterator
from itertools import compress
from typing import Any, Final

from engine import actions, agenda, bag, effects, events, ids
from engine.progress import common_task_progress
from engine.refusal import Reason, Refusal, refuse
from engine.rules import (
    fate,
    gnome,
    great_bonfire,
    guardian,
    ignite,
    path,
    procession,
    ship,
    task,
)
from engine.rules.costs import Cost, PaidRule
from engine.rules.rule import Rule, Rules
from engine.state import GameState, TryoutHidden

PAID: Final[tuple[PaidRule[Any], ...]] = (
    path.PAID_TAKE,
    path.PAID_REFRESH,
    ship.PAID_SAIL,
    task.RECEIVE,
    guardian.RETRIEVE,
    procession.MAKE,
    great_bonfire.PAID_TURN,
    gnome.RECRUIT,
)
"""Option II: the actions that cost action tiles."""

MAIN: Final[Rules] = (ignite.IGNITE, fate.KEEP_AND_PLACE, *(rule.charged for rule in PAID))
"""The options I, II and III of a turn."""

_DISCARDS: Final = tuple(map(actions.Discard, ids.ActionType))
"""The discard of each kind of tile, in the order of a hand's counts."""

_PAID_RULES: Final = {rule.action: rule for rule in PAID}


def has_main_action(state: GameState, seat: ids.Seat) -> bool:
    """Say whether any of the options I, II and III is open (ruling 51)."""
    return fate.can_place(state, seat) or any(
        rule.is_open(state, seat) for rule in (ignite.IGNITE, *PAID)
    )


def cost(state: GameState, seat: ids.Seat, action: agenda.PaidAction) -> Cost:
    """Return the price of an action for this seat now."""
    return _PAID_RULES[type(action)].cost(state, seat, action)


def perform(draft: GameState, seat: ids.Seat, action: agenda.PaidAction) -> None:
    """Carry out an action that has been paid."""
    _PAID_RULES[type(action)].perform(draft, seat, action)


def neutral_refusal(
    state: GameState, seat: ids.Seat, action: actions.SendNeutral
) -> Refusal | None:
    """Say why the neutral novice of a common task cannot be sent."""
    if action.common not in state.neutral:
        return refuse(Reason.NEUTRAL_GONE, common=action.common)
    have, need = common_task_progress(action.common, state, seat)
    if have < need:
        return refuse(Reason.COMMON_NOT_MET, common=action.common, have=have, need=need)
    return None


def neutral_sendings(state: GameState, seat: ids.Seat) -> Iterator[actions.SendNeutral]:
    """Every bonus action that is possible."""
    if state.players[seat].common_met.isdisjoint(state.neutral):
        return
    for common in ids.COMMON_TASKS:
        action = actions.SendNeutral(common)
        if neutral_refusal(state, seat, action) is None:
            yield action


def send_neutral(draft: GameState, seat: ids.Seat, action: actions.SendNeutral) -> None:
    """Begin a bonus action: the neutral novice waits for its council space."""
    stop_idling(draft)
    settle(draft, seat)
    draft.agenda.append(agenda.NoviceChoice(ids.Novice.NEUTRAL, action.common))


def discard_refusal(state: GameState, seat: ids.Seat, action: actions.Discard) -> Refusal | None:
    """Say why a tile cannot be discarded."""
    if state.players[seat].tiles[action.kind]:
        return None
    return refuse(Reason.TILE_NOT_HELD, kind=action.kind)


def discards(state: GameState, seat: ids.Seat) -> Iterator[actions.Discard]:
    """One answer for each kind of tile in hand."""
    return compress(_DISCARDS, state.players[seat].tiles.counts)


def discard(draft: GameState, seat: ids.Seat, action: actions.Discard) -> None:
    """Return the tile."""
    stop_idling(draft)
    effects.lose_tiles(draft, seat, bag.ActionTiles.of(action.kind), events.Source.DISCARD)


def stop_idling(draft: GameState) -> None:
    """Something has been answered, so the running turn is not idle (ruling 72)."""
    draft.idle = max(0, draft.idle)


def settle(draft: GameState, seat: ids.Seat) -> None:
    """Refill the displays and flip the next offerings, which undo cannot pass (ruling 52)."""
    if isinstance(draft.hidden, TryoutHidden):
        return
    path.refill(draft, seat)
    gnome.refill(draft, seat)
    task.flip_offerings(draft)


SEND_NEUTRAL = Rule(actions.SendNeutral, neutral_sendings, neutral_refusal, send_neutral)
DISCARD = Rule(actions.Discard, discards, discard_refusal, discard)
