"""Prompts and posts as Discord components.

Every view is stopped before it is sent: discord.py then keeps nothing of it, and a press is
handled by the router alone, after a restart too.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final, TypeVar, cast

import discord
from discord import ui

from bot.model.custom_ids import UNBOUND, Binding, write_button
from bot.model.messages import (
    CHOICE_LIMIT,
    LABEL_LIMIT,
    PLACEHOLDER_LIMIT,
    POST_LIMIT,
    TEXT_LIMIT,
    Button,
    Menu,
    PeopleMenu,
    Row,
    Style,
)
from bot.words.symbols import Symbols
from bot.words.text import clip

LOG = logging.getLogger(__name__)

Sent = TypeVar("Sent")
NO_SUCH_EMOJI: Final = "Invalid emoji"
"""What Discord says of a button or an option with an emoji that is gone (reported)."""
ESCAPED: Final = re.compile(r"\\([^0-9A-Za-z\s])")
STYLES: Final = {
    Style.MAIN: discord.ButtonStyle.primary,
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.GO: discord.ButtonStyle.success,
    Style.STOP: discord.ButtonStyle.danger,
}


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
class ClassicMessage:
    """A message in the classic layout, ready to be sent, and what its buttons are bound to.

    Its pictures are new uploads, and attachments that hang in the edited message already. Of those
    whom it mentions only the Discord users `ping` are notified. Its controls show the emojis that
    there are of the `symbols` when it is sent.
    """

    text: str
    rows: tuple[Row, ...] = ()
    bound: Binding = UNBOUND
    pictures: tuple[ImageFile | discord.Attachment, ...] = ()
    ping: tuple[int, ...] = ()
    symbols: Symbols = field(default_factory=Symbols)

    def content(self) -> str:
        """The text within Discord's limit."""
        return clip(self.text, TEXT_LIMIT)

    def files(self) -> list[discord.File]:
        """New uploads of the pictures of a new message."""
        return [picture.file() for picture in self.pictures if isinstance(picture, ImageFile)]

    def attachments(self) -> list[discord.File | discord.Attachment]:
        """The pictures of an edited message: new uploads, and those that stay."""
        return [
            picture.file() if isinstance(picture, ImageFile) else picture
            for picture in self.pictures
        ]

    def view(self) -> ui.View | None:
        """The components, None when there are none."""
        if not self.rows:
            return None
        view = ui.View(timeout=None)
        for number, row in enumerate(self.rows):
            for item in self.items(row):
                item.row = number
                view.add_item(item)
        view.stop()
        return view

    async def deliver(self, send: Callable[[], Awaitable[Sent]]) -> Sent:
        """Send it; once more without emojis where Discord no longer has one that it shows.

        None is shown from then on: somebody has deleted it, and the next start makes it anew.
        """
        try:
            return await send()
        except discord.HTTPException as error:
            if not self.symbols or NO_SUCH_EMOJI not in error.text:
                raise
            LOG.warning("Discord does not know an emoji, so none is shown: %s", error)
            self.symbols.show({})
            return await send()

    def items(self, row: Row) -> Sequence[ui.Item[Any]]:
        """The components of one row."""
        match row:
            case Menu():
                return (_select(row, self.bound, self.symbols),)
            case PeopleMenu():
                return (_people_select(row, self.bound),)
        return tuple(_button(button, self.bound, self.symbols) for button in row)


def layout(message: ClassicMessage) -> ui.LayoutView:
    """A message in the newer layout: its text, each picture in a gallery of its own, its rows."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(clip(message.text, POST_LIMIT)))
    for picture in message.pictures:
        if isinstance(picture, ImageFile):
            item = discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)
            view.add_item(ui.MediaGallery(item))
    for row in message.rows:
        view.add_item(ui.ActionRow(*message.items(row)))
    view.stop()
    return view


def notifying(people: Iterable[int]) -> discord.AllowedMentions:
    """Let a message notify these Discord users where it mentions them, and nobody else."""
    users = [discord.Object(person) for person in people]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def text_form(title: str, label: str, value: str, limit: int, custom_id: str) -> ui.Modal:
    """A form with one text that may be left out; it comes back as a press under its custom id."""
    field = ui.TextInput[ui.Modal](
        custom_id="text",
        style=discord.TextStyle.paragraph,
        default=value,
        required=False,
        max_length=limit,
    )
    modal = ui.Modal(title=title, custom_id=custom_id)
    modal.add_item(ui.Label(text=label, component=field))
    modal.stop()
    return modal


def typed_in(interaction: discord.Interaction) -> str | None:
    """What was typed into a `text_form` that comes back; None where a button was pressed."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    (label,) = data_of(interaction)["components"]
    return str(label["component"]["value"])


def data_of(interaction: discord.Interaction) -> Mapping[str, Any]:
    """What Discord sends about a press."""
    return cast(Mapping[str, Any], interaction.data or {})


def plain(text: str, limit: int) -> str:
    """A text for a place that shows no formatting: without its escapes, and cut."""
    return clip(ESCAPED.sub(r"\1", text), limit)


def _emoji(key: str, symbols: Symbols) -> discord.PartialEmoji | None:
    """The emoji of a symbol; beside a label, which says the same, its name matters little."""
    emoji = symbols.emoji(key)
    return None if emoji is None else discord.PartialEmoji(name=key.replace(".", "_"), id=emoji)


def _button(button: Button, bound: Binding, symbols: Symbols) -> ui.Button[ui.View]:
    return ui.Button(
        label=plain(button.label, LABEL_LIMIT),
        custom_id=bound.custom_id(button.value),
        style=STYLES[button.style],
        disabled=button.disabled,
        emoji=_emoji(button.symbol, symbols),
    )


def _people_select(menu: PeopleMenu, bound: Binding) -> ui.UserSelect[ui.View]:
    return ui.UserSelect(
        custom_id=bound.custom_id(menu.value),
        placeholder=plain(menu.placeholder, PLACEHOLDER_LIMIT),
        max_values=menu.most,
    )


def _select(menu: Menu, bound: Binding, symbols: Symbols) -> ui.Select[ui.View]:
    return ui.Select(
        custom_id=bound.custom_id(menu.value),
        placeholder=plain(menu.placeholder, PLACEHOLDER_LIMIT),
        options=[
            discord.SelectOption(
                label=plain(choice.label, CHOICE_LIMIT),
                value=write_button(choice.value),
                description=plain(choice.description, CHOICE_LIMIT) or None,
                emoji=_emoji(choice.symbol, symbols),
            )
            for choice in menu.choices
        ],
    )
