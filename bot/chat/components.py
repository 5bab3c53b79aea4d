"""Prompts and posts as Discord components.

Every view is stopped before it is sent: discord.py then keeps nothing of it, and a press is
handled by the router alone, after a restart too.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final, TypeVar, cast

import discord
from discord import ui

from bot.model import messages, telemetry
from bot.model.custom_ids import UNBOUND, Binding, write_button
from bot.model.errors import UserError
from bot.words import pieces
from bot.words.text import clip, unescaped
from engine import ids
from renderer.theme import PaletteName, palette

_LOGGER = logging.getLogger(__name__)

_Sent = TypeVar("_Sent")
_NO_SUCH_EMOJI: Final = "Invalid emoji"
"""Discord's words for a button or an option with an emoji that is gone (reported)."""
_ONE_LINE: Final = 100
"""Characters of the longest text in a form that has one line."""
_STYLES: Final = {
    messages.Style.MAIN: discord.ButtonStyle.primary,
    messages.Style.PLAIN: discord.ButtonStyle.secondary,
    messages.Style.GO: discord.ButtonStyle.success,
    messages.Style.STOP: discord.ButtonStyle.danger,
}


@dataclass(frozen=True, slots=True)
class ImageFile:
    """A finished picture: PNG bytes, the name of the file, and its alt text."""

    name: str
    png: bytes
    alt: str

    def file(self) -> discord.File:
        """A new upload of the picture; discord.py can send each only once."""
        telemetry.count(telemetry.UPLOADED, by=len(self.png))
        return discord.File(BytesIO(self.png), self.name, description=self.alt or None)


@dataclass(frozen=True, slots=True)
class _Message:
    """A text with controls, and what these are bound to.

    They show the emojis that there are of the `symbols` when it is sent. The `links` are as those
    of a `Prompt`.
    """

    text: str
    rows: tuple[messages.Row, ...] = ()
    bound: Binding = UNBOUND
    symbols: pieces.Symbols = field(default_factory=pieces.Symbols, kw_only=True)
    links: tuple[messages.LinkButton, ...] = field(default=(), kw_only=True)

    def lines(self) -> Sequence[Sequence[ui.Item[Any]]]:
        """The components of every row, those of the links last."""
        lines = [self.items(row) for row in self.rows]
        links = [ui.Button[ui.View](label=link.label, url=link.url) for link in self.links]
        if len(links) == 1 and lines and _has_room(lines[-1]):
            lines[-1] = (*lines[-1], *links)
            return lines
        return (
            *lines,
            *(
                links[at : at + messages.BUTTONS_IN_ROW]
                for at in range(0, len(links), messages.BUTTONS_IN_ROW)
            ),
        )

    async def deliver(self, send: Callable[[], Awaitable[_Sent]]) -> _Sent:
        """Send it; once more without emojis where Discord no longer has one that it shows.

        None is shown from then on: somebody has deleted it, and the next start makes a new one.
        """
        try:
            return await send()
        except discord.HTTPException as error:
            if not self.symbols or _NO_SUCH_EMOJI not in error.text:
                raise
            _LOGGER.warning("emojis failed, sending without them: %s", error)
            self.symbols.show({})
            return await send()

    def items(self, row: messages.Row) -> Sequence[ui.Item[Any]]:
        """The components of one row."""
        match row:
            case messages.Menu():
                return (_select(row, self.bound, self.symbols),)
            case messages.PeopleMenu():
                return (_people_select(row, self.bound),)
        return tuple(_button(button, self.bound, self.symbols) for button in row)


@dataclass(frozen=True, slots=True)
class ClassicMessage(_Message):
    """A message in the classic layout, ready to be sent.

    Its picture is a new upload, or an attachment that hangs in the edited message already. There
    is one at most: Discord crops several to squares in this layout. Of those whom it mentions only
    the Discord users `ping` are notified.
    """

    picture: ImageFile | discord.Attachment | None = None
    ping: tuple[int, ...] = ()

    def content(self) -> str:
        """The text within Discord's limit."""
        return clip(self.text, messages.TEXT_LIMIT)

    def files(self) -> list[discord.File]:
        """A new upload of the picture of a new message."""
        return [self.picture.file()] if isinstance(self.picture, ImageFile) else []

    def attachments(self) -> list[discord.File | discord.Attachment]:
        """The picture of an edited message: a new upload, or the one that stays."""
        if isinstance(self.picture, discord.Attachment):
            return [self.picture]
        return [*self.files()]

    def view(self) -> ui.View | None:
        """The components, None when there are none."""
        view = ui.View(timeout=None)
        for number, items in enumerate(self.lines()):
            for item in items:
                item.row = number
                view.add_item(item)
        view.stop()
        return view if view.children else None


