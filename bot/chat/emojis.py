"""The bot's emojis at Discord: recalled from the database, and renewed in the background.

An emoji is called like its key with a hash of its picture behind it, so that a picture that has
changed is another emoji. Whatever there is, is listed first: none is uploaded twice.
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.chat.delivery.failures import FAILED, FailureKind, failure_of
from bot.model import rows
from bot.model.clock import Clock
from bot.store.store import Store
from bot.words import pieces
from renderer.emojis import EMOJI_DRAWINGS, EmojiPicture, draw_emoji

_LOGGER = logging.getLogger(__name__)

_PAUSE: Final = 1.0
"""Seconds between two changes: these routes have odd limits of their own (resources/emoji)."""
ROUNDS: Final = 5
"""The number of tries to have all of them; the next start uploads those that are missing."""
_REST: Final = 60.0
"""Seconds between two rounds."""
_LONGEST_REST: Final = 3600.0
"""The longest pause that is waited for, where Discord asks for one."""
MOST_REFUSED: Final = 3
"""So many emojis that Discord refuses, and it is not for their sake."""
NAME: Final = re.compile(r"(\w+)_[0-9a-f]{8}")


def emoji_name(key: str, picture: EmojiPicture) -> str:
    """The name of the emoji with this picture at Discord: at most 32 characters.

    >>> emoji_name("resource.fruit", EmojiPicture(b"", "1a2b3c4d"))
    'fruit_1a2b3c4d'
    """
    return f"{_stem(key)}_{picture.digest}"


def _stem(key: str) -> str:
    return key.removeprefix("resource.").replace(".", "_")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """An emoji as it should be: its key, its name at Discord, and its picture."""

    key: str
    name: str
    png: bytes


@dataclass(slots=True)
class EmojiUploads:
    """Sees to it that Discord has the emojis, and that the symbols are those that it has."""

    client: discord.Client
    store: Store
    clock: Clock
    symbols: pieces.Symbols
    _application: int = field(init=False, default=0)
    _known: asyncio.Event = field(init=False, default_factory=asyncio.Event)
    _shown: dict[str, int] = field(init=False, default_factory=dict)
    """The emojis that are shown, by key."""

    async def recall(self, application: int) -> None:
        """Show the emojis that this application had when it was last looked; then renew them."""
        kept = await self.store.read(lambda tx: tx.meta.emojis(application))
        self._shown = {key: emoji for key, emoji in kept.items() if key in EMOJI_DRAWINGS}
        self.symbols.show(self._shown)
        self._application = application
        self._known.set()

    async def run(self) -> None:
        """Renew the emojis once the application is known; without them all goes on in words."""
        await self._known.wait()
        wanted = [await asyncio.to_thread(_draw, key) for key in EMOJI_DRAWINGS]
        refused: set[str] = set()
        for _ in range(ROUNDS):
            try:
                if await self._come_nearer(wanted, refused):
                    _LOGGER.info("%d emojis are at hand", len(self._shown))
                    return
            except FAILED as error:
                if self.client.is_closed():
                    return
                _LOGGER.warning("renewing emojis failed: %r", error)
                pause = max(_REST, failure_of(error, rows.Via.CHANNEL).pause)
                if pause > _LONGEST_REST:
                    break
                await self.clock.sleep(pause)
        _LOGGER.warning("uploading emojis is not finished, retrying at the next start")

    async def _come_nearer(self, wanted: Sequence[_Wanted], refused: set[str]) -> bool:
        """List what there is, and upload what is missing; returns whether nothing was.

        What Discord refuses is noted and not tried again. Raises one of FAILED.
        """
        there = {emoji.name: emoji for emoji in await self.client.fetch_application_emojis()}
        await self._take_over(wanted, there)
        missing = [one for one in wanted if one.name not in there and one.key not in refused]
        for one in missing:
            try:
                made = await self.client.create_application_emoji(name=one.name, image=one.png)
                await self._show({**self._shown, one.key: made.id})
            except discord.HTTPException as error:
                if failure_of(error, rows.Via.CHANNEL).kind is not FailureKind.MISTAKE:
                    raise
                _LOGGER.warning("uploading emoji %s failed: %s", one.name, error)
                refused.add(one.key)
                if len(refused) >= MOST_REFUSED:
                    raise
            await self.clock.sleep(_PAUSE)
        if not missing:
            await self._drop_old(wanted, there)
        return not missing

    async def _take_over(
        self, wanted: Sequence[_Wanted], there: Mapping[str, discord.Emoji]
    ) -> None:
        """Show what is there: the new picture of a symbol, else the old one that was shown."""
        alive = {emoji.id for emoji in there.values()}
        shown = {key: emoji for key, emoji in self._shown.items() if emoji in alive}
        shown |= {one.key: there[one.name].id for one in wanted if one.name in there}
        await self._show(shown)

    async def _show(self, emojis: dict[str, int]) -> None:
        if emojis != self._shown or not self.symbols:
            self._shown = emojis
            self.symbols.show(emojis)
            await self.store.note(
                self.clock, lambda tx: tx.meta.put_emojis(self._application, emojis)
            )

    async def _drop_old(
        self, wanted: Sequence[_Wanted], there: Mapping[str, discord.Emoji]
    ) -> None:
        """Delete older pictures of symbols that have their new one."""
        names = {one.name for one in wanted}
        replaced = {_stem(one.key) for one in wanted if one.name in there}
        for name, emoji in there.items():
            ours = NAME.fullmatch(name)
            if ours is not None and ours[1] in replaced and name not in names:
                with contextlib.suppress(discord.NotFound):
                    await emoji.delete()
                await self.clock.sleep(_PAUSE)


def _draw(key: str) -> _Wanted:
    picture = draw_emoji(key)
    return _Wanted(key, emoji_name(key, picture), picture.png)
