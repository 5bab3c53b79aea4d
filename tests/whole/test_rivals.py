"""Two processes of one bot, with one token and two databases: one of them notices and says so."""

import logging
from pathlib import Path

import pytest

from bot.chat.interaction.traffic import NEWEST_PRESSES, RIVALED, Traffic
from tests.bot.blank import blank
from tests.bot.stage import bot_on
from tests.whole.conftest import Hall

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
