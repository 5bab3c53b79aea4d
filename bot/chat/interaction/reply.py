"""The answer to one interaction: acknowledged in time, sent by one owner, kind in every error.

Discord waits three seconds for the first answer. What takes longer is announced by itself and
delivered by an edit; what Discord no longer takes is logged, for the game has long been saved.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final, Self

import discord
from discord.ui import Modal

from bot.chat.delivery.failures import NETWORK
from bot.chat.interaction.pressed_page import ANSWERED, PageAnswers, PressedPage
from bot.chat.messages.components import ClassicMessage, notifying
from bot.chat.messages.mentions import CommandMentions
from bot.model.clock import Clock
from bot.model.messages import TEXT_LIMIT

_LOGGER = logging.getLogger(__name__)

SECONDS_UNTIL_ANNOUNCED: Final = 0.5
"""Seconds until an answer that is not ready is announced."""
PATIENCE_FOR_EDITS: Final = 1.5
"""Seconds where the pressed message is edited: so long Discord shows that something goes on."""
PATIENCE_FOR_FORMS: Final = 2.3
"""Seconds where a form may be the answer, which nothing can go before (Discord, receiving)."""
_LONGEST: Final = 60.0
"""Seconds after which a request to Discord is given up."""
_ATTEMPTS: Final = 3
_GONE: Final = frozenset({10062, 10015, 50027, 10008, 50083, ANSWERED})
"""Unknown interaction or webhook, invalid token, unknown message, locked thread, answered twice."""


class ReplyMode(Enum):
    """The ways in which an interaction is answered."""

    EPHEMERAL = auto()
    """A new message that only the person sees."""
    FORM = auto()
    """A form, or else a new message that only the person sees."""
    EDIT = auto()
    """An edit of the message whose button was pressed."""
    PUBLIC = auto()
    """A new message for everybody."""


@dataclass(eq=False, slots=True)
class Reply:
    """Owns the response of an interaction; use it as a context manager around the work.

    Its mode is settled before the work begins. `late` are the seconds that it has been under way,
    `on_first` gets the seconds from here to the first answer. `on_rival` is called where another
    process had given it.
    """

    interaction: discord.Interaction
    mode: ReplyMode
    clock: Clock
    mentions: CommandMentions
    pages: PageAnswers
    on_first: Callable[[float], None]
    on_rival: Callable[[], None]
    late: float = 0.0
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _begun: bool = field(default=False, init=False)
    _answered: bool = field(default=False, init=False)
    _page: PressedPage | None = field(default=None, init=False)
    message: int | None = field(default=None, init=False)
    """The message that the answer was shown by, None while that is not known."""
    _timer: asyncio.Task[None] = field(init=False)
    _since: float = field(init=False, default_factory=time.perf_counter)

    async def __aenter__(self) -> Self:
        message = self.interaction.message
        if self.mode is ReplyMode.EDIT and message is not None and message.flags.ephemeral:
            self._page = PressedPage(self.interaction, message, self.pages)
        self._timer = asyncio.create_task(self._announce_later())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._timer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._timer
        if self._page is not None:
            await self._page.wake()

    @property
    def _is_private(self) -> bool:
        """Say whether the answer is a new message that only the person sees."""
        return self.mode in {ReplyMode.EPHEMERAL, ReplyMode.FORM}

    async def show(self, message: ClassicMessage) -> bool:
        """Show a classic message; False when Discord no longer takes it."""
        message = replace(message, text=self.mentions.in_text(message.text, TEXT_LIMIT))
        async with self._lock:
            if not self._begun and await self._show_first(message):
                return True
            return await self._send(lambda: message.deliver(lambda: self._edit(message)))

    async def _show_first(self, message: ClassicMessage) -> bool:
        """Answer with a message; where Discord refuses it, with less and less of it.

        Raises discord.HTTPException when Discord refuses even the text.
        """
        say, view = self.interaction.response.send_message, message.view()
        private = self.mode is not ReplyMode.PUBLIC
        try:
            return await self._send(lambda: message.deliver(lambda: self._respond(message)))
        except discord.HTTPException as error:
            _LOGGER.warning("Discord refuses this answer, so its text is sent alone: %s", error)
            self._answered = True
        if view is not None:
            with contextlib.suppress(discord.HTTPException):
                return await self._send(
                    lambda: say(message.content(), view=view, ephemeral=private)
                )
        return await self._send(lambda: say(message.content(), ephemeral=private))

    async def ask(self, form: Modal) -> bool:
        """Open a form; False when it is too late for one, as it must be the first answer."""
        async with self._lock:
            send = self.interaction.response.send_modal
            return not self._begun and await self._send(lambda: send(form))

    async def tell(self, text: str) -> bool:
        """Tell the person something privately, without touching what else is shown."""
        say, say_more = self.interaction.response.send_message, self.interaction.followup.send
        text = self.mentions.in_text(text, TEXT_LIMIT)
        async with self._lock:
            if not self._begun and await self._send(lambda: say(text, ephemeral=True)):
                return True
            if not self._answered and self.mode is not ReplyMode.EDIT:
                # An announced new message still says nothing.
                if self._is_private:
                    return await self._send(lambda: self._edit(ClassicMessage(text)))
                await self._send(self._withdraw)
            return await self._send(lambda: say_more(text, ephemeral=True, wait=True))

    async def vanish(self) -> None:
        """Take the private message away whose button was pressed: it has served its purpose."""
        async with self._lock:
            if not self._begun:
                await self._send(self._defer)
            await self._send(self._withdraw)

    async def announce(self) -> bool:
        """Tell Discord that an answer comes; False when it does not wait for one any more."""
        async with self._lock:
            try:
                return self._begun or await self._send(self._announce)
            except discord.HTTPException as error:
                _LOGGER.warning("Discord refuses the announcement: %s", error)
                return True

    async def _announce_later(self) -> None:
        patience = {ReplyMode.FORM: PATIENCE_FOR_FORMS, ReplyMode.EDIT: PATIENCE_FOR_EDITS}
        left = max(0.0, PATIENCE_FOR_FORMS - self.late)
        await self.clock.sleep(min(patience.get(self.mode, SECONDS_UNTIL_ANNOUNCED), left))
        await self.announce()

    async def _announce(self) -> None:
        if self._page is None:
            await self._defer()
        else:
            await self._page.rest()

    async def _defer(self) -> None:
        private, new = self._is_private, self.mode is not ReplyMode.EDIT
        await self.interaction.response.defer(ephemeral=private, thinking=new)

    async def _respond(self, message: ClassicMessage) -> None:
        response, view = self.interaction.response, message.view()
        if self.mode is ReplyMode.EDIT:
            await response.edit_message(
                content=message.content(), attachments=message.attachments(), view=view
            )
            pressed = self.interaction.message
            self.message = None if pressed is None else pressed.id
        else:
            sent = await response.send_message(
                message.content(),
                files=message.files(),
                view=discord.utils.MISSING if view is None else view,
                ephemeral=self._is_private,
                allowed_mentions=notifying(message.ping),
                suppress_embeds=True,  # a name may be an address, which would unfold below
            )
            self.message = sent.message_id
        self._note_answer()

    async def _edit(self, message: ClassicMessage) -> None:
        edited = await self.interaction.edit_original_response(
            content=message.content(),
            attachments=message.attachments(),
            view=message.view(),
            allowed_mentions=notifying(message.ping),
        )
        self.message = edited.id
        self._note_answer()

    async def _withdraw(self) -> None:
        """Remove the message that stands for the answer.

        Of an announcement for everybody that matters: what follows it first would be as public.
        """
        with contextlib.suppress(discord.NotFound):
            await self.interaction.delete_original_response()
        self._note_answer()

    def _note_answer(self) -> None:
        self._answered = True
        if self._page is not None:
            self._page.note_answer()

    async def _send(self, send: Callable[[], Awaitable[object]]) -> bool:
        """Send an answer, again if it does not come through; False when Discord did not take it.

        Discord waits for the first one, which is tried again at once; an edit can complete it. A
        cut connection leaves open whether Discord took it: the second attempt tells. Where Discord
        refuses the first answer, another may still be given; raises discord.HTTPException.
        """
        first, self._begun = not self._begun, True
        for attempt in range(_ATTEMPTS):
            try:
                async with asyncio.timeout(_LONGEST):
                    await send()
            except discord.HTTPException as error:
                if error.code not in _GONE and error.status < 500:
                    self._begun = not first
                    raise  # it is our own mistake
                _LOGGER.warning("Discord does not take this answer: %s", error)
                if first and not attempt and error.code == ANSWERED:
                    self.on_rival()
                return False
            except NETWORK as error:
                _LOGGER.warning("answer not confirmed: %r", error)
                if not first:
                    await self.clock.sleep(attempt)
            else:
                if first:
                    self.on_first(time.perf_counter() - self._since)
                return True
        return False
