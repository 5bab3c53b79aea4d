"""The puzzle of a day, on the pages of the wizard: the goal, the verdict, and the solution."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from bot.model.buttons import PuzzleAnswer, TryoutAnswer
from bot.model.controls import Sign
from bot.model.messages import Button, Menu, Picture, PictureKind, Row, Style
from bot.model.pages import Page, paragraph_of
from bot.model.rows import PuzzlerRow
from bot.present.wizard.labels import label
from bot.present.wizard.summary import UNTOLD
from bot.present.wizard.tryout import TryFrame, Tryout, framed_page, played
from bot.words import Catalog, Phrase, phrase
from bot.words.pieces import points_phrase
from engine import Game
from engine.actions import Discard, EndTurn
from engine.agenda import AfterTurn
from engine.bag import ActionTiles
from engine.events import BonfireLit, Event, Source, TilesChanged
from engine.notation import format_action
from engine.puzzles import Goal, Puzzle
from engine.puzzles.collection import StoredPuzzle
from engine.view import View

PUZZLE_SECONDS: Final = 86_400
"""Seconds of a day."""
_EPOCH: Final = date(1970, 1, 1)
_BESIDE_THE_POINT: Final = (EndTurn, Discard, *UNTOLD)
"""Answers of a solution that are not told."""
_SPOILS: Final = Sign.SUGGEST
"""The controls that ask the bot to think."""


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a day, and what the judge said of it."""

    day: int
    puzzle: Puzzle
    stored: StoredPuzzle

    def played(self, tried: Tryout) -> Game:
        """Return the position after a line; raises as `bot.present.wizard.tryout.played`."""
        return played(self.puzzle.game, self.puzzle.seat, tried)

    @property
    def solution(self) -> Tryout:
        """The line that solves it."""
        return Tryout((tuple(map(format_action, self.stored.solution)),))

    @property
    def date(self) -> str:
        """The day as it is written everywhere alike: 2026-11-23."""
        return (_EPOCH + timedelta(days=self.day)).isoformat()


def question_page(daily: DailyPuzzle, tried: Tryout, words: Catalog) -> Page:
    """The wizard's page below the goal, without anything that suggests what to play."""
    puzzle = daily.puzzle
    heading = (
        phrase("puzzle.heading", day=daily.date),
        phrase(f"puzzle.goal.{puzzle.goal}", n=puzzle.turns),
        phrase("puzzle.alone"),
    )
    return _unspoilt(framed_page(puzzle.game, puzzle.seat, tried, TryFrame(heading), words))


def verdict_page(daily: DailyPuzzle, tried: Tryout, row: PuzzlerRow, words: Catalog) -> Page:
    """Return the verdict on a finished line, with the solution for people who found one."""
    end = daily.played(tried)
    worth = daily.puzzle.worth(end)
    if worth < daily.stored.best:
        buttons = (_again(words), _button("puzzle_show", Sign.SOLUTION, words))
        return _page(daily, end, ((_missed(daily, worth),),), words, (buttons,))
    if not row.solved:
        return solution_page(daily, words)
    news = (
        phrase("puzzle.solved_first" if row.solved == 1 else "puzzle.solved", n=row.solved),
        phrase("puzzle.streak", n=row.streak),
    )
    parts = (news, _solution(daily), (_share(daily, row), _next(daily)))
    return _page(daily, end, parts, words)


def solution_page(daily: DailyPuzzle, words: Catalog) -> Page:
    """Return the solution of the puzzle, for somebody who has not solved it."""
    parts = (_solution(daily), (phrase("puzzle.shown"), _next(daily)))
    return _page(daily, daily.played(daily.solution), parts, words, ((_again(words),),))


def _page(
    daily: DailyPuzzle,
    end: Game,
    parts: Iterable[tuple[Phrase, ...]],
    words: Catalog,
    rows: tuple[Row, ...] = (),
) -> Page:
    """The goal and paragraphs below it, with the city in the end, what has changed marked."""
    puzzle = daily.puzzle
    goal = phrase(f"puzzle.goal.{puzzle.goal}", n=puzzle.turns)
    told = ((phrase("puzzle.heading", day=daily.date), goal), *parts)
    paragraphs = tuple(paragraph_of(*part) for part in told)
    picture = Picture(PictureKind.CITY, end.view(), puzzle.seat)
    return Page(words, paragraphs, rows, (picture,), tuple(_events(end)))


