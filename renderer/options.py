"""The caller's choices for a picture: words, names, palette, size, and the latest changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine import conditions, events
from renderer.hints import NO_HINTS, Hints
from renderer.theme import PaletteName

Translator = Callable[[str, Mapping[str, object]], str]
"""Turns a catalog key and its slots into text.

A slot holds text, a number, a member of an enum of the engine (its name is used), a bag, or a
tuple of these (a list). The slot `n` chooses among plural forms.
"""

Describer = Callable[[conditions.Condition], str]
"""Turns the condition of a task into words."""


def _unspoken(_: conditions.Condition) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Options:
    """The choices by which a View is drawn and worded.

    `names` holds the name of each seat; `changes` the events of the move or turn whose marks the
    picture shows; `hints` its hints to the open question; `scale` multiplies the master size
    of 1600 x 1016. The same View and options always give the same bytes. `describe` words the
    conditions of tasks for the text board, which names tasks by their ids alone without it.
    A `narrow` picture is for a phone, which leaves it 281 pixels.

    Everything is drawn at its scale, so a smaller picture is as crisp. Two thirds suffice where
    pictures are shown at most 550 pixels wide: they take three fifths of the bytes and the time.
    """

    translate: Translator
    names: tuple[str, ...]
    palette: PaletteName = PaletteName.FIRELIGHT
    changes: tuple[events.Event, ...] = ()
    hints: Hints = NO_HINTS
    scale: float = 1.0
    describe: Describer = _unspoken
    narrow: bool = False
