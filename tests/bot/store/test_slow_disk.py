"""A disk that is slow holds up a press once, and shows in the log and in the figures."""

import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.model import controls, telemetry
from bot.services.play.wizard import Wizard
from bot.store.queries import Read, SqlConnection, Work
from bot.store.store import Store
from bot.words import catalog
from tests.kit.database import Over
from tests.kit.hall import Hall
from tests.kit.stack import stack_in
from tests.kit.whole import Player, has_turn_button


@dataclass(slots=True)
class Counting(Over):
    """An engine over another one that counts how often somebody waits for the disk."""

    flushes: list[bool] = field(default_factory=list)

    async def transaction(self, work: Work[Read], *, flushed: bool = True) -> Read:
        """Do all of `work`."""
        self.flushes.append(flushed)
        return await self.engine.transaction(work, flushed=flushed)

    async def read(self, work: Work[Read]) -> Read:
        """Run `work`, which only reads."""
        return await self.engine.read(work)


async def test_an_answer_waits_for_the_disk_once_and_a_page_never(hall: Hall) -> None:
    await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
    post = await hall.ada.waits_for(hall.table, has_turn_button)
    await hall.clock.still.come()
    services = hall.client.services
    services.store._database = counting = Counting(services.store.engine)
    player = Player(hall.ada, hall.table, random.Random(2))
    prompt = await player.open_turn(post)
    assert counting.flushes == [False]
    legal = await hall.ada.autocomplete(hall.table, "turn", "move", focused="line", typed="")
    line = next(str(one.value) for one in legal if str(one.value).startswith("start "))
    counting.flushes.clear()
    await (await hall.ada.slash(hall.table, "turn", "move", line=line)).response()
    assert counting.flushes == [True, False]
    assert player.choose(prompt) is not None


async def test_help_in_a_turn_is_not_forgotten(tmp_path: Path) -> None:
    """The deal of the week tells who was helped, so that reaches the disk with the page."""
    async with stack_in(tmp_path) as stack:
        game = await stack.start()
        stack.wizard = Wizard(stack.store, stack.games)
        stack.store._database = counting = Counting(stack.store.engine)
        press, words = stack.press(await stack.mover(game)), catalog()
        page = await stack.wizard.open(press, game, words)
        assert counting.flushes == [False]
        await stack.wizard.follow(
            stack.press(press.person), game, page.token, controls.Sign.SUGGEST, words
        )
        assert counting.flushes[-1]


@pytest.mark.parametrize("fails", [False, True])
async def test_only_what_asks_for_it_does_not_wait_for_the_disk(
    tmp_path: Path, *, fails: bool
) -> None:
    store = await Store.open(tmp_path / "bonfire.db")
    seen = []

    async def look(db: SqlConnection) -> None:
        (row,) = await db.rows("PRAGMA synchronous", ())
        seen.append(row["synchronous"])
        if fails and seen[-1] == 1:
            raise ZeroDivisionError

    for flushed in (True, False, True):
        try:
            await store.engine.transaction(look, flushed=flushed)
        except ZeroDivisionError:
            assert not flushed
    await store.close()
    assert seen == [2, 1, 2]  # FULL, NORMAL, FULL


def test_a_slow_change_is_logged_once_an_hour(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now, seen = 0.0, telemetry.Environment()
    monkeypatch.setattr("bot.model.telemetry.time.monotonic", lambda: now)
    for now in (10.0, 20.0, 3500.0, 3700.0):  # noqa: B007 - the clock reads it
        seen.note_write(telemetry.SLOW_WRITE)
        seen.note_write(telemetry.SLOW_WRITE / 2)
    assert len(caplog.messages) == 2
    assert caplog.messages[0].startswith("the database took 2.0 s for a change")
    assert not seen.fails
