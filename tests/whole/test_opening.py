"""Games opened by the buttons of the help: one press each, and kind words where that cannot be."""

from bot.standin import Message, model
from bot.standin.layout import text
from bot.words import catalog
from tests.kit.hall import Hall
from tests.kit.pages import in_words
from tests.kit.whole import called, has_turn_button

WORDS = catalog()
ALONE, TABLE = WORDS.say("table_button.solo"), WORDS.say("table_button.new")


async def help_for(hall: Hall) -> Message:
    ada = hall.people[0]
    shown = await (await ada.slash(hall.table, "bonfire", "help")).response()
    assert shown.ephemeral_for == ada.id
    return shown


async def test_a_game_against_tom_begins_with_a_press(hall: Hall) -> None:
    ada = hall.people[0]
    answer = await (await ada.press(await help_for(hall), ALONE)).response()
    assert (answer.ephemeral_for, text(answer)) == (ada.id, WORDS.say("shell.started"))
    post = await ada.waits_for(hall.table, has_turn_button)
    assert called(post) == ada.id
    assert WORDS.say("turn.begins_solo") in text(post)


async def test_a_table_is_opened_for_everybody_with_a_press(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    lobby = await (await ada.press(await help_for(hall), TABLE)).response()
    assert lobby.ephemeral_for is None
    joined = await (await bo.press(lobby, "Join")).response()
    assert "Bo" in text(joined)


async def test_a_name_that_is_an_address_brings_no_preview_into_the_lobby(hall: Hall) -> None:
    eve, bo = hall.server.person("discord.gg/eve"), hall.people[1]
    hall.server.join(hall.guild, eve)
    lobby = await (await eve.slash(hall.table, "bonfire", "new")).response()
    assert "discord.gg/eve" not in text(lobby)
    assert "discord.gg/eve" in text(lobby).replace("\\", "").replace("\u200b", "")
    assert model.MessageFlag.SUPPRESS_EMBEDS in lobby.flags
    joined = await (await bo.press(lobby, "Join")).response()
    assert model.MessageFlag.SUPPRESS_EMBEDS in joined.flags


async def test_of_two_presses_at_once_one_opens_a_game(hall: Hall) -> None:
    ada, shown = hall.people[0], await help_for(hall)
    first, second = [await ada.press(shown, ALONE) for _ in range(2)]
    told = [in_words(await one.response()) for one in (first, second)]
    assert told.count(WORDS.say("place.full")) == 1


async def test_no_table_is_opened_in_a_direct_message(hall: Hall) -> None:
    ada = hall.people[0]
    room = ada.dm()
    shown = await (await ada.slash(room, "bonfire", "help")).response()
    told = await (await ada.press(shown, TABLE)).response()
    assert in_words(told) == WORDS.say("shell.lobby_in_dm")
