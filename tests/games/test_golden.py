"""Golden games are replayed answer by answer; see `tests.games.golden` for how they are made."""

import json

import pytest

from engine import ids
from tests.games.golden import FOLDER, GAMES, ending, replay


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_with_every_digest(name: str) -> None:
    document = json.loads((FOLDER / f"{name}.json").read_text())
    game, digests = replay(document)
    for number, (line, now) in enumerate(zip(document["answers"], digests, strict=True)):
        assert line.split(" | ")[2] == now, f"answer {number}: {line}"
    assert ending(game) == document["ending"]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_ends_by_the_countdown_with_bonfires(name: str) -> None:
    told = json.loads((FOLDER / f"{name}.json").read_text())["ending"]
    assert told["reason"] == "countdown"
    sources = {source for sheet in told["sheets"] for source in sheet}
    assert {ids.PointSource.BONFIRES, ids.PointSource.PORTALS, ids.PointSource.LEFTOVERS} <= sources
