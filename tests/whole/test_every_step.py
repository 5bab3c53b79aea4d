"""Each step from a press to a noted post fails once: every post is out exactly once at the end.

A step is a question to the database or a request to Discord, known by who asks and how often they
have asked before. Nobody lists them: they are those of a run without a failure. Each fails before
it takes effect, and after that, when the other side has done what it was asked.
"""

import sys
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path

import pytest

from bot.model.buttons import AskToGoBack, AskToResign, AskWhoTakesOver
from bot.standin import (
    Channel,
    Message,
    Moment,
)
from bot.standin.fault_injection import FaultInjector
from bot.standin.layout import selects, text
from tests.kit.database import fail
from tests.kit.hall import Hall, opened_hall
from tests.kit.marks import long, soak
from tests.kit.whole import controls
from tests.whole.forums import TAGS, forum_of, tags_on
from tests.whole.steps import MOST_TRIES, Failure, Steps, Table


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
    one_in: int,
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
    await every_failure(tmp_path, confirmed_turn, capsys, 20)


async def test_a_turn_among_friends_is_told_whatever_step_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await every_failure(tmp_path, confirmed_turn, capsys, 20, among_friends)


@pytest.mark.parametrize("one_in", [long(4), soak(1)])
@pytest.mark.parametrize("where", [at_the_table, among_friends])
@pytest.mark.parametrize("deed", [opening, confirmed_turn, question, hand_over, resignation, end])
async def test_each_post_is_out_once_whatever_step_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], deed: Deed, where: Where, one_in: int
) -> None:
    await every_failure(tmp_path, deed, capsys, one_in, where)


@pytest.mark.parametrize("one_in", [long(4), soak(1)])
@pytest.mark.parametrize("deed", [opening_in_a_thread, opening_in_a_forum])
async def test_a_game_has_one_place_of_its_own_whatever_step_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], deed: Deed, one_in: int
) -> None:
    await every_failure(tmp_path, deed, capsys, one_in)
