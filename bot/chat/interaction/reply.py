"""The answer to one interaction: acknowledged in time, sent by one owner, kind in every error.

Discord waits three seconds for the first answer. What takes longer is announced by itself and
delivered by an edit; what Discord no longer takes is logged, for the game has long been saved.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final, Self

import discord
from discord.ui import Modal

from bot.chat.command_names import CommandMentions
from bot.chat.components import ClassicMessage, ImageFile, notifying
from bot.chat.delivery.failures import FAILED, FailureKind, failure_of
from bot.chat.interaction.pressed_page import ANSWERED, PressedPage, ShownPage, ShownPages
from bot.chat.interaction.traffic import Traffic
from bot.model import messages, rows
from bot.model.channel_loss import UNKNOWN_CHANNEL, UNKNOWN_SERVER
from bot.model.clock import Clock

_LOGGER = logging.getLogger(__name__)

SECONDS_UNTIL_ANNOUNCED: Final = 0.5
"""Seconds until an answer that is not ready is announced."""
PATIENCE_FOR_EDITS: Final = 1.5
"""Seconds where the pressed message is edited: so long Discord shows that something goes on."""
PATIENCE_FOR_FORMS: Final = 2.3
"""Seconds where a form may be the answer, which nothing can go before (Discord, receiving)."""
_PATIENCE_FOR_THOUGHTS: Final = 0.05
"""Seconds where the bot is known to think for long, unless it has thought ahead."""
_LONGEST: Final = 60.0
"""Seconds after which a request to Discord is given up."""
_ATTEMPTS: Final = 3
_MOMENT: Final = 0.3
"""Seconds until the first answer is tried again where Discord failed at it."""
_NO_MESSAGE: Final = 10008
_GONE: Final = frozenset(
    {10062, 10015, 50027, UNKNOWN_CHANNEL, UNKNOWN_SERVER, _NO_MESSAGE, 50083, ANSWERED}
)
"""Unknown interaction, webhook, channel, server or message, invalid token, locked thread, answered
twice: nobody waits for the answer any more, or not there."""


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

    Its mode is settled before the work begins. `late` are the seconds that it has been under way;
    a `courteous` one was left to another process for some of them.
    """

    interaction: discord.Interaction
    mode: ReplyMode
    clock: Clock
    mentions: CommandMentions
    pages: ShownPages
    traffic: Traffic
    late: float = 0.0
    courteous: bool = False
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _begun: bool = field(default=False, init=False)
    _answered: bool = field(default=False, init=False)
    _is_gone: bool = field(default=False, init=False)
    """True where the message that the answer was to edit is there no more."""
    _is_known: bool = field(default=False, init=False)
    """True where Discord says of a repeated answer that it has one."""
    _page: PressedPage | None = field(default=None, init=False)
    message: int | None = field(default=None, init=False)
    """The message that the answer was shown by, None while that is not known."""
    _claim: int = field(default=0, init=False)
    """The claim of this answer on the page that shows it, 0 before it has one."""
    _timer: asyncio.Task[None] = field(init=False)
    _since: float = field(init=False, default_factory=time.perf_counter)

    async def __aenter__(self) -> Self:
        message = self._edited
        if message is not None and message.flags.ephemeral:
            self._page = PressedPage(self.interaction, message, self.pages.at(message.id))
        patience = {ReplyMode.FORM: PATIENCE_FOR_FORMS, ReplyMode.EDIT: PATIENCE_FOR_EDITS}
        self._announce_within(patience.get(self.mode, SECONDS_UNTIL_ANNOUNCED))
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

    @property
    def _edited(self) -> discord.Message | None:
        """The message whose control was pressed, where the answer edits it."""
        return self.interaction.message if self.mode is ReplyMode.EDIT else None

    @property
    def is_replaced(self) -> bool:
        """Say whether a newer press has taken over the page that shows this answer."""
        return self.message is not None and self.pages.at(self.message).claims != self._claim

    async def take_over(self) -> tuple[discord.Attachment, ...]:
        """Take the pressed page over, and return the files in it; none where none is edited.

        No earlier press adds a picture to it from now on.
        """
        message = self._edited
        if message is None:
            return ()
        page = self.pages.at(message.id)
        self._claim = await page.claim()
        return page.files_of(message)

    async def show(self, message: ClassicMessage) -> bool:
        """Show a classic message; False when Discord no longer takes it."""
        if not self._claim:
            await self.take_over()
        message = self._mentioning(message)
        async with self._lock:
            if not self._begun and await self._show_first(message):
                return True
            if await self._send(lambda: message.deliver(lambda: self._edit(message))):
                return True
            return self._is_gone and await self._send(
                lambda: message.deliver(lambda: self._say_anew(message)), once=True
            )

    async def add_picture(self, message: ClassicMessage) -> None:
        """Show the text and the picture of a message whose controls stand there already.

        A page that a newer press has taken over stays as it is.
        """
        message = self._mentioning(message)
        if self.message is None:
            return
        page = self.pages.at(self.message)
        async with self._lock, page.adding:
            if self.is_replaced:
                return
            try:
                await self._send(lambda: self._add(page, message, message.attachments()))
            except discord.HTTPException as error:
                _LOGGER.warning("picture of the answer failed: %s", error)
                await self._send(lambda: self._add(page, message, page.files or ()))

    async def add_file(self, file: ImageFile) -> None:
        """Show one more picture, in a message of its own behind the answer."""
        say_more = self.interaction.followup.send
        async with self._lock:
            try:
                await self._send(
                    lambda: say_more(file=file.file(), ephemeral=True, wait=True), once=True
                )
            except discord.HTTPException as error:
                _LOGGER.warning("one more picture of the answer failed: %s", error)

    def _mentioning(self, message: ClassicMessage) -> ClassicMessage:
        return replace(message, text=self.mentions.in_text(message.text, messages.TEXT_LIMIT))

    async def _show_first(self, message: ClassicMessage) -> bool:
        """Answer with a message; where Discord refuses it, with less and less of it.

        Raises discord.HTTPException when Discord refuses even the text.
        """
        say, view = self.interaction.response.send_message, message.view()
        private = self.mode is not ReplyMode.PUBLIC
        try:
            return await self._send(lambda: message.deliver(lambda: self._respond(message)))
        except discord.HTTPException as error:
            _LOGGER.warning("answer failed, retrying with its text alone: %s", error)
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

    async def tell(self, message: ClassicMessage) -> bool:
        """Tell the person something privately, without touching what else is shown."""
        say, say_more = self.interaction.response.send_message, self.interaction.followup.send
        message = self._mentioning(message)
        text, view = message.content(), message.view() or discord.utils.MISSING
        async with self._lock:
            if not self._begun and await self._send(lambda: say(text, view=view, ephemeral=True)):
                return True
            if not self._answered and self.mode is not ReplyMode.EDIT:
                # An announced new message still says nothing.
                if self._is_private:
                    return await self._send(lambda: self._edit(message))
                await self._send(self._withdraw)
            return await self._send(
                lambda: say_more(text, view=view, ephemeral=True, wait=True), once=True
            )

    async def vanish(self) -> None:
        """Take the private message away whose button was pressed: it has served its purpose."""
        await self.take_over()
        async with self._lock:
            if not self._begun:
                await self._send(self._defer)
            await self._send(self._withdraw)

    async def announce(self) -> bool:
        """Tell Discord that an answer comes; False when it does not wait for one any more."""
        async with self._lock:
            try:
                return self._begun or await self._send(self._announce) or self._is_known
            except discord.HTTPException as error:
                _LOGGER.warning("announcement failed: %s", error)
                return True

    def takes_long(self) -> None:
        """Announce the answer almost at once, unless it is there already."""
        self._timer.cancel()
        self._announce_within(_PATIENCE_FOR_THOUGHTS)

    def _announce_within(self, seconds: float) -> None:
        self._timer = asyncio.create_task(self._announce_later(seconds))

    async def _announce_later(self, seconds: float) -> None:
        left = max(0.0, PATIENCE_FOR_FORMS - self.late)
        await self.clock.sleep(min(seconds, left))
        if not self.traffic.is_banned(self.clock.elapsed()):  # then one request is the answer
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
        if (pressed := self._edited) is not None:
            sent = await response.edit_message(
                content=message.content(), attachments=message.attachments(), view=view
            )
            place: int | None = pressed.id
        else:
            sent = await response.send_message(
                message.content(),
                files=message.files(),
                view=discord.utils.MISSING if view is None else view,
                ephemeral=self._is_private,
                allowed_mentions=notifying(message.ping),
                suppress_embeds=True,  # a name may be an address, which would unfold below
            )
            place = sent.message_id
        self._note_answer(place, None if sent is None else sent.resource)

    async def _say_anew(self, message: ClassicMessage) -> None:
        """Say privately what the message that was pressed can't show: it is gone."""
        response, view = self.interaction.response, message.view() or discord.utils.MISSING
        text, files = message.content(), message.files()
        if response.is_done():
            say_more = self.interaction.followup.send
            await say_more(text, files=files, view=view, ephemeral=True, wait=True)
        else:
            await response.send_message(text, files=files, view=view, ephemeral=True)

    async def _edit(self, message: ClassicMessage) -> None:
        edited = await self.interaction.edit_original_response(
            content=message.content(),
            attachments=message.attachments(),
            view=message.view(),
            allowed_mentions=notifying(message.ping),
        )
        self._note_answer(edited.id, edited)

    async def _add(
        self,
        page: ShownPage,
        message: ClassicMessage,
        files: Sequence[discord.Attachment | discord.File],
    ) -> None:
        """Change the text and the files of a page; a menu that is open there stays open."""
        edited = await self.interaction.edit_original_response(
            content=message.content(), attachments=files, allowed_mentions=notifying(message.ping)
        )
        page.files, page.in_doubt = tuple(edited.attachments), False

    async def _withdraw(self) -> None:
        """Remove the message that stands for the answer.

        Of an announcement for everybody that matters: what follows it first would be as public.
        """
        with contextlib.suppress(discord.NotFound):
            await self.interaction.delete_original_response()
        self._answered = True
        if self._page is not None:
            self._page.page.note_answer(())

    def _note_answer(self, message: int | None, shown: object) -> None:
        """Note the message that the answer stands in, and its files where Discord tells them."""
        self._answered, self.message = True, message
        if message is None:
            return
        page = self.pages.at(message)
        if not self._claim:
            self._claim = page.claims = page.claims + 1
        page.note_answer(shown.attachments if isinstance(shown, discord.Message) else None)

    async def _send(self, send: Callable[[], Awaitable[object]], *, once: bool = False) -> bool:
        """Send an answer, again if it does not come through; False when Discord did not take it.

        Discord waits for the first one, which is tried again at once; an edit can complete it. A
        cut connection leaves open whether Discord took it: the second attempt tells. What would be
        there twice is sent `once`. Where Discord refuses what the first answer says, another may
        still be given; raises discord.HTTPException.
        """
        first, self._begun = not self._begun, True
        attempts = 1 if once or self.traffic.is_banned(self.clock.elapsed()) else _ATTEMPTS
        for attempt in range(attempts):
            try:
                async with asyncio.timeout(_LONGEST):
                    await send()
            except FAILED as error:
                if isinstance(error, discord.HTTPException) and error.status < 500:
                    self._note_refusal(error, first=first, repeated=attempt > 0)
                    return False
                _LOGGER.warning("confirming the answer failed: %r", error)
                self._doubt_files()
                if not first:
                    await self.clock.sleep(attempt)
                elif isinstance(error, discord.HTTPException):
                    await self.clock.sleep(_MOMENT)
            else:
                if first:
                    self.traffic.precedence.note_answered(courteous=self.courteous)
                    self.traffic.on_first_answer(time.perf_counter() - self._since)
                return True
        return False

    def _doubt_files(self) -> None:
        """Name no files of the page: an answer that was not confirmed may have changed them.

        The press after it may be older than that change, so only the next answer tells.
        """
        pressed = self._edited
        place = self.message if pressed is None else pressed.id
        if place is not None:
            self.pages.at(place).in_doubt = True

    def _note_refusal(self, error: discord.HTTPException, *, first: bool, repeated: bool) -> None:
        """Note that Discord did not take an answer; raises one that is our own mistake.

        A page in place of Discord's words comes from the service in front of it, whatever we said.
        """
        failure = failure_of(error, rows.Via.FOLLOWUP)
        if failure.kind is FailureKind.EVERYTHING:
            self.traffic.note_ban(self.clock.elapsed(), failure.pause, error)
            return
        is_ours = bool(error.code) or failure.kind is FailureKind.MISTAKE
        if is_ours and error.code not in _GONE:
            self._begun = not first
            raise error
        _LOGGER.warning("answer failed: %s", error)
        self._is_gone |= error.code == _NO_MESSAGE and self._edited is not None
        if error.code == ANSWERED and repeated:
            self._is_known = True  # by the attempt before
        elif error.code == ANSWERED and first:
            self.traffic.note_rival(courteous=self.courteous)
