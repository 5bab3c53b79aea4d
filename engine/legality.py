"""Legality: whose answer is awaited, which answers are legal, and why another is not.

`refusal` is the only place that says no. `legal` lists by construction, in a fixed order, exactly
the answers that are not refused.
"""

from collections.abc import Iterable
from typing import assert_never

from engine.actions import (
    Action,
    Advance,
    ChooseResource,
    ChooseStart,
    Decline,
    Discard,
    EndTurn,
    Halt,
    Keep,
    MainAction,
    MoveGuardian,
    MoveShip,
    Pass,
    PayResources,
    PayTiles,
    PlaceFate,
    PutTask,
    ReceiveTask,
    RecruitGnome,
    RefreshPaths,
    RetrieveGuardian,
    SearchPath,
    SendNeutral,
    SendNovice,
    TakeBonus,
    TakeGuardian,
    TakePath,
    TakePoint,
    TakeRewards,
    TomTakes,
    UseGreatBonfire,
)
from engine.agenda import (
    EFFECTS,
    AfterTurn,
    BonusChoice,
    CouncilFateChoice,
    CouncilGuardianChoice,
    CouncilMoveChoice,
    CouncilPathChoice,
    CouncilShipChoice,
    CouncilSpecialistChoice,
    CouncilWheelChoice,
    Decision,
    IslandChoice,
    KeepChoice,
    NoviceChoice,
    PaidAction,
    PathChoice,
    ProcessionChoice,
    ResourceChoice,
    ResourcePayment,
    RewardChoice,
    StartTileChoice,
    TaskSpaceChoice,
    TilePayment,
    TomTaskChoice,
    TurnChoice,
    Waiting,
)
from engine.ids import Seat
from engine.payment import (
    is_resource_payment,
    is_tile_payment,
    resource_payments,
    tile_payments,
)
from engine.refusal import Reason, Refusal, refuse
from engine.rules import (
    countdown,
    fate,
    gnome,
    great_bonfire,
    guardian,
    ignite,
    path,
    procession,
    ship,
    task,
    tom,
    turn,
)
from engine.rules.costs import payment_rules
from engine.state import GameState

PERSON: Seat = 0
"""The seat that settles Tom's ties in a solo game."""


class StuckTurnError(RuntimeError):
    """A question without an answer: a bug of the engine, told with the whole agenda."""


def waiting(state: GameState) -> Waiting | None:
    """Whose answer is awaited, and to which question; None when the game is over."""
    if state.ended is not None:
        return None
    frame = state.agenda[-1]
    if isinstance(frame, EFFECTS):
        raise StuckTurnError(f"an effect waits: {state.agenda}")
    seat = PERSON if isinstance(frame, TomTaskChoice) else state.seat
    return Waiting(seat, frame)


def refusal(state: GameState, seat: Seat, action: Action) -> Refusal | None:
    """Why the seat may not give this answer now; None when it may."""
    asked = waiting(state)
    if asked is None:
        return refuse(Reason.GAME_OVER)
    if asked.seat != seat:
        return refuse(Reason.NOT_YOUR_DECISION, seat=asked.seat)
    return _answer_refusal(state, seat, asked.decision, action)


def _answer_refusal(  # noqa: C901, PLR0912 - one case a question
    state: GameState, seat: Seat, decision: Decision, action: Action
) -> Refusal | None:
    match decision, action:
        case StartTileChoice(), ChooseStart():
            return fate.start_refusal(state, seat, action)
        case TurnChoice() | AfterTurn(), _:
            return _turn_refusal(state, seat, decision, action)
        case KeepChoice(), Keep():
            return fate.keep_refusal(state, seat, action)
        case TilePayment() | ResourcePayment(), PayTiles() | PayResources():
            return _payment_refusal(state, seat, decision, action)
        case IslandChoice(), ReceiveTask() | RetrieveGuardian():
            return turn.main_refusal(state, seat, action)
        case IslandChoice(), Decline():
            return None
        case TaskSpaceChoice(), PutTask():
            return task.put_refusal(state, seat, action)
        case PathChoice(), TakePath():
            return path.take_refusal(state, seat, action)
        case PathChoice(), RefreshPaths():
            return path.refresh_refusal(state, seat)
        case ProcessionChoice(), Advance():
            return procession.advance_refusal(state, seat, decision, action)
        case ProcessionChoice(), Halt():
            return procession.halt_refusal(decision)
        case ResourceChoice(), ChooseResource():
            return procession.resource_refusal(decision, action)
        case RewardChoice(), TakeRewards():
            return great_bonfire.reward_refusal(state, seat, decision, action)
        case NoviceChoice(), SendNovice():
            return ignite.send_refusal(state, seat, decision, action)
        case BonusChoice(), TakeBonus() | TakePoint():
            return ignite.bonus_refusal(state, seat, decision, action)
        case TomTaskChoice(), TomTakes():
            return tom.take_refusal(decision, action)
        case _:
            return _council_refusal(state, seat, decision, action)


