"""The commands that a text names, as mentions: a press on one puts it into the line to type in.

>>> mentions = CommandMentions()
>>> mentions.in_text("Use `/bonfire new`.", limit=2000)
'Use `/bonfire new`.'
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from discord.app_commands import Command, CommandTree

from bot.words import Catalog, catalog, languages

_NAMED: Final = re.compile(r"`/([^`]+)`")
"""A command as the catalogs write it, by its names in their language."""


class CommandMentions:
    """Turns the commands that a text names into mentions, once Discord's ids for them are known.

    A mention has the command's own name in every language: Discord shows what it is written with,
    and does nothing when one is pressed that has another (discord-api-docs 5518, 5632). The client
    of who presses it then types the command by its name in their language.
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
