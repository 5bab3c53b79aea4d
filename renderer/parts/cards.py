"""Cards: specialists, elders, Tom's; and path tiles of the display."""

from functools import lru_cache
from typing import Final

from engine.data.box import Elder, PathTile, Specialist
from engine.ids import Color, SeatColor, TomCard
from renderer.changes import Mark
from renderer.parts import abilities, pieces, rows
from renderer.parts.rows import RowItem
from renderer.pen import Pen
from renderer.scene import Anchor, Disc, Icon, Rect, RoundRect, Symbol, Text, fade, type_size
from renderer.shapes import wobble
from renderer.theme import TypeSize

Gnome = Specialist | Elder
_TALL: Final = 124


def _highlight(pen: Pen, rect: Rect, r: float) -> None:
    """The gold rim and glow of a piece that changed."""
    pen.halo(rect, 36)
    pen.draw(RoundRect(*rect.inset(-5), r + 5, "fire.light"))


@lru_cache(maxsize=256)
def gnome_card(gnome: Gnome, w: float, h: float, mark: Mark, least: int = TypeSize.CODE) -> Symbol:
    """A specialist's or elder's card, its corner at the origin, its id in type of `least` size."""
    pen = Pen()
    u = h / _TALL
    bar = max(36 * u, least - 4, TypeSize.CODE)
    special = isinstance(gnome, Specialist)
    ink = "card.specialist" if special else "card.elder"
    kind_ink = "parchment" if special else "ink"
    rect = Rect(0, 0, w, h)
    if mark is Mark.CHANGED:
        _highlight(pen, rect, 11 * u)
    pen.draw(RoundRect(0, 4 * u, w, h, 11 * u, fade("shade", 0.62)))
    pen.draw(RoundRect(*rect, 11 * u, "ink"))
    pen.draw(RoundRect(*rect.inset(2.2), 11 * u - 2, ink))
    field_h = h - bar - 5 * u
    pen.draw(RoundRect(5.5 * u, 5.5 * u, w - 11 * u, field_h, 7 * u, "ink"))
    pen.draw(RoundRect(7 * u, 7 * u, w - 14 * u, field_h - 3 * u, 6 * u, "parchment"))
    room = Rect(11 * u, 12 * u, w - 22 * u, field_h - 14 * u)
    if isinstance(gnome, Specialist):
        abilities.draw_ability(pen, room, gnome.number)
    else:
        abilities.draw_elder(pen, room, gnome.counts)
    low = h - bar / 2 - 0.5 * u
    head = "gnome_head" if special else "elder_head"
    pen.draw(Icon(24 * u, low, head, 30 * u, kind_ink))
    label = f"gnome {gnome.id}"
    size = max(least, 27 * u)
    pen.draw(
        Text(42 * u, low - u, gnome.id, type_size(size), kind_ink, anchor=Anchor.LEFT, label=label)
    )
    pieces.resource(pen, w - 26 * u, low - 4 * u, 44 * u, gnome.resource)
    return pen.symbol(f"gnome {gnome.id} {mark} {w:g}x{h:g}")


@lru_cache(maxsize=16)
def empty_card(w: float, h: float, icon: str) -> Symbol:
    """The place of a card that is not there."""
    pen = Pen()
    pen.draw(RoundRect(0, 0, w, h, 11, "panel.low"))
    pen.draw(RoundRect(2, 2, w - 4, h - 4, 9, "ghost", "ghost.edge", 2))
    pen.draw(Icon(w / 2, h / 2, icon, h * 0.46, "ghost.edge"))
    return pen.symbol(f"no {icon} {w:g}x{h:g}")


@lru_cache(maxsize=64)
def taken_elder(elder: Elder, owner: SeatColor, w: float, h: float, mark: Mark) -> Symbol:
    """The place of an elder whom a seat recruited, with that seat's token."""
    pen = Pen()
    rect = Rect(0, 0, w, h)
    if mark is Mark.CHANGED:
        _highlight(pen, rect, 11)
    pen.draw(
        RoundRect(*rect, 11, "panel.low"),
        RoundRect(*rect.inset(2), 9, "ghost", "ghost.edge", 2),
        Icon(28, h - 26, "elder_head", 32, "quiet"),
        Text(48, h - 27, elder.id, TypeSize.CODE, "quiet", anchor=Anchor.LEFT),
    )
    pieces.token(pen, w / 2, h * 0.35, h * 0.24, owner)
    return pen.symbol(f"elder {elder.id} of {owner} {mark}")


