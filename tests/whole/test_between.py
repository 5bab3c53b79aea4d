"""Between turns, through Discord: notices, direct messages, reminders, votes, settings."""

import io
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from PIL import Image, ImageStat

from bot.chat.client import BonfireClient
from bot.chat.pictures.request import Painter
from bot.model.preferences import Notice
from bot.model.turn_clock import FIRST_REMINDER, OVERDUE, Pace
from bot.standin import Channel, Guild, Message, StandIn, UserClient
from bot.standin.layout import pictures, text
from tests.bot.blank import DRAWN, blank
from tests.bot.stage import bot_on
from tests.clock import TurnedClock
from tests.standin.reference import openapi_file
from tests.whole.kit import Player, addresses, called, controls, eventually, has_turn_button

SITE = "https://discord.com/channels"
STRONGEST_NIGHT = 10
PATIENCE = 30.0
"""Seconds for posts with pictures on a busy machine."""


@dataclass(slots=True)
class Club:
    """Three people in a server, a bot, and a clock that is put forward."""

    server: StandIn
    clock: TurnedClock
    people: tuple[UserClient, ...]
    guild: Guild
    table: Channel
    folder: Path
    client: BonfireClient

    def player(self, person: UserClient) -> Player:
        return Player(person, self.table, random.Random(7))

    def posts(self) -> tuple[Message, ...]:
        return self.server.app_messages(self.table)

    async def start(self, count: int = 2) -> Message:
        """Start a game of the first people; returns the post that calls the first of them."""
        host, *others = self.people[:count]
        lobby = await (await host.slash(self.table, "bonfire", "new", thread=False)).response()
        for person in others:
            await (await person.press(lobby, "Join")).response()
        await (await host.press(lobby, "Start")).response()
        return await host.waits_for(self.table, has_turn_button, PATIENCE)

    def mover(self, post: Message) -> UserClient:
        return next(one for one in self.people if one.id == called(post))

    async def turn(self, post: Message) -> Message:
        """Let whoever a post calls take the turn; returns the next post that calls somebody."""
        mover = self.mover(post)
        await self.player(mover).take_turn(post)

        def wanted(message: Message) -> bool:
            return message.id > post.id and has_turn_button(message) and not message.is_ephemeral

        return await mover.waits_for(self.table, wanted, PATIENCE)

    async def asked(self, person: UserClient, *path: str, **options: str) -> str:
        """What a command answers privately."""
        answer = await (
            await person.slash(self.table, "bonfire", *path, options=options)
        ).response()
        assert answer.ephemeral_for == person.id
        return text(answer)

    async def wait(self, seconds: float) -> None:
        """Put the clock forward."""
        self.clock.advance(seconds)
        self.client.services.reminders.kick()

    async def reminded(self, person: UserClient, post: Message, seconds: float) -> Message:
        """Put the clock forward until a person is reminded; returns that message."""
        await self.wait(seconds + 1)
        return await person.waits_for(
            self.table, lambda m: m.id > post.id and m.pings == [person.id], PATIENCE
        )

    async def settled(self) -> None:
        """Wait until nothing is left to post."""
        store = self.client.services.store

        async def nothing() -> bool:
            return not await store.read(lambda tx: tx.posts.count_waiting())

        await eventually(nothing)


@asynccontextmanager
async def club_with_bot(
    server: StandIn, clock: TurnedClock, folder: Path, paint: Painter = blank
) -> AsyncIterator[Club]:
    people = tuple(server.person(name) for name in ("Ada", "Bo", "Cy"))
    guild = server.guild("Club", *people)
    table = server.text_channel(guild, "table")
    async with bot_on(server, folder, clock, paint) as client:
        yield Club(server, clock, people, guild, table, folder, client)


@pytest_asyncio.fixture
async def club(tmp_path: Path, paint: Painter) -> AsyncIterator[Club]:
    clock = TurnedClock()
    async with StandIn(spec=openapi_file(), clock=clock) as server:
        async with club_with_bot(server, clock, tmp_path, paint) as made:
            yield made
        assert server.invalid_requests == []


def pressed(message: Message, button: str) -> str:
    """The custom id of the button whose token begins so."""
    return next(step.custom_id for step in controls(message) if step.answer.startswith(button))


