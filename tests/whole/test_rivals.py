"""Two processes of one bot, with one token and two databases: the younger one gives way."""

import asyncio
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from bot.chat.interaction.traffic import (
    ALONE_AFTER,
    LATE_ANSWER_SECONDS,
    LOST,
    NEWEST_PRESSES,
    OVERLAP,
    RIVALED,
    Lateness,
    Precedence,
    Traffic,
)
from bot.runtime.shell.errors import UNUSABLE
from bot.standin import Moment, Reset, ServerError, fault_injection
from bot.standin.layout import text
from tests.kit.blank import blank
from tests.kit.clock import TurnedClock
from tests.kit.hall import Hall
from tests.kit.process import CONNECTS_WITHIN, bot_program
from tests.kit.stage import bot_on
from tests.kit.whole import eventually

SAYS = "another process answers presses with the same token"


async def press(hall: Hall) -> None:
    """A command that both hear of, until both have answered it."""
    await (await hall.people[0].slash(hall.table, "bonfire", "about")).response()


async def test_a_second_bot_with_the_same_token_is_noticed(
    hall: Hall, tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR, logger="bot.chat.interaction.traffic")
    folder: Path = tmp_path_factory.mktemp("other")
    for _ in range(NEWEST_PRESSES):
        await press(hall)
    assert not hall.client.services.traffic.has_rival
    async with bot_on(hall.server, folder, hall.clock, blank) as other:
        both = hall.client, other
        for _ in range(2 * NEWEST_PRESSES):
            await press(hall)
            for client in both:
                await client.services.traffic.calm()
        seen = [client.services.traffic for client in both]
        assert sum(traffic.rivaled for traffic in seen) == 2 * NEWEST_PRESSES
        assert any(traffic.has_rival for traffic in seen)
    told = [record.getMessage() for record in caplog.records]
    assert 1 <= len(told) <= 2  # each of them once
    assert all(line.startswith(SAYS) for line in told)
    for _ in range(NEWEST_PRESSES):
        await press(hall)
    assert not hall.client.services.traffic.has_rival


async def test_one_answer_that_was_lost_is_no_rival(caplog: pytest.LogCaptureFixture) -> None:
    """Where the network fails, an answer may have arrived before it is tried again."""
    traffic = Traffic()
    for _ in range(RIVALED):
        traffic.note_rival()
        for _ in range(NEWEST_PRESSES):
            with traffic.one():
                pass
    assert not traffic.has_rival
    assert not caplog.records


YOUNGER: Final = """
import sys
from bot.__main__ import main
from bot.chat.interaction import traffic

traffic.OVERLAP = 0.0
sys.exit(main())
"""


def surely_not() -> None:
    raise AssertionError("the older process gives way")


async def test_the_younger_of_two_processes_ends_and_the_other_goes_on(
    hall: Hall, tmp_path: Path
) -> None:
    """Even where the older one has answered a single press before."""
    hall.client.services.traffic.precedence.give_way = surely_not
    await press(hall)
    alone = {"BONFIRE_RENDER_WORKERS": "0", "BONFIRE_THINKERS": "0", "BONFIRE_SYNC": "never"}
    async with bot_program(hall.server, tmp_path, program=("-c", YOUNGER), **alone) as younger:
        await eventually(lambda: asyncio.sleep(0, len(hall.server.gateway.sessions) > 1))
        ended = asyncio.create_task(younger.wait())
        for _ in range(6 * NEWEST_PRESSES):
            await hall.clock.turned(press(hall))
            if ended.done():
                break
        assert await asyncio.wait_for(ended, CONNECTS_WITHIN) == UNUSABLE
    *_, last = (tmp_path / "bot.log").read_text("utf-8").splitlines()
    assert last.startswith("bonfire: Another process with the same token was there first")
    assert not hall.client.services.traffic.precedence.is_younger
    await press(hall)


