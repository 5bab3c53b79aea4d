"""Names and descriptions of the slash commands, from the catalog, in each language at hand."""

from collections.abc import Iterable
from typing import Final

import discord
from babel import Locale
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes, locale_str

from bot.words import DEFAULT, catalog, languages

KEY: Final = "key"
ON: Final = "on"
ON_OR_OFF: Final = (ON, "off")
"""The choices of an option that turns something on or off."""
_NAMES: Final = {
    Location.command_name: "command_name",
    Location.group_name: "command_name",
    Location.parameter_name: "option_name",
}
"""The tables in which another language names commands, groups of them and their options, each by
its English name. What stands in a menu is named by a key of its own."""


def languages_offered() -> list[app_commands.Choice[str]]:
    """The languages at hand, each by its own name."""
    names = ((code, Locale.parse(code).language_name or code) for code in languages())
    return [app_commands.Choice(name=name.capitalize(), value=code) for code, name in names]


def offered(text: str, values: Iterable[str]) -> list[app_commands.Choice[str]]:
    """Values as choices, each with its text under the key `text`."""
    return [
        app_commands.Choice(name=described(f"{text}.{value}"), value=str(value)) for value in values
    ]


def described(key: str) -> locale_str:
    """The English sentence under `key`, with the key for the other languages."""
    return locale_str(catalog().say(key), **{KEY: key})


class CatalogTranslator(app_commands.Translator):
    """Answers discord.py from the catalogs; what a language lacks stays English."""

    def __init__(self) -> None:
        """Note which locales have a catalog: discord.py asks for each text in all of its own."""
        others = frozenset(languages()) - {DEFAULT}
        self._spoken = {one for one in discord.Locale if one.value.partition("-")[0] in others}

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The text in another language, None where there is none."""
        if locale not in self._spoken:
            return None
        key = str(string.extras.get(KEY, ""))
        if not key and context.location in _NAMES:
            key = f"{_NAMES[context.location]}.{string.message}"
        words = catalog(locale.value)
        return words.say(key) if key in words else None
