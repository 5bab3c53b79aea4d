"""The puzzle of a day: its verdict, and why the solution is one."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final

from bot.features.puzzle import values
from bot.features.puzzle.collection import StoredPuzzle
from bot.features.puzzle.posed import (
    PosedPuzzle,
    PuzzleEnding,
    attempt_page,
    events_of,
    solved_phrase,
)
from bot.features.puzzle.puzzle import Goal, Puzzle
from bot.model import messages
from bot.words import Catalog, Phrase, phrase, pieces
from engine import Game, bag
from engine.events import BonfireLit, Event, Source, TilesChanged
from engine.view import View

_EPOCH: Final = date(1970, 1, 1)


def daily_puzzle(day: int, puzzle: Puzzle, stored: StoredPuzzle) -> PosedPuzzle:
    """Return the puzzle of a day, counted from 1970-01-01, as it is posed."""
    heading = phrase("puzzle.heading", day=_calendar_day(day))
    return PosedPuzzle(puzzle, stored, heading, values.PuzzleAnswer)


def puzzle_page(daily: PosedPuzzle, row: values.PuzzlerRow, words: Catalog) -> messages.Page:
    """Return the page of a person's attempt."""
    return attempt_page(daily, row, lambda: _ending(daily, row), words)


def _ending(daily: PosedPuzzle, row: values.PuzzlerRow) -> PuzzleEnding:
    streak = (phrase("puzzle.streak", n=row.streak),) if row.streak > 1 else ()
    second = phrase(f"puzzle.second.{_kind(daily.puzzle.goal)}", n=daily.stored.second)
    coming = phrase("puzzle.next", at=str((row.day + 1) * values.PUZZLE_SECONDS))
    return PuzzleEnding(
        news=(solved_phrase(row), *streak),
        why=(*_why(daily, daily.played(daily.solution)), second),
        last=(_share(row), coming),
        shown=(phrase("puzzle.shown"), coming),
    )


def _calendar_day(day: int) -> date:
    return _EPOCH + timedelta(days=day)


def _why(daily: PosedPuzzle, end: Game) -> Iterator[Phrase]:
    """Yield what a solution brings, by the events and the score sheets."""
    match daily.puzzle.goal:
        case Goal.TILES:
            for source in (Source.FATE_TILE, Source.FATE_SQUARE):
                if gained := _gained(events_of(end), source):
                    yield phrase(f"puzzle.why.{source}", n=gained.total, tiles=gained)
        case Goal.BONFIRE:
            tasks = {task.id: task for task in daily.puzzle.game.box.tasks}
            for event in events_of(end):
                if isinstance(event, BonfireLit):
                    task = tasks[event.task]
                    points = pieces.points_phrase(task.points)
                    yield phrase("puzzle.why.bonfire", task=task, points=points)
        case Goal.RESOURCES:
            left = end.seat_view(daily.puzzle.seat).resources
            yield phrase("puzzle.why.resources", resources=left)
        case goal:
            sources = tuple(_sources(daily, daily.puzzle.game.view(), end.view()))
            points = pieces.points_phrase(daily.stored.best)
            yield phrase(f"puzzle.why.{_kind(goal)}", points=points, sources=sources)


def _kind(goal: Goal) -> str:
    """Return the last part of the keys with the reasons of a solution; goals share some of them."""
    if goal.happens:
        return "happens"
    return Goal.POINTS if goal is Goal.SCORE else goal


def _sources(daily: PosedPuzzle, before: View, after: View) -> Iterator[Phrase]:
    """The sources of points that the line changes."""
    then, now = (view.seats[daily.puzzle.seat].sheet for view in (before, after))
    for source, points in now.points:
        if change := points - then[source]:
            key = "more" if change > 0 else "less"
            yield phrase(f"puzzle.{key}", source=source, points=abs(change))


def _gained(events: Iterable[Event], source: Source) -> bag.ActionTiles:
    tiles = bag.ActionTiles.EMPTY
    for event in events:
        if isinstance(event, TilesChanged) and event.source is source:
            tiles += event.gained
    return tiles


def _share(row: values.PuzzlerRow) -> Phrase:
    """A line to be copied, which tells nothing of the solution."""
    first = "puzzle.shared_first" if row.solved == 1 else "puzzle.shared"
    day, stars = _calendar_day(row.day), values.drawn_stars(row.stars)
    return phrase("puzzle.share", line=phrase(first, day=day, n=row.solved, stars=stars))
