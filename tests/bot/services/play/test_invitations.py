"""Invitations to a table: seats that are kept, answers, and who is notified. No Discord."""

from dataclasses import replace

import pytest

from bot.model import button_choices, buttons, messages, preferences, rows, turn_clock
from bot.model.errors import UserError
from bot.model.people import to_person
from bot.present.posts.invitations import called_text, guest_menu
from bot.present.posts.turn_posts import lobby_post
from bot.services.consent.leaving import ForgetService
from bot.services.play.lobbies import LobbyService
from bot.services.play.open_lobby import OpenLobby
from bot.words import catalog, languages
from engine import GameOptions
from tests.kit.bots import lobbies
from tests.kit.presses import abandon
from tests.kit.stack import DAY, PEOPLE, STRANGER, Stack

ADA, BO, CY, DI = PEOPLE


async def opened(stack: Stack, *guests: rows.PersonRow) -> OpenLobby:
    """Ada's table, to which these are invited."""
    await lobbies(stack).open(stack.press(ADA), frozenset())
    lobby, _ = await lobbies(stack).invite(stack.press(ADA), guests)
    return lobby


async def refused(stack: Stack, host: rows.PersonRow, *guests: rows.PersonRow) -> UserError:
    with pytest.raises(UserError) as sorry:
        await lobbies(stack).invite(stack.press(host), guests)
    return sorry.value


async def test_a_guest_sits_down_and_is_no_guest_any_more(stack: Stack) -> None:
    lobby = await opened(stack, BO)
    assert [one.name for one in lobby.shown.guests] == ["Bo"]
    assert lobby.free == 2
    lobby = await lobbies(stack).join(stack.press(BO))
    assert lobby.row.guests == ()
    assert lobby.row.members == (ADA, BO)
    assert (await lobbies(stack).ready(stack.press(ADA))).free == 2


async def test_who_declines_gives_the_seat_away_and_can_think_again(stack: Stack) -> None:
    await opened(stack, BO)
    lobby = await lobbies(stack).decline(stack.press(BO))
    assert lobby.row.guests == (rows.GuestRow(BO, declined=True),)
    assert lobby.free == 3
    assert [one.name for one in lobby.shown.declined] == ["Bo"]
    lobby = await lobbies(stack).join(stack.press(BO))
    assert lobby.row.guests == ()


async def test_only_who_is_awaited_declines(stack: Stack) -> None:
    await opened(stack, BO)
    for person in (ADA, CY):
        with pytest.raises(UserError) as sorry:
            await lobbies(stack).decline(stack.press(person))
        assert sorry.value.problem == "invite.sorry.not_invited"


async def test_seats_are_kept_for_guests(stack: Stack) -> None:
    await opened(stack, BO, CY, DI)
    with pytest.raises(UserError) as sorry:
        await lobbies(stack).join(stack.press(STRANGER))
    assert sorry.value.problem == "invite.sorry.kept"
    assert sorry.value.slots == {"names": ("Bo", "Cy", "Di")}
    await lobbies(stack).decline(stack.press(DI))
    assert (await lobbies(stack).join(stack.press(STRANGER))).free == 0
    await lobbies(stack).join(stack.press(BO))
    await lobbies(stack).join(stack.press(CY))
    with pytest.raises(UserError) as sorry:
        await lobbies(stack).join(stack.press(DI))
    assert sorry.value.problem == "error.lobby_full"


async def test_nobody_is_asked_twice(stack: Stack) -> None:
    await opened(stack, BO)
    assert (await refused(stack, ADA, BO)).problem == "invite.sorry.asked"
    await lobbies(stack).decline(stack.press(BO))
    assert (await refused(stack, ADA, BO)).problem == "invite.sorry.declined"
    await lobbies(stack).join(stack.press(CY))
    sorry = await refused(stack, ADA, CY)
    assert sorry.problem == "invite.sorry.seated"
    assert sorry.slots == {"who": "Cy"}


async def test_all_are_invited_or_nobody(stack: Stack) -> None:
    before = await opened(stack, BO)
    assert (await refused(stack, ADA, CY, BO)).problem == "invite.sorry.asked"
    sorry = await refused(stack, ADA, CY, DI, STRANGER)
    assert (sorry.problem, sorry.slots) == ("invite.sorry.no_seats", {"n": 2})
    assert await lobbies(stack).look(7) == before
    await lobbies(stack).invite(stack.press(ADA), (CY, DI))
    assert (await refused(stack, ADA, STRANGER)).problem == "invite.sorry.kept"


async def test_only_the_host_invites_and_only_to_an_open_table(stack: Stack) -> None:
    assert (await refused(stack, ADA, BO)).problem == "error.lobby_gone"
    await opened(stack, BO)
    sorry = await refused(stack, BO, CY)
    assert (sorry.problem, sorry.slots) == ("error.lobby_host_only", {"host": "Ada"})


async def test_the_host_need_not_wait_for_answers(stack: Stack) -> None:
    await opened(stack, BO)
    await lobbies(stack).join(stack.press(CY))
    press = stack.press(ADA)
    done = await lobbies(stack).start(press, press.channel)
    async with stack.games.hold(done.game) as table:
        assert {player.name for player in table.players} == {"Ada", "Cy"}


