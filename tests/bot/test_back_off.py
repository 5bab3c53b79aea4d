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
from bot.model.rows import PostState, Via
from bot.model.stored_post import StoredPost
from bot.services.calls import delivery as delivery_module
from bot.services.calls.delivery import SLOWEST_RETRY
from bot.services.calls.reminders import FULL, LATE
from bot.standin import Channel, Moment, RateLimited, Refused, Reset, ServerError
from bot.standin.fault_injection import FaultInjector, InjectedFault, RateLimitScope
from bot.standin.layout import text
from bot.store import posts as stored
from tests.bot import test_outbox
from tests.bot.conftest import Stage
from tests.bot.stack import DAY, Stack
from tests.bot.test_outbox import MESSAGES, settled, states
from tests.clock import TurnedClock
from tests.marks import long
from tests.whole.kit import eventually

TEN_MINUTES = 600.0
INVALID_REQUESTS = 10_000
"""What Discord takes of them in ten minutes (Discord, topics/rate-limits)."""


def rooms(stage: Stage, count: int) -> list[Channel]:
    return [stage.server.text_channel(stage.guild, f"room {number}") for number in range(count)]


async def post(stage: Stage, channel: Channel, words: str) -> int:
    body = StoredPost(1, 0, words, (), (), (), 0).dump()
    return await stage.client.services.store.write(
        lambda tx: tx.posts.add(None, channel.id, Via.CHANNEL, body)
    )


def asked(stage: Stage) -> int:
    """How often Discord was asked to take a post."""
    return sum(one.path.endswith("/messages") for one in stage.server.requests)


async def was_asked(stage: Stage, times: int) -> None:
    """Wait until Discord was asked so often, and a little longer."""

    async def often_enough() -> bool:
        return asked(stage) >= times

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
async def test_what_meets_the_whole_bot_rests_everything(
    stage: Stage, fault: InjectedFault
) -> None:
    first, *others = rooms(stage, 5)
    stage.server.fault_injector.plan("POST", MESSAGES, fault, times=4)
    posts = [await post(stage, first, "first")]
    stage.client.services.outbox.kick()
    await was_asked(stage, 1)
    posts += [await post(stage, room, "later") for room in others]
    stage.client.services.outbox.kick()
    await asyncio.sleep(0.2)
    assert asked(stage) == 1
    assert await settled(stage, posts) == [PostState.SENT] * 5
    assert asked(stage) == 4 + 5


async def test_several_places_that_fail_in_a_row_rest_together_and_hold_up_no_other(
    stage: Stage,
) -> None:
    failing, other = rooms(stage, 3), rooms(stage, 1)[0]
    for room in failing:
        stage.server.fault_injector.plan("POST", f"/channels/{room.id}/messages$", ServerError(503))
    posts = [await post(stage, room, "first") for room in failing]
    stage.client.services.outbox.kick()
    await was_asked(stage, len(failing))
    assert stage.client.services.outbox.rest() == FIRST_REST
    posts.append(await post(stage, other, "later"))
    stage.client.services.outbox.kick()
    await was_asked(stage, len(failing) + 1)
    assert asked(stage) == len(failing) + 1
    assert await states(stage, posts[-1:]) == [PostState.SENT]
    assert await settled(stage, posts) == [PostState.SENT] * 4


