"""README.md names every command of the command line, and no other."""

import re
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from pathlib import Path

from bot.cli.parser import COMMANDS

README = Path(__file__).resolve().parents[2] / "README.md"
NAMED = re.compile(r"^\| `bonfire ((?:[a-z][a-z-]* ?)+)", re.MULTILINE)


def words() -> Iterator[str]:
    """Every command with each word that it asks for, as `games list`."""
    for command in COMMANDS:
        parser = ArgumentParser()
        command.arguments(parser)
        within = [one for one in parser._actions if isinstance(one, _SubParsersAction)]
        inner = [name for one in within for name in one.choices]
        if not inner or not any(one.required for one in within):
            yield command.name
        yield from (f"{command.name} {name}" for name in inner)


def test_every_command_stands_in_the_table_of_readme() -> None:
    named = [found.strip() for found in NAMED.findall(README.read_text("utf-8"))]
    assert sorted(named) == sorted(words())
