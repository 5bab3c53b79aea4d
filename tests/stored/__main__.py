"""Write what this version stores: `python -m tests.stored 0.2.0` at the release of 0.2.0.

The file that it writes stays as it is from then on: it shows that later versions can read it.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from engine import Game, GameOptions, actions
from engine.agents.players import medium
from engine.codec import action_to_json
from engine.record import make_record, record_text
from engine.rng import Rng, stream

_FOLDER: Final = Path(__file__).parent
_PLAYERS: Final = (1, 2, 3, 4)
_ENDLESS: Final = 10_000
_RUNNING: Final = 60
"""Revisions of a running game, at least."""
_UNDO_ONE_IN: Final = 12
_BACK: Final = 40
"""The revision at which the players agree to go back."""


Chooser = Callable[[Game, int, Rng], actions.Action]
"""Chooses the answer of the seat that is asked."""


def by_chance(game: Game, _seat: int, rng: Rng) -> actions.Action:
    """Choose any legal answer."""
    answers = game.legal_actions()
    return answers[rng.below(len(answers))]


def with_a_plan(game: Game, seat: int, _rng: Rng) -> actions.Action:
    """Play well, so that a countdown begins and runs out."""
    return medium(game, seat, game.move_count).answers[0]


def passing(game: Game, seat: int, rng: Rng) -> actions.Action:
    """Play well, and pass as soon as the countdown has begun."""
    return (
        actions.Pass() if actions.Pass() in game.legal_actions() else with_a_plan(game, seat, rng)
    )


class _Played:
    """A game, and its log as the bot keeps it."""

    def __init__(self, options: GameOptions, seed: int, choose: Chooser) -> None:
        self._choose = choose
        self.game = Game.new(options, seed)
        self.log: list[dict[str, Any]] = []
        self._standing: list[int] = []

    def go_on(self, rng: Rng) -> None:
        """Answer, or take the last answer back."""
        seat = self._mover()
        if not rng.below(_UNDO_ONE_IN) and self.game.undo_refusal(seat) is None:
            self.game.undo(seat)
            self._standing.pop()
            self._write(seat, None, "undo")
            return
        action = self._choose(self.game, seat, rng)
        self.game.submit(seat, action)
        self._write(seat, json.dumps(action_to_json(action)), "answer")
        self._standing.append(len(self.log))

    def go_back(self) -> None:
        """Go back to the beginning of a turn in the middle."""
        starts = self.game.take_back_points
        count = starts[len(starts) // 2]
        self._write(self._mover(), None, "back")
        for row in self.log[self._standing[count] - 1 : -1]:
            row["taken_back"] = row["taken_back"] or len(self.log)
        self.game = self.game.at(count)
        del self._standing[count:]

    def can_undo(self) -> bool:
        """Say whether whoever is asked can take the last answer back."""
        return self.game.undo_refusal(self._mover()) is None

    def _mover(self) -> int:
        assert self.game.waiting is not None
        return self.game.waiting.seat

    def _write(self, seat: int, action: str | None, kind: str) -> None:
        self.log.append({"seat": seat, "action": action, "kind": kind, "taken_back": None})


def line(version: str, options: GameOptions, length: int, choose: Chooser = by_chance) -> str:
    """A game of some length with its log and its record, as one line of JSON."""
    rng = stream(options.players, version, length)
    played = _Played(options, rng.below(1_000), choose)
    while played.game.waiting and (len(played.log) < length or not played.can_undo()):
        played.go_on(rng)
        if len(played.log) == _BACK:
            played.go_back()
    stored = {
        "game": played.game.dump(),
        "log": played.log,
        "record": record_text(make_record(played.game)),
    }
    return json.dumps(stored, separators=(",", ":")) + "\n"


def _written(version: str) -> str:
    lines = [line(version, GameOptions(players), _RUNNING) for players in _PLAYERS]
    lines += [line(version, GameOptions(players, beginner=True), _ENDLESS) for players in _PLAYERS]
    strict = {players: GameOptions(players, strict_payment=True) for players in _PLAYERS}
    lines += [line(version, strict[players], _ENDLESS, with_a_plan) for players in (1, 3)]
    lines += [line(version, strict[players], _ENDLESS, passing) for players in (2, 4)]
    return "".join(lines)


if __name__ == "__main__":
    (_FOLDER / f"{sys.argv[1]}.jsonl").write_text(_written(sys.argv[1]), "utf-8")
