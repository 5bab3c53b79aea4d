"""Rights: what Discord says to a bot that lacks one, is timed out, or whose place is gone."""

from datetime import UTC, datetime, timedelta

from bot.cli.live_check.probing import Facts, probe
from bot.cli.live_check.visit import SETTLED, VOICE, Visit, picture

_VIEW, _SEND, _ATTACH = 1 << 10, 1 << 11, 1 << 15
_CONNECT, _EXTERNAL_EMOJIS = 1 << 20, 1 << 18
_PUBLIC_THREADS = 1 << 35
_TIMEOUT = timedelta(minutes=1)


@probe()
async def lacking_rights(visit: Visit) -> Facts:
    """Posts without one right after the other."""
    room = await visit.channel()
    message = await visit.posted(room, {"content": "x"})

    async def without(permission: int) -> str:
        await visit.deny(room, permission)
        await visit.sleep(1.0)
        return (await visit.post(room, {"content": "x"}, (picture(),))).verdict

    facts = {
        "Send Messages": await without(_SEND),
        "Attach Files": await without(_ATTACH),
        "View Channel": await without(_VIEW),
        "View Channel, looking": (await visit.app.ask("GET", f"/channels/{room}")).verdict,
        "View Channel, editing": (await visit.edit(message, {"content": "y"})).verdict,
    }
    await visit.deny(room, _PUBLIC_THREADS)
    body = {"name": "live-check", "type": 11}
    said = await visit.app.ask("POST", f"/channels/{room}/threads", body)
    return {**facts, "Create Public Threads": said.verdict}


@probe()
async def voice_without_connect(visit: Visit) -> Facts:
    """Looks and posts into a voice channel without the right to connect."""
    channel = await visit.channel(VOICE)
    allowed = await visit.post(channel, {"content": "x"})
    await visit.deny(channel, _CONNECT)
    await visit.sleep(1.0)
    looked = await visit.app.ask("GET", f"/channels/{channel}")
    posted = await visit.post(channel, {"content": "x"})
    return {
        "posting with it": allowed.verdict,
        "looking": looked.verdict,
        "posting": posted.verdict,
    }


@probe()
async def timed_out(visit: Visit) -> Facts:
    """Posts, edits and removes while the bot is timed out."""
    async with visit.free:
        return await _timed_out(visit, await visit.channel())


async def _timed_out(visit: Visit, room: str) -> Facts:
    post = await visit.posted(room, {"content": "x"})
    mark = len(visit.listener.events)
    until = datetime.now(UTC) + _TIMEOUT
    path = f"/guilds/{visit.server}/members/{visit.app_id}"
    change = {"communication_disabled_until": until.isoformat()}
    (await visit.second.ask("PATCH", path, change)).granted()
    try:
        await visit.sleep(SETTLED)
        told = {event.name for event in visit.listener.events[mark:]}
        edited = await visit.edit(post, {"content": "y"})
        posted = await visit.post(room, {"content": "x"})
        removed = await visit.app.ask("DELETE", f"/channels/{room}/messages/{post['id']}")
    finally:
        await visit.second.ask("PATCH", path, {"communication_disabled_until": None})
    again = await visit.post(room, {"content": "x"})
    return {
        "the bot hears of it": "GUILD_MEMBER_UPDATE" in told,
        "posting": posted.verdict,
        "editing": edited.verdict,
        "removing": removed.verdict,
        "posting after it": again.verdict,
    }


@probe()
async def slow_and_restricted(visit: Visit) -> Facts:
    """Posts twice at once in a slow channel, and in one for adults."""
    slow = await visit.channel(rate_limit_per_user=30)
    adult = await visit.channel(nsfw=True)
    first = await visit.post(slow, {"content": "x"})
    second = await visit.post(slow, {"content": "x"})
    restricted = await visit.post(adult, {"content": "x"})
    return {
        "slow channel": first.verdict,
        "slow channel, at once again": second.verdict,
        "channel for adults": restricted.verdict,
    }


@probe()
async def lost_places(visit: Visit) -> Facts:
    """Looks, posts and edits where the channel or the post was removed."""
    room = await visit.channel()
    post = await visit.posted(room, {"content": "x"})
    await visit.second.ask("DELETE", f"/channels/{room}/messages/{post['id']}")
    edited = await visit.edit(post, {"content": "y"})
    await visit.second.ask("DELETE", f"/channels/{room}")
    return {
        "editing a removed post": edited.verdict,
        "posting in a removed channel": (await visit.post(room, {"content": "x"})).verdict,
        "looking at a removed channel": (await visit.app.ask("GET", f"/channels/{room}")).verdict,
    }


@probe()
async def external_emojis(visit: Visit) -> Facts:
    """Posts an emoji of the application where external ones are denied."""
    room = await visit.channel()
    emoji = await visit.emoji("live_check_shown")
    await visit.deny(room, _EXTERNAL_EMOJIS)
    await visit.sleep(1.0)
    said = await visit.post(room, {"content": emoji})
    return {"posting": said.verdict, "the emoji stays": said.granted()["content"] == emoji}