def few_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let posts be given up soon."""
    for module in (outbox_module, delivery_module):
        monkeypatch.setattr(module, "RICH_ATTEMPTS", 4)
    monkeypatch.setattr(test_outbox, "PATIENCE", 600.0)


@pytest.mark.parametrize(
    "fault",
    [Refused(403, 0), ServerError(500), ServerError(503), Reset(), RateLimited(900.0)],
)
async def test_places_that_always_fail_hold_up_no_other_and_are_given_up(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, fault: InjectedFault
) -> None:
    few_attempts(monkeypatch)
    failing, outbox, clock = rooms(stage, 20), stage.client.services.outbox, stage.clock
    for room in failing:
        path = f"/channels/{room.id}/messages$"
        stage.server.fault_injector.plan("POST", path, fault, times=10_000)
    lost = [await post(stage, room, "never") for room in failing]
    news = [await post(stage, stage.table, "news 0")]
    outbox.kick()
    assert await settled(stage, news) == [PostState.SENT]
    for number in range(1, 12):
        await clock.turned(clock.sleep(45.0), within=SLOWEST_RETRY, pause=0.0)
        news = [await post(stage, stage.table, f"news {number}")]
        outbox.kick()

        async def is_out(news: list[int] = news) -> bool:
            return await states(stage, news) == [PostState.SENT]

        await eventually(is_out)  # while time stands still
    monkeypatch.setattr(test_outbox, "SLOWEST_RETRY", 900.0)
    assert await settled(stage, lost) == [PostState.LOST] * len(lost)
    assert [text(one) for one in stage.posts()] == [f"news {number}" for number in range(12)]


async def test_places_that_always_fail_are_given_up_where_there_are_no_others(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_attempts(monkeypatch)
    monkeypatch.setattr(back_off, "LONGEST_OUTAGE", TEN_MINUTES)
    stage.server.fault_injector.plan("POST", MESSAGES, Refused(403, 0), times=10_000)
    began = stage.clock.now()
    posts = [await post(stage, room, "never") for room in rooms(stage, 3)]
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.LOST] * len(posts)
    assert TEN_MINUTES < stage.clock.now() - began < 3 * TEN_MINUTES


@pytest.mark.parametrize("scope", [RateLimitScope.USER, RateLimitScope.GLOBAL])
async def test_a_post_waits_as_long_as_discord_asks(stage: Stage, scope: RateLimitScope) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, RateLimited(900.0, scope))
    since = stage.clock.now()
    posts = [await post(stage, stage.table, "patient")]
    stage.client.services.outbox.kick()
    assert await settled(stage, posts) == [PostState.SENT]
    assert stage.clock.now() - since >= 900
    assert asked(stage) == 2


async def test_a_rest_that_ended_long_ago_is_over(stage: Stage) -> None:
    stage.server.fault_injector.plan("POST", MESSAGES, Refused(403, 40333))
    first, second = rooms(stage, 2)
    posts = [await post(stage, first, "first"), await post(stage, second, "second")]
    stage.client.services.outbox.kick()
    await was_asked(stage, 1)
    stage.clock.advance(5_000.5)
    assert await settled(stage, posts) == [PostState.SENT] * 2


async def test_direct_messages_that_rest_hold_up_no_channel(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "LOOKED_AT", 2)
    stage.server.fault_injector.plan("POST", r"/users/@me/channels$", Refused(403, 20026), times=9)
    store = stage.client.services.store
    body = StoredPost(1, 0, "your turn", (), (), (), 0).dump()
    people = [stage.bo, *(stage.server.person(name) for name in ("Cy", "Di", "Eve"))]
    stage.server.guild("More", *people)
    calls = [
        await store.write(lambda tx, one=one: tx.posts.add(None, one.id, Via.DIRECT, body))  # type: ignore[misc]
        for one in people
    ]
    stage.client.services.outbox.kick()

    async def refused() -> bool:
        return bool(stage.server.fault_injector.injected)

    await eventually(refused)
    told = await post(stage, stage.table, "news")
    stage.client.services.outbox.kick()

    async def out() -> bool:
        return await states(stage, [told]) == [PostState.SENT]

    await eventually(out)
    assert await states(stage, calls) == [PostState.WAITING] * len(calls)
    assert await settled(stage, calls) == [PostState.SENT] * len(calls)


async def test_posts_that_get_stuck_give_their_places_to_others(stage: Stage) -> None:
    stuck, other = rooms(stage, SENDING_AT_ONCE), stage.table
    for room in stuck:
        path = f"/channels/{room.id}/messages$"
        stage.server.fault_injector.plan("POST", path, ServerError(500), times=5)
    posts = [await post(stage, room, "stuck") for room in stuck]
    news, since = await post(stage, other, "news"), stage.clock.now()
    stage.client.services.outbox.kick()
    assert await settled(stage, [news]) == [PostState.SENT]
    assert stage.clock.now() - since < 2 * LONGEST_HOLD
    assert await settled(stage, posts) == [PostState.SENT] * len(stuck)


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
        if now >= ends and chance < 0.02:  # none before: after an outage a nonce is forgotten
            return self.dice.choice((ServerError(502, Moment.AFTER), Reset(Moment.AFTER)))
        return RateLimited(self.dice.uniform(0.1, 2.0)) if chance < 0.03 else None


@pytest.mark.parametrize(
    ("seed", "games", "hours"),
    [(1, 6, 0.5), long(2, 30, 2.0), pytest.param(3, 200, 2.0, marks=pytest.mark.soak)],
)
async def test_every_post_of_a_stormy_night_arrives_once_and_soon_after_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, seed: int, games: int, hours: float
) -> None:
    monkeypatch.setattr(test_outbox, "PATIENCE", 600.0)
    begins = stage.clock.now() + TEN_MINUTES
    ends = begins + hours * 3600
    storm = Storm(stage.clock, random.Random(seed), (begins, ends))
    monkeypatch.setattr(
        FaultInjector, "fault_for", lambda _, method, path: storm.fault(method, path)
    )
    channels, outbox, posts = rooms(stage, games), stage.client.services.outbox, []
    numbers = itertools.count()

    async def turn_of_each() -> None:
        posts.extend([await post(stage, channel, f"post {next(numbers)}") for channel in channels])
        outbox.kick()

    await turn_of_each()
    await settled(stage, posts)
    stage.clock.advance(max(begins - stage.clock.now(), 0.0))
    await turn_of_each()
    await turn_of_each()
    until_the_end = stage.clock.sleep(ends - stage.clock.now())
    await stage.clock.turned(until_the_end, within=SLOWEST_RETRY, pause=0.0)
    assert await settled(stage, posts) == [PostState.SENT] * len(posts)
    assert stage.clock.now() - ends < TEN_MINUTES
    await turn_of_each()
    assert await settled(stage, posts) == [PostState.SENT] * len(posts)
    arrived = [[text(one) for one in stage.server.app_messages(room)] for room in channels]
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
        (FULL + 1, 1, LATE + 1, False),
        (1, 10 * FULL, LATE + 1, True),
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
