"""Solo: Tom's deck, his last card with the gnome it revealed, and the challenge."""

from functools import lru_cache

from engine.data.tom import DECK_PASSES
from engine.view import TomView
from renderer.context import PictureContext, fitted_line
from renderer.parts import signs
from renderer.parts.cards import empty_card, gnome_card, tom_card
from renderer.parts.panels import panel_at
from renderer.pen import Pen
from renderer.scene import Group, Icon, Ink, Node, Rect, RoundRect, Symbol, Use
from renderer.theme import TypeSize

_HEADER_CARD = Rect(1066, 2, 176, 60)
_HEADER_GNOME = Rect(1252, 2, 138, 60)
_HEADER_WORDS = Rect(1404, 4, 184, 56)
_CITY_PANEL = Rect(14, 820, 746, 186)
_CITY_WORDS = Rect(424, 828, 322, 170)
_CITY_CARD = Rect(669, 598, 262, 156)
_CARDS = 8


def deck_on_board(tom: TomView, context: PictureContext) -> Group:
    """In the header his last card, the gnome it revealed, and the deck."""
    words = _HEADER_WORDS
    lines = _lines(tom, context)
    step, largest = (26, 24) if len(lines) == len(("card", "pass")) else (19, TypeSize.LABEL)
    texts = tuple(
        fitted_line(
            text,
            words.x,
            words.center[1] + (index - (len(lines) - 1) / 2) * step,
            (largest, TypeSize.LABEL, 15, TypeSize.LEAST),
            words.w,
            color="parchment" if index == 0 else "mute",
        )
        for index, text in enumerate(lines)
    )
    deck = Group("deck", texts, rect=words)
    return Group(
        "tom's deck", (_card(tom, context, _HEADER_CARD), _gnome(tom, context, _HEADER_GNOME), deck)
    )


def deck_in_city(tom: TomView, context: PictureContext) -> Group:
    """In the middle of his city his card, large, with the gnome it revealed; below, the deck."""
    lines = _lines(tom, context)
    _, y = _CITY_WORDS.center
    texts: list[Node] = []
    for index, text in enumerate(lines):
        top = y + (index - (len(lines) - 1) / 2) * 52
        color: Ink = "parchment" if index == 0 else "mute"
        sizes = (TypeSize.NUMBER, TypeSize.NAME, 28, 24, TypeSize.SMALL)
        texts.append(fitted_line(text, _CITY_WORDS.x, top, sizes, _CITY_WORDS.w, color=color))
    deck = (panel_at(_CITY_PANEL), Use(38, 825, _deck(tom.turned)), *texts)
    return Group("tom's deck", (*_turned(tom, context), Group("deck", deck, rect=_CITY_PANEL)))


def _turned(tom: TomView, context: PictureContext) -> tuple[Use, ...]:
    """The middle of Tom's city, which has no Fate Area."""
    if tom.card is None:
        return (Use(_CITY_CARD.center[0], _CITY_CARD.center[1] - 20, _hearth()),)
    if tom.gnome is None:
        return (_card(tom, context, _CITY_CARD),)
    aside = _CITY_CARD.w / 2 + 10
    return (
        _card(tom, context, _CITY_CARD.moved(-aside, 0)),
        _gnome(tom, context, _CITY_CARD.moved(aside, 0)),
    )


@lru_cache(maxsize=1)
def _hearth() -> Symbol:
    pen = Pen()
    pen.draw(Icon(0, 0, "great_bonfire", 230, "square.edge"))
    return pen.symbol("hearth")


@lru_cache(maxsize=64)
def _deck(turned: int) -> Symbol:
    """The cards of all passes, a row each: those turned, the last of them, and those to come."""
    pen = Pen()
    for number in range(DECK_PASSES * _CARDS):
        x, y = 45 * (number % _CARDS), 45 * (number // _CARDS)
        if number < turned:
            last = number == turned - 1
            pen.draw(RoundRect(x, y, 38, 38, 7, "ink"))
            pen.draw(RoundRect(x + 2, y + 2, 34, 34, 6, "fire" if last else "card.tom"))
            pen.draw(Icon(x + 19, y + 19, "bonfire", 26, "ink"))
        else:
            pen.draw(RoundRect(x + 1, y + 1, 36, 36, 6, "ghost", "ghost.edge", 2))
    return pen.symbol(f"{turned} cards turned")


def _card(tom: TomView, context: PictureContext, rect: Rect) -> Use:
    if tom.card is None:
        return Use(rect.x, rect.y, empty_card(rect.w, rect.h, "card"))
    return Use(rect.x, rect.y, tom_card(tom.card, rect.w, rect.h, context.changes.tom))


def _gnome(tom: TomView, context: PictureContext, rect: Rect) -> Use:
    if tom.gnome is None:
        return Use(rect.x, rect.y, empty_card(rect.w, rect.h, "gnome_head"))
    return Use(rect.x, rect.y, gnome_card(tom.gnome, rect.w, rect.h, context.changes.tom))


def _lines(tom: TomView, context: PictureContext) -> tuple[str, ...]:
    lines = (
        context.word("tom_cards", turned=tom.turned),
        context.word("tom_pass", number=tom.deck_pass, passes=DECK_PASSES, left=tom.left),
    )
    if tom.handicap is None:
        return lines
    return (
        *lines,
        context.word("tom_handicap", points=signs.numeral(tom.handicap)),
    )
