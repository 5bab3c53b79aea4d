"""The marks in the picture of a page: the prices, worths and places of its question."""

from collections.abc import Iterable, Iterator, Sequence

from engine import Game, actions
from engine.actions import Action
from engine.advice import ADVICE_SEED
from engine.agenda import Decision, ProcessionChoice, TaskSpaceChoice, TilePayment
from engine.box_index import box_index
from engine.data.box import Task
from engine.ids import Seat
from engine.scoring import CRYSTAL_POINTS
from engine.view import PositionView
from renderer import Hints, Walk


def hints_of(game: Game, seat: Seat, decision: Decision, options: Sequence[Action]) -> Hints:
    """Return the marks in a picture of `game` when the seat chooses among these legal answers.

    Everything is tried in a copy that is dealt anew, so nothing face-down can be told.
    """
    trial = game.fork(ADVICE_SEED)
    sailing = [each for each in options if isinstance(each, actions.MoveShip)]
    turns = [each for each in options if isinstance(each, actions.UseGreatBonfire)]
    return Hints(
        sailing=tuple(sorted((one.island, _tiles_asked(trial, seat, one)) for one in sailing)),
        wheel=tuple(sorted((one.space, _tiles_asked(trial, seat, one)) for one in turns)),
        spaces=_spaces(game, seat, decision),
        walks=(*_walks(options), *_processions(trial, seat, options)),
    )


def _tiles_asked(trial: Game, seat: Seat, action: Action) -> int:
    """The price of an answer in action tiles; the copy is left as it was."""
    trial.submit(seat, action)
    asked = trial.waiting.decision if trial.waiting else None
    trial.undo(seat)
    return asked.count if isinstance(asked, TilePayment) else 0


def _spaces(game: Game, seat: Seat, decision: Decision) -> tuple[tuple[int, int | None], ...]:
    """The free spaces for a task that was just received, and what its crystals add."""
    if not isinstance(decision, TaskSpaceChoice):
        return ()
    task = box_index(game.box).tasks[decision.task]
    free = (spot for spot in game.view().seats[seat].positions if spot.task is None)
    return tuple((spot.position, _crystal(spot, task)) for spot in free)


def _crystal(spot: PositionView, task: Task) -> int | None:
    """The points for a crystal of the task's colour; None where its path tile is still open."""
    if not spot.built:
        return None
    return CRYSTAL_POINTS if spot.crystal is task.color else 0


def _walks(options: Iterable[Action], tiles: int = 0) -> Iterator[Walk]:
    """The walks among some answers."""
    for action in options:
        if isinstance(action, actions.Advance | actions.MoveGuardian):
            yield Walk(action.guardian, action.place, tiles)


def _processions(trial: Game, seat: Seat, options: Iterable[Action]) -> Iterator[Walk]:
    """The walks with which processions can begin, each at the least price."""
    made = (each for each in options if isinstance(each, actions.MakeProcession))
    reached = set()
    for procession in sorted(made, key=lambda each: each.steps):
        answered = _paid_for(trial, seat, procession)
        if trial.waiting and isinstance(trial.waiting.decision, ProcessionChoice):
            for walk in _walks(trial.legal_actions(), procession.steps):
                if (walk.guardian, walk.place) not in reached:
                    reached.add((walk.guardian, walk.place))
                    yield walk
        for _ in range(answered):
            trial.undo(seat)


def _paid_for(trial: Game, seat: Seat, action: Action) -> int:
    """Give an answer and pay for it in any way; tells how many answers that took."""
    answered = 1
    trial.submit(seat, action)
    while trial.waiting and isinstance(trial.waiting.decision, TilePayment):
        trial.submit(seat, trial.legal_actions()[0])
        answered += 1
    return answered
