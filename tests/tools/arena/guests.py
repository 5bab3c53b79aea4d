"""Guests of the arena: the substitute of another checkout, such as an older commit's worktree."""

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from bot.cli.support.errors import UsageError
from engine import Game
from engine.agents.players import Turn
from engine.codec import action_from_json, action_to_json
from engine.ids import Seat
from engine.refusal import IllegalAction
from tests.tools.arena import guest_program

SUBSTITUTE: Final = Path("engine", "agents", "__init__.py")
"""The file that is the opponent in a checkout."""


def is_checkout(name: str) -> bool:
    """Say whether this is the path of a checkout of the project."""
    return (Path(name) / SUBSTITUTE).is_file()


class Guest:
    """The substitute of a checkout in one game, in a process of its own; use it in `with`.

    It has its own engine, which is told what everybody answered: the rules may differ in what
    hardly ever comes up, but not in how games are dealt and answers written down.
    """

    def __init__(self, checkout: str, players: int, seed: int) -> None:
        """Begin the game of so many players that is dealt from a seed."""
        self._checkout = checkout
        self._told = 0
        self._process = subprocess.Popen(
            (sys.executable, str(guest_program.__file__), checkout),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._say([players, seed])

    def __call__(self, game: Game, seat: Seat, seed: int) -> Turn:
        """Its turn; how many positions it judges is not known.

        Raises UsageError when it has no answer, or one that the rules here do not allow.
        """
        moves = [(move.seat, action_to_json(move.action)) for move in game.moves[self._told :]]
        self._told = game.move_count
        self._say([moves, seat, seed])
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise UsageError(f"{self._checkout} has no answer: its rules may be others")
        answers = tuple(map(action_from_json, json.loads(line)))
        try:
            twin = game.copy()
            for action in answers:
                twin.submit(seat, action)
        except IllegalAction as error:
            raise UsageError(f"{self._checkout} plays by other rules: {error}") from error
        return Turn(answers, 0)

    def _say(self, words: object) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(words) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise UsageError(f"{self._checkout} has no answer: its rules may be others") from error

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