def _council_refusal(
    state: GameState, seat: Seat, decision: Decision, action: Action
) -> Refusal | None:
    match decision, action:
        case CouncilPathChoice(), TakePath():
            return path.take_refusal(state, seat, action)
        case CouncilPathChoice(), SearchPath():
            return path.search_refusal(state, seat, action)
        case CouncilMoveChoice(), MoveGuardian():
            return procession.move_refusal(state, seat, action)
        case CouncilWheelChoice(), UseGreatBonfire():
            return great_bonfire.use_refusal(action)
        case CouncilSpecialistChoice(), RecruitGnome():
            return gnome.free_refusal(state, seat, action)
        case CouncilGuardianChoice(), TakeGuardian():
            return guardian.available(state, seat, action.guardian)
        case CouncilShipChoice(), MoveShip():
            return ship.move_refusal(state, seat, action)
        case CouncilFateChoice(), PlaceFate():
            return fate.place_refusal(state, seat, action)
        case _:
            return refuse(Reason.WRONG_QUESTION)


def _turn_refusal(
    state: GameState, seat: Seat, decision: TurnChoice | AfterTurn, action: Action
) -> Refusal | None:
    """What may be answered before and after the main action."""
    match action:
        case Discard():
            return turn.discard_refusal(state, seat, action)
        case SendNeutral():
            return ignite.neutral_refusal(state, seat, action)
        case EndTurn():
            done = isinstance(decision, AfterTurn) or not turn.has_main_action(state, seat)
            return None if done else refuse(Reason.TURN_NOT_DONE)
        case Pass():
            if isinstance(decision, AfterTurn):
                return refuse(Reason.MAIN_ACTION_DONE)
            return countdown.pass_refusal(state, seat)
        case _ if not isinstance(action, MainAction):
            return refuse(Reason.WRONG_QUESTION)
        case _ if isinstance(decision, AfterTurn):
            return refuse(Reason.MAIN_ACTION_DONE)
        case _:
            return turn.main_refusal(state, seat, action)


def _payment_refusal(
    state: GameState,
    seat: Seat,
    decision: TilePayment | ResourcePayment,
    action: PayTiles | PayResources,
) -> Refusal | None:
    player, rules = state.players[seat], payment_rules(state, seat)
    match decision, action:
        case TilePayment(kind, count), PayTiles(paid):
            right = is_tile_payment(player.tiles, paid, kind, count, rules)
        case ResourcePayment(needed, any_count), PayResources(given):
            right = is_resource_payment(player.resources, given, needed, any_count, rules)
        case _:
            return refuse(Reason.WRONG_QUESTION)
    return None if right else refuse(Reason.PAYMENT_WRONG)


def legal(state: GameState) -> tuple[Action, ...]:
    """Every legal answer of the seat that is awaited, in a fixed order; empty when over."""
    asked = waiting(state)
    return () if asked is None else tuple(_answers(state, asked.seat, asked.decision))


def payments(state: GameState, seat: Seat, action: PaidAction) -> tuple[tuple[Action, ...], ...]:
    """The ways to pay for an answer that is legal: by tiles, and by resources if it costs any."""
    questions = turn.cost(state, seat, action).questions
    return tuple(tuple(_answers(state, seat, question)) for question in questions)


def _answers(  # noqa: C901, PLR0912 - one case a question
    state: GameState, seat: Seat, decision: Decision
) -> Iterable[Action]:
    match decision:
        case StartTileChoice():
            return fate.starts(state, seat)
        case TurnChoice():
            return _turn_answers(state, seat)
        case AfterTurn():
            bonus, discards = turn.bonus_actions(state, seat), turn.discards(state, seat)
            return (EndTurn(), *bonus, *discards)
        case KeepChoice():
            return fate.keepings(state, seat)
        case TilePayment(kind, count):
            hand, rules = state.players[seat].tiles, payment_rules(state, seat)
            return map(PayTiles, tile_payments(hand, kind, count, rules))
        case ResourcePayment(needed, any_count):
            supply, rules = state.players[seat].resources, payment_rules(state, seat)
            return map(PayResources, resource_payments(supply, needed, any_count, rules))
        case IslandChoice():
            receivings, retrievals = task.receivings(state, seat), guardian.retrievals(state, seat)
            return (*receivings, *retrievals, Decline())
        case TaskSpaceChoice():
            return task.puttings(state, seat)
        case PathChoice():
            return path.takes(state, seat)
        case ProcessionChoice():
            return procession.advances(state, seat, decision)
        case ResourceChoice():
            return procession.resource_choices(decision)
        case RewardChoice():
            return great_bonfire.rewardings(state, seat, decision)
        case NoviceChoice():
            return ignite.sendings(state, seat, decision)
        case BonusChoice():
            return ignite.bonuses(state, seat, decision)
        case CouncilPathChoice():
            return path.council_takes(state, seat)
        case CouncilMoveChoice():
            return procession.free_moves(state, seat)
        case CouncilWheelChoice():
            return great_bonfire.uses()
        case CouncilSpecialistChoice():
            return gnome.free_recruitings(state, seat)
        case CouncilGuardianChoice():
            return guardian.takings(state, seat)
        case CouncilShipChoice():
            return ship.moves(state, seat)
        case CouncilFateChoice():
            return fate.placings(state, seat)
        case TomTaskChoice():
            return tom.choices(decision)
        case _:
            assert_never(decision)


def _turn_answers(state: GameState, seat: Seat) -> Iterable[Action]:
    main = tuple(turn.main_actions(state, seat))
    yield from main
    yield from turn.bonus_actions(state, seat)
    if countdown.pass_refusal(state, seat) is None:
        yield Pass()
    if not main:
        yield EndTurn()
    yield from turn.discards(state, seat)
