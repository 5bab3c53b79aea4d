"""The steps of a turn, one of which can fail, and a table whose people go on regardless."""

import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from bot.model.button_forms import ButtonValue
from bot.model.buttons import StartLobby
from bot.model.controls import Sign
from bot.model.custom_ids import Binding
from bot.model.rows import PostState
from bot.model.settings import ChooseSetting, Setting, Whose
from bot.standin import (
    Channel,
    Interaction,
    Message,
    Moment,
    NotAnswered,
    Reset,
    ServerError,
    UserClient,
)
from bot.standin.fault_injection import InjectedFault
from tests.kit.hall import Hall, threads
from tests.kit.whole import Player, controls, has_turn_button, post_rows, shows_table

A_WHILE: Final = 20.0
"""Seconds after which somebody looks again, or presses once more."""
MOST_TRIES: Final = 12
NAMES_IN_PATHS: Final = re.compile(r"(?<=/)(\d+|[^/]{30,})(?=/|$)")


class Step(NamedTuple):
    """The asker, and the count of earlier requests; method and path name a request."""

    who: str
    before: int


class Failure(NamedTuple):
    """Ways for a step to fail: before or after its effect, cut off or with status 503."""

    step: Step
    moment: Moment
    is_cut: bool = True


@dataclass(slots=True)
class Steps:
    """The steps of a turn; one of them can fail."""

    fails: Failure | None = None
    counts: bool = False
    taken: list[Step] = field(default_factory=list)
    times: Counter[str] = field(default_factory=Counter)

    def of_store(self, who: str) -> Moment | None:
        """The time at which a question to the database fails, if it does."""
        failure = self._meets(who)
        return None if failure is None else failure.moment

    def of_request(self, method: str, path: str) -> InjectedFault | None:
        """The fault of a request."""
        failure = self._meets(f"{method} {NAMES_IN_PATHS.sub('…', path)}")
        if failure is None:
            return None
        return Reset(failure.moment) if failure.is_cut else ServerError(503, failure.moment)

    def _meets(self, who: str) -> Failure | None:
        if not self.counts:
            return None
        step = Step(who, self.times[who])
        self.times[who] += 1
        self.taken.append(step)
        return self.fails if self.fails is not None and self.fails.step == step else None


