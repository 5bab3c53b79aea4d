"""The server of the page: who is let in, what is kept, and who holds it."""

import asyncio
import json
import re
import socket
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from stat import S_IMODE

import aiohttp
import pytest

from bot.standin import Limits
from bot.standin.page import TableLockedError, open_table
from bot.standin.page.archive import PRIVATE_LIVES, Archive, ArchiveError
from bot.standin.page.guard import MOST_CONNECTIONS
from tests.browser.visited import WORDS, ada, first_room, own, port, post, visited
from tests.kit.toy import png


async def test_an_address_names_a_person_in_any_case_and_nobody_else(tmp_path: Path) -> None:
    async with visited(tmp_path) as (table, session):
        for who, leads_to in (("Bo", "/?as=Bo"), ("bo", "/?as=bo"), ("nobody", "/"), ("", "/")):
            async with session.get(table.page.address, params={"as": who}) as page:
                assert (page.status, page.url.path_qs) == (200, leads_to)
        async with session.ws_connect(
            f"{table.page.address}feed?as=BO", headers=own(table)
        ) as feed:
            hello = await feed.receive_json()
        me = table.server.world.users[int(hello["me"])]
        assert me.username == "bo"


async def test_the_page_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    async with visited(tmp_path) as (table, session):
        async with session.get(table.page.address) as page:
            text = await page.text()
            policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in text
        async with session.get(table.page.address + "static/main.js") as script:
            assert script.content_type == "text/javascript"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1:1", ""])
async def test_another_host_name_is_refused(tmp_path: Path, host: str) -> None:
    async with (
        visited(tmp_path) as (table, session),
        session.get(table.page.address, headers={"Host": host}) as answer,
    ):
        assert answer.status in {400, 403}


async def test_another_origin_is_refused_whatever_it_asks_for(tmp_path: Path) -> None:
    async with visited(tmp_path) as (table, session):
        evil = {"Origin": "http://evil.example"}
        room = first_room(table).id
        for path in ("", f"history/{room}?as=ada", "feed?as=ada"):
            async with session.get(table.page.address + path, headers=evil) as answer:
                assert answer.status == 403
        deed = {"as": "ada", "channel": str(room), "content": "hello"}
        for headers in (evil, {}):
            async with session.post(
                table.page.address + "do/say", json=deed, headers=headers
            ) as answer:
                assert answer.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(table.page.address + "feed?as=ada")
        assert table.server.app_messages(first_room(table)) == ()
        assert list(table.server.world.messages_in(room)) == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'"ada"',
        b'{"as": "nobody"}',
        b'{"as": "ada"}',
        b'{"as": "ada", "channel": "1", "content": "x"}',
        b'{"as": "ada", "channel": 7, "content": "x"}',
        b'{"as": "owner", "channel": "1", "content": "x"}',
        b'{"as": "ada", "language": "xx"}',
        b'{"as": "ada", "language": 1}',
        b'{"as": "ada", "channel": "ROOM", "content": "\\ud83d"}',
        b'{"as": {"x": []}, "channel": null, "content": null}',
        b'{"as": "ada", "language": []}',
        b"[" * 60_000,
    ],
)
async def test_a_deed_that_is_not_understood_is_refused(tmp_path: Path, body: bytes) -> None:
    async with visited(tmp_path) as (table, session):
        body = body.replace(b"ROOM", str(first_room(table).id).encode())
        async with session.post(
            table.page.address + "do/say", data=body, headers=own(table)
        ) as answer:
            assert answer.status == 400
            assert "problem" in await answer.json()
        assert list(table.server.world.messages_in(first_room(table).id)) == []


async def test_the_page_is_told_its_words_in_every_language(tmp_path: Path) -> None:
    async with (
        visited(tmp_path) as (table, session),
        session.get(table.page.address + "words") as found,
    ):
        assert await found.json() == WORDS


@pytest.mark.parametrize(
    ("language", "locale"), [("de", "de"), ("pl", "pl"), ("en", "en-US"), (None, "en-US")]
)
async def test_the_client_of_a_person_speaks_the_language_of_their_window(
    tmp_path: Path, language: str | None, locale: str
) -> None:
    async with visited(tmp_path) as (table, session):
        deed = {"as": "ada", "channel": str(first_room(table).id), "content": "hello"}
        if language is not None:
            deed["language"] = language
        async with session.post(
            table.page.address + "do/say", json=deed, headers=own(table)
        ) as answer:
            assert answer.status == 200
        assert ada(table).user.locale == locale
        assert {one.preferred_locale for one in table.server.world.guilds.values()} == {locale}


