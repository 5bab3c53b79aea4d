"""Rematches: the same people and options, begun by who was second; one lobby, for them alone."""

import asyncio
from dataclasses import replace

import pytest

from bot.model.buttons import AskRematch, TableOption, TakeTurn
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.rows import PersonRow, Status
from bot.services.games.saving import Saved
from bot.services.play.lobbies import LobbyService, OpenLobby
from bot.services.play.rematches import Rematches, next_turns
from engine import GameOptions
from tests.bot.presses import abandon
from tests.bot.salon import PEOPLE, STRANGER, Salon


def lobbies(salon: Salon) -> LobbyService:
    return LobbyService(salon.store, salon.games)


async def rematch(salon: Salon, person: PersonRow, game: int) -> OpenLobby | Saved:
    return await Rematches(salon.games, lobbies(salon), salon.limits).open(
        salon.press(person), game
    )


async def over(salon: Salon, options: GameOptions) -> int:
    """A game that has ended; how does not matter here."""
    people = PEOPLE[: options.players]
    game = (await salon.games.start(salon.press(people[0]), options, people)).game
    await abandon(salon.games, salon.press(people[0]), game)
    return game


async def turns(salon: Salon, game: int) -> list[int]:
    """The people of a game in the order of their turns."""
    async with salon.games.table(game) as table:
        starter = table.game.view().starter
        players = [one.id for one in table.players]
    return [*players[starter:], *players[:starter]]


async def refused(salon: Salon, person: PersonRow, game: int) -> Problem:
    with pytest.raises(UserError) as sorry:
        await rematch(salon, person, game)
    return sorry.value.problem


async def begin(salon: Salon, first: PersonRow, game: int) -> int:
    """The rematch of a game: one opens it, the others join, and the first starts it."""
    await rematch(salon, first, game)
    async with salon.games.table(game) as table:
        others = [one for one in table.players if one.id != first.id]
    for person in others:
        await lobbies(salon).join(salon.press(person))
    return await start(salon, first)


async def start(salon: Salon, host: PersonRow) -> int:
    press = salon.press(host)
    return (await lobbies(salon).start(press, press.channel)).game


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_who_was_second_begins_and_the_order_stays(salon: Salon, players: int) -> None:
    game = await over(salon, GameOptions(players))
    for _ in range(players + 1):
        before = await turns(salon, game)
        again = await begin(salon, PEOPLE[players - 1], game)
        assert await turns(salon, again) == [*before[1:], before[0]]
        assert (await salon.mover(again)).id == before[1]
        await abandon(salon.games, salon.press(PEOPLE[0]), again)
        game = again


async def test_a_rematch_has_the_options_and_the_language_of_the_game(salon: Salon) -> None:
    press = salon.press(PEOPLE[0])
    polish = replace(press, channel=replace(press.channel, locale="pl"))
    options = GameOptions(2, beginner=True, strict_payment=True)
    game = (await salon.games.start(polish, options, PEOPLE[:2])).game
    await abandon(salon.games, salon.press(PEOPLE[0]), game)
    lobby = await rematch(salon, PEOPLE[1], game)
    assert isinstance(lobby, OpenLobby)
    assert lobby.row.locale == "pl"
    await lobbies(salon).join(salon.press(PEOPLE[0]))
    again = await start(salon, PEOPLE[1])
    async with salon.games.table(again) as table:
        assert table.game.options == options
        assert table.channel.locale == "pl"


async def test_everybody_of_the_game_has_to_join(salon: Salon) -> None:
    game = await over(salon, GameOptions(3))
    lobby = await rematch(salon, PEOPLE[0], game)
    assert isinstance(lobby, OpenLobby)
    assert [one.name for one in lobby.shown.people] == ["Ada"]
    assert {one.name for one in lobby.shown.awaited} == {"Bo", "Cy"}
    await lobbies(salon).join(salon.press(PEOPLE[1]))
    with pytest.raises(UserError) as sorry:
        await start(salon, PEOPLE[0])
    assert sorry.value.problem is Problem.LOBBY_AWAITS
    assert sorry.value.slots == {"names": ("Cy",)}


async def test_nobody_else_can_join(salon: Salon) -> None:
    game = await over(salon, GameOptions(2))
    await rematch(salon, PEOPLE[0], game)
    with pytest.raises(UserError) as sorry:
        await lobbies(salon).join(salon.press(STRANGER))
    assert sorry.value.problem is Problem.LOBBY_INVITED


async def test_two_presses_at_once_open_one_lobby(salon: Salon) -> None:
    game = await over(salon, GameOptions(2))
    opened = await asyncio.gather(*(rematch(salon, one, game) for one in PEOPLE[:2]))
    assert {type(one) for one in opened} == {OpenLobby}
    lobby = await lobbies(salon).look(7)
    assert lobby is not None
    assert len(lobby.shown.people) == 2
    assert lobby.shown.awaited == ()


