from __future__ import annotations

import asyncio
import json

import aiohttp

from bot.standin import Allowance, Limits, RateLimited, RateLimits, RateLimitScope, Refused, StandIn
from tests.kit.toy import row, running
from tests.standin.conftest import Refusal, Stage, Wire

HELLO = {"content": "hello"}
TOO_SMALL = 0.001
"""Seconds by which a clock is turned too little."""


def limit(wire: Wire, limits: RateLimits | None = None) -> None:
    wire.server.core.limits = Limits(rate_limits=limits or RateLimits())


async def post(wire: Wire, path: str | None = None) -> Refusal | None:
    return await wire.refused("POST", path or wire.messages, json=HELLO)


def limited(refused: Refusal | None, seconds: float, *, everything: bool) -> dict[str, str]:
    """The headers of an answer that asks to wait for so long, and says so in its body."""
    assert refused is not None
    assert refused.status == 429
    assert json.loads(refused.text) == {
        "message": "You are being rate limited.",
        "retry_after": seconds,
        "global": everything,
    }
    return refused.headers


async def headers_of(wire: Wire, method: str, path: str) -> dict[str, str]:
    """Return what the headers of the answer say about its bucket."""
    url = wire.server.api_base + path
    async with wire.http.request(method, url, json=HELLO) as answer:
        assert answer.status == 200
        found = answer.headers.items()
        return {k.removeprefix("X-RateLimit-"): v for k, v in found if k.startswith("X-RateLimit-")}


async def test_without_the_switch_nothing_is_limited_or_told(wire: Wire) -> None:
    for _ in range(60):
        assert await post(wire) is None
    assert await headers_of(wire, "POST", wire.messages) == {}
    assert wire.server.rate_limiter.refused == 0


async def test_a_channel_takes_five_posts_in_five_seconds(wire: Wire) -> None:
    limit(wire)
    for _ in range(5):
        assert await post(wire) is None
    wire.clock.advance(2.0)
    told = limited(await post(wire), 3.0, everything=False)
    assert (told["Via"], told["Retry-After"]) == ("1.1 stand-in", "3")
    assert (told["X-RateLimit-Scope"], told["X-RateLimit-Remaining"]) == ("user", "0")
    assert "X-RateLimit-Global" not in told
    wire.clock.advance(3.0 - TOO_SMALL)
    assert await post(wire) is not None
    wire.clock.advance(2 * TOO_SMALL)
    assert await post(wire) is None
    assert wire.server.rate_limiter.refused == 2
    assert len(wire.server.app_messages(wire.table)) == 6


async def test_another_channel_has_a_bucket_of_its_own(wire: Wire) -> None:
    limit(wire)
    other = wire.server.text_channel(wire.guild, "other")
    for _ in range(5):
        await post(wire)
    assert await post(wire) is not None
    assert await post(wire, f"/channels/{other.id}/messages") is None


async def test_headers_tell_of_the_bucket(wire: Wire) -> None:
    limit(wire)
    first = await headers_of(wire, "POST", wire.messages)
    wire.clock.advance(1.5)
    second = await headers_of(wire, "POST", wire.messages)
    ends = wire.clock.now() + 3.5
    assert first == {**second, "Remaining": "4", "Reset-After": "5.000"}
    assert second == {
        "Limit": "5",
        "Remaining": "3",
        "Reset": f"{ends:.3f}",
        "Reset-After": "3.500",
        "Bucket": "stand-in-posts",
    }


async def test_edits_have_a_bucket_of_their_own(wire: Wire) -> None:
    limit(wire)
    for _ in range(4):
        await post(wire)
    _, message = await wire.call("POST", wire.messages, json=HELLO)
    path = f"{wire.messages}/{message['id']}"
    for _ in range(5):
        assert await wire.refused("PATCH", path, json=HELLO) is None
    refused = await wire.refused("PATCH", path, json=HELLO)
    assert refused is not None
    assert refused.headers["X-RateLimit-Bucket"] == "stand-in-edits"
    assert await wire.refused("GET", wire.messages) is None


async def test_fifty_requests_a_second_are_taken_in_all(wire: Wire) -> None:
    limit(wire)
    for _ in range(50):
        assert await wire.refused("GET", "/users/@me") is None
    told = limited(await post(wire), 1.0, everything=True)
    assert (told["X-RateLimit-Global"], told["X-RateLimit-Scope"]) == ("true", "global")
    assert "X-RateLimit-Bucket" not in told
    wire.clock.advance(1.0)
    assert await post(wire) is None


async def test_answers_to_interactions_are_beside_the_global_limit(stage: Stage) -> None:
    stage.server.core.limits = Limits(rate_limits=RateLimits(everything=Allowance(0, 1.0)))
    asked, inter = await stage.held()
    await inter.response.send_message("one")
    await inter.edit_original_response(content="two")
    assert (await asked.response()).content == "two"


