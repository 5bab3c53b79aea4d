"""Addresses within Discord, and those of the pages about the bot."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

_SITE: Final = "https://discord.com/channels"
_NO_SERVER: Final = "@me"
_DOCUMENTS: Final = Path(__file__).resolve().parents[2] / "docs"


@cache
def page_languages() -> tuple[str, ...]:
    """The languages in which `docs` has a privacy policy, English first.

    An installation has no documents; there the pages are taken to be in every language of the bot.
    """
    from bot.words import DEFAULT, languages  # noqa: PLC0415 - `--help` needs no words

    found = {file.name.split(".")[1] for file in _DOCUMENTS.glob("privacy.*.md")}
    return (DEFAULT, *sorted(found - {DEFAULT})) if found else languages()


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
        english, *_ = page_languages()
        code = language if language in page_languages() else english
        return self.privacy.replace("{language}", code), self.terms.replace("{language}", code)


def jump_link(guild: int | None, channel: int, message: int | None) -> str:
    """The address of a message, or of its channel where the message is not known."""
    parts = (_SITE, guild or _NO_SERVER, channel, message)
    return "/".join(str(part) for part in parts if part is not None)
