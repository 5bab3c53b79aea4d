"""Malformed invocations of every command, made by chance: one line a fault, status 2, no traceback.

They are made of the parsers themselves, so a new command or argument is tried as well.
"""

import os
import random
from argparse import Action, ArgumentParser
from pathlib import Path

import pytest

from bot.runtime.shell.errors import UsageError
from tests.kit.parsers import parsers
from tests.kit.shell import Bonfire, played

NUMBER = 320
SEED = int(os.environ.get("BONFIRE_TEST_SEED", "30"))
NONSENSE = (
    *("", " ", "-", "--", "-1", "0", "1.5", "1e9", "nan", "inf", "9" * 30, "9" * 5000, "x" * 5000),
    *("\N{FULLWIDTH DIGIT ONE}", "\N{SUPERSCRIPT TWO}", "a\N{COMBINING DIAERESIS}", "%s", "{0}"),
    *("/proc", "/sys/none", "/dev/zero", "/dev/full/x", "/proc/self/mem", "none/none", "~", "*"),
    *("postgresql://u:PW@127.0.0.1:99999/x", "postgres://u:PW@[::1", "POSTGRESQL://u:PW@h/b"),
    *("mysql://u:PW@h/b", "postgresql+asyncpg://u:PW@h/b", "http://[", "--help=x", "--no-such"),
    *("pipe", "nothing", "random.bin", "deep.json", "empty.db", "game.txt"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A database, and files that are none of anything."""
    played(tmp_path, 2)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "nothing").touch()
    (tmp_path / "empty.db").touch()
    (tmp_path / "random.bin").write_bytes(random.Random(SEED).randbytes(5000))
    (tmp_path / "deep.json").write_text("[" * 50_000)
    (tmp_path / "game.txt").write_text('{"format": "bonfire-record", "version": 1}')
    return tmp_path


def malformed(parser: ArgumentParser, dice: random.Random) -> list[str]:
    """Words behind a command, at least one of which is refused."""
    words: list[str] = []
    for argument in parser._actions:
        if argument.option_strings and argument.dest != "help" and dice.random() < 0.5:
            words += [argument.option_strings[-1], *values(argument, dice)]
    for argument in parser._actions:
        if not argument.option_strings and dice.random() < 0.9:
            words += values(argument, dice)
    return words + [dice.choice(NONSENSE)] * dice.choice((0, 0, 0, 1, 2))


def values(argument: Action, dice: random.Random) -> list[str]:
    if argument.nargs == 0:
        return []
    count = argument.nargs if isinstance(argument.nargs, int) else 1
    return [dice.choice(NONSENSE) for _ in range(count)]


@pytest.mark.long
def test_malformed_invocations_are_told_in_lines_and_change_nothing(
    bonfire: Bonfire, folder: Path
) -> None:
    dice = random.Random(SEED)
    known = dict(parsers())
    tried = 0
    before = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    while tried < NUMBER:
        command, parser = dice.choice(sorted(known.items()))
        words = malformed(parser, dice)
        if begins(command, parser, words):
            continue
        try:
            answer = bonfire(*command.split(), *words)
        except BaseException as error:
            raise AssertionError(f"{command} {words} of seed {SEED}") from error
        told = f"{command} {words} of seed {SEED}: {answer}"
        if answer.status == 0:  # a copy under an odd name, say
            assert answer.err == "", told
            continue
        tried += 1
        assert answer.status == 2, told
        assert answer.out == "", told
        lines = answer.err.splitlines()
        assert all(line.startswith("bonfire: ") for line in lines), told
        assert len(lines) == 1 or "--box" in words, told  # each fault of a box has its line
        assert len(answer.err) < 20_000, told
        assert "PW" not in answer.err, told
    for name, content in before.items():
        assert (folder / name).read_bytes() == content
    assert list(folder.rglob("*PW*")) == []


def begins(command: str, parser: ArgumentParser, words: list[str]) -> bool:
    """Say whether the command accepts all words, and so would begin its work."""
    try:
        chosen, rest = parser.parse_known_args(words)
    except (SystemExit, UsageError):
        return False
    files = [one for one in vars(chosen).values() if isinstance(one, Path)]
    return not rest and (not files or command in {"run", "table", "arena", "doctor"})