async def test_a_turn_is_noticed_by_one_mention_and_never_after_ones_own_press(
    club: Club,
) -> None:
    post = await club.start()
    assert post.pings == [one for one in (called(post),) if one != club.people[0].id]
    for _ in range(3):
        before, mover = post, club.mover(post)
        post = await club.turn(post)
        await club.settled()
        expected = [] if club.mover(post) is mover else [club.mover(post).id]
        told = [message for message in club.posts() if message.id > before.id]
        assert [ping for message in told for ping in message.pings] == expected


async def test_a_direct_message_links_to_the_turn_and_leads_into_it(club: Club) -> None:
    post = await club.start()
    other = next(one for one in club.people[:2] if one is not club.mover(post))
    await club.asked(other, "me", "notice", how=Notice.MESSAGE)
    following = await club.turn(post)
    assert club.mover(following) is other
    room = other.dm()
    message = await other.waits_for(room, lambda m: bool(addresses(m)))
    assert addresses(message) == [f"{SITE}/{club.guild.id}/{club.table.id}/{following.id}"]
    news = await (await other.press(message, pressed(message, "since"))).response()
    assert club.mover(post).user.display_name in text(news)
    prompt = await (await other.press(message, pressed(message, "turn"))).response()
    assert list(controls(prompt))
    await club.settled()
    assert len([one for one in club.server.app_messages(room) if addresses(one)]) == 1


@pytest.mark.parametrize("reason", ["closed", "no common server"])
async def test_direct_messages_that_fail_are_turned_off_and_that_is_said(
    club: Club, reason: str
) -> None:
    post = await club.start()
    other = next(one for one in club.people[:2] if one is not club.mover(post))
    await club.asked(other, "me", "notice", how=Notice.MESSAGE)
    member = club.guild.members[other.id]
    if reason == "closed":
        other.user.accepts_dms = False
    else:
        del club.guild.members[other.id]
    await club.turn(post)
    told = await club.people[2].waits_for(club.table, lambda m: "direct message" in text(m))
    assert other.mention in text(told)
    club.guild.members[other.id] = member
    assert "direct message" not in await club.asked(other, "me", "settings")


async def test_my_games_lists_those_that_wait_for_me_first(club: Club) -> None:
    ada = club.people[0]
    assert "any running game" in await club.asked(ada, "mygames")
    post = await club.start()
    second = club.server.text_channel(club.guild, "second")
    await (await ada.slash(second, "bonfire", "solo")).response()
    alone = await ada.waits_for(second, has_turn_button)
    if club.mover(post) is ada:
        post = await club.turn(post)
    await club.settled()
    answer = await (await ada.slash(club.table, "bonfire", "mygames")).response()
    heading, mine, theirs = text(answer).splitlines()
    assert "2 running games" in heading
    assert mine.startswith(f"**1** ▶ <#{second.id}>")
    assert "your turn" in mine
    assert theirs.startswith(f"**2** <#{club.table.id}>")
    assert addresses(answer) == [
        f"{SITE}/{club.guild.id}/{second.id}/{alone.id}",
        f"{SITE}/{club.guild.id}/{club.table.id}/{post.id}",
    ]
    assert club.mover(post).user.display_name in theirs
    assert "<t:" in mine
    assert "<t:" in theirs


async def test_since_my_last_turn_tells_and_shows_what_changed(club: Club) -> None:
    post = await club.start()
    first = club.mover(post)
    nothing = await (await first.press(post, pressed(post, "since"))).response()
    assert "Since the game began" in text(nothing)
    post = await club.turn(post)
    second = club.mover(post)
    news = await (await second.press(post, pressed(post, "since"))).response()
    assert news.ephemeral_for == second.id
    assert first.user.display_name in text(news)
    assert pictures(news)
    stranger = await (await club.people[2].press(post, pressed(post, "since"))).response()
    assert "aren't in this game" in text(stranger)


