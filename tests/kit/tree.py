"""The slash commands as they are registered, without a bot behind them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast
from unittest.mock import Mock

from discord import Client
from discord.app_commands import Command, CommandTree, ContextMenu, Group

from bot.chat.command_names import KEY
from bot.chat.command_tree import CommandFolder
from bot.chat.feature import all_handlers
from bot.features.listed import FEATURES
from bot.words import DEFAULT, Catalog

Node = Command[Any, ..., Any] | Group
Declared = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A command or a group of commands, with the names down to it and those below it."""

    path: tuple[str, ...]
    below: tuple[str, ...]
    options: tuple[str, ...]
    key: str = ""
    """The key of its description."""

    def spelled(self, words: Catalog) -> str:
        """Return its typed form in a language."""
        return " ".join(local(words, "command_name", name) for name in self.path)


def local(words: Catalog, table: str, name: str) -> str:
    """A name of a command or an option in a language."""
    return name if words.locale == DEFAULT else words.say(f"{table}.{name}")


class _Collector:
    def __init__(self) -> None:
        self.commands: list[Node] = []

    def add_command(self, command: Node) -> None:
        self.commands.append(command)


def spoken() -> tuple[Spoken, ...]:
    """Every command and group of the bot."""
    collector = _Collector()
    tree = cast("CommandTree[Client]", collector)
    CommandFolder(tree, Mock()).add(all_handlers(Mock(), FEATURES))
    return tuple(one for command in collector.commands for one in _walk((), command))


def _walk(above: tuple[str, ...], node: Node | ContextMenu) -> Iterator[Spoken]:
    path = (*above, node.name)
    if isinstance(node, Group):
        yield Spoken(path, tuple(child.name for child in node.commands), ())
        for child in node.commands:
            yield from _walk(path, child)
    elif isinstance(node, Command):
        key = node._locale_description
        options = tuple(option.display_name for option in node.parameters)
        yield Spoken(path, (), options, "" if key is None else key.extras[KEY])


def nodes(command: Declared) -> Iterator[Declared]:
    yield command
    for option in command.get("options", ()):
        yield from nodes(option)


def characters(node: Declared) -> int:
    """Names, descriptions and values, each in its longest language (Discord, slash commands)."""
    longest = len(str(node.get("value", "")))
    for field in ("name", "description"):
        spellings = [node.get(field, ""), *(node.get(f"{field}_localizations") or {}).values()]
        longest += max(map(len, spellings))
    inner = (*node.get("choices", ()), *node.get("options", ()))
    return longest + sum(map(characters, inner))
