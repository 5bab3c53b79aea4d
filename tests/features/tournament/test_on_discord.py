"""The same deal at several tables: nothing of one may be learnt elsewhere before all are over."""

import random
from dataclasses import dataclass

import pytest

from bot.model import results, settings
from bot.model.buttons import AskToGoBack, ShowStandings
from bot.model.custom_ids import write_button
from bot.services.games.thinker import Thinker
from bot.standin import Channel, Message, NotPossible, Refused, UserClient, model
from bot.standin.layout import buttons, text
from bot.words import catalog
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from tests.kit.evening import play_to_the_end
from tests.kit.hall import Hall
from tests.kit.pages import hand_over, in_words, looked, made_up
from tests.kit.players.button_player import controls
from tests.kit.refusals import BotRoute, plan
from tests.kit.whole import Player, end_alone, has_turn_button, labels

WORDS = catalog()
AGREE = WORDS.say("agree.button.yes")


@dataclass(frozen=True, slots=True)
class Place:
    """A table of a tournament that has begun: its game, its thread, who sits there."""

    game: int
    room: Channel
    person: UserClient


async def opened(
    hall: Hall, seats: int = 2, host: UserClient | None = None, level: Level = Level.MEDIUM
) -> Message:
    host = host or hall.people[0]
    asked = await host.slash(hall.table, "bonfire", "tournament", seats=seats, level=level.value)
    return await asked.response()


async def joined(hall: Hall) -> Message:
    """The post of a tournament of Bo's that Cy has joined.

    Ada owns the server, and Discord shows every thread to whom it belongs.
    """
    hall.client.services.games.thinker = Thinker(players=dict.fromkeys(Level, PLAYERS["random"]))
    bo, cy = hall.people[1:3]
    return await (await cy.press(await opened(hall, host=bo), "Join")).response()


async def begun(hall: Hall) -> tuple[Message, Place, Place]:
    """Let Bo and Cy begin a tournament, each with a bot; returns its post and the tables."""
    asked = await joined(hall)
    post = await (await hall.people[1].press(asked, "Start")).response()
    first, second = await tables_of(hall)
    return post, first, second


async def tables_of(hall: Hall) -> tuple[Place, ...]:
    """The tables that have begun, in their order."""
    bo, cy = hall.people[1:3]
    store = hall.client.services.store
    places, called = [], {bo.id: "Bo", cy.id: "Cy_d"}
    for entry in sorted(
        await store.read(lambda tx: tx.games.listed(over=True)), key=lambda entry: entry.id
    ):
        (person,) = (one for one in (bo, cy) if called[one.id] in entry.players)
        room = hall.server.world.channels[entry.channel]
        places.append(Place(entry.id, room, person))
    return tuple(places)


@pytest.mark.parametrize("chosen", [{}, {"seats": 2}, {"level": "easy"}])
async def test_nobody_opens_one_without_a_word_on_seats_and_level(
    hall: Hall, chosen: dict[str, int | str]
) -> None:
    with pytest.raises(NotPossible):
        await hall.people[0].slash(hall.table, "bonfire", "tournament", options=chosen)


async def test_people_join_and_the_host_starts(hall: Hall) -> None:
    ada, bo, cy, _ = hall.people
    asked = await opened(hall, seats=3, level=Level.HARD)
    assert WORDS.say("tournament.wait", host="Ada") in text(asked)
    (start,) = (one for one in buttons(asked) if one.label == "Start")
    assert start.disabled
    asked = await (await bo.press(asked, "Join")).response()
    asked = await (await cy.press(asked, "Join")).response()
    assert "2 tables of 3" in text(asked)
    assert "Bots take 3 free seats (hard)" in text(asked)
    again = await (await bo.press(asked, "Join")).response()
    assert in_words(again) == WORDS.say("tournament.sorry.joined")
    host = await (await bo.press(asked, "Start")).response()
    assert in_words(host) == WORDS.say("tournament.sorry.host_only", host="Ada")
    asked = await (await ada.press(asked, "Leave")).response()
    assert "opened by Bo" in text(asked)
    for person in (bo, cy):
        asked = await (await person.press(asked, "Leave")).response()
    assert text(asked) == WORDS.say("tournament.closed")
    late = await (await bo.press_late(asked, "1|l|0|0||joinall:1")).response()
    assert in_words(late) == WORDS.say("tournament.sorry.gone")


async def test_all_tables_have_the_same_deal_in_private_threads(hall: Hall) -> None:
    post, first, second = await begun(hall)
    assert "Table 1: " in text(post)
    assert "Table 2: " in text(post)
    assert not buttons(post)
    for place in (first, second):
        told = await place.person.waits_for(place.room, has_turn_button)
        assert f"<@{place.person.id}>" in text(told)
        assert place.room.kind is model.ChannelKind.PRIVATE_THREAD
        assert place.room.parent_id == hall.table.id
    for place, other in ((first, second), (second, first)):
        assert not other.person.may_view(place.room)
    deals = [await dealt(hall, place) for place in (first, second)]
    assert deals[0] == deals[1]


