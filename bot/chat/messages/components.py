"""Prompts and posts as Discord components, and the one codec of custom ids.

Every view is stopped before it is sent: discord.py then keeps nothing of it, and a press is
handled by the router alone, after a restart too.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from typing import Any, Final, Self

import discord
from discord import ui

from bot.model.messages import Button, Menu, Row, Style
from bot.words.text import clip

VERSION: Final = "1"
CUSTOM_ID_LIMIT: Final = 100
LABEL_LIMIT: Final = 80
PLACEHOLDER_LIMIT: Final = 150
CHOICE_LIMIT: Final = 100
TEXT_LIMIT: Final = 2000
POST_LIMIT: Final = 4000
FIELD: Final = "text"
ESCAPED: Final = re.compile(r"\\([^0-9A-Za-z\s])")
STYLES: Final = {
    Style.MAIN: discord.ButtonStyle.primary,
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.GO: discord.ButtonStyle.success,
    Style.STOP: discord.ButtonStyle.danger,
}


class Scope(StrEnum):
    """What a control belongs to."""

    WIZARD = "w"
    TRY = "r"
    TABLE = "t"
    LOBBY = "l"
    RECORDS = "h"
    PERSON = "p"


@dataclass(frozen=True, slots=True)
class CustomId:
    """What a custom id says: the game, the revision it was made for, the step and the answer.

    `step` is the draft's token in a wizard, else empty. A lobby's `game` is 0.
    """

    scope: Scope
    game: int
    revision: int
    step: str
    answer: str

    def dump(self) -> str:
        """Write the custom id; raises ValueError if it is longer than Discord takes."""
        parts = (VERSION, self.scope, str(self.game), str(self.revision), self.step, self.answer)
        text = "|".join(parts)
        if len(text) > CUSTOM_ID_LIMIT:
            raise ValueError(f"the custom id {text} is too long")
        return text

    @classmethod
    def load(cls, text: str) -> Self | None:
        """Read a custom id; None when another version wrote it."""
        match text.split("|", 5):
            case [version, scope, game, revision, step, answer] if version == VERSION:
                try:
                    return cls(Scope(scope), int(game), int(revision), step, answer)
                except ValueError:
                    return None
            case _:
                return None

    def named(self, answer: str) -> str:
        """The custom id of a control beside this one."""
        return CustomId(self.scope, self.game, self.revision, self.step, answer).dump()


@dataclass(frozen=True, slots=True)
class ImageFile:
    """A finished picture: PNG bytes, the name of the file, and its alt text."""

    name: str
    png: bytes
    alt: str

    def file(self) -> discord.File:
        """A new upload of the picture; discord.py can send each only once."""
        return discord.File(BytesIO(self.png), self.name, description=self.alt or None)


@dataclass(frozen=True, slots=True)
class KeptAttachment:
    """A picture that hangs in the message already, and stays there when it is edited."""

    attachment: discord.Attachment


@dataclass(frozen=True, slots=True)
class ClassicMessage:
    """A message in the classic layout, ready to be sent; `control` names its buttons' ids."""

    text: str
    rows: tuple[Row, ...] = ()
    control: CustomId | None = None
    pictures: tuple[ImageFile | KeptAttachment, ...] = ()

    def content(self) -> str:
        """The text within Discord's limit."""
        return clip(self.text, TEXT_LIMIT)

    def files(self) -> list[discord.File]:
        """New uploads of the pictures of a new message."""
        return [one.file() for one in self.pictures if isinstance(one, ImageFile)]

    def attachments(self) -> list[discord.File | discord.Attachment]:
        """The pictures of an edited message: new uploads, and those that stay."""
        return [
            one.file() if isinstance(one, ImageFile) else one.attachment for one in self.pictures
        ]

    def view(self) -> ui.View | None:
        """The components, None when there are none."""
        if not self.rows or self.control is None:
            return None
        view = ui.View(timeout=None)
        for number, row in enumerate(self.rows):
            for item in _items(row, self.control.named):
                item.row = number
                view.add_item(item)
        view.stop()
        return view


def layout(
    text: str, rows: Sequence[Sequence[Button]], control: CustomId, pictures: Sequence[ImageFile]
) -> ui.LayoutView:
    """A public message: the text, each picture in a gallery of its own, then the buttons."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(clip(text, POST_LIMIT)))
    for picture in pictures:
        item = discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)
        view.add_item(ui.MediaGallery(item))
    for row in rows:
        view.add_item(ui.ActionRow(*(_button(one, control.named) for one in row)))
    view.stop()
    return view


@dataclass(frozen=True, slots=True)
class Form:
    """A form with one text that may be left out; it comes back under the custom id."""

    title: str
    label: str
    value: str
    limit: int
    custom_id: str

    def modal(self) -> ui.Modal:
        """The form as a component, stopped like every view."""
        field = ui.TextInput[ui.Modal](
            custom_id=FIELD,
            style=discord.TextStyle.paragraph,
            default=self.value,
            required=False,
            max_length=self.limit,
        )
        modal = ui.Modal(title=self.title, custom_id=self.custom_id)
        modal.add_item(ui.Label(text=self.label, component=field))
        modal.stop()
        return modal


def typed_in(data: Mapping[str, Any]) -> str:
    """What was typed into a `Form` that comes back."""
    (label,) = data["components"]
    return str(label["component"]["value"])


def plain(text: str, limit: int) -> str:
    """A text for a place that shows no formatting: without its escapes, and cut."""
    return clip(ESCAPED.sub(r"\1", text), limit)


def _items(row: Row, named: Callable[[str], str]) -> Sequence[ui.Item[ui.View]]:
    match row:
        case Menu():
            return (_select(row, named),)
        case _:
            return tuple(_button(one, named) for one in row)


def _button(button: Button, named: Callable[[str], str]) -> ui.Button[ui.View]:
    return ui.Button(
        label=plain(button.label, LABEL_LIMIT),
        custom_id=named(button.token),
        style=STYLES[button.style],
        disabled=button.disabled,
    )


def _select(menu: Menu, named: Callable[[str], str]) -> ui.Select[ui.View]:
    return ui.Select(
        custom_id=named(menu.token),
        placeholder=plain(menu.placeholder, PLACEHOLDER_LIMIT),
        options=[
            discord.SelectOption(
                label=plain(one.label, CHOICE_LIMIT),
                value=one.token,
                description=plain(one.description, CHOICE_LIMIT) or None,
            )
            for one in menu.choices
        ],
    )
