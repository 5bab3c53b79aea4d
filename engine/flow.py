"""The flow of a game: what an answer brings about, as a pure function from state to state."""

from engine import moments
from engine.actions import (
    Action,
    Advance,
    ChooseResource,
    ChooseStart,
    Decline,
    Discard,
    EndTurn,
    Halt,
    Ignite,
    Keep,
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
    Decision,
    IslandChoice,
    KeepChoice,
    NoviceChoice,
    PaidAction,
    Perform,
    ProcessionChoice,
    ResourceChoice,
    RewardChoice,
    TaskSpaceChoice,
    TomBegins,
    TomEnds,
    TomTaskChoice,
    TurnChoice,
)
from engine.bag import ActionTiles
from engine.events import Source
from engine.ids import Seat
from engine.legality import StuckTurnError, refusal
from engine.refusal import Refused
from engine.rules import (
    countdown,
    fate,
    great_bonfire,
    guardian,
    ignite,
    path,
    procession,
    task,
    tom,
    turn,
)
from engine.state import GameState


def apply(state: GameState, seat: Seat, action: Action) -> GameState:
    """The state after an answer; the given state stays as it is. Raises Refused."""
    why = refusal(state, seat, action)
    if why is not None:
        raise Refused(why)
    return apply_legal(state, seat, action)


def apply_legal(state: GameState, seat: Seat, action: Action) -> GameState:
    """The state after an answer that is known to be legal."""
    draft = state.copy()
    decision = draft.agenda.pop()
    if isinstance(decision, EFFECTS):
        raise StuckTurnError(f"an effect waits: {state.agenda}")
    if isinstance(decision, TurnChoice | AfterTurn):
        _answer_turn(draft, seat, decision, action)
    else:
        _answer(draft, seat, decision, action)
    _run(draft)
    return draft


def _answer_turn(
    draft: GameState, seat: Seat, decision: TurnChoice | AfterTurn, action: Action
) -> None:
    match action:
        case EndTurn():
            countdown.finish_turn(draft, idle=isinstance(decision, TurnChoice))
        case Pass():
            countdown.pass_turn(draft, seat)
        case Discard(kind):
            draft.agenda.append(decision)
            moments.lose_tiles(draft, seat, ActionTiles.of(kind), Source.DISCARD)
        case SendNeutral():
            draft.agenda.append(decision)
            turn.settle(draft, seat)
            ignite.send_neutral(draft, action)
        case PlaceFate():
            draft.agenda.append(AfterTurn())
            fate.begin(draft, seat, action)
        case Ignite():
            draft.agenda.append(AfterTurn())
            ignite.ignite(draft, seat, action)
        case _ if isinstance(action, PaidAction):
            draft.agenda.append(AfterTurn())
            turn.charge(draft, seat, action)
        case _:
            raise StuckTurnError(f"{action} does not answer {decision}")


def _answer(  # noqa: C901, PLR0912 - one case an answer
    draft: GameState, seat: Seat, decision: Decision, action: Action
) -> None:
    """Bring about what an answer says, for every question but those of the turn itself."""
    match decision, action:
        case _, ChooseStart():
            fate.choose_start(draft, seat, action)
        case KeepChoice(), Keep():
            fate.keep(draft, seat, decision, action)
        case _, PlaceFate():
            fate.place(draft, seat, action)
        case _, PayTiles(tiles):
            moments.lose_tiles(draft, seat, tiles, Source.COST)
        case _, PayResources(resources):
            moments.lose_resources(draft, seat, resources, Source.COST)
        case IslandChoice(), ReceiveTask() | RetrieveGuardian():
            turn.charge(draft, seat, action)
        case _, Decline() | Halt():
            pass
        case TaskSpaceChoice(), PutTask():
            task.put(draft, seat, decision, action)
        case _, SearchPath():
            path.search(draft, seat, action)
        case ProcessionChoice(), Advance():
            procession.advance(draft, seat, decision, action)
        case ResourceChoice(), ChooseResource():
            procession.choose_resource(draft, seat, decision, action)
        case RewardChoice(), TakeRewards():
            great_bonfire.take_rewards(draft, seat, decision, action)
        case NoviceChoice(), SendNovice():
            ignite.send(draft, seat, decision, action)
        case BonusChoice(), TakeBonus():
            ignite.take_bonus(draft, seat, decision)
        case _, TakePoint():
            ignite.take_point(draft, seat)
        case _, MoveGuardian():
            procession.move_freely(draft, seat, action)
        case _, TakeGuardian(colour):
            guardian.come(draft, seat, colour)
        case TomTaskChoice(), TomTakes():
            tom.take_chosen(draft, decision, action)
        case _, (TakePath() | RefreshPaths() | MoveShip() | UseGreatBonfire() | RecruitGnome()):
            turn.perform(draft, seat, action)
        case _:
            raise StuckTurnError(f"{action} does not answer {decision}")


def _run(draft: GameState) -> None:
    """Run the effects that surface until a question waits or the game is over."""
    while draft.ended is None:
        match draft.agenda[-1]:
            case Perform(action):
                draft.agenda.pop()
                turn.perform(draft, draft.seat, action)
            case TomBegins():
                draft.agenda.pop()
                tom.take_turn(draft)
            case TomEnds():
                draft.agenda.pop()
                tom.bonus_actions(draft)
                countdown.finish_turn(draft, idle=False)
            case TurnChoice():
                # After a bonus action the displays are full again before the main action.
                turn.settle(draft, draft.seat)
                return
            case _:
                return
