"""What the bot says in twelve games is, byte by byte, what it said when they were recorded.

`python -m tests.recordings FOLDER` writes what it says now in full; with `--update` it is kept.
"""

import asyncio

import pytest

from tests.recordings.digests import difference, golden
from tests.recordings.games import GAMES, record


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_the_bot_says_what_it_said(name: str) -> None:
    assert difference(golden(name).read_text("utf-8"), asyncio.run(record(name))) is None
