"""The pictures of every step of a game, packed small: of each what has changed since the last."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from bot.present.posts.turn_story import Reading
from engine.history import positions
from engine.ids import Seat
from engine.view import View
from renderer import Options, PngPicture, draw_board, draw_city
from renderer.patches import PatchedPicture

_QUALITY: Final = 70
"""Of WebP."""

ReportProgress = Callable[[int, int], None]
"""Told how many of how many steps are done."""


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
    reading: Reading, now: View, options: Options, largest: int, report: ReportProgress
) -> tuple[PackedStrip, ...] | None:
    """The main board and every city at each step, None where they take more than `largest` bytes.

    `now` is the present position as everybody sees it. The `options` say how all is drawn.
    """
    seats: tuple[Seat | None, ...] = (None, *reading.names)
    strips = tuple((PatchedPicture(_QUALITY), PackedStrip()) for _ in seats)
    for step, drawn in enumerate(_pictures(reading, now, options, seats)):
        for (strip, packed), picture in zip(strips, drawn, strict=True):
            _add(strip, packed, step, picture)
        if sum(packed.size for _, packed in strips) > largest:
            return None
        report(step + 1, reading.past.last + 1)
    return tuple(packed for _, packed in strips)


def _pictures(
    reading: Reading, now: View, options: Options, seats: tuple[Seat | None, ...]
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
