"""Ignite a bonfire, bonus actions, and the High Council (S1 Ignite a Bonfire, Bonus Action)."""

from collections.abc import Iterator

from engine import modifiers, moments
from engine.actions import Ignite, SendNeutral, SendNovice, TakeBonus, TakePoint
from engine.agenda import (
    BonusChoice,
    CouncilFateChoice,
    CouncilGuardianChoice,
    CouncilMoveChoice,
    CouncilPathChoice,
    CouncilShipChoice,
    CouncilSpecialistChoice,
    CouncilWheelChoice,
    Decision,
    NoviceChoice,
)
from engine.bag import ActionTiles, Resources
from engine.data.standard import index
from engine.events import BonusTaken, Source
from engine.ids import (
    POSITIONS,
    SEAT_NOVICES,
    ActionType,
    CommonTask,
    CouncilBonus,
    Novice,
    PointSource,
    Resource,
    Seat,
)
from engine.progress import common_task_progress, progress
from engine.refusal import Reason, Refusal, refuse
from engine.rules import fate, gnome, guardian, path, procession
from engine.state import GameState

COUNCIL_SPACES = range(1, 9)


def ignite_refusal(state: GameState, seat: Seat, action: Ignite) -> Refusal | None:
    """Why the task on a space cannot be ignited: its condition must be met now (ruling 24)."""
    if action.space not in POSITIONS:
        return refuse(Reason.TASK_SPACE_EMPTY, space=action.space)
    held = state.players[seat].tasks[action.space - 1]
    if held is None:
        return refuse(Reason.TASK_SPACE_EMPTY, space=action.space)
    if held.lit:
        return refuse(Reason.ALREADY_LIT, space=action.space)
    have, need = progress(index(state.box).tasks[held.task].condition, state, seat)
    if have < need:
        return refuse(Reason.TASK_NOT_MET, task=held.task, have=have, need=need)
    return None


def ignitions(state: GameState, seat: Seat) -> Iterator[Ignite]:
    """Every task that is met."""
    for space, held in zip(POSITIONS, state.players[seat].tasks, strict=True):
        if held is not None and not held.lit:
            action = Ignite(space)
            if ignite_refusal(state, seat, action) is None:
                yield action


def ignite(draft: GameState, seat: Seat, action: Ignite) -> None:
    """Turn the task over; the novice beside it goes to the High Council."""
    moments.bonfire_lit(draft, seat, action.space)
    draft.agenda.append(NoviceChoice(SEAT_NOVICES[seat]))


def neutral_refusal(state: GameState, seat: Seat, action: SendNeutral) -> Refusal | None:
    """Why the neutral novice of a common task cannot be sent."""
    if action.common not in state.neutral:
        return refuse(Reason.NEUTRAL_GONE, common=action.common)
    have, need = common_task_progress(action.common, state, seat)
    if have < need:
        return refuse(Reason.COMMON_NOT_MET, common=action.common, have=have, need=need)
    return None


def neutral_sendings(state: GameState, seat: Seat) -> Iterator[SendNeutral]:
    """Every bonus action that is possible."""
    if state.players[seat].common_met.isdisjoint(state.neutral):
        return
    for common in CommonTask:
        action = SendNeutral(common)
        if neutral_refusal(state, seat, action) is None:
            yield action


def send_neutral(draft: GameState, action: SendNeutral) -> None:
    """Begin a bonus action: the neutral novice waits for its council space."""
    draft.agenda.append(NoviceChoice(Novice.NEUTRAL, action.common))


def _open_spaces(state: GameState, seat: Seat, novice: Novice) -> list[int]:
    """The council spaces without a novice of this colour; any with specialist 24 (ruling 14).

    There is always one: a colour has at most seven novices for eight spaces.
    """
    if modifiers.may_share_council_spaces(state.players[seat]):
        return list(COUNCIL_SPACES)
    return [space for space in COUNCIL_SPACES if novice not in state.council[space - 1]]


def send_refusal(
    state: GameState, seat: Seat, choice: NoviceChoice, action: SendNovice
) -> Refusal | None:
    """Why the novice cannot go to a space."""
    if action.space in _open_spaces(state, seat, choice.novice):
        return None
    return refuse(Reason.COUNCIL_SPACE_TAKEN, space=action.space)


