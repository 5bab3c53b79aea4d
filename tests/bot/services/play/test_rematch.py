"""Rematches: the same people and options, begun by who was second; one lobby, for them alone."""

import asyncio
from dataclasses import replace

import pytest

from bot.model import button_choices, buttons, rows
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.services.games import saving
from bot.services.games.challenge import CHALLENGE, challenge_of
from bot.services.games.kind import CASUAL, GameKind
from bot.services.play.lobbies import next_turns
from bot.services.play.open_lobby import OpenLobby
from engine import GameOptions
from tests.kit.bots import lobbies, rematch
from tests.kit.presses import abandon, refused
from tests.kit.stack import PEOPLE, STRANGER, Stack


async def over(stack: Stack, options: GameOptions, kind: GameKind = CASUAL) -> int:
    """A game that has ended; how does not matter here."""
    people = PEOPLE[: options.players]
    game = (await stack.games.start(stack.press(people[0]), options, people, kind=kind)).game
    await abandon(stack.games, stack.press(people[0]), game)
    return game


async def turns(stack: Stack, game: int) -> list[int]:
    """The people of a game in the order of their turns."""
    async with stack.games.hold(game) as table:
        starter = table.game.view().starter
        players = [one.id for one in table.players]
    return [*players[starter:], *players[:starter]]


async def begin(stack: Stack, first: rows.PersonRow, game: int) -> int:
    """The rematch of a game: one opens it, the others join, and the first starts it."""
    await rematch(stack, first, game)
    async with stack.games.hold(game) as table:
        others = [one for one in table.players if one.id != first.id]
    for person in others:
        await lobbies(stack).join(stack.press(person))
    return await start(stack, first)


async def start(stack: Stack, host: rows.PersonRow) -> int:
    press = stack.press(host)
    return (await lobbies(stack).start(press, press.channel)).game


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_who_was_second_begins_and_the_order_stays(stack: Stack, players: int) -> None:
    game = await over(stack, GameOptions(players))
    for _ in range(players + 1):
        before = await turns(stack, game)
        again = await begin(stack, PEOPLE[players - 1], game)
        assert await turns(stack, again) == [*before[1:], before[0]]
        assert (await stack.mover(again)).id == before[1]
        await abandon(stack.games, stack.press(PEOPLE[0]), again)
        game = again


async def test_a_rematch_has_the_options_and_the_language_of_the_game(stack: Stack) -> None:
    press = stack.press(PEOPLE[0])
    polish = replace(press, channel=replace(press.channel, locale="pl"))
    options = GameOptions(2, beginner=True, strict_payment=True)
    game = (await stack.games.start(polish, options, PEOPLE[:2])).game
    await abandon(stack.games, stack.press(PEOPLE[0]), game)
    lobby = await rematch(stack, PEOPLE[1], game)
    assert isinstance(lobby, OpenLobby)
    assert lobby.row.locale == "pl"
    await lobbies(stack).join(stack.press(PEOPLE[0]))
    again = await start(stack, PEOPLE[1])
    async with stack.games.hold(again) as table:
        assert table.game.options == options
        assert table.channel.locale == "pl"


async def test_everybody_of_the_game_has_to_join(stack: Stack) -> None:
    game = await over(stack, GameOptions(3))
    lobby = await rematch(stack, PEOPLE[0], game)
    assert isinstance(lobby, OpenLobby)
    assert [one.name for one in lobby.shown.people] == ["Ada"]
    assert {one.name for one in lobby.shown.awaited} == {"Bo", "Cy"}
    await lobbies(stack).join(stack.press(PEOPLE[1]))
    with pytest.raises(UserError) as sorry:
        await start(stack, PEOPLE[0])
    assert sorry.value.problem == "rematch.sorry.awaits"
    assert sorry.value.slots == {"names": ("Cy",)}


async def test_a_rematch_starts_without_who_does_not_come(stack: Stack) -> None:
    game = await over(stack, GameOptions(3))
    before = await turns(stack, game)
    await rematch(stack, PEOPLE[0], game)
    await lobbies(stack).join(stack.press(PEOPLE[1]))
    press = stack.press(PEOPLE[1])
    assert (
        await refused(lobbies(stack).start(press, press.channel, without_missing=True))
        == "error.lobby_host_only"
    )
    press = stack.press(PEOPLE[0])
    again = (await lobbies(stack).start(press, press.channel, without_missing=True)).game
    there = {PEOPLE[0].id, PEOPLE[1].id}
    assert await turns(stack, again) == [one for one in (*before[1:], before[0]) if one in there]


async def test_nobody_starts_a_rematch_alone(stack: Stack) -> None:
    game = await over(stack, GameOptions(3))
    await rematch(stack, PEOPLE[0], game)
    press = stack.press(PEOPLE[0])
    assert (
        await refused(lobbies(stack).start(press, press.channel, without_missing=True))
        == "error.lobby_too_few"
    )


async def test_who_declines_a_rematch_is_not_waited_for(stack: Stack) -> None:
    game = await over(stack, GameOptions(3))
    await rematch(stack, PEOPLE[0], game)
    await lobbies(stack).join(stack.press(PEOPLE[1]))
    await lobbies(stack).decline(stack.press(PEOPLE[2]))
    assert len(await turns(stack, await start(stack, PEOPLE[0]))) == 2


async def test_nobody_else_can_join(stack: Stack) -> None:
    game = await over(stack, GameOptions(2))
    await rematch(stack, PEOPLE[0], game)
    assert await refused(lobbies(stack).join(stack.press(STRANGER))) == "rematch.sorry.invited"


