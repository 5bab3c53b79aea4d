"""Solo: Tom's deck, his last card with the gnome it revealed, and the challenge."""

from engine.view import TomView
from renderer.changes import mark
from renderer.kit import Kit, line
from renderer.parts.cards import empty_card, gnome_card, tom_card
from renderer.scene import Anchor, Box, Group, Node, Sprite
from renderer.theme import Size


def deck(tom: TomView, kit: Kit, box: Box) -> Group:
    """The last card, the gnome that named its resource, and how many cards have been turned."""
    card_w, card_h = box.w, box.h * 0.37
    state = mark(changed=kit.changes.tom)
    items: list[Node] = []
    if tom.card is None:
        items.append(Sprite(0, 0, empty_card(card_w, card_h, "card")))
    else:
        items.append(Sprite(0, 0, tom_card(tom.card, card_w, card_h, state)))
    top = card_h + 8
    if tom.gnome is not None:
        items.append(Sprite(0, top, gnome_card(tom.gnome, card_w, card_h, state)))
    else:
        items.append(Sprite(0, top, empty_card(card_w, card_h, "gnome_head")))
    texts = [
        kit.word("tom_cards", turned=tom.turned),
        kit.word("tom_pass", number=tom.deck_pass, left=tom.left),
    ]
    if tom.handicap is not None:
        texts.append(kit.word("tom_handicap", points=tom.handicap))
    low = top + card_h + 18
    for index, text in enumerate(texts):
        sizes = (Size.LABEL + 2, Size.LABEL, 15, Size.LEAST)
        y = low + index * 23
        anchor = Anchor.MIDDLE
        items.append(line(text, box.w / 2, y, sizes, box.w, color="parchment", anchor=anchor))
    return Group("tom's deck", tuple(items), box.x, box.y, Box(0, 0, box.w, box.h))
