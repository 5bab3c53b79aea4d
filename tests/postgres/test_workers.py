"""Several workers on one database: signed interactions in turn to each, and any of them killed."""

import asyncio
import random
from functools import partial
from pathlib import Path

import pytest

from bot.standin import StandIn
from bot.store.postgres.leads import LEADER_LOCK
from tests.kit.ledger import Ledger, posts
from tests.kit.marks import long, soak
from tests.kit.process import at_work
from tests.kit.sources import OPENAPI
from tests.kit.whole import eventually
from tests.postgres.processes import STARTS_WITHIN, _leads_now, crew_of, leader, play_on, told_once


async def test_two_workers_are_one_bot(tmp_path: Path, address: str) -> None:
    """Each answers presses of the same game, and posts go out once, by the one that leads."""
    async with StandIn(spec=OPENAPI) as server, crew_of(server, tmp_path, address) as crew:
        people = (server.person("Ada"), server.person("Bo"))
        table = server.text_channel(server.guild("Club", *people), "table")
        ledger = Ledger(server, people, table, random.Random(7))
        for _ in range(12):
            await ledger.move(wait=True)
        await eventually(crew.is_quiet)
        await told_once(crew, ledger)
        assert set(crew.sender.statuses) == {202}
        figures = [await crew.sender.get(f"http://127.0.0.1:{port}/metrics") for port in crew.ports]
        assert all("bonfire_presses_total 0.0" not in text for _, text in figures)
        assert await crew.stop(crew.ports[1]) == 0
        await ledger.move(wait=True)
        assert await crew.stop(crew.ports[0]) == 0
    assert list(server.invalid_requests) == []


@pytest.mark.parametrize("kills", [2, long(12)])
async def test_any_worker_may_be_killed_at_any_moment(
    tmp_path: Path, address: str, kills: int
) -> None:
    dice = random.Random(kills)
    async with StandIn(spec=OPENAPI) as server, crew_of(server, tmp_path, address) as crew:
        people = (server.person("Ada"), server.person("Bo"))
        table = server.text_channel(server.guild("Club", *people), "table")
        ledger = Ledger(server, people, table, dice)
        await ledger.move(wait=True)
        for _ in range(kills):
            for _ in range(dice.randrange(3)):
                await ledger.move(wait=True)
            await ledger.move(wait=False)
            await asyncio.sleep(dice.random() * 0.2)
            port = dice.choice(crew.ports)
            await crew.kill(port)
            await ledger.move(wait=True)
            await crew.work(port)
        await ledger.move(wait=True)
        await eventually(crew.is_quiet, 30.0)
        await told_once(crew, ledger)
    assert list(server.invalid_requests) == []


@pytest.mark.parametrize(
    ("games", "kills", "every"), [(2, 2, 1.0), long(20, 10, 3.0), soak(20, 60, 4.0)]
)
async def test_many_games_go_on_while_workers_are_killed(
    tmp_path: Path, address: str, games: int, kills: int, every: float
) -> None:
    """Workers in turn, so that each second one or so is the leader."""
    dice = random.Random(games)
    async with StandIn(spec=OPENAPI) as server, crew_of(server, tmp_path, address) as crew:
        ledgers = []
        for number in range(games):
            people = (server.person(f"Ada {number}"), server.person(f"Bo {number}"))
            club = server.guild(f"Club {number}", *people)
            table = server.text_channel(club, "table")
            ledger = Ledger(server, people, table, random.Random(f"{games} {number}"))
            await ledger.move(wait=True)  # begins the game
            ledgers.append(ledger)
        over = asyncio.Event()
        playing = [asyncio.create_task(play_on(ledger, over)) for ledger in ledgers]
        for _ in range(kills):
            await asyncio.sleep(every * dice.uniform(0.5, 1.5))
            port = await leader(crew) if dice.random() < 0.5 else dice.choice(crew.ports)
            await crew.kill(port)
            await crew.work(port)
        answers = [len(ledger.acknowledged) for ledger in ledgers]

        async def all_go_on() -> bool:
            return all(
                len(own.acknowledged) > so_far for own, so_far in zip(ledgers, answers, strict=True)
            )

        await eventually(all_go_on, STARTS_WITHIN)
        over.set()
        await asyncio.gather(*playing)
        await eventually(crew.is_quiet, 60.0)
        made = [number for (number,) in await crew.rows("SELECT interaction FROM moves")]
        assert len(set(made)) == len(made)
        told = await crew.rows("SELECT channel, message FROM posts ORDER BY id")
        for ledger in ledgers:
            lost = [ledger.answers[each] for each in ledger.acknowledged if each not in made]
            assert lost == []
            own = sorted(message for channel, message in told if channel == ledger.table.id)
            assert posts(ledger) == own
    assert list(server.invalid_requests) == []


async def test_who_loses_the_connection_steps_down_and_leads_again_in_turn(
    tmp_path: Path, address: str
) -> None:
    async with StandIn(spec=OPENAPI) as server, crew_of(server, tmp_path, address) as crew:
        people = (server.person("Ada"), server.person("Bo"))
        table = server.text_channel(server.guild("Club", *people), "table")
        ledger = Ledger(server, people, table, random.Random(1))
        await ledger.move(wait=True)
        cut = (
            "SELECT pg_terminate_backend(pid) FROM pg_locks"
            f" WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = {LEADER_LOCK}"
        )  # others may hold a game meanwhile
        for _ in range(3):
            first = await leader(crew)
            (other,) = (port for port in crew.ports if port != first)
            assert await crew.rows(cut) == [(True,)]
            await eventually(partial(_leads_now, crew, other), 30.0)
            assert not await _leads_now(crew, first)
            await at_work(server)
            assert sum(each.connection is not None for each in server.gateway.sessions) == 1
            for _ in range(2):
                await ledger.move(wait=True)
        await eventually(crew.is_quiet)
        await told_once(crew, ledger)
        for port in crew.ports:
            assert await crew.stop(port) == 0
    log = (tmp_path / "bot.log").read_text()
    assert log.count("stepped down as the leader") == 3
    assert "Traceback" not in log
    assert list(server.invalid_requests) == []
