"""Guests of the arena: players of another checkout, such as an older commit's worktree."""

import json
import sys
from pathlib import Path
from typing import Final

from bot.cli.arena.program import PlayerProcess
from bot.runtime.shell.errors import UsageError
from engine import Game, ids
from engine.agents.players import Turn
from engine.codec import action_from_json, action_to_json
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


class Guest(PlayerProcess):
    """A player of a checkout in one game, in a process of its own; use it in `with`.

    It has its own engine, which is told what everybody answered: the rules may differ in what
    hardly ever comes up, but not in how games are dealt and answers written down. Where the arena
    runs compiled, so does a guest whose checkout has a compiled engine that is up to date.
    """

    def __init__(self, name: str, players: int, seed: int) -> None:
        """Begin the game of so many players that is dealt from a seed."""
        checkout, player = _parts(name)
        folders = [checkout]
        compiled = Path(checkout) / DEFAULT
        if runs_compiled() and is_current(Path(checkout), compiled):
            folders.insert(0, str(compiled))
        self._told = 0
        super().__init__(name, (sys.executable, str(guest_program.__file__), player, *folders))
        self.say(json.dumps([players, seed]))

    def __call__(self, game: Game, seat: ids.Seat, seed: int) -> Turn:
        """Its turn; how many positions the substitute judges is not known.

        Raises UsageError when it has no answer, or one that the rules here do not allow.
        """
        moves = [(move.seat, action_to_json(move.action)) for move in game.moves[self._told :]]
        self._told = game.move_count
        self.say(json.dumps([moves, seat, seed]))
        line = self.hear()
        if not line:
            raise UsageError(f"{self.name} has no answer: its rules or players may be others")
        told, positions = json.loads(line)
        answers = tuple(map(action_from_json, told))
        try:
            twin = game.copy()
            for action in answers:
                twin.submit(seat, action)
        except IllegalAction as error:
            raise UsageError(f"{self.name} plays by other rules: {error}") from error
        return Turn(answers, positions)