def sendings(state: GameState, seat: Seat, choice: NoviceChoice) -> Iterator[SendNovice]:
    """Every space the novice may go to."""
    for space in _open_spaces(state, seat, choice.novice):
        yield SendNovice(space)


def send(draft: GameState, seat: Seat, choice: NoviceChoice, action: SendNovice) -> None:
    """Place the novice; then a bonus is chosen."""
    moments.novice_placed(draft, seat, choice.novice, action.space, choice.common)
    draft.agenda.append(BonusChoice(action.space))


def _question(bonus: CouncilBonus) -> Decision | None:
    """What a bonus asks next; the Gold of the first one asks nothing."""
    match bonus:
        case CouncilBonus.GOLD:
            return None
        case CouncilBonus.PATH:
            return CouncilPathChoice()
        case CouncilBonus.MOVE_GUARDIAN:
            return CouncilMoveChoice()
        case CouncilBonus.GREAT_BONFIRE:
            return CouncilWheelChoice()
        case CouncilBonus.SPECIALIST:
            return CouncilSpecialistChoice()
        case CouncilBonus.GUARDIAN:
            return CouncilGuardianChoice()
        case CouncilBonus.SHIP:
            return CouncilShipChoice()
        case CouncilBonus.FATE:
            return CouncilFateChoice()


def bonus_of(state: GameState, space: int) -> CouncilBonus:
    """The bonus of a council space."""
    return index(state.box).council[space].bonus


def possible(state: GameState, seat: Seat, bonus: CouncilBonus) -> bool:
    """Whether a bonus can be carried out; otherwise only the point is left (rulings 36, 48)."""
    match bonus:
        case CouncilBonus.GOLD | CouncilBonus.GREAT_BONFIRE | CouncilBonus.SHIP:
            return True
        case CouncilBonus.PATH:
            return _any(path.council_takes(state, seat))
        case CouncilBonus.MOVE_GUARDIAN:
            return _any(procession.free_moves(state, seat))
        case CouncilBonus.SPECIALIST:
            return _any(gnome.free_recruitings(state, seat))
        case CouncilBonus.GUARDIAN:
            return _any(guardian.takings(state, seat))
        case CouncilBonus.FATE:
            return fate.can_place(state, seat)


def _any(answers: Iterator[object]) -> bool:
    return any(True for _ in answers)


def bonus_refusal(
    state: GameState, seat: Seat, choice: BonusChoice, action: TakeBonus | TakePoint
) -> Refusal | None:
    """Why the bonus or the point cannot be taken; the first space offers no point."""
    bonus = bonus_of(state, choice.space)
    if isinstance(action, TakePoint):
        return refuse(Reason.POINT_IMPOSSIBLE) if bonus is CouncilBonus.GOLD else None
    if not possible(state, seat, bonus):
        return refuse(Reason.BONUS_IMPOSSIBLE, space=choice.space)
    return None


def bonuses(state: GameState, seat: Seat, choice: BonusChoice) -> Iterator[TakeBonus | TakePoint]:
    """The bonus of the space, and 1 point."""
    for action in (TakeBonus(), TakePoint()):
        if bonus_refusal(state, seat, choice, action) is None:
            yield action


def take_bonus(draft: GameState, seat: Seat, choice: BonusChoice) -> None:
    """Gain the bonus or ask for its details."""
    bonus = bonus_of(draft, choice.space)
    draft.events.append(BonusTaken(seat, bonus))
    question = _question(bonus)
    if question is not None:
        draft.agenda.append(question)
        return
    gold, wild = Resources.EMPTY.plus(Resource.GOLD, 2), ActionTiles.of(ActionType.WILD)
    moments.gain_resources(draft, seat, gold, Source.COUNCIL)
    moments.gain_tiles(draft, seat, wild, Source.COUNCIL)


def take_point(draft: GameState, seat: Seat) -> None:
    """Gain 1 point instead of the bonus."""
    moments.score(draft, seat, 1, PointSource.COUNCIL)
