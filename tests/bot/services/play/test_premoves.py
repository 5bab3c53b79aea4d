"""Premoves: played as planned and told as any, or not at all; withdrawn, undone, forgotten."""

from dataclasses import replace

import pytest

from bot.model import button_choices, buttons, controls, preferences
from bot.model.custom_ids import write_button
from bot.model.rows import MoveKind, PersonRow, PremoveRow, PremoveState, Via
from bot.present.posts.call_posts import games_page
from bot.services.play.pages import WizardPage
from engine import bag
from engine.notation import format_action
from tests.kit.presses import refused
from tests.kit.stack import DICE, PEOPLE, Stack, premove_quietly
from tests.kit.wizard_player import WORDS, likely_best, tokens

NOTHING = "[[0,0,0,0,0,0,0],[0,0,0,0,0,0]]"
NINE_PATHS = "[[9,0,0,0,0,0,0],[0,0,0,0,0,0]]"


async def pressed(stack: Stack, person: PersonRow, page: WizardPage, answer: str) -> WizardPage:
    return await stack.tryouts.follow(stack.press(person), page.game, page.token, answer, WORDS)


async def planned(stack: Stack, person: PersonRow, game: int, turns: int = 1) -> WizardPage:
    """A tryout in which so many whole turns were tried."""
    page = await stack.tryouts.open(stack.press(person), game, WORDS)
    for n in range(turns):
        for _ in range(30):
            page = await pressed(stack, person, page, likely_best(tokens(page.prompt)))
            if controls.Sign.PREMOVE in tokens(page.prompt) and page.prompt.text.count("\n• ") > n:
                break
        else:
            raise AssertionError("no turn comes to its end")
    return page


async def plan(stack: Stack, person: PersonRow, game: int, turns: int = 1) -> WizardPage:
    """Plan so many turns ahead, by presses."""
    page = await planned(stack, person, game, turns)
    return await pressed(
        stack, person, await pressed(stack, person, page, controls.Sign.PREMOVE), controls.Sign.SURE
    )


async def rows(stack: Stack, game: int) -> tuple[PremoveRow, ...]:
    return await stack.store.read(lambda tx: tx.premoves.of(game))


async def two(stack: Stack, players: int = 2) -> tuple[int, PersonRow, PersonRow]:
    """A game, who is to move, and who is next."""
    game = await stack.start(players)
    async with stack.games.hold(game) as table:
        assert table.game.waiting is not None
        seat = table.game.waiting.seat
        return game, table.players[seat], table.players[(seat + 1) % players]


async def play(stack: Stack, game: int) -> None:
    """Whoever is to move plays a whole turn at random."""
    async with stack.games.hold(game) as table:
        number = table.game.view().turn
    for _ in range(500):
        async with stack.games.hold(game) as table:
            if table.game.view().turn != number:
                return
        await stack.answer(game, DICE)
    raise AssertionError("the turn does not end")


async def spoil(stack: Stack, game: int) -> None:
    """Let what is planned cost something else than it will."""
    changed = [
        replace(row, outcome=f"[{NINE_PATHS},{NOTHING},[]]") for row in await rows(stack, game)
    ]
    await stack.store.write(lambda tx: tx.premoves.put(changed))


async def test_a_turn_is_planned_by_two_presses_more_and_says_what_must_hold(stack: Stack) -> None:
    game, _, me = await two(stack)
    asked = await pressed(stack, me, await planned(stack, me, game), controls.Sign.PREMOVE)
    assert all(WORDS.say(f"premove.{key}") in asked.prompt.text for key in ("ask", "terms"))
    assert await rows(stack, game) == ()
    page = await pressed(stack, me, asked, controls.Sign.SURE)
    (row,) = await rows(stack, game)
    assert (row.person, row.position, row.state) == (me.id, 0, PremoveState.WAITING)
    heading, turn, *_ = page.prompt.text.splitlines()
    assert heading == WORDS.say("premove.heading", n=1)
    assert turn.startswith("1. ")
    assert row.actions not in turn
    assert await stack.store.read(lambda tx: tx.tryouts.get(game, me.id)) is None


async def test_a_premove_that_is_not_allowed_any_more_stands_in_notation(stack: Stack) -> None:
    game, _, me = await two(stack)
    await plan(stack, me, game)
    (row,) = await rows(stack, game)
    await stack.store.write(lambda tx: tx.premoves.put((replace(row, actions="pass"),)))
    page = await stack.premoves.look(stack.press(me), game, WORDS)
    assert page is not None
    assert "\n1. `pass`\n" in page.text


