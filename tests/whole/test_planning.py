"""Planning through Discord: a try by its buttons beside the real turn, and the form of a note."""

from bot.model import buttons
from bot.model.controls import Sign
from bot.services.play.plans import NOTE_LIMIT
from bot.standin import Message, UserClient
from bot.standin.layout import text
from bot.words import catalog
from tests.kit.hall import Hall
from tests.kit.pages import by_page, made_up
from tests.kit.whole import Control, controls, eventually, has_turn_button, start_game
from tests.kit.wizard_player import likely_best

WORDS = catalog()
JUST_A_TRY = WORDS.say("try.heading")
FIELD = WORDS.say("note.label")


async def start(hall: Hall) -> tuple[Message, UserClient, UserClient]:
    """A game of two; the post that calls the first of them, that person, and the other."""
    ada, bo = hall.people[:2]
    post = await start_game(hall.table, ada, bo)
    return (post, ada, bo) if ada.id in post.pings or str(ada.id) in text(post) else (post, bo, ada)


async def chosen(person: UserClient, message: Message, answer: str) -> Message:
    step: Control = next(each for each in controls(message) if each.answer == answer)
    if step.value is None:
        return await (await person.press(message, step.custom_id)).response()
    return await (await person.select(message, step.custom_id, [step.value])).response()


def answers(message: Message) -> list[str]:
    """What can be pressed, the options of menus first."""
    return [step.answer for step in sorted(controls(message), key=lambda step: step.value is None)]


async def test_who_waits_tries_a_turn_by_buttons_and_leaves(hall: Hall) -> None:
    post, _, other = await start(hall)
    page = await (await by_page(other, hall.table, "table", buttons.OpenTryout())).response()
    assert page.ephemeral_for == other.id
    await hall.calm()
    for _ in range(6):
        assert JUST_A_TRY in text(page)
        assert page.attachments
        page = await chosen(other, page, likely_best(answers(page)))
        if Sign.UNDO in answers(page):
            break
    assert Sign.RESET in answers(page)
    left = await chosen(other, page, Sign.LEAVE)
    assert text(left) == WORDS.say("try.left")
    assert hall.server.app_messages(hall.table)[-1].id == post.id


async def test_a_try_out_of_a_turn_leads_back_into_it(hall: Hall) -> None:
    post, me, _ = await start(hall)
    turn = await chosen(me, post, "turn")
    page = await chosen(me, turn, "t")
    assert (page.id, JUST_A_TRY in text(page)) == (turn.id, True)
    back = await chosen(me, page, Sign.LEAVE)
    assert back.id == turn.id
    assert answers(back) == answers(turn)
    assert JUST_A_TRY not in text(back)


async def test_a_note_is_written_changed_and_cleared_in_a_form(hall: Hall) -> None:
    post, me, _ = await start(hall)
    for before, note in (("", "first the ship"), ("first the ship", "then\nthe path")):
        form = await (await by_page(me, hall.table, "table", buttons.WriteNote())).modal()
        (label,) = form.components
        assert label["component"].get("value", "") == before
        assert label["component"]["max_length"] == NOTE_LIMIT
        kept = await (await me.submit(form, {FIELD: note})).response()
        assert kept.ephemeral_for == me.id
        assert text(kept).endswith("> " + note.replace("\n", "\n> "))
    assert "> the path" in text(await chosen(me, post, "turn"))
    form = await (await by_page(me, hall.table, "table", buttons.WriteNote())).modal()
    cleared = await (await me.submit(form, {FIELD: ""})).response()
    assert text(cleared) == WORDS.say("note.cleared")
    assert "the path" not in text(await chosen(me, post, "turn"))


async def test_a_spectator_gets_no_form_and_no_try(hall: Hall) -> None:
    await start(hall)
    eve = hall.people[3]
    for value in (buttons.WriteNote(), buttons.OpenTryout()):
        answer = await (await made_up(eve, hall.table, value)).response()
        assert text(answer) == WORDS.say("error.not_a_player")
        assert answer.ephemeral_for == eve.id


