"""The story of a turn as its post tells it, with pictures, and that of a game step by step."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from bot.model import preferences
from bot.model.people import Names, Person, names_of
from bot.model.pictures import Picture, PictureKind, picture_of
from bot.present.narration import Told, narrate_deeds
from bot.present.rules_used import HEADLINES
from bot.words import Catalog, Phrase, phrase
from engine import Game, Move, events, ids
from engine.data.box import Box
from engine.history import History, PlayedTurn, history, points_by_step
from engine.view import View

_CHIEF: Final = tuple(HEADLINES)


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A line of a story, in small type or not."""

    text: str
    small: bool = False

    def __str__(self) -> str:
        """The line as Discord shows it."""
        return f"-# {self.text}" if self.small else self.text


def turn_story(
    happened: Iterable[events.Event],
    names: Names,
    box: Box,
    words: Catalog,
    briefly: Container[ids.Seat] = (),
) -> tuple[StoryLine, ...]:
    """The lines of one or more turns: of each a headline, its news, and in small type the rest.

    The turn of a seat in `briefly` has one line: its headline, its outcome where that is another,
    the points that it scored, and its news.
    """
    lines: list[StoryLine] = []
    for turn in _turns(happened):
        deeds = tuple(narrate_deeds(turn, names, box, words))
        lines += _shortened(deeds) if turn and turn[0].seat in briefly else _told(deeds)
    return tuple(lines)


def headline_of(happened: Iterable[events.Event], names: Names, box: Box, words: Catalog) -> str:
    """The headline of a turn alone; nothing where nothing makes one."""
    chief = _chief(tuple(narrate_deeds(happened, names, box, words)))
    return "" if chief is None else chief.headline


def chief_event(happened: Iterable[events.Event]) -> events.Event | None:
    """Return the event of a turn that texts tell first."""
    told = (event for event in happened if isinstance(event, _CHIEF))
    return min(told, key=lambda event: _CHIEF.index(type(event)), default=None)


def _turns(happened: Iterable[events.Event]) -> Iterator[Sequence[events.Event]]:
    turn: list[events.Event] = []
    for event in happened:
        if isinstance(event, events.TurnBegan | events.TurnSkipped):
            yield turn
            turn = []
        turn.append(event)
    yield turn


def _told(deeds: Sequence[Told]) -> Iterator[StoryLine]:
    chief = _chief(deeds)
    if chief is not None:
        yield StoryLine(_sentences(f"**{chief.headline}**", chief.details, chief.outcome))
    for deed in deeds:
        yield from map(StoryLine, deed.news)
    for deed in deeds:
        books = _sentences(deed.books, deed.scored)
        small = (deed.headline, deed.details, deed.outcome, books)
        if told := books if deed is chief else _sentences(*small):
            yield StoryLine(told, small=True)


def _shortened(deeds: Sequence[Told]) -> Iterator[StoryLine]:
    chief = _chief(deeds)
    headline = f"**{chief.headline}**" if chief else ""
    came = [_sentences(deed.outcome, deed.scored) for deed in deeds]
    if told := _sentences(headline, *came, *(news for deed in deeds for news in deed.news)):
        yield StoryLine(told)


def _chief(deeds: Sequence[Told]) -> Told | None:
    return min((deed for deed in deeds if deed.headline), key=_rank, default=None)


def _sentences(*told: str) -> str:
    return " ".join(filter(None, told))


def _rank(deed: Told) -> int:
    """The place of a thing done among all headlines."""
    ranks = (_CHIEF.index(type(event)) for event in deed.heard if isinstance(event, _CHIEF))
    return min(ranks, default=len(_CHIEF))


