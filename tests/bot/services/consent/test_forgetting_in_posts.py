"""Forgetting a person in posts that wait: names are slots, and what belongs to others survives."""

import random
from pathlib import Path
from typing import Final

import pytest

from bot.model import buttons, rows, turn_clock
from bot.model.people import slotted
from bot.model.stored_post import StoredPost
from engine import GameOptions
from tests.kit.forgetting import OTHERS, ZOE, forgetter, game_with_zoe, traces
from tests.kit.marks import long
from tests.kit.stack import DAY, PEOPLE, Stack, stack_in

pytestmark = pytest.mark.in_a_file

SIGNS: Final = "\ue00022\ue001x\ue002"
"""Signs that slots consist of."""


async def told_after(stack: Stack, name: str, *, out: bool) -> list[StoredPost]:
    """Return the posts of a game of three when the last but one, called `name`, is forgotten.

    The posts before that are `out`, or wait because Discord takes none.
    """
    leaver = rows.PersonRow(ZOE.id, name)
    game = (await stack.games.start(stack.press(leaver), GameOptions(3), (leaver, *OTHERS))).game
    await stack.play(game, random.Random(4), 30)
    if out:
        await stack.bodies()
    await stack.leaving.resign(stack.press(OTHERS[1]), game)
    await forgetter(stack).forget(leaver.id)
    return await stack.bodies()


@pytest.mark.parametrize("names", [("e", "<@11>", SIGNS), long(("ed", "bot", "it", "a|b"))])
@pytest.mark.parametrize("out", [True, False])
async def test_the_news_of_the_others_do_not_depend_on_a_name(
    tmp_path: Path, names: tuple[str, ...], *, out: bool
) -> None:
    told: dict[str, list[StoredPost]] = {}
    for called in ("Zqxj", *names):
        folder = tmp_path / str(len(told))
        folder.mkdir()
        async with stack_in(folder) as stack:
            told[called] = await told_after(stack, called, out=out)
            assert not {ZOE.id} & {one for body in told[called] for one in body.ping}
            assert traces(stack.path, (ZOE.id, "Zqxj")) == set()
    news = told["Zqxj"]
    assert {name: bodies for name, bodies in told.items() if bodies != news} == {}
    values = [[button.value for row in body.rows for button in row] for body in news]
    assert sum(of_one.count(buttons.TakeWin()) for of_one in values) == 1
    if not out:
        assert len(news) > 5
        assert sum(buttons.TakeTurn() in of_one for of_one in values) > 1


async def test_a_vote_of_the_others_still_shows_its_answers(stack: Stack) -> None:
    game = (await stack.games.start(stack.press(ZOE), GameOptions(4), (ZOE, *PEOPLE[:3]))).game
    while (await stack.mover(game)) == ZOE:
        await stack.take_turn(game, random.Random(5))
    late = await stack.mover(game)
    stack.clock.at += 30 * DAY
    voters = [one for one in PEOPLE[:3] if one != late]
    await stack.votes.ask(stack.press(voters[0]), game)
    await stack.votes.cast(
        stack.press(ZOE), game, (await stack.row(game)).turn, turn_clock.VoteOption.WAIT
    )
    await stack.bodies()
    await forgetter(stack).forget(ZOE.id)
    turn = (await stack.row(game)).turn
    await stack.votes.cast(stack.press(voters[0]), game, turn, turn_clock.VoteOption.WAIT)
    await stack.bodies()
    assert any(voters[0].name in body.note for body in stack.messages.values())


async def test_mentions_and_names_of_a_post_that_waits_are_rewritten(stack: Stack) -> None:
    game = await game_with_zoe(stack)
    await stack.bodies()
    who = slotted(ZOE)
    body = StoredPost(
        game, 0, f"Ada waits for {who.name}.", (), (), (11, ZOE.id), 0, (ZOE.id,), foot=who.mention
    )
    await stack.store.write(lambda tx: tx.posts.add(game, 7, rows.Via.CHANNEL, body.dump()))
    await forgetter(stack).forget(ZOE.id)
    kept = (await stack.bodies())[0]
    assert (kept.text, kept.foot) == ("Ada waits for Former player.", "Former player")
    assert (kept.ping, kept.direct) == ((11,), ())
