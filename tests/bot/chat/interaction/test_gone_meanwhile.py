"""What a person pressed on is gone when the answer comes, or a server is out of reach meanwhile."""

import asyncio
import logging

import pytest

from bot.chat.interaction.traffic import LATE_ANSWER_SECONDS, Lateness
from bot.model import rows
from bot.model.stored_post import StoredPost
from bot.standin import Message, Refused
from bot.standin.layout import text
from tests.kit.hall import Hall
from tests.kit.outbox import CALLBACK, FOLLOWUP, ORIGINAL
from tests.kit.whole import eventually, labels, start_game


def no_bug(caplog: pytest.LogCaptureFixture) -> None:
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("announced", [False, True])
async def test_a_page_that_is_gone_is_shown_anew(
    hall: Hall,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    *,
    announced: bool,
) -> None:
    page = await (await hall.ada.slash(hall.table, "bonfire", "settings")).response()
    before, faults = len(hall.ada.sees(hall.table)), hall.server.fault_injector
    if announced:
        monkeypatch.setattr(Lateness, "of", lambda *_: LATE_ANSWER_SECONDS + 0.1)
    else:
        faults.plan("POST", CALLBACK, Refused(404, 10008))
    faults.plan("PATCH", ORIGINAL, Refused(404, 10008))
    await hall.ada.press(page, labels(page)[0])

    def told() -> list[Message]:
        return list(hall.ada.sees(hall.table))[before:]

    await hall.clock.turned(eventually(lambda: asyncio.sleep(0, told())))
    assert all(one.ephemeral_for == hall.ada.id for one in told())
    no_bug(caplog)


@pytest.mark.parametrize("code", [10003, 10004, 10062])
async def test_where_nobody_waits_any_more_nothing_went_wrong(
    hall: Hall, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    faults = hall.server.fault_injector
    faults.plan("POST", CALLBACK, Refused(404, code), times=3)
    faults.plan("PATCH", ORIGINAL, Refused(404, code), times=3)
    faults.plan("POST", FOLLOWUP, Refused(404, code), times=3)
    await hall.ada.slash(hall.table, "bonfire", "solo")
    store = hall.client.services.store
    await hall.clock.turned(
        eventually(lambda: store.read(lambda tx: tx.games.running_in(hall.table.id)))
    )
    await hall.clock.turned(hall.calm())
    no_bug(caplog)


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10003), (404, 10004)])
async def test_a_server_that_is_away_is_not_gone(hall: Hall, status: int, code: int) -> None:
    await start_game(hall.table, hall.ada, hall.bo)
    store, guild = hall.client.services.store, hall.client.get_guild(hall.guild.id)
    assert guild is not None
    hall.server.lose_guild(hall.guild)
    await eventually(lambda: asyncio.sleep(0, guild.unavailable))
    path = f"/channels/{hall.table.id}/messages$"
    hall.server.fault_injector.plan("POST", path, Refused(status, code), times=2)
    body = StoredPost(1, 0, "news", (), (), (), 0).dump()
    await store.write(lambda tx: tx.posts.add(1, hall.table.id, rows.Via.CHANNEL, body))
    hall.client.services.outbox.kick()
    await hall.clock.turned(
        hall.ada.waits_for(hall.table, lambda one: text(one) == "news"), within=300
    )
    assert not await store.read(lambda tx: tx.channels.is_dead(hall.table.id))
    assert hall.server.app_messages(hall.ada.dm()) == ()
    hall.server.bring_back(hall.guild)
    await eventually(lambda: asyncio.sleep(0, not guild.unavailable))
