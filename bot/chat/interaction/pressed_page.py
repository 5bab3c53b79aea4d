"""Private pages whose press takes long: their controls rest, and the pressed one shows it.

Discord shows by itself that a press is on its way, until it is answered. A deferred update shows
nothing (Discord, receiving: "the user does not see a loading state").
"""

import contextlib
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from discord import ui

from bot.chat.delivery.failures import NETWORK
from bot.chat.messages.components import data_of

_WORKING: Final = "…"
"""The text on the pressed control."""
ANSWERED: Final = 40060
"""Discord's code for a second answer: an attempt of which nothing was heard was the first."""
_MOST_PAGES: Final = 1000


class PageAnswers:
    """Counts the answers that have changed each page, for the last pages that changed."""

    def __init__(self) -> None:
        """Know of none so far."""
        self._counts: OrderedDict[int, int] = OrderedDict()

    def count(self, page: int) -> int:
        """The number of answers that have changed a page."""
        return self._counts.get(page, 0)

    def note(self, page: int) -> None:
        """Note that an answer has changed a page."""
        self._counts[page] = self._counts.pop(page, 0) + 1
        if len(self._counts) > _MOST_PAGES:
            self._counts.popitem(last=False)


@dataclass(eq=False, slots=True)
class PressedPage:
    """The private message whose control was pressed.

    It rests and wakes as it was when it was pressed; where another press has changed it since, it
    stays as it is.
    """

    interaction: discord.Interaction
    message: discord.Message
    answers: PageAnswers
    _seen: int = field(init=False)
    _rests: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._seen = self.answers.count(self.message.id)

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

    def note_answer(self) -> None:
        """Note that the answer has taken the place of the page."""
        self.answers.note(self.message.id)

    @property
    def _has_changed(self) -> bool:
        return self.answers.count(self.message.id) != self._seen


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
