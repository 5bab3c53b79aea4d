"""Narration has a sentence for every kind of event, and reads as a person would tell a turn."""

from typing import get_args

import pytest

from bot.present.narration import narrate
from bot.words import catalog
from engine import Game, GameOptions, bag, events, ids
from engine.data import box
from engine.data.council import CouncilBonus
from engine.data.standard import STANDARD_BOX
from tests.kit.games import play_busily

WORDS = catalog()
NAMES = {0: "Ada", 1: "Bo", 2: "Cy", 3: "Di"}
NO_TILES, NO_GOODS = bag.ActionTiles.EMPTY, bag.Resources.EMPTY
HERB = box.PathTile(ids.Color.BLUE, ids.Resource.HERB)
PATH_3, BONFIRE_3 = ids.Place(ids.PlaceKind.PATH, 3), ids.Place(ids.PlaceKind.BONFIRE, 3)


def tell(*happened: events.Event) -> str:
    return "\n".join(narrate(happened, NAMES, STANDARD_BOX, WORDS))


def paid(*kinds: ids.ActionType) -> events.TilesChanged:
    return events.TilesChanged(0, NO_TILES, bag.ActionTiles.of(*kinds), events.Source.COST)


TOLD: list[tuple[events.Event, str]] = [
    (events.TurnSkipped(0), "Ada has no turn."),
    (
        events.TilesChanged(
            0, NO_TILES, bag.ActionTiles.of(ids.ActionType.SHIP), events.Source.DISCARD
        ),
        "Discarded 1 ship tile.",
    ),
    (
        events.ResourcesChanged(
            0, bag.Resources.of(ids.Resource.GOLD), NO_GOODS, events.Source.SPECIALIST, 7
        ),
        "Gained 1 Gold (specialist 7).",
    ),
    (events.PointsScored(0, 4, ids.PointSource.ELDERS), "Scored 4 points (Elders)."),
    (
        events.FatePlaced(0, "F1", "c4", ids.Direction.DOWN, start=False),
        "Ada placed a fate tile: task c4, ship c5, guardian c6.",
    ),
    (
        events.FatePlaced(0, "F1", "c3", ids.Direction.RIGHT, start=True),
        "Ada chose the first fate tile: task, ship, guardian.",
    ),
    (events.PathBuilt(0, HERB, 2, 4), "Ada built path space 4: Herb, blue crystal."),
    (events.PathBuilt(0, HERB, 0, 4), "Ada built path space 4 from the pile: Herb, blue crystal."),
    (
        events.PathBuilt(0, HERB, None, 4),
        "Ada searched the piles and built path space 4: Herb, blue crystal.",
    ),
    (events.PathsRefreshed(0, (HERB,)), "Ada replaced the path display."),
    (events.PathRevealed(0, 2, HERB), "Revealed: Herb (blue) in slot 2 of the path display."),
    (events.ShipMoved(0, None, "E1"), "Ada set sail for E1 (Herb)."),
    (events.ShipMoved(0, "E1", "B1"), "Ada sailed to B1 (pink Guardian)."),
    (
        events.TaskReceived(0, "R07", "E1", 1, ids.Side.LEFT),
        "Ada received task R07 from E1 (Herb) for the left offering: 3 portals, 4 points.",
    ),
    (
        events.TaskReceived(1, "R07", "E1", 1, None),
        "Bo took task R07 from E1 (Herb) as a bonfire: 3 portals, 4 points.",
    ),
    (events.TaskPlaced(0, "R07", 3), "The task goes on space 3."),
    (
        events.OfferingRevealed(0, ids.Side.RIGHT, ids.Resource.ROOT),
        "Revealed: Root on Ada's right offering pile.",
    ),
    (
        events.GuardianRetrieved(0, ids.Guardian.PINK),
        "Ada retrieved the pink Guardian.",
    ),
    (
        events.GuardianMoved(0, ids.Guardian.PINK, ids.START_PLACE, PATH_3),
        "Ada held a procession: the pink Guardian to path space 3.",
    ),
    (events.GreatBonfireTurned(0, 0, 4), "Ada turned the Great Bonfire to space 4."),
    (events.PortalPlaced(0, ids.PortalKind.SUN, 4, 7), "Placed the Sun portal at position 7."),
    (
        events.GnomeRecruited(0, "S12", 1),
        "Ada recruited S12 (wood-colored Guardian: resource once more).",
    ),
    (events.SpecialistRevealed(0, 1, "S2"), "Revealed: S2 (processions: 1 step more)."),
    (
        events.BonfireLit(0, 3, "R07"),
        "Ada ignited the bonfire at space 3: R07 (3 portals), 4 points.",
    ),
    (events.NovicePlaced(0, ids.Novice.SEAT_0, 8, None), "Ada sent a Novice to council space 8."),
    (
        events.NovicePlaced(0, ids.Novice.NEUTRAL, 8, ids.CommonTask.GNOMES),
        "Ada sent the neutral Novice of “6 gnomes” to council space 8.",
    ),
    (
        events.NovicePlaced(1, ids.Novice.FLAT, 8, ids.CommonTask.GNOMES),
        "Bo laid a neutral Novice flat on council space 8.",
    ),
    (events.BonusTaken(0, CouncilBonus.SPECIALIST), "Bonus: a free specialist."),
    (
        events.CommonTaskMet(0, ids.CommonTask.PORTALS),
        "That meets the Common Task “7 portals”!",
    ),
    (
        events.CountdownTriggered(0, 7),
        "**With 7 Novices in the High Council the countdown begins.**",
    ),
    (events.CountdownHanded(0, 5), "Countdown tile 5 goes around."),
    (events.Passed(0, 1), "Ada passed for 1 point."),
    (events.TomCardTurned(1, ids.TomCard.PATH, 3), "Bo turned card 3 of 32: Path."),
    (events.TomGnomeTurned(1, "S2", ids.Resource.ROOT), "Gnome S2 from the pile shows Root."),
    (
        events.TomCardDone(1, ids.TomCard.PATH, events.TomOutcome.NOTHING),
        "It does nothing this time.",
    ),
    (
        events.GameEnded(0, events.EndReason.COUNTDOWN),
        "The game is over. The countdown has run out.",
    ),
]
SILENT: list[events.Event] = [
    events.TurnBegan(0, 1),
    events.TurnEnded(0),
    events.TomCardDone(1, ids.TomCard.PATH, events.TomOutcome.DONE),
    events.BonusTaken(0, CouncilBonus.GOLD),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=lambda value: type(value).__name__)
