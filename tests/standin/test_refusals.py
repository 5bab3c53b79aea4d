from __future__ import annotations

import json
import re

import discord
import pytest

from bot.standin import RateLimited, Refused
from bot.standin.errors import ErrorResponse
from bot.standin.rest.server import ALL_ROUTES
from tests.kit.refusals import REFUSALS, BotRoute, every_refusal, plan, status_of
from tests.standin.conftest import Stage, Wire, channel_of


def test_there_are_forty_codes_and_none_twice() -> None:
    assert len({refusal.code for refusal in REFUSALS}) >= 40
    pairs = [(status_of(refusal), refusal.code) for refusal in REFUSALS]
    assert sorted(set(pairs)) == sorted(pairs)


def test_the_stand_in_gives_its_own_refusals_the_same_status() -> None:
    statuses = {(status_of(refusal), refusal.code) for refusal in REFUSALS}
    codes = {refusal.code for refusal in REFUSALS if refusal.code}
    own = {(error.status, error.code) for error in ErrorResponse if error.code in codes}
    assert own <= statuses


def test_a_route_is_one_of_the_stand_in_and_no_other_matches_its_path() -> None:
    for route in BotRoute:
        found, _ = ALL_ROUTES.find(route.method, route.example)
        assert found.template == route.value[1]
        same = [
            r for r in BotRoute if r.method == route.method and re.search(r.pattern, route.example)
        ]
        assert same == [route]


@pytest.mark.asyncio
async def test_every_refusal_comes_over_the_wire_on_every_route(wire: Wire) -> None:
    for route, refusal in every_refusal():
        plan(wire.server, route, refusal)
        told = await wire.refused(route.method, route.example, json={})
        assert told is not None, (route, refusal)
        assert told.status == status_of(refusal), (route, refusal)
        if refusal.code:
            assert json.loads(told.text)["code"] == refusal.code, (route, refusal)
        else:
            assert told.headers["Content-Type"] == "text/html"
    pairs = list(every_refusal())
    assert [fault for _, _, fault in wire.server.fault_injector.injected] == [f for _, f in pairs]
    assert wire.server.invalid_requests == []
    assert wire.server.app_messages(wire.table) == ()


@pytest.mark.asyncio
async def test_the_client_hears_the_code_or_waits_for_the_limit(stage: Stage) -> None:
    for refusal in REFUSALS:
        plan(stage.server, BotRoute.POST, refusal)
        if isinstance(refusal, RateLimited):
            await channel_of(stage).send(str(refusal.code))
            continue
        assert isinstance(refusal, Refused)
        with pytest.raises(discord.HTTPException) as refused:
            await channel_of(stage).send("x")
        assert (refused.value.status, refused.value.code) == (refusal.status, refusal.code)
    limits = [str(refusal.code) for refusal in REFUSALS if isinstance(refusal, RateLimited)]
    assert [m.content for m in stage.server.app_messages(stage.table)] == limits


@pytest.mark.asyncio
async def test_a_refusal_can_be_planned_for_a_later_request(stage: Stage) -> None:
    plan(stage.server, BotRoute.EDIT_POST, Refused(404, 10008), skip=1, times=1)
    sent = await channel_of(stage).send("one")
    await sent.edit(content="two")
    with pytest.raises(discord.NotFound):
        await sent.edit(content="three")
    assert (await sent.edit(content="four")).content == "four"