async def dealt(hall: Hall, place: Place) -> object:
    """The position from which a table began."""
    async with hall.client.services.games.hold(place.game) as table:
        return table.game.at(0).dump()


@pytest.mark.parametrize("played", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_nothing_is_told_before_all_tables_are_over(hall: Hall, *, played: bool) -> None:
    _, first, second = await begun(hall)
    before = [message.id for message in hall.server.app_messages(hall.table)]
    await over(first, played=played)
    assert [message.id for message in hall.server.app_messages(hall.table)] == before
    for person in hall.people:
        for values in ((), (ShowStandings(results.Board.TABLES, 0),)):
            listed = await looked(person, hall.table, *values, command="results")
            assert "Bo" not in text(listed).replace("Bonfire", "")
            assert "Cy" not in text(listed)
    for place in (first, second):
        sealed = await (await place.person.slash(place.room, "bonfire", "export")).response()
        assert in_words(sealed) == WORDS.say("tournament.sorry.sealed")
    moved = await made_up(second.person, hall.table, settings.MoveHere(second.game), 0)
    assert in_words(await moved.response()) == WORDS.say("tournament.sorry.stays")
    back = await made_up(second.person, second.room, AskToGoBack(1), second.game)
    assert in_words(await back.response()) == WORDS.say("tournament.sorry.no_way_back")
    await over(second, played=played)
    di = hall.people[3]
    told = text(await di.waits_for(hall.table, lambda post: "all done" in text(post)))
    if played:
        assert "of 2 matchpoints" in told
        assert "**Seat 2**" in told
    else:
        assert told.count("ended its game early") == 2
    record = await (await first.person.slash(first.room, "bonfire", "export")).response()
    assert "sealed" not in text(record)


async def over(place: Place, *, played: bool) -> None:
    """Play a table to its end, or give it up."""
    await place.person.waits_for(place.room, has_turn_button)
    if played:
        await play_to_the_end([Player(place.person, place.room, random.Random(1))])
    else:
        await end_alone(place.person, place.room)


@pytest.mark.parametrize("opened_first", [0, 1])
async def test_a_start_that_discord_stops_goes_on_with_the_next_press(
    hall: Hall, opened_first: int
) -> None:
    """The table that has begun stays, and nobody is dealt anything else at the others."""
    bo, cy, di = hall.people[1:4]
    asked = await joined(hall)
    plan(hall.server, BotRoute.OPEN_THREAD, Refused(403, 50013), skip=opened_first)
    sorry = await (await bo.press(asked, "Start")).response()
    assert in_words(sorry) == WORDS.say("private.sorry.failed")
    before = await tables_of(hall)
    assert len(before) == opened_first
    late = await (await di.press(asked, "Join")).response()
    assert in_words(late) == WORDS.say("tournament.sorry.begun")
    stranger = await (await di.press(asked, "Start")).response()
    assert in_words(stranger) == WORDS.say("tournament.sorry.not_joined")
    post = await (await cy.press(asked, "Start")).response()
    assert "Table 2: " in text(post)
    first, second = await tables_of(hall)
    assert before == (first, second)[:opened_first]
    assert await dealt(hall, first) == await dealt(hall, second)
    again = await (await bo.press_late(post, "1|l|0|0||startall:1")).response()
    assert "Table 2: " in text(again)
    assert await tables_of(hall) == (first, second)


async def test_nobody_gets_a_second_seat_in_a_tournament(hall: Hall) -> None:
    """Who plays the deal at one table knows what will be turned up at the others."""
    _, first, second = await begun(hall)
    await first.person.waits_for(first.room, has_turn_button)
    hall.server.person_of(hall.people[0].user).add_to_thread(first.room, second.person.user)
    asked = await hand_over(first.person, first.room, second.person.user)
    await asked.response()
    question = await second.person.waits_for(first.room, lambda post: AGREE in labels(post))
    sorry = await (await second.person.press(question, AGREE)).response()
    assert in_words(sorry) == WORDS.say("tournament.sorry.elsewhere")


async def test_completions_name_no_other_table(hall: Hall) -> None:
    _, first, second = await begun(hall)
    await first.person.waits_for(first.room, has_turn_button)
    for place in (first, second):
        page = await looked(place.person, hall.table, command="table")
        offered = [one.answer for one in controls(page) if one.value is not None]
        assert offered == [write_button(settings.MoveHere(place.game))]


async def test_a_press_from_another_channel_finds_nothing(hall: Hall) -> None:
    bo = hall.people[1]
    await opened(hall)
    other = hall.server.text_channel(hall.guild, "other")
    there = await (await bo.slash(other, "bonfire", "new")).response()
    forged = await (await bo.press_late(there, "1|l|0|0||joinall:1")).response()
    assert in_words(forged) == WORDS.say("tournament.sorry.gone")
