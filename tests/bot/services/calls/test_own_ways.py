"""What a person chose for themselves alone: how one game calls them, and words before pictures."""

import pytest

from bot.model.buttons import ReadOn, ShowStatus
from bot.model.errors import Problem
from bot.model.preferences import Appearance, Notice, PictureSize, Preferences
from bot.present.posts.settings_pages import own_text
from bot.present.posts.turn_posts import in_words_first, page_rows
from bot.words import catalog, languages
from engine import Game, GameOptions
from tests.kit.outcomes import NAMED as SEATED
from tests.kit.presses import refused
from tests.kit.stack import OFFERS, PEOPLE, STRANGER, Stack

ADA = PEOPLE[0]


async def notice(stack: Stack, game: int) -> Notice:
    chosen = await stack.store.read(lambda tx: tx.preferences.in_game(ADA.id, game))
    return chosen.notice


async def chosen(stack: Stack, game: int, way: Notice | None) -> None:
    await stack.preferences.call_in(stack.press(ADA), game, way)


async def test_one_game_calls_its_person_in_another_way_than_the_others(stack: Stack) -> None:
    live, slow = await stack.start(2), await stack.start(2, channel=8)
    await chosen(stack, slow, Notice.MESSAGE)
    assert [await notice(stack, game) for game in (live, slow)] == [Notice.MENTION, Notice.MESSAGE]
    await chosen(stack, slow, Notice.NONE)
    assert await notice(stack, slow) is Notice.NONE
    await chosen(stack, slow, None)
    assert await notice(stack, slow) is Notice.MENTION


async def test_direct_messages_that_are_refused_end_in_all_games(stack: Stack) -> None:
    game = await stack.start(2)
    await chosen(stack, game, Notice.MESSAGE)
    assert await stack.store.write(lambda tx: tx.preferences.no_more_messages(ADA.id))
    assert await notice(stack, game) is Notice.MENTION
    assert not await stack.store.write(lambda tx: tx.preferences.no_more_messages(ADA.id))


async def test_people_who_watch_are_called_by_no_game(stack: Stack) -> None:
    game = await stack.start(2)
    asked = stack.preferences.call_in(stack.press(STRANGER), game, Notice.NONE)
    assert await refused(asked) == Problem.NOT_A_PLAYER


@pytest.mark.parametrize("locale", languages())
def test_settings_say_what_they_are_now(locale: str) -> None:
    words, server = catalog(locale), Appearance(size=PictureSize.LARGE)
    mine = Preferences(appearance=Appearance(size=PictureSize.SMALL))
    usual = own_text(Preferences(), server, 0.0, words, listed=True)
    own = own_text(mine, server, 0.0, words, listed=True)
    large, small = words.say("size_choice.large"), words.say("size_choice.small")
    assert words.say("look.servers", value=large) in usual
    assert words.say("size_choice.unset") not in usual
    assert small in own
    assert words.say("look.servers", value=small) not in own
    usual_size = words.say("size_choice.normal")
    alone = own_text(Preferences(), None, 0.0, words, listed=True)
    assert usual_size in alone
    assert words.say("look.servers", value=usual_size) not in alone


async def test_words_come_first_for_people_who_do_not_see_the_pictures(stack: Stack) -> None:
    assert not (await stack.preferences.of(ADA.id)).words_first
    await stack.preferences.change(stack.press(ADA), lambda _: Preferences(words_first=True))
    assert (await stack.preferences.of(ADA.id)).words_first
    game = Game.new(GameOptions(2), 7)
    rows = page_rows(game, SEATED[:2], catalog(), OFFERS, ShowStatus(), over=False, plays=True)
    described, status, *_ = (button for row in in_words_first(rows, catalog()) for button in row)
    assert (described.value, status.value) == (ReadOn(0), ShowStatus())
