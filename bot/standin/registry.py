"""The Registry of the interactions that were sent, by token."""

from typing import Final, Generic, Protocol, TypeVar

KEPT_FOR: Final = 24 * 3600.0
"""Seconds, long after a token's life, so that dead tokens are told from unknown ones."""


class Sent(Protocol):
    """What can be found again by its token; `created` is Unix time."""

    @property
    def token(self) -> str:
        """What Discord hands out with it."""
        ...

    @property
    def created(self) -> float:
        """When it was sent."""
        ...


Kept = TypeVar("Kept", bound=Sent)


class Registry(Generic[Kept]):
    """The interactions of the last day; tokens die by the clock, not by removal."""

    def __init__(self) -> None:
        self.kept_for = KEPT_FOR
        self._by_token: dict[str, Kept] = {}

    def add(self, interaction: Kept) -> None:
        """Remember a new interaction, and forget those that are older than `kept_for`."""
        for token, old in tuple(self._by_token.items()):
            if interaction.created - old.created < self.kept_for:
                break
            del self._by_token[token]
        self._by_token[interaction.token] = interaction

    def by_token(self, token: str) -> Kept | None:
        """The interaction that a token belongs to."""
        return self._by_token.get(token)

    def all(self) -> tuple[Kept, ...]:
        """All interactions, oldest first."""
        return tuple(self._by_token.values())
