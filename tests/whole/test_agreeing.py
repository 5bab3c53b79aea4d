"""Going back and leaving, through Discord: what is asked, pressed and read."""

from pathlib import Path

from discord.utils import escape_markdown

from bot.model import button_forms, buttons
from bot.standin import Message, StandIn, UserClient
from bot.standin.layout import pictures, text
from tests.kit.clock import TurnedClock
from tests.kit.hall import PATIENCE, Hall, hall_on
from tests.kit.pages import follow, hand_over, looked, made_up
from tests.kit.sources import OPENAPI
from tests.kit.stage import bot_on
from tests.kit.whole import Control, button_id, controls, eventually, has_turn_button


async def told(hall: Hall, after: Message, words: str) -> Message:
    """The next public message with these words."""
    return await hall.people[0].waits_for(
        hall.table, lambda m: m.id > after.id and words in text(m), PATIENCE
    )


async def press(person: UserClient, message: Message, button: str) -> str:
    """What a person reads privately after pressing a button."""
    answer = await (await person.press(message, button_id(message, button))).response()
    assert answer.ephemeral_for == person.id
    return text(answer)


async def says(message: Message, words: str) -> bool:
    """Say whether a message says something by now."""
    return words in text(message)


def button(message: Message, answer: str) -> str:
    """The token of the button that gives an answer."""
    return next(step.answer for step in controls(message) if step.answer.endswith(answer))


async def at_table(person: UserClient, hall: Hall, *values: button_forms.ButtonValue) -> str:
    """Press something on the page of the table, and read what stands there then."""
    return text(await looked(person, hall.table, *values, command="table"))


async def confirm(person: UserClient, hall: Hall, *values: button_forms.ButtonValue) -> str:
    """Press something on the page of the table, then confirm it, and read what stands there."""
    asked = await looked(person, hall.table, *values, command="table")
    step, *_ = controls(asked)
    done = await (await person.press(asked, step.custom_id)).response()
    assert done.id == asked.id
    assert list(controls(done)) == []
    return text(done)


async def test_a_turn_is_taken_back_when_the_others_agree(hall: Hall) -> None:
    post = await hall.start(3)
    asker = hall.mover(post)
    others = [one for one in hall.people[:3] if one is not asker]
    post = await hall.turn(post)
    menu = await looked(asker, hall.table, buttons.ShowTurns(), command="table")
    assert asker.user.display_name in str(menu.components)
    asked = await (await follow(asker, menu, buttons.AskToGoBack(1))).response()
    assert "I've asked" in text(asked)
    question = await told(hall, post, "asks to go back")
    assert sorted(question.pings) == sorted(one.id for one in others)
    assert "to decide" in await press(asker, question, button(question, ":yes"))
    posts = len(hall.posts())
    assert "Waiting for" in await press(others[0], question, button(question, ":yes"))
    first, second = (escape_markdown(one.user.display_name) for one in others)
    await eventually(lambda: says(question, f"Agreed: {first}. Waiting for: {second}."))
    assert len(hall.posts()) == posts
    assert "settles it" in await press(others[1], question, button(question, ":yes"))
    back = await told(hall, question, "Everyone agrees")
    await eventually(lambda: says(question, "Agreed: "))
    await hall.settled()
    assert "Waiting for" not in text(question)
    assert list(controls(question)) == []
    assert hall.mover(back) is asker
    assert has_turn_button(back)
    assert "taken back" in text(await looked(asker, hall.table, buttons.ShowLog()))


def ways_back(log: Message) -> list[Control]:
    """The controls of a log, but for those that only show a turn."""
    return [one for one in controls(log) if not one.answer.startswith("replay")]


async def test_a_turn_to_go_back_to_is_chosen_from_a_menu_of_the_log(hall: Hall) -> None:
    post = await hall.start(2)
    asker = hall.mover(post)
    assert ways_back(await looked(asker, hall.table, buttons.ShowLog())) == []
    post = await hall.turn(post)
    ended = await (await asker.slash(hall.table, "bonfire", "undo")).response()
    assert "turn is over" in text(ended)
    assert [control.answer for control in controls(ended)] == ["back"]
    log = await looked(asker, hall.table, buttons.ShowLog())
    menu = await (await asker.press(log, button_id(log, "back"))).response()
    assert menu.id == log.id
    *_, choice = controls(menu)
    assert choice.answer == "back:1"
    chosen = await (await asker.select(menu, choice.custom_id, [choice.answer])).response()
    assert "I've asked" in text(chosen)
    await told(hall, post, "asks to go back")
    stranger = await looked(hall.people[2], hall.table, buttons.ShowLog())
    assert ways_back(stranger) == []


async def test_refused_and_withdrawn_questions(hall: Hall) -> None:
    post = await hall.start(2)
    asker = hall.mover(post)
    other = next(one for one in hall.people[:2] if one is not asker)
    post = await hall.turn(post)
    for answer, person, words in (
        (":no", other, "You've refused"),
        (":withdraw", asker, "withdrawn"),
    ):
        await at_table(asker, hall, buttons.ShowTurns(), buttons.AskToGoBack(1))
        post = await told(hall, post, "asks to go back")
        assert words in await press(person, post, button(post, answer))
    unreadable = await made_up(asker, hall.table, buttons.AskToGoBack(button_forms.UNREADABLE_TURN))
    assert "no such turn" in text(await unreadable.response())


