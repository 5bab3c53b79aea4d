"""What the steps of the lesson say of the game is so, by the engine."""

import re

from bot.features.lesson.values import LESSONS, WAY_HOME, Learned, OnPath
from bot.present.wizard.summary import balance
from bot.words import catalog
from engine.actions import EndTurn
from engine.bag import ActionTiles, Resources
from engine.events import (
    BonfireLit,
    Event,
    GnomeRecruited,
    GuardianMoved,
    NovicePlaced,
    PathBuilt,
    PortalPlaced,
    ResourcesChanged,
    TaskReceived,
    TilesChanged,
)
from engine.ids import ActionType, Color, Guardian, PlaceKind, PointSource, PortalKind, Resource
from engine.scoring import COMMON_TASK_POINTS, FATE_TILE_POINTS, LEFTOVERS_PER_POINT
from tests.features.lesson.steps import LOCALES, OPEN, before, dealt, played, step_of


def events_of(step: str) -> tuple[Event, ...]:
    """What happens to the person in a step."""
    number = next(at for at, each in enumerate(WAY_HOME.steps) if each.key == step)
    game, events = played(number), list[Event]()
    for answer in WAY_HOME.steps[number].answers:
        if not isinstance(answer, EndTurn):
            events += game.submit(0, answer)
    return tuple(events)


def paid_in(step: str) -> tuple[ActionTiles, Resources]:
    """The prices of a step."""
    tiles, goods = ActionTiles.EMPTY, Resources.EMPTY
    for event in events_of(step):
        if isinstance(event, TilesChanged):
            tiles += event.lost
        if isinstance(event, ResourcesChanged):
            goods += event.lost
    return tiles, goods


def test_the_lesson_is_legal_and_leads_a_guardian_home_in_its_eighth_turn() -> None:
    assert list(LESSONS.values()) == [WAY_HOME]
    assert tuple(step.key for step in WAY_HOME.steps if step.open) == OPEN
    for done in range(8):
        game = played(done)
        assert not any(spot.bonfire_guardian for spot in game.view().seats[0].positions)
        assert game.waiting is not None
        assert game.waiting.seat == 0
        assert game.view().turn == 2 * done + 1
        assert WAY_HOME.standing(game) == OnPath(
            done + 1, WAY_HOME.steps[done].answers, begun=False
        )
    game = played(8)
    assert game.view().seats[0].positions[1].bonfire_guardian is Guardian.OWN
    assert WAY_HOME.standing(game) == Learned(just=True)


def test_nothing_else_could_be_lit_before() -> None:
    for done in range(9):
        spots = (spot.task for spot in played(done).view().seats[0].positions)
        ready = [held.task.id for held in spots if held is not None and held.met and not held.lit]
        assert ready == (["B01"] if done == 2 else [])


def test_what_the_steps_say_of_task_and_path_is_so() -> None:
    start = dealt()
    (first, *_) = step_of("sail").answers
    start.submit(0, first)
    assert start.view().seats[0].tiles.total == 5
    (task,) = [each for each in events_of("sail") if isinstance(each, TaskReceived)]
    assert (task.task, task.island) == ("B01", "E1")
    assert before("path").view().seats[0].positions[1].task is not None
    assert paid_in("sail") == (
        ActionTiles.of(ActionType.SHIP, ActionType.WILD),
        Resources.of(Resource.FRUIT, Resource.HERB),
    )
    assert not start.view().seats[0].tiles[ActionType.TASK]
    assert start.view().seats[0].offerings[0].open is Resource.FRUIT
    assert {each.island.code: each.island.resource for each in start.view().islands}["E1"] == "herb"

    (built,) = [each for each in events_of("path") if isinstance(each, PathBuilt)]
    assert built.position == 2
    assert paid_in("path") == (ActionTiles.of(ActionType.PATH), Resources.EMPTY)
    spot = before("ignite").view().seats[0].positions[1]
    assert (spot.resource, spot.crystal) == (Resource.BLOSSOM, Color.BLUE)
    assert spot.task is not None
    assert (spot.task.task.color, spot.task.met) == (Color.BLUE, True)