async def test_the_question_can_be_left(stack: Stack) -> None:
    game, _, me = await two(stack)
    page = await planned(stack, me, game)
    asked = await pressed(stack, me, page, controls.Sign.PREMOVE)
    assert (await pressed(stack, me, asked, controls.Sign.BACK)).prompt == page.prompt


async def test_who_is_to_move_and_who_has_no_whole_turn_cannot_premove(stack: Stack) -> None:
    game, mover, me = await two(stack)
    page = await stack.tryouts.open(stack.press(me), game, WORDS)
    assert controls.Sign.PREMOVE not in tokens(page.prompt)
    page = await stack.tryouts.open(stack.press(mover), game, WORDS)
    for _ in range(6):
        assert controls.Sign.PREMOVE not in tokens(page.prompt)
        page = await pressed(stack, mover, page, likely_best(tokens(page.prompt)))
    problem = await refused(stack.premoves.look(stack.press(mover), game, WORDS))
    assert problem == "premove.sorry.own_turn"


async def test_a_premove_is_played_at_once_exactly_as_planned_and_nobody_is_called_to_it(
    stack: Stack,
) -> None:
    game, first, me = await two(stack)
    await plan(stack, me, game)
    (row,) = await rows(stack, game)
    await stack.bodies()
    await play(stack, game)
    async with stack.games.hold(game) as table:
        assert table.mover == first.id
        last = table.game.moves[-1]
        turn = [move for move in table.game.moves if move.turn == last.turn]
        assert ";".join(format_action(move.action) for move in turn) == row.actions
        assert {table.players[move.seat].id for move in turn} == {me.id}
    (told,) = await stack.bodies()
    assert told.text.splitlines()[-1].endswith("(planned ahead)")
    assert me.id not in told.ping
    log = await stack.store.read(lambda tx: tx.games.log(game))
    assert not any(entry.by_bot for entry in log)
    assert len({entry.interaction for entry in log[-len(turn) :]}) == 1
    (row,) = await rows(stack, game)
    assert row.state is PremoveState.PLAYED


async def test_premoves_of_several_are_played_one_after_the_other(stack: Stack) -> None:
    game, first, second = await two(stack, 3)
    third = next(one for one in PEOPLE[:3] if one not in (first, second))
    await plan(stack, second, game)
    await premove_quietly(stack, third, game)
    await stack.bodies()
    await play(stack, game)
    assert await stack.mover(game) == first
    assert {row.state for row in await rows(stack, game)} == {PremoveState.PLAYED}
    (told,) = await stack.bodies()
    assert all(line.endswith("(planned ahead)") for line in told.text.splitlines()[-2:])


async def test_turns_are_planned_in_order_and_played_one_a_turn(stack: Stack) -> None:
    game, first, me = await two(stack)
    await plan(stack, me, game, turns=2)
    assert [row.position for row in await rows(stack, game)] == [0, 1]
    await play(stack, game)
    states = [row.state for row in await rows(stack, game)]
    assert states == [PremoveState.PLAYED, PremoveState.WAITING]
    assert await stack.mover(game) == first


async def test_more_than_three_turns_are_not_planned(stack: Stack) -> None:
    game, _, me = await two(stack)
    asked = await pressed(stack, me, await planned(stack, me, game, turns=4), controls.Sign.PREMOVE)
    assert WORDS.say("premove.too_many") in asked.prompt.text
    assert controls.Sign.SURE not in tokens(asked.prompt)
    await pressed(stack, me, asked, controls.Sign.SURE)
    assert await rows(stack, game) == ()


async def test_what_does_not_fit_is_not_played_and_the_person_is_called_and_told_why(
    stack: Stack,
) -> None:
    game, _, me = await two(stack)
    await plan(stack, me, game, turns=2)
    await spoil(stack, game)
    await stack.bodies()
    await play(stack, game)
    assert await stack.mover(game) == me
    (body,) = await stack.bodies()
    assert me.id in body.ping
    (row,) = await rows(stack, game)
    assert row.state is PremoveState.UNFIT
    page = await stack.wizard.open(stack.press(me), game, WORDS)
    nine = bag.ActionTiles((9, 0, 0, 0, 0, 0, 0))
    told = page.prompt.text.split("\n")[0]
    assert told.startswith(WORDS.say("premove.no_longer", reason="").strip())
    assert told.endswith(
        WORDS.say("premove.unfit.price_now", before=nine, now="").split("instead")[1]
    )
    await play(stack, game)
    assert await rows(stack, game) == ()


