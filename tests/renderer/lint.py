"""Faults that a scene can have: type that leaves its room, overlaps, or is too small."""

from collections.abc import Iterator
from itertools import combinations

from renderer.measure import text_bounds
from renderer.scene import Group, Node, Rect, Scene, Text
from tests.renderer.contents import leaves, texts

SMALLEST = 13
"""Type in master pixels, still readable at full size; only names of places are that small."""
SLACK = 2.0


def overlap(one: Rect, other: Rect) -> bool:
    return (
        min(one.right, other.right) - max(one.x, other.x) > SLACK
        and min(one.bottom, other.bottom) - max(one.y, other.y) > SLACK
    )


def holds(room: Rect, rect: Rect) -> bool:
    return (
        rect.x >= room.x - SLACK
        and rect.y >= room.y - SLACK
        and rect.right <= room.right + SLACK
        and rect.bottom <= room.bottom + SLACK
    )


def problems(scene: Scene) -> list[str]:
    return [
        *_outside(scene.items, 0, 0, None, scene.ground.name),
        *_siblings(scene.items, scene.ground.name),
        *_type(scene),
    ]


def all_texts(scene: Scene) -> list[tuple[Text, Rect]]:
    """Every text of the scene with its place on the picture, those inside symbols too."""
    found = []
    for leaf in leaves(scene):
        if isinstance(leaf.item, Text):
            found.append((leaf.item, text_bounds(leaf.item).moved(leaf.x, leaf.y)))
            continue
        for x, y, text in texts(leaf.item.symbol):
            at = (leaf.x + leaf.item.x + x, leaf.y + leaf.item.y + y)
            found.append((text, text_bounds(text).moved(*at)))
    return found


def _outside(
    nodes: tuple[Node, ...], x: float, y: float, room: Rect | None, name: str
) -> Iterator[str]:
    """Texts that leave the room of the group they are in."""
    for node in nodes:
        if isinstance(node, Group):
            at = (x + node.x, y + node.y)
            inner = node.rect.moved(*at) if node.rect else room
            yield from _outside(node.items, *at, inner, f"{name}/{node.name}")
        elif isinstance(node, Text) and room is not None:
            rect = text_bounds(node).moved(x, y)
            if not holds(room, rect):
                yield f"{name}: {node.text!r} at {rect} leaves {room}"


def _siblings(nodes: tuple[Node, ...], name: str) -> Iterator[str]:
    """Groups side by side whose boxes overlap."""
    groups = [node for node in nodes if isinstance(node, Group)]
    rects = [(g.name, g.rect.moved(g.x, g.y)) for g in groups if g.rect]
    for (one, rect), (other, second) in combinations(rects, 2):
        if overlap(rect, second):
            yield f"{name}: {one} and {other} overlap"
    for group in groups:
        yield from _siblings(group.items, f"{name}/{group.name}")


def _type(scene: Scene) -> Iterator[str]:
    """Type that is too small, off the picture, or lies on other type."""
    picture = Rect(0, 0, scene.width, scene.height)
    found = all_texts(scene)
    for text, rect in found:
        if text.size < SMALLEST:
            yield f"{text.text!r} is set in {text.size}"
        if not holds(picture, rect):
            yield f"{text.text!r} leaves the picture"
    for (one, rect), (other, second) in combinations(found, 2):
        if overlap(rect, second):
            yield f"{one.text!r} and {other.text!r} overlap at {rect}"
