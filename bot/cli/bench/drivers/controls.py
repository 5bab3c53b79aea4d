"""The Controls of a message: what a person can press in it, read from its components."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.standin.layout import SELECTS, ComponentKind, walk
from bot.standin.model import Json


@dataclass(frozen=True, slots=True)
class Control:
    """A button, or one option of a menu, with the answer that pressing it gives to the bot."""

    custom_id: str
    answer: str
    value: str | None = None


def controls_in(components: Iterable[Json]) -> Iterator[Control]:
    """The buttons that can be pressed, then the options of the menus."""
    every = tuple(walk(components))
    for component in every:
        if component["type"] == ComponentKind.BUTTON and not component.get("disabled"):
            custom_id = component.get("custom_id") or ""  # a link has none
            if custom_id:
                yield Control(custom_id, custom_id.split("|", 5)[-1])
    for component in every:
        if component["type"] in SELECTS:
            for option in component.get("options") or ():
                yield Control(component["custom_id"], option["value"], option["value"])
