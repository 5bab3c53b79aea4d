"""The settings of people, servers and tables, and the limits on one person. It knows no Discord.

The limits are on games alone, and on openings and presses in a while.
"""

import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final

from bot.model.clock import Clock
from bot.model.errors import UserError
from bot.model.invocation import Invocation
from bot.model.people import to_person
from bot.model.preferences import (
    Allowed,
    Appearance,
    Notice,
    Preferences,
    ServerSettings,
    TurnPictures,
)
from bot.model.rows import PersonRow
from bot.model.settings import UNSET
from bot.model.turn_clock import Pace
from bot.services.games.saving import ExtraWrite, Saved, may_notify, restart_clock, schedule_call
from bot.services.games.service import GameService
from bot.store.store import Store, Transaction
from engine.agents.levels import Level


@dataclass(frozen=True, slots=True)
class PreferenceService:
    """Every change of a setting; clocks follow at once."""

    store: Store
    games: GameService

    async def of(self, person: int) -> Preferences:
        """Return the settings of a person."""
        return await self.store.read(lambda tx: tx.preferences.of(person))

    async def beside_server(
        self, person: int, guild: int | None
    ) -> tuple[Preferences, Appearance | None]:
        """Return the settings of a person, and the look of their server; None outside of one."""

        async def work(tx: Transaction) -> tuple[Preferences, Appearance | None]:
            server = await tx.preferences.of_server(guild)
            look = None if guild is None else server.appearance
            return await tx.preferences.of(person), look

        return await self.store.read(work)

    async def call_in(self, invocation: Invocation, game: int, notice: Notice | None) -> None:
        """Set how a game calls the person who pressed; raises UserError for people who watch."""
        person = invocation.person.id
        async with self.games.hold(game) as table:
            table.seat_playing(person)
            await self.store.write(lambda tx: tx.preferences.call_in(person, game, notice))

    async def of_server(self, guild: int | None) -> ServerSettings:
        """Return the settings of a server."""
        return await self.store.read(lambda tx: tx.preferences.of_server(guild))

    async def here(self, person: int, guild: int | None) -> Preferences:
        """Return the settings of a person; the gaps of their look are filled by the server's."""

        async def work(tx: Transaction) -> Preferences:
            own, server = await tx.preferences.of(person), await tx.preferences.of_server(guild)
            return replace(own, appearance=own.appearance.over(server.appearance))

        return await self.store.read(work)

    async def undisturbed(self, people: Iterable[PersonRow]) -> tuple[PersonRow, ...]:
        """Those of these people who do not want to be notified, at all or now."""
        now = self.games.clock.now()

        async def work(tx: Transaction) -> tuple[PersonRow, ...]:
            wishes = [(person, await tx.preferences.of(person.id)) for person in people]
            return tuple(person for person, chosen in wishes if not may_notify(chosen, now))

        return await self.store.read(work)

    async def change(
        self, invocation: Invocation, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Set something for the person who pressed; their clocks are wound again."""
        person, now = invocation.person.id, self.games.clock.now()

        async def work(tx: Transaction) -> Preferences:
            chosen = change(await tx.preferences.of(person))
            await tx.preferences.put(person, chosen)
            for row in await tx.clocks.waiting_for(person):
                await schedule_call(tx, row, now)
            return chosen

        return await self.store.write(work)

    async def change_server(
        self, invocation: Invocation, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Set something for a server; raises UserError for who may not manage it."""
        guild = invocation.channel.guild
        if guild is None:
            raise UserError("server.sorry.nowhere")
        if not invocation.manages:
            raise UserError("server.sorry.managers_only")

        async def work(tx: Transaction) -> ServerSettings:
            rules = change(await tx.preferences.of_server(guild))
            await tx.preferences.put_server(guild, rules)
            return rules

        rules = await self.store.write(work)
        self.games.forget(guild)
        return rules

    async def may_open(self, invocation: Invocation) -> None:
        """Raise UserError where the person may not open games."""
        rules = await self.of_server(invocation.channel.guild)
        if rules.opens is Allowed.MANAGERS and not invocation.manages:
            raise UserError("server.sorry.opens")

    async def may_abort(self, invocation: Invocation) -> None:
        """Raise UserError where the person may not abort games."""
        rules = await self.of_server(invocation.channel.guild)
        if rules.aborts is Allowed.MANAGERS and not invocation.manages:
            raise UserError("server.sorry.aborts")

    async def set_pace(self, invocation: Invocation, game: int, pace: Pace) -> Saved:
        """Set the pace of a game, from now on; raises UserError for who does not play in it."""
        async with self.games.hold(game) as table:
            table.must_concern(invocation.person.id)
            who, now = table.named(invocation.person).name, self.games.clock.now()
            chosen = table.words.say(f"pace.{pace}")
            text = table.words.say("pace.changed", who=who, pace=chosen)
            return await self.games.tell(
                invocation, table, text, lambda tx: restart_clock(tx, game, now, pace)
            )

    async def set_level(self, invocation: Invocation, game: int, level: Level) -> Saved:
        """Set how strong the bot plays for people in a game; raises UserError as `set_pace` does.

        A turn that it is thinking about already is played as it was begun.
        """
        async with self.games.hold(game) as table:
            table.must_concern(invocation.person.id)
            who, chosen = table.named(invocation.person).name, table.words.say(f"level.{level}")
            text = table.words.say("bot_level.changed", who=who, level=chosen)
            with self.games.changing(table):
                table.level = level
                return await self.games.tell(
                    invocation, table, text, lambda tx: tx.games.strengthen(game, level)
                )

    async def set_posts(
        self, invocation: Invocation, game: int, posts: TurnPictures | None
    ) -> Saved:
        """Set the pictures of a game's posts; raises UserError as `set_pace` does."""
        async with self.games.hold(game) as table:
            table.must_concern(invocation.person.id)
            who, chosen = table.named(invocation.person).name, f"posts_choice.{posts or UNSET}"
            text = table.words.say("look.posts_changed", who=who, posts=table.words.say(chosen))
            with self.games.changing(table):
                table.posts = posts
                return await self.games.tell(
                    invocation, table, text, lambda tx: tx.games.picture(game, posts)
                )


@dataclass(frozen=True, slots=True)
class LanguageService:
    """The languages of tables and of people; each change takes effect at once."""

    store: Store
    games: GameService

    async def of_person(self, person: int, client: str) -> str:
        """The language that a person reads: their own choice, else that of their client."""
        own = await self.store.read(lambda tx: tx.preferences.of(person))
        return own.language or client

    async def heard(self, person: int, known: Preferences, client: str) -> None:
        """Note the language of the client of a person who wants direct messages."""
        if known.notice is Notice.MESSAGE and known.client != client:
            await self.store.write(lambda tx: tx.preferences.note_client(person, client))

    async def opening(self, invocation: Invocation, chosen: str | None) -> Invocation:
        """The press, at a table in the language that its organiser chose.

        Without a choice it is the one that the server has set, or that the person reads in a DM.
        """

        async def usual(tx: Transaction) -> str | None:
            guild = invocation.channel.guild
            if guild is None:
                return (await tx.preferences.of(invocation.person.id)).language
            return (await tx.preferences.of_server(guild)).language

        language = chosen or await self.store.read(usual)
        if language is None:
            return invocation
        return replace(invocation, channel=replace(invocation.channel, locale=language))

    async def set_game(self, invocation: Invocation, game: int, locale: str) -> Saved:
        """Let a game's table speak a language from now on, and tell it there.

        Raises UserError where no game runs, or the person does not play in it.
        """
        async with self.games.hold(game) as table:
            table.must_concern(invocation.person.id)
            with self.games.changing(table):
                table.channel = replace(table.channel, locale=locale)
                language = table.words.language(locale)
                who = to_person(invocation.person).name
                text = table.words.say("language.changed", who=who, language=language)
                return await self.games.tell(
                    invocation, table, text, lambda tx: tx.games.speak(game, locale)
                )


@dataclass(frozen=True, slots=True)
class Rate:
    """At most so many times within so many seconds."""

    most: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Allowances:
    """The allowances of one person; somebody who plays in earnest never meets a limit."""

    alone: int = 3
    """Running games against Tom in one server."""
    openings: Rate = Rate(5, 600.0)
    """Tables and games opened, wherever."""
    invited: Rate = Rate(12, 600.0)
    """People invited to tables, wherever."""
    calls: Rate = Rate(2, 3600.0)
    """Limit on one person's notifications to the same other one; more are silent."""
    presses: Rate = Rate(20, 10.0)
    """Buttons, menus, forms and commands."""
    completions: Rate = Rate(40, 10.0)
    """Lists that are offered while somebody types."""


_ENDLESS: Final = Rate(sys.maxsize, 0.0)
UNLIMITED: Final = Allowances(
    alone=sys.maxsize,
    openings=_ENDLESS,
    invited=_ENDLESS,
    calls=_ENDLESS,
    presses=_ENDLESS,
    completions=_ENDLESS,
)
"""For a table of friends on one machine, and for measurements."""


class RateVerdict(Enum):
    """The verdict on a person's rate of presses: as a person plays, or faster."""

    NONE = auto()
    """The press is to be answered."""
    FIRST = auto()
    """This is the first press too many of late, and gets an answer that says so."""
    MORE = auto()
    """One soon after that, of which nothing needs to be said."""


@dataclass(frozen=True, slots=True)
class RecentDeeds:
    """Times of what each person or pair did lately; refused deeds do not count."""

    rate: Rate
    clock: Clock
    _times: OrderedDict[Hashable, deque[float]] = field(init=False, default_factory=OrderedDict)

    def allows(self, person: Hashable, deeds: int = 1) -> bool:
        """Say whether a person may do that many more."""
        before = self.clock.elapsed() - self.rate.seconds
        self._forget(before)
        times = self._times.get(person, ())
        return sum(time > before for time in times) + deeds <= self.rate.most

    def take(self, person: Hashable, deeds: int = 1) -> bool:
        """Count deeds of a person, unless that is one too many; whether they were counted."""
        if not self.allows(person, deeds):
            return False
        now = self.clock.elapsed()
        times = self._times.get(person, deque())
        while times and times[0] <= now - self.rate.seconds:
            times.popleft()
        times.extend([now] * deeds)
        self._times[person] = times
        self._times.move_to_end(person)
        return True

    def _forget(self, before: float) -> None:
        """Forget people who did nothing since; those who did something last stand last."""
        while self._times:
            person, times = next(iter(self._times.items()))
            if times[-1] > before:
                return
            del self._times[person]


class PersonalLimits:
    """Keeps one person from taking the bot, or the threads of a server, from all others."""

    def __init__(self, store: Store, clock: Clock, limits: Allowances) -> None:
        """Nobody has done anything yet."""
        self._store = store
        self._alone = limits.alone
        self._openings = RecentDeeds(limits.openings, clock)
        self._invited = RecentDeeds(limits.invited, clock)
        self._calls = RecentDeeds(limits.calls, clock)
        self._presses = RecentDeeds(limits.presses, clock)
        self._completions = RecentDeeds(limits.completions, clock)
        self._told = RecentDeeds(Rate(1, limits.presses.seconds), clock)

    def press(self, person: int) -> RateVerdict:
        """Count a press of a person, and tell whether it is one too many."""
        if self._presses.take(person):
            return RateVerdict.NONE
        return RateVerdict.FIRST if self._told.take(person) else RateVerdict.MORE

    def complete(self, person: int) -> bool:
        """Count a completion of a person; returns whether it is to be worked out."""
        return self._completions.take(person)

    def open(self, person: int) -> None:
        """Count that a person opens a table or a game; raises UserError at one too many."""
        if not self._openings.take(person):
            raise UserError("limit.openings")

    def invite(self, person: int, people: int) -> None:
        """Count whom a person invites; raises UserError at one too many."""
        if not self._invited.take(person, people):
            raise UserError("limit.invited")

    def heard(self, asker: int, people: Iterable[int]) -> tuple[int, ...]:
        """Those whom a person may call once more; all others see what asks them in silence."""
        return tuple(one for one in people if self._calls.allows((asker, one)))

    def call(self, asker: int, people: Iterable[int]) -> tuple[int, ...]:
        """Count that a person calls people; returns those whom that may notify."""
        return tuple(one for one in people if self._calls.take((asker, one)))

    async def may_play_alone(self, invocation: Invocation) -> None:
        """Raise UserError where a person plays enough games against Tom in this server."""
        await self._store.read(self.alone(invocation))

    def alone(self, invocation: Invocation) -> ExtraWrite:
        """Check the limit in the transaction that starts a game: of two at once one comes last."""
        person, guild = invocation.person.id, invocation.channel.guild

        async def check(tx: Transaction) -> None:
            running = 0 if guild is None else await tx.games.alone_in(person, guild)
            if running >= self._alone:
                raise UserError("limit.alone", n=running)

        return check
