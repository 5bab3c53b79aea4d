"""The interactions that were sent, found again by identifier and by token."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.local.interaction import Interaction


KEPT_FOR = 24 * 3600.0
"""Seconds, long after a token's life, so that dead tokens are told from unknown ones."""


class Registry:
    """The interactions of the last day; tokens die by the clock, not by removal."""

    def __init__(self) -> None:
        self.kept_for = KEPT_FOR
        self._by_token: dict[str, Interaction] = {}

    def add(self, interaction: Interaction) -> None:
        """Remember a new interaction, and forget those that are older than `kept_for`."""
        for token, old in tuple(self._by_token.items()):
            if interaction.created - old.created < self.kept_for:
                break
            del self._by_token[token]
        self._by_token[interaction.token] = interaction

    def by_token(self, token: str) -> Interaction | None:
        """The interaction that a token belongs to."""
        return self._by_token.get(token)

    def all(self) -> tuple[Interaction, ...]:
        """All interactions, oldest first."""
        return tuple(self._by_token.values())
