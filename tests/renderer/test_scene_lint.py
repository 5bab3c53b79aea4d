"""Type inside its room, nothing hidden, too small or faint: in made and in played positions."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

import pytest

from bot.words import DEFAULT, catalog, languages
from engine.build_view import build_view
from engine.events import Event
from engine.state import GameOptions
from engine.view import View
from renderer import Options, PaletteName
from renderer.scene import Scene
from tests.kit.marks import long
from tests.properties.games import states
from tests.renderer.legibility import faint, hidden
from tests.renderer.lint import all_texts, problems
from tests.renderer.scenes import changed, scenes_of
from tests.renderer.telling import POSITIONS

SHORT = ("Ada", "Bo", "Cy", "Dee")
NAMES = ("W" * 32, "M" * 32, "Ж" * 32, "漢字")
OTHER_TELLINGS = [case for case in product(languages(), (SHORT, NAMES)) if case != (DEFAULT, NAMES)]
RANDOM, GOALS = 0, 1
OTHER_TABLES = [table for table in product((1, 2, 3, 4), (RANDOM, GOALS)) if table != (2, RANDOM)]
PART = 130
"""Of a thousand positions, the part of each number of players and kind of player."""
ENOUGH_GAMES = 30
LAST = ("city 2", "city 3")
FULL = "solo"
DRAWN = [name if name == FULL else long(name) for name in POSITIONS]
"""The positions that are drawn, which takes longer than to look at what would be drawn."""


def first_scenes(view: View, options: Options) -> Iterator[tuple[str, Scene]]:
    """The pictures that differ: in the made positions the last two cities hold nothing new."""
    return ((name, scene) for name, scene in scenes_of(view, options) if name not in LAST)


@pytest.mark.parametrize(
    ("language", "names"),
    [(DEFAULT, NAMES), *(long(*case) for case in OTHER_TELLINGS)],
    ids=str,
)
@pytest.mark.parametrize("position", POSITIONS)
def test_telling_positions_are_free_of_faults(
    position: str, language: str, names: tuple[str, ...]
) -> None:
    marked = changed(Options(catalog(language).translate, names))
    for name, scene in scenes_of(POSITIONS[position](), marked):
        assert problems(scene) == [], name


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("position", POSITIONS)
def test_no_word_is_cut_beside_ordinary_names(position: str, language: str) -> None:
    marked = changed(Options(catalog(language).translate, SHORT))
    for name, scene in scenes_of(POSITIONS[position](), marked):
        assert [text.text for text, _ in all_texts(scene) if text.text.endswith("…")] == [], name


@pytest.mark.parametrize("marked", [True, *map(long, (False,))])
@pytest.mark.parametrize("position", DRAWN)
def test_nothing_is_hidden_in_a_telling_position(
    position: str, options: Options, *, marked: bool
) -> None:
    shown = changed(options) if marked else options
    for name, scene in first_scenes(POSITIONS[position](), shown):
        assert hidden(scene) == [], name


@pytest.mark.parametrize("position", DRAWN)
@pytest.mark.parametrize("palette", [PaletteName.FIRELIGHT, long(PaletteName.CONTRAST)])
def test_all_type_stands_out_from_its_ground(
    position: str, palette: PaletteName, options: Options
) -> None:
    for name, scene in first_scenes(POSITIONS[position](), changed(options)):
        assert faint(scene, palette) == [], name


def played(
    table: tuple[int, int], games: int, every: int, options: Options
) -> Iterator[tuple[View, Options]]:
    """Every so-manieth position of some games, each with what happened in its turn."""
    players, maker = table
    for game in range(games):
        events: list[Event] = []
        turn = 0
        for move, state in enumerate(states(GameOptions(players), players + 7 * game, maker)):
            events += state.events
            if move % every == 0:
                view = build_view(state, move)
                yield view, replace(options, names=NAMES, changes=tuple(events))
                if view.turn != turn:
                    events, turn = [], view.turn


def faults(view: View, options: Options) -> list[tuple[str, str]]:
    found = []
    for name, scene in scenes_of(view, options):
        found += [(name, fault) for fault in problems(scene)]
        if name in ("board", f"city {view.seat}"):
            found += [(name, fault) for fault in (*hidden(scene), *faint(scene, options.palette))]
    return found


@pytest.mark.parametrize(
    ("players", "maker"),
    [(2, RANDOM), *(long(*table) for table in OTHER_TABLES)],
)
def test_played_positions_are_free_of_faults(players: int, maker: int, options: Options) -> None:
    for view, marked in played((players, maker), 1, 45, options):
        assert faults(view, marked) == [], view.move


@pytest.mark.soak
@pytest.mark.parametrize("maker", [RANDOM, GOALS], ids=["random", "goals"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_thousand_played_positions_are_free_of_faults(
    players: int, maker: int, options: Options
) -> None:
    positions = list(islice(played((players, maker), ENOUGH_GAMES, 5, options), PART))
    assert len(positions) == PART
    for view, marked in positions:
        assert faults(view, marked) == [], view.move