@dataclass(frozen=True, slots=True)
class LayoutMessage(_Message):
    """A message in the newer layout, in the colour of its seat, ready to be sent.

    Its text and each picture, in a gallery of its own, stand above its foot and its rows; a line
    parts the foot from what has happened. Its frame bears a `mark`, unless that is 0, by which the
    message is found again.
    """

    pictures: tuple[ImageFile, ...] = ()
    foot: str = ""
    accent: ids.SeatColor | None = None
    mark: int = 0

    def files(self) -> list[discord.File]:
        """New uploads of the pictures."""
        return [picture.file() for picture in self.pictures]

    def view(self) -> ui.LayoutView:
        """The components, those of the text and the pictures among them."""
        text, foot = self._texts(messages.POST_LIMIT)
        above: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(text)] if text else []
        for picture in self.pictures:
            item = discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)
            above.append(ui.MediaGallery(item))
        below: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(foot)] if foot else []
        line = [ui.Separator[ui.LayoutView]()] if above and below else []
        rows = (ui.ActionRow(*items) for items in self.lines())
        frame = ui.Container(
            *above, *line, *below, *rows, accent_colour=_accent(self.accent), id=self.mark or None
        )
        view = ui.LayoutView(timeout=None)
        view.add_item(frame)
        view.stop()
        return view

    def classic(self) -> ClassicMessage:
        """Return the message in the classic layout, with its first picture alone."""
        text = messages.paragraphs(*self._texts(messages.TEXT_LIMIT))
        first = next(iter(self.pictures), None)
        return ClassicMessage(
            text, self.rows, self.bound, first, symbols=self.symbols, links=self.links
        )

    def _texts(self, limit: int) -> tuple[str, str]:
        """The text and its foot, cut to the limit for both, the text first."""
        foot = clip(self.foot, limit // 2)
        return clip(self.text, limit - len(messages.PARAGRAPH) - len(foot) if foot else limit), foot


def _accent(color: ids.SeatColor | None) -> discord.Colour:
    """The colour of a seat as the pictures show it; that of neutral pieces for nobody's."""
    token = "seat.neutral" if color is None else f"seat.{color}"
    return discord.Colour.from_rgb(*palette(PaletteName.FIRELIGHT).rgb(token))


def notifying(people: Iterable[int]) -> discord.AllowedMentions:
    """Let a message notify these Discord users where it mentions them, and nobody else."""
    users = [discord.Object(person) for person in people]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def text_form(title: str, label: str, value: str, limit: int, custom_id: str) -> ui.Modal:
    """A form with one text that may be left out; it comes back as a press under its custom id."""
    field = ui.TextInput[ui.Modal](
        custom_id="text",
        style=discord.TextStyle.short if limit <= _ONE_LINE else discord.TextStyle.paragraph,
        default=value,
        required=False,
        max_length=limit,
    )
    modal = ui.Modal(title=title, custom_id=custom_id)
    modal.add_item(ui.Label(text=label, component=field))
    modal.stop()
    return modal


def typed_in(interaction: discord.Interaction) -> str | None:
    """The text of a `text_form` that comes back; None where a button was pressed.

    Raises UserError for a form that the bot has never opened.
    """
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    match data_of(interaction):
        case {"components": [{"component": {"value": str(typed)}}]}:
            return typed
        case _:
            raise UserError("error.outdated_button")


def data_of(interaction: discord.Interaction) -> Mapping[str, Any]:
    """The data that Discord sends about a press."""
    return cast(Mapping[str, Any], interaction.data or {})


def plain(text: str, limit: int) -> str:
    """A text for a place that shows no formatting: without its escapes, and cut."""
    return clip(unescaped(text), limit)


def _has_room(items: Sequence[ui.Item[Any]]) -> bool:
    return len(items) < messages.BUTTONS_IN_ROW and all(
        isinstance(item, ui.Button) for item in items
    )


def _emoji(key: str, symbols: pieces.Symbols) -> discord.PartialEmoji | None:
    """The emoji of a symbol; beside a label, which says the same, its name matters little."""
    emoji = symbols.emoji(key)
    return None if emoji is None else discord.PartialEmoji(name=key.replace(".", "_"), id=emoji)


def _button(button: messages.Button, bound: Binding, symbols: pieces.Symbols) -> ui.Button[ui.View]:
    return ui.Button(
        label=plain(button.label, messages.LABEL_LIMIT),
        custom_id=bound.custom_id(button.value),
        style=_STYLES[button.style],
        disabled=button.disabled,
        emoji=_emoji(button.symbol, symbols),
    )


def _people_select(menu: messages.PeopleMenu, bound: Binding) -> ui.UserSelect[ui.View]:
    return ui.UserSelect(
        custom_id=bound.custom_id(menu.value),
        placeholder=plain(menu.placeholder, messages.PLACEHOLDER_LIMIT),
        max_values=menu.most,
    )


def _select(menu: messages.Menu, bound: Binding, symbols: pieces.Symbols) -> ui.Select[ui.View]:
    return ui.Select(
        custom_id=bound.custom_id(menu.value),
        placeholder=plain(menu.placeholder, messages.PLACEHOLDER_LIMIT),
        options=[
            discord.SelectOption(
                label=plain(choice.label, messages.CHOICE_LIMIT),
                value=write_button(choice.value),
                description=plain(choice.description, messages.CHOICE_LIMIT) or None,
                emoji=_emoji(choice.symbol, symbols),
            )
            for choice in menu.choices
        ],
    )
