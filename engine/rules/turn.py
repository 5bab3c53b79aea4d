"""A player's turn: main actions and their costs, bonus actions, refills (S1 A Player's Turn)."""

from collections.abc import Iterator
from itertools import chain
from typing import assert_never

from engine.actions import (
    Discard,
    Ignite,
    MainAction,
    MakeProcession,
    MoveShip,
    PlaceFate,
    ReceiveTask,
    RecruitGnome,
    RefreshPaths,
    RetrieveGuardian,
    SendNeutral,
    TakePath,
    UseGreatBonfire,
)
from engine.agenda import PaidAction, Perform
from engine.ids import ActionType, Seat
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
from engine.rules.costs import Cost, shortage
from engine.state import GameState, Sealed


def cost(state: GameState, seat: Seat, action: PaidAction) -> Cost:
    """What an action costs this seat now."""
    match action:
        case TakePath() | RefreshPaths():
            return path.cost(state, seat)
        case MoveShip():
            return ship.cost(state, seat, action)
        case ReceiveTask():
            return task.cost(state, seat, action)
        case RetrieveGuardian():
            return guardian.COST
        case MakeProcession():
            return procession.cost(action)
        case UseGreatBonfire():
            return great_bonfire.cost(state, seat, action)
        case RecruitGnome():
            return gnome.cost(state, seat, action)
        case _:
            assert_never(action)


def main_refusal(  # noqa: C901 - one case an action
    state: GameState, seat: Seat, action: MainAction
) -> Refusal | None:
    """Why a main action is not possible, its price included."""
    match action:
        case PlaceFate():
            return fate.place_refusal(state, seat, action)
        case Ignite():
            return ignite.ignite_refusal(state, seat, action)
        case TakePath():
            refusal = path.take_refusal(state, seat, action)
        case RefreshPaths():
            refusal = path.refresh_refusal(state, seat)
        case MoveShip():
            refusal = ship.move_refusal(state, seat, action)
        case UseGreatBonfire():
            refusal = great_bonfire.use_refusal(action)
        case ReceiveTask():
            return task.receive_refusal(state, seat, action)
        case RetrieveGuardian():
            return guardian.retrieve_refusal(state, seat)
        case MakeProcession():
            return procession.make_refusal(state, seat, action)
        case RecruitGnome():
            return gnome.recruit_refusal(state, seat, action)
        case _:
            assert_never(action)
    return refusal or shortage(state, seat, cost(state, seat, action))


def main_actions(state: GameState, seat: Seat) -> Iterator[MainAction]:
    """Every main action that is possible, in a fixed order."""
    yield from ignite.ignitions(state, seat)
    yield from fate.placings(state, seat)
    yield from _paid_actions(state, seat)


def _paid_actions(state: GameState, seat: Seat) -> Iterator[MainAction]:
    yield from path.builds(state, seat)
    yield from ship.paid_moves(state, seat)
    yield from task.receivings(state, seat)
    yield from guardian.retrievals(state, seat)
    yield from procession.makings(state, seat)
    yield from great_bonfire.paid_uses(state, seat)
    yield from gnome.recruitings(state, seat)


def has_main_action(state: GameState, seat: Seat) -> bool:
    """Whether any of the options I, II and III is open (ruling 51)."""
    return fate.can_place(state, seat) or any(
        True for _ in chain(ignite.ignitions(state, seat), _paid_actions(state, seat))
    )


def bonus_actions(state: GameState, seat: Seat) -> Iterator[SendNeutral]:
    """Every bonus action that is possible."""
    return ignite.neutral_sendings(state, seat)


def discard_refusal(state: GameState, seat: Seat, action: Discard) -> Refusal | None:
    """Why a tile cannot be discarded."""
    if state.players[seat].tiles[action.kind]:
        return None
    return refuse(Reason.TILE_NOT_HELD, kind=action.kind)


def discards(state: GameState, seat: Seat) -> Iterator[Discard]:
    """One answer for each kind of tile in hand."""
    hand = state.players[seat].tiles
    for kind in ActionType:
        if hand[kind]:
            yield Discard(kind)


def charge(draft: GameState, seat: Seat, action: PaidAction) -> None:
    """Ask for the payments of an action, which is carried out after them."""
    draft.agenda += (Perform(action), *reversed(cost(draft, seat, action).questions))


def perform(draft: GameState, seat: Seat, action: PaidAction) -> None:
    """Carry out an action that has been paid."""
    match action:
        case TakePath():
            path.take(draft, seat, action)
        case RefreshPaths():
            path.refresh(draft, seat)
        case MoveShip():
            ship.sail(draft, seat, action)
        case ReceiveTask():
            task.receive(draft, seat, action)
        case RetrieveGuardian():
            guardian.retrieve(draft, seat)
        case MakeProcession():
            procession.begin(draft, seat, action)
        case UseGreatBonfire():
            great_bonfire.turn(draft, seat, action)
        case RecruitGnome():
            gnome.recruit(draft, seat, action)
        case _:
            assert_never(action)


def settle(draft: GameState, seat: Seat) -> None:
    """Refill the displays and flip the next offerings, which undo cannot pass (ruling 52)."""
    if isinstance(draft.hidden, Sealed):
        return
    path.refill(draft, seat)
    gnome.refill(draft, seat)
    task.flip_offerings(draft)
