"""A program of others in an arena: it is asked the lines that `bonfire engine` answers."""

import json
import shlex
import subprocess
from types import TracebackType
from typing import Self

from bot.cli.arena.matches import Outcome, Pairing, play
from bot.runtime.shell.errors import UsageError
from engine import Game, IllegalAction
from engine.agents.players import PLAYERS, Turn
from engine.ids import Seat
from engine.notation import parse_line
from engine.record import make_record


def play_with_program(pairing: Pairing) -> Outcome:
    """Play a game to its end, the second player by the command that it is called by."""
    with Program(pairing.match.second) as program:
        return play(pairing, {**PLAYERS, pairing.match.second: program})


class Program:
    """The program in one game, in a process of its own; use it in `with`.

    Before each of its turns it is given the record of the running game, which hides all that lies
    face down.
    """

    def __init__(self, command: str) -> None:
        """Start the program. Raises UsageError when that is not possible."""
        self._command = command
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the operator names it
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError, IndexError) as error:
            raise UsageError(f"{command} cannot be started: {error}") from error

    def __call__(self, game: Game, seat: Seat, _seed: int) -> Turn:
        """Its turn. Raises UsageError when it has no answer, or one that the rules do not allow."""
        self._asked(f"position {json.dumps(make_record(game))}")
        said = self._asked("go")
        twin = game.copy()
        try:
            answers = parse_line(said)
            for action in answers:
                twin.submit(seat, action)
        except (IllegalAction, ValueError) as error:
            raise UsageError(f"{self._command} answers {said!r:.80}: {error}") from error
        return Turn(answers, 0)

    def _asked(self, line: str) -> str:
        """Say a line, and return what comes behind `ok`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            said = self._process.stdout.readline()
        except BrokenPipeError:
            said = ""
        word, _, rest = said.strip().partition(" ")
        if word != "ok":
            why = f"answers {said.strip()!r:.80}" if said else "has ended"
            raise UsageError(f"{self._command} {why} to {line.split(maxsplit=1)[0]}")
        return rest

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
