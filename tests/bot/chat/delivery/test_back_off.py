"""Discord's bad evenings: it is asked less, every post arrives once, and none holds up others."""

import asyncio
import itertools
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from bot.chat.delivery import back_off
from bot.chat.delivery import outbox as outbox_module
from bot.chat.delivery.back_off import FIRST_REST, LONGEST_HOLD, SENDING_AT_ONCE
from bot.chat.delivery.writing import DrawnPost, PostWriter
from bot.model.rows import PostRow, PostState, Via
from bot.model.stored_post import StoredPost
from bot.services.calls import delivery as delivery_module
from bot.services.calls.delivery import SLOWEST_POST_RETRY
from bot.services.calls.reminders import FULL, LATE_POST_SECONDS
from bot.services.games.table import PublicState
from bot.standin import Channel, Moment, RateLimited, Refused, Reset, ServerError
from bot.standin.fault_injection import FaultInjector, InjectedFault, RateLimitScope
from bot.standin.layout import text
from bot.store import posts as stored
from tests.kit import outbox as posts_waiting
from tests.kit.clock import TurnedClock
from tests.kit.hall import Hall
from tests.kit.marks import long
from tests.kit.outbox import MESSAGES, settled, states
from tests.kit.stack import DAY, Stack
from tests.kit.whole import eventually

TEN_MINUTES = 600.0
INVALID_REQUESTS = 10_000
"""What Discord takes of them in ten minutes (Discord, topics/rate-limits)."""


def rooms(hall: Hall, count: int) -> list[Channel]:
    return [hall.server.text_channel(hall.guild, f"room {number}") for number in range(count)]


async def post(hall: Hall, channel: Channel, words: str) -> int:
    body = StoredPost(1, 0, words, (), (), (), 0).dump()
    return await hall.client.services.store.write(
        lambda tx: tx.posts.add(None, channel.id, Via.CHANNEL, body)
    )


def asked(hall: Hall) -> int:
    """How often Discord was asked to take a post."""
    return sum(one.path.endswith("/messages") for one in hall.server.requests)


async def was_asked(hall: Hall, times: int) -> None:
    """Wait until Discord was asked so often, and a little longer."""

    async def often_enough() -> bool:
        return asked(hall) >= times

    await eventually(often_enough)
    await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    "fault",
    [
        Refused(403, 40333),
        Refused(403, 20026),
        Refused(401, 0),
        RateLimited(0.05, via=False),
    ],
)
async def test_what_meets_the_whole_bot_rests_everything(hall: Hall, fault: InjectedFault) -> None:
    first, *others = rooms(hall, 5)
    hall.server.fault_injector.plan("POST", MESSAGES, fault, times=4)
    posts = [await post(hall, first, "first")]
    hall.client.services.outbox.kick()
    await was_asked(hall, 1)
    posts += [await post(hall, room, "later") for room in others]
    hall.client.services.outbox.kick()
    await asyncio.sleep(0.2)
    assert asked(hall) == 1
    assert await settled(hall, posts) == [PostState.SENT] * 5
    assert asked(hall) == 4 + 5


async def test_several_places_that_fail_in_a_row_rest_together_and_hold_up_no_other(
    hall: Hall,
) -> None:
    failing, other = rooms(hall, 3), rooms(hall, 1)[0]
    for room in failing:
        hall.server.fault_injector.plan("POST", f"/channels/{room.id}/messages$", ServerError(503))
    posts = [await post(hall, room, "first") for room in failing]
    hall.client.services.outbox.kick()
    await was_asked(hall, len(failing))
    assert hall.client.services.outbox.rest() == FIRST_REST
    posts.append(await post(hall, other, "later"))
    hall.client.services.outbox.kick()
    await was_asked(hall, len(failing) + 1)
    assert asked(hall) == len(failing) + 1
    assert await states(hall, posts[-1:]) == [PostState.SENT]
    assert await settled(hall, posts) == [PostState.SENT] * 4


