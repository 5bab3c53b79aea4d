"""Posts: nonces, attachments and their addresses, emojis that are gone, closed doors."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit, urlunsplit

import aiohttp

from bot.cli.live_check.account import Answer
from bot.cli.live_check.probing import Facts, probe
from bot.cli.live_check.visit import Visit, picture, row

_NONCE_MINUTES: Final = (2, 4, 6, 10)
_MINUTE: Final = 60.0


def _nonce(room: str, name: str) -> dict[str, Any]:
    """A post with a nonce that no other check has."""
    return {"content": name, "nonce": f"{room} {name}", "enforce_nonce": True}


@probe(minutes=10)
async def nonce_life(visit: Visit) -> Facts:
    """Repeats posts with their nonces after 2, 4, 6 and 10 minutes.

    Each minute has a post of its own, as a repetition may renew a nonce.
    """
    room, facts, now = await visit.channel(), dict[str, str](), 0
    async with visit.free:
        first = {age: await visit.posted(room, _nonce(room, f"{age}")) for age in _NONCE_MINUTES}
    for age in _NONCE_MINUTES:
        await visit.sleep((age - now) * _MINUTE)
        now = age
        async with visit.free:
            again = await visit.post(room, _nonce(room, f"{age}"))
        facts[f"after {age} minutes"] = _which(first[age], again)
    return facts


@probe()
async def nonce_elsewhere(visit: Visit) -> Facts:
    """Repeats a nonce of a post that was removed, in another channel, and without a wish."""
    room, other = await visit.channel(), await visit.channel()
    first = await visit.posted(room, _nonce(room, "one"))
    away = await visit.post(other, _nonce(room, "one"))
    await visit.app.ask("DELETE", f"/channels/{room}/messages/{first['id']}")
    gone = await visit.post(room, _nonce(room, "one"))
    free = await visit.post(room, {**_nonce(room, "one"), "enforce_nonce": False})
    return {
        "in another channel": _which(first, away),
        "without enforce_nonce": _which(first, free),
        "of a removed post": gone.verdict,
    }


def _which(first: Mapping[str, Any], again: Answer) -> str:
    if again.status >= 400:
        return again.verdict
    return "the same post" if first["id"] == again.body["id"] else "another post"


@probe()
async def kept_attachments(visit: Visit) -> Facts:
    """Edits a post with two pictures in five ways, and counts what stays."""
    room, facts = await visit.channel(), dict[str, str | int]()
    whole = {"content": "x", "components": [row("Go")]}
    for name, body, more in (
        ("components alone", {"components": []}, ()),
        ("content alone", {"content": "y"}, ()),
        ("a further picture, none named", {"content": "y"}, (picture("three.png"),)),
        ("all taken away", {"attachments": []}, ()),
        ("one that is gone named", {"attachments": [{"id": "1"}]}, ()),
    ):
        post = await visit.posted(room, whole, (picture("one.png"), picture("two.png")))
        said = await visit.edit(post, body, more)
        facts[name] = len(said.body["attachments"]) if said.status < 400 else said.verdict
    post = await visit.posted(room, whole, (picture("one.png"), picture("two.png")))
    named = {"attachments": [{"id": post["attachments"][0]["id"]}]}
    said = await visit.edit(post, named)
    facts["one named"] = len(said.granted()["attachments"])
    return facts


@probe()
async def addresses(visit: Visit) -> Facts:
    """Asks for a picture by its address, with signature, without, and past its end."""
    post = await visit.posted(await visit.channel(), {"content": "x"}, (picture(),))
    parts = urlsplit(post["attachments"][0]["url"])
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    lives = int(query["ex"], 16) - int(query["is"], 16)
    past = f"ex={int(query['is'], 16) - 1:x}&is={query['is']}&hm={query['hm']}&"

    async def status(asked: str) -> int:
        async with (
            aiohttp.ClientSession() as session,
            session.get(urlunsplit(parts._replace(query=asked))) as said,
        ):
            return said.status

    return {
        "parameters": sorted(query),
        "hours from issue to end": lives // 3600,
        "as given": await status(parts.query),
        "without signature": await status(""),
        "past its end": await status(past),
    }


@probe()
async def gone_emoji(visit: Visit) -> Facts:
    """Posts emojis that do not exist, in a button and in a text."""
    room = await visit.channel()
    button = {"type": 2, "style": 2, "custom_id": "Go", "emoji": {"id": "1", "name": "gone"}}
    said = await visit.post(room, {"components": [{"type": 1, "components": [button]}]})
    text = await visit.post(room, {"content": "<:gone:1>"})
    return {"button": said.verdict, "faults": said.faults, "text": text.verdict}


@probe()
async def message_to_a_bot(visit: Visit) -> Facts:
    """Writes to another bot directly."""
    opened = await visit.app.ask("POST", "/users/@me/channels", {"recipient_id": visit.second_id})
    if opened.status >= 400:
        return {"opening": opened.verdict, "posting": None}
    posted = await visit.post(opened.body["id"], {"content": "x"})
    return {"opening": opened.verdict, "posting": posted.verdict}


@probe()
async def refused_posts(visit: Visit) -> Facts:
    """Posts nothing, a text that is too long, and a file that is too large."""
    room = await visit.channel()
    large = picture()
    large = type(large)("large.png", large.data + bytes(10 * 2**20))
    return {
        "nothing": (await visit.post(room, {})).verdict,
        "2001 signs": (await visit.post(room, {"content": "x" * 2001})).verdict,
        "over 10 MiB": (await visit.post(room, {"content": "x"}, (large,))).verdict,
    }