async def test_a_body_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    async with visited(tmp_path) as (table, session):
        body = json.dumps({"as": "ada", "content": "x" * 100_000}).encode()
        async with session.post(
            table.page.address + "do/say", data=body, headers=own(table)
        ) as answer:
            assert answer.status == 413


async def test_a_private_message_is_told_to_nobody_else(tmp_path: Path) -> None:
    async with visited(tmp_path) as (table, session):
        message = post(table, private=True)
        counts = {}
        for who in ("ada", "bo"):
            address = f"{table.page.address}history/{message.channel_id}?as={who}"
            async with session.get(address) as answer:
                counts[who] = len((await answer.json())["messages"])
        assert counts == {"ada": 1, "bo": 0}


async def test_messages_and_pictures_outlive_the_table(tmp_path: Path) -> None:
    async with visited(tmp_path) as (table, _):
        kept, gone = post(table), post(table)
        table.server.remove_message(gone)
        hers = ada(table).say(first_room(table), "hello", kept)
        commands = dict(table.server.world.commands)
        assert kept.attachments[0].data == b""
    async with visited(tmp_path) as (table, session):
        world = table.server.world
        assert [m.id for m in world.messages_in(kept.channel_id)] == [kept.id, hers.id]
        again = world.message(kept.channel_id, kept.id)
        assert again == kept
        assert world.commands == commands
        shape = table.server.core.objects.message(again)["attachments"][0]
        path = shape["url"].removeprefix(table.server.base_url + "/")
        for place in (table.page.address, table.server.base_url + "/"):
            async with session.get(place + path) as answer:
                assert await answer.read() == png()


async def test_private_messages_outlive_a_restart_but_not_for_long(tmp_path: Path) -> None:
    async with visited(tmp_path) as (table, _):
        message = post(table, private=True)
    for later, found in ((PRIVATE_LIVES - 60, 1), (PRIVATE_LIVES + 60, 0)):
        archive = Archive(tmp_path / "table.db")
        world = archive.load(message.created + later)
        archive.close()
        assert world is not None
        assert len(list(world.messages_in(message.channel_id))) == found


