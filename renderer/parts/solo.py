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

_BOARD_CARD = Box(1452, 84, 126, 70)
_BOARD_GNOME = Box(1452, 614, 126, 64)
_CITY_PANEL = Box(14, 800, 746, 206)


def deck_on_board(tom: TomView, kit: Kit) -> Group:
    """In the corners beside the council: his last card, and the gnome that it revealed."""
    turned = _lines(tom, kit)
    items = (
        _card(tom, kit, _BOARD_CARD),
        *_below(turned[:1], _BOARD_CARD, (Size.LABEL + 1, Size.LABEL, 15, Size.LEAST)),
        _gnome(tom, kit, _BOARD_GNOME),
        *_below(turned[1:2], _BOARD_GNOME, (Size.LABEL + 1, Size.LABEL, 15, Size.LEAST)),
    )
    return Group("tom's deck", items)


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
    return (*lines, kit.word("tom_handicap", points=tom.handicap))


def _below(texts: tuple[str, ...], box: Box, sizes: tuple[int, ...]) -> tuple[Node, ...]:
    return tuple(
        line(text, box.center[0], box.bottom + 18, sizes, box.w, anchor=Anchor.MIDDLE)
        for text in texts
    )
