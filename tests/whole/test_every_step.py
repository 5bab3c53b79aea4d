"""Each step from a press to a noted post fails once: every post is out exactly once at the end.

A step is a question to the database or a request to Discord, known by who asks and how often they
have asked before. Nobody lists them: they are those of a run without a failure. Each fails before
it takes effect, and after that, when the other side has done what it was asked.
"""

import random
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from bot.model.button_forms import ButtonValue
from bot.model.buttons import AskToGoBack, AskToResign, AskWhoTakesOver, StartLobby
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
from bot.standin.fault_injection import FaultInjector, InjectedFault
from bot.standin.layout import selects, text
from tests.kit.database import fail
from tests.kit.hall import Hall, opened_hall, threads
from tests.kit.whole import Player, controls, has_turn_button, post_rows, shows_table
from tests.whole.forums import TAGS, forum_of, tags_on

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


async def opening(table: Table) -> None:
    """The game begins."""
    await table.seat()
    await table.count()
    await table.insist(table.start)


async def opening_in_a_thread(table: Table) -> None:
    """The game begins, in a thread of its own."""
    await table.seat(thread=True)
    await table.count()
    for _ in range(MOST_TRIES):
        if not table.threads():
            await table.start()
    (table.room,) = table.threads()


async def opening_in_a_forum(table: Table) -> None:
    """A post of a forum is opened for a game, which begins there; its tag follows."""
    ada, bo = table.hall.people[:2]
    forum = await forum_of(table.hall, *TAGS)
    await table.count()
    for _ in range(MOST_TRIES):
        if not table.threads():
            await table.asked(ada, "new")
    (table.room,) = table.threads()
    table.lobby = table.hall.server.world.message(table.room.id, table.room.id)
    for _ in range(2):
        await table.shown(await bo.press(table.lobby, "Join"))
    table.told = len(table.posts())
    await table.insist(table.start)
    for _ in range(MOST_TRIES):
        await table.settle()
    assert tags_on(table.hall, table.room) == ["running"]
    assert table.room.parent_id == forum.id


async def confirmed_turn(table: Table) -> None:
    """Ada confirms her turn; Bo is called, by a direct message too."""
    await table.seat()
    await table.start()
    if await table.mover() is not table.hall.people[0]:
        await table.take_turn()
    await table.take_turn(count=True)


async def question(table: Table) -> None:
    """Somebody wants to take back a turn, and the other says no."""
    await table.seat()
    await table.start()
    asker = await table.mover()
    await table.take_turn()
    await table.count()
    await table.insist(lambda: table.pressed(asker, AskToGoBack(1)))
    other = next(one for one in table.hall.people[:2] if one is not asker)
    for _ in range(2):
        if no := _button(table.posts()[-1], ":no"):
            await table.shown(await other.press(table.posts()[-1], no))
    assert not _button(table.posts()[-1], ":no")


async def resignation(table: Table) -> None:
    """Bo resigns; Ada may end the game."""
    await table.seat()
    await table.start()
    await table.count()

    bo = table.hall.people[1]

    async def resign() -> None:
        if (asked := await table.pressed(bo, AskToResign())) is not None:
            deed = next(controls(asked), None)  # there is none where a step has failed
            if deed is not None:
                await table.shown(await bo.press(asked, deed.custom_id))

    await table.insist(resign, 2)


async def end(table: Table) -> None:
    """Everybody but Ada has resigned, and she ends the game."""
    ada, bo = table.hall.people[:2]
    await table.seat()
    await table.start()
    asked = await table.pressed(bo, AskToResign())
    assert asked is not None
    deed, *_ = controls(asked)
    await table.shown(await bo.press(asked, deed.custom_id))
    await table.count()

    async def win() -> None:
        offer = next(one for one in table.posts() if _button(one, "alone:win"))
        await table.shown(await ada.press(offer, _button(offer, "alone:win")))

    await table.insist(win)


