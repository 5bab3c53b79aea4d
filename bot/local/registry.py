"""The interactions that were sent, found again by identifier and by token."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.local.interaction import Interaction


class Registry:
    """Every interaction of this server's life; tokens die by the clock, not by removal."""

    def __init__(self) -> None:
        self._by_token: dict[str, Interaction] = {}

    def add(self, interaction: Interaction) -> None:
        """Remember a new interaction."""
        self._by_token[interaction.token] = interaction

    def by_token(self, token: str) -> Interaction | None:
        """The interaction that a token belongs to."""
        return self._by_token.get(token)

    def all(self) -> tuple[Interaction, ...]:
        """All interactions, oldest first."""
        return tuple(self._by_token.values())
