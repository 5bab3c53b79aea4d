"""Carries one post to Discord: the layouts that are left, its nonce, and a look for it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

import discord

from bot.chat.components import LayoutMessage, notifying
from bot.chat.delivery.evidence import found
from bot.chat.delivery.failures import FailureKind, failure_of
from bot.chat.delivery.once import each_failure_told
from bot.chat.delivery.permissions import carry
from bot.chat.delivery.writing import DrawnPost, PostWriter
from bot.model import rows
from bot.model.clock import Clock
from bot.services.calls.delivery import NONCES_LIVE, RICH_ATTEMPTS

_LOGGER = logging.getLogger(__name__)

_Sent = TypeVar("_Sent")

NONCE_LIMIT: Final = 25
_LONGEST: Final = 90.0
"""Seconds after which an attempt to send fails."""
_LONGEST_EDIT: Final = 20.0
_TOO_LARGE: Final = 413
"""The HTTP status of a request that is larger than Discord takes."""


@dataclass(frozen=True, slots=True)
class SentPost:
    """The `message` that Discord has taken, and what it `shows` in the newer layout.

    Of one that was found instead of sent only the `id` is known.
    """

    id: int
    message: discord.Message | None = None
    shows: LayoutMessage | None = None


@dataclass(slots=True)
class PostSender:
    """Sends posts by `client` as the `writer` makes them; raises what the library does."""

    client: discord.Client
    clock: Clock
    writer: PostWriter
    instance: str = ""
    """The name of this database: no other one makes the same nonces."""
    fence: Callable[[], Awaitable[object]] = field(default=partial(asyncio.sleep, 0))
    """Raises LostLeadError where another process posts by now; asked before each request."""

    async def send(self, post: rows.PostRow, drawn: DrawnPost) -> SentPost:
        """Post to a channel or person, unless an earlier attempt has done so."""
        async with asyncio.timeout(_LONGEST):
            room: discord.abc.Messageable = self.client.get_partial_messageable(post.channel)
            if post.via is rows.Via.DIRECT:
                room = await self.client.create_dm(discord.Object(post.channel))
            if (there := await self._find(post, room)) is not None:
                return SentPost(there)
            ping = drawn.body.ping
            send = partial(
                room.send,
                nonce=self.nonce(post.id),
                allowed_mentions=notifying(ping),
                silent=not ping and post.via is not rows.Via.DIRECT,
            )
            await self.fence()
            with each_failure_told():
                return await self._send(post, drawn, send)

    async def _find(self, post: rows.PostRow, room: discord.abc.Messageable) -> int | None:
        """The message that an earlier attempt has brought about; None for none.

        As long as the nonce of a post lives, the next attempt finds that out; a press has none.
        """
        me = self.client.user
        if post.tried is None or me is None:
            return None
        if post.via is not rows.Via.FOLLOWUP and self.clock.now() - post.tried < NONCES_LIVE:
            return None
        plain = self.writer.changed(post).classic().content()
        await self.fence()
        return await found(room, me.id, post.tried, post.id, plain)

    async def _send(
        self,
        post: rows.PostRow,
        drawn: DrawnPost,
        send: Callable[..., Awaitable[discord.Message]],
    ) -> SentPost:
        """Send a post; in the plain layout when Discord refuses the newer one.

        Where the request is too large, it has no pictures. Where a filter takes offense, or Discord
        refuses both, our own words are left.
        """
        body, message = drawn
        if post.attempts < RICH_ATTEMPTS:
            try:
                sent = await _sent(message, send)
            except discord.HTTPException as error:
                is_filtered = _refused(post, error) is FailureKind.FILTERED
                is_large = error.status == _TOO_LARGE
            else:
                return SentPost(sent.id, sent, message)
            if is_filtered:
                own = await self.writer.in_own_words(post.id, body)
                return SentPost((await _sent(own, send)).id)
            message = self.writer.changed(post) if is_large else message
        plain = message.classic()
        view = plain.view() or discord.utils.MISSING
        try:
            # A name may be an address: in this layout a preview of it would unfold below the text.
            sent = await send(plain.content(), view=view, files=plain.files(), suppress_embeds=True)
        except discord.HTTPException as error:
            _refused(post, error)
        else:
            return SentPost(sent.id)
        own = await self.writer.in_own_words(post.id, body)
        return SentPost((await _sent(own, send)).id)

    async def edit(self, post: rows.PostRow, message: int) -> None:
        """Bring a message up to date."""
        changed = self.writer.changed(post)
        sent = self.client.get_partial_messageable(post.channel).get_partial_message(message)
        await self.fence()
        async with asyncio.timeout(_LONGEST_EDIT):
            await changed.deliver(lambda: sent.edit(view=changed.view()))

    async def carry(self, post: rows.PostRow, drawn: DrawnPost, door: rows.DoorRow) -> int:
        """Let a press carry a post, once; returns its message.

        Where Discord may have taken it before, the bot looks for it if it may read there; else it
        calls nobody.
        """
        send = partial(carry, self.client, door, drawn.body.ping if post.tried is None else ())
        async with asyncio.timeout(_LONGEST):
            room = self.client.get_partial_messageable(post.channel)
            if (there := await self._find(post, room)) is not None:
                return there
            await self.fence()
            try:
                return await _sent(drawn.message, send)
            except discord.HTTPException as error:
                _refused(post, error)
            return await _sent(await self.writer.in_own_words(post.id, drawn.body), send)

    def nonce(self, post: int) -> str:
        """The nonce of a post's row: the same on every attempt, of this database alone."""
        nonce = f"{self.instance}-{post}"
        assert len(nonce) <= NONCE_LIMIT, "a nonce has at most 25 characters"
        return nonce


async def _sent(message: LayoutMessage, send: Callable[..., Awaitable[_Sent]]) -> _Sent:
    """Send a message in the newer layout."""
    return await message.deliver(lambda: send(view=message.view(), files=message.files()))


def _refused(post: rows.PostRow, error: discord.HTTPException) -> FailureKind:
    """The kind of a failure that less of a post may not meet; raises any other one."""
    kind = failure_of(error, post.via).kind
    if kind not in {FailureKind.FILTERED, FailureKind.MISTAKE}:
        raise error
    _LOGGER.error("post %d failed as Discord refused it, saying less: %s", post.id, error)
    return kind
