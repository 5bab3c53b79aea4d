"""Moderation: words that a server blocks, and links that Discord does (both 400).

Discord documents the error codes and that edits are refused too (change log of 2024-06-27), most
of all of deferred answers; keywords are whole words in any case (resources/auto-moderation). The
filter of harmful links is on everywhere, in direct messages too (discord-api-docs pull request
5327). The statuses are reported. It is guessed that AutoMod judges a bot that is a member like a
guest, and that it reads neither private answers nor labels.
"""

from __future__ import annotations

import re

from bot.standin.errors import ApiError, ErrorResponse
from bot.standin.layout import text
from bot.standin.model import Channel, Guild, Message


class Moderator:
    """Refuses what the app writes; people may write what they like."""

    def __init__(self) -> None:
        self._blocked: dict[int, list[re.Pattern[str]]] = {}
        self._harmful: set[str] = set()

    def block(self, guild: Guild, word: str) -> None:
        """Let a server block a word or phrase."""
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
        self._blocked.setdefault(guild.id, []).append(pattern)

    def call_harmful(self, link: str) -> None:
        """Let Discord filter a link."""
        self._harmful.add(link)

    def judge(self, channel: Channel, message: Message) -> None:
        """Refuse a new or changed message for a harmful link (240000) or a word (200000)."""
        words = text(message)
        if any(link in words for link in self._harmful):
            raise ApiError(ErrorResponse.HARMFUL_LINK)
        if not message.is_ephemeral and self._blocks(channel, words):
            raise ApiError(ErrorResponse.BLOCKED_MESSAGE)

    def judge_title(self, parent: Channel, title: str) -> None:
        """Refuse the name of a new thread for a word in it (200001)."""
        if self._blocks(parent, title):
            raise ApiError(ErrorResponse.BLOCKED_TITLE)

    def _blocks(self, channel: Channel, words: str) -> bool:
        patterns = () if channel.guild_id is None else self._blocked.get(channel.guild_id, ())
        return any(pattern.search(words) for pattern in patterns)
