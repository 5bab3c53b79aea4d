"""What is this? as people ask it: in the menus below the main board and the cities, in private."""

from bot.model import buttons, preferences, settings
from bot.standin import Message, UserClient
from bot.standin.layout import pictures, selects
from bot.words import catalog
from renderer import PHONE_BOARD, PicturePart
from tests.kit.blank import DRAWN
from tests.kit.hall import Hall
from tests.kit.pages import choose, in_words, looked
from tests.kit.whole import has_turn_button

WORDS = catalog()
TASKS, CITY = WORDS.say("what.menu.tasks"), WORDS.say("what.menu.city")


async def began(hall: Hall) -> Message:
    await (await hall.people[0].slash(hall.table, "bonfire", "solo")).response()
    return await hall.people[0].waits_for(hall.table, has_turn_button)


async def asked(person: UserClient, page: Message, menu: str, row: int = 0) -> Message:
    """The page after the choice of a row of a menu."""
    (shown,) = [one for one in selects(page) if one.placeholder == menu]
    answer = await person.select(page, menu, [shown.options[row].label])
    return await answer.response()


async def test_a_task_is_told_with_its_rule_and_how_far_one_is(hall: Hall) -> None:
    ada, post = hall.people[0], await began(hall)
    page = await (await ada.press(post, "Main board")).response()
    assert page.is_ephemeral
    shown = next(one for one in selects(page) if one.placeholder == TASKS)
    told = await asked(ada, page, TASKS)
    assert told.id == page.id
    assert f"Task {shown.options[0].label.split(',')[0]}" in in_words(told)
    assert shown.options[0].description in in_words(told)
    first = in_words(told)
    assert WORDS.say("what.marked") in first
    again = await asked(ada, told, TASKS, 1)
    assert again.id == page.id
    assert in_words(again) != first


async def test_somebody_who_does_not_play_may_ask_too(hall: Hall) -> None:
    bo, post = hall.people[1], await began(hall)
    page = await (await bo.press(post, "Main board")).response()
    told = await asked(bo, page, TASKS)
    assert "in the final scoring" in in_words(told)
    assert "You have" not in in_words(told)


async def test_the_things_of_a_city_are_told_too(hall: Hall) -> None:
    ada, post = hall.people[0], await began(hall)
    page = await looked(ada, hall.table, buttons.ShowCity(0))
    assert post.id != page.id
    before = in_words(page)
    told = await asked(ada, page, CITY)
    assert in_words(told) != before
    assert [one.placeholder for one in selects(told)] == [CITY]


async def test_the_rules_of_a_turn_lead_to_the_board(hall: Hall) -> None:
    ada, post = hall.people[0], await began(hall)
    turn = await (await ada.press(post, "Take your turn")).response()
    rules = await (await ada.press(turn, WORDS.say("button.rules"))).response()
    board = await (await ada.press(rules, WORDS.say("what.on_board"))).response()
    assert board.id != turn.id
    assert next(one.placeholder for one in selects(board)) == TASKS


async def test_a_made_up_press_shows_no_game_that_is_played_elsewhere(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    await (await ada.slash(ada.dm(), "bonfire", "solo")).response()
    await ada.waits_for(ada.dm(), has_turn_button)
    there = await (await bo.slash(hall.table, "bonfire", "new")).response()
    for look in ("board", "city:0", "status", "score", "log", "words:0", "what:tasks"):
        refused = await (await bo.press_late(there, f"1|t|1|0||{look}")).response()
        assert in_words(refused) == WORDS.say("explain.sorry.elsewhere"), look


async def test_on_a_phone_the_board_comes_in_parts_one_below_another(hall: Hall) -> None:
    ada, _ = hall.people[0], await began(hall)
    await choose(ada, hall.table, settings.Setting.SIZE, preferences.PictureSize.PHONE)
    known = {one.id for one in ada.sees(hall.table)}
    page = await (await ada.slash(hall.table, "bonfire", "board")).response()
    await hall.calm()
    shown = [one for one in ada.sees(hall.table) if one.id not in known and pictures(one)]
    assert shown[0].id == page.id
    assert all(one.is_ephemeral for one in shown)
    parts = (*PHONE_BOARD, PicturePart.SCORES)
    assert [len(pictures(one)) for one in shown] == [1] * len(parts)
    assert len({picture.alt for one in shown for picture in pictures(one)}) == len(parts)
    asked_in_place = await asked(ada, page, TASKS)
    await hall.calm()
    assert len(pictures(asked_in_place)) == 1


@DRAWN
async def test_what_is_asked_about_is_framed(hall: Hall) -> None:
    ada, post = hall.people[0], await began(hall)
    page = await (await ada.press(post, "Main board")).response()
    await hall.calm()
    (plain,) = [picture.data for picture in pictures(page)]
    told = await asked(ada, page, TASKS)
    await hall.calm()
    (framed,) = [picture.data for picture in pictures(told)]
    assert framed != plain