async def test_the_bot_plays_for_who_leaves_until_they_return(hall: Hall) -> None:
    post = await hall.start(2)
    leaver = hall.mover(post)
    other = next(one for one in hall.people[:2] if one is not leaver)
    assert "the bot plays for you" in await at_table(leaver, hall, buttons.LetBotPlay())
    played = await other.waits_for(
        hall.table, lambda m: m.id > post.id and has_turn_button(m), PATIENCE
    )
    assert f"{leaver.user.display_name} (bot)" in text(played)
    assert hall.mover(played) is other
    assert "is playing for you" in await press(leaver, played, "turn")
    assert "played by the bot" in text(await looked(other, hall.table, buttons.ShowLog()))
    assert "yours again" in await at_table(leaver, hall, buttons.ComeBack())
    following = await hall.turn(played)
    assert hall.mover(following) is leaver


async def test_turns_before_a_person_is_called_are_shown_in_one_post(hall: Hall) -> None:
    post = await hall.start(3)
    stays = hall.mover(post)
    for person in hall.people[:3]:
        if person is not stays:
            await at_table(person, hall, buttons.LetBotPlay())
    await hall.settled()
    before = hall.posts()[-1]
    await hall.turn(post)
    await hall.settled()
    async with hall.client.services.games.hold(1) as table:
        end = table.game.move_count
    told = hall.posts()[-1]
    assert [message for message in hall.posts() if message.id > before.id] == [told]
    assert stays.id in told.pings
    names = [media.filename for media in pictures(told)]
    assert names
    assert all(f"-{end}-" in name for name in names)


async def test_a_bot_s_turn_is_played_after_a_restart(tmp_path: Path) -> None:
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        async with hall_on(server, clock, tmp_path) as hall:
            post = await hall.start(2)
            leaver = hall.mover(post)
            hall.client.services.bots.kick = lambda: None  # type: ignore[method-assign]
            await at_table(leaver, hall, buttons.LetBotPlay())
            await hall.settled()
            before = hall.posts()[-1]
        async with bot_on(server, tmp_path, clock):
            other = next(one for one in hall.people[:2] if one is not leaver)
            played = await other.waits_for(
                hall.table, lambda m: m.id > before.id and has_turn_button(m), PATIENCE
            )
            assert hall.mover(played) is other
        assert server.invalid_requests == []


async def test_resigning_leaves_the_last_one_the_choice(hall: Hall) -> None:
    post = await hall.start(2)
    ada, bo, cy = hall.people[:3]
    assert "You've resigned" in await confirm(bo, hall, buttons.AskToResign())
    offer = await told(hall, post, "everyone else has resigned")
    assert ada.id in offer.pings
    assert "aren't in this game" in await press(cy, offer, "alone:win")
    assert "win is yours" in await press(ada, offer, "alone:win")
    await told(hall, offer, "wins: everyone else")
    assert "over" in await press(ada, offer, "alone:on")
    late = await made_up(bo, hall.table, buttons.ComeBack())
    assert "over" in text(await late.response())


async def test_a_seat_is_handed_to_somebody_who_accepts(hall: Hall) -> None:
    post = await hall.start(2)
    giver, (ada, bo, cy) = hall.mover(post), hall.people[:3]
    other = bo if giver is ada else ada
    world = hall.server.world
    itself = world.users[world.application.id]
    for user, words in (
        (other.user, "already has a seat"),
        (itself, "bot can't"),
        (cy.user, "I've asked"),
    ):
        assert words in text(await (await hand_over(giver, hall.table, user)).response())
    question = await told(hall, post, "would like to hand you")
    assert question.pings == [cy.id]
    assert "to decide" in await press(other, question, button(question, ":yes"))
    assert "settles it" in await press(cy, question, button(question, ":yes"))
    notice = await cy.waits_for(
        hall.table, lambda m: m.id > question.id and has_turn_button(m), PATIENCE
    )
    assert hall.mover(notice) is cy
    assert "aren't in this game" in await press(giver, notice, "turn")
    assert hall.mover(await hall.turn(notice)) is other


async def test_a_game_ends_without_a_result_when_everybody_agrees(hall: Hall) -> None:
    post = await hall.start(3)
    _, bo, cy = hall.people[:3]
    assert "I've asked" in await at_table(bo, hall, buttons.AskToAbandon())
    question = await told(hall, post, "without a result")
    assert "Waiting for" in await press(cy, question, button(question, ":yes"))
    await press(hall.people[0], question, button(question, ":yes"))
    await told(hall, question, "Everyone agrees to end")


async def test_who_manages_the_server_asks_too_and_can_end_a_game_by_a_red_button(
    hall: Hall,
) -> None:
    post = await hall.start(3)
    owner = hall.people[0]
    asked = await looked(owner, hall.table, buttons.AskToAbandon(), command="table")
    assert "I've asked" in text(asked)
    question = await told(hall, post, "without a result")
    again = await looked(owner, hall.table, buttons.AskToAbandon(), command="table")
    assert "is still open" in text(again)
    red, *_ = controls(again)
    sure = await (await owner.press(again, red.custom_id)).response()
    assert "they'll be told that it was you" in text(sure)
    red, *_ = controls(sure)
    done = await (await owner.press(sure, red.custom_id)).response()
    assert "You've ended" in text(done)
    await told(hall, question, "who manages this server, has ended this game")


async def test_who_plays_alone_confirms_before_anything_happens(hall: Hall) -> None:
    bo = hall.people[1]
    await (await bo.slash(hall.table, "bonfire", "solo")).response()
    post = await bo.waits_for(hall.table, has_turn_button, PATIENCE)
    await hall.player(bo).take_turn(post)
    post = await bo.waits_for(hall.table, lambda m: m.id > post.id and has_turn_button(m), PATIENCE)
    assert "is back at that point" in await confirm(
        bo, hall, buttons.ShowTurns(), buttons.AskToGoBack(1)
    )
    await told(hall, post, "has gone back")
    assert "You've ended" in await confirm(bo, hall, buttons.AskToAbandon())

    async def over() -> bool:
        return "any running game" in await hall.asked(bo, "mygames")

    await eventually(over)
