"""A typed line on the first turn needs no start tile: the likely one stands before it."""

from bot.model import settings
from bot.model.controls import Sign
from bot.standin import Message, UserClient
from bot.words import catalog
from tests.kit.hall import Hall
from tests.kit.pages import choose, in_words
from tests.kit.whole import controls, has_turn_button

WORDS = catalog()


async def begun(hall: Hall) -> tuple[UserClient, Message]:
    """Somebody who plays alone and has done nothing yet, and the post that calls them."""
    ada = hall.people[0]
    await choose(ada, hall.table, settings.Setting.COACH, "off")
    await (await ada.slash(hall.table, "bonfire", "solo")).response()
    return ada, await ada.waits_for(hall.table, has_turn_button)


async def typed(hall: Hall, line: str) -> Message:
    return await (await hall.people[0].slash(hall.table, "turn", "move", line=line)).response()


async def test_a_line_is_shown_behind_the_likely_start_tile(hall: Hall) -> None:
    ada, post = await begun(hall)
    plan = await typed(hall, "procession 1; end")
    heading, start, step, *_ = in_words(plan).splitlines()
    assert heading == WORDS.say("preview.heading")
    assert start.startswith("• Start with")
    assert "procession" in step.casefold()
    confirm = next(one for one in controls(plan) if one.answer == Sign.CONFIRM)
    await ada.press(plan, confirm.custom_id)
    await ada.waits_for(hall.table, lambda one: one.id > post.id and has_turn_button(one))


async def test_what_is_not_possible_is_refused_for_its_own_reason(hall: Hall) -> None:
    await begun(hall)
    told = in_words(await typed(hall, "pass"))
    assert WORDS.say("question.start_tile") not in told
    assert WORDS.say("refusal.pass_too_early") in told


async def test_a_line_is_completed_with_and_without_a_start_tile(hall: Hall) -> None:
    ada, _ = await begun(hall)

    async def offered(line: str) -> list[str]:
        offers = await ada.autocomplete(hall.table, "turn", "move", focused="line", typed=line)
        return [str(offer.value) for offer in offers]

    assert (await offered(""))[0].startswith("start ")
    assert (await offered("proc"))[0].startswith("procession ")
    first = (await offered("start "))[0]
    assert any(one.startswith(f"{first}; procession ") for one in await offered(f"{first}; proc"))


async def test_commands_for_one_kind_of_action_begin_with_a_start_tile_too(hall: Hall) -> None:
    ada, _ = await begun(hall)
    offers = await ada.autocomplete(hall.table, "turn", "procession", focused="steps", typed="")
    assert offers
    sent = await ada.slash(hall.table, "turn", "procession", steps=offers[0].value)
    plan = await sent.response()
    assert in_words(plan).splitlines()[1].startswith("• Start with")
    assert not [one for one in controls(plan) if one.answer.startswith(Sign.START)]