def test_what_the_steps_say_of_bonfire_and_gnome_is_so() -> None:
    ignite = events_of("ignite")
    assert any(isinstance(each, BonfireLit) for each in ignite)
    assert any(isinstance(each, NovicePlaced) for each in ignite)
    assert paid_in("ignite") == (ActionTiles.EMPTY, Resources.EMPTY)
    assert balance(ignite, 0).tiles == ActionTiles.of(ActionType.WILD)
    assert balance(ignite, 0).goods == Resources.of(Resource.GOLD, Resource.GOLD)

    city = before("gnome").view().seats[0]
    assert (city.tiles[ActionType.GNOME], city.resources[Resource.BLOSSOM]) == (0, 1)
    assert city.next_portals[-2] is city.positions[1].fits
    (gnome,) = [each for each in events_of("gnome") if isinstance(each, GnomeRecruited)]
    assert gnome.gnome == "S25"
    assert paid_in("gnome") == (
        ActionTiles.of(ActionType.WILD),
        Resources.of(Resource.BLOSSOM, Resource.GOLD),
    )


def test_what_the_steps_say_of_the_way_home_is_so() -> None:
    (moved,) = [each for each in events_of("procession") if isinstance(each, GuardianMoved)]
    assert (moved.guardian, moved.place.position) == (Guardian.OWN, 1)
    assert balance(events_of("procession"), 0).goods == Resources.of(Resource.GOLD)
    assert paid_in("procession") == (ActionTiles.of(ActionType.GUARDIAN), Resources.EMPTY)

    assert before("fate").view().seats[0].tiles.total == 1
    fate = balance(events_of("fate"), 0)
    assert (fate.tiles.total, fate.tiles[ActionType.GUARDIAN]) == (5, 2)
    assert not fate.discarded

    wheel = before("wheel").view()
    assert wheel.wheel_position == 2
    assert not wheel.seats[0].tiles[ActionType.GREAT_BONFIRE]
    assert paid_in("wheel") == (ActionTiles.of(*2 * [ActionType.SHIP]), Resources.EMPTY)
    assert balance(events_of("wheel"), 0).goods == Resources.of(Resource.ROOT)
    assert any(
        isinstance(each, PortalPlaced) and (each.portal, each.position) == (PortalKind.SUN, 2)
        for each in events_of("wheel")
    )

    assert paid_in("home") == (ActionTiles.of(*2 * [ActionType.GUARDIAN]), Resources.EMPTY)
    (home,) = [each for each in events_of("home") if isinstance(each, GuardianMoved)]
    assert (home.place.kind, home.place.position) == (PlaceKind.BONFIRE, 2)


def test_what_the_last_page_says_of_points_and_of_the_end_is_so() -> None:
    view = played(8).view()
    sheet = view.seats[0].sheet
    counted = [
        sheet[source]
        for source in (
            PointSource.BONFIRES,
            PointSource.GUARDIANS,
            PointSource.PORTALS,
            PointSource.CRYSTALS,
        )
    ]
    assert counted == [2, 3, 2, 2]
    assert view.novices_needed == 7
    tiles = len(view.seats[0].fate_row)
    assert sheet[PointSource.FATE_TILES] == FATE_TILE_POINTS * tiles == 3 * tiles
    assert (COMMON_TASK_POINTS, LEFTOVERS_PER_POINT) == (4, 2)
    for locale in LOCALES:
        told = catalog(locale).say("lesson.way_home.learned")
        assert [int(number) for number in re.findall(r"\d+", told)] == [2, sum(counted), *counted]
        ending = catalog(locale).say("lesson.how_it_ends")
        assert re.findall(r"\d+", ending) == ["7", "4", "3", "1"]