async def test_a_channel_keeps_its_newest_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Public ones, and fewer of those that one person sees; the file and the memory alike."""
    monkeypatch.setattr("bot.standin.page.table.MESSAGES_KEPT", 4)
    monkeypatch.setattr("bot.standin.page.table.PRIVATE_KEPT", 2)
    async with visited(tmp_path) as (table, _):
        public = [post(table).id for _ in range(6)]
        private = [post(table, private=True).id for _ in range(3)]
        kept = [*public[-4:], *private[-2:]]
        assert [*table.server.world.messages[first_room(table).id]] == kept
    monkeypatch.setattr("bot.standin.page.table.MESSAGES_KEPT", 1)
    async with visited(tmp_path) as (table, _):
        kept = [public[-1], *private[-2:]]
        assert [*table.server.world.messages[first_room(table).id]] == kept
    with closing(sqlite3.connect(tmp_path / "table.db")) as raw, raw:
        assert [number for (number,) in raw.execute("SELECT id FROM messages ORDER BY id")] == kept
        assert [len(kept)] == [*raw.execute("SELECT count(*) FROM files").fetchone()]


async def test_the_newest_pictures_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.standin.page.archive.FILES_KEPT", 2 * len(png()))
    async with visited(tmp_path) as (table, session):
        posts = [post(table) for _ in range(3)]
        seen = []
        for one in posts:
            shape = table.server.core.objects.message(one)["attachments"][0]
            path = shape["url"].removeprefix(table.server.base_url + "/")
            async with session.get(table.page.address + path) as answer:
                seen.append(answer.status)
    assert seen == [404, 200, 200]


def test_a_file_that_is_mostly_free_is_made_smaller(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    Archive(path).close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("INSERT INTO messages VALUES (1, ?)", ("x" * 1_000_000,))
        raw.execute("DELETE FROM messages")
    Archive(path).close()
    assert path.stat().st_size < 100_000


async def test_a_post_that_was_being_sent_is_not_taken_twice(tmp_path: Path) -> None:
    body = {"content": "a turn", "nonce": "abc-1", "enforce_nonce": True}
    seen = []
    for _ in range(2):
        async with visited(tmp_path) as (table, session):
            server = table.server
            address = f"{server.api_base}/channels/{first_room(table).id}/messages"
            headers = {"Authorization": f"Bot {server.token}"}
            async with session.post(address, json=body, headers=headers) as answer:
                seen.append((await answer.json())["id"])
    assert seen[0] == seen[1]


async def test_a_second_table_is_told_who_holds_it(tmp_path: Path) -> None:
    async with visited(tmp_path) as (table, _):
        with pytest.raises(TableLockedError, match=re.escape(table.address)):
            async with open_table(tmp_path, lambda: WORDS, 0):
                pass
    async with visited(tmp_path):
        pass


async def test_the_token_is_another_one_in_each_run_and_is_not_kept(tmp_path: Path) -> None:
    tokens = []
    for _ in range(2):
        async with visited(tmp_path) as (table, _):
            tokens.append(table.server.token)
    assert tokens[0] != tokens[1]
    files = [path.read_bytes() for path in await asyncio.to_thread(lambda: [*tmp_path.iterdir()])]
    assert not any(token.encode() in one for one in files for token in tokens)


def test_the_archive_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    Archive(tmp_path / "table.db").close()
    assert S_IMODE((tmp_path / "table.db").stat().st_mode) == 0o600


def test_a_file_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    path.write_bytes(b"no database at all, but long enough to be looked at as one" * 20)
    with pytest.raises(ArchiveError):
        Archive(path)


async def test_menus_are_told_and_used_as_the_page_does(tmp_path: Path) -> None:
    no_app_comes = Limits(acknowledge_within=0.1, app_starts_within=0.1)
    async with visited(tmp_path, no_app_comes) as (table, session):
        server, room = table.server, first_room(table)
        commands = [
            {"name": "Invite Them", "type": 2},
            {"name": "Explain This", "type": 3},
            {"name": "toy", "type": 1, "description": "a toy"},
        ]
        address = f"{server.api_base}/applications/{server.world.application.id}/commands"
        headers = {"Authorization": f"Bot {server.token}"}
        async with session.put(address, json=commands, headers=headers) as answer:
            assert answer.status == 200
        async with session.get(f"{table.page.address}commands/{room.id}?as=ada") as answer:
            told = await answer.json()
        names = {kind: [one["name"] for one in found] for kind, found in told.items()}
        assert names == {
            "commands": ["toy"],
            "people": ["Invite Them"],
            "messages": ["Explain This"],
        }
        said = ada(table).say(room, "hello")
        for deed, status in (
            ({"name": "Explain This", "message": str(said.id + 1)}, 409),
            ({"name": "Invite Them", "message": str(said.id)}, 409),
            ({"name": "Invite Them", "channel": str(room.id), "user": "1"}, 400),
            ({"name": "Invite Them", "channel": str(room.id)}, 400),
            ({"name": 7, "message": str(said.id)}, 400),
        ):
            body = {"as": "ada", **deed}
            async with session.post(
                f"{table.page.address}do/use", json=body, headers=own(table)
            ) as answer:
                assert answer.status == status, deed
        assert server.interactions == ()


async def test_slow_strangers_keep_nobody_from_the_page(tmp_path: Path) -> None:
    begun = b"POST /do/say HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
    async with visited(tmp_path) as (table, session):
        feed = await session.ws_connect(f"{table.page.address}feed?as=bo", headers=own(table))
        await feed.receive_json()
        with ExitStack() as strangers:
            for number in range(200):
                one = strangers.enter_context(socket.create_connection(("127.0.0.1", port(table))))
                one.sendall(begun if number % 2 else b"GET /")
                await asyncio.sleep(0)
            async with session.get(table.page.address) as page:
                assert page.status == 200
            server = table.page._guard.server
            assert server is not None
            left = [one for one in server.connections if one.transport is not None]
            assert len(left) <= MOST_CONNECTIONS + 20
            assert not feed.closed
        await feed.close()


async def test_what_is_no_http_leaves_no_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with visited(tmp_path) as (table, _):
        for line in (
            b"\x00\x01\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            b"x\r\n\r\n",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", port(table))
            writer.write(line)
            assert not (await reader.read()).startswith(b"HTTP/1.1 2")
            writer.close()
    assert [record for record in caplog.records if record.exc_info] == []


async def test_windows_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.standin.page.feed.MOST_WINDOWS", 2)
    async with visited(tmp_path) as (table, session):
        address = f"{table.page.address}feed?as=bo"
        windows = [await session.ws_connect(address, headers=own(table)) for _ in range(2)]
        for window in windows:
            await window.receive_json()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(address, headers=own(table))
        assert refused.value.status == 503
        for window in windows:
            await window.close()
