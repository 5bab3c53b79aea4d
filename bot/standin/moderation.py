"""Moderation: words that a server blocks, and links that Discord does (both 400).

Discord documents the error codes and that edits are refused too (change log of 2024-06-27), most
of all of deferred answers; keywords are whole words in any case (resources/auto-moderation). The
filter of harmful links is on everywhere, in direct messages too (discord-api-docs pull request
5327). The statuses are reported. Discord's help says that AutoMod spares bots; others report that
it judges them. It judges here, unless told otherwise. It is guessed that it reads neither private
answers nor labels.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.standin import model
from bot.standin.errors import ApiError, ErrorResponse
from bot.standin.layout import text


@dataclass(frozen=True, slots=True)
class _Blocked:
    """A word or phrase that a server blocks; those of one rule share its identifier."""

    guild_id: int
    pattern: re.Pattern[str]
    rule_id: int | None


class Moderator:
    """Refuses what the app writes; people may write what they like."""

    def __init__(self) -> None:
        self.spares_members = False
        """Lets the app pass where it is a member, and judges it as a guest alone."""
        self._blocked: list[_Blocked] = []
        self._harmful: set[str] = set()

    def block(self, guild: model.Guild, word: str, rule_id: int | None = None) -> None:
        """Let a server block a word or phrase, perhaps by a rule that can be removed."""
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
        self._blocked.append(_Blocked(guild.id, pattern, rule_id))

    def remove_rule(self, rule_id: int) -> None:
        """Let a server block the words of a rule no longer."""
        self._blocked = [one for one in self._blocked if one.rule_id != rule_id]

    def call_harmful(self, link: str) -> None:
        """Let Discord filter a link."""
        self._harmful.add(link)

    def judge(self, guild: model.Guild | None, message: model.Message) -> None:
        """Refuse a new or changed message for a harmful link (240000) or a word (200000)."""
        words = text(message)
        if any(link in words for link in self._harmful):
            raise ApiError(ErrorResponse.HARMFUL_LINK)
        if not message.is_ephemeral and self._blocks(guild, words):
            raise ApiError(ErrorResponse.BLOCKED_MESSAGE)

    def judge_title(self, guild: model.Guild | None, title: str) -> None:
        """Refuse the name of a new thread for a word in it (200001)."""
        if self._blocks(guild, title):
            raise ApiError(ErrorResponse.BLOCKED_TITLE)

    def _blocks(self, guild: model.Guild | None, words: str) -> bool:
        if guild is None or (self.spares_members and guild.bot_role is not None):
            return False
        mine = (one.pattern for one in self._blocked if one.guild_id == guild.id)
        return any(pattern.search(words) for pattern in mine)
