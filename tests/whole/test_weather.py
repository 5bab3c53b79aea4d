"""Bad days of Discord: outages, errors after the effect, bans, wrong refusals, timeouts.

Games of all kinds go on through it. What counts is what people meet: nothing is lost or there
twice, and everybody is called within a day.
"""

import asyncio
import math
import random
import sys
import zlib
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Final

import discord
import pytest

from bot.model.rows import PostState
from bot.standin import (
    Channel,
    Message,
    Moment,
    NotAnswered,
    Permission,
    RateLimited,
    Refused,
    Reset,
    ServerError,
    UserClient,
)
from bot.standin.fault_injection import FaultInjector, InjectedFault
from tests.kit.clock import TurnedClock
from tests.kit.hall import Hall, opened_hall
from tests.kit.marks import long, soak
from tests.kit.players.button_player import Player, StuckError, has_turn_button
from tests.kit.whole import mark_of, pass_by, post_rows, start_game

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
SPELLS_A_DAY: Final = 3
FILTERED: Final = 0.02
"""The share of games for whose sake a server blocks a word for a day's play."""
OUR_WORD: Final = "filter"
"""Stands in what the bot says where a filter takes offense."""
RULE: Final = 1
STORMY: Final = 3 * HOUR
"""The part of each day in which people play and the weather is bad."""
AFTER: Final = 2 * HOUR


class Spell(StrEnum):
    """The kinds of bad weather."""

    OUTAGE = "outage"
    FLAKY = "flaky"
    BAN = "ban"
    WRONG = "wrong refusals"
    SLOW = "slow"


class Kind(StrEnum):
    """The kinds of places in which people play."""

    TWO = "two in a channel"
    THREAD = "two in a thread"
    SOLO = "alone in a channel"
    DIRECT = "alone in direct messages"
    GUESTS = "two in a group that knows the user app alone"


KINDS: Final = (Kind.TWO, Kind.TWO, Kind.THREAD, Kind.SOLO, Kind.DIRECT, Kind.GUESTS)


@dataclass(slots=True)
class Game:
    """A game with its people, and the turns that somebody was to be called to, with their times."""

    number: int
    kind: Kind
    room: Channel
    people: tuple[UserClient, ...]
    turns: list[tuple[float, UserClient]] = field(default_factory=list)


@dataclass(slots=True)
class Weather:
    """The seeded weather of one day after the other.

    What a request meets follows from its path, its time and how often it came, so that it does not
    matter which of two at once comes first.
    """

    hall: Hall
    seed: int
    spells: list[tuple[float, float, Spell]] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    """How often each request came."""

    def new_day(self, number: int) -> None:
        """Draw the spells of the hours that come."""
        now = self.hall.clock.now()
        dice = random.Random(f"{self.seed} {number}")
        begins = sorted(dice.uniform(0, STORMY) for _ in range(SPELLS_A_DAY))
        self.spells = [
            (now + begin, now + begin + dice.uniform(300, 90 * 60), dice.choice([*Spell]))
            for begin in begins
        ]

    def fault_for(self, method: str, path: str) -> InjectedFault | None:
        """The fault of a request that carries something to people, or looks for it."""
        is_answer = path.startswith("/interactions/") or path.endswith("@original")
        if is_answer or not path.startswith(("/channels/", "/webhooks/", "/users/@me/channels")):
            return None
        now = self.hall.clock.now()
        request = f"{method} {path}"
        self.asked[request] += 1
        dice = random.Random(f"{self.seed} {request} {self.asked[request]}")
        for begin, end, spell in self.spells:
            if begin <= now < end and (fault := _fault(spell, dice, method, path)) is not None:
                self.met[spell] += 1
                return fault
        return None


