"""A whole game as a film: of every turn the main board and a city, told and with the points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from PIL import Image

from bot.features.finished import values
from bot.model.people import Person
from bot.present.posts.turn_story import Reading, headline_of, reading_of
from bot.words import Catalog
from bot.words.text import unmarked
from engine import Game, ids
from engine.history import positions
from engine.view import View
from renderer import Caption, Options, draw_frame
from renderer.film import gif, webp

MOST_FILM_BYTES: Final = 8 * 2**20
"""Bytes of a film."""
LOOKS: Final = ((0.5, 70), (0.5, 50), (0.4, 50), (0.3, 40))
"""The scale of the pictures and their quality, the first with which a film is not too large."""
_FRAME: Final = 700
"""Milliseconds that a turn is shown."""
_SCORING: Final = 1500
"""Milliseconds that a turn is shown which brought somebody points, such as by a bonfire."""
_FIRST: Final = 1500
_LAST: Final = 5000
SHORT: Final = 24
"""Frames of the short film."""
_SHORT_WIDTH: Final = 480
"""Its width in pixels."""


@dataclass(frozen=True, slots=True)
class Film:
    """All turns as WebP, and some of them as GIF, which moves where the other stands still."""

    webp: bytes
    gif: bytes


@dataclass(slots=True)
class _Reeled:
    """The frames of a film as they are made; some are kept, small, for the short one."""

    reading: Reading
    now: View
    options: Options
    report: values.ReportProgress
    short: list[Image.Image] = field(default_factory=list)

    def frames(self) -> Iterator[Image.Image]:
        """A frame for each step; raises ValueError where the replay leads elsewhere."""
        past, game = self.reading.past, self.reading.game
        wanted, seat = short_steps(past.last), 0
        self.short.clear()
        for step, then in enumerate(positions(game, past)):
            if step == past.last and then.state_hash() != game.state_hash():
                raise ValueError("the replay does not lead to the game as it is")
            view = self.now if step == past.last else then.view()
            turn = past.turn(step)
            seat = seat if turn is None else turn.seat
            frame = self._frame(step, view, seat)
            if step in wanted:
                size = (_SHORT_WIDTH, round(frame.height * _SHORT_WIDTH / frame.width))
                self.short.append(frame.resize(size, Image.Resampling.LANCZOS))
            self.report(step + 1, past.last + 1)
            yield frame

    def _frame(self, step: int, view: View, seat: ids.Seat) -> Image.Image:
        reading, turn = self.reading, self.reading.past.turn(step)
        events = () if turn is None else turn.events
        own = (event for event in events if turn is not None and event.seat == turn.seat)
        told = headline_of(own, reading.names, reading.game.box, reading.words)
        caption = Caption(
            unmarked(reading.words.spell(reading.heading(step, self.now))),
            unmarked(told),
            tuple(
                (city.color, number)
                for city, number in zip(view.seats, reading.points[step], strict=True)
            ),
            max(1, *reading.points[-1]),
            step,
            reading.past.last,
        )
        return draw_frame(view, seat, caption, replace(self.options, changes=events))


def game_film(  # noqa: PLR0913 - as for the page of a game
    game: Game,
    people: tuple[Person, ...],
    names: tuple[str, ...],
    words: Catalog,
    report: values.ReportProgress = lambda _done, _all: None,
    *,
    now: View | None = None,
) -> Film:
    """The film of a game: nothing is in it but what everybody could see.

    `names` are those of the seats in its pictures, `now` is the present position as everybody sees
    it, where that is not the view of the game. Raises ValueError for a game that is too long for
    the largest film, and for one that its own moves do not lead to.
    """
    reading = reading_of(game, people, words)
    steps = range(reading.past.last + 1)
    short = sorted(short_steps(reading.past.last))
    for scale, quality in LOOKS:
        options = Options(words.translate, names, scale=scale)
        reeled = _Reeled(reading, now or game.view(), options, report)
        whole = webp(reeled.frames(), _durations(reading, steps), quality)
        if len(whole) <= MOST_FILM_BYTES:
            return Film(whole, gif(reeled.short, _durations(reading, short)))
    raise ValueError("the game is too long for a film")


def _durations(reading: Reading, steps: Sequence[int]) -> Sequence[int]:
    return durations([any(reading.gains(step)) for step in steps])


def durations(scoring: Sequence[bool]) -> Sequence[int]:
    """The milliseconds of each frame, at least one; `scoring` says which of them show points."""
    turns = [_SCORING if scores else _FRAME for scores in scoring[1:-1]]
    return [_FIRST, *turns, _LAST] if len(scoring) > 1 else [_LAST]


def short_steps(last: int) -> frozenset[int]:
    """The steps of the short film: the first, the last, and as many between them as there are."""
    count = min(SHORT, last + 1) - 1
    return frozenset(round(last * at / max(1, count)) for at in range(count + 1))