@dataclass(slots=True)
class Table:
    """A game of Ada and of Bo, who wants direct messages, while one step may fail."""

    hall: Hall
    steps: Steps
    room: Channel
    told: int = 0
    """Number of posts when steps began to count."""
    lobby: Message | None = None
    """The table before the game began."""

    async def count(self) -> None:
        """Count steps from here on."""
        await self.settle()
        self.told = len(self.posts())
        self.steps.counts = True

    async def settle(self) -> None:
        """Let some time pass, and everything happen that waits for it."""
        clock = self.hall.clock
        await clock.turned(clock.sleep(A_WHILE), within=A_WHILE, pause=0.0)
        await clock.still.come()

    @property
    def is_guest(self) -> bool:
        """Say whether the bot may only answer here, so that presses carry its posts."""
        return self.room.is_private

    def threads(self) -> list[Channel]:
        """The threads that nobody has put away."""
        return [one for one in threads(self.hall) if one.thread and not one.thread.archived]

    def posts(self) -> list[Message]:
        """Return the bot's posts at the table, but not its answers to presses."""
        presses = self.hall.server.interactions
        answers = {press.original.id for press in presses if press.original is not None}
        return [one for one in self.hall.server.app_messages(self.room) if one.id not in answers]

    async def asked(self, who: UserClient, *path: str, **options: Any) -> Message | None:
        """Return the answer to a command at the table, as for `shown`."""
        sent = await who.slash(self.room, "bonfire", *path, options=options)
        return await self.shown(sent)

    async def pressed(self, who: UserClient, value: ButtonValue, game: int = 1) -> Message | None:
        """Return the answer to a button of some private page, as for `shown`."""
        assert self.lobby is not None
        return await self.shown(await who.press_late(self.lobby, Binding(game).custom_id(value)))

    async def shown(self, asked: Interaction) -> Message | None:
        """Return the result of a press after a while; None where its answer does not come."""
        await self.settle()
        with suppress(NotAnswered, TimeoutError):
            return await asked.response(0.01)
        return None

    async def insist(self, act: Callable[[], Awaitable[object]], news: int = 1) -> None:
        """Do something until so many posts have come of it."""
        for _ in range(MOST_TRIES):
            await act()
            if len(self.posts()) >= self.told + news:
                return
        raise AssertionError("no post comes")

    async def seat(self, *, thread: bool = False) -> None:
        """Let the people sit down."""
        ada, bo = self.hall.people[:2]
        self.lobby = await self.asked(ada, "new", thread=thread)
        assert self.lobby is not None
        await self.pressed(bo, ChooseSetting(Whose.PERSON, Setting.NOTICE, "message"), 0)
        await self.shown(await bo.press(self.lobby, "Join"))

    async def start(self) -> None:
        """Start the game."""
        await self.pressed(self.hall.people[0], StartLobby(), 0)

    async def mover(self) -> UserClient:
        """Return the player to move."""
        async with self.hall.client.services.games.hold(1) as table:
            assert table.game.waiting is not None
            number = table.players[table.game.waiting.seat].id
        return next(one for one in self.hall.people if one.id == number)

    async def take_turn(self, *, count: bool = False) -> None:
        """Let the player to move finish their turn; maybe count from its *Confirm*."""
        mover, before = await self.mover(), len(self.posts())
        player = Player(mover, self.room, random.Random(4))
        prompt: Message | None = None
        for _ in range(100):
            if len(self.posts()) > before:
                return
            control = None if prompt is None or prompt.deleted else player.choose(prompt)
            if prompt is None or control is None:
                posts = [one for one in self.posts() if has_turn_button(one)]
                control = next(one for one in controls(posts[-1]) if one.answer == "turn")
                prompt = posts[-1]
            if count and control.answer == Sign.CONFIRM and not self.steps.counts:
                await self.count()
            prompt = await self.shown(await player.press(prompt, control)) or prompt
        raise AssertionError("the turn does not end")

    async def check(self) -> None:
        """Fail unless every post is out once, and the newest one alone calls to a turn."""
        self.steps.counts = False
        assert self.threads() == [self.room] * self.room.is_thread
        await self.settle()
        await self.settle()
        if self.is_guest:
            await self.ask_for_the_rest()
        store = self.hall.client.services.store

        rows = await post_rows(store)
        assert {row["state"] for row in rows} == {PostState.SENT}
        direct = (one for who in self.hall.people for one in self.direct(who))
        out = [one.id for one in (*self.posts(), *direct)]
        known = {row["message"] for row in rows}
        assert known <= set(out)
        twice = [one for one in out if one not in known]
        assert len(known) == len(rows)
        assert len(twice) <= self.may_be_doubled
        if not self.is_guest:
            tables = [one for one in self.posts() if shows_table(one)]
            is_on = await store.read(lambda tx: tx.games.running_in(self.room.id)) is not None
            assert [one for one in tables if has_turn_button(one)] == (tables[-1:] if is_on else [])

    def direct(self, who: UserClient) -> list[Message]:
        """Return the direct messages of the bot to somebody, which answer no press."""
        return [one for one in self.hall.server.app_messages(who.dm()) if not one.webhook]

    async def ask_for_the_rest(self) -> None:
        """Press until all that waits for a press is out; one carries five posts."""
        for _ in range(MOST_TRIES):
            await self.asked(self.hall.people[0], "mygames")

    @property
    def may_be_doubled(self) -> bool:
        """Say whether a post may be out twice: Discord knows no follow-up again.

        Only one that was taken while its answer failed.
        """
        fails = self.steps.fails
        if not self.is_guest or fails is None:
            return False
        return fails.moment is Moment.AFTER and fails.step.who.startswith("POST /webhooks")