def few_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let posts be given up soon."""
    for module in (outbox_module, delivery_module):
        monkeypatch.setattr(module, "RICH_ATTEMPTS", 4)
    monkeypatch.setattr(posts_waiting, "PATIENCE", 600.0)


@pytest.mark.parametrize(
    "fault",
    [Refused(403, 0), ServerError(500), ServerError(503), Reset(), RateLimited(900.0)],
)
async def test_places_that_always_fail_hold_up_no_other_and_are_given_up(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, fault: InjectedFault
) -> None:
    few_attempts(monkeypatch)
    failing, outbox, clock = rooms(hall, 20), hall.client.services.outbox, hall.clock
    for room in failing:
        path = f"/channels/{room.id}/messages$"
        hall.server.fault_injector.plan("POST", path, fault, times=10_000)
    lost = [await post(hall, room, "never") for room in failing]
    news = [await post(hall, hall.table, "news 0")]
    outbox.kick()
    assert await settled(hall, news) == [PostState.SENT]
    for number in range(1, 12):
        await clock.turned(clock.sleep(45.0), within=SLOWEST_POST_RETRY, pause=0.0)
        news = [await post(hall, hall.table, f"news {number}")]
        outbox.kick()

        async def is_out(news: list[int] = news) -> bool:
            return await states(hall, news) == [PostState.SENT]

        await eventually(is_out)  # while time stands still
    monkeypatch.setattr(posts_waiting, "SLOWEST_POST_RETRY", 900.0)
    assert await settled(hall, lost) == [PostState.LOST] * len(lost)
    assert [text(one) for one in hall.posts()] == [f"news {number}" for number in range(12)]


async def test_places_that_always_fail_are_given_up_where_there_are_no_others(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_attempts(monkeypatch)
    monkeypatch.setattr(back_off, "LONGEST_OUTAGE", TEN_MINUTES)
    hall.server.fault_injector.plan("POST", MESSAGES, Refused(403, 0), times=10_000)
    began = hall.clock.now()
    posts = [await post(hall, room, "never") for room in rooms(hall, 3)]
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [PostState.LOST] * len(posts)
    assert TEN_MINUTES < hall.clock.now() - began < 3 * TEN_MINUTES


@pytest.mark.parametrize("scope", [RateLimitScope.USER, RateLimitScope.GLOBAL])
async def test_a_post_waits_as_long_as_discord_asks(hall: Hall, scope: RateLimitScope) -> None:
    hall.server.fault_injector.plan("POST", MESSAGES, RateLimited(900.0, scope))
    since = hall.clock.now()
    posts = [await post(hall, hall.table, "patient")]
    hall.client.services.outbox.kick()
    assert await settled(hall, posts) == [PostState.SENT]
    assert hall.clock.now() - since >= 900
    assert asked(hall) == 2


async def test_a_rest_that_ended_long_ago_is_over(hall: Hall) -> None:
    hall.server.fault_injector.plan("POST", MESSAGES, Refused(403, 40333))
    first, second = rooms(hall, 2)
    posts = [await post(hall, first, "first"), await post(hall, second, "second")]
    hall.client.services.outbox.kick()
    await was_asked(hall, 1)
    hall.clock.advance(5_000.5)
    assert await settled(hall, posts) == [PostState.SENT] * 2


async def test_direct_messages_that_rest_hold_up_no_channel(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "_CHANNELS_LOOKED_AT", 2)
    hall.server.fault_injector.plan("POST", r"/users/@me/channels$", Refused(403, 20026), times=9)
    store = hall.client.services.store
    body = StoredPost(1, 0, "your turn", (), (), (), 0).dump()
    people = [hall.bo, *(hall.server.person(name) for name in ("Cy", "Di", "Eve"))]
    hall.server.guild("More", *people)
    calls = [
        await store.write(lambda tx, one=one: tx.posts.add(None, one.id, Via.DIRECT, body))  # type: ignore[misc]
        for one in people
    ]
    hall.client.services.outbox.kick()

    async def refused() -> bool:
        return bool(hall.server.fault_injector.injected)

    await eventually(refused)
    told = await post(hall, hall.table, "news")
    hall.client.services.outbox.kick()

    async def out() -> bool:
        return await states(hall, [told]) == [PostState.SENT]

    await eventually(out)
    assert await states(hall, calls) == [PostState.WAITING] * len(calls)
    assert await settled(hall, calls) == [PostState.SENT] * len(calls)


async def test_posts_that_get_stuck_give_their_places_to_others(hall: Hall) -> None:
    stuck, other = rooms(hall, SENDING_AT_ONCE), hall.table
    for room in stuck:
        path = f"/channels/{room.id}/messages$"
        hall.server.fault_injector.plan("POST", path, ServerError(500), times=5)
    posts = [await post(hall, room, "stuck") for room in stuck]
    news, since = await post(hall, other, "news"), hall.clock.now()
    hall.client.services.outbox.kick()
    assert await settled(hall, [news]) == [PostState.SENT]
    assert hall.clock.now() - since < 2 * LONGEST_HOLD
    assert await settled(hall, posts) == [PostState.SENT] * len(stuck)


async def test_a_post_takes_a_place_only_once_its_pictures_are_drawn(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing, drawn = asyncio.Event(), PostWriter.drawn
    slow = [await post(hall, room, "slow") for room in rooms(hall, SENDING_AT_ONCE)]

    async def slowly(writer: PostWriter, row: PostRow, state: PublicState | None) -> DrawnPost:
        if row.id in slow:
            await drawing.wait()
        return await drawn(writer, row, state)

    monkeypatch.setattr(PostWriter, "drawn", slowly)
    news = await post(hall, hall.table, "news")
    hall.client.services.outbox.kick()
    assert await settled(hall, [news]) == [PostState.SENT]
    assert await states(hall, slow) == [PostState.WAITING] * len(slow)
    drawing.set()
    assert await settled(hall, slow) == [PostState.SENT] * len(slow)


@dataclass(slots=True)
class Storm:
    """A seeded night: one request in a hundred fails, and for a while all of them do."""

    clock: TurnedClock
    dice: random.Random
    outage: tuple[float, float]
    asked: list[float] = field(default_factory=list)

    def fault(self, method: str, path: str) -> InjectedFault | None:
        if method != "POST" or not path.endswith("/messages"):
            return None
        now = self.clock.now()
        self.asked.append(now)
        begins, ends = self.outage
        if begins <= now < ends:
            return ServerError(self.dice.choice((500, 502, 503)))
        chance = self.dice.random()
        if chance < 0.01:
            return self.dice.choice(
                (ServerError(500), ServerError(503), Reset(), Refused(403, 40333))
            )
        if chance < 0.02:
            return self.dice.choice((ServerError(502, Moment.AFTER), Reset(Moment.AFTER)))
        return RateLimited(self.dice.uniform(0.1, 2.0)) if chance < 0.03 else None


@pytest.mark.parametrize(
    ("seed", "games", "hours"),
    [(1, 6, 0.5), long(2, 30, 2.0), pytest.param(3, 200, 2.0, marks=pytest.mark.soak)],
)
async def test_every_post_of_a_stormy_night_arrives_once_and_soon_after_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, seed: int, games: int, hours: float
) -> None:
    monkeypatch.setattr(posts_waiting, "PATIENCE", 600.0)
    begins = hall.clock.now() + TEN_MINUTES
    ends = begins + hours * 3600
    storm = Storm(hall.clock, random.Random(seed), (begins, ends))
    monkeypatch.setattr(
        FaultInjector, "fault_for", lambda _, method, path: storm.fault(method, path)
    )
    channels, outbox, posts = rooms(hall, games), hall.client.services.outbox, []
    numbers = itertools.count()

    async def turn_of_each() -> None:
        posts.extend([await post(hall, channel, f"post {next(numbers)}") for channel in channels])
        outbox.kick()

    await turn_of_each()
    await settled(hall, posts)
    hall.clock.advance(max(begins - hall.clock.now(), 0.0))
    await turn_of_each()
    await turn_of_each()
    until_the_end = hall.clock.sleep(ends - hall.clock.now())
    await hall.clock.turned(until_the_end, within=SLOWEST_POST_RETRY, pause=0.0)
    assert await settled(hall, posts) == [PostState.SENT] * len(posts)
    assert hall.clock.now() - ends < TEN_MINUTES
    await turn_of_each()
    assert await settled(hall, posts) == [PostState.SENT] * len(posts)
    arrived = [[text(one) for one in hall.server.app_messages(room)] for room in channels]
    assert arrived == [
        [f"post {round_ * games + number}" for round_ in range(4)] for number in range(games)
    ]
    during = Counter(int((at - begins) // TEN_MINUTES) for at in storm.asked if begins <= at < ends)
    assert max(during.values()) < INVALID_REQUESTS / 10


async def late_posts(stack: Stack, channels: int, each: int, late: float) -> None:
    for number in range(channels):
        for _ in range(each):
            one = await stack.store.write(
                lambda tx, channel=5_000 + number: tx.posts.add(  # type: ignore[misc]
                    None, channel, Via.CHANNEL, StoredPost(1, 0, "one", (), (), (), 0).dump()
                )
            )
            due = stack.clock.at - late
            await stack.store.write(
                lambda tx, one=one, due=due: tx.posts.retry(  # type: ignore[misc]
                    one, due, counted=False
                )
            )


@pytest.mark.parametrize(
    ("channels", "each", "late", "goes_out"),
    [
        (FULL + 1, 1, -100.0, True),
        (FULL + 1, 1, 0.0, True),
        (FULL + 1, 1, LATE_POST_SECONDS + 1, False),
        (1, 10 * FULL, LATE_POST_SECONDS + 1, True),
        (5 * FULL, 1, 0.0, False),
    ],
)
async def test_only_posts_that_are_late_hold_up_reminders(
    stack: Stack, channels: int, each: int, late: float, *, goes_out: bool
) -> None:
    await stack.start()
    await stack.bodies()
    stack.clock.at += 50 * DAY
    await late_posts(stack, channels, each, late)
    before = await stack.store.read(lambda tx: tx.posts.count_waiting())
    await stack.look()
    after = await stack.store.read(lambda tx: tx.posts.count_waiting())
    assert (after > before) == goes_out