async def test_a_second_press_of_the_same_person_changes_nothing(salon: Salon) -> None:
    game = await over(salon, GameOptions(2))
    await rematch(salon, PEOPLE[0], game)
    assert await refused(salon, PEOPLE[0], game) is Problem.LOBBY_JOINED


async def test_outsiders_ask_for_no_rematch(salon: Salon) -> None:
    game = await over(salon, GameOptions(2))
    assert await refused(salon, STRANGER, game) is Problem.NOT_A_PLAYER


async def test_no_rematch_while_a_game_runs(salon: Salon) -> None:
    game = await over(salon, GameOptions(2))
    running = await salon.start(2)
    assert await refused(salon, PEOPLE[0], game) is Problem.GAME_RUNNING
    assert await refused(salon, PEOPLE[0], running) is Problem.GAME_RUNNING
    assert await salon.status(running) is Status.RUNNING


async def test_the_lobby_of_others_is_left_alone(salon: Salon) -> None:
    game = await over(salon, GameOptions(2))
    await lobbies(salon).open(salon.press(STRANGER), frozenset())
    assert await refused(salon, PEOPLE[0], game) is Problem.LOBBY_OTHERS
    lobby = await lobbies(salon).look(7)
    assert lobby is not None
    assert [one.name for one in lobby.shown.people] == ["Eve"]


async def test_a_lobby_for_a_rematch_survives_a_restart(salon: Salon) -> None:
    game = await over(salon, GameOptions(3))
    before = await rematch(salon, PEOPLE[2], game)
    await salon.restart()
    after = await lobbies(salon).look(7)
    assert isinstance(before, OpenLobby)
    assert after == before


async def test_options_can_still_be_changed_by_the_host(salon: Salon) -> None:
    game = await over(salon, GameOptions(2))
    await rematch(salon, PEOPLE[0], game)
    lobby = await lobbies(salon).toggle(salon.press(PEOPLE[0]), TableOption.BEGINNER)
    assert lobby.shown.options.beginner
    assert len(lobby.shown.invited) == 2


async def test_against_tom_the_next_game_starts_at_once(salon: Salon) -> None:
    game = await over(salon, GameOptions(1, beginner=True))
    done = await rematch(salon, PEOPLE[0], game)
    assert isinstance(done, Saved)
    async with salon.games.table(done.game) as table:
        assert table.game.options == GameOptions(1, beginner=True)
    assert await refused(salon, PEOPLE[0], game) is Problem.GAME_RUNNING


async def test_a_challenge_goes_on_at_its_next_rung(salon: Salon) -> None:
    game = await over(salon, GameOptions(1, handicap=-10))
    rung = await salon.games.challenge_of(PEOPLE[0].id)
    done = await rematch(salon, PEOPLE[0], game)
    assert isinstance(done, Saved)
    async with salon.games.table(done.game) as table:
        assert table.game.options.handicap == rung


async def test_a_press_that_comes_twice_starts_one_game(salon: Salon) -> None:
    game = await over(salon, GameOptions(1))
    press = salon.press(PEOPLE[0])
    service = Rematches(salon.games, lobbies(salon), salon.limits)
    found = await asyncio.gather(
        service.open(press, game), service.open(press, game), return_exceptions=True
    )
    assert sum(isinstance(one, Saved) for one in found) == 1
    (sorry,) = [one for one in found if isinstance(one, UserError)]
    assert sorry.problem in {Problem.GAME_RUNNING, Problem.ALREADY_DONE}


async def test_who_took_a_seat_over_plays_the_rematch(salon: Salon) -> None:
    game = await salon.start(2)
    async with salon.games.table(game) as table:
        seat = next(at for at, one in enumerate(table.players) if one.id == PEOPLE[1].id)
        await salon.games.reseat(salon.press(PEOPLE[2]), table, seat)
        assert {one.name for one in next_turns(table)} == {"Ada", "Cy"}
    press: Invocation = salon.press(PEOPLE[0])
    await abandon(salon.games, press, game)
    assert await refused(salon, PEOPLE[1], game) is Problem.NOT_A_PLAYER
    assert isinstance(await rematch(salon, PEOPLE[2], game), OpenLobby)


async def test_after_a_resignation_a_rematch_is_offered(salon: Salon) -> None:
    game = await salon.start(2)
    await salon.leaving.resign(salon.press(PEOPLE[1]), game)
    await salon.leaving.win(salon.press(PEOPLE[0]), game)
    shown = [button.value for row in (await salon.bodies())[-1].rows for button in row]
    assert AskRematch() in shown
    assert TakeTurn() not in shown
    assert len(await turns(salon, await begin(salon, PEOPLE[1], game))) == 2