def test_each_event_has_its_sentence(event: events.Event, sentence: str) -> None:
    assert tell(event) == sentence


@pytest.mark.parametrize("event", SILENT, ids=lambda event: type(event).__name__)
def test_what_goes_without_saying_is_not_told(event: events.Event) -> None:
    assert tell(event) == ""


def test_every_kind_of_event_is_among_the_examples() -> None:
    assert {type(event) for event, _ in TOLD} | {type(event) for event in SILENT} == set(
        get_args(events.Event)
    )


def test_a_built_path_tells_price_and_gain_in_one_line() -> None:
    fruit = bag.Resources.of(ids.Resource.HERB)
    assert tell(
        paid(ids.ActionType.PATH),
        events.PathBuilt(0, HERB, 2, 4),
        events.ResourcesChanged(0, fruit, NO_GOODS, events.Source.SPECIALIST, 8),
    ) == (
        "Ada built path space 4: Herb, blue crystal. Paid 1 path action tile. "
        "Gained 1 Herb (specialist 8)."
    )


def test_tiles_and_resources_paid_for_one_thing_are_told_together() -> None:
    goods = bag.Resources.of(ids.Resource.HERB, ids.Resource.FRUIT)
    told = tell(
        paid(ids.ActionType.TASK),
        events.ResourcesChanged(0, NO_GOODS, goods, events.Source.COST),
        events.TaskReceived(0, "R07", "E1", 1, ids.Side.LEFT),
        events.TaskPlaced(0, "R07", 3),
    )
    assert "The task goes on space 3. Paid 1 task action tile, 1 Fruit, and 1 Herb." in told


