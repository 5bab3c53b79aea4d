"""Values that a person chooses in menus and enters in forms, checked as Discord's client does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from bot.standin import layout
from bot.standin.layout import SELECTS, ComponentKind, SelectMenu
from bot.standin.model import Channel, Json, Message, User
from bot.standin.options import NotPossible

FieldValue: TypeAlias = "str | bool | Sequence[str]"
_MANY = SELECTS | {ComponentKind.CHECKBOX_GROUP}
_ENTRIES: Mapping[ComponentKind, type] = {
    ComponentKind.USER_SELECT: User,
    ComponentKind.CHANNEL_SELECT: Channel,
    ComponentKind.MENTIONABLE_SELECT: User,
}


def selection(message: Message, name: str, values: Sequence[str | User | Channel]) -> Json:
    """The data of choosing `values` in the menu called `name`; raises NotPossible."""
    menus = [s for s in layout.selects(message) if name in (s.custom_id, s.placeholder)]
    if len(menus) != 1:
        raise NotPossible(f"{len(menus)} menus {name!r} on message {message.id}")
    menu = menus[0]
    if menu.disabled:
        raise NotPossible(f"menu {name!r} is disabled")
    if not menu.min_values <= len(values) <= menu.max_values:
        raise NotPossible(f"menu {name!r} takes {menu.min_values} to {menu.max_values} values")
    if len({id(value) for value in values}) < len(values):
        raise NotPossible(f"menu {name!r} takes nothing twice")
    return {
        "custom_id": menu.custom_id,
        "component_type": int(menu.kind),
        "id": menu.component_id,
        "values": [_chosen(menu, value) for value in values],
    }


def _chosen(menu: SelectMenu, value: str | User | Channel) -> str:
    if menu.kind is ComponentKind.STRING_SELECT:
        for option in menu.options:
            if value in (option.value, option.label):
                return option.value
        raise NotPossible(f"{value!r} is no option of menu {menu.custom_id!r}")
    if isinstance(value, str) or not isinstance(value, _ENTRIES.get(menu.kind, ())):
        raise NotPossible(f"{value!r} cannot be chosen in menu {menu.custom_id!r}")
    return str(value.id)


def fields(components: Iterable[Json], values: Mapping[str, FieldValue]) -> list[Json]:
    """The submitted form, in the shape that mirrors its components; raises NotPossible."""
    used: set[str] = set()
    filled = [_submitted(component, values, used) for component in components]
    unknown = set(values) - used
    if unknown:
        raise NotPossible(f"the form has no fields {', '.join(sorted(unknown))}")
    return filled


def _submitted(component: Json, values: Mapping[str, FieldValue], used: set[str]) -> Json:
    shape: Json = {"type": component["type"], "id": component["id"]}
    match ComponentKind(component["type"]):
        case ComponentKind.LABEL:
            inner = component["component"]
            shape["component"] = _field(inner, component["label"], values, used)
        case ComponentKind.ROW:
            inner = component["components"]
            shape["components"] = [_field(i, i.get("label", ""), values, used) for i in inner]
        case _:
            pass
    return shape


def _field(field: Json, label: str, values: Mapping[str, FieldValue], used: set[str]) -> Json:
    name = field["custom_id"]
    key = name if name in values else label
    used.add(key)
    shape: Json = {"type": field["type"], "id": field["id"], "custom_id": name}
    kind = ComponentKind(field["type"])
    value = values[key] if key in values else _untouched(kind, field)
    if kind in _MANY:
        return {**shape, "values": _several(name, field, value)}
    return {**shape, "value": _single(kind, name, field, value)}


def _untouched(kind: ComponentKind, field: Json) -> FieldValue:
    if kind is ComponentKind.CHECKBOX:
        return bool(field.get("default"))
    if kind is ComponentKind.TEXT_INPUT:
        return str(field.get("value") or "")
    chosen = [o["value"] for o in field.get("options") or () if o.get("default")]
    if kind is ComponentKind.RADIO_GROUP:
        return chosen[0] if chosen else ""
    return chosen


def _several(name: str, field: Json, value: FieldValue) -> list[str]:
    chosen = [value] if isinstance(value, str) else list(value) if value else []  # type: ignore[arg-type]
    needed = field.get("required") is not False
    least = field.get("min_values")
    least = (1 if needed else 0) if least is None else least
    most = field.get("max_values") or max(1, least)
    if not (least <= len(chosen) <= most or (not needed and not chosen)):
        raise NotPossible(f"field {name!r} takes {least} to {most} values")
    known = {o["value"] for o in field.get("options") or ()}
    if "options" in field and not set(chosen) <= known:
        raise NotPossible(f"field {name!r} has no option {set(chosen) - known}")
    return chosen


def _single(kind: ComponentKind, name: str, field: Json, value: FieldValue) -> str | bool | None:
    if kind is ComponentKind.CHECKBOX:
        return bool(value)
    if not isinstance(value, str):
        raise NotPossible(f"field {name!r} takes one text")
    needed = field.get("required") is not False
    if needed and not value:
        raise NotPossible(f"field {name!r} is required")
    if kind is ComponentKind.RADIO_GROUP:
        if value and value not in {o["value"] for o in field["options"]}:
            raise NotPossible(f"field {name!r} has no option {value!r}")
        return value or None
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if value and not least <= len(value) <= most:
        raise NotPossible(f"field {name!r} takes {least} to {most} characters")
    return value
