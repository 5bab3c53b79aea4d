"""A whole game as one HTML file: pictures, story and points, in the language of its table."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from importlib import resources
from string import Template
from typing import Final

from bot.features.finished import values
from bot.model.people import Person
from bot.present.posts.score_pages import result_lines
from bot.present.posts.turn_story import Reading, StoryLine, reading_of, seat_seen, turn_story
from bot.words import Catalog
from bot.words.text import unescaped
from engine import Game, ids
from engine.history import positions
from engine.view import View
from renderer import Options, PngPicture, draw_board, draw_city
from renderer.patches import PatchedPicture
from renderer.theme import PaletteName, palette

_FOLDER: Final = resources.files("bot.features.finished")
MOST_PAGE_BYTES: Final = 6 * 2**20
"""Bytes of a page."""
ROOM_FOR_TEXT: Final = 2**19
"""Bytes of a page kept for what is no picture."""
SCALES: Final = (0.7, 0.6, 0.5, 0.4)
"""Of the full size of pictures, the first one with which a page is not too large."""
_MANY: Final = 400
"""Turns times cities with which the largest pictures are not even tried: a long game of four."""
_IN_A_SCRIPT: Final = {ord("<"): "\\u003c"}
"""The escapes of data within a script, which an end tag would end."""
_BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
_QUALITY: Final = 70
"""Of WebP."""
_WIDTH: Final = 1000
_HEIGHT: Final = 320
_LEFT: Final = 70
_BOTTOM: Final = 44
_TOP: Final = 18
_DASHES: Final = ("", "14 6", "4 6", "14 5 4 5")
"""By seat: lines can be told apart without their colours."""
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200)
_MOST_LINES: Final = 5


@dataclass(slots=True)
class PackedStrip:
    """A picture at every step: `patches` as (step, x, y, base 64), `alts` as (step, text).

    Both have the steps at which something is different from the last one.
    """

    width: int = 0
    height: int = 0
    patches: list[tuple[int, int, int, str]] = field(default_factory=list)
    alts: list[tuple[int, str]] = field(default_factory=list)

    @property
    def size(self) -> int:
        """About so many bytes of a page."""
        return sum(len(patch[3]) for patch in self.patches) + sum(
            len(alt.encode()) for _, alt in self.alts
        )


def packed_strips(
    reading: Reading, now: View, options: Options, largest: int, report: values.ReportProgress
) -> tuple[PackedStrip, ...] | None:
    """The main board and every city at each step, None where they take more than `largest` bytes.

    `now` is the present position as everybody sees it. The `options` say how all is drawn.
    """
    seats: tuple[ids.Seat | None, ...] = (None, *reading.names)
    strips = tuple((PatchedPicture(_QUALITY), PackedStrip()) for _ in seats)
    for step, drawn in enumerate(_pictures(reading, now, options, seats)):
        for (strip, packed), picture in zip(strips, drawn, strict=True):
            _add(strip, packed, step, picture)
        if sum(packed.size for _, packed in strips) > largest:
            return None
        report(step + 1, reading.past.last + 1)
    return tuple(packed for _, packed in strips)


def _pictures(
    reading: Reading, now: View, options: Options, seats: tuple[ids.Seat | None, ...]
) -> Iterator[tuple[PngPicture, ...]]:
    """The pictures of every step, with what its turn has changed marked."""
    past = reading.past
    for step, game in enumerate(positions(reading.game, past)):
        view = now if step == past.last else game.view()
        turn = past.turn(step)
        marked = replace(options, changes=() if turn is None else turn.events)
        yield tuple(
            draw_board(view, marked) if seat is None else draw_city(view, seat, marked)
            for seat in seats
        )


def _add(strip: PatchedPicture, packed: PackedStrip, step: int, picture: PngPicture) -> None:
    packed.width, packed.height = picture.width, picture.height
    patch = strip.add(picture)
    if patch is not None:
        packed.patches.append((step, patch.x, patch.y, b64encode(patch.webp).decode()))
    if not packed.alts or packed.alts[-1][1] != picture.alt:
        packed.alts.append((step, picture.alt))


def game_page(  # noqa: PLR0913 - the game, how it is read, and who hears how far that is
    game: Game,
    people: tuple[Person, ...],
    names: tuple[str, ...],
    words: Catalog,
    report: values.ReportProgress = lambda _done, _all: None,
    *,
    now: View | None = None,
) -> bytes:
    """The page of a game: nothing is in it but what everybody could see.

    `names` are those of the seats in its pictures, `now` is the present position as everybody sees
    it, where that is not the view of the game. Raises ValueError for a game that is too long for
    the largest page.
    """
    reading = reading_of(game, people, words)
    present = now or game.view()
    much = reading.past.last * len(reading.names) > _MANY
    for scale in SCALES[1:] if much else SCALES:
        options = Options(words.translate, names, scale=scale)
        strips = packed_strips(reading, present, options, MOST_PAGE_BYTES - ROOM_FOR_TEXT, report)
        if strips is not None:
            page = _document(reading, present, people, strips).encode()
            if len(page) <= MOST_PAGE_BYTES:
                return page
    raise ValueError("the game is too long for a page")


def _document(
    reading: Reading, now: View, people: tuple[Person, ...], strips: Sequence[PackedStrip]
) -> str:
    words, past = reading.words, reading.past
    plain = tuple(unescaped(name) for name in reading.names.values())
    colors = [_color(seat.color) for seat in now.seats]
    told = words.say("game_page.curve_told", seats=reading.standing(past.last))
    numbers = [0, *(turn.number for turn in past.turns)]
    data = {
        "strips": [[one.width, one.height, one.patches, one.alts] for one in strips],
        "seen": [_picture_of(reading, step) for step in range(past.last + 1)],
    }
    result = () if now.result is None else result_lines(reading.game, people, words)
    title = words.say("game_page.title", names=plain)
    return Template(_file("page.html")).substitute(
        lang=words.locale,
        title=escape(title),
        result="".join(f"<p>{_line(words.spell(line))}</p>" for line in result),
        look=escape(words.say("game_page.look")),
        keys=escape(words.say("game_page.keys")),
        views_told=escape(words.say("game_page.views")),
        views=_views(reading, plain),
        first=escape(words.say("reading.button.first")),
        back=escape(words.say("reading.button.back")),
        forward=escape(words.say("reading.button.forward")),
        last=escape(words.say("reading.button.last")),
        step_told=escape(words.say("game_page.step")),
        most=past.last,
        curve_heading=escape(words.say("game_page.curve")),
        curve=_curve(reading.points, numbers, colors, unescaped(told)),
        legend="".join(
            f'<li><svg viewBox="0 0 40 6" aria-hidden="true"><line x2="40" y1="3" y2="3"'
            f' stroke="{color}" stroke-dasharray="{_DASHES[seat]}"/></svg>'
            f"{escape(plain[seat])}</li>"
            for seat, color in enumerate(colors)
        ),
        log_heading=escape(words.say("game_page.log")),
        log="".join(_entry(reading, step, now) for step in range(past.last + 1)),
        css=_file("page.css"),
        js=_file("page.js"),
        data=json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_IN_A_SCRIPT),
    )


def _file(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _picture_of(reading: Reading, step: int) -> int:
    """The strip in which a step's turn is seen best: the board, then the cities by seat."""
    seat = seat_seen(reading.past.turn(step))
    return 0 if seat is None else seat + 1


