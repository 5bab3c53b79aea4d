"""Players of an arena in processes of their own, such as a program that others wrote."""

import json
import shlex
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from bot.cli.arena.matches import Outcome, Pairing, play
from bot.runtime.shell.errors import UsageError
from engine import Game, IllegalAction, ids
from engine.agents.players import PLAYERS, Turn
from engine.notation import parse_line
from engine.record import make_record


def play_with_program(pairing: Pairing) -> Outcome:
    """Play a game to its end, the second player by the command that it is called by."""
    with Program(pairing.match.second) as program:
        return play(pairing, {**PLAYERS, pairing.match.second: program})


class PlayerProcess:
    """A player in a process of its own, with which one talks by lines; use it in `with`."""

    def __init__(self, name: str, words: Sequence[str]) -> None:
        """Start the process by the words of a command. Raises OSError or ValueError."""
        self.name = name
        self._process = subprocess.Popen(  # noqa: S603 - the operator names it
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )

    def say(self, line: str) -> None:
        """Write a line; `hear` finds out that the process has ended."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def hear(self) -> str:
        """Read a line; it is empty when the process has ended."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()


class Program(PlayerProcess):
    """A program in one game: it is asked the lines that `bonfire engine` answers.

    Before each of its turns it is given the record of the running game, which hides all that lies
    face down.
    """

    def __init__(self, command: str) -> None:
        """Start the program. Raises UsageError when that is not possible."""
        try:
            super().__init__(command, shlex.split(command))
        except (OSError, ValueError, IndexError) as error:
            raise UsageError(f"{command} cannot be started: {error}") from error

    def __call__(self, game: Game, seat: ids.Seat, _seed: int) -> Turn:
        """Its turn. Raises UsageError when it has no answer, or one that the rules do not allow."""
        self._asked(f"position {json.dumps(make_record(game))}")
        said = self._asked("go")
        twin = game.copy()
        try:
            answers = parse_line(said)
            for action in answers:
                twin.submit(seat, action)
        except (IllegalAction, ValueError) as error:
            raise UsageError(f"{self.name} answers {said!r:.80}: {error}") from error
        return Turn(answers, 0)

    def _asked(self, line: str) -> str:
        """Say a line, and return the answer behind `ok`. Raises UsageError without one."""
        self.say(line)
        said = self.hear()
        word, _, rest = said.strip().partition(" ")
        if word != "ok":
            why = f"answers {said.strip()!r:.80}" if said else "has ended"
            raise UsageError(f"{self.name} {why} to {line.split(maxsplit=1)[0]}")
        return rest
