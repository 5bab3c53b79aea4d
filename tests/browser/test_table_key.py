"""The key of the table: other users of the machine stay out, and open pages go on."""

from pathlib import Path
from stat import S_IMODE

import aiohttp
import pytest
from yarl import URL

from tests.browser.visited import first_room, own, port, post, visited
from tests.kit.toy import png


async def test_nobody_is_let_in_without_the_key(tmp_path: Path) -> None:
    """Another user of the machine reaches the port, and sees only where the address is shown."""
    async with visited(tmp_path) as (table, session), aiohttp.ClientSession() as stranger:
        room = first_room(table).id
        shape = table.server.core.objects.message(post(table))["attachments"][0]
        picture = shape["url"].removeprefix(table.server.base_url + "/")
        pages = ("", "?as=ada", "?key=", "?key=guessed", "static/main.js", "words", "nothing")
        for path in (*pages, f"history/{room}?as=ada", f"commands/{room}?as=ada", picture):
            async with stranger.get(table.page.address + path) as answer:
                assert (answer.status, answer.content_type) == (403, "text/html"), path
                assert "It&#x27;s private." in (told := await answer.text())
                assert '<p lang="de">Er ist privat.</p>' in told
                assert "Content-Security-Policy" in answer.headers
        deed = {"as": "ada", "channel": str(room), "content": "hello"}
        for cookie in ("", f"bonfire-{port(table)}=guessed", "bonfire-1=ä"):
            headers = own(table) | {"Cookie": cookie}
            say = stranger.post(table.page.address + "do/say", json=deed, headers=headers)
            async with say as answer:
                assert answer.status == 403
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await stranger.ws_connect(table.page.address + "feed?as=ada", headers=headers)
        assert [one.author_id for one in table.server.world.messages_in(room)] == [
            table.server.world.application.id
        ]
        async with session.get(table.page.address + picture) as answer:
            assert await answer.read() == png()


async def test_the_address_lets_in_once_and_the_browser_keeps_the_key(tmp_path: Path) -> None:
    """No script reads the cookie, no other site sends it; the key leaves the address at once."""
    async with visited(tmp_path) as (table, session):
        async with session.get(f"{table.address}&as=bo&lang=pl") as page:
            assert (page.status, page.url.query_string) == (200, "as=bo&lang=pl")
            cookie = page.history[0].cookies[f"bonfire-{port(table)}"]
        assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Strict", "/")
        assert cookie.value in table.address


async def test_an_open_page_goes_on_after_a_restart(tmp_path: Path) -> None:
    """The key stays beside the table, for its owner alone; one that is cut is made anew."""
    file = tmp_path / "table.key"
    addresses = []
    for kept in (True, True, False):
        async with visited(tmp_path) as (table, _):
            addresses.append(URL(table.address).query["key"])
            assert S_IMODE(file.stat().st_mode) == 0o600
        file.chmod(0o644)
        if not kept:
            file.write_text(addresses[-1][:5])
    async with visited(tmp_path) as (table, _):
        addresses.append(URL(table.address).query["key"])
    assert len(set(addresses[:3])) == 1
    assert addresses[3] != addresses[0]
