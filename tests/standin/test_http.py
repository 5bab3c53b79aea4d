from __future__ import annotations

import asyncio
import io

import aiohttp
import pytest
import yarl

from bot.standin import Permission
from tests.standin.conftest import Wire


async def test_a_missing_token_is_unauthorized(wire: Wire) -> None:
    async with aiohttp.ClientSession() as stranger:
        url = wire.server.api_base + "/users/@me"
        async with stranger.get(url) as answer:
            assert answer.status == 401
            assert answer.headers["Content-Type"] == "application/json"


async def test_unknown_paths_verbs_and_identifiers_are_refused(wire: Wire) -> None:
    assert (await wire.call("GET", "/nowhere"))[0] == 404
    assert (await wire.call("DELETE", "/gateway"))[0] == 405
    assert await wire.code("GET", "/channels/abc") == 50035
    assert len(wire.server.invalid_requests) == 3


async def test_broken_bodies_are_refused(wire: Wire) -> None:
    assert await wire.code("POST", wire.messages, data=b"{") == 50109
    assert await wire.code("POST", wire.messages, json=[1]) == 50035
    assert await wire.code("PUT", wire.app + "/commands", json={"name": "x"}) == 50035
    with aiohttp.MultipartWriter("form-data") as form:
        part = form.append("x")
        part.set_content_disposition("form-data", name="picture", filename="a.png")
    assert await wire.code("POST", wire.messages, data=form) == 50035
    with aiohttp.MultipartWriter("form-data") as form:
        part = form.append("{")
        part.set_content_disposition("form-data", name="payload_json")
    assert await wire.code("POST", wire.messages, data=form) == 50109
    assert {f.path for f in wire.server.invalid_requests} == {wire.messages, wire.app + "/commands"}


async def test_a_request_beyond_25_mebibytes_is_too_large(wire: Wire) -> None:
    big = b'"' + b"x" * (25 * 1024 * 1024) + b'"'
    assert await wire.code("POST", wire.messages, data=io.BytesIO(big)) == 40005
    with aiohttp.MultipartWriter("form-data") as form:
        part = form.append(io.BytesIO(big))
        part.set_content_disposition("form-data", name="files[0]", filename="a.png")
    assert await wire.code("POST", wire.messages, data=form) == 40005


async def test_the_faults_of_a_body_are_nested_by_key(wire: Wire) -> None:
    component = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x"}]}
    status, told = await wire.call("POST", wire.messages, json={"components": [component]})
    assert status == 400
    (error,) = told["errors"]["components"]["0"]["components"]["0"]["_errors"]
    assert error["code"] == "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"


async def test_a_page_of_history_has_bounds(wire: Wire) -> None:
    assert await wire.code("GET", wire.messages, params={"limit": 101}) == 50035
    first = wire.ada.say(wire.table, "one")
    second = wire.ada.say(wire.table, "two")
    _, before = await wire.call("GET", wire.messages, params={"before": second.id})
    assert [m["id"] for m in before] == [str(first.id)]


async def test_one_command_is_added_replaced_and_changed(wire: Wire) -> None:
    body = {"name": "one", "description": "x"}
    status, first = await wire.call("POST", wire.app + "/commands", json=body)
    assert status == 201
    status, again = await wire.call(
        "POST", wire.app + "/commands", json={**body, "description": "y"}
    )
    assert (status, again["id"]) == (200, first["id"])
    path = f"{wire.app}/commands/{first['id']}"
    assert await wire.code("PATCH", path, json={"name": "Loud"}) == 50035
    assert await wire.code("POST", wire.app + "/commands", json={"name": "Loud"}) == 50035
    assert await wire.code("GET", f"{wire.app}/commands/7") == 10063
    assert await wire.code("GET", "/applications/7/commands") == 50001
    assert (await wire.call("DELETE", path))[0] == 204


async def test_guild_commands_need_the_app_in_the_guild(wire: Wire) -> None:
    strangers = wire.server.guild("Strangers", wire.ada, bot=None)
    path = f"{wire.app}/guilds/{strangers.id}/commands"
    assert await wire.code("PUT", path, json=[]) == 50001
    for tail in ("/channels", f"/members/{wire.ada.id}"):
        assert await wire.code("GET", f"/guilds/{strangers.id}{tail}") == 50001
    assert await wire.code("GET", f"/guilds/{strangers.id}") == 10004
    assert await wire.code("GET", f"/guilds/{wire.guild.id}/members/7") == 10007


