"""Events of the gateway: their order, and sessions that were cut."""

from bot.cli.live_check.listener import Listener
from bot.cli.live_check.probing import Facts, probe
from bot.cli.live_check.visit import SETTLED, Visit

_BETWEEN_STARTS = 6.0
"""Seconds; Discord lets a bot begin one session in five."""
_HALF_A_MINUTE, _FIVE_MINUTES = 30.0, 300.0


@probe()
async def servers_at_the_start(visit: Visit) -> Facts:
    """Reads the first events of a session."""
    await visit.sleep(SETTLED)
    ready = next(one for one in visit.listener.events if one.name == "READY")
    created = [
        one.data
        for one in visit.listener.events
        if one.name == "GUILD_CREATE" and one.data["id"] == visit.server
    ]
    return {
        "first event": visit.listener.events[0].name,
        "servers in it are unavailable": all(one["unavailable"] for one in ready.data["guilds"]),
        "this server comes by itself": bool(created),
    }


@probe()
async def order_of_events(visit: Visit) -> Facts:
    """Opens a thread, posts, lets it sleep and wakes it, and reads the events."""
    room = await visit.channel()
    await visit.sleep(SETTLED)
    mark = len(visit.listener.events)
    thread = await visit.thread(room)
    opened = await visit.heard(mark, room, thread)
    mark = len(visit.listener.events)
    post = await visit.posted(thread, {"content": "x"})
    posted = await visit.heard(mark, thread)
    (await visit.app.ask("PATCH", f"/channels/{thread}", {"archived": True})).granted()
    await visit.sleep(SETTLED)
    mark = len(visit.listener.events)
    await visit.posted(thread, {"content": "x"})
    woken = await visit.heard(mark, thread)
    mark = len(visit.listener.events)
    await visit.edit(post, {"content": "y"})
    edited = await visit.heard(mark, thread)
    return {"opened": opened, "posted": posted, "woken by a post": woken, "edited": edited}


@probe(minutes=6)
async def resumed_session(visit: Visit) -> Facts:
    """Cuts a session for half a minute and for five minutes, and resumes it.

    It has a session of its own, so that the others go on hearing.
    """
    room, facts = await visit.channel(), dict[str, bool | int]()
    shared = visit.listener
    own = Listener(shared.session, shared.address, shared.token)
    await visit.sleep(_BETWEEN_STARTS)
    await own.start()
    try:
        for seconds in (_HALF_A_MINUTE, _FIVE_MINUTES):
            await own.cut()
            await visit.sleep(seconds / 2)
            async with visit.free:
                post = await visit.posted(room, {"content": "x"})
            await visit.sleep(seconds / 2)
            mark = len(own.events)
            facts[f"after {seconds:.0f} s"] = await own.resume()
            await visit.sleep(SETTLED)
            facts[f"replayed after {seconds:.0f} s"] = sum(
                one.name == "MESSAGE_CREATE" and one.data["id"] == post["id"]
                for one in own.events[mark:]
            )
    finally:
        await own.close()
    return facts