def _missed(daily: DailyPuzzle, worth: int) -> Phrase:
    """Return what a line lacks."""
    best = daily.stored.best
    match daily.puzzle.goal:
        case Goal.TILES if not worth:
            return phrase("puzzle.missed.no_tile")
        case Goal.TILES:
            return phrase("puzzle.missed.tiles", n=worth, best=best)
        case Goal.BONFIRE:
            return phrase("puzzle.missed.bonfire", n=daily.puzzle.turns)
        case Goal.POINTS:
            return phrase("puzzle.missed.points", points=points_phrase(worth), best=best)


def _solution(daily: DailyPuzzle) -> tuple[Phrase, ...]:
    """The line that solves it, step by step, why it does, and what the next best would be."""
    end = daily.played(daily.solution)
    return (
        phrase("puzzle.solution"),
        *_steps(daily),
        *_why(daily, end),
        phrase(f"puzzle.second.{daily.puzzle.goal}", n=daily.stored.second),
    )


def _steps(daily: DailyPuzzle) -> Iterator[Phrase]:
    at = daily.puzzle.copy()
    for action in daily.stored.solution:
        decision = at.waiting.decision if at.waiting else AfterTurn()
        if not isinstance(action, _BESIDE_THE_POINT):
            step = label(action, at.view(), daily.puzzle.seat, decision)
            yield phrase("preview.step", step=step)
        at.submit(daily.puzzle.seat, action)


def _why(daily: DailyPuzzle, end: Game) -> Iterator[Phrase]:
    """Yield the sources of the tiles or points, by the events and the score sheets."""
    match daily.puzzle.goal:
        case Goal.TILES:
            for source in (Source.FATE_TILE, Source.FATE_SQUARE):
                if gained := _gained(_events(end), source):
                    yield phrase(f"puzzle.why.{source}", n=gained.total, tiles=gained)
        case Goal.BONFIRE:
            tasks = {task.id: task for task in daily.puzzle.game.box.tasks}
            for event in _events(end):
                if isinstance(event, BonfireLit):
                    task = tasks[event.task]
                    points = points_phrase(task.points)
                    yield phrase("puzzle.why.bonfire", task=task, points=points)
        case Goal.POINTS:
            sources = tuple(_sources(daily, daily.puzzle.game.view(), end.view()))
            yield phrase(
                "puzzle.why.points", points=points_phrase(daily.stored.best), sources=sources
            )


def _sources(daily: DailyPuzzle, before: View, after: View) -> Iterator[Phrase]:
    """The sources of points that the line changes."""
    then, now = (view.seats[daily.puzzle.seat].sheet for view in (before, after))
    for source, points in now.points:
        if change := points - then[source]:
            key = "more" if change > 0 else "less"
            yield phrase(f"puzzle.{key}", source=source, points=abs(change))


def _gained(events: Iterable[Event], source: Source) -> ActionTiles:
    tiles = ActionTiles.EMPTY
    for event in events:
        if isinstance(event, TilesChanged) and event.source is source:
            tiles += event.gained
    return tiles


def _share(daily: DailyPuzzle, row: PuzzlerRow) -> Phrase:
    """A line to be copied, which tells nothing of the solution."""
    first = "puzzle.shared_first" if row.solved == 1 else "puzzle.shared"
    return phrase("puzzle.share", line=phrase(first, day=daily.date, n=row.solved))


def _next(daily: DailyPuzzle) -> Phrase:
    return phrase("puzzle.next", at=str((daily.day + 1) * PUZZLE_SECONDS))


def _events(end: Game) -> Iterator[Event]:
    return (event for move in end.moves for event in move.events)


def _again(words: Catalog) -> Button:
    return _button("puzzle_again", Sign.RESET, words, Style.MAIN)


def _button(name: str, token: str, words: Catalog, style: Style = Style.PLAIN) -> Button:
    return Button(words.say(f"button.{name}"), PuzzleAnswer(token), style)


def _unspoilt(page: Page) -> Page:
    """Return a page whose controls are the puzzle's, without those that suggest what to play."""
    rows = tuple(row for row in map(_of_puzzle, page.rows) if row != ())
    return replace(page, rows=rows)


def _of_puzzle(row: Row) -> Row:
    match row:
        case Menu(TryoutAnswer(token), _, choices):
            mine = tuple(
                replace(choice, value=PuzzleAnswer(choice.value.token), mark="")
                for choice in choices
                if isinstance(choice.value, TryoutAnswer)
            )
            return replace(row, value=PuzzleAnswer(token), choices=mine)
        case tuple():
            return tuple(
                replace(button, value=PuzzleAnswer(button.value.token))
                for button in row
                if isinstance(button.value, TryoutAnswer) and button.value.token != _SPOILS
            )
        case _:
            return row
