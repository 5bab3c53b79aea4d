from __future__ import annotations

import copy
import dataclasses
import enum

import pytest

from bot.standin import ManualClock, ShiftedClock
from bot.standin.clock import iso
from bot.standin.ids import DISCORD_EPOCH_MS, Snowflakes
from tests.kit.toy import file, row
from tests.standin.conftest import Stage, channel_of

PLAIN = (int, str, float, bytes, bool, type(None), enum.Enum)


def _plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(_plain(k) and _plain(v) for k, v in value.items())
    if isinstance(value, list):
        return all(map(_plain, value))
    return isinstance(value, PLAIN)


@pytest.mark.asyncio
async def test_the_whole_world_is_plain_values_that_can_be_saved(stage: Stage) -> None:
    await channel_of(stage).send("board", file=file(), view=row("Go"))
    _, inter = await stage.held()
    await inter.response.send_message("private", ephemeral=True)
    thread = await channel_of(stage).create_thread(name="talk")
    await thread.send("hello")
    world = stage.server.world
    assert _plain(dataclasses.asdict(world))
    assert copy.deepcopy(world) == world


def test_snowflakes_carry_their_moment_and_never_decrease() -> None:
    clock = ManualClock()
    ids = Snowflakes(clock)
    first = [ids.next() for _ in range(3)]
    clock.advance(1)
    found = [*first, ids.next()]
    assert found == sorted(set(found))
    assert (found[0] >> 22) + DISCORD_EPOCH_MS == clock.now() * 1000 - 1000


def test_snowflakes_grow_although_the_clock_was_put_back() -> None:
    later = Snowflakes(ManualClock(2_000_000_000.0)).next()
    ids = Snowflakes(ManualClock(1_900_000_000.0), later)
    assert later < ids.next() < ids.next()


def test_a_shifted_clock_runs_on_from_where_it_was_put() -> None:
    clock = ShiftedClock()
    before = clock.now()
    clock.advance(3600)
    assert clock.now() - before >= 3600


def test_time_only_goes_forward() -> None:
    clock = ManualClock(0.0)
    beats: list[float] = []
    clock.on_change(lambda: beats.append(clock.now()))
    clock.advance(1.5)
    with pytest.raises(ValueError, match="backwards"):
        clock.advance(-1)
    assert beats == [1.5]
    assert iso(clock.now()) == "1970-01-01T00:00:01.500000+00:00"
