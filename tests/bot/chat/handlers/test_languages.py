"""Who reads which language: private answers in the person's, public posts in the table's."""

import random
from pathlib import Path

import pytest

from bot.model.buttons import JoinLobby, LeaveLobby, ReadOn, ShowStatus, StartLobby
from bot.model.messages import TEXT_LIMIT
from bot.model.preferences import Notice, Preferences
from bot.model.rows import Via
from bot.model.settings import UNSET, ChooseSetting, Setting, Whose
from bot.model.stored_post import StoredPost
from bot.standin.layout import text
from bot.words import catalog
from tests.kit.hall import Hall, posted
from tests.kit.pages import by_post, choose, looked, made_up
from tests.kit.stack import PEOPLE, stack_in
from tests.kit.whole import end_alone


async def test_a_private_answer_is_in_the_language_of_the_client(hall: Hall) -> None:
    hall.ada.user.locale = "de"
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    assert _help(hall, "de") in text(await asked.response())


@pytest.mark.parametrize("language", ["de", "pl"])
async def test_what_a_person_chose_overrides_the_client(hall: Hall, language: str) -> None:
    chosen = await choose(hall.ada, hall.table, Setting.LANGUAGE, language)
    assert catalog(language).say("me.heading") not in text(chosen)
    asked = await hall.ada.slash(hall.table, "bonfire", "help")
    assert _help(hall, language) in text(await asked.response())
    other = await hall.bo.slash(hall.table, "bonfire", "help")
    assert _help(hall, "en") in text(await other.response())


def _help(hall: Hall, language: str) -> str:
    """What the game is."""
    return hall.client.services.mentions.in_text(catalog(language).say("help.start"), TEXT_LIMIT)


async def test_a_table_speaks_the_language_its_organiser_sets(hall: Hall) -> None:
    hall.bo.user.locale = "pl"
    opened = await hall.ada.slash(hall.table, "bonfire", "new", language="de", thread=False)
    assert "Ein Tisch für Bonfire" in text(await opened.response())
    joined = await by_post(hall.bo, hall.table, JoinLobby())
    assert "Ein Tisch für Bonfire" in text(await joined.response())
    await (await by_post(hall.ada, hall.table, StartLobby())).response()
    await posted(hall, hall.table, "Die Partie beginnt")


async def test_a_running_table_changes_its_language_for_what_follows(hall: Hall) -> None:
    await (await hall.ada.slash(hall.table, "bonfire", "new", thread=False)).response()
    await (await by_post(hall.bo, hall.table, JoinLobby())).response()
    await (await by_post(hall.ada, hall.table, StartLobby())).response()
    await choose(hall.bo, hall.table, Setting.LANGUAGE, "pl", Whose.TABLE)
    await posted(hall, hall.table, "Bo wybiera język tego stołu: polski.")
    await choose(hall.ada, hall.table, Setting.PACE, "none", Whose.TABLE)
    await posted(hall, hall.table, "Ada ustala tempo tej partii: bez przypomnień")


async def test_an_open_table_changes_its_language_too(hall: Hall) -> None:
    lobby = await (await hall.ada.slash(hall.table, "bonfire", "new")).response()
    changed = await choose(hall.ada, hall.table, Setting.LANGUAGE, "de", Whose.TABLE)
    assert "German" in text(changed)
    assert "Ein Tisch für Bonfire" in text(lobby)


async def test_who_does_not_sit_at_a_table_leaves_its_language_alone(hall: Hall) -> None:
    await (await hall.ada.slash(hall.table, "bonfire", "new")).response()
    refused = await choose(hall.bo, hall.table, Setting.LANGUAGE, "de", Whose.TABLE)
    assert text(refused) == catalog().say("error.lobby_not_joined")
    await (await by_post(hall.ada, hall.table, LeaveLobby())).response()
    await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
    german = ChooseSetting(Whose.TABLE, Setting.LANGUAGE, "de")
    refused = await (await made_up(hall.bo, hall.table, german)).response()
    assert text(refused) == catalog().say("error.not_a_player")
    await end_alone(hall.ada, hall.table)
    refused = await (await made_up(hall.ada, hall.table, german)).response()
    assert text(refused) == catalog().say("error.game_over")


