"""The help of every command: short sentences, every default, and an example that can be typed."""

import argparse
import re
import shlex

import pytest

from bot.cli.parser import Parser
from tests.kit.parsers import COMMANDS, OF_USERS, name_of
from tests.kit.sources import LONGEST_SENTENCE

SHOWN = re.compile(r"\(default: [^)]+\)")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_sentence_is_short(command: str) -> None:
    parser = COMMANDS[command]
    told = [parser.description, *(argument.help for argument in parser._actions)]
    assert [text for text in told if text and len(text.split()) > LONGEST_SENTENCE] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_argument_is_explained_with_its_default(command: str) -> None:
    """A switch is off without being given, and what is required has no default."""
    for argument in COMMANDS[command]._actions:
        if isinstance(argument, argparse._SubParsersAction):
            continue
        assert argument.help, name_of(argument)
        is_given = argument.required or argument.nargs == 0
        assert is_given or SHOWN.search(argument.help), (name_of(argument), argument.help)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_is_one_of_this_command(command: str) -> None:
    parser = COMMANDS[command]
    assert parser.epilog is not None
    whole = parser.epilog.removeprefix("example: ")
    assert whole.startswith(command)
    made = next(one for one in OF_USERS if whole.startswith(one().prog))
    chosen = parsed(made(), whole)
    assert chosen.run is parser.get_default("run")


def parsed(parser: Parser, typed: str) -> argparse.Namespace:
    return parser.parse_args(shlex.split(typed.removeprefix(parser.prog)))