async def test_buttons_of_what_changed_since_lead_to_a_try_and_to_the_note(
    hall: Hall,
) -> None:
    _, _, other = await start(hall)
    since = await (await by_page(other, hall.table, "board", buttons.ShowSince())).response()
    assert JUST_A_TRY in text(await chosen(other, since, "try"))
    button = next(each for each in controls(since) if each.answer == "note")
    form = await (await other.press(since, button.custom_id)).modal()
    assert form.title == WORDS.say("note.title")


async def planned(hall: Hall) -> tuple[UserClient, UserClient]:
    """A game of two in which who waits has planned a turn ahead by buttons; who moves, and they."""
    _, me, other = await start(hall)
    page = await (await by_page(other, hall.table, "table", buttons.ShowPremoves())).response()
    assert WORDS.say("premove.planning") in text(page)
    assert JUST_A_TRY not in text(page)
    for presses in range(2):
        assert WORDS.say("premove.planning") in text(page), presses
        page = await chosen(other, page, likely_best(answers(page)))
    assert WORDS.say("premove.heading", n=1) in text(page)
    return me, other


async def play(hall: Hall, person: UserClient) -> None:
    """Play a whole turn, which does not begin with what seems best: that is planned."""
    post = await person.waits_for(hall.table, has_turn_button)
    page = await chosen(person, post, "turn")
    _, other, *_ = (each for each in answers(page) if each.startswith("="))
    page = await chosen(person, page, other)
    while Sign.CONFIRM not in answers(page):
        page = await chosen(person, page, likely_best(answers(page)))
    await person.press(
        page, next(each.custom_id for each in controls(page) if each.answer == Sign.CONFIRM)
    )


async def test_what_is_planned_is_withdrawn_in_the_list_of_games(hall: Hall) -> None:
    _, other = await planned(hall)
    games = await (await other.slash(hall.table, "bonfire", "mygames")).response()
    assert "1 turn planned" in text(games)
    (button,) = (each for each in answers(games) if each.startswith("laid:"))
    assert text(await chosen(other, games, button)) == WORDS.say("premove.withdrawn")
    again = await (await by_page(other, hall.table, "table", buttons.ShowPremoves())).response()
    assert WORDS.say("premove.planning") in text(again)


async def test_a_turn_that_was_tried_out_is_played_as_it_stands(hall: Hall) -> None:
    post, me, _ = await start(hall)
    page = await chosen(me, await chosen(me, post, "turn"), "t")
    while Sign.PLAY not in answers(page):
        page = await chosen(me, page, likely_best(answers(page)))
    async with hall.client.services.games.hold(1) as table:
        assert table.game.move_count == 0
    await chosen(me, page, Sign.PLAY)
    async with hall.client.services.games.hold(1) as table:
        assert table.game.move_count > 0
        assert table.mover != me.id


async def test_alone_against_tom_nothing_is_planned_and_no_seat_handed_over(hall: Hall) -> None:
    ada = hall.people[0]
    await (await ada.slash(hall.table, "bonfire", "solo")).response()
    await ada.waits_for(hall.table, has_turn_button)
    page = await (await ada.slash(hall.table, "bonfire", "table")).response()
    assert {"try", "back"} <= set(answers(page))
    assert not {"laid", "hand:ask"} & set(answers(page))


async def test_what_is_planned_is_played_as_soon_as_it_is_due_and_told_to_its_person(
    hall: Hall,
) -> None:
    me, other = await planned(hall)
    before = len(hall.server.app_messages(hall.table))
    await play(hall, me)

    async def told() -> bool:
        return len(hall.server.app_messages(hall.table)) == before + 1

    await eventually(told)
    page = await (await by_page(other, hall.table, "table", buttons.ShowPremoves())).response()
    assert text(page) in {WORDS.say("premove.played"), WORDS.say("premove.revealed")}
    turn = hall.server.app_messages(hall.table)[-1]
    assert str(me.id) in text(turn)
