"""Forums: the tags of posts, and the tags that a forum has."""

from typing import Any

from bot.cli.live_check.probing import Facts, probe
from bot.cli.live_check.visit import FORUM, Visit

_SEND_MESSAGES, _MANAGE_CHANNELS = 1 << 11, 1 << 4
_REQUIRE_TAG = 1 << 4
_MOST = 20


async def _forum(visit: Visit, *names: str, moderated: str = "", flags: int = 0) -> list[str]:
    """A forum with tags; returns its ID and theirs."""
    tags = [{"name": name, "moderated": name == moderated} for name in names]
    forum = await visit.channel(FORUM, available_tags=tags)
    if flags:
        (await visit.second.ask("PATCH", f"/channels/{forum}", {"flags": flags})).granted()
    shape = (await visit.app.ask("GET", f"/channels/{forum}")).granted()
    return [forum, *(tag["id"] for tag in shape["available_tags"])]


def _new_post(*tags: str) -> dict[str, Any]:
    return {"name": "live-check", "message": {"content": "x"}, "applied_tags": list(tags)}


@probe()
async def tags_of_a_post(visit: Visit) -> Facts:
    """Changes the tags of a post of its own, with and without the right to open posts."""
    forum, one, moderated = await _forum(visit, "one", "staff", moderated="staff")
    path = f"/channels/{forum}/threads"
    post = (await visit.app.ask("POST", path, _new_post(one))).granted()

    async def tag(*tags: str) -> str:
        body = {"applied_tags": list(tags)}
        return (await visit.app.ask("PATCH", f"/channels/{post['id']}", body)).verdict

    facts = {
        "none": await tag(),
        "one": await tag(one),
        "a moderated one": await tag(moderated),
        "one that the forum lacks": await tag("1"),
        "six": await tag(one, "1", "2", "3", "4", "5"),
    }
    await visit.deny(forum, _SEND_MESSAGES)
    return {**facts, "without Send Messages": await tag()}


@probe()
async def required_tag(visit: Visit) -> Facts:
    """Opens a post without the tag that a forum asks for."""
    forum, one = await _forum(visit, "one", flags=_REQUIRE_TAG)
    path = f"/channels/{forum}/threads"
    without = await visit.app.ask("POST", path, _new_post())
    with_it = await visit.app.ask("POST", path, _new_post(one))
    return {"without": without.verdict, "with it": with_it.verdict}


@probe()
async def tags_of_a_forum(visit: Visit) -> Facts:
    """Gives a forum tags with equal names, long names, and too many."""
    forum, *_ = await _forum(visit, "one")

    async def offer(*names: str) -> str:
        body = {"available_tags": [{"name": name} for name in names]}
        return (await visit.app.ask("PATCH", f"/channels/{forum}", body)).verdict

    before = await offer("two")
    await visit.deny(forum, 0, allow=_MANAGE_CHANNELS)
    return {
        "without Manage Channels": before,
        "two": await offer("one", "two"),
        "equal names": await offer("one", "one"),
        "equal but for the case": await offer("one", "One"),
        "21 signs": await offer("x" * 21),
        "21 tags": await offer(*(f"tag {number}" for number in range(_MOST + 1))),
    }
