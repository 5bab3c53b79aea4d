"""The game as a web page and as a film: handed out by buttons of the post that ends it."""

from typing import ClassVar

import pytest

from bot.features.finished import values
from bot.features.finished.service import MAKERS, FileRequest, GameFile
from bot.model import button_forms
from bot.model.errors import Problem, UserError
from bot.services.games.kind import GameKind, KindTable
from bot.standin.layout import buttons, text
from bot.store.store import Transaction
from bot.words import catalog
from engine import GameOptions
from tests.features.finished.made_up_files import pressed
from tests.kit.evening import Evening
from tests.kit.hall import Hall
from tests.kit.pages import in_words
from tests.kit.past import play
from tests.kit.whole import controls, opened

WORDS = catalog()
LABEL = WORDS.say("game_page.button")
Asked = list[FileRequest]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The files that were asked for; what is handed out says whose they are."""
    requests: Asked = []

    def write(request: FileRequest) -> tuple[bytes, ...]:
        requests.append(request)
        return (f"<!doctype html>{request.words.locale} {request.names}".encode(),)

    def film(request: FileRequest) -> tuple[bytes, ...]:
        requests.append(request)
        return b"RIFF", b"GIF89a"

    monkeypatch.setitem(MAKERS, GameFile.PAGE, write)
    monkeypatch.setitem(MAKERS, GameFile.FILM, film)
    return requests


async def test_the_last_post_hands_the_game_out_in_the_language_of_the_table(
    hall: Hall, asked: Asked
) -> None:
    post = await Evening(hall).last_answer(GameOptions(2))
    for person in hall.people[1:3]:
        person.user.locale = "pl"
        answer = await opened(person, post, catalog("pl").say("game_page.button"))
        assert answer.is_ephemeral
        assert text(answer) == catalog("pl").say("game_page.handed")
        (file,) = answer.attachments
        assert file.filename == "bonfire-1.html"
        assert file.data == b"<!doctype html>en ('Ada', 'Bo')"
    (request,) = asked
    assert request.game.result is not None
    assert request.now.result == request.game.result


async def test_the_last_post_hands_the_game_out_as_a_film(hall: Hall, asked: Asked) -> None:
    post = await Evening(hall).last_answer(GameOptions(2))
    answer = await opened(hall.people[1], post, WORDS.say("film.button"))
    assert answer.is_ephemeral
    assert text(answer) == WORDS.say("film.handed")
    (whole,) = answer.attachments
    following = await hall.people[1].waits_for(hall.table, lambda m: m.id > answer.id)
    (short,) = following.attachments
    assert following.is_ephemeral
    assert (whole.filename, whole.data) == ("bonfire-1.webp", b"RIFF")
    assert (short.filename, short.data) == ("bonfire-1.gif", b"GIF89a")
    assert {whole.description, short.description} == {WORDS.say("film.alt")}
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("value", "sorry"),
    [(values.AskForPage(), "game_page.sorry.running"), (values.AskForFilm(), "film.sorry.running")],
)
async def test_before_the_end_no_file_is_made(
    hall: Hall, asked: Asked, value: button_forms.ButtonValue, sorry: str
) -> None:
    played = await play(hall, hall.table, turns=1)
    post = played.turns[0]
    assert LABEL not in [one.label for one in buttons(post)]
    assert "page" not in [one.answer for one in controls(post)]
    answer = await pressed(hall.people[2], post, value)
    assert in_words(answer) == WORDS.say(sorry)
    assert answer.attachments == []
    assert asked == []


class Sealed(GameKind):
    """A game whose deal others still play."""

    name: ClassVar[str] = "sealed"

    async def must_be_unsealed(self, _tx: Transaction, _table: KindTable, _now: float) -> None:
        """Raise UserError."""
        raise UserError(Problem.STALE)


async def test_the_page_of_a_deal_that_is_still_played_stays_sealed(
    hall: Hall, asked: Asked
) -> None:
    post = await Evening(hall).last_answer(GameOptions(2))
    async with hall.client.services.games.hold(1) as table:
        table.kind = Sealed()
    for label in (LABEL, WORDS.say("film.button")):
        answer = await opened(hall.people[0], post, label)
        assert WORDS.say(Problem.STALE) in text(answer)
    assert asked == []
