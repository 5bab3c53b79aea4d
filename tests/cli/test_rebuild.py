"""Whatever is damaged in a stored game, it is built again exactly as it was, or refused."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest

from bot.cli.repair import Examination, examine
from bot.model import rows
from bot.runtime.shell.errors import UsageError
from bot.services.games.table import snapshot_of
from engine import Game, GameOptions
from engine.codec import action_to_json

ANSWERS = 25
NONSENSE: Final[tuple[object, ...]] = (None, -1, 10**30, "x", [], {}, True, 1.5, 0)
Place = tuple[Any, ...]


def places(value: object, at: Place = ()) -> Iterator[Place]:
    """The way to every value within a document."""
    match value:
        case dict():
            for key, within in value.items():
                yield from places(within, (*at, key))
        case list():
            for number, within in enumerate(value):
                yield from places(within, (*at, number))
    if at:
        yield at


def damaged(text: str, dice: random.Random) -> str:
    """A document with one value taken out, or replaced by nonsense."""
    document = json.loads(text)
    *way, last = dice.choice([at for at in places(document) if at[0] != "box"])
    within = document
    for step in way:
        within = within[step]
    if isinstance(within, dict) and dice.random() < 0.3:
        del within[last]
    else:
        within[last] = dice.choice(NONSENSE)
    return json.dumps(document)


@pytest.fixture(scope="module")
def played() -> tuple[Game, tuple[rows.MoveRow, ...]]:
    game, dice, log = Game.new(GameOptions(2), 7), random.Random(1), []
    for _ in range(ANSWERS):
        assert game.waiting is not None
        seat, action = game.waiting.seat, dice.choice(game.legal_actions())
        game.submit(seat, action)
        log.append(rows.MoveRow(seat, json.dumps(action_to_json(action)), 1))
    return game, tuple(log)


def examined(snapshot: str, log: tuple[rows.MoveRow, ...]) -> Examination:
    row = rows.GameRow(7, 5, "en", "{}", snapshot, (), 1, rows.Status.RUNNING, ANSWERS, 0)
    return examine(row, log, ANSWERS)


def test_a_damaged_snapshot_leads_to_the_same_game_or_to_none(
    played: tuple[Game, tuple[rows.MoveRow, ...]],
) -> None:
    game, log = played
    dice, seen = random.Random(2), Counter[bool]()
    for _ in range(150):
        try:
            found = examined(damaged(snapshot_of(game), dice), log)
        except UsageError:
            seen[False] += 1
        else:
            assert found.game.state_hash() == game.state_hash()
            assert found.game.moves == game.moves
            seen[True] += 1
    assert min(seen[True], seen[False]) > 20


def test_a_damaged_answer_is_refused(played: tuple[Game, tuple[rows.MoveRow, ...]]) -> None:
    game, log = played
    dice, refused = random.Random(3), 0
    for _ in range(100):
        at = dice.randrange(ANSWERS)
        broken = rows.MoveRow(log[at].seat, damaged(log[at].action or "", dice), 1)
        try:
            examined(snapshot_of(game), (*log[:at], broken, *log[at + 1 :]))
        except UsageError:
            refused += 1
    assert refused > 80