async def hand_over(table: Table) -> None:
    """Bo hands his seat to Cy, who takes it."""
    _, bo, cy = table.hall.people[:3]
    await table.seat()
    await table.start()
    await table.count()

    async def ask() -> None:
        if (page := await table.pressed(bo, AskWhoTakesOver())) is not None:
            for menu in selects(page):  # there is none where a step has failed
                await table.shown(await bo.select(page, menu.custom_id, [cy.user]))

    await table.insist(ask)

    async def accept() -> None:
        # One that a press may have carried twice calls nobody.
        question = next(one for one in table.posts() if f"<@{cy.id}>" in text(one))
        if yes := _button(question, ":yes"):
            await table.shown(await cy.press(question, yes))

    await table.insist(accept, 2)


def _button(message: Message, answer: str) -> str:
    """The id of the button under a message whose answer ends like this, empty for none."""
    found = (one.custom_id for one in controls(message) if one.answer.endswith(answer))
    return next(found, "")


Deed = Callable[[Table], Awaitable[None]]


def at_the_table(hall: Hall) -> Channel:
    """A channel of a server that has the bot."""
    return hall.table


def among_friends(hall: Hall) -> Channel:
    """A group that knows the bot by its people alone: presses carry its posts."""
    for one in hall.people:
        one.user.has_installed_app = True
    return hall.server.conversation(*hall.people)


Where = Callable[[Hall], Channel]


async def walked(folder: Path, deed: Deed, where: Where, fails: Failure | None = None) -> Steps:
    """The steps of a deed in a game of its own, after which all was looked at."""
    steps = Steps(fails)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            FaultInjector, "fault_for", lambda _, method, path: steps.of_request(method, path)
        )
        async with opened_hall(folder) as hall:
            fail(hall.client.services.store, steps.of_store)
            table = Table(hall, steps, where(hall))
            await deed(table)
            await table.check()
    return steps


def failures(steps: Steps) -> list[Failure]:
    """Return every way for one of these steps to fail."""
    return [
        Failure(step, moment, is_cut)
        for step, moment, is_cut in product(dict.fromkeys(steps.taken), Moment, (True, False))
        if is_cut or step.who.split()[0].isupper()
    ]


async def every_failure(
    folder: Path,
    deed: Deed,
    capsys: pytest.CaptureFixture[str],
    one_in: int = 1,
    where: Where = at_the_table,
) -> None:
    """Let one in so many of the failures happen, each in a game of its own; prints the numbers."""
    possible = failures(await walked(folder / "without", deed, where))
    chosen, missed, wrong = possible[::one_in], 0, []
    for number, failure in enumerate(chosen):
        try:
            steps = await walked(folder / str(number), deed, where, failure)
        except AssertionError as error:
            wrong.append(f"{failure}: {error}")
        else:
            missed += failure.step not in steps.taken
    told = f"\n{deed.__name__}: failed {len(chosen)} of {len(possible)} steps, not met {missed}\n"
    with capsys.disabled():
        sys.stdout.write(told)
    assert wrong == []


async def test_a_turn_is_told_once_whatever_step_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await every_failure(tmp_path, confirmed_turn, capsys, 10)


async def test_a_turn_among_friends_is_told_whatever_step_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await every_failure(tmp_path, confirmed_turn, capsys, 10, among_friends)


@pytest.mark.long
@pytest.mark.parametrize("where", [at_the_table, among_friends])
@pytest.mark.parametrize("deed", [opening, confirmed_turn, question, hand_over, resignation, end])
async def test_each_post_is_out_once_whatever_step_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], deed: Deed, where: Where
) -> None:
    await every_failure(tmp_path, deed, capsys, where=where)


@pytest.mark.long
@pytest.mark.parametrize("deed", [opening_in_a_thread, opening_in_a_forum])
async def test_a_game_has_one_place_of_its_own_whatever_step_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], deed: Deed
) -> None:
    await every_failure(tmp_path, deed, capsys, 3)
