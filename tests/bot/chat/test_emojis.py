"""The bot's emojis: uploaded and renewed by itself, each once, whatever goes wrong."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat import emojis
from bot.chat.client import BonfireClient
from bot.chat.emojis import NAME, emoji_name
from bot.runtime.settings import Switch
from bot.standin import Moment, RateLimited, Refused, Reset, ServerError, StandIn, model
from renderer.emojis import EMOJI_DRAWINGS, EmojiPicture, draw_emoji
from tests.kit.clock import TurnedClock
from tests.kit.database import fail, once
from tests.kit.marks import long
from tests.kit.refusals import BotRoute, plan
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on

KEYS = ("resource.fruit", "action.path", "task.red")
PNG = b"\x89PNG\r\n\x1a\n"


def drawn(version: int) -> dict[str, EmojiPicture]:
    """Pictures of a few symbols, others in each version of the program."""
    return {key: EmojiPicture(PNG + key.encode(), f"{version:08x}") for key in KEYS}


@pytest.fixture(autouse=True)
def pictures(monkeypatch: pytest.MonkeyPatch) -> dict[str, EmojiPicture]:
    """What is drawn; a test changes it as a new version of the program would."""
    current = drawn(1)
    monkeypatch.setattr(emojis, "EMOJI_DRAWINGS", dict.fromkeys(KEYS))
    monkeypatch.setattr(emojis, "draw_emoji", lambda key: current[key])
    return current


@pytest_asyncio.fixture
async def server() -> AsyncIterator[StandIn]:
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        yield server


def clock_of(server: StandIn) -> TurnedClock:
    assert isinstance(server.clock, TurnedClock)
    return server.clock


@asynccontextmanager
async def started(server: StandIn, folder: Path) -> AsyncIterator[BonfireClient]:
    async with bot_on(server, folder, clock_of(server), emojis=Switch.ON) as client:
        yield client


async def until(server: StandIn, *, names: set[str]) -> None:
    """Let time pass until Discord has exactly these emojis."""
    wait = server.core.changes.wait_for(lambda: names_at(server) == names or None, 30)
    await clock_of(server).turned(wait, within=3600)


def names_at(server: StandIn) -> set[str]:
    return {emoji.name for emoji in server.world.emojis.values()}


def requests(server: StandIn, method: str) -> list[int]:
    """The statuses of the requests to the emoji routes."""
    return [r.status for r in server.requests if r.method == method and "/emojis" in r.path]


def all_of(version: int) -> set[str]:
    return {emoji_name(key, picture) for key, picture in drawn(version).items()}


async def shown(server: StandIn, client: BonfireClient) -> dict[str, str]:
    """The names of the emojis that the bot shows, by key."""
    symbols = client.services.games.symbols
    found = {key: symbols.emoji(key) for key in KEYS}
    return {
        key: server.world.emojis[emoji].name for key, emoji in found.items() if emoji is not None
    }


async def settled(server: StandIn, client: BonfireClient, version: int) -> None:
    """Let time pass until the bot shows every symbol of a version."""

    async def look() -> None:
        wanted = {key: emoji_name(key, picture) for key, picture in drawn(version).items()}
        while await shown(server, client) != wanted:
            await client.services.games.clock.sleep(30)

    await clock_of(server).turned(look(), within=3600)


async def test_missing_emojis_are_uploaded_once_and_kept_for_the_next_start(
    server: StandIn, tmp_path: Path
) -> None:
    async with started(server, tmp_path) as client:
        await settled(server, client, 1)
    assert names_at(server) == all_of(1)
    assert requests(server, "POST") == [201] * 3
    async with started(server, tmp_path) as client:
        # They are there before anything is asked.
        assert set(await shown(server, client)) == set(KEYS)
        await clock_of(server).turned(client.services.games.clock.sleep(10), within=3600)
    assert requests(server, "POST") == [201] * 3
    assert requests(server, "DELETE") == []


@pytest.mark.parametrize("moment", list(Moment))
async def test_an_emoji_whose_note_fails_is_noted_later(
    server: StandIn, tmp_path: Path, moment: Moment
) -> None:
    async with started(server, tmp_path) as client:
        store = client.services.store
        failing = fail(store, once("EmojiUploads._show", moment))
        await settled(server, client, 1)
        await clock_of(server).turned(client.services.games.clock.sleep(10), within=3600)
        assert len(failing.failed) == 1
        assert client.application_id is not None
        number = client.application_id
        assert set(await store.read(lambda tx: tx.meta.emojis(number))) == set(KEYS)
    assert requests(server, "POST") == [201] * 3


async def test_with_the_switch_off_nothing_is_asked(server: StandIn, tmp_path: Path) -> None:
    async with bot_on(server, tmp_path, clock_of(server)) as client:
        await clock_of(server).turned(client.services.games.clock.sleep(10), within=3600)
    assert requests(server, "GET") == []


async def test_a_new_picture_takes_the_place_of_the_old_one(
    server: StandIn, tmp_path: Path, pictures: dict[str, EmojiPicture]
) -> None:
    """An emoji of somebody else stays, whatever it is called."""
    server.world.emojis[1] = model.AppEmoji(1, "mine_00000001", "image/png", PNG)
    async with started(server, tmp_path) as client:
        await settled(server, client, 1)
    pictures |= drawn(2)
    async with started(server, tmp_path) as client:
        assert set(await shown(server, client)) == set(KEYS)
        await until(server, names=all_of(2) | {"mine_00000001"})
        assert set((await shown(server, client)).values()) == all_of(2)
    methods = [r.method for r in server.requests if "/emojis" in r.path]
    assert methods.index("DELETE") > max(at for at, one in enumerate(methods) if one == "POST")


@pytest.mark.parametrize(
    "mishap",
    [ServerError(503, Moment.AFTER), Reset(Moment.AFTER), ServerError(500), RateLimited(0.05)],
)
async def test_none_is_uploaded_twice_where_an_answer_is_lost(
    server: StandIn, tmp_path: Path, mishap: ServerError | Reset | RateLimited
) -> None:
    route = BotRoute.NEW_EMOJI
    server.fault_injector.plan(route.method, route.pattern, mishap, skip=1)
    async with started(server, tmp_path) as client:
        await settled(server, client, 1)
    assert sorted(emoji.name for emoji in server.world.emojis.values()) == sorted(all_of(1))


async def test_long_limits_are_waited_for(server: StandIn, tmp_path: Path) -> None:
    route = BotRoute.NEW_EMOJI
    server.fault_injector.plan(route.method, route.pattern, RateLimited(900.0), skip=1)
    before = server.clock.now()
    async with started(server, tmp_path) as client:
        await settled(server, client, 1)
    assert server.clock.now() - before >= 900
    assert requests(server, "POST") == [201, 429, 201, 201]


@pytest.mark.parametrize("route", [BotRoute.EMOJIS, BotRoute.NEW_EMOJI])
@pytest.mark.parametrize(
    "refusal", [Refused(403, 50001), *map(long, (Refused(401, 0), Refused(400, 30008)))]
)
async def test_it_gives_up_until_the_next_start(
    server: StandIn, tmp_path: Path, route: BotRoute, refusal: Refused
) -> None:
    plan(server, route, refusal, times=99)
    async with started(server, tmp_path) as client:
        await clock_of(server).turned(client.services.games.clock.sleep(7200), within=7200)
        assert await shown(server, client) == {}
        asked = len(requests(server, route.method))
        assert asked <= emojis.ROUNDS * emojis.MOST_REFUSED
        await clock_of(server).turned(client.services.games.clock.sleep(7200), within=7200)
        assert len(requests(server, route.method)) == asked
        ada = server.person("Ada")
        room = server.text_channel(server.guild("Club", ada), "room")
        asked_for = await ada.slash(room, "bonfire", "help")
        assert (await asked_for.response()).content
    server.fault_injector.clear()
    async with started(server, tmp_path) as client:
        await settled(server, client, 1)


async def test_one_that_is_refused_leaves_the_others(server: StandIn, tmp_path: Path) -> None:
    plan(server, BotRoute.NEW_EMOJI, Refused(400, 50035), skip=1)
    async with started(server, tmp_path) as client:
        await until(server, names=all_of(1) - {"action_path_00000001"})
        assert set(await shown(server, client)) == {"resource.fruit", "task.red"}


async def test_one_that_was_deleted_is_uploaded_again(server: StandIn, tmp_path: Path) -> None:
    async with started(server, tmp_path) as client:
        await settled(server, client, 1)
    lost = next(number for number, e in server.world.emojis.items() if "path" in e.name)
    del server.world.emojis[lost]
    async with started(server, tmp_path) as client:
        await until(server, names=all_of(1))
        await settled(server, client, 1)
        assert client.services.games.symbols.emoji("action.path") != lost


async def test_another_application_has_emojis_of_its_own(server: StandIn, tmp_path: Path) -> None:
    async with started(server, tmp_path) as client:
        await settled(server, client, 1)
        store = client.services.store
        assert await store.read(lambda tx: tx.meta.emojis(7)) == {}
        mine = server.world.application.id
        assert set(await store.read(lambda tx: tx.meta.emojis(mine))) == set(KEYS)


async def test_each_symbol_has_a_name_that_discord_takes() -> None:
    names = [emoji_name(key, draw_emoji(key)) for key in EMOJI_DRAWINGS]
    assert len(set(names)) == len(names)
    for name in names:
        assert re.fullmatch(r"[a-z0-9_]{2,32}", name)
        assert NAME.fullmatch(name)
