"""The exercises through Discord: from the list to three stars."""

from dataclasses import replace

import pytest

from bot.features.puzzle import values
from bot.features.puzzle.puzzle import Goal
from bot.model.controls import Sign
from bot.standin import Message, UserClient
from bot.standin.layout import text
from bot.words import catalog
from tests.kit.hall import Hall
from tests.kit.marks import long
from tests.kit.pages import follow, made_up
from tests.kit.whole import controls, has_turn_button


async def answered(person: UserClient, message: Message, answer: str) -> Message:
    control = next(each for each in controls(message) if each.answer == answer)
    if control.value is None:
        return await (await person.press(message, control.custom_id)).response()
    return await (await person.select(message, control.custom_id, [control.value])).response()


@pytest.mark.parametrize("locale", ["en-US", long("de"), long("pl")])
async def test_the_list_leads_to_an_exercise_and_an_exercise_to_its_stars(
    hall: Hall, locale: str
) -> None:
    ada, words = hall.people[0], catalog(locale)
    ada.user = replace(ada.user, locale=locale)
    room = ada.dm()
    await (await ada.slash(room, "bonfire", "solo")).response()
    await ada.waits_for(room, has_turn_button)
    listed = await (await made_up(ada, room, values.ListExercises())).response()
    assert words.say("exercise.list", n=0, most=18) in text(listed)
    page = await (await follow(ada, listed, values.OpenExercise(Goal.BONFIRE))).response()
    await hall.calm()
    assert page.attachments
    assert words.say("puzzle.goal.bonfire", n=1) in text(page)
    lit = await answered(ada, page, "=ignite 7")
    assert words.say("puzzle.solved_first", stars="★★★") in text(lit)
    back = await (await follow(ada, lit, values.ListExercises())).response()
    assert words.say("exercise.list", n=3, most=18) in text(back)
    following = await (await follow(ada, lit, values.OpenExercise(values.GOALS[1]))).response()
    assert Sign.RESET not in {each.answer for each in controls(following)}
