"""A catalog that remembers everything that it has said, in each of the forms of a number."""

from collections.abc import Mapping
from typing import Final

from bot.words import Catalog, catalog

NUMBERS: Final = (1, 2, 5)
"""Numbers that between them take every plural form that a whole number can take."""


class HearingCatalog(Catalog):
    """The sentences of a language, and the slots with which each of them was first said."""

    def __init__(self, language: str) -> None:
        """Listen to a language from now on."""
        super().__init__(language, catalog(language).entries)
        self.heard: dict[str, Mapping[str, object]] = {}

    def translate(self, key: str, slots: Mapping[str, object]) -> str:
        """Say a sentence and remember it."""
        text = super().translate(key, slots)
        self.heard.setdefault(key, dict(slots))
        return text

    def spoken(self, key: str) -> tuple[str, ...]:
        """A sentence as it was first said, and again with other numbers where it counts."""
        slots, entry = self.heard[key], self.entries[key]
        if isinstance(entry, str):
            return (super().translate(key, slots),)
        said = super().translate
        return tuple(dict.fromkeys(said(key, {**slots, "n": number}) for number in NUMBERS))
