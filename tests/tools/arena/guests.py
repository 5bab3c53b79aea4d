"""Guests of the arena: players of another checkout, such as an older commit's worktree."""

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from bot.runtime.shell.errors import UsageError
from engine import Game
from engine.agents.players import Turn
from engine.codec import action_from_json, action_to_json
from engine.ids import Seat
from engine.refusal import IllegalAction
from tests.tools.arena import guest_program
from tests.tools.compiled import DEFAULT, is_current, runs_compiled

SUBSTITUTE: Final = Path("engine", "agents", "__init__.py")
"""The file that is the opponent in a checkout."""


def is_guest(name: str) -> bool:
    """Say whether this is the path of a checkout of the project, or that and a player of it."""
    return _is_checkout(_parts(name)[0])


def _parts(name: str) -> tuple[str, str]:
    """Return the checkout and the player, which is empty for the substitute."""
    checkout, _, player = name.rpartition(":")
    return (checkout, player) if _is_checkout(checkout) else (name, "")


def _is_checkout(path: str) -> bool:
    return bool(path) and (Path(path) / SUBSTITUTE).is_file()


class Guest:
    """A player of a checkout in one game, in a process of its own; use it in `with`.

    It has its own engine, which is told what everybody answered: the rules may differ in what
    hardly ever comes up, but not in how games are dealt and answers written down. Where the arena
    runs compiled, so does a guest whose checkout has a compiled engine that is up to date.
    """

    def __init__(self, name: str, players: int, seed: int) -> None:
        """Begin the game of so many players that is dealt from a seed."""
        self._name = name
        checkout, player = _parts(name)
        folders = [checkout]
        compiled = Path(checkout) / DEFAULT
        if runs_compiled() and is_current(Path(checkout), compiled):
            folders.insert(0, str(compiled))
        self._told = 0
        self._process = subprocess.Popen(
            (sys.executable, str(guest_program.__file__), player, *folders),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._say([players, seed])

    def __call__(self, game: Game, seat: Seat, seed: int) -> Turn:
        """Its turn; how many positions the substitute judges is not known.

        Raises UsageError when it has no answer, or one that the rules here do not allow.
        """
        moves = [(move.seat, action_to_json(move.action)) for move in game.moves[self._told :]]
        self._told = game.move_count
        self._say([moves, seat, seed])
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise UsageError(self._silent)
        told, positions = json.loads(line)
        answers = tuple(map(action_from_json, told))
        try:
            twin = game.copy()
            for action in answers:
                twin.submit(seat, action)
        except IllegalAction as error:
            raise UsageError(f"{self._name} plays by other rules: {error}") from error
        return Turn(answers, positions)

    def _say(self, words: object) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(words) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise UsageError(self._silent) from error

    @property
    def _silent(self) -> str:
        return f"{self._name} has no answer: its rules or players may be others"

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