async def test_channels_are_renamed_and_removed_by_managers(wire: Wire) -> None:
    path = f"/channels/{wire.table.id}"
    assert await wire.code("PATCH", path, json={"name": "den"}) == 50013
    assert await wire.code("DELETE", path) == 50013
    wire.guild.bot_role = int(Permission.MANAGE_CHANNELS)
    assert (await wire.call("PATCH", path, json={"name": "den"}))[1]["name"] == "den"
    assert await wire.code("PATCH", path, json={"name": "x" * 101}) == 50035
    assert (await wire.call("DELETE", path))[0] == 200
    assert await wire.code("GET", path) == 10003


async def test_a_dm_cannot_be_changed_but_closed(wire: Wire) -> None:
    status, dm = await wire.call("POST", "/users/@me/channels", json={"recipient_id": wire.ada.id})
    assert (status, dm["type"]) == (200, 1)
    assert await wire.code("PATCH", f"/channels/{dm['id']}", json={"name": "x"}) == 50003
    said = wire.ada.say(wire.ada.dm(), "hello")
    assert await wire.code("DELETE", f"/channels/{dm['id']}/messages/{said.id}") == 50003
    assert (await wire.call("DELETE", f"/channels/{dm['id']}"))[0] == 200
    assert await wire.code("POST", "/users/@me/channels", json={"recipient_id": 7}) == 10013
    assert await wire.code("POST", "/users/@me/channels", json={}) == 50035


async def test_thread_members_come_and_go(wire: Wire) -> None:
    body = {"name": "talk", "type": 11, "auto_archive_duration": 60}
    path = f"/channels/{wire.table.id}/threads"
    status, thread = await wire.call("POST", path, json=body)
    assert (status, thread["member_count"]) == (201, 1)
    members = f"/channels/{thread['id']}/thread-members"
    assert (await wire.call("PUT", f"{members}/@me"))[0] == 204
    assert (await wire.call("PUT", f"{members}/{wire.ada.id}"))[0] == 204
    assert await wire.code("PUT", f"{members}/7") == 10013
    assert (await wire.call("DELETE", f"{members}/@me"))[0] == 204
    room = wire.server.world.channels[int(thread["id"])]
    assert room.thread is not None
    assert room.thread.member_ids == [wire.ada.id]
    assert await wire.code("PUT", f"/channels/{wire.table.id}/thread-members/@me") == 50024
    bad = {**body, "auto_archive_duration": 61}
    assert await wire.code("POST", path, json=bad) == 50035
    wire.server.archive(room)
    assert await wire.code("DELETE", f"{members}/@me") == 50083


async def test_a_thread_of_a_message_needs_a_public_one_in_a_channel(wire: Wire) -> None:
    said = wire.ada.say(wire.ada.dm(), "hello")
    dm = f"/channels/{wire.ada.dm().id}/messages/{said.id}/threads"
    assert await wire.code("POST", dm, json={"name": "x"}) == 50024
    shape = {"name": "x", "type": 11}
    wire.server.deny(wire.table, Permission.CREATE_PUBLIC_THREADS)
    assert await wire.code("POST", f"/channels/{wire.table.id}/threads", json=shape) == 50013


async def test_pins_have_an_older_address_too(wire: Wire) -> None:
    wire.guild.bot_role = int(Permission.PIN_MESSAGES)
    said = wire.ada.say(wire.table, "hello")
    path = f"/channels/{wire.table.id}/pins"
    assert (await wire.call("PUT", f"{path}/{said.id}"))[0] == 204
    assert (await wire.call("PUT", f"{path}/{said.id}"))[0] == 204
    _, found = await wire.call("GET", path)
    assert [m["id"] for m in found] == [str(said.id)]
    assert (await wire.call("DELETE", f"{path}/{said.id}"))[0] == 204
    assert (await wire.call("GET", path))[1] == []


async def test_a_bot_that_ends_in_the_middle_of_a_request_leaves_no_error(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    address = yarl.URL(wire.server.api_base)
    _, writer = await asyncio.open_connection(address.host, address.port)
    path = address.path + wire.messages
    writer.write(f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{{".encode())
    await writer.drain()
    await asyncio.sleep(0.05)
    writer.transport.abort()
    assert (await wire.call("GET", "/gateway"))[0] == 200
    assert not caplog.records
