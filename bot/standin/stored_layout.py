"""Components and embeds as Discord stores them: numbered, with their defaults filled in."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping

from bot.standin import model
from bot.standin.layout import SELECTS, ComponentKind, walk

_SELECT_DEFAULTS: model.Json = {"min_values": 1, "max_values": 1}
_DEFAULTS: Mapping[ComponentKind, model.Json] = {
    ComponentKind.CONTAINER: {"accent_color": None, "spoiler": False},
    ComponentKind.SEPARATOR: {"divider": True, "spacing": 1},
    ComponentKind.FILE: {"spoiler": False},
    ComponentKind.THUMBNAIL: {"description": None, "spoiler": False},
    **dict.fromkeys(SELECTS, _SELECT_DEFAULTS),
}
_ITEM_DEFAULTS: model.Json = {"description": None, "spoiler": False}


def stored_components(given: Iterable[model.Json]) -> list[model.Json]:
    """A copy with an `id` for every component that has none, and the defaults."""
    copied: list[model.Json] = copy.deepcopy(list(given))
    used = {c["id"] for c in walk(copied) if c.get("id")}
    free = (n for n in range(1, 10_000) if n not in used)
    for component in walk(copied):
        if not component.get("id"):
            component["id"] = next(free)
        _fill(component, _DEFAULTS.get(ComponentKind(component["type"]), {}))
        for item in component.get("items") or ():
            _fill(item, _ITEM_DEFAULTS)
        for lock in (component, *(component.get("options") or ())):
            if lock.get("emoji"):
                lock["emoji"] = _emoji(lock["emoji"])
    return copied


def stored_embeds(given: Iterable[model.Json]) -> list[model.Json]:
    """A copy in which every embed has its type."""
    return [{"type": "rich", **copy.deepcopy(embed)} for embed in given]


def _emoji(given: model.Json) -> model.Json:
    """The emoji of a control: its identifier is text, like every other one."""
    written = {key: value for key, value in given.items() if value is not None}
    return {**written, "id": str(written["id"])} if "id" in written else written


def _fill(value: model.Json, defaults: model.Json) -> None:
    """Drop what is null, then add what is missing."""
    for key in [k for k, v in value.items() if v is None]:
        del value[key]
    for key, default in defaults.items():
        value.setdefault(key, default)
