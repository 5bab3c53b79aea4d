"""Sentences that are another one where the first would be wrong, in every language."""

import pytest

from bot.model import preferences
from bot.present.posts.settings_pages import server_text
from bot.present.wizard.labels import label
from bot.words import catalog, languages
from engine import actions, agenda, bag, ids
from tests.kit.position import Position


@pytest.mark.parametrize("language", languages())
def test_who_keeps_nothing_is_not_told_to_discard_the_rest(language: str) -> None:
    words, view = catalog(language), Position().tiles(path=1, ship=1).game().view()
    asked = agenda.KeepChoice(actions.PlaceFate(ids.End.TOP, "b2", ids.Direction.RIGHT))
    told = words.spell(label(actions.Keep(bag.ActionTiles.EMPTY), view, 0, asked))
    assert told == words.say("choose.keep_none")
    assert words.say("list.none") not in told


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("who", preferences.Allowed)
def test_everybody_may_end_their_own_games_only(who: preferences.Allowed, language: str) -> None:
    words = catalog(language)
    own = words.say("allowed.own")
    assert (own in server_text(preferences.ServerSettings(aborts=who), words)) == (
        who is preferences.Allowed.EVERYBODY
    )
