"""Threads: kinds, members, and those that sleep or are locked."""

from bot.cli.live_check.probing import Facts, probe
from bot.cli.live_check.visit import (
    ANNOUNCEMENT,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    Visit,
)


@probe()
async def thread_kinds(visit: Visit) -> Facts:
    """Opens each kind of thread in each kind of channel."""
    kinds = {"news": NEWS_THREAD, "public": PUBLIC_THREAD, "private": PRIVATE_THREAD}
    places = {"text": await visit.channel(), "announcements": await visit.channel(ANNOUNCEMENT)}
    facts = {}
    for place, channel in places.items():
        for name, kind in kinds.items():
            body = {"name": "live-check", "type": kind}
            said = await visit.app.ask("POST", f"/channels/{channel}/threads", body)
            facts[f"{name} thread in {place}"] = said.verdict
    return facts


@probe()
async def mention_lets_in(visit: Visit) -> Facts:
    """Mentions a member in a public and in a private thread."""
    room, facts = await visit.channel(), {}
    for name, kind in (("public", PUBLIC_THREAD), ("private", PRIVATE_THREAD)):
        thread = await visit.thread(room, kind)
        await visit.posted(thread, {"content": f"<@{visit.second_id}>"})
        await visit.sleep(1.0)
        facts[name] = await visit.is_in_thread(thread, visit.second_id)
    return facts


@probe()
async def added_member(visit: Visit) -> Facts:
    """Adds a member to a thread, and reads the line that tells of it."""
    thread = await visit.thread(await visit.channel(), PRIVATE_THREAD)
    path = f"/channels/{thread}/thread-members/{visit.second_id}"
    added = await visit.app.ask("PUT", path)
    lines = (await visit.app.ask("GET", f"/channels/{thread}/messages?limit=1")).granted()
    return {
        "adding": added.verdict,
        "kind of line": lines[0]["type"] if lines else None,
        "it mentions the member": bool(lines and lines[0]["mentions"]),
    }


async def _sleeping(visit: Visit, *, locked: bool = False) -> tuple[str, dict[str, str]]:
    """A thread with a post that is archived, or locked too by a moderator."""
    thread = await visit.thread(await visit.channel())
    post = await visit.posted(thread, {"content": "x"})
    state = {"archived": True, "locked": True} if locked else {"archived": True}
    (await visit.second.ask("PATCH", f"/channels/{thread}", state)).granted()
    return thread, post


@probe()
async def sleeping_thread(visit: Visit) -> Facts:
    """Edits, adds, removes and posts in a thread that sleeps."""
    thread, post = await _sleeping(visit)
    member = f"/channels/{thread}/thread-members/{visit.second_id}"
    edited = await visit.edit(post, {"content": "y"})
    added = await visit.app.ask("PUT", member)
    removed = await visit.app.ask("DELETE", f"/channels/{thread}/messages/{post['id']}")
    posted = await visit.post(thread, {"content": "x"})
    state = (await visit.app.ask("GET", f"/channels/{thread}")).granted()
    return {
        "editing": edited.verdict,
        "adding a member": added.verdict,
        "removing": removed.verdict,
        "posting": posted.verdict,
        "a post wakes it": not state["thread_metadata"]["archived"],
    }


@probe()
async def locked_thread(visit: Visit) -> Facts:
    """Edits, posts in and wakes a thread that is locked."""
    thread, post = await _sleeping(visit, locked=True)
    edited = await visit.edit(post, {"content": "y"})
    posted = await visit.post(thread, {"content": "x"})
    woken = await visit.app.ask("PATCH", f"/channels/{thread}", {"archived": False})
    return {"editing": edited.verdict, "posting": posted.verdict, "waking": woken.verdict}


@probe()
async def foreign_thread(visit: Visit) -> Facts:
    """Looks and posts into a private thread that the bot has not joined."""
    thread = await visit.thread(await visit.channel(), PRIVATE_THREAD, by=visit.second)
    looked = await visit.app.ask("GET", f"/channels/{thread}")
    posted = await visit.post(thread, {"content": "x"})
    joined = await visit.app.ask("PUT", f"/channels/{thread}/thread-members/@me")
    return {"looking": looked.verdict, "posting": posted.verdict, "joining": joined.verdict}