def _views(reading: Reading, names: Sequence[str]) -> str:
    words = reading.words
    labels = (
        words.say("game_page.each_turn"),
        words.say("table_button.board"),
        *(words.say("table_button.city", who=name) for name in names),
    )
    return "".join(
        f'<button type="button" data-view="{number}" aria-pressed="{str(number < 0).lower()}">'
        f"{escape(label)}</button>"
        for number, label in enumerate(labels, -1)
    )


def _entry(reading: Reading, step: int, now: View) -> str:
    """A step in the log: whose turn it was, what happened, and the points after it."""
    turn, words = reading.past.turn(step), reading.words
    heading = _line(words.spell(reading.heading(step, now)))
    events = () if turn is None else turn.events
    story = "".join(map(_html, turn_story(events, reading.names, reading.game.box, words)))
    points = _line(words.spell(reading.standing(step)))
    scores = ' class="scores"' if any(reading.gains(step)) else ""
    return (
        f'<li id="step{step}"{scores}><h3><button type="button" data-step="{step}">{heading}'
        f'</button></h3>{story}<p class="points">{points}</p></li>'
    )


def _html(line: StoryLine) -> str:
    """Return a line of a story as a paragraph."""
    text = _line(line.text)
    return f"<p><small>{text}</small></p>" if line.small else f"<p>{text}</p>"


def _line(line: str) -> str:
    return unescaped(_BOLD.sub(r"<strong>\1</strong>", escape(line)))


def _color(color: str) -> str:
    red, green, blue = palette(PaletteName.FIRELIGHT).rgb(f"seat.{color}")
    return f"#{red:02x}{green:02x}{blue:02x}"


def _curve(
    points: Sequence[tuple[int, ...]], numbers: Sequence[int], colors: Sequence[str], told: str
) -> str:
    """The points of each seat step by step, as an SVG drawing.

    `numbers` are the turns that led to the steps, 0 first; `colors` those of the seats, `told` what
    it says in words.
    """
    highest = max(1, *(max(one) for one in points))
    lines = "".join(_grid(highest))
    marks = "".join(_turns(numbers))
    seats = "".join(
        _seat([one[seat] for one in points], highest, color, _DASHES[seat % len(_DASHES)])
        for seat, color in enumerate(colors)
    )
    cursor = f'<line id="cursor" x1="{_LEFT}" x2="{_LEFT}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"/>'
    return (
        f'<svg id="curve" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(told)}"'
        f' data-left="{_LEFT}" data-width="{_WIDTH}">{lines}{marks}{seats}{cursor}</svg>'
    )


def _grid(highest: int) -> Iterator[str]:
    step = next((one for one in _STEPS if highest / one <= _MOST_LINES), _STEPS[-1])
    for value in range(0, highest + 1, step):
        y = _y(value, highest)
        yield f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
        place = f'x="{_LEFT - 8}" y="{y:.1f}" text-anchor="end" dominant-baseline="central"'
        yield f"<text {place}>{value}</text>"


def _turns(numbers: Sequence[int]) -> Iterator[str]:
    last = len(numbers) - 1
    for step in sorted({0, last // 4, last // 2, last * 3 // 4, last}):
        x = _x(step, last)
        side = "end" if step == last else "middle"
        yield f'<text x="{x:.1f}" y="{_HEIGHT - 8}" text-anchor="{side}">{numbers[step]}</text>'


def _seat(points: Sequence[int], highest: int, color: str, dashes: str) -> str:
    last = len(points) - 1
    path = " ".join(
        f"{_x(step, last):.1f},{_y(value, highest):.1f}" for step, value in enumerate(points)
    )
    return f'<polyline points="{path}" stroke="{color}" stroke-dasharray="{dashes}"/>'


def _x(step: int, last: int) -> float:
    return _LEFT + (_WIDTH - _LEFT) * step / max(1, last)


def _y(value: int, highest: int) -> float:
    return _TOP + (_HEIGHT - _BOTTOM - _TOP) * (1 - value / highest)
