"""Numbers, medals, ticks and arrows, which say something about pieces.

Every function draws around the centre (x, y).
"""

from renderer.pen import Pen
from renderer.scene import Anchor, Disc, Icon, Ink, Polygon, RoundRect, Text, flat, type_size


def number(pen: Pen, x: float, y: float, value: int | str, size: float) -> None:
    """A numeral in ink, set a little high so that it looks centred."""
    pen.draw(Text(x, y - size * 0.03, str(value), type_size(size)))


def sign(pen: Pen, x: float, y: float, text: str, size: float) -> None:
    """A relation between two pictures, as = or its opposite."""
    pen.draw(Text(x, y, text, type_size(size), "sepia"))


def arrow(pen: Pen, x: float, y: float, s: float, ink: Ink) -> None:
    """Draw an arrow from the picture on its left to the one on its right."""
    corners = (
        (x - s * 0.5, y - s * 0.17),
        (x + s * 0.02, y - s * 0.17),
        (x + s * 0.02, y - s * 0.48),
        (x + s * 0.52, y),
        (x + s * 0.02, y + s * 0.48),
        (x + s * 0.02, y + s * 0.17),
        (x - s * 0.5, y + s * 0.17),
    )
    pen.draw(Polygon(flat(corners), ink))


def numeral(number: int | str) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def laurel(pen: Pen, x: float, y: float, s: float, points: int | str) -> None:
    """Points: a dark medal with a laurel and the number."""
    text = numeral(points)
    share = {1: 0.62, 2: 0.58, 3: 0.52}.get(len(text), 0.38)
    pen.draw(
        Disc(x, y, s / 2, "ink"),
        Disc(x, y, s * 0.465, "medal"),
        Icon(x, y, "vp", s * 0.92, "laurel"),
        Text(
            x,
            y - s * 0.02,
            text,
            type_size(s * share),
            "parchment",
            outline=s * 0.045,
            outline_color="medal",
        ),
    )


def badge(pen: Pen, x: float, y: float, r: float, value: int | str) -> None:
    """A count on a pale disc."""
    text = str(value)
    pen.draw(Disc(x, y, r, "ink"))
    pen.draw(Disc(x, y, r - 2.2, "parchment"))
    pen.draw(Text(x, y - r * 0.05, text, type_size(r * (1.45 if len(text) == 1 else 1.12))))


def check(pen: Pen, x: float, y: float, r: float) -> None:
    """Draw a green disc with a tick, for a task that is met."""
    pen.draw(Disc(x, y, r, "ink"))
    pen.draw(Disc(x, y, r - 2, "met"))
    pen.draw(Icon(x, y, "check", r * 1.2, "ink"))


def tab(pen: Pen, x: float, y: float, text: str, label: str) -> None:
    """The short name by which a menu or command means this place."""
    w = 10 + 15.0 * len(text)
    pen.draw(RoundRect(x - w / 2, y - 16, w, 32, 8, "abyss"))
    pen.draw(Text(x, y - 1, text, 29, "parchment", anchor=Anchor.MIDDLE, label=label))
