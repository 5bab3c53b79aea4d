"""Solo: Tom's deck, his last card with the gnome it revealed, and the challenge."""

from functools import lru_cache

from engine.view import TomView
from renderer.changes import mark
from renderer.kit import Kit, line
from renderer.layout import columns
from renderer.parts.cards import empty_card, gnome_card, tom_card
from renderer.parts.panels import panel_at
from renderer.pen import Pen
from renderer.scene import Anchor, Art, Box, Color, Group, Node, Sprite
from renderer.theme import Size

_HEADER_CARD = Box(1168, 3, 172, 58)
_HEADER_WORDS = Box(1356, 4, 230, 56)
_BOARD_GNOME = Box(1462, 622, 118, 92)
_CITY_PANEL = Box(14, 800, 746, 206)


def deck_on_board(tom: TomView, kit: Kit) -> Group:
    """His last card and the deck in the header; the gnome it revealed beside the council."""
    words = _HEADER_WORDS
    lines = _lines(tom, kit)
    step, largest = (26, 24) if len(lines) == len(("card", "round")) else (19, Size.LABEL + 2)
    texts = tuple(
        line(
            text,
            words.x,
            words.center[1] + (index - (len(lines) - 1) / 2) * step,
            (largest, Size.LABEL, 15, Size.LEAST),
            words.w,
            color="parchment" if index == 0 else "mute",
        )
        for index, text in enumerate(lines)
    )
    deck = Group("deck", texts, box=words)
    return Group(
        "tom's deck", (_card(tom, kit, _HEADER_CARD), _gnome(tom, kit, _BOARD_GNOME), deck)
    )


def deck_in_city(tom: TomView, kit: Kit) -> Group:
    """Where others have their supplies: both cards, large, and how far the deck is."""
    card, gnome, words = columns(_CITY_PANEL.inset(12), 3, 14)
    items: list[Node] = [panel_at(_CITY_PANEL), _card(tom, kit, card), _gnome(tom, kit, gnome)]
    lines = _lines(tom, kit)
    x, y = words.center
    for index, text in enumerate(lines):
        top = y + (index - (len(lines) - 1) / 2) * 46
        color: Color = "parchment" if index == 0 else "mute"
        sizes = (Size.NAME, 28, 24, Size.SMALL)
        items.append(line(text, x, top, sizes, words.w, color=color, anchor=Anchor.MIDDLE))
    return Group("tom's deck", tuple(items), box=_CITY_PANEL)


@lru_cache(maxsize=1)
def hearth() -> Art:
    """What lies in the middle of Tom's city, which has no Fate Area."""
    pen = Pen()
    pen.icon(0, 0, "great_bonfire", 230, "square.edge")
    return pen.art("hearth")


def _card(tom: TomView, kit: Kit, box: Box) -> Sprite:
    if tom.card is None:
        return Sprite(box.x, box.y, empty_card(box.w, box.h, "card"))
    state = mark(changed=kit.changes.tom)
    return Sprite(box.x, box.y, tom_card(tom.card, box.w, box.h, state))


def _gnome(tom: TomView, kit: Kit, box: Box) -> Sprite:
    if tom.gnome is None:
        return Sprite(box.x, box.y, empty_card(box.w, box.h, "gnome_head"))
    state = mark(changed=kit.changes.tom)
    return Sprite(box.x, box.y, gnome_card(tom.gnome, box.w, box.h, state))


def _lines(tom: TomView, kit: Kit) -> tuple[str, ...]:
    lines = (
        kit.word("tom_cards", turned=tom.turned),
        kit.word("tom_pass", number=tom.deck_pass, left=tom.left),
    )
    if tom.handicap is None:
        return lines
    return (
        *lines,
        kit.word("tom_handicap", points=str(tom.handicap).replace("-", "\N{MINUS SIGN}")),
    )