@dataclass(frozen=True, slots=True)
class Reading:
    """A game's history, the points of all seats at every step, and the names by seat."""

    game: Game
    past: History
    points: Sequence[tuple[int, ...]]
    names: Names
    words: Catalog

    def gains(self, step: int) -> tuple[int, ...]:
        """The points that a step brought each seat."""
        before, after = self.points[max(0, step - 1)], self.points[step]
        return tuple(max(0, now - then) for then, now in zip(before, after, strict=True))

    def heading(self, step: int, now: View) -> Phrase:
        """Return the heading of a step: the owner of its turn; `now` is the present position."""
        game, past, turn = self.game, self.past, self.past.turn(step)
        if turn is None:
            return phrase("reading.begin" if game.restored_at is None else "reading.forgotten")
        going_on = step == past.last and now.result is None and now.turn == game.moves[-1].turn
        key = "reading.going_on" if going_on else "reading.turn"
        who = self.names[turn.seat]
        return phrase(key, turn=turn.number, who=who, step=str(step), steps=str(past.last))

    def standing(self, step: int) -> Phrase:
        """The points of all seats at a step, with what it brought."""

        def seats() -> Iterator[Phrase]:
            told = (self.names.values(), self.points[step], self.gains(step))
            for who, points, gained in zip(*told, strict=True):
                if gained:
                    yield phrase("reading.seat_gained", who=who, points=points, gained=gained)
                else:
                    yield phrase("reading.seat", who=who, points=points)

        over = step == self.past.last and self.game.result is not None
        return phrase("reading.final" if over else "reading.points", seats=tuple(seats()))


def reading_of(game: Game, people: tuple[Person, ...], words: Catalog) -> Reading:
    """Return the history of a game as people read it in a language."""
    past, names = history(game), names_of(people, game.options.seats, words)
    return Reading(game, past, points_by_step(game, past), names, words)


_ON_THE_BOARD: Final = (
    events.TaskReceived,
    events.GuardianRetrieved,
    events.GreatBonfireTurned,
    events.ShipMoved,
    events.NovicePlaced,
    events.TomCardTurned,
)
"""The events to see on the main board rather than in a city."""


def seat_seen(turn: PlayedTurn | None) -> ids.Seat | None:
    """Return the seat whose city shows most of a turn's changes; None for the main board."""
    if turn is None:
        return None
    chief = chief_event(event for event in turn.events if event.seat == turn.seat)
    return None if isinstance(chief, _ON_THE_BOARD) else turn.seat


def turn_pictures(view: View, moves: Sequence[Move]) -> tuple[Picture, ...]:
    """The pictures of a post that tells these moves, now that they are played.

    What the first of their turns changed most is large; other turns are of bots, told in brief.
    """
    seat = None
    if moves:
        first = moves[0]
        played = tuple(takewhile(lambda move: move.turn == first.turn, moves))
        happened = tuple(event for move in played for event in move.events)
        seat = seat_seen(PlayedTurn(first.turn, first.seat, len(played), happened))
    return (picture_of(view, seat), Picture(PictureKind.SHEET, view))


def as_chosen(
    pictures: Iterable[Picture], look: preferences.Appearance, wanted: preferences.TurnPictures
) -> tuple[Picture, ...]:
    """The pictures of a post in so far as people want them; a sheet gets all that are not large.

    Where the large picture is not wanted, the first that is stands in its place. The final score is
    always shown.
    """
    *large, last = pictures
    if last.kind is not PictureKind.SHEET:
        return tuple(picture for picture in (*large, last) if look.shows(picture.kind))
    view = last.view
    every = tuple(picture_of(view, seat) for seat in (None, *range(len(view.seats))))
    if wanted is preferences.TurnPictures.BOARD:
        every = every[:1]
    able = [picture for picture in every if look.shows(picture.kind)]
    if large[0].kind is not PictureKind.FINAL:
        large = [picture for picture in large if picture in able] or able[:1]
    others = tuple(picture.seat for picture in able if picture not in large)
    if wanted is not preferences.TurnPictures.EVERYTHING or not others:
        return tuple(large)
    return (*large, replace(last, shown=others))
