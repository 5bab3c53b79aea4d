"""Words, names and changes: every part gets them besides its slice of the View."""

from dataclasses import dataclass
from typing import Final

from engine import ids
from engine.view import View
from renderer import fonts, scene
from renderer.changes import Changes, changes_of, pointed_at
from renderer.hints import NO_HINTS, Hints
from renderer.options import Options, Translator
from renderer.theme import TypeSize

_FEWEST_LETTERS = 2


@dataclass(frozen=True, slots=True)
class PictureContext:
    """The words, names and marks of one picture."""

    translate: Translator
    names: tuple[str, ...]
    colors: tuple[ids.SeatColor, ...]
    changes: Changes
    hints: Hints = NO_HINTS
    narrow: bool = False

    def word(self, key: str, **slots: object) -> str:
        """A text of the catalog, without the letters the faces lack."""
        return fonts.drawable(self.translate(f"picture.{key}", slots), scene.Face.BOLD)

    def title(self, region: str) -> str:
        """The title of a region, such as `countdown`."""
        return self.word(f"region.{region}")

    def name(self, seat: ids.Seat, face: scene.Face) -> str:
        """The seat's name in letters the face has, else its colour and shape in words."""
        kept = fonts.drawable(self.names[seat], face) if seat < len(self.names) else ""
        if len(kept) < _FEWEST_LETTERS:
            return self.word(f"seat.{self.colors[seat]}")
        return kept

    def term(self, key: str) -> str:
        """A name that pictures share with the other texts, as `point_source.council`."""
        return fonts.drawable(self.translate(key, {}), scene.Face.BOLD)


def context_for(view: View, options: Options) -> PictureContext:
    """The context of a picture of this View."""
    return PictureContext(
        options.translate,
        options.names,
        tuple(seat.color for seat in view.seats),
        pointed_at(options.hints.pointed) or changes_of(options.changes),
        options.hints,
        options.narrow,
    )


def fitted_line(  # noqa: PLR0913 - a line of type has that many sides
    text: str,
    x: float,
    y: float,
    sizes: tuple[int, ...],
    width: float,
    *,
    color: scene.Ink = "parchment",
    face: scene.Face = scene.Face.BOLD,
    anchor: scene.Anchor = scene.Anchor.LEFT,
    label: str = "",
) -> scene.Text:
    """A line that is shrunk through `sizes`, then cut, until it fits `width`."""
    fitting, size = fonts.fitted(text, face, sizes, width)
    return scene.Text(x, y, fitting, size, color, face, anchor, label=label)


_TITLE_SIZES: Final = (TypeSize.TITLE, TypeSize.NUMBER, TypeSize.NAME, 30, 28, TypeSize.CODE)


def title_line(  # noqa: PLR0913 - a line of type has that many sides
    text: str,
    x: float,
    y: float,
    width: float,
    *,
    color: scene.Ink = "parchment",
    anchor: scene.Anchor = scene.Anchor.LEFT,
) -> scene.Text:
    """The title of a region, as large as its room allows."""
    return fitted_line(text, x, y, _TITLE_SIZES, width, color=color, anchor=anchor)


def broken(text: str, face: scene.Face, size: int, width: float) -> tuple[str, ...]:
    """The lines of a text, broken at its spaces where it is wider than `width`."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and fonts.text_width(longer, face, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)