def _fault(spell: Spell, dice: random.Random, method: str, path: str) -> InjectedFault | None:
    chance = dice.random()
    status = dice.choice((500, 502, 503, 504))
    match spell:
        case Spell.OUTAGE:
            return ServerError(status, Moment.AFTER if chance < 0.05 else Moment.BEFORE)
        case Spell.FLAKY if chance < 0.3:
            moment = dice.choice([*Moment])
            return dice.choice((ServerError(status, moment), Reset(moment)))
        case Spell.BAN:
            return RateLimited(dice.uniform(60, 900), via=False)
        case Spell.WRONG if method == "POST" and zlib.crc32(path.encode()) % 2:
            codes = ((404, 10003), (403, 50001), (403, 50013), (403, 0), (404, 0))
            return Refused(*dice.choice(codes))
        case Spell.SLOW if chance < 0.5:
            return RateLimited(dice.uniform(0.1, 20.0))
    return None


@dataclass(slots=True)
class Week:
    """Games of all kinds in a week of bad weather."""

    hall: Hall
    dice: random.Random
    games: list[Game] = field(default_factory=list)
    silenced: list[Channel] = field(default_factory=list)
    opened: dict[int, float] = field(default_factory=dict)
    """The time since which rooms are open that were closed without a word."""

    async def begin(self, count: int) -> None:
        """Start so many games, in servers of a dozen rooms each."""
        server = self.hall.server
        names = (f"Person {number}" for number in range(2 * count))
        people = iter([server.person(name) for name in names])
        guild = self.hall.guild
        for number in range(count):
            one, two = islice(people, 2)
            if number % 12 == 0:
                guild = server.guild(f"Club {number}", one, two)
            for person in (one, two):
                person.user.has_installed_app = True
                server.join(guild, person)
            kind = KINDS[number % len(KINDS)]
            room = server.text_channel(guild, f"room {number}")
            await self._start(kind, room, one, two, number)

    async def _start(
        self, kind: Kind, room: Channel, one: UserClient, two: UserClient, number: int
    ) -> None:
        people = (one,) if kind in {Kind.SOLO, Kind.DIRECT} else (one, two)
        match kind:
            case Kind.THREAD:
                room = one.open_thread(room, "game")
            case Kind.DIRECT:
                room = one.dm()
            case Kind.GUESTS:
                room = self.hall.server.conversation(one, two, self.hall.ada)
        if len(people) == 1:
            await (await one.slash(room, "bonfire", "solo")).response()
            await one.waits_for(room, has_turn_button)
        else:
            await start_game(room, *people)
        self.games.append(Game(number + 1, kind, room, people))

    async def mover(self, game: Game) -> UserClient:
        """The person to move."""
        async with self.hall.client.services.games.hold(game.number) as table:
            assert table.game.waiting is not None
            mover = table.players[table.game.waiting.seat].id
        return next((one for one in game.people if one.id == mover), game.people[0])

    async def play(self, game: Game) -> None:
        """Let the person to move take their turn, from the post that calls them if there is one."""
        mover = await self.mover(game)
        posts = [one for one in self.hall.server.app_messages(game.room) if has_turn_button(one)]
        post = posts[-1] if posts else await self.board(game, mover)
        try:
            await Player(mover, game.room, self.dice, patience=5.0).take_turn(post)
        except (NotAnswered, TimeoutError, StuckError, AssertionError):
            return  # what is not done today is done tomorrow
        game.turns.append((self.hall.clock.now(), await self.mover(game)))

    async def board(self, game: Game, person: UserClient) -> Message:
        """The page of a person who looks for their game."""
        return await (await person.slash(game.room, "bonfire", "board")).response()

    async def mishaps(self) -> None:
        """What else happens to the places of games in a day, half of it without a word."""
        dice, server = self.dice, self.hall.server
        self.open_rooms()
        rooms = [one.room for one in self.games if one.kind is Kind.TWO]
        self.silenced = dice.sample(rooms, len(rooms) // 8)
        for room in self.silenced:
            server._overwrite(room).deny |= int(Permission.SEND_MESSAGES)
        for game in self.games:
            if game.kind is Kind.THREAD and dice.random() < 0.3:
                server.archive(game.room)
            if dice.random() < 0.05:
                one = dice.choice(game.people)
                one.user.display_name = f"{one.user.display_name} the {dice.randrange(99)}."
        self.block_words()
        guild = dice.choice(list(server.world.guilds.values()))
        server.staff.time_out(guild, server.world.application.id, dice.uniform(300, 2 * HOUR))

    def block_words(self) -> None:
        """Let some servers block somebody's name, half of them what our own words say too."""
        for game in self.games:
            if game.room.guild_id is not None and self.dice.random() < FILTERED:
                guild = self.hall.server.world.guilds[game.room.guild_id]
                words = (game.people[0].user.display_name, OUR_WORD)
                for word in words[: self.dice.randint(1, 2)]:
                    self.hall.server.moderator.block(guild, word, RULE)

    def open_rooms(self) -> None:
        """Open the rooms that are closed, without a word."""
        for room in self.silenced:
            room.overwrites.clear()
            self.opened[room.id] = self.hall.clock.now()

    def doubled(self) -> list[str]:
        """The posts that are there twice; of those that a press carries, the calls."""
        found = []
        for game in self.games:
            said = self.hall.server.app_messages(game.room)
            calls_alone = game.kind is Kind.GUESTS
            marks = Counter(mark_of(one) for one in said if one.pings or not calls_alone)
            found += [
                f"{game.kind}, post {mark}" for mark, times in marks.items() if mark and times > 1
            ]
        return found

    def turns(self) -> int:
        """The number of turns that were taken."""
        return sum(len(game.turns) for game in self.games)

    def uncalled(self) -> list[str]:
        """The turns to which nobody was called within a day, or a day after their room was open.

        Guests are called by presses alone: what these could not carry comes with the next one. In a
        game alone each post is a call.
        """
        found = []
        for game in self.games:
            if game.kind is Kind.GUESTS:
                continue
            said = self.hall.server.app_messages(game.room)
            for at, person in game.turns:
                direct = self.hall.server.app_messages(person.dm())
                calls = [
                    one.created
                    for one in (*said, *direct)
                    if one.created >= at - 1
                    and (len(game.people) == 1 or person.id in one.pings or has_turn_button(one))
                ]
                since = max(at, self.opened.get(game.room.id, at))
                if min(calls, default=math.inf) > since + DAY:
                    found.append(f"{game.kind}, game {game.number}")
        return found


class TurnedWaits:
    """The module `asyncio` for the library, which waits by the turned clock."""

    def __init__(self, clock: TurnedClock) -> None:
        self.sleep = clock.sleep

    def __getattr__(self, name: str) -> object:
        return getattr(asyncio, name)


@pytest.mark.parametrize(
    ("seed", "games", "days"),
    [(1, 4, 5), long(1, 18, 5), long(2, 200, 2), *(soak(seed, 200, 2) for seed in range(3, 103))],
)
async def test_bad_days_lose_nothing_double_nothing_and_leave_nobody_uncalled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int, games: int, days: int
) -> None:
    dice = random.Random(seed)
    async with opened_hall(tmp_path) as hall:
        week = Week(hall, dice)
        await week.begin(games)
        weather = Weather(hall, seed)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                discord.utils, "utcnow", lambda: datetime.fromtimestamp(hall.clock.now(), UTC)
            )
            for library in (discord.http, discord.webhook.async_):
                patch.setattr(library, "asyncio", TurnedWaits(hall.clock))
            patch.setattr(
                FaultInjector, "fault_for", lambda _, method, path: weather.fault_for(method, path)
            )
            for day in range(days):
                weather.new_day(day)
                await week.mishaps()
                for game in dice.sample(week.games, games):
                    await week.play(game)
                    await pass_by(hall.clock, STORMY / games)
                await pass_by(hall.clock, AFTER)
                hall.server.moderator.remove_rule(RULE)
                hall.clock.advance(DAY - STORMY - AFTER)
            weather.spells.clear()
            week.open_rooms()
            for game in week.games:
                if game.kind is Kind.GUESTS:
                    await week.board(game, game.people[0])
            await pass_by(hall.clock, DAY / 12)
        rows = await post_rows(hall.client.services.store)
        lost = [row for row in rows if row["state"] != PostState.SENT]
        with capsys.disabled():
            sys.stdout.write(f"\nseed {seed}: {week.turns()} turns, met {dict(weather.met)}\n")
        assert (lost, week.doubled(), week.uncalled()) == ([], [], [])
