"""Sentences that are another one where the first would be wrong, in every language."""

import pytest

from bot.model.preferences import Allowed, ServerSettings
from bot.present.posts.settings_pages import server_text
from bot.present.wizard.labels import label
from bot.words import catalog, languages
from engine.actions import Keep, PlaceFate
from engine.agenda import KeepChoice
from engine.bag import ActionTiles
from engine.ids import Direction, End
from tests.kit.position import Position


@pytest.mark.parametrize("language", languages())
def test_who_keeps_nothing_is_not_told_to_discard_the_rest(language: str) -> None:
    words, view = catalog(language), Position().tiles(path=1, ship=1).game().view()
    asked = KeepChoice(PlaceFate(End.TOP, "b2", Direction.RIGHT))
    told = words.spell(label(Keep(ActionTiles.EMPTY), view, 0, asked))
    assert told == words.say("choose.keep_none")
    assert words.say("list.none") not in told


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("who", Allowed)
def test_everybody_may_end_their_own_games_only(who: Allowed, language: str) -> None:
    words = catalog(language)
    own = words.say("allowed.own")
    assert (own in server_text(ServerSettings(aborts=who), words)) == (who is Allowed.EVERYBODY)