async def test_invitations_survive_a_restart_and_a_new_host(stack: Stack) -> None:
    await opened(stack, BO, CY)
    await lobbies(stack).join(stack.press(CY))
    await lobbies(stack).decline(stack.press(BO))
    before = await lobbies(stack).leave(stack.press(ADA))
    await stack.restart()
    assert await lobbies(stack).look(7) == before
    lobby, _ = await lobbies(stack).invite(stack.press(CY), (DI,))
    assert lobby.host == CY
    assert lobby.guests == (DI,)


async def test_who_wants_no_calls_is_not_notified(stack: Stack) -> None:
    await stack.preferences.change(
        stack.press(BO), lambda own: replace(own, notice=preferences.Notice.NONE)
    )
    away = turn_clock.Availability(away_until=stack.clock.at + DAY)
    await stack.preferences.change(stack.press(CY), lambda own: replace(own, availability=away))
    await lobbies(stack).open(stack.press(ADA), frozenset())
    lobby, heard = await lobbies(stack).invite(stack.press(ADA), (BO, CY, DI))
    assert lobby.guests == (BO, CY, DI)
    assert heard == (DI.id,)


async def test_a_forgotten_guest_leaves_the_table_to_the_others(stack: Stack) -> None:
    await opened(stack, BO, CY)
    await ForgetService(stack.store, stack.games, stack.leaving, "").forget(BO.id)
    lobby = await lobbies(stack).look(7)
    assert lobby is not None
    assert lobby.guests == (CY,)


async def rematch(stack: Stack, players: int) -> LobbyService:
    """The lobby of a rematch that Ada has opened."""
    game = (await stack.games.start(stack.press(ADA), GameOptions(players), PEOPLE[:players])).game
    await abandon(stack.games, stack.press(ADA), game)
    press = stack.press(ADA)
    await lobbies(stack).rematch(press, game, stack.limits.alone(press))
    return lobbies(stack)


async def test_a_rematch_goes_on_without_who_declines(stack: Stack) -> None:
    lobbies = await rematch(stack, 3)
    lobby = await lobbies.decline(stack.press(BO))
    assert {one.id for one in lobby.row.invited} == {ADA.id, CY.id}
    assert lobby.awaited == (CY,)
    with pytest.raises(UserError) as sorry:
        await lobbies.join(stack.press(BO))
    assert sorry.value.problem == "rematch.sorry.invited"
    await lobbies.join(stack.press(CY))
    press = stack.press(ADA)
    assert (await lobbies.start(press, press.channel)).game


async def test_a_rematch_of_one_is_a_table_for_everybody(stack: Stack) -> None:
    lobbies = await rematch(stack, 2)
    assert (await refused(stack, ADA, STRANGER)).problem == "invite.sorry.settled"
    lobby = await lobbies.decline(stack.press(BO))
    assert lobby.row.invited == ()
    lobby, _ = await lobbies.invite(stack.press(ADA), (STRANGER,))
    assert lobby.guests == (STRANGER,)


async def test_a_person_invites_so_many_in_a_while(stack: Stack) -> None:
    for _ in range(4):
        stack.limits.invite(ADA.id, 3)
    with pytest.raises(UserError) as sorry:
        stack.limits.invite(ADA.id, 1)
    assert sorry.value.problem == "limit.invited"
    stack.limits.invite(BO.id, 1)
    stack.clock.at += 601
    stack.limits.invite(ADA.id, 3)


def values(post: messages.Post) -> set[object]:
    return {button.value for row in post.rows for button in row}


def test_the_lobby_shows_its_guests_and_lets_them_decline() -> None:
    ada, bo, cy = map(to_person, (ADA, BO, CY))
    for locale in languages():
        words = catalog(locale)
        plain = lobby_post(messages.Lobby((ada,), GameOptions(2)), words)
        assert buttons.DeclineInvitation() not in values(plain)
        post = lobby_post(
            messages.Lobby((ada,), GameOptions(2), guests=(bo,), declined=(cy,)), words
        )
        assert buttons.DeclineInvitation() in values(post)
        assert words.say("invite.guests", names=("Bo",)) in post.text
        assert words.say("invite.declined", names=("Cy",)) in post.text
        assert max(len(row) for row in post.rows) <= 5
        called = called_text(ada, (bo, cy), words)
        assert {"<@22>", "<@33>", "Ada"} <= set(called.replace(",", "").split())


def test_as_many_can_be_chosen_as_there_are_seats() -> None:
    words, ada = catalog(), to_person(ADA)
    lobby = messages.Lobby((ada,), GameOptions(2))
    for free, most in ((3, 3), (2, 2), (1, 1)):
        (menu,) = guest_menu(lobby, free, words)
        assert menu == messages.PeopleMenu(buttons.InvitePeople(), words.say("invite.menu"), most)
    assert guest_menu(lobby, 0, words) == ()
    assert guest_menu(replace(lobby, invited=(ada,)), 2, words) == ()


async def test_an_option_changes_nothing_for_guests(stack: Stack) -> None:
    await opened(stack, BO)
    lobby = await lobbies(stack).toggle(stack.press(ADA), button_choices.TableOption("beginner"))
    assert lobby.guests == (BO,)
