"""Who reads which language: private answers in the person's, public posts in the table's."""

import pytest

from bot.local.layout import text
from bot.words import catalog
from tests.bot.conftest import Stage


async def test_a_private_answer_is_in_the_language_of_the_client(stage: Stage) -> None:
    stage.ada.user.locale = "de"
    asked = await stage.ada.slash(stage.table, "bonfire", "help")
    assert catalog("de").say("shell.help") in text(await asked.response())


@pytest.mark.parametrize("language", ["de", "pl"])
async def test_what_a_person_chose_overrides_the_client(stage: Stage, language: str) -> None:
    chosen = await stage.ada.slash(stage.table, "bonfire", "me", "language", language=language)
    assert catalog(language).say("me.heading") not in text(await chosen.response())
    asked = await stage.ada.slash(stage.table, "bonfire", "help")
    assert catalog(language).say("shell.help") in text(await asked.response())
    other = await stage.bo.slash(stage.table, "bonfire", "help")
    assert catalog().say("shell.help") in text(await other.response())


async def test_a_table_speaks_the_language_its_organiser_sets(stage: Stage) -> None:
    stage.bo.user.locale = "pl"
    opened = await stage.ada.slash(stage.table, "bonfire", "new", language="de")
    assert "Ein Tisch für Bonfire" in text(await opened.response())
    joined = await stage.bo.slash(stage.table, "bonfire", "table", "join")
    assert "Ein Tisch für Bonfire" in text(await joined.response())
    await (await stage.ada.slash(stage.table, "bonfire", "table", "start")).response()
    await stage.client.desk.outbox.drain(10)
    told = [text(post) for post in stage.posts()]
    assert any("Das Spiel beginnt" in each for each in told), told
