"""Every command of the command line with its own parser, read off the program itself."""

import argparse
from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator

from bot.cli.parser import CommandParser, bonfire
from tests.bench.__main__ import bench
from tests.kit.brought import brought_each

OF_USERS = (bonfire, bench, *brought_each("PARSERS"))


def parsers() -> Iterator[tuple[str, ArgumentParser]]:
    """Each command that can be run, such as `games list`, with the parser of what follows."""
    return within(bonfire())


def within(parser: ArgumentParser, before: str = "") -> Iterator[tuple[str, ArgumentParser]]:
    """The same of any parser, with the words before its own."""
    for words in (one for one in parser._actions if isinstance(one, _SubParsersAction)):
        for name, inner in words.choices.items():
            assert isinstance(inner, CommandParser)
            inner.declare()
            if inner.get_default("run") is not None:
                yield f"{before}{name}", inner
            yield from within(inner, f"{before}{name} ")


def name_of(argument: Action) -> str:
    """An argument as people type it: `--out`, or `file` where it stands alone."""
    return argument.option_strings[-1] if argument.option_strings else argument.dest


def commands() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for made in OF_USERS:
        for _, parser in within(made()):
            yield parser.prog, parser


COMMANDS = dict(commands())
