"""Going back and leaving, through Discord: what is asked, pressed and read."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.model.button_forms import UNREADABLE_TURN, ButtonValue
from bot.model.buttons import (
    AskToAbandon,
    AskToGoBack,
    AskToResign,
    ComeBack,
    LetBotPlay,
    ShowLog,
    ShowTurns,
)
from bot.standin import Message, StandIn, UserClient
from bot.standin.layout import pictures, text
from tests.bot.stage import bot_on
from tests.clock import TurnedClock
from tests.pages import follow, hand_over, looked, made_up
from tests.standin.reference import OPENAPI
from tests.whole.kit import Control, controls, eventually, has_turn_button
from tests.whole.test_between import PATIENCE, Club, club_with_bot, pressed


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        async with club_with_bot(server, clock, tmp_path) as made:
            yield made
        assert server.invalid_requests == []


async def told(club: Club, after: Message, words: str) -> Message:
    """The next public message with these words."""
    return await club.people[0].waits_for(
        club.table, lambda m: m.id > after.id and words in text(m), PATIENCE
    )


async def press(person: UserClient, message: Message, button: str) -> str:
    """What a person reads privately after pressing a button."""
    answer = await (await person.press(message, pressed(message, button))).response()
    assert answer.ephemeral_for == person.id
    return text(answer)


async def says(message: Message, words: str) -> bool:
    """Say whether a message says something by now."""
    return words in text(message)


def button(message: Message, answer: str) -> str:
    """The token of the button that gives an answer."""
    return next(step.answer for step in controls(message) if step.answer.endswith(answer))


async def at_table(person: UserClient, club: Club, *values: ButtonValue) -> str:
    """Press something on the page of the table, and read what stands there then."""
    return text(await looked(person, club.table, *values, command="table"))


async def confirm(person: UserClient, club: Club, *values: ButtonValue) -> str:
    """Press something on the page of the table, then confirm it, and read what stands there."""
    asked = await looked(person, club.table, *values, command="table")
    step, *_ = controls(asked)
    done = await (await person.press(asked, step.custom_id)).response()
    assert done.id == asked.id
    assert list(controls(done)) == []
    return text(done)


async def test_a_turn_is_taken_back_when_the_others_agree(club: Club) -> None:
    post = await club.start(3)
    asker = club.mover(post)
    others = [one for one in club.people if one is not asker]
    post = await club.turn(post)
    menu = await looked(asker, club.table, ShowTurns(), command="table")
    assert asker.user.display_name in str(menu.components)
    asked = await (await follow(asker, menu, AskToGoBack(1))).response()
    assert "I've asked" in text(asked)
    question = await told(club, post, "asks to go back")
    assert sorted(question.pings) == sorted(one.id for one in others)
    assert "to decide" in await press(asker, question, button(question, ":yes"))
    posts = len(club.posts())
    assert "Waiting for" in await press(others[0], question, button(question, ":yes"))
    first, second = (one.user.display_name for one in others)
    await eventually(lambda: says(question, f"Agreed: {first}. Waiting for: {second}."))
    assert len(club.posts()) == posts
    assert "settles it" in await press(others[1], question, button(question, ":yes"))
    back = await told(club, question, "Everyone agrees")
    await eventually(lambda: says(question, "Agreed: "))
    await club.settled()
    assert "Waiting for" not in text(question)
    assert list(controls(question)) == []
    assert club.mover(back) is asker
    assert has_turn_button(back)
    assert "taken back" in text(await looked(asker, club.table, ShowLog()))


def ways_back(log: Message) -> list[Control]:
    """The controls of a log, but for those that only show a turn."""
    return [one for one in controls(log) if not one.answer.startswith("replay")]


async def test_a_turn_to_go_back_to_is_chosen_from_a_menu_of_the_log(club: Club) -> None:
    post = await club.start(2)
    asker = club.mover(post)
    assert ways_back(await looked(asker, club.table, ShowLog())) == []
    post = await club.turn(post)
    ended = await (await asker.slash(club.table, "bonfire", "undo")).response()
    assert "turn is over" in text(ended)
    assert [control.answer for control in controls(ended)] == ["back"]
    log = await looked(asker, club.table, ShowLog())
    menu = await (await asker.press(log, pressed(log, "back"))).response()
    assert menu.id == log.id
    *_, choice = controls(menu)
    assert choice.answer == "back:1"
    chosen = await (await asker.select(menu, choice.custom_id, [choice.answer])).response()
    assert "I've asked" in text(chosen)
    await told(club, post, "asks to go back")
    stranger = await looked(club.people[2], club.table, ShowLog())
    assert ways_back(stranger) == []


async def test_refused_and_withdrawn_questions(club: Club) -> None:
    post = await club.start(2)
    asker = club.mover(post)
    other = next(one for one in club.people[:2] if one is not asker)
    post = await club.turn(post)
    for answer, person, words in (
        (":no", other, "You've refused"),
        (":withdraw", asker, "withdrawn"),
    ):
        await at_table(asker, club, ShowTurns(), AskToGoBack(1))
        post = await told(club, post, "asks to go back")
        assert words in await press(person, post, button(post, answer))
    unreadable = await made_up(asker, club.table, AskToGoBack(UNREADABLE_TURN))
    assert "no such turn" in text(await unreadable.response())


async def test_the_bot_plays_for_who_leaves_until_they_return(club: Club) -> None:
    post = await club.start(2)
    leaver = club.mover(post)
    other = next(one for one in club.people[:2] if one is not leaver)
    assert "the bot plays for you" in await at_table(leaver, club, LetBotPlay())
    played = await other.waits_for(
        club.table, lambda m: m.id > post.id and has_turn_button(m), PATIENCE
    )
    assert f"{leaver.user.display_name} (bot)" in text(played)
    assert club.mover(played) is other
    assert "is playing for you" in await press(leaver, played, "turn")
    assert "played by the bot" in text(await looked(other, club.table, ShowLog()))
    assert "yours again" in await at_table(leaver, club, ComeBack())
    following = await club.turn(played)
    assert club.mover(following) is leaver


async def test_turns_before_a_person_is_called_are_shown_in_one_post(club: Club) -> None:
    post = await club.start(3)
    stays = club.mover(post)
    for person in club.people:
        if person is not stays:
            await at_table(person, club, LetBotPlay())
    await club.settled()
    before = club.posts()[-1]
    await club.turn(post)
    await club.settled()
    async with club.client.services.games.hold(1) as table:
        end = table.game.move_count
    told = club.posts()[-1]
    assert [message for message in club.posts() if message.id > before.id] == [told]
    assert stays.id in told.pings
    names = [media.filename for media in pictures(told)]
    assert names
    assert all(f"-{end}-" in name for name in names)


async def test_a_bot_s_turn_is_played_after_a_restart(tmp_path: Path) -> None:
    clock = TurnedClock()
    async with StandIn(spec=OPENAPI, clock=clock) as server:
        async with club_with_bot(server, clock, tmp_path) as club:
            post = await club.start(2)
            leaver = club.mover(post)
            club.client.services.bots.kick = lambda: None  # type: ignore[method-assign]
            await at_table(leaver, club, LetBotPlay())
            await club.settled()
            before = club.posts()[-1]
        async with bot_on(server, tmp_path, clock):
            other = next(one for one in club.people[:2] if one is not leaver)
            played = await other.waits_for(
                club.table, lambda m: m.id > before.id and has_turn_button(m), PATIENCE
            )
            assert club.mover(played) is other
        assert server.invalid_requests == []


async def test_resigning_leaves_the_last_one_the_choice(club: Club) -> None:
    post = await club.start(2)
    ada, bo, cy = club.people
    assert "You've resigned" in await confirm(bo, club, AskToResign())
    offer = await told(club, post, "everyone else has resigned")
    assert ada.id in offer.pings
    assert "aren't in this game" in await press(cy, offer, "alone:win")
    assert "win is yours" in await press(ada, offer, "alone:win")
    await told(club, offer, "wins: everyone else")
    assert "over" in await press(ada, offer, "alone:on")
    late = await made_up(bo, club.table, ComeBack())
    assert "over" in text(await late.response())


async def test_a_seat_is_handed_to_somebody_who_accepts(club: Club) -> None:
    post = await club.start(2)
    giver, (ada, bo, cy) = club.mover(post), club.people
    other = bo if giver is ada else ada
    world = club.server.world
    itself = world.users[world.application.id]
    for user, words in (
        (other.user, "already has a seat"),
        (itself, "bot can't"),
        (cy.user, "I've asked"),
    ):
        assert words in text(await (await hand_over(giver, club.table, user)).response())
    question = await told(club, post, "would like to hand you")
    assert question.pings == [cy.id]
    assert "to decide" in await press(other, question, button(question, ":yes"))
    assert "settles it" in await press(cy, question, button(question, ":yes"))
    notice = await cy.waits_for(
        club.table, lambda m: m.id > question.id and has_turn_button(m), PATIENCE
    )
    assert club.mover(notice) is cy
    assert "aren't in this game" in await press(giver, notice, "turn")
    assert club.mover(await club.turn(notice)) is other


async def test_a_game_ends_without_a_result_when_everybody_agrees(club: Club) -> None:
    post = await club.start(3)
    _, bo, cy = club.people
    assert "I've asked" in await at_table(bo, club, AskToAbandon())
    question = await told(club, post, "without a result")
    assert "Waiting for" in await press(cy, question, button(question, ":yes"))
    await press(club.people[0], question, button(question, ":yes"))
    await told(club, question, "Everyone agrees to end")


async def test_who_manages_the_server_asks_too_and_can_end_a_game_by_a_red_button(
    club: Club,
) -> None:
    post = await club.start(3)
    owner = club.people[0]
    asked = await looked(owner, club.table, AskToAbandon(), command="table")
    assert "I've asked" in text(asked)
    question = await told(club, post, "without a result")
    again = await looked(owner, club.table, AskToAbandon(), command="table")
    assert "is still open" in text(again)
    red, *_ = controls(again)
    sure = await (await owner.press(again, red.custom_id)).response()
    assert "they'll be told that it was you" in text(sure)
    red, *_ = controls(sure)
    done = await (await owner.press(sure, red.custom_id)).response()
    assert "You've ended" in text(done)
    await told(club, question, "who manages this server, has ended this game")


async def test_who_plays_alone_confirms_before_anything_happens(club: Club) -> None:
    bo = club.people[1]
    await (await bo.slash(club.table, "bonfire", "solo")).response()
    post = await bo.waits_for(club.table, has_turn_button, PATIENCE)
    await club.player(bo).take_turn(post)
    post = await bo.waits_for(club.table, lambda m: m.id > post.id and has_turn_button(m), PATIENCE)
    assert "is back at that point" in await confirm(bo, club, ShowTurns(), AskToGoBack(1))
    await told(club, post, "has gone back")
    assert "You've ended" in await confirm(bo, club, AskToAbandon())

    async def over() -> bool:
        return "any running game" in await club.asked(bo, "mygames")

    await eventually(over)
