"""Golden games: whole games as text, one answer a line, with a digest of what lay open after it.

They pin the rules as they are. When a rule, the box or the notation changes on purpose, write them
anew with `python -m tests.games.golden` and read what changed in the difference of the files. The
seeds below were chosen because these games of players with goals end by the countdown.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine import Game, GameOptions
from engine.notation import format_action, parse_action
from tests.kit.players.goal_player import goal_player
from tests.kit.position import state_of
from tests.properties.fold import Table

FOLDER = Path(__file__).parent / "golden"
GAMES = {
    "solo": (GameOptions(1), 5),
    "two": (GameOptions(2), 4),
    "three": (GameOptions(3, beginner=True), 1),
    "four": (GameOptions(4), 14),
}
"""The name of each golden game, its table and its seed."""


def digest(game: Game) -> str:
    """A short hash of everything that lies open and of every option in its order."""
    table = vars(Table.of(game.view()))
    # Sets have no order of their own.
    table |= {
        "neutral": sorted(table["neutral"]),
        "common_met": [*map(sorted, table["common_met"])],
    }
    told = [repr(table), *map(format_action, game.legal_actions())]
    return sha256("\n".join(told).encode()).hexdigest()[:16]


def replay(document: dict[str, Any]) -> tuple[Game, list[str]]:
    """Give the answers of a golden game again; returns it and the digest after each of them."""
    options = GameOptions(**document["options"])
    game, digests = Game.new(options, document["seed"]), []
    for line in document["answers"]:
        seat, answer, _ = line.split(" | ")
        game.submit(int(seat), parse_action(answer))
        digests.append(digest(game))
    return game, digests


def ending(game: Game) -> dict[str, Any]:
    """Return the end of a game: the reason, the winners and the score sheets."""
    result = game.result
    assert result is not None
    sheets = [{str(source): n for source, n in each.points if n} for each in game.score_sheets()]
    return {"reason": str(result.reason), "winners": list(result.winners), "sheets": sheets}


def _written(options: GameOptions, seed: int) -> dict[str, Any]:
    game = Game.new(options, seed)
    players = [goal_player(f"golden {seed} {seat}") for seat in range(4)]
    answers = []
    while (asked := game.waiting) is not None:
        action = players[asked.seat](state_of(game))
        game.submit(asked.seat, action)
        answers.append(f"{asked.seat} | {format_action(action)} | {digest(game)}")
    return {
        "options": {"players": options.players, "beginner": options.beginner},
        "seed": seed,
        "ending": ending(game),
        "answers": answers,
    }


def write() -> None:
    """Play the golden games anew and write their files."""
    FOLDER.mkdir(exist_ok=True)
    for name, (options, seed) in GAMES.items():
        text = json.dumps(_written(options, seed), indent=1)
        (FOLDER / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    write()
