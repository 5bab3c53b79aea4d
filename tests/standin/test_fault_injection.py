from __future__ import annotations

import asyncio
from collections.abc import Iterator

import aiohttp
import discord
import pytest

from bot.standin import Delayed, Moment, RateLimited, RateLimitScope, Refused, Reset, ServerError
from tests.standin.conftest import Stage, channel_of

MESSAGES = r"^/channels/\d+/messages$"
CALLBACK = r"/callback$"


@pytest.fixture
def no_pause(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The client's pauses of a second and more between two attempts last an instant."""
    real = asyncio.sleep

    async def brief(seconds: float, result: object = None) -> object:
        return await real(min(seconds, 0.01), result)

    monkeypatch.setattr("discord.http.asyncio.sleep", brief)
    return iter(())


@pytest.mark.parametrize("scope", list(RateLimitScope))
async def test_a_rate_limit_is_waited_for(stage: Stage, scope: RateLimitScope) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, RateLimited(0.02, scope))
    await channel_of(stage).send("x")
    statuses = [e.status for e in stage.server.requests if e.path.endswith("/messages")]
    assert statuses == [429, 200]


async def test_a_ban_by_cloudflare_is_not_waited_for(stage: Stage) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, RateLimited(via=False))
    with pytest.raises(discord.HTTPException) as refused:
        await channel_of(stage).send("x")
    assert refused.value.status == 429
    assert stage.server.app_messages(stage.table) == ()


@pytest.mark.usefixtures("no_pause")
@pytest.mark.parametrize("status", [500, 502])
async def test_the_client_tries_again_after_a_server_error(stage: Stage, status: int) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, ServerError(status))
    await channel_of(stage).send("x")
    assert len(stage.server.app_messages(stage.table)) == 1


@pytest.mark.usefixtures("no_pause")
async def test_a_nonce_saves_a_post_whose_answer_was_lost(stage: Stage) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, ServerError(502, Moment.AFTER))
    sent = await channel_of(stage).send("once")
    assert [m.id for m in stage.server.app_messages(stage.table)] == [sent.id]


@pytest.mark.usefixtures("no_pause")
async def test_a_followup_whose_answer_was_lost_is_doubled(stage: Stage) -> None:
    asked, inter = await stage.held()
    await inter.response.send_message("first")
    stage.server.fault_injector.plan("POST", r"^/webhooks/", ServerError(500, Moment.AFTER))
    await inter.followup.send("twice")
    assert [m.content for m in asked.followups] == ["twice", "twice"]


async def test_503_on_a_channel_is_told_at_once(stage: Stage) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, ServerError(503))
    with pytest.raises(discord.DiscordServerError):
        await channel_of(stage).send("x")


@pytest.mark.parametrize(("status", "code"), [(403, 40333), (403, 0), (404, 10003), (401, 0)])
async def test_any_refusal_can_be_planned(stage: Stage, status: int, code: int) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, Refused(status, code))
    with pytest.raises(discord.HTTPException) as refused:
        await channel_of(stage).send("x")
    assert (refused.value.status, refused.value.code) == (status, code)
    assert stage.server.app_messages(stage.table) == ()


async def test_a_connection_is_cut_before_the_request_took_effect(stage: Stage) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, Reset())
    with pytest.raises((aiohttp.ClientError, OSError)):
        await channel_of(stage).send("x")
    assert stage.server.app_messages(stage.table) == ()


async def test_a_connection_is_cut_after_the_request_took_effect(stage: Stage) -> None:
    asked, inter = await stage.held()
    stage.server.fault_injector.plan("POST", CALLBACK, Reset(Moment.AFTER))
    with pytest.raises((aiohttp.ClientError, OSError)):
        await inter.response.send_message("said")
    assert (await asked.response()).content == "said"
    assert not inter.response.is_done()


async def test_an_answer_can_be_late(stage: Stage) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, Delayed(0.2))
    sending = asyncio.create_task(channel_of(stage).send("x"))
    done, _ = await asyncio.wait({sending}, timeout=0.05)
    assert not done
    await sending


async def test_trouble_skips_counts_and_ends(stage: Stage) -> None:
    injector = stage.server.fault_injector
    injector.plan("*", MESSAGES, ServerError(503), skip=1, times=2)
    outcomes = []
    for number in range(4):
        try:
            await channel_of(stage).send(str(number))
        except discord.DiscordServerError:
            outcomes.append("failed")
        else:
            outcomes.append("sent")
    assert outcomes == ["sent", "failed", "failed", "sent"]
    assert [mishap for _, _, mishap in injector.injected] == [ServerError(503)] * 2
    injector.plan("*", MESSAGES, ServerError(503))
    injector.clear()
    await channel_of(stage).send("x")


async def test_an_expired_interaction_and_a_late_answer(stage: Stage) -> None:
    asked, inter = await stage.held()
    stage.server.fault_injector.plan("POST", CALLBACK, Delayed(0.1))
    answering = asyncio.create_task(inter.response.send_message("late"))
    await asyncio.sleep(0.02)
    stage.clock.advance(3.1)
    with pytest.raises(discord.NotFound) as unknown:
        await answering
    assert unknown.value.code == 10062
    await asked.unanswered()