@lru_cache(maxsize=128)
def path_card(tile: PathTile, w: float, h: float, mark: Mark) -> Symbol:
    """A path tile around its centre: resource above, crystal below."""
    pen = Pen()
    rect = Rect(-w / 2, -h / 2, w, h)
    if mark is Mark.CHANGED:
        _highlight(pen, rect, 10)
    pen.draw(RoundRect(*rect.moved(0, 4), 10, fade("shade", 0.6)))
    pen.draw(RoundRect(*rect, 10, "ink"))
    pen.draw(RoundRect(*rect.inset(2.6), 8, "sand"))
    columns, lines = round(w / 17), round(h / 17)
    dx, dy = (w - 8) / columns, (h - 8) / lines
    for i in range(columns):
        for j in range(lines):
            r = min(dx, dy) * (0.36 + 0.08 * wobble(7, i * lines + j))
            px, py = -w / 2 + 4 + dx * (i + 0.5), -h / 2 + 4 + dy * (j + 0.5)
            pen.draw(Disc(px, py + 1, r, "sand.low"))
            pen.draw(Disc(px, py - 0.4, r - 0.5, "sand.pip"))
    pieces.resource(pen, -w * 0.17, -h * 0.14, w * 0.58, tile.resource)
    pieces.crystal(pen, w * 0.22, h * 0.22, w * 0.48, tile.crystal)
    return pen.symbol(f"path {tile.crystal} {tile.resource} {mark} {w:g}x{h:g}")


def _found(items: tuple[RowItem, ...]) -> tuple[RowItem, ...]:
    return (rows.word("+", 0.7), *items, rows.word("=", 0.5, "sepia"), rows.any_goods(0.62))


_TOM: Final[dict[TomCard, tuple[RowItem, ...]]] = {
    TomCard.GNOME: _found((rows.gnome(1.0),)),
    TomCard.PATH: _found((rows.goods_road(0.98),)),
    TomCard.TASK_I: (
        rows.word("+", 0.6),
        rows.colored_task(Color.YELLOW),
        rows.stack(rows.word("↑", 1.2), rows.points(8, 1.3)),
    ),
    TomCard.TASK_II: (
        rows.word("+", 0.6),
        rows.colored_task(Color.BLUE),
        rows.stack(rows.word("↓", 1.2, "loss"), rows.points(2, 1.3)),
        rows.stack(rows.novice(k=1.0), rows.points(1, 1.5)),
    ),
    TomCard.GUARDIAN: (rows.word("+", 0.9), rows.new_guardian()),
    TomCard.GREAT_BONFIRE: (
        rows.icon("great_bonfire", 0.9, "act.great_bonfire"),
        rows.icon("rotate", 0.62, "gain"),
        rows.arrow(0.34),
        rows.portal(0.98),
    ),
}


@lru_cache(maxsize=32)
def tom_card(card: TomCard, w: float, h: float, mark: Mark) -> Symbol:
    """One of Tom's cards, its corner at the origin."""
    pen = Pen()
    rect = Rect(0, 0, w, h)
    if mark is Mark.CHANGED:
        _highlight(pen, rect, 11)
    pen.draw(RoundRect(0, 4, w, h, 11, fade("shade", 0.62)))
    pen.draw(RoundRect(*rect, 11, "ink"))
    pen.draw(RoundRect(*rect.inset(2.4), 9, "card.tom"))
    field = rect.inset(6 if h < _TALL / 2 else 8.5)
    pen.draw(RoundRect(*field.inset(-1.5), 7, "ink"))
    pen.draw(RoundRect(*field, 6, "parchment"))
    _, y = field.center
    room_h = min(field.h * 0.92, max(96.0, h * 0.6))
    rows.row(pen, Rect(field.x + 6, y - room_h / 2, field.w - 12, room_h), _TOM[card], 0.08)
    return pen.symbol(f"tom {card} {mark} {w:g}x{h:g}")