async def test_a_reminder_comes_after_the_pace_and_once_over_a_restart(
    tmp_path: Path,
) -> None:
    clock = TurnedClock()
    async with StandIn(spec=openapi_file(), clock=clock) as server:
        async with club_with_bot(server, clock, tmp_path) as club:
            post = await club.start()
            mover = club.mover(post)
            await club.settled()
        clock.advance(20 * FIRST_REMINDER[Pace.RELAXED])
        async with bot_on(server, tmp_path, clock) as client:
            club.client = client
            await club.settled()
            assert [message for message in club.posts() if message.id > post.id] == []
            clock.advance(FIRST_REMINDER[Pace.RELAXED])
            reminder = await mover.waits_for(
                club.table, lambda m: m.id > post.id and m.pings == [mover.id]
            )
            assert "since" in text(reminder)
            await club.settled()
        async with bot_on(server, tmp_path, clock) as client:
            club.client = client
            client.services.reminders.kick()
            await club.settled()
        calls = [message for message in club.posts() if message.id > post.id and message.pings]
        assert calls == [reminder]
        assert server.invalid_requests == []


async def test_the_others_let_the_bot_play_by_the_buttons_of_a_reminder(club: Club) -> None:
    post = await club.start(3)
    late = club.mover(post)
    first, second = (one for one in club.people if one is not late)
    for number in range(OVERDUE):
        post = await club.reminded(late, post, FIRST_REMINDER[Pace.RELAXED] * 2**number)
    reminder = post
    button = next(step.custom_id for step in controls(reminder) if step.answer.endswith(":bot"))
    own = await (await late.press(reminder, button)).response()
    assert "your own turn" in text(own)
    counted = await (await first.press(reminder, button)).response()
    assert "1 of 2" in text(counted)
    await (await second.press(reminder, button)).response()
    told = await first.waits_for(
        club.table, lambda m: "let the bot play" in text(m) and not m.pings
    )
    assert late.user.display_name in text(told)
    following = await first.waits_for(club.table, lambda m: m.id > told.id and has_turn_button(m))
    assert club.mover(following) is not late
    over = await (await first.press(reminder, button)).response()
    assert over.is_ephemeral


async def test_a_seat_that_the_others_make_free_is_taken(club: Club) -> None:
    post = await club.start(2)
    late = club.mover(post)
    other = next(one for one in club.people[:2] if one is not late)
    early = await club.asked(other, "table", "vote")
    assert "waiting that long" in early
    await club.asked(late, "me", "away", until="30d")
    await club.asked(other, "table", "vote")
    question = await other.waits_for(
        club.table, lambda m: m.id > post.id and bool(list(controls(m)))
    )
    button = next(step.custom_id for step in controls(question) if step.answer.endswith(":replace"))
    await (await other.press(question, button)).response()
    free = await other.waits_for(club.table, lambda m: "seat" in text(m) and m.id > question.id)
    taker = club.people[2]
    await (await taker.press(free, pressed(free, "seat"))).response()
    again = await (await late.press(free, pressed(free, "seat"))).response()
    assert "isn't free anymore" in text(again)
    prompt = await (await taker.press(post, pressed(post, "turn"))).response()
    assert list(controls(prompt))


async def test_only_who_manages_the_server_changes_its_settings(club: Club) -> None:
    owner, guest = club.people[:2]
    refused = await club.asked(guest, "server", "games", opens="managers")
    assert "manage" in refused
    assert "everybody" in await club.asked(guest, "server", "settings")
    await club.asked(owner, "server", "games", opens="managers", aborts="managers", pace="daily")
    assert "daily" in await club.asked(guest, "server", "settings")
    assert "only people who can manage" in await club.asked(guest, "new")
    assert "only people who can manage" in await club.asked(guest, "solo")
    await club.start()
    assert "only people who can manage" in await club.asked(guest, "table", "abandon")
    await club.asked(owner, "table", "abandon")


async def test_outside_a_server_there_are_no_server_settings(club: Club) -> None:
    ada = club.people[0]
    for path, options in ((("settings",), {}), (("numbers",), {"language": "de"})):
        asked = await ada.slash(ada.dm(), "bonfire", "server", *path, options=options)
        assert "only on servers" in text(await asked.response())


@DRAWN
async def test_pictures_are_those_that_were_chosen_and_as_large(club: Club) -> None:
    owner = club.people[0]
    post = await club.start()
    assert pictures(post)
    await club.asked(owner, "server", "pictures", which="none")
    post = await club.turn(post)
    assert pictures(post) == ()
    usual = await (await owner.slash(club.table, "bonfire", "board")).response()
    await club.asked(owner, "me", "pictures", size="small", which="all")
    small = await (await owner.slash(club.table, "bonfire", "board")).response()
    assert _image(small).width < _image(usual).width