@pytest.mark.parametrize(
    ("server", "organiser", "heading"),
    [("de", None, "Ein Tisch"), ("de", "pl", "Stół"), (None, None, "A table")],
)
async def test_new_tables_speak_as_their_organiser_else_as_the_server_wants(
    hall: Hall, server: str | None, organiser: str | None, heading: str
) -> None:
    token = server or UNSET
    page = await choose(hall.ada, hall.table, Setting.LANGUAGE, token, Whose.SERVER)
    assert "Language of new tables: " in text(page)
    wanted = {} if organiser is None else {"language": organiser}
    opened = await hall.ada.slash(hall.table, "bonfire", "new", options=wanted)
    assert heading in text(await opened.response())


async def test_a_game_in_a_direct_message_speaks_as_the_person_has_chosen(hall: Hall) -> None:
    room = hall.ada.dm()
    await choose(hall.ada, room, Setting.LANGUAGE, "pl")
    await (await hall.ada.slash(room, "bonfire", "solo")).response()
    await posted(hall, room, "Zaczynamy")


async def test_what_is_offered_while_typing_is_in_the_chosen_language(hall: Hall) -> None:
    await choose(hall.ada, hall.table, Setting.LANGUAGE, "de")
    offers = await hall.ada.autocomplete(
        hall.table, "bonfire", "rules", focused="term", typed="Prozession"
    )
    assert [one.name for one in offers if "Prozession" in one.name]
    await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
    page = await looked(hall.ada, hall.table)
    assert catalog("de").say("table_button.city", who="Tom") in str(page.components)


async def test_the_described_table_is_in_the_language_of_who_asks(hall: Hall) -> None:
    await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
    hall.bo.user.locale = "de"
    shown = await looked(hall.bo, hall.table, ShowStatus(), ReadOn(0))
    assert "Spielplan" in text(shown)


async def test_the_pictures_of_a_private_answer_are_described_to_who_asks(hall: Hall) -> None:
    await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
    hall.bo.user.locale = "pl"
    shown = await (await hall.bo.slash(hall.table, "bonfire", "board")).response()
    await hall.calm()
    assert [one.description for one in shown.attachments if "Ognisk" in (one.description or "")]


@pytest.mark.parametrize(("chosen", "expected"), [(None, "pl"), ("de", "de")])
async def test_direct_notices_are_in_the_language_of_the_person(
    tmp_path: Path, chosen: str | None, expected: str
) -> None:
    async with stack_in(tmp_path) as stack:
        for one in PEOPLE:
            wishes = Preferences(Notice.MESSAGE, language=chosen, client="pl")
            await stack.preferences.change(stack.press(one), lambda _, wishes=wishes: wishes)  # type: ignore[misc]
        game = await stack.start()
        await stack.take_turn(game, random.Random(1))
        await stack.bodies()
    direct = [StoredPost.load(post.body).text for post in stack.taken if post.via is Via.DIRECT]
    start, _, _ = catalog(expected).say("notice.direct", link="|").partition("|")
    assert direct[-1].startswith(start)


async def test_the_language_of_the_client_is_kept_for_direct_messages_alone(hall: Hall) -> None:
    async def client() -> str | None:
        await (await hall.bo.slash(hall.table, "bonfire", "help")).response()
        return (await hall.client.services.preferences.of(hall.bo.user.id)).client

    hall.bo.user.locale = "pl"
    assert await client() is None
    await choose(hall.bo, hall.table, Setting.NOTICE, "message")
    assert await client() == "pl"
    hall.bo.user.locale = "de"
    assert await client() == "de"
