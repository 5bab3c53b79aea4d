"""Rate limits as headers tell them, and the time that an answer takes."""

import math
import time
from statistics import median

from bot.cli.live_check.account import Answer
from bot.cli.live_check.probing import Facts, probe
from bot.cli.live_check.visit import Visit

_ASKED = 10


def allowance(said: Answer) -> str:
    """The size of a bucket from which one request was taken, as `5 in 5 s`."""
    limits = said.limits
    if "limit" not in limits:
        return "not told"
    return f"{limits['limit']} in {math.ceil(float(limits['reset-after']))} s"


@probe()
async def limits_of_channels(visit: Visit) -> Facts:
    """Reads the headers of posts, edits and removals in two channels."""
    room, other = await visit.channel(), await visit.channel()
    post = await visit.post(room, {"content": "x"})
    second = await visit.post(room, {"content": "x"})
    elsewhere = await visit.post(other, {"content": "x"})
    edit = await visit.edit(post.granted(), {"content": "y"})
    path = f"/channels/{room}/messages/{post.body['id']}"
    removal = await visit.app.ask("DELETE", path)
    told = {"posts": post, "edits": edit, "removals": removal}
    visit.notes["headers"] = {name: said.limits for name, said in told.items()}
    visit.notes["removals"] = allowance(removal)
    return {
        "posts": allowance(post),
        "edits": allowance(edit),
        "headers": sorted(post.limits),
        "a second post": _left(second),
        "a post in another channel": _left(elsewhere),
        "edits share the bucket of posts": post.limits["bucket"] == edit.limits["bucket"],
    }


def _left(said: Answer) -> str:
    return f"leaves {said.limits['remaining']}"


@probe()
async def latency(visit: Visit) -> Facts:
    """Takes the time of ten requests."""
    times = []
    for _ in range(_ASKED):
        began = time.perf_counter()
        await visit.app.ask("GET", "/users/@me")
        times.append(time.perf_counter() - began)
    visit.notes["milliseconds"] = [round(1000 * one) for one in times]
    visit.notes["median"] = round(1000 * median(times))
    return {"within a second": max(times) < 1}
