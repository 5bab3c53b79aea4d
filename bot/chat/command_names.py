"""The names of commands: in each language that Discord shows, and in texts that mention them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord
from babel import Locale
from discord import app_commands
from discord.app_commands import Command, CommandTree, TranslationContextTypes, locale_str
from discord.app_commands import TranslationContextLocation as Location

from bot.words import DEFAULT, Catalog, catalog, languages

KEY: Final = "key"
_NAMED: Final = re.compile(r"`/([^`]+)`")
"""A command as the catalogs write it, by its names in their language."""
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


class CommandMentions:
    """Turns the commands that a text names into mentions, once Discord's ids for them are known.

    >>> mentions = CommandMentions()
    >>> mentions.in_text("Use `/bonfire new`.", limit=2000)
    'Use `/bonfire new`.'

    A press on a mention puts the command into the line to type in. A mention has the command's own
    name in every language: Discord shows what it is written with, and does nothing when one is
    pressed that has another (discord-api-docs 5518, 5632). The client of who presses it then types
    the command by its name in their language.
    """

    def __init__(self) -> None:
        """No id is known."""
        self._by_name: dict[str, str] = {}

    def learn(self, tree: CommandTree[Any], ids: Mapping[str, int]) -> None:
        """Take the ids that Discord has given the commands of a tree, by their names.

        Only what can be run is mentioned, and no group (Discord, reference, message formatting).
        """
        self._by_name = {}
        for command in tree.walk_commands():
            name = command.qualified_name
            root = name.partition(" ")[0]
            if isinstance(command, Command) and root in ids:
                mention = f"</{name}:{ids[root]}>"
                for language in languages():
                    self._by_name[_spelled(name, catalog(language))] = mention

    def in_text(self, text: str, limit: int) -> str:
        """A text with its commands as mentions, as many of them as fit into `limit`."""
        room = limit - len(text)

        def mention(named: re.Match[str]) -> str:
            nonlocal room
            found = self._by_name.get(named[1], named[0])
            longer = len(found) - len(named[0])
            if longer > room:
                return named[0]
            room -= longer
            return found

        return _NAMED.sub(mention, text)


def _spelled(command: str, words: Catalog) -> str:
    """A command with the groups above it, by the names that a language has for them."""
    keys = ((name, f"command_name.{name}") for name in command.split())
    return " ".join(words.say(key) if key in words else name for name, key in keys)
