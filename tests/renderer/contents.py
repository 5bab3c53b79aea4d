"""The contents of a scene: its leaves, its texts, what they label, and all of it as text."""

from collections.abc import Iterator
from typing import NamedTuple

from renderer.scene import Group, Node, Scene, Symbol, Text, Use


class Placed(NamedTuple):
    """A leaf of a scene with its absolute position and the names of the groups around it."""

    x: float
    y: float
    item: Use | Text
    path: tuple[str, ...]


def leaves(scene: Scene) -> Iterator[Placed]:
    """Every use and text of the scene from back to front; x and y are the groups' offset."""

    def walk(
        nodes: tuple[Node, ...], x: float, y: float, path: tuple[str, ...]
    ) -> Iterator[Placed]:
        for node in nodes:
            if isinstance(node, Group):
                yield from walk(node.items, x + node.x, y + node.y, (*path, node.name))
            else:
                yield Placed(x, y, node, path)

    yield from walk(scene.items, 0.0, 0.0, ())


def texts(symbol: Symbol) -> Iterator[tuple[float, float, Text]]:
    """Every text inside a symbol, nested ones too, with the offset of its origin."""
    for item in symbol.items:
        if isinstance(item, Text):
            yield 0.0, 0.0, item
        elif isinstance(item, Use):
            for x, y, text in texts(item.symbol):
                yield item.x + x, item.y + y, text


def labels(scene: Scene) -> frozenset[str]:
    """The names of all labelled things of the scene."""
    found = {text.label for _, _, text in texts(scene.ground)}
    for leaf in leaves(scene):
        if isinstance(leaf.item, Text):
            found.add(leaf.item.label)
        else:
            found |= {text.label for _, _, text in texts(leaf.item.symbol)}
    return frozenset(found - {""})


def dump(scene: Scene) -> str:
    """The scene as indented text, one line a group, symbol or text."""

    def lines(nodes: tuple[Node, ...], depth: int) -> Iterator[str]:
        pad = "  " * depth
        for node in nodes:
            match node:
                case Group():
                    yield f"{pad}{node.name} @{node.x:g},{node.y:g}"
                    yield from lines(node.items, depth + 1)
                case Use():
                    yield f"{pad}{node.symbol.name} @{node.x:.0f},{node.y:.0f}"
                case Text():
                    label = f" [{node.label}]" if node.label else ""
                    yield f"{pad}{node.text!r} {node.size}{label} @{node.x:.0f},{node.y:.0f}"

    head = f"scene {scene.width}x{scene.height} on {scene.ground.name}"
    return "\n".join((head, *lines(scene.items, 1))) + "\n"
