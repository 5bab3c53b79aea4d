"""Bots that sit at a table as players do: seated, marked as what they are, and played against."""

import random
from collections.abc import Mapping

import pytest

from bot.model import results
from bot.model.buttons import DismissBot, SeatBot, ShowStandings
from bot.model.custom_ids import write_button
from bot.services.games.thinker import Thinker
from bot.standin import Message, UserClient
from bot.standin.layout import buttons, selects, text
from bot.words import catalog
from engine.agents.levels import Level
from engine.agents.players import PLAYERS, Agent
from tests.kit.evening import play_to_the_end, posts_tell_everything
from tests.kit.hall import Hall
from tests.kit.pages import by_page, in_words
from tests.kit.quick_bots import BY_CHANCE
from tests.kit.whole import Player as Presser
from tests.kit.whole import controls, has_turn_button

WORDS = catalog()


def think_by(hall: Hall, players: Mapping[str, Agent]) -> None:
    """Let the bots of a hall play as these players do."""
    hall.client.services.games.thinker = Thinker(players=players)


@pytest.mark.long
@pytest.mark.parametrize("players", [BY_CHANCE, PLAYERS])
async def test_a_game_of_one_person_and_one_bot_to_its_end(
    hall: Hall, players: Mapping[str, Agent]
) -> None:
    think_by(hall, players)
    ada = Presser(hall.people[0], hall.table, random.Random(1))
    await (await ada.person.slash(hall.table, "bonfire", "solo", level="easy")).response()
    final = await play_to_the_end([ada])
    assert "Bot 1 (easy)" in text(final)
    posts_tell_everything(hall.server, [ada])
    listed = await (await ada.person.slash(hall.table, "bonfire", "results")).response()
    assert "Bot 1 (easy)" in text(listed)
    board = await (
        await by_page(ada.person, hall.table, "results", ShowStandings(results.Board.TABLES, 0))
    ).response()
    assert WORDS.say("standings.heading.bots") in in_words(board)
    assert "**1** Ada: " in in_words(board)
    again = await (await ada.person.press(final, "Rematch")).response()
    assert in_words(again) == WORDS.say("shell.started")
    told = await ada.person.waits_for(hall.table, lambda m: m.id > again.id and bool(buttons(m)))
    assert "goes first" in text(told)


async def offered(person: UserClient, lobby: Message, value: SeatBot | DismissBot) -> Message:
    """Choose a row of the menu of bots; returns the lobby as it then is."""
    wanted = write_button(value)
    control = next(one for one in controls(lobby) if one.value == wanted)
    return await (await person.select(lobby, control.custom_id, [wanted])).response()


async def test_the_host_seats_bots_by_the_menu_of_the_table(hall: Hall) -> None:
    think_by(hall, BY_CHANCE)
    ada, bo = hall.people[:2]
    new = await ada.slash(hall.table, "bonfire", "new", thread=False, bots=1, level="hard")
    lobby = await new.response()
    assert "2 players: Ada and Bot 1 (hard)." in in_words(lobby)
    lobby = await offered(ada, lobby, SeatBot(Level.EXPERT))
    assert "3 players: Ada, Bot 1 (hard), and Bot 2 (expert)." in in_words(lobby)
    lobby = await offered(ada, lobby, DismissBot(1))
    assert "2 players: Ada and Bot 2 (expert)." in in_words(lobby)
    refused = await offered(bo, lobby, SeatBot(Level.EASY))
    assert refused.ephemeral_for == bo.id
    assert in_words(refused) == WORDS.say("error.lobby_host_only", host="Ada")
    await (await bo.press(lobby, "Join")).response()
    await (await ada.press(lobby, "Start")).response()
    post = await ada.waits_for(hall.table, has_turn_button)
    assert has_turn_button(post)
    page = await (await ada.slash(hall.table, "bonfire", "board")).response()
    assert "Bot 2 (expert)'s city" in [button.label for button in buttons(page)]


async def test_a_table_with_bots_alone_counts_as_a_game_alone(hall: Hall) -> None:
    think_by(hall, BY_CHANCE)
    ada = hall.people[0]
    new = await ada.slash(hall.table, "bonfire", "new", thread=False, bots=3)
    lobby = await new.response()
    assert len(selects(lobby)) == 1
    await (await ada.press(lobby, "Start")).response()
    await ada.waits_for(hall.table, has_turn_button)


async def test_the_menu_without_a_choice_is_outdated(hall: Hall) -> None:
    ada = hall.people[0]
    lobby = await (await ada.slash(hall.table, "bonfire", "new")).response()
    pressed = await ada.press_late(lobby, selects(lobby)[1].custom_id)
    assert in_words(await pressed.response()) == WORDS.say("error.outdated_button")


async def test_where_the_bot_may_only_answer_its_turns_follow_the_press_before(hall: Hall) -> None:
    think_by(hall, BY_CHANCE)
    ada, bo = hall.people[:2]
    for one in (ada, bo):
        one.user.has_installed_app = True
    room = hall.server.conversation(ada, bo)
    await (await ada.slash(room, "bonfire", "solo", bots=3)).response()
    first = await ada.waits_for(room, has_turn_button)
    await Presser(ada, room, random.Random(1)).take_turn(first)
    second = await ada.waits_for(room, lambda m: m.id > first.id and has_turn_button(m))
    assert second.webhook
    told = "\n".join(text(one) for one in hall.server.app_messages(room))
    assert all(f"Bot {number} (medium)" in told for number in (1, 2, 3))


async def test_a_challenge_is_against_tom(hall: Hall) -> None:
    ada = hall.people[0]
    answer = await ada.slash(hall.table, "bonfire", "solo", challenge=True, bots=2)
    assert in_words(await answer.response()) == WORDS.say("bots.sorry.challenge")


async def test_a_private_table_has_four_seats(hall: Hall) -> None:
    ada, bo, cy = hall.people[:3]
    answer = await ada.slash(hall.table, "bonfire", "new", guest=bo.user, guest2=cy.user, bots=2)
    assert in_words(await answer.response()) == WORDS.say("bots.sorry.room")
