"""A question in the middle of a plan: ranked answers, a stepper for payments, marks in the picture.

The stepper puts a payment, or what is kept, together piece by piece out of the legal ones.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final

from bot.model.controls import Sign, write_control
from bot.model.messages import Button, Choice, Row, Style, in_rows
from bot.model.pages import Page, PageLine
from bot.model.pictures import PictureKind
from bot.present.questions import question
from bot.present.wizard.fate_page import aimed_at, fate_prompt
from bot.present.wizard.page_builder import PageBuilder
from bot.words import Counted, Phrase, key_of, phrase
from bot.words.pieces import holdings_phrase
from engine import Game, agenda
from engine.actions import (
    Action,
    Advance,
    Keep,
    MakeProcession,
    MoveGuardian,
    MoveShip,
    PayResources,
    PayTiles,
    PlaceFate,
    UseGreatBonfire,
)
from engine.advice import ADVICE_SEED
from engine.box_index import box_index
from engine.data.box import Task
from engine.data.council import CouncilBonus
from engine.ids import ActionType, Resource, Seat
from engine.scoring import CRYSTAL_POINTS
from engine.view import PositionView
from renderer import Hints, Walk

_BY_PIECES: Final = (PayTiles, PayResources, Keep)
"""Answers that name pieces."""
_ORDER: Final = (*ActionType, *Resource)
_BEST_PAYMENTS: Final = 10
_ON_THE_BOARD: Final = (
    agenda.BonusChoice,
    agenda.CouncilChoice,
    agenda.IslandChoice,
    agenda.NoviceChoice,
    agenda.PathChoice,
    agenda.RewardChoice,
    agenda.TomTaskChoice,
)
"""Questions about pieces of the main board: it is shown in place of the city."""

_IN_THE_CITY: Final = (
    agenda.CouncilChoice(CouncilBonus.MOVE_GUARDIAN),
    agenda.CouncilChoice(CouncilBonus.FATE),
)
"""Those of them that are about the city all the same."""


def ask_page(builder: PageBuilder, decision: agenda.Decision) -> Page:
    """The open question of the draft, below what has been chosen so far."""
    plan = builder.plan
    begun = builder.draft.answers or builder.draft.screen
    lines: list[Phrase | PageLine] = []
    if plan.steps or builder.underway is not None:
        lines += (phrase("prompt.chosen_so_far"), *builder.step_lines(plan.steps))
    if not begun:
        me = builder.view.seats[builder.seat]
        lines.append(holdings_phrase(me.tiles, me.resources))
    lines += (question(decision), *aimed_at(builder), *_laid_out(builder.draft.picked))
    options = builder.repriced or plan.game.legal_actions()
    below = builder.back() if begun else builder.aside()
    if isinstance(options[0], PlaceFate):
        return fate_prompt(builder, lines, options, below, suggested=True)
    if not begun:
        below = (builder.button("suggest_answer", Sign.SUGGEST), *below)
    rows = _ranked(builder, options, decision)
    on_board = isinstance(decision, _ON_THE_BOARD) and decision not in _IN_THE_CITY
    kind = PictureKind.BOARD if on_board else PictureKind.CITY
    hints = hints_of(plan.game, builder.seat, decision, options)
    return builder.page(lines, (*rows, below) if below else rows, plan.view(), kind, hints)


def _ranked(
    builder: PageBuilder, options: Sequence[Action], decision: agenda.Decision
) -> Sequence[Row]:
    ranked = builder.best_first(options)

    def candidate(action: Action) -> Choice:
        caption, suggested = builder.label(action, decision), action == ranked[0]
        return builder.candidate((action,), caption, suggested=suggested)

    by_pieces = all(isinstance(option, _BY_PIECES) for option in options)
    if by_pieces and len(options) > _BEST_PAYMENTS:
        best = tuple(map(candidate, ranked[:_BEST_PAYMENTS]))
        return (builder.menu(best, "payments"), *_stepper_rows(builder, options))
    return builder.paged(ranked, candidate, "choose")


def within(picked: Sequence[str], options: Iterable[Action]) -> list[Action]:
    """The answers that contain everything picked so far."""
    wanted = Counter(picked)
    return [action for action in options if wanted <= _pieces(action)]


def exact(picked: Sequence[str], options: Iterable[Action]) -> Action | None:
    """The answer that is exactly what has been picked."""
    wanted = Counter(picked)
    by_pieces = (action for action in options if isinstance(action, _BY_PIECES))
    return next((action for action in by_pieces if _pieces(action) == wanted), None)


def _laid_out(picked: Sequence[str]) -> tuple[Phrase, ...]:
    """A line that tells the pieces picked so far, if there are any."""
    counts = Counter(picked)
    pieces = tuple(Counted(kind, counts[kind]) for kind in _ORDER if counts[kind])
    return (phrase("stepper.laid", pieces=pieces),) if pieces else ()


def _stepper_rows(builder: PageBuilder, options: Sequence[Action]) -> tuple[Row, ...]:
    """The buttons that add a piece, take what lies there, or start over."""
    picked = builder.draft.picked
    adding = [
        builder.labelled(
            phrase("stepper.add", kind=kind), write_control(Sign.PICK, kind), symbol=key_of(kind)
        )
        for kind in _addable(picked, options)
    ]
    rows: list[Row] = [*in_rows(adding)]
    if picked or exact(picked, options):
        rows.append(tuple(_closing(builder, options)))
    return tuple(rows)


def _addable(picked: Sequence[str], options: Iterable[Action]) -> list[ActionType | Resource]:
    """The kinds of which some answer that fits has more than has been picked."""
    have = Counter(picked)
    most: Counter[str] = reduce(or_, map(_pieces, within(picked, options)), Counter())
    return [kind for kind in _ORDER if most[kind] > have[kind]]


def _closing(builder: PageBuilder, options: Sequence[Action]) -> Iterable[Button]:
    if exact(builder.draft.picked, options):
        yield builder.button("take", Sign.TAKE_PICKED, Style.GO)
    if builder.draft.picked:
        yield builder.button("start_over", Sign.PICK)


def _pieces(action: Action) -> Counter[str]:
    """Count the pieces of each kind that an answer names."""
    match action:
        case PayTiles(bag) | Keep(bag) | PayResources(bag):
            return Counter[str](bag)
        case _:
            return Counter()


def hints_of(game: Game, seat: Seat, decision: agenda.Decision, options: Sequence[Action]) -> Hints:
    """Return the marks in a picture of `game` when the seat chooses among these legal answers.

    It tries everything in a copy that is dealt anew, so the marks tell nothing that lies face down.
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
