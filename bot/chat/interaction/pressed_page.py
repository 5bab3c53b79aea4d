"""Private pages whose press takes long: their controls rest, and the pressed one shows it.

Discord shows by itself that a press is on its way, until it is answered. A deferred update shows
nothing (Discord, receiving: "the user does not see a loading state").
"""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from discord import ui

from bot.chat.components import data_of
from bot.chat.delivery.failures import NETWORK

_WORKING: Final = "…"
"""The text on the pressed control."""
ANSWERED: Final = 40060
"""Discord's code for a second answer: an attempt of which nothing was heard was the first."""
_MOST_PAGES: Final = 1000
"""Pages that are remembered, the newest ones."""


@dataclass(eq=False, slots=True)
class ShownPage:
    """A message as the answers of this process have left it.

    `answers` counts those that have changed it, `claims` the presses that have taken it over to do
    so. `files` are the files in it, None while they are not known. An answer holds `adding`
    while it adds pictures later.
    """

    answers: int = 0
    claims: int = 0
    files: tuple[discord.Attachment, ...] | None = None
    in_doubt: bool = False
    """True after an answer that was not confirmed: nobody knows the files until the next one."""
    adding: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def claim(self) -> int:
        """Take the page over: what an earlier press adds is waited for, or is added no more."""
        self.claims += 1
        claim = self.claims
        async with self.adding:
            return claim

    def files_of(self, message: discord.Message) -> tuple[discord.Attachment, ...]:
        """The files in the page: as this process left them, else as the press shows them.

        None that may be gone: Discord refuses an edit that names one.
        """
        if self.in_doubt:
            return ()
        return tuple(message.attachments) if self.files is None else self.files

    def note_answer(self, files: Sequence[discord.Attachment] | None) -> None:
        """Note that an answer has changed the page, and the files in it where they are known."""
        self.answers += 1
        self.in_doubt = files is None
        self.files = None if files is None else tuple(files)


class ShownPages:
    """Knows the last pages that were answered on."""

    def __init__(self) -> None:
        """Know of none so far."""
        self._pages: OrderedDict[int, ShownPage] = OrderedDict()

    def at(self, message: int) -> ShownPage:
        """Return what is known of a message."""
        page = self._pages.pop(message) if message in self._pages else ShownPage()
        self._pages[message] = page
        if len(self._pages) > _MOST_PAGES:
            self._pages.popitem(last=False)
        return page


@dataclass(eq=False, slots=True)
class PressedPage:
    """The private message whose control was pressed.

    It rests and wakes as it was when it was pressed; where another press has changed it since, it
    stays as it is. These edits name no files: an earlier answer may just be adding one.
    """

    interaction: discord.Interaction
    message: discord.Message
    page: ShownPage
    _seen: int = field(init=False)
    _rests: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._seen = self.page.answers

    async def rest(self) -> None:
        """Answer the press for now: nothing can be pressed, and the pressed control says why.

        Raises discord.HTTPException.
        """
        response, view = self.interaction.response, _controls(self.message)
        if not view.children or self._has_changed:
            await response.defer()
            return
        pressed = data_of(self.interaction).get("custom_id")
        for item in view.children:
            _let_rest(item, pressed)
        self._rests = True
        try:
            await response.edit_message(view=view)
        except discord.HTTPException as error:
            self._rests = error.code == ANSWERED
            raise

    async def wake(self) -> None:
        """Let the controls be pressed again, where no answer has taken their place."""
        if self._rests and not self._has_changed:
            with contextlib.suppress(discord.HTTPException, *NETWORK):
                await self.interaction.edit_original_response(view=_controls(self.message))

    @property
    def _has_changed(self) -> bool:
        return self.page.answers != self._seen


def _controls(message: discord.Message) -> ui.View:
    """The controls of a message in the classic layout, as they are."""
    view = ui.View.from_message(message, timeout=None)
    view.stop()
    return view


def _let_rest(item: ui.Item[Any], pressed: str | None) -> None:
    match item:
        case ui.Button(url=None):
            item.disabled = True
            if item.custom_id == pressed:
                item.label, item.emoji = _WORKING, None
        case ui.Select() | ui.UserSelect():
            item.disabled = True
            if item.custom_id == pressed:
                item.placeholder = _WORKING
        case _:
            pass