async def lay_another(stack: Stack, person: PersonRow, game: int) -> WizardPage:
    """Plan another choice for the same turn, by presses."""
    asked = await pressed(stack, person, await planned(stack, person, game), controls.Sign.PREMOVE)
    return await pressed(stack, person, asked, controls.Sign.ANY)


async def test_of_several_choices_the_first_that_fits_is_played(stack: Stack) -> None:
    game, _, me = await two(stack)
    await plan(stack, me, game)
    page = await lay_another(stack, me, game)
    assert WORDS.say("premove.heading", n=1) in page.prompt.text
    assert page.prompt.text.count("\nor ") == 1
    first, second = await rows(stack, game)
    assert [first.alternative, second.alternative] == [False, True]
    await spoil(stack, game)
    await stack.store.write(lambda tx: tx.premoves.put((second,)))
    await play(stack, game)
    assert await stack.mover(game) != me
    (row,) = await rows(stack, game)
    assert (row.state, row.actions) == (PremoveState.PLAYED, second.actions)


async def test_where_no_choice_fits_the_person_is_called(stack: Stack) -> None:
    game, _, me = await two(stack)
    await plan(stack, me, game)
    await lay_another(stack, me, game)
    await spoil(stack, game)
    await play(stack, game)
    assert await stack.mover(game) == me
    (row,) = await rows(stack, game)
    assert row.state is PremoveState.UNFIT


async def test_there_are_three_choices_at_most_and_none_beside_several_turns(stack: Stack) -> None:
    game, _, me = await two(stack)
    asked = await pressed(stack, me, await planned(stack, me, game), controls.Sign.PREMOVE)
    assert controls.Sign.ANY not in tokens(asked.prompt)
    await pressed(stack, me, asked, controls.Sign.SURE)
    for _ in range(2):
        await lay_another(stack, me, game)
    asked = await pressed(stack, me, await planned(stack, me, game), controls.Sign.PREMOVE)
    assert controls.Sign.ANY not in tokens(asked.prompt)
    await pressed(stack, me, asked, controls.Sign.ANY)
    assert len(await rows(stack, game)) == 3
    await plan(stack, me, game, turns=2)
    assert [row.alternative for row in await rows(stack, game)] == [False, False]
    asked = await pressed(stack, me, await planned(stack, me, game), controls.Sign.PREMOVE)
    assert controls.Sign.ANY not in tokens(asked.prompt)


async def test_choices_for_one_turn_are_listed_as_one_turn(stack: Stack) -> None:
    game, _, me = await two(stack)
    await plan(stack, me, game)
    await lay_another(stack, me, game)
    (line,) = await stack.store.read(lambda tx: tx.clocks.games_of(me.id))
    assert line.premoves == 1


async def test_what_another_version_wrote_is_not_played(stack: Stack) -> None:
    game, _, me = await two(stack)
    await plan(stack, me, game)
    (row,) = await rows(stack, game)
    await stack.store.write(lambda tx: tx.premoves.put((replace(row, outcome="{}"),)))
    await play(stack, game)
    assert await stack.mover(game) == me
    page = await stack.wizard.open(stack.press(me), game, WORDS)
    assert WORDS.say("premove.unfit.length") in page.prompt.text


async def test_a_premove_outlives_a_restart(stack: Stack) -> None:
    game, first, me = await two(stack)
    await plan(stack, me, game)
    await stack.restart()
    await play(stack, game)
    assert await stack.mover(game) == first


async def test_what_is_planned_is_listed_and_withdrawn_with_one_press(stack: Stack) -> None:
    game, _, me = await two(stack)
    await plan(stack, me, game)
    games = await stack.store.read(lambda tx: tx.clocks.games_of(me.id))
    page = games_page(me.id, games, WORDS)
    assert "1 turn planned" in page.text
    assert tokens(page) == [write_button(buttons.WithdrawPremoves(game))]
    look = await stack.premoves.look(stack.press(me), game, WORDS)
    assert look is not None
    assert "\n1. " in look.text
    await stack.premoves.withdraw(stack.press(me), game)
    assert await rows(stack, game) == ()
    assert await stack.premoves.look(stack.press(me), game, WORDS) is None
    await play(stack, game)
    assert await stack.mover(game) == me