@DRAWN
async def test_pictures_have_the_colours_that_were_chosen(club: Club) -> None:
    """Public ones those of the server, private ones those of the person, or else the server's."""
    owner, guest = club.people[:2]
    post = await club.start()
    assert not _is_strong(post)
    told = await club.asked(owner, "server", "pictures", colors="contrast")
    assert "Pictures: the main board and cities; size: normal; colors: strong contrast" in told
    assert _is_strong(await club.turn(post))
    await club.asked(guest, "me", "pictures", colors="firelight")
    seen = [
        await (await one.slash(club.table, "bonfire", "board")).response() for one in (owner, guest)
    ]
    assert [_is_strong(one) for one in seen] == [True, False]


async def test_what_is_left_out_stays_and_can_be_left_to_the_server_again(club: Club) -> None:
    ada = club.people[0]
    await club.asked(ada, "me", "pictures", size="small", colors="contrast")
    told = await club.asked(ada, "me", "pictures", which="board", size="server")
    assert "the main board only; size: server default; colors: strong contrast" in told


def _image(message: Message) -> Image.Image:
    picture, *_ = pictures(message)
    return Image.open(io.BytesIO(picture.data))


def _is_strong(message: Message) -> bool:
    """Say whether the night at the left edge of a picture is nearly black."""
    edge = _image(message).crop((0, 300, 8, 600))
    return max(ImageStat.Stat(edge).mean) < STRONGEST_NIGHT


async def test_a_person_sets_when_they_may_be_reminded(club: Club) -> None:
    ada = club.people[0]
    cities = await ada.autocomplete(
        club.table, "bonfire", "me", "zone", focused="zone", typed="warsaw"
    )
    assert cities[0].value == "Europe/Warsaw"
    assert "Europe/Warsaw" in await club.asked(ada, "me", "zone", zone="europe/warsaw")
    assert "from 22:00 to 07:30" in await club.asked(ada, "me", "quiet", start="22", end="7:30")
    assert "Away until" in await club.asked(ada, "me", "away", until="2w")
    assert "Away until" not in await club.asked(ada, "me", "back")
    assert "Quiet hours: none" in await club.asked(ada, "me", "quiet")
    assert "Numbers and dates: de" in await club.asked(ada, "me", "numbers", language="DE")


@pytest.mark.parametrize(
    ("path", "options"),
    [
        (("zone",), {"zone": "Middle/Earth"}),
        (("zone",), {"zone": "../../etc/passwd"}),
        (("quiet",), {"start": "25:00", "end": "7"}),
        (("quiet",), {"start": "7", "end": "7:00"}),
        (("quiet",), {"start": "7"}),
        (("away",), {"until": "2020-01-01"}),
        (("away",), {"until": "2027-02-30"}),
        (("away",), {"until": "when **I** want @everyone"}),
        (("numbers",), {"language": "klingon"}),
    ],
)
async def test_settings_that_make_no_sense_change_nothing(
    club: Club, path: tuple[str, ...], options: dict[str, str]
) -> None:
    ada = club.people[0]
    before = await club.client.services.preferences.of(ada.id)
    answer = await (await ada.slash(club.table, "bonfire", "me", *path, options=options)).response()
    assert answer.is_ephemeral
    assert "Your settings" not in text(answer)
    assert answer.pings == []
    assert await club.client.services.preferences.of(ada.id) == before


async def test_the_pace_of_a_game_is_announced(club: Club) -> None:
    post = await club.start()
    bo = club.people[1]
    await club.asked(bo, "table", "pace", pace="live")
    told = await club.people[2].waits_for(club.table, lambda m: "pace" in text(m))
    assert "15, 45" in text(told)
    mover = club.mover(post)
    await club.wait(FIRST_REMINDER[Pace.LIVE] + 1)
    await mover.waits_for(club.table, lambda m: m.id > told.id and m.pings == [mover.id])
    stranger = await club.asked(club.people[2], "table", "pace", pace="none")
    assert "aren't in this game" in stranger
