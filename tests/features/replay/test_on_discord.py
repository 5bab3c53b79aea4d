"""Looking back at a game from its posts, its pages and by command, for one person alone."""

from dataclasses import replace

import pytest_asyncio

from bot.features.replay.pages import ReplayPost
from bot.model import buttons
from bot.standin import Message, UserClient
from bot.standin.layout import pictures, text
from bot.words import catalog
from engine import GameOptions
from tests.kit.evening import Evening
from tests.kit.hall import Hall
from tests.kit.pages import by_page, made_up
from tests.kit.past import THEN, Played, asked, play
from tests.kit.whole import Control, controls, has_turn_button

WORDS = catalog()


@pytest_asyncio.fixture
async def played(hall: Hall) -> Played:
    return await play(hall, hall.table, turns=4)


def control(message: Message, start: str) -> Control:
    return next(one for one in controls(message) if one.answer.startswith(start))


async def pressed(person: UserClient, message: Message, start: str) -> Message:
    """What pressing the first control leads to whose answer starts so."""
    one = control(message, start)
    if one.value is None:
        return await (await person.press(message, one.custom_id)).response()
    return await (await person.select(message, one.custom_id, [one.value])).response()


def heading(message: Message) -> str:
    return text(message).splitlines()[0]


def turn(number: int, of: int = 4) -> str:
    return f"({number} of {of})"


async def test_each_post_leads_to_its_turn_and_on_from_there(hall: Hall, played: Played) -> None:
    cy = hall.people[2]
    shown = await pressed(cy, played.begins, "replay")
    assert shown.is_ephemeral
    assert heading(shown) == WORDS.say("reading.begin")
    for number, post in enumerate(played.turns, 1):
        shown = await pressed(cy, post, "replay")
        assert heading(shown).endswith(turn(number))
        then = await asked(cy, post, THEN)
        await hall.calm()
        (picture,) = pictures(shown)
        assert picture.alt in [one.alt for one in pictures(then)]
    for step, number in (("back", 3), ("back", 2), ("forward", 3), ("last", 4), ("first", 0)):
        answers = control(shown, "replay:").answer.split(":")[1]
        again = await pressed(cy, shown, f"replay:{answers}:{step}:turn")
        assert again.id == shown.id
        expected = turn(number) if number else WORDS.say("reading.begin")
        assert heading(again).endswith(expected)
        await hall.calm()
        assert len(pictures(again)) == 1
    assert not any(one.is_ephemeral for one in hall.people[3].sees(played.room))


async def test_a_city_stays_in_sight_from_turn_to_turn(hall: Hall, played: Played) -> None:
    cy = hall.people[2]
    async with hall.client.services.games.hold(1) as table:
        second = table.players[1].name
    shown = await pressed(cy, played.turns[-1], "replay")
    answers = control(shown, "replay:").answer.split(":")[1]
    for start in (f"replay:{answers}:here:2", f"replay:{answers}:back:2"):
        shown = await pressed(cy, shown, start)
        await hall.calm()
        (picture,) = pictures(shown)
        assert picture.alt.startswith(second)
        assert WORDS.say("replay.stays") in text(shown)


async def test_from_the_board_the_last_turn_is_shown(hall: Hall, played: Played) -> None:
    cy = hall.people[2]
    shown = await (await by_page(cy, played.room, "board", ReplayPost())).response()
    assert shown.is_ephemeral
    assert heading(shown).endswith(turn(4))


async def test_the_board_then_leads_on(hall: Hall, played: Played) -> None:
    cy = hall.people[2]
    then = await asked(cy, played.turns[1], THEN)
    assert heading(await pressed(cy, then, "replay")).endswith(turn(2))
    board = await (await cy.press(played.turns[0], "Main board")).response()
    assert heading(await pressed(cy, board, "replay")).endswith(turn(4))


async def test_log_and_news_lead_to_their_turns_in_a_message_of_their_own(
    hall: Hall, played: Played
) -> None:
    two, cy = hall.people[:2], hall.people[2]
    log = await (await by_page(cy, played.room, "board", buttons.ShowLog())).response()
    before = text(log)
    shown = await pressed(cy, log, "replay:")
    assert shown.id != log.id
    assert text(log) == before
    assert heading(shown).endswith(turn(4))
    news = {
        one: await (await by_page(one, played.room, "board", buttons.ShowSince())).response()
        for one in two
    }
    there = {
        one: [each for each in controls(told) if each.answer.startswith("replay:")]
        for one, told in news.items()
    }
    (reader,) = (one for one in two if there[one])
    seen = await pressed(reader, news[reader], "replay:")
    assert seen.id != news[reader].id
    assert heading(seen).endswith(turn(4))
    assert reader.user.display_name not in heading(seen)


async def test_the_score_leads_to_turns_that_brought_points(hall: Hall) -> None:
    await Evening(hall).last_answer(GameOptions(2))
    score = await (await by_page(hall.ada, hall.table, "board", buttons.ShowScore())).response()
    shown = await pressed(hall.ada, score, "replay:")
    assert shown.id != score.id
    await hall.calm()
    assert "(+" in text(shown).splitlines()[-1]


async def test_a_turn_that_was_taken_back_is_not_made_up(hall: Hall, played: Played) -> None:
    ada, bo, cy = hall.people[:3]
    await made_up(ada, played.room, buttons.AskToGoBack(3))
    question = await bo.waits_for(played.room, lambda m: "Agree" in str(m.components))
    asker_is_bo = bo.mention not in text(question)
    await (await (ada if asker_is_bo else bo).press(question, "Agree")).response()
    await bo.waits_for(played.room, lambda m: m.id > question.id and has_turn_button(m))
    shown = await pressed(cy, played.turns[3], "replay")
    note, told, *_ = text(shown).splitlines()
    assert note == WORDS.say("replay.gone")
    assert told.endswith(turn(2, of=2))
    again = await pressed(cy, played.turns[1], "replay")
    assert heading(again).endswith(turn(2, of=2))


async def test_a_game_of_elsewhere_is_shown_to_nobody_by_a_made_up_press(
    hall: Hall, played: Played
) -> None:
    cy, post, games = hall.people[2], played.turns[0], hall.client.services.games
    shown = await pressed(cy, post, "replay")
    async with games.hold(1) as table:
        table.channel = replace(table.channel, guild=99, id=1)
    for message in (post, shown):
        refused = await pressed(cy, message, "replay")
        assert text(refused) == WORDS.say("explain.sorry.elsewhere")
        assert refused.id != shown.id