async def test_nobody_withdraws_or_sees_what_somebody_else_has_planned(stack: Stack) -> None:
    game, first, me = await two(stack, 3)
    other = next(one for one in PEOPLE[:3] if one not in (first, me))
    await plan(stack, me, game)
    await stack.premoves.withdraw(stack.press(other), game)
    assert len(await rows(stack, game)) == 1
    assert await stack.premoves.look(stack.press(other), game, WORDS) is None


async def test_a_premove_is_undone_until_somebody_else_acts(stack: Stack) -> None:
    game, first, me = await two(stack)
    await premove_quietly(stack, me, game)
    assert await refused(stack.premoves.undo(stack.press(me), game)) == "premove.sorry.too_late"
    await play(stack, game)
    assert await refused(stack.premoves.undo(stack.press(first), game)) == "premove.sorry.too_late"
    look = await stack.premoves.look(stack.press(me), game, WORDS)
    assert look is not None
    assert WORDS.say("premove.played") in look.text
    assert write_button(buttons.UndoPremove()) in tokens(look)
    await stack.premoves.undo(stack.press(me), game)
    assert await stack.mover(game) == me
    assert await rows(stack, game) == ()
    log = await stack.store.read(lambda tx: tx.games.log(game))
    assert log[-1].kind is MoveKind.BACK
    assert await refused(stack.premoves.undo(stack.press(me), game)) == "premove.sorry.too_late"


async def test_a_premove_that_turned_something_up_is_not_undone_alone(stack: Stack) -> None:
    game, _, me = await two(stack)
    await plan(stack, me, game)
    await play(stack, game)
    async with stack.games.hold(game) as table:
        assert table.game.moves[-1].revealed
    look = await stack.premoves.look(stack.press(me), game, WORDS)
    assert look is not None
    assert (look.text, look.rows) == (WORDS.say("premove.revealed"), ())
    assert await refused(stack.premoves.undo(stack.press(me), game)) == "premove.sorry.too_late"


async def test_once_somebody_has_acted_nothing_is_undone(stack: Stack) -> None:
    game, _, me = await two(stack)
    await premove_quietly(stack, me, game)
    await play(stack, game)
    await stack.answer(game, DICE)
    assert await refused(stack.premoves.undo(stack.press(me), game)) == "premove.sorry.too_late"


async def test_who_takes_direct_messages_is_told_in_one(stack: Stack) -> None:
    game, _, me = await two(stack)
    await stack.preferences.change(
        stack.press(me), lambda chosen: replace(chosen, notice=preferences.Notice.MESSAGE)
    )
    await plan(stack, me, game)
    await stack.bodies()
    await play(stack, game)
    await stack.bodies()
    (post,) = [post for post in stack.taken if post.via is Via.DIRECT and post.channel == me.id]
    assert WORDS.say("premove.notice") in post.body


async def test_who_wants_no_message_gets_none(stack: Stack) -> None:
    game, _, me = await two(stack)
    await plan(stack, me, game)
    await play(stack, game)
    await stack.bodies()
    assert not [post for post in stack.taken if post.via is Via.DIRECT]


async def test_going_back_by_agreement_takes_what_is_planned_with_it(stack: Stack) -> None:
    game, first, me = await two(stack)
    await play(stack, game)
    await play(stack, game)
    await plan(stack, me, game)
    await stack.consent.take_back(stack.press(first), game, None, WORDS)
    question = await stack.question(game)
    assert len(await rows(stack, game)) == 1
    await stack.consent.answer(stack.press(me), game, question.id, button_choices.Consent.YES)
    assert await rows(stack, game) == ()


@pytest.mark.parametrize("how", ["bot", "resign", "hand over", "end"])
async def test_who_leaves_takes_what_is_planned_along(stack: Stack, how: str) -> None:
    game, _, me = await two(stack, 3)
    await plan(stack, me, game)
    press = stack.press(me)
    match how:
        case "bot":
            await stack.leaving.let_bot_play(press, game)
        case "resign":
            await stack.leaving.resign(press, game)
        case "hand over":
            async with stack.games.hold(game) as table:
                seat = table.seat_playing(me.id)
                await stack.games.reseat(stack.press(PEOPLE[3]), table, seat)
        case "end":
            async with stack.games.hold(game) as table:
                await stack.games.end(press, table, "It is over.")
    assert await rows(stack, game) == ()
