"""Reading a message as a person does: its texts, buttons, menus and pictures.

Works on classic rows and on Components V2 trees alike (Discord, components/reference).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from bot.standin import model


class ComponentKind(IntEnum):
    """Component types."""

    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = frozenset(
    {
        ComponentKind.STRING_SELECT,
        ComponentKind.USER_SELECT,
        ComponentKind.ROLE_SELECT,
        ComponentKind.MENTIONABLE_SELECT,
        ComponentKind.CHANNEL_SELECT,
    }
)


@dataclass(frozen=True, slots=True)
class ButtonComponent:
    """A button as it is shown; `custom_id` is empty for a link."""

    label: str
    custom_id: str
    style: int
    disabled: bool
    url: str
    emoji: str
    component_id: int


@dataclass(frozen=True, slots=True)
class SelectOption:
    """One line of a menu."""

    label: str
    value: str
    description: str
    default: bool
    emoji: str


@dataclass(frozen=True, slots=True)
class SelectMenu:
    """A menu as it is shown; only string menus have options of their own."""

    kind: ComponentKind
    custom_id: str
    placeholder: str
    options: tuple[SelectOption, ...]
    min_values: int
    max_values: int
    disabled: bool
    component_id: int


@dataclass(frozen=True, slots=True)
class MediaItem:
    """A file as it is shown, with its alt text."""

    filename: str
    data: bytes
    alt: str


def walk(components: Iterable[model.Json]) -> Iterator[model.Json]:
    """Every component of a tree, parents first, in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        for key in ("accessory", "component"):
            inner = component.get(key)
            if isinstance(inner, dict):
                yield from walk((inner,))


def buttons(message: model.Message) -> tuple[ButtonComponent, ...]:
    """The buttons of a message, wherever they stand in it."""
    return tuple(_button(c) for c in walk(message.components) if c["type"] == ComponentKind.BUTTON)


def selects(message: model.Message) -> tuple[SelectMenu, ...]:
    """The menus of a message, wherever they stand in it."""
    return tuple(_select(c) for c in walk(message.components) if c["type"] in SELECTS)


def text(message: model.Message) -> str:
    """Everything that can be read: content, embeds and text components, one per line."""
    parts = [message.content] if message.content else []
    for embed in message.embeds:
        parts += [embed[key] for key in ("title", "description") if embed.get(key)]
        parts += [f"{f['name']}: {f['value']}" for f in embed.get("fields") or ()]
    for component in walk(message.components):
        if component["type"] == ComponentKind.TEXT:
            parts.append(component["content"])
    return "\n".join(parts)


def pictures(message: model.Message) -> tuple[MediaItem, ...]:
    """The files that are shown: referenced ones of a V2 layout, every one of a classic one."""
    by_name = {a.filename: a for a in message.attachments}
    if not message.is_v2:
        return tuple(_picture(a, a.description) for a in message.attachments)
    shown = []
    for media, alt in _media(message):
        attachment = by_name.get(media.removeprefix("attachment://"))
        if attachment is not None:
            shown.append(_picture(attachment, alt or attachment.description))
    return tuple(shown)


def _media(message: model.Message) -> Iterator[tuple[str, str | None]]:
    for component in walk(message.components):
        match component["type"]:
            case ComponentKind.GALLERY:
                for item in component["items"]:
                    yield item["media"]["url"], item.get("description")
            case ComponentKind.THUMBNAIL:
                yield component["media"]["url"], component.get("description")
            case ComponentKind.FILE:
                yield component["file"]["url"], None
            case _:
                pass


def _picture(attachment: model.Attachment, alt: str | None) -> MediaItem:
    return MediaItem(attachment.filename, attachment.data, alt or "")


def _button(component: model.Json) -> ButtonComponent:
    emoji = component.get("emoji") or {}
    return ButtonComponent(
        label=component.get("label") or "",
        custom_id=component.get("custom_id") or "",
        style=component["style"],
        disabled=bool(component.get("disabled")),
        url=component.get("url") or "",
        emoji=emoji.get("name") or "",
        component_id=component["id"],
    )


def _select(component: model.Json) -> SelectMenu:
    options = tuple(
        SelectOption(
            label=o["label"],
            value=o["value"],
            description=o.get("description") or "",
            default=bool(o.get("default")),
            emoji=(o.get("emoji") or {}).get("name") or "",
        )
        for o in component.get("options") or ()
    )
    least, most = component.get("min_values"), component.get("max_values")
    return SelectMenu(
        kind=ComponentKind(component["type"]),
        custom_id=component["custom_id"],
        placeholder=component.get("placeholder") or "",
        options=options,
        min_values=1 if least is None else least,
        max_values=1 if most is None else most,
        disabled=bool(component.get("disabled")),
        component_id=component["id"],
    )
