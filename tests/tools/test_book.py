"""Every key is said in the book of all sentences, in every language and number."""

import pytest

from bot.words import DEFAULT, languages
from engine import ids
from tests.kit.judged_once import quick_advice
from tests.kit.marks import long
from tests.tools.book.book import say_the_rest, written
from tests.tools.book.examples import NoExampleError, say_by_example
from tests.tools.book.hearing import HearingCatalog
from tests.tools.book.situations import say_all

LANGUAGES = [DEFAULT, *(long(language) for language in languages() if language != DEFAULT)]
ON_THE_WAY = ("story.", "holdings.tiles", "preview.pays", "rules.term", "status.seat")
"""What games and the look-up say, for which no example may be needed."""


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_is_spoken(language: str) -> None:
    words = HearingCatalog(language)
    with quick_advice():
        say_all(words)
    unsaid = words.entries.keys() - words.heard.keys()
    assert [key for key in unsaid if key.startswith(ON_THE_WAY)] == []
    say_the_rest(words)
    assert words.heard.keys() == words.entries.keys()
    page = written((words,))
    assert [key for key in words.entries if f"<td>{key}</td>" not in page] == []
    left = {key: told for key in words.entries for told in words.spoken(key) if "{" in told}
    assert left == {}


def test_a_sentence_with_a_number_is_said_in_all_its_forms() -> None:
    words = HearingCatalog("pl")
    words.say("count.points", n=12)
    assert words.spoken("count.points") == ("1 Punkt", "2 Punkty", "5 Punktów")


def test_a_form_that_one_language_has_alone_leaves_the_others_empty() -> None:
    english, german = HearingCatalog("en"), HearingCatalog("de")
    for words in (english, german):
        words.name(ids.Guardian.OWN, "the")
    row = '<tr><td>guardian_the.own</td><td lang="en">your own Guardian</td><td lang="de"></td>'
    assert row in written((english, german))


def test_a_new_sentence_without_an_example_is_named() -> None:
    words = HearingCatalog("en")
    with pytest.raises(NoExampleError, match="needs an example of depth"):
        say_by_example("a.key", frozenset({"who", "depth"}), words)
