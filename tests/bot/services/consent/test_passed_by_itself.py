"""Who can only pass while others wait is told so, and an hour later the bot does it for them."""

from dataclasses import replace

from bot.model import button_choices, preferences, turn_clock
from bot.services.games import saving
from bot.words import catalog
from engine import Game, actions
from engine.events import Passed
from tests.kit.position import Position
from tests.kit.presses import submit
from tests.kit.stack import DAY, HOUR, PEOPLE, Stack

WORDS = catalog()
LINE = WORDS.say("turn.passes_itself")
MIDNIGHT = 1_800_000_000.0 // DAY * DAY


def nothing_left(**tiles: int) -> Game:
    """The countdown runs; seat 1 has these tiles and nothing else, and seat 0 nothing at all."""
    position = Position().row().of(1).row().tiles(**tiles).of(0)
    return position.countdown(3, handed=3).game()


async def called(stack: Stack, position: Game) -> int:
    """A game in which seat 0 has just ended its turn, so that seat 1 is called."""
    game = await stack.start()
    async with stack.games.hold(game) as table:
        table.game = position
        await stack.games.save(table, stack.press(table.players[0]), ())
    await stack.bodies()
    await give(stack, game, actions.EndTurn())
    return game


async def give(stack: Stack, game: int, action: actions.Action) -> None:
    """Let the person to move give an answer."""
    await submit(stack.games, stack.press(await stack.mover(game)), game, (action,))


async def passed(stack: Stack, game: int) -> list[int]:
    """The seats that have passed."""
    async with stack.games.hold(game) as table:
        events = [event for move in table.game.moves for event in move.events]
    return [event.seat for event in events if isinstance(event, Passed)]


async def test_who_can_only_pass_is_told_and_passed_after_an_hour(stack: Stack) -> None:
    game = await called(stack, nothing_left())
    who = await stack.mover(game)
    (call,) = await stack.bodies()
    assert call.foot.endswith(LINE)
    stack.clock.at += turn_clock.PASS_NOTICE - 1
    assert await stack.calls() == []
    await stack.restart()
    stack.clock.at += 1
    (told,) = await stack.calls()
    assert await passed(stack, game) == [1]
    assert f"{who.name} passed for 3 points." in told.text
    assert told.ping == ((await stack.mover(game)).id,) != (who.id,)
    assert await stack.calls() == []


async def test_who_holds_a_tile_decides_about_the_pass(stack: Stack) -> None:
    """The others may turn up something to do, and a person who has passed is out."""
    game = await called(stack, nothing_left(gnome=1))
    (call,) = await stack.bodies()
    assert LINE not in call.foot
    stack.clock.at += turn_clock.PASS_NOTICE
    assert await stack.calls() == []
    assert await passed(stack, game) == []


async def test_a_pass_is_taken_back_as_any_turn(stack: Stack) -> None:
    game = await called(stack, nothing_left())
    who, (other,) = await stack.mover(game), await stack.others(game)
    stack.clock.at += turn_clock.PASS_NOTICE
    await stack.calls()
    asked = await stack.consent.take_back(stack.press(who), game, None, WORDS)
    assert isinstance(asked, saving.Saved)
    question = (await stack.question(game)).id
    await stack.consent.answer(stack.press(other), game, question, button_choices.Consent.YES)
    assert await stack.mover(game) == who
    assert await passed(stack, game) == []
    assert (await stack.row(game)).due == stack.clock.at + turn_clock.PASS_NOTICE


async def test_who_passes_in_time_is_not_passed_again(stack: Stack) -> None:
    game = await called(stack, nothing_left())
    await give(stack, game, actions.Pass())
    assert await passed(stack, game) == [1]
    await give(stack, game, actions.EndTurn())
    stack.clock.at += 3 * turn_clock.PASS_NOTICE
    await stack.calls()
    assert (await passed(stack, game)).count(1) == 1


async def test_who_can_do_more_is_reminded_as_ever(stack: Stack) -> None:
    game = await called(stack, nothing_left(ship=2))
    (call,) = await stack.bodies()
    assert LINE not in call.foot
    assert (await stack.row(game)).due == stack.clock.at + turn_clock.FIRST_REMINDER[
        turn_clock.Pace.RELAXED
    ]


async def test_nobody_is_passed_for_whom_nobody_waits(stack: Stack) -> None:
    game = await called(stack, nothing_left())
    async with stack.games.hold(game) as table:
        waited_for = [table.passes_itself]
        table.bots = frozenset({0})
        waited_for.append(table.passes_itself)
        assert waited_for == [True, False]
        assert table.notice.foot.endswith("You can pass now for 3 points.")


async def test_quiet_hours_put_off_the_notice_and_so_the_pass(stack: Stack) -> None:
    night = turn_clock.Availability("UTC", turn_clock.QuietHours(20 * 60, 8 * 60))

    def sleeping(chosen: preferences.Preferences) -> preferences.Preferences:
        return replace(chosen, availability=night)

    stack.clock.at = MIDNIGHT + 23 * HOUR
    for person in PEOPLE[:2]:
        await stack.preferences.change(stack.press(person), sleeping)
    game = await called(stack, nothing_left())
    await stack.bodies()
    stack.clock.at = MIDNIGHT + DAY + 8 * HOUR - 1
    assert await stack.calls() == []
    stack.clock.at += 1
    (late,) = await stack.calls()
    assert late.text.endswith(LINE)
    stack.clock.at += turn_clock.PASS_NOTICE - 1
    assert await passed(stack, game) == []
    stack.clock.at += 1
    await stack.calls()
    assert await passed(stack, game) == [1]
