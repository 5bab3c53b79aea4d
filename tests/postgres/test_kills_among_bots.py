"""The worker that leads is killed while bots play: each of their turns is played and told once."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import pytest

from bot.model.people import names_of
from bot.model.rows import NOBODY
from bot.model.stored_post import StoredPost
from bot.present.posts.turn_story import turn_story
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.standin import StandIn
from bot.standin.layout import text
from bot.store.store import Store
from engine import STANDARD_BOX
from engine.events import TurnBegan
from tests.kit.ledger import Ledger, posts
from tests.kit.marks import long
from tests.kit.sources import OPENAPI
from tests.kit.whole import eventually
from tests.postgres.processes import Crew, crew_of, leader

BOTS = 3


@dataclass(frozen=True, slots=True)
class Match:
    """A game of a person against bots, by the id that the workers gave it."""

    crew: Crew
    ledger: Ledger
    game: int

    async def turn(self) -> list[int]:
        """The number of the turn that waits for the person; none while bots play."""
        sql = f"SELECT turn FROM clocks WHERE game = {self.game} AND person <> {NOBODY}"
        return [turn for (turn,) in await self.crew.rows(sql)]

    async def play_turn(self) -> None:
        """Let the person play a turn to its end, once they are called."""
        await eventually(self.turn)
        turn = await self.turn()
        while await self.turn() == turn:
            await self.ledger.move(wait=True)

    async def see_bots_play(self, turns: int) -> None:
        """Wait until bots have played so many turns since the person."""
        moves = f"FROM moves WHERE game = {self.game} AND by_bot"
        sql = f"SELECT count(DISTINCT seat) {moves} = 1 AND seq > (SELECT max(seq) {moves} = 0)"

        async def have_played() -> bool:
            ((played,),) = await self.crew.rows(sql)
            return bool(played >= turns)

        await eventually(have_played)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Table]:
        """The game as it is stored."""
        store = await Store.open(self.crew.address, shared=True)
        try:
            async with GameService(store, STANDARD_BOX).hold(self.game) as table:
                yield table
        finally:
            await store.close()


@pytest.mark.parametrize(("games", "kills"), [(1, 2), long(2, 6)])
async def test_the_leader_may_be_killed_while_bots_play(
    tmp_path: Path, address: str, games: int, kills: int
) -> None:
    dice = random.Random(kills)
    async with StandIn(spec=OPENAPI) as server, crew_of(server, tmp_path, address) as crew:
        ada = server.person("Ada")
        club = server.guild("Club", ada)
        for number in range(1, games + 1):
            table = server.text_channel(club, f"table {number}")
            match = Match(crew, Ledger(server, (ada,), table, dice), number)
            await (await ada.slash(table, "bonfire", "solo", bots=BOTS, level="medium")).response()
            for kill in range(kills):
                port = await leader(crew)
                await match.play_turn()
                await match.see_bots_play(kill % BOTS)
                await asyncio.sleep(dice.random() * 0.05)
                await crew.kill(port)
                await crew.work(port)
            await match.play_turn()
            await eventually(match.turn)
            await eventually(crew.is_quiet, 30.0)
            await played_once(match)
            await told_once(match)
    assert list(server.invalid_requests) == []


async def played_once(match: Match) -> None:
    """A bot has played each of its turns by one press; no answer is lost or made twice."""
    sql = f"SELECT seat, interaction FROM moves WHERE game = {match.game} ORDER BY seq"
    presses = [press for press, _ in groupby(await match.crew.rows(sql))]
    made = [press for _, press in presses]
    assert len(set(made)) == len(made)
    assert set(match.ledger.acknowledged) <= set(made)
    async with match.held() as table:
        bots, moves, first = table.seated_bots, table.game.moves, table.game.view().starter
    events = [event for move in moves for event in move.events]
    begun = Counter([first, *(event.seat for event in events if isinstance(event, TurnBegan))])
    played = Counter(seat for seat, _ in presses)
    assert {seat: played[seat] for seat in bots} == {seat: begun[seat] for seat in bots}


async def told_once(match: Match) -> None:
    """The posts in the channel are those of the outbox, and tell each turn once, in its order."""
    stored = f"SELECT message, body FROM posts WHERE game = {match.game} ORDER BY id"
    rows = await match.crew.rows(stored)
    assert posts(match.ledger) == [message for message, _ in rows]
    begun, *told = [StoredPost.load(body) for _, body in rows]
    assert begun.revision == 0
    assert [post.since for post in told] == [0, *(post.revision for post in told[:-1])]
    async with match.held() as table:
        assert told[-1].revision == table.game.move_count
        events = [event for move in table.game.moves for event in move.events]
        names = names_of(table.owners_in(table.words), table.game.options.seats, table.words)
        story = turn_story(events, names, table.game.box, table.words, table.seated_bots)
    channel = match.ledger.server.app_messages(match.ledger.table)
    sent = set(posts(match.ledger))  # the others greet the new server
    _, *messages = [text(one) for one in channel if one.id in sent]
    both = zip(messages, told, strict=True)
    stories = [message.removesuffix(post.shown.below) for message, post in both]
    lines = [line for one in stories for line in one.splitlines()]
    assert lines == [str(line) for line in story]
