"""Going back and leaving, through Discord: what is asked, pressed and read."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.standin import Message, StandIn, UserClient
from bot.standin.layout import pictures, text
from tests.bot.stage import bot_on
from tests.clock import TurnedClock
from tests.standin.reference import openapi_file
from tests.whole.kit import Control, controls, eventually, has_turn_button
from tests.whole.test_between import PATIENCE, Club, club_with_bot, pressed


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    clock = TurnedClock()
    async with StandIn(spec=openapi_file(), clock=clock) as server:
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


async def shown(person: UserClient, club: Club, *path: str) -> Message:
    """What a command shows."""
    return await (await person.slash(club.table, "bonfire", *path)).response()


async def confirm(person: UserClient, club: Club, *path: str) -> str:
    """Send a command, press what it asks to confirm, and read what stands there then."""
    asked = await shown(person, club, *path)
    (step,) = controls(asked)
    done = await (await person.press(asked, step.custom_id)).response()
    assert done.id == asked.id
    assert list(controls(done)) == []
    return text(done)


async def test_a_turn_is_taken_back_when_the_others_agree(club: Club) -> None:
    post = await club.start(3)
    asker = club.mover(post)
    others = [one for one in club.people if one is not asker]
    post = await club.turn(post)
    offered = await asker.autocomplete(
        club.table, "bonfire", "table", "take-back", focused="turn", typed="turn 1"
    )
    assert asker.user.display_name in offered[0].name
    assert "I've asked" in await club.asked(asker, "table", "take-back", turn="1")
    question = await told(club, post, "asks to go back")
    assert sorted(question.pings) == sorted(one.id for one in others)
    assert "to decide" in await press(asker, question, button(question, ":yes"))
    posts = len(club.posts())
    assert "Waiting for" in await press(others[0], question, button(question, ":yes"))
    first, second = (one.user.display_name for one in others)
    await eventually(lambda: says(question, f"Agreed: {first}. Waiting for: {second}."))
    assert len(club.posts()) == posts
    assert "settles it" in await press(others[1], question, button(question, ":yes"))
    back = await told(club, question, "Everybody agrees")
    await eventually(lambda: says(question, "Agreed: "))
    await club.settled()
    assert "Waiting for" not in text(question)
    assert list(controls(question)) == []
    assert club.mover(back) is asker
    assert has_turn_button(back)
    log = await club.asked(asker, "log")
    assert "taken back" in log


def ways_back(log: Message) -> list[Control]:
    """The controls of a log, but for those that only show a turn."""
    return [one for one in controls(log) if not one.answer.startswith("replay")]


async def test_a_turn_to_go_back_to_is_chosen_from_a_menu_of_the_log(club: Club) -> None:
    post = await club.start(2)
    asker = club.mover(post)
    assert ways_back(await shown(asker, club, "log")) == []
    post = await club.turn(post)
    ended = await club.asked(asker, "undo")
    assert "turn is over" in ended
    log = await shown(asker, club, "log")
    menu = await (await asker.press(log, pressed(log, "back"))).response()
    assert menu.id == log.id
    (choice,) = controls(menu)
    assert choice.answer == "back:1"
    chosen = await (await asker.select(menu, choice.custom_id, [choice.answer])).response()
    assert "I've asked" in text(chosen)
    await told(club, post, "asks to go back")
    stranger = await shown(club.people[2], club, "log")
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
        await club.asked(asker, "table", "take-back")
        post = await told(club, post, "asks to go back")
        assert words in await press(person, post, button(post, answer))
    assert "no such turn" in await club.asked(asker, "table", "take-back", turn="soon")


async def test_the_bot_plays_for_who_leaves_until_they_return(club: Club) -> None:
    post = await club.start(2)
    leaver = club.mover(post)
    other = next(one for one in club.people[:2] if one is not leaver)
    assert "the bot plays for you" in await club.asked(leaver, "table", "bot")
    played = await other.waits_for(
        club.table, lambda m: m.id > post.id and has_turn_button(m), PATIENCE
    )
    assert f"{leaver.user.display_name} (bot)" in text(played)
    assert club.mover(played) is other
    assert "is playing for you" in await press(leaver, played, "turn")
    assert "played by the bot" in await club.asked(other, "log")
    assert "yours again" in await club.asked(leaver, "table", "return")
    following = await club.turn(played)
    assert club.mover(following) is leaver


async def test_two_turns_of_the_bot_in_a_row_are_each_shown_as_it_ended(club: Club) -> None:
    post = await club.start(3)
    stays = club.mover(post)
    for person in club.people:
        if person is not stays:
            await club.asked(person, "table", "bot")
    await club.settled()
    await club.turn(post)
    await club.settled()
    async with club.client.services.games.table(1) as table:
        ends = [*table.game.turn_starts[-1:], table.game.move_count]
    shown = [[media.filename for media in pictures(message)] for message in club.posts()[-2:]]
    for names, end in zip(shown, ends, strict=True):
        assert names
        assert all(f"-{end}-" in name for name in names)


async def test_a_bot_s_turn_is_played_after_a_restart(tmp_path: Path) -> None:
    clock = TurnedClock()
    async with StandIn(spec=openapi_file(), clock=clock) as server:
        async with club_with_bot(server, clock, tmp_path) as club:
            post = await club.start(2)
            leaver = club.mover(post)
            club.client.services.bots.kick = lambda: None  # type: ignore[method-assign]
            await club.asked(leaver, "table", "bot")
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
    assert "You've resigned" in await confirm(bo, club, "table", "resign")
    offer = await told(club, post, "everybody else has resigned")
    assert ada.id in offer.pings
    assert "aren't in this game" in await press(cy, offer, "alone:win")
    assert "win is yours" in await press(ada, offer, "alone:win")
    await told(club, offer, "wins: everybody else")
    assert "over" in await press(ada, offer, "alone:on")
    assert "over" in await club.asked(bo, "table", "return")


async def test_a_seat_is_handed_to_somebody_who_accepts(club: Club) -> None:
    post = await club.start(2)
    giver, (ada, bo, cy) = club.mover(post), club.people
    other = bo if giver is ada else ada
    world = club.server.world
    itself = world.users[world.application.id]
    for user, words in ((other.user, "already has a seat"), (itself, "bot can't")):
        asked = await giver.slash(club.table, "bonfire", "table", "hand-over", person=user)
        assert words in text(await asked.response())
    asked = await giver.slash(club.table, "bonfire", "table", "hand-over", person=cy.user)
    assert "I've asked" in text(await asked.response())
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
    assert "I've asked" in await club.asked(bo, "table", "abandon")
    question = await told(club, post, "without a result")
    assert "Waiting for" in await press(cy, question, button(question, ":yes"))
    await press(club.people[0], question, button(question, ":yes"))
    await told(club, question, "Everybody agrees to end")


async def test_who_manages_the_server_asks_too_and_can_end_a_game_by_a_red_button(
    club: Club,
) -> None:
    post = await club.start(3)
    owner = club.people[0]
    asked = await shown(owner, club, "table", "abandon")
    assert "I've asked" in text(asked)
    question = await told(club, post, "without a result")
    again = await shown(owner, club, "table", "abandon")
    assert "is still open" in text(again)
    (red,) = controls(again)
    sure = await (await owner.press(again, red.custom_id)).response()
    assert "they'll be told that it was you" in text(sure)
    (red,) = controls(sure)
    done = await (await owner.press(sure, red.custom_id)).response()
    assert "You've ended" in text(done)
    await told(club, question, "who manages this server, has ended this game")


async def test_who_plays_alone_confirms_before_anything_happens(club: Club) -> None:
    bo = club.people[1]
    await (await bo.slash(club.table, "bonfire", "solo")).response()
    post = await bo.waits_for(club.table, has_turn_button, PATIENCE)
    await club.player(bo).take_turn(post)
    post = await bo.waits_for(club.table, lambda m: m.id > post.id and has_turn_button(m), PATIENCE)
    assert "is back at that point" in await confirm(bo, club, "table", "take-back")
    await told(club, post, "has gone back")
    assert "You've ended" in await confirm(bo, club, "table", "abandon")

    async def over() -> bool:
        return "any running game" in await club.asked(bo, "mygames")

    await eventually(over)