def test_the_walks_of_a_procession_are_one_line() -> None:
    told = tell(
        paid(ids.ActionType.GUARDIAN, ids.ActionType.GUARDIAN),
        events.GuardianMoved(0, ids.Guardian.PINK, ids.START_PLACE, BONFIRE_3),
        events.GuardianMoved(0, ids.Guardian.OWN, ids.START_PLACE, PATH_3),
        events.ResourcesChanged(
            0, bag.Resources.of(ids.Resource.ROOT), NO_GOODS, events.Source.PROCESSION
        ),
    )
    assert told == (
        "Ada held a procession: the pink Guardian to bonfire 3 and their own Guardian "
        "to path space 3. Paid 2 guardian tiles. Gained 1 Root."
    )


def test_a_guardian_moved_by_the_council_leads_no_procession() -> None:
    told = tell(
        events.NovicePlaced(0, ids.Novice.SEAT_0, 3, None),
        events.BonusTaken(0, CouncilBonus.MOVE_GUARDIAN),
        events.GuardianMoved(0, ids.Guardian.PINK, ids.START_PLACE, PATH_3),
    )
    assert told.splitlines()[1] == "Ada moved a Guardian: the pink Guardian to path space 3."


def test_two_processions_are_two_lines() -> None:
    walk = events.GuardianMoved(0, ids.Guardian.OWN, ids.START_PLACE, PATH_3)
    assert (
        tell(paid(ids.ActionType.GUARDIAN), walk, paid(ids.ActionType.GUARDIAN), walk).count("\n")
        == 1
    )


def test_gains_of_one_source_are_summed() -> None:
    told = tell(
        events.FatePlaced(0, "F1", "c4", ids.Direction.DOWN, start=False),
        events.TilesChanged(
            0, bag.ActionTiles.of(ids.ActionType.TASK), NO_TILES, events.Source.FATE_TILE
        ),
        events.TilesChanged(
            0, bag.ActionTiles.of(ids.ActionType.TASK), NO_TILES, events.Source.FATE_TILE
        ),
    )
    assert told.endswith("Gained 2 task action tiles.")


def test_tiles_discarded_before_a_fate_tile_are_told_with_it() -> None:
    told = tell(
        events.TilesChanged(
            0, NO_TILES, bag.ActionTiles.of(ids.ActionType.SHIP), events.Source.DISCARD
        ),
        events.FatePlaced(0, "F1", "c4", ids.Direction.DOWN, start=False),
    )
    assert "\n" not in told
    assert told.endswith("Discarded 1 ship tile.")


def test_tiles_discarded_at_the_end_of_a_turn_are_not_told_of_the_next_one() -> None:
    lines = tell(
        events.TilesChanged(
            0, NO_TILES, bag.ActionTiles.of(ids.ActionType.SHIP), events.Source.DISCARD
        ),
        events.TurnEnded(0),
        events.TomCardTurned(1, ids.TomCard.GUARDIAN, 1),
    ).splitlines()
    assert lines[0] == "Ada discarded 1 ship tile."
    assert "iscarded" not in lines[1]


def test_the_countdown_is_news_of_its_own_and_the_bonus_stays_with_its_novice() -> None:
    lines = tell(
        events.NovicePlaced(0, ids.Novice.SEAT_0, 6, None),
        events.CountdownTriggered(0, 7),
        events.BonusTaken(0, CouncilBonus.GUARDIAN),
    ).splitlines()
    assert lines == [
        "Ada sent a Novice to council space 6. Bonus: a Guardian of a new color.",
        "**With 7 Novices in the High Council the countdown begins.**",
    ]


def test_points_of_a_pass_are_told_once() -> None:
    told = tell(events.Passed(0, 3), events.PointsScored(0, 3, ids.PointSource.PASSING))
    assert told == "Ada passed for 3 points."


def test_toms_compensation_is_told_once_with_its_points() -> None:
    told = tell(
        events.TomCardTurned(1, ids.TomCard.GREAT_BONFIRE, 9),
        events.PointsScored(1, 3, ids.PointSource.TOM_CARDS),
        events.TomCardDone(1, ids.TomCard.GREAT_BONFIRE, events.TomOutcome.COMPENSATED),
    )
    assert told == (
        "Bo turned card 9 of 32: Great Bonfire. "
        "He already meets that Common Task and scores 3 points instead."
    )


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games_can_be_told(players: int) -> None:
    game = play_busily(Game.new(GameOptions(players), players), players)
    for move in game.moves:
        for line in narrate(move.events, NAMES, game.box, WORDS):
            assert line == line.strip() != ""
            assert "{" not in line
