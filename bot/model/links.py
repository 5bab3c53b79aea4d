"""Addresses within Discord, and those of the pages about the bot."""

from dataclasses import dataclass
from typing import Final

_SITE: Final = "https://discord.com/channels"
_NO_SERVER: Final = "@me"
PAGE_LANGUAGES: Final = ("en", "de", "pl")
"""The languages of the public pages in `docs`; people of other languages read the first."""


@dataclass(frozen=True, slots=True)
class PublicPages:
    """The addresses of the privacy policy and the terms of use, None where they have none.

    In the place of `{language}` comes that of the reader.
    """

    privacy: str | None = None
    terms: str | None = None

    def read_in(self, language: str) -> tuple[str, str] | None:
        """The addresses of both for a reader of a language; None unless both have one.

        >>> PublicPages("https://a.example/privacy.{language}", "https://a.example/t").read_in("de")
        ('https://a.example/privacy.de', 'https://a.example/t')
        """
        if self.privacy is None or self.terms is None:
            return None
        code = language if language in PAGE_LANGUAGES else PAGE_LANGUAGES[0]
        return self.privacy.replace("{language}", code), self.terms.replace("{language}", code)


def jump_link(guild: int | None, channel: int, message: int | None) -> str:
    """The address of a message, or of its channel where the message is not known."""
    parts = (_SITE, guild or _NO_SERVER, channel, message)
    return "/".join(str(part) for part in parts if part is not None)
