"""Names and descriptions of the slash commands, from the catalog, in each language at hand."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.words import DEFAULT, catalog, languages

KEY: Final = "key"


def described(key: str) -> locale_str:
    """A description: the English sentence under `key`, with the key for the other languages."""
    return locale_str(catalog().say(key), **{KEY: key})


class CatalogTranslator(app_commands.Translator):
    """Answers discord.py from the catalogs; what a language lacks stays English."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The text in another language, None where there is none."""
        del context
        key = string.extras.get(KEY)
        language = locale.value.partition("-")[0]
        if key is None or language == DEFAULT or language not in languages():
            return None
        words = catalog(locale.value)
        return words.say(key) if key in words else None