async def test_two_presses_at_once_open_one_lobby(stack: Stack) -> None:
    game = await over(stack, GameOptions(2))
    opened = await asyncio.gather(*(rematch(stack, one, game) for one in PEOPLE[:2]))
    assert {type(one) for one in opened} == {OpenLobby}
    lobby = await lobbies(stack).look(7)
    assert lobby is not None
    assert len(lobby.shown.people) == 2
    assert lobby.shown.awaited == ()


async def test_a_second_press_of_the_same_person_changes_nothing(stack: Stack) -> None:
    game = await over(stack, GameOptions(2))
    await rematch(stack, PEOPLE[0], game)
    assert await refused(rematch(stack, PEOPLE[0], game)) == "error.lobby_joined"


async def test_outsiders_ask_for_no_rematch(stack: Stack) -> None:
    game = await over(stack, GameOptions(2))
    assert await refused(rematch(stack, STRANGER, game)) == Problem.NOT_A_PLAYER


async def test_no_rematch_while_a_game_runs(stack: Stack) -> None:
    game = await over(stack, GameOptions(2))
    running = await stack.start(2)
    assert await refused(rematch(stack, PEOPLE[0], game)) == Problem.GAME_RUNNING
    assert await refused(rematch(stack, PEOPLE[0], running)) == Problem.GAME_RUNNING
    assert await stack.status(running) is rows.Status.RUNNING


async def test_the_lobby_of_others_is_left_alone(stack: Stack) -> None:
    game = await over(stack, GameOptions(2))
    await lobbies(stack).open(stack.press(STRANGER), frozenset())
    assert await refused(rematch(stack, PEOPLE[0], game)) == "error.lobby_others"
    lobby = await lobbies(stack).look(7)
    assert lobby is not None
    assert [one.name for one in lobby.shown.people] == ["Eve"]


async def test_a_lobby_for_a_rematch_survives_a_restart(stack: Stack) -> None:
    game = await over(stack, GameOptions(3))
    before = await rematch(stack, PEOPLE[2], game)
    await stack.restart()
    after = await lobbies(stack).look(7)
    assert isinstance(before, OpenLobby)
    assert after == before


async def test_options_can_still_be_changed_by_the_host(stack: Stack) -> None:
    game = await over(stack, GameOptions(2))
    await rematch(stack, PEOPLE[0], game)
    lobby = await lobbies(stack).toggle(
        stack.press(PEOPLE[0]), button_choices.TableOption("beginner")
    )
    assert lobby.shown.options.beginner
    assert len(lobby.shown.invited) == 2


async def test_against_tom_the_next_game_starts_at_once(stack: Stack) -> None:
    game = await over(stack, GameOptions(1, beginner=True))
    done = await rematch(stack, PEOPLE[0], game)
    assert isinstance(done, saving.Saved)
    async with stack.games.hold(done.game) as table:
        assert table.game.options == GameOptions(1, beginner=True)
    assert await refused(rematch(stack, PEOPLE[0], game)) == Problem.GAME_RUNNING


async def test_a_challenge_goes_on_at_its_next_rung(stack: Stack) -> None:
    game = await over(stack, GameOptions(1, handicap=-10), CHALLENGE)
    rung = await stack.store.read(lambda tx: challenge_of(tx, PEOPLE[0].id))
    done = await rematch(stack, PEOPLE[0], game)
    assert isinstance(done, saving.Saved)
    async with stack.games.hold(done.game) as table:
        assert table.game.options.handicap == rung


async def test_a_press_that_comes_twice_starts_one_game(stack: Stack) -> None:
    game = await over(stack, GameOptions(1))
    press, service = stack.press(PEOPLE[0]), lobbies(stack)
    may = stack.limits.alone(press)
    found = await asyncio.gather(
        service.rematch(press, game, may),
        service.rematch(press, game, may),
        return_exceptions=True,
    )
    assert sum(isinstance(one, saving.Saved) for one in found) == 1
    (sorry,) = [one for one in found if isinstance(one, UserError)]
    assert sorry.problem in {Problem.GAME_RUNNING, "error.already_done"}


async def test_who_took_a_seat_over_plays_the_rematch(stack: Stack) -> None:
    game = await stack.start(2)
    async with stack.games.hold(game) as table:
        seat = next(at for at, one in enumerate(table.players) if one.id == PEOPLE[1].id)
        await stack.games.reseat(stack.press(PEOPLE[2]), table, seat)
        assert {one.name for one in next_turns(table)} == {"Ada", "Cy"}
    press: Invocation = stack.press(PEOPLE[0])
    await abandon(stack.games, press, game)
    assert await refused(rematch(stack, PEOPLE[1], game)) == Problem.NOT_A_PLAYER
    assert isinstance(await rematch(stack, PEOPLE[2], game), OpenLobby)


async def test_after_a_resignation_a_rematch_is_offered(stack: Stack) -> None:
    game = await stack.start(2)
    await stack.leaving.resign(stack.press(PEOPLE[1]), game)
    await stack.leaving.win(stack.press(PEOPLE[0]), game)
    shown = [button.value for row in (await stack.bodies())[-1].rows for button in row]
    assert buttons.AskRematch() in shown
    assert buttons.TakeTurn() not in shown
    assert len(await turns(stack, await begin(stack, PEOPLE[1], game))) == 2
