"""The picture of a question: the place of its answers, larger, and their marks in it."""

from collections.abc import Iterable, Iterator, Sequence

from bot.model.controls import Sign
from bot.model.messages import Page, PageLine, Row
from bot.model.pictures import part_of
from bot.present.wizard.asides import closer
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.places import where_answered
from bot.words import Phrase
from engine import Game, agenda
from engine.actions import Action, Advance, MakeProcession, MoveGuardian, MoveShip, UseGreatBonfire
from engine.advice import ADVICE_SEED
from engine.box_index import box_index
from engine.data.box import Task
from engine.ids import Seat
from engine.scoring import CRYSTAL_POINTS
from engine.view import PositionView
from renderer import Hints, Walk


def asking_page(
    builder: PageBuilder,
    lines: Sequence[Phrase | PageLine],
    rows: Sequence[Row],
    decision: agenda.Decision,
    options: Sequence[Action],
) -> Page:
    """Return a page that asks in the position which the draft leads to, above these answers."""
    seat, view = builder.seat, builder.reached
    hints = hints_of(builder.plan.game, seat, decision, options)
    page = builder.page(lines, rows, view, hints=hints)
    cut = where_answered(decision, options, view, seat, hints)
    return (
        page
        if cut is None
        else closer(page, part_of(view, cut, hints=hints), builder.guide.answer(Sign.WHOLE))
    )


def hints_of(game: Game, seat: Seat, decision: agenda.Decision, options: Sequence[Action]) -> Hints:
    """Return the marks in a picture of `game` when the seat chooses among these legal answers.

    It tries everything in a copy that is dealt anew, so the marks show nothing that is hidden.
    """
    trial = game.fork(ADVICE_SEED)
    sailing = [each for each in options if isinstance(each, MoveShip)]
    turns = [each for each in options if isinstance(each, UseGreatBonfire)]
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
    return asked.count if isinstance(asked, agenda.TilePayment) else 0


def _spaces(
    game: Game, seat: Seat, decision: agenda.Decision
) -> tuple[tuple[int, int | None], ...]:
    """The free spaces for a task that was just received, and what its crystals add."""
    if not isinstance(decision, agenda.TaskSpaceChoice):
        return ()
    task = box_index(game.box).tasks[decision.task]
    free = (spot for spot in game.seat_view(seat).positions if spot.task is None)
    return tuple((spot.position, _crystal(spot, task)) for spot in free)


def _crystal(spot: PositionView, task: Task) -> int | None:
    """The points for a crystal of the task's colour; None where its path tile is still open."""
    if not spot.built:
        return None
    return CRYSTAL_POINTS if spot.crystal is task.color else 0


def _walks(options: Iterable[Action], tiles: int = 0) -> Iterator[Walk]:
    """The walks among some answers."""
    for action in options:
        if isinstance(action, Advance | MoveGuardian):
            yield Walk(action.guardian, action.place, tiles)


def _processions(trial: Game, seat: Seat, options: Iterable[Action]) -> Iterator[Walk]:
    """The walks with which processions can begin, each at the least price."""
    made = (each for each in options if isinstance(each, MakeProcession))
    reached = set()
    for procession in sorted(made, key=lambda each: each.steps):
        answered = _paid_for(trial, seat, procession)
        if trial.waiting and isinstance(trial.waiting.decision, agenda.ProcessionChoice):
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
    while trial.waiting and isinstance(trial.waiting.decision, agenda.TilePayment):
        trial.submit(seat, trial.legal_actions()[0])
        answered += 1
    return answered