async def test_the_token_of_an_interaction_has_a_bucket(stage: Stage) -> None:
    stage.server.core.limits = Limits(rate_limits=RateLimits(webhook=Allowance(2, 0.1)))
    _, inter = await stage.held()
    _, other = await stage.held()
    for held in (inter, other):
        await held.response.send_message("one")
        await held.edit_original_response(content="two")
    assert stage.server.rate_limiter.refused == 0
    await inter.followup.send("three")
    third = asyncio.create_task(inter.followup.send("four"))
    limiter = stage.server.rate_limiter
    await stage.server.core.changes.wait_for(lambda: limiter.refused or None, 5)
    stage.clock.advance(0.1)
    await third


async def test_the_follow_ups_in_a_channel_share_a_limit_of_which_no_header_tells(
    stage: Stage,
) -> None:
    limits = RateLimits(webhook=Allowance(9, 1.0), follow_ups=Allowance(3, 60.0))
    stage.server.core.limits = Limits(rate_limits=limits)
    held = [await stage.held() for _ in range(4)]
    for _, inter in held:
        await inter.response.send_message("one")
    url = f"{stage.server.api_base}/webhooks/{stage.server.world.application.id}/"
    async with aiohttp.ClientSession() as http:
        for asked, _ in held[:3]:
            async with http.post(url + asked.token, json=HELLO) as said:
                assert said.status == 200
        async with http.post(url + held[3][0].token, json=HELLO) as said:
            assert (said.status, said.headers["X-RateLimit-Scope"]) == (429, "shared")
            assert "X-RateLimit-Bucket" not in said.headers
        for _, inter in held:
            await inter.edit_original_response(content="two")
        room = stage.server.text_channel(stage.guild, "elsewhere")
        elsewhere = await stage.ask("hold", room)
        callback = f"/interactions/{elsewhere.id}/{elsewhere.token}/callback"
        first = {"type": 4, "data": HELLO}
        async with http.post(stage.server.api_base + callback, json=first) as said:
            assert said.status == 204
        async with http.post(url + elsewhere.token, json=HELLO) as said:
            assert said.status == 200
    assert stage.server.rate_limiter.invalid_requests(stage.clock.now()) == 0
    stage.clock.advance(60.0)
    await held[3][1].followup.send("three")


async def test_the_client_keeps_within_the_limits_that_it_is_told() -> None:
    allowed = RateLimits(posts=Allowance(5, 0.2))
    async with StandIn(limits=Limits(rate_limits=allowed)) as server:
        table = server.text_channel(server.guild("Club", server.person("Ada")), "table")
        async with running(server) as toy:
            room = toy.get_partial_messageable(table.id)
            for number in range(12):
                await room.send(str(number), view=row("Go"))
        assert [m.content for m in server.app_messages(table)] == [str(n) for n in range(12)]
        assert server.rate_limiter.refused == 0


async def test_a_ban_follows_too_many_invalid_requests(wire: Wire) -> None:
    limit(wire, RateLimits(invalid=3, banned_for=60.0))
    limiter, strangers = wire.server.rate_limiter, "/channels/7/messages"
    wire.server.fault_injector.plan("POST", strangers, Refused(403, 50001), times=3)
    for _ in range(2):
        await post(wire, strangers)
    assert await post(wire) is None
    await post(wire, strangers)
    refused = await post(wire)
    assert refused is not None
    assert (refused.status, refused.headers["Retry-After"]) == (429, "60")
    assert "Via" not in refused.headers
    assert "Cloudflare" in refused.text
    assert limiter.most_invalid == 4
    wire.clock.advance(60.0)
    assert await post(wire) is None


async def test_invalid_requests_are_forgotten_after_ten_minutes(wire: Wire) -> None:
    limiter = wire.server.rate_limiter
    faults = (Refused(401, 0), Refused(403, 0), RateLimited(), Refused(404, 10003), Refused(400, 1))
    for fault in faults:
        wire.server.fault_injector.plan("POST", wire.messages, fault)
        await post(wire)
        wire.clock.advance(100.0)
    assert limiter.invalid_requests(wire.clock.now()) == 3
    wire.clock.advance(100.0)
    assert limiter.invalid_requests(wire.clock.now()) == 2
    assert limiter.most_invalid == 3


async def test_the_limit_of_a_resource_is_nobody_s_fault(wire: Wire) -> None:
    shared = RateLimited(2.0, RateLimitScope.SHARED, code=20028)
    wire.server.fault_injector.plan("POST", wire.messages, shared)
    refused = await post(wire)
    assert refused is not None
    assert json.loads(refused.text) == {
        "message": "The resource is being rate limited.",
        "retry_after": 2.0,
        "global": False,
        "code": 20028,
    }
    assert wire.server.rate_limiter.invalid_requests(wire.clock.now()) == 0
