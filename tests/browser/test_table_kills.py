"""`bonfire table` killed at any moment: no acknowledged move is lost, no post lost or doubled."""

import asyncio
import random
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from bot.standin import model
from bot.standin.page.archive import Archive
from tests.browser.conftest import Table
from tests.kit.ledger import ERRORS
from tests.kit.marks import long, soak
from tests.kit.players.table_player import TablePlayer, table_player
from tests.kit.whole import eventually

SORRY: Final = tuple(
    text.partition("{")[0] for text in ERRORS.values() if isinstance(text, str) and text[0] != "{"
)
"""Beginnings of answers that promise nothing."""
HEARS_WITHIN: Final = 0.5
"""Seconds after which a suggestion is asked for once more."""


@dataclass(slots=True)
class Sitter:
    """Ada, who types moves of solo games, and the moves that the bot confirmed to her."""

    dice: random.Random
    acknowledged: set[int] = field(default_factory=set)

    async def move(self, player: TablePlayer, *, wait: bool) -> None:
        """Type a legal answer, or begin a game where there is none."""
        typed = {"as": player.me, "channel": player.channel, "path": ["turn", "move"]}
        asked = {**typed, "options": {}, "focused": "line", "typed": ""}
        lines = [choice["value"] for choice in await self._choices(player, asked)]
        before = set(player.messages)
        if not lines:
            solo = {**typed, "path": ["bonfire", "solo"], "options": {}}
            await self._do(player, "command", solo)
            return
        # Without its start tile a first line would only be shown, to be confirmed.
        lines = [line for line in lines if line.startswith("start ")] or lines
        ends = "end" in lines and self.dice.random() < 0.4
        line = "end" if ends else self.dice.choice(lines)
        sending = asyncio.create_task(
            self._do(player, "command", {**typed, "options": {"line": line}})
        )
        if wait:
            await sending
            if told := await player.until(lambda: _told(player, before)):
                self.acknowledged.add(told)
        else:
            await asyncio.sleep(self.dice.random() * 0.3)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _choices(self, player: TablePlayer, asked: Any) -> list[Any]:
        """Return suggestions once the bot is up; it has not heard earlier requests."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARS_WITHIN):
                    answer = await self._do(player, "complete", asked)
                    return list(answer.get("choices", []))

    async def _do(self, player: TablePlayer, action: str, body: Any) -> Any:
        async with player.session.post(f"/do/{action}", json=body) as response:
            return await response.json()


def _told(player: TablePlayer, before: set[int]) -> int | None:
    """The press whose private answer is new and promises something; 0 where it promises nothing."""
    for number, message in player.messages.items():
        asked = message.get("interaction_metadata")
        if number in before or not asked or asked.get("name") != "turn move":
            continue
        if message["flags"] & 128:  # it is still being thought about
            continue
        return 0 if message["content"].startswith(SORRY) else int(asked["id"])
    return None


def rows(file: Path, sql: str) -> list[Any]:
    """Return the rows that a query finds in a database."""
    with closing(sqlite3.connect(file)) as database:
        return database.execute(sql).fetchall()


@pytest.mark.parametrize("kills", [long(5), soak(60)])
async def test_a_table_is_killed_at_any_moment(tmp_path: Path, kills: int) -> None:
    table = Table(tmp_path / "data")
    table.directory.mkdir()
    games, page = table.directory / "bonfire.db", table.directory / "table.db"
    sitter = Sitter(random.Random(kills))
    for number in range(kills + 1):
        await asyncio.to_thread(table.start)
        try:
            async with table_player(table.address) as player:
                await player.offered()
                for _ in range(sitter.dice.randrange(4)):
                    await sitter.move(player, wait=True)
                if number == kills:
                    await sitter.move(player, wait=True)
                    await eventually(lambda: asyncio.sleep(0, not waiting(games)))
                else:
                    with suppress(aiohttp.ClientError):
                        await sitter.move(player, wait=False)
                    table.kill()
        finally:
            table.kill()
    made = Counter(number for (number,) in rows(games, "SELECT interaction FROM moves"))
    told = [number for (number,) in rows(games, "SELECT message FROM posts")]
    with closing(Archive(page)) as archive:
        world = archive.load(0.0)
    assert world is not None
    kept = [message for room in world.messages.values() for message in room.values()]
    lost = len(sitter.acknowledged - made.keys()) + len(
        set(told) - {message.id for message in kept}
    )
    doubled = sum(made[one] - 1 for one in sitter.acknowledged & made.keys()) + twice(kept)
    figures = (
        f"{kills} kills of the table: {made.total()} moves, {len(sitter.acknowledged)} "
        f"acknowledged, {len(told)} posts, lost {lost}, doubled {doubled}"
    )
    print(f"\n{figures}", flush=True)  # noqa: T201 - what it is for
    assert (lost, doubled) == (0, 0), figures


def waiting(games: Path) -> bool:
    """Say whether a post still waits."""
    return rows(games, "SELECT count(*) FROM posts WHERE state <> 'sent'") != [(0,)]


def twice(messages: list[model.Message]) -> int:
    """Return the number of posts that appear more than once, by their nonces."""
    posts = Counter(message.nonce for message in messages if message.nonce is not None)
    return posts.total() - len(posts)