async def test_what_is_left_to_another_process_is_done_there_alone(
    hall: Hall, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder: Path = tmp_path_factory.mktemp("other")
    async with bot_on(hall.server, folder, hall.clock, blank) as other:
        precedence = other.services.traffic.precedence
        precedence.give_way = surely_not
        precedence.note_lost()
        new = await hall.ada.slash(hall.table, "bonfire", "new", thread=False)
        lobby = await hall.clock.turned(new.response())
        late = other.services.traffic
        await hall.clock.turned(eventually(lambda: asyncio.sleep(0, late.late)))
        assert "Ada" in text(lobby)
        assert await hall.client.services.lobbies.look(hall.table.id) is not None
        assert await other.services.lobbies.look(hall.table.id) is None


@pytest.mark.parametrize("fault", [Reset(Moment.AFTER), ServerError(503, Moment.AFTER)])
@pytest.mark.parametrize("late", [False, True])
async def test_a_repeated_answer_is_no_other_process(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, fault: fault_injection.InjectedFault, *, late: bool
) -> None:
    traffic = hall.client.services.traffic
    traffic.precedence.give_way = surely_not
    if late:
        monkeypatch.setattr(Lateness, "of", lambda *_: LATE_ANSWER_SECONDS + 0.1)
    for _ in range(2 * RIVALED):
        hall.server.fault_injector.plan("POST", "/callback$", fault)
        asked = await hall.ada.slash(hall.table, "bonfire", "about")
        assert text(await hall.clock.turned(asked.response()))
        await hall.clock.turned(traffic.calm())
    assert traffic.rivaled == traffic.late == 0
    assert traffic.precedence.courtesy() == 0


@dataclass
class Both:
    """Two processes that hear the same presses, by how old they are in seconds."""

    clock: TurnedClock = field(default_factory=TurnedClock)
    ended: list[Precedence] = field(default_factory=list)

    def begin(self) -> Precedence:
        one = Precedence(self.clock)
        one.give_way = lambda: self.ended.append(one)
        return one

    def press(self, *processes: Precedence) -> Precedence:
        """Let the quickest answer a press; of two that are as quick the last one."""
        waits = [(one.courtesy(), -at) for at, one in enumerate(processes)]
        first = processes[-min(waits)[1]]
        for one in processes:
            courteous = one.courtesy() > 0
            if one is first:
                one.note_answered(courteous=courteous)
            else:
                one.note_lost(courteous=courteous)
        return first


@pytest.mark.parametrize("before", [0, 1, 5, ALONE_AFTER, 500])
@pytest.mark.parametrize("apart", [20.0, 600.0, 86_400.0])
def test_the_younger_one_ends_however_few_presses_there_were(before: int, apart: float) -> None:
    both = Both()
    older = both.begin()
    for _ in range(before):
        both.press(older)
    both.clock.advance(apart)
    younger = both.begin()
    for _ in range(3 * LOST):
        both.press(younger, older)
        both.press(older, younger)
        both.clock.advance(OVERLAP / 2)
    assert both.ended[:1] == [younger]
    assert older not in both.ended


def test_a_new_process_beside_the_old_one_that_goes_lives_on() -> None:
    both = Both()
    old = both.begin()
    for _ in range(ALONE_AFTER):
        both.press(old)
    new = both.begin()
    for _ in range(10 * LOST):
        both.press(old, new)
        both.clock.advance(OVERLAP / (10 * LOST + 1))
    for _ in range(10 * LOST):
        assert both.press(new) is new
        both.clock.advance(OVERLAP)
    assert both.ended == []
    assert new.courtesy() == 0


def test_weather_ends_nobody() -> None:
    """Single answers that were lost, for years."""
    both = Both()
    one = both.begin()
    for _ in range(1000):
        one.note_lost(courteous=one.courtesy() > 0)
        assert both.press(one) is one
        both.clock.advance(OVERLAP)
    assert both.ended == []


def test_of_several_workers_none_gives_way() -> None:
    clock = TurnedClock()
    worker = Precedence(clock)
    for _ in range(10 * LOST):
        worker.note_lost()
        clock.advance(OVERLAP)
    assert worker.courtesy() == 0
    assert not worker.is_younger
