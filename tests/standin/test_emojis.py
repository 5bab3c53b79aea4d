from __future__ import annotations

import base64
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import aiohttp
import discord
import pytest
from discord import ui

from bot.standin import StandIn, model
from bot.standin.layout import buttons, selects
from bot.standin.page.archive import Archive
from tests.standin.conftest import Stage, Wire, channel_of

PNG = b"\x89PNG\r\n\x1a\n" + b"picture"


def uri(data: bytes, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def faults_of(text: str) -> dict[str, str]:
    """The code of the first fault of each field of a refused body."""
    return {key: node["_errors"][0]["code"] for key, node in json.loads(text)["errors"].items()}


@pytest.mark.asyncio
async def test_an_emoji_is_uploaded_listed_read_renamed_and_deleted(wire: Wire) -> None:
    emojis = f"{wire.app}/emojis"
    status, made = await wire.call("POST", emojis, json={"name": "fruit_1", "image": uri(PNG)})
    assert (status, made["name"], made["animated"]) == (201, "fruit_1", False)
    assert await wire.call("GET", emojis) == (200, {"items": [made]})
    one = f"{emojis}/{made['id']}"
    assert await wire.call("GET", one) == (200, made)
    renamed = {**made, "name": "fruit_2"}
    assert await wire.call("PATCH", one, json={"name": "fruit_2"}) == (200, renamed)
    async with wire.http.get(f"{wire.server.base_url}/emojis/{made['id']}.png") as picture:
        assert (picture.content_type, await picture.read()) == ("image/png", PNG)
    assert await wire.call("DELETE", one) == (204, None)
    assert await wire.call("GET", emojis) == (200, {"items": []})
    for method in ("GET", "PATCH", "DELETE"):
        assert await wire.code(method, one, json={}) == 10014
    async with wire.http.get(f"{wire.server.base_url}/emojis/{made['id']}.png") as picture:
        assert picture.status == 404


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"name": "a", "image": uri(PNG)}, {"name": "BASE_TYPE_BAD_LENGTH"}),
        ({"name": "a" * 33, "image": uri(PNG)}, {"name": "BASE_TYPE_BAD_LENGTH"}),
        ({"name": "a-b", "image": uri(PNG)}, {"name": "STRING_TYPE_REGEX"}),
        ({"name": "taken", "image": uri(PNG)}, {"name": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"}),
        ({"name": "big", "image": uri(PNG + bytes(256 * 1024))}, {"image": "BINARY_TYPE_MAX_SIZE"}),
        ({"name": "big", "image": uri(b"<svg/>")}, {"image": "IMAGE_INVALID"}),
        ({"name": "big", "image": "data:image/png;base64,%"}, {"image": "IMAGE_INVALID"}),
        ({"name": "big", "image": uri(PNG, "image/bmp")}, {"image": "IMAGE_INVALID"}),
        ({"name": "big", "image": uri(PNG), "roles": []}, {"roles": "UNKNOWN_KEY"}),
    ],
)
async def test_what_is_no_emoji_is_refused(
    wire: Wire, body: dict[str, object], faults: dict[str, str]
) -> None:
    wire.server.world.emojis[1] = model.AppEmoji(1, "taken", "image/png", PNG)
    told = await wire.refused("POST", f"{wire.app}/emojis", json=body)
    assert told is not None
    assert (told.status, faults_of(told.text)) == (400, faults)
    assert list(wire.server.world.emojis) == [1]


@pytest.mark.asyncio
async def test_a_name_cannot_be_changed_to_one_that_is_taken(wire: Wire) -> None:
    for number, name in ((1, "fruit"), (2, "herb")):
        wire.server.world.emojis[number] = model.AppEmoji(number, name, "image/png", PNG)
    told = await wire.refused("PATCH", f"{wire.app}/emojis/2", json={"name": "fruit"})
    assert told is not None
    assert faults_of(told.text) == {"name": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"}
    assert (await wire.call("PATCH", f"{wire.app}/emojis/2", json={"name": "herb"}))[0] == 200


@pytest.mark.asyncio
async def test_an_app_has_two_thousand_emojis_at_most_and_no_other_ones(wire: Wire) -> None:
    kept = {
        number: model.AppEmoji(number, f"e{number}", "image/png", PNG) for number in range(2000)
    }
    wire.server.world.emojis.update(kept)
    new = {"name": "new", "image": uri(PNG)}
    assert await wire.code("POST", f"{wire.app}/emojis", json=new) == 30008
    assert await wire.code("GET", "/applications/7/emojis") == 50001


@pytest.mark.asyncio
async def test_a_control_shows_only_emojis_that_the_app_has(stage: Stage) -> None:
    stage.server.world.emojis[7] = model.AppEmoji(7, "fruit", "image/png", PNG)

    async def send(emoji: discord.PartialEmoji) -> None:
        view = ui.View(timeout=None)
        view.add_item(ui.Button(custom_id="1", label="x", emoji=emoji))
        option = discord.SelectOption(label="x", emoji=emoji)
        view.add_item(ui.Select(custom_id="2", options=[option]))
        view.stop()
        await channel_of(stage).send("x", view=view)

    await send(discord.PartialEmoji(name="fruit", id=7))
    await send(discord.PartialEmoji(name="🍎"))
    assert [b.emoji for b in buttons(stage.last())] == ["🍎"]
    assert [o.emoji for o in selects(stage.last())[0].options] == ["🍎"]
    with pytest.raises(discord.HTTPException, match=r"emoji\.id: Invalid emoji"):
        await send(discord.PartialEmoji(name="fruit", id=8))
    assert stage.pop_faults() == {"BUTTON_COMPONENT_INVALID_EMOJI"}


def test_emojis_are_kept_with_their_pictures(tmp_path: Path) -> None:
    server, path = StandIn(), tmp_path / "table.db"
    server.world.emojis[7] = model.AppEmoji(7, "fruit", "image/png", PNG)
    archive = Archive(path)
    archive.keep_world(server.world)
    server.world.emojis[8] = model.AppEmoji(8, "herb", "image/gif", b"GIF8")
    archive.keep_world(server.world)
    del server.world.emojis[7]
    archive.keep_world(server.world)
    archive.close()
    with closing(sqlite3.connect(path)) as raw, raw:
        assert raw.execute("SELECT id FROM emojis").fetchall() == [(8,)]
    archive = Archive(path)
    world = archive.load(server.clock.now())
    archive.close()
    assert world is not None
    assert world.emojis == server.world.emojis


@pytest.mark.asyncio
async def test_the_client_uploads_and_deletes(stage: Stage) -> None:
    toy: discord.Client = stage.toy
    made = await toy.create_application_emoji(name="fruit", image=PNG)
    assert [emoji.id for emoji in await toy.fetch_application_emojis()] == [made.id]
    await made.delete()
    assert await toy.fetch_application_emojis() == []
    async with aiohttp.ClientSession() as http:
        found = await http.get(f"{stage.server.base_url}/emojis/{made.id}.webp")
        assert found.status == 404
