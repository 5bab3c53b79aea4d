"""The answer to one interaction: acknowledged in time, sent by one owner, kind in every error.

Discord waits three seconds for the first answer. What takes longer is announced by itself and
delivered by an edit; what Discord no longer takes is logged, for the game has long been saved.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from types import TracebackType
from typing import Final, Self, TypeVar

import aiohttp
import discord

from bot.chat.messages.components import ClassicMessage, TextForm
from bot.model.clock import Clock

LOG = logging.getLogger(__name__)

Result = TypeVar("Result")

PATIENCE: Final = 0.5
"""Seconds until an answer that is not ready is announced."""
LONGEST: Final = 60.0
"""Seconds after which a request to Discord is given up."""
ATTEMPTS: Final = 3
ALREADY_ANSWERED: Final = 40060
GONE: Final = frozenset({10062, 10015, 50027, 10008, 50083})
"""Unknown interaction, unknown webhook, invalid token, unknown message, thread locked away."""
NETWORK: Final = (aiohttp.ClientError, OSError, TimeoutError)


class ReplyMode(Enum):
    """How an interaction is answered."""

    EPHEMERAL = auto()
    """A new message that only the person sees."""
    EDIT = auto()
    """An edit of the message whose button was pressed."""
    PUBLIC = auto()
    """A new message for everybody."""


class Reply:
    """Owns the response of an interaction; use it as a context manager around the work."""

    def __init__(self, interaction: discord.Interaction, mode: ReplyMode, clock: Clock) -> None:
        """Answer `interaction` in a mode that is settled before the work begins."""
        self.interaction = interaction
        self.mode = mode
        self._clock = clock
        self._lock = asyncio.Lock()
        self._begun = False
        self._answered = False
        self._timer: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._timer = asyncio.create_task(self._announce_later())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._timer

    async def show(self, message: ClassicMessage) -> bool:
        """Show a classic message; False when Discord no longer takes it."""
        async with self._lock:
            if not self._begun and await self._first(lambda: self._respond(message)):
                return True
            return await self._attempt(lambda: self._edit(message))

    async def ask(self, form: TextForm) -> bool:
        """Open a form; False when it is too late for one, as it must be the first answer."""
        async with self._lock:
            send = self.interaction.response.send_modal
            return not self._begun and await self._first(lambda: send(form.modal()))

    async def tell(self, text: str) -> bool:
        """Tell the person something privately, without touching what else is shown."""
        async with self._lock:
            if not self._begun:
                response = self.interaction.response
                send = lambda: response.send_message(text, ephemeral=True)  # noqa: E731
                if await self._first(send):
                    return True
            if self._waits_for_content:
                if self.mode is ReplyMode.EPHEMERAL:
                    return await self._attempt(lambda: self._edit(ClassicMessage(text)))
                await self._attempt(self._withdraw)
            return await self._attempt(
                lambda: self.interaction.followup.send(text, ephemeral=True, wait=True)
            )

    async def vanish(self) -> None:
        """Take the private message away whose button was pressed: it has served its purpose."""
        async with self._lock:
            if not self._begun:
                await self._first(self._announce)
            await self._attempt(self._withdraw)

    @property
    def _waits_for_content(self) -> bool:
        """Whether an announced new message still says nothing."""
        return not self._answered and self.mode is not ReplyMode.EDIT

    async def _announce_later(self) -> None:
        await self._clock.sleep(PATIENCE)
        async with self._lock:
            if not self._begun:
                await self._first(self._announce)

    async def _announce(self) -> None:
        response = self.interaction.response
        match self.mode:
            case ReplyMode.EDIT:
                await response.defer()
            case ReplyMode.EPHEMERAL:
                await response.defer(ephemeral=True, thinking=True)
            case ReplyMode.PUBLIC:
                await response.defer(thinking=True)

    async def _respond(self, message: ClassicMessage) -> None:
        response, view = self.interaction.response, message.view()
        if self.mode is ReplyMode.EDIT:
            await response.edit_message(
                content=message.content(), attachments=message.attachments(), view=view
            )
        else:
            await response.send_message(
                message.content(),
                files=message.files(),
                view=discord.utils.MISSING if view is None else view,
                ephemeral=self.mode is ReplyMode.EPHEMERAL,
            )
        self._answered = True

    async def _edit(self, message: ClassicMessage) -> None:
        await self.interaction.edit_original_response(
            content=message.content(), attachments=message.attachments(), view=message.view()
        )
        self._answered = True

    async def _withdraw(self) -> None:
        """Remove the message that stands for the answer.

        Of an announcement for everybody that matters: what follows it first would be as public.
        """
        with contextlib.suppress(discord.NotFound):
            await self.interaction.delete_original_response()
        self._answered = True

    async def _first(self, send: Callable[[], Awaitable[object]]) -> bool:
        """Send the first answer; False when it must be completed, or is lost, by an edit.

        A cut connection leaves open whether Discord took it: the second attempt tells.
        """
        self._begun = True
        for attempt in range(ATTEMPTS):
            try:
                async with asyncio.timeout(LONGEST):
                    await send()
            except discord.HTTPException as error:
                if error.code == ALREADY_ANSWERED and attempt:
                    return False
                return _give_up(error)
            except NETWORK as error:
                LOG.warning("first answer not confirmed: %r", error)
            else:
                return True
        return False

    async def _attempt(self, send: Callable[[], Awaitable[object]]) -> bool:
        for attempt in range(ATTEMPTS):
            try:
                async with asyncio.timeout(LONGEST):
                    await send()
            except discord.HTTPException as error:
                return _give_up(error)
            except NETWORK as error:
                LOG.warning("answer not delivered: %r", error)
                await self._clock.sleep(attempt)
            else:
                return True
        return False


def _give_up(error: discord.HTTPException) -> bool:
    """Log an answer that Discord refused; re-raise what is our own mistake."""
    if error.code in GONE or error.code == ALREADY_ANSWERED:
        LOG.warning("Discord no longer takes this answer: %s", error)
        return False
    if error.status >= 500:
        LOG.warning("Discord could not take this answer: %s", error)
        return False
    raise error
