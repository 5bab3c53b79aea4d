"""*Forget me* in the settings, through Discord: asked first, done at once, then harmless."""

import asyncio
import sqlite3
from contextlib import closing

from bot.model import settings
from bot.standin import Message, UserClient
from bot.standin.layout import buttons, text
from bot.words import catalog
from tests.kit.hall import Hall
from tests.kit.pages import by_page
from tests.kit.whole import eventually, labels

WORDS = catalog()
SURE = WORDS.say("forgetting.sure")
DONE = WORDS.say("forgetting.done")
SOMEBODY = WORDS.say("forgetting.somebody")


def players(hall: Hall) -> list[str]:
    with closing(sqlite3.connect(hall.folder / "bonfire.db")) as database:
        return [name for (name,) in database.execute("SELECT name FROM players ORDER BY name")]


async def start(hall: Hall, *people: UserClient) -> None:
    host, *guests = people
    lobby = await (await host.slash(hall.table, "bonfire", "new", thread=False)).response()
    for guest in guests:
        await (await guest.press(lobby, "Join")).response()
    await (await host.press(lobby, "Start")).response()


async def ask(hall: Hall, person: UserClient) -> Message:
    return await (await by_page(person, hall.table, "settings", settings.AskToForget())).response()


async def sure(hall: Hall, person: UserClient, question: Message) -> None:
    """Press the button twice at once, and wait until the answer stands in its place."""
    (custom_id,) = (one.custom_id for one in buttons(question) if one.label == SURE)
    for _ in range(2):
        await person.press_late(question, custom_id)

    async def told() -> bool:
        return DONE in text(question)

    await eventually(told)


async def test_a_person_is_asked_and_then_forgotten_at_once(hall: Hall) -> None:
    ada, bo, cy, _ = hall.people
    await start(hall, ada, bo, cy)
    question = await ask(hall, cy)
    assert question.ephemeral_for == cy.id
    assert WORDS.say("forgetting.running", n=1) in text(question)
    assert WORDS.say("forgetting.stays") in text(question)
    assert players(hall) == ["Ada", "Bo", "Cy_d"]
    await sure(hall, cy, question)
    assert players(hall) == ["Ada", "Bo", SOMEBODY]

    async def told() -> bool:
        return any(SOMEBODY in text(one) for one in hall.server.app_messages(hall.table))

    await eventually(told)


async def test_a_lobby_is_left_too(hall: Hall) -> None:
    ada, bo, *_ = hall.people
    lobby = await (await ada.slash(hall.table, "bonfire", "new", thread=False)).response()
    await (await bo.press(lobby, "Join")).response()
    await sure(hall, ada, await ask(hall, ada))
    await eventually(lambda: asyncio.sleep(0, "Ada" not in text(lobby)))
    assert "Bo" in text(lobby)
    await (await bo.press(lobby, "Leave")).response()
    assert await hall.client.services.lobbies.look(hall.table.id) is None


async def test_a_lobby_that_nobody_is_left_in_says_so(hall: Hall) -> None:
    ada = hall.people[0]
    lobby = await (await ada.slash(hall.table, "bonfire", "new", thread=False)).response()
    await sure(hall, ada, await ask(hall, ada))
    await eventually(lambda: asyncio.sleep(0, WORDS.say("shell.lobby_closed") == text(lobby)))
    assert buttons(lobby) == ()


async def test_who_never_played_is_told_nothing_of_games(hall: Hall) -> None:
    question = await ask(hall, hall.people[3])
    assert WORDS.say("forgetting.goes") in text(question)
    assert SOMEBODY not in text(question)
    await sure(hall, hall.people[3], question)


async def test_a_tournament_names_nobody_who_was_forgotten(hall: Hall) -> None:
    ada, bo, *_ = hall.people
    asked = await ada.slash(hall.table, "bonfire", "tournament", seats=2, level="easy")
    opened = await asked.response()
    await (await bo.press(opened, "Join")).response()
    assert "Ada" in text(opened)
    await sure(hall, ada, await ask(hall, ada))
    await eventually(lambda: asyncio.sleep(0, "Ada" not in text(opened)))
    assert "Bo" in text(opened)
    assert "Start" in labels(opened)
    await sure(hall, bo, await ask(hall, bo))
    closed = WORDS.say("tournament.closed")
    await eventually(lambda: asyncio.sleep(0, text(opened) == closed))
    assert labels(opened) == []


async def test_a_tournament_that_has_begun_is_left_as_it_is(hall: Hall) -> None:
    ada, bo, *_ = hall.people
    asked = await ada.slash(hall.table, "bonfire", "tournament", seats=2, level="easy")
    opened = await asked.response()
    await (await bo.press(opened, "Join")).response()
    await (await ada.press(opened, "Start")).response()
    begun = text(opened)
    await sure(hall, bo, await ask(hall, bo))
    await hall.calm()
    assert text(opened) == begun
