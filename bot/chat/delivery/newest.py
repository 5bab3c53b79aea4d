"""Only the newest post of a game has its buttons: the one before it keeps what looks at it again.

Those are the ways to its turn, and the board, by which the menu of a message knows which game it
shows, and how far that had come.

This only helps who reads, as a press on an old post is answered with the newest state. So it is
tried a few times, when nothing is to be posted, and for what this process has posted itself a short
while ago. What it meets says nothing about posts.

A message keeps its files where an edit does not speak of them (Discord, resources/message), and its
galleries name them again. That they may is written nowhere, and new files are refused there
(discord-api-docs 7529): so each answer is looked at, and the first that finds fault with the
message, or lacks a picture, ends all this until the next start.
"""

import asyncio
import logging
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.chat.components import LayoutMessage
from bot.chat.delivery.failures import FAILED
from bot.model import button_forms, rows
from bot.model.buttons import ShowBoard
from bot.model.clock import Clock
from bot.model.offers import WayIn
from bot.model.stored_post import StoredPost

_LOGGER = logging.getLogger(__name__)

YOUNG: Final = 50 * 60.0
"""Seconds in which a message is edited: Discord limits edits after an hour (30046)."""
_INVALID: Final = 50035
"""Discord's error code for what a request says, a gallery's file that is not there among it."""
_LONGEST: Final = 20.0
"""Seconds after which an attempt to edit fails."""
ATTEMPTS: Final = 3
_PAUSE: Final = 2.0
"""Seconds to wait after an edit that failed."""
GAMES: Final = 500
"""The most games whose newest posts are remembered, and the most edits that wait, of some ten
kilobytes each."""


@dataclass(frozen=True, slots=True)
class _Posted:
    """A message that shows a table; its pictures are named, without their bytes."""

    channel: int
    message: int
    at: float
    looks: LayoutMessage
    attempts: int = 0
    """The number of its edits that have failed."""

    def outdone(self, keeping: Container[button_forms.ButtonValue]) -> LayoutMessage:
        """The message with the buttons that it keeps alone."""
        buttons = (button for row in self.looks.rows if isinstance(row, tuple) for button in row)
        kept = tuple(button for button in buttons if button.value in keeping)
        return replace(self.looks, rows=(kept,))


class NewestPosts:
    """Knows the newest post of each game, and edits the one before it."""

    def __init__(self, client: discord.Client, clock: Clock, turns: Iterable[WayIn]) -> None:
        """Edit messages by `client`, as long as they are young by `clock`.

        A post never loses its button of the board, nor the ways to its turn.
        """
        self._kept = frozenset({ShowBoard(), *(way.value for way in turns)})
        self._client = client
        self._clock = clock
        self._newest: dict[int, _Posted] = {}
        self._outdone: dict[int, _Posted] = {}
        """By message: of one game several wait where turns follow each other quickly."""
        self._ended = False
        self.tasks: set[asyncio.Task[None]] = set()
        """The edit that is on its way, if any."""

    @property
    def waits(self) -> bool:
        """Say whether a message is to be edited."""
        return bool(self._outdone)

    def note(self, post: rows.PostRow, message: discord.Message, looks: LayoutMessage) -> None:
        """Note that Discord has taken a post in the newer layout: its game has no newer one.

        What Discord took on an earlier attempt may have other pictures than were drawn for this
        one; such a message is left as it is.
        """
        body = StoredPost.load(post.body)
        values = (button.value for row in body.rows for button in row)
        if self._ended or ShowBoard() not in values:
            return  # what only calls or asks leaves the table to the post that shows it
        before = self._newest.get(body.game)
        if before is not None and message.id <= before.message:
            return  # Discord has answered a repeated attempt with the message of an earlier one
        if before is not None:
            del self._newest[body.game]
            self._outdone[before.message] = before
            if len(self._outdone) > GAMES:
                del self._outdone[next(iter(self._outdone))]
        named = tuple(replace(picture, png=b"") for picture in looks.pictures)
        if {picture.name for picture in named} != _files_named(message):
            return
        posted = _Posted(
            post.channel, message.id, self._clock.elapsed(), replace(looks, pictures=named)
        )
        self._newest[body.game] = posted
        if len(self._newest) > GAMES:
            del self._newest[next(iter(self._newest))]

    def start(self, then: Callable[[], None]) -> None:
        """Edit one message, unless one is being edited; `then` is called when that is done."""
        if self._outdone and not self.tasks:
            _, posted = self._outdone.popitem()
            self.tasks.add(task := asyncio.create_task(self._edit(posted)))
            task.add_done_callback(self.tasks.discard)
            task.add_done_callback(lambda _: then())

    async def _edit(self, posted: _Posted) -> None:
        if self._clock.elapsed() - posted.at > YOUNG:
            return
        changed = posted.outdone(self._kept)
        room = self._client.get_partial_messageable(posted.channel)
        message = room.get_partial_message(posted.message)
        try:
            async with asyncio.timeout(_LONGEST):
                edited = await changed.deliver(lambda: message.edit(view=changed.view()))
        except FAILED as error:
            _LOGGER.info("the edit of message %d failed: %r", posted.message, error)
            refused = isinstance(error, discord.HTTPException) and error.status < 500
            if isinstance(error, discord.HTTPException) and error.code == _INVALID:
                self._end()
            elif not refused and posted.attempts + 1 < ATTEMPTS:
                again = replace(posted, attempts=posted.attempts + 1)
                self._outdone = {posted.message: again, **self._outdone}  # after all others
                await self._clock.sleep(_PAUSE)
        else:
            if _files_shown(edited) < len(changed.pictures):
                _LOGGER.error("editing message %d failed: a picture is lost", posted.message)
                self._end()

    def _end(self) -> None:
        _LOGGER.warning("removing buttons of old posts failed, retrying at the next start")
        self._ended = True
        self._newest.clear()
        self._outdone.clear()


def _files_shown(message: discord.Message) -> int:
    """The number of files that the galleries of a message show."""
    return sum(media.attachment_id is not None for media in _media(message))


def _files_named(message: discord.Message) -> set[str]:
    """The names of the files that the galleries of a message show."""
    return {PurePosixPath(urlsplit(media.url).path).name for media in _media(message)}


def _media(message: discord.Message) -> list[discord.UnfurledMediaItem]:
    view = ui.LayoutView.from_message(message, timeout=None)
    view.stop()
    galleries = (item for item in view.walk_children() if isinstance(item, ui.MediaGallery))
    return [item.media for gallery in galleries for item in gallery.items]
