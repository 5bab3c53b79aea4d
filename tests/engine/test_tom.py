"""Tom's cards, compensation, bonus actions and early end (S1 Solo Play; RULINGS.md: Tom's deck)."""

from dataclasses import replace

import pytest

from engine import actions, agenda, events, face_down, ids
from engine.box_index import box_index
from engine.data.box import PathTile
from engine.data.standard import STANDARD_BOX
from engine.rules import tom
from engine.rules.setup import new_game
from engine.state import TOM, GameOptions, GameState, TaskSpace

KNOWN = box_index(STANDARD_BOX)
CODES = tuple(island.code for island in STANDARD_BOX.islands)


def solo(card: ids.TomCard, gnome: str | None = None) -> GameState:
    """A solo game in which Tom is to turn this card and, where it has the icon, this gnome."""
    script = (card,) if gnome is None else (card, gnome)
    game = face_down.redeal(new_game(GameOptions(1), 4, STANDARD_BOX), 1, script)
    if gnome in game.specialists:
        # The gnome lies open: exchange it for one from the pile.
        slot = game.specialists.index(gnome)
        other, *rest = game.hidden.specialist_pile
        game.specialists = swapped(game.specialists, slot, other)
        game.hidden = replace(game.hidden, specialist_pile=(*rest, str(gnome)))
    return game


def swapped(values: tuple[str | None, ...], at: int, value: str) -> tuple[str | None, ...]:
    return (*values[:at], value, *values[at + 1 :])


def with_islands(game: GameState, **slots: tuple[str, ...]) -> GameState:
    """Put these tasks on the islands named, as `C1=("B01", "R02")`, and none on the others."""
    game.islands = tuple(slots.get(code, ()) for code in CODES)
    return game


def outcome(game: GameState) -> events.TomOutcome:
    return next(event.outcome for event in game.events if isinstance(event, events.TomCardDone))


def points(game: GameState, source: ids.PointSource) -> int:
    return game.players[TOM].scored[ids.IN_GAME_SOURCES.index(source)]


def display(game: GameState, *resources: ids.Resource) -> None:
    game.path_display = tuple(PathTile(ids.Color.BLUE, resource) for resource in resources)


def fill(game: GameState, common: ids.CommonTask) -> None:
    """Give Tom everything that a common task asks for."""
    player = game.players[TOM]
    match common:
        case ids.CommonTask.TASKS:
            player.tasks = tuple(TaskSpace(f"B0{number}", lit=True) for number in range(1, 8))
        case ids.CommonTask.PORTALS:
            player.portals = KNOWN.cities[player.city].portals[::-1]
        case ids.CommonTask.PATHS:
            player.path = (PathTile(ids.Color.RED, ids.Resource.ROOT),) * 6
        case ids.CommonTask.GUARDIANS:
            player.guardians = tuple((guardian, ids.START_PLACE) for guardian in ids.Guardian)
        case ids.CommonTask.GNOMES:
            player.gnomes = ("S1", "S2", "S3", "S4", "S6", "S7")


def test_the_icon_reveals_a_gnome_first_and_the_other_cards_do_not() -> None:
    for card in ids.TomCard:
        game = solo(card, "S4" if KNOWN.gnome_icon[card] else None)
        tom.take_turn(game)
        assert game.events[0] == events.TomCardTurned(TOM, card, 1)
        turned = events.TomGnomeTurned(TOM, "S4", ids.Resource.FRUIT)
        assert (game.events[1] == turned) is KNOWN.gnome_icon[card]
        assert game.agenda.count(agenda.TomEnds()) == 1


def test_gnome_takes_the_displayed_specialists_of_the_resource_and_refills() -> None:
    game = solo(ids.TomCard.GNOME, "S19")
    game.specialists = ("S3", "S1", "S9", "S2", "S14", "S7")
    game.hidden = replace(game.hidden, specialist_pile=("S4", "S19", "S6", "S8", "S10"))
    tom.take_turn(game)
    assert game.players[TOM].gnomes == ("S3", "S9", "S14")
    assert game.specialists == ("S4", "S1", "S6", "S2", "S8", "S7")
    assert game.players[TOM].abilities == frozenset()
    assert outcome(game) is events.TomOutcome.DONE


def test_gnome_without_a_fitting_specialist_does_nothing() -> None:
    game = solo(ids.TomCard.GNOME, "S19")
    game.specialists = ("S1", "S2", "S4", "S6", "S7", "S8")
    tom.take_turn(game)
    assert game.players[TOM].gnomes == ()
    assert outcome(game) is events.TomOutcome.NOTHING
    assert points(game, ids.PointSource.TOM_CARDS) == 0


def test_gnome_stops_at_six_gnomes_without_compensation() -> None:
    game = solo(ids.TomCard.GNOME, "S19")
    game.specialists = ("S3", "S9", "S14", "S2", "S6", "S7")
    game.players[TOM].gnomes = ("S10", "S11", "S12", "S13")
    tom.take_turn(game)
    assert game.players[TOM].gnomes[4:] == ("S3", "S9")
    assert "S14" in game.specialists
    assert outcome(game) is events.TomOutcome.DONE
    assert points(game, ids.PointSource.TOM_CARDS) == 0


def test_path_takes_the_displayed_tiles_of_the_resource_from_the_left() -> None:
    game = solo(ids.TomCard.PATH, "S4")
    fruit = PathTile(ids.Color.RED, ids.Resource.FRUIT)
    other = PathTile(ids.Color.BLUE, ids.Resource.FRUIT)
    herb = PathTile(ids.Color.YELLOW, ids.Resource.HERB)
    game.path_display = (herb, other, herb, fruit)
    pile = game.hidden.path_pile
    tom.take_turn(game)
    assert game.players[TOM].path == (other, fruit)
    assert game.path_display == (herb, pile[0], herb, pile[1])
    assert game.revealed == 4  # the card, the gnome and two path tiles


def test_path_stops_at_seven_path_spaces() -> None:
    game = solo(ids.TomCard.PATH, "S4")
    game.players[TOM].path = (PathTile(ids.Color.RED, ids.Resource.ROOT),) * 5
    display(game, ids.Resource.FRUIT, ids.Resource.ROOT, ids.Resource.FRUIT, ids.Resource.FRUIT)
    tom.take_turn(game)
    assert len(game.players[TOM].path) == 6
    assert [tile.resource for tile in game.path_display if tile][2:] == [ids.Resource.FRUIT] * 2
    assert events.CommonTaskMet(TOM, ids.CommonTask.PATHS) in game.events


def test_path_without_a_fitting_tile_does_nothing() -> None:
    game = solo(ids.TomCard.PATH, "S4")
    display(game, ids.Resource.ROOT, ids.Resource.ROOT, ids.Resource.HERB, ids.Resource.SHELL)
    tom.take_turn(game)
    assert game.players[TOM].path == ()
    assert outcome(game) is events.TomOutcome.NOTHING


def test_task_i_takes_the_most_valuable_task_of_the_two_islands() -> None:
    game = with_islands(solo(ids.TomCard.TASK_I, "S4"), C1=("B01", "Y01"), A3=("R01", "B12"))
    tom.take_turn(game)
    assert game.players[TOM].tasks[0] == TaskSpace("Y01", lit=True)
    assert game.islands[CODES.index("C1")] == ("B01", None)  # no offering (ruling 41)
    assert events.TaskReceived(TOM, "Y01", "C1", 2, None) in game.events
    assert game.players[TOM].novices == 4
    assert points(game, ids.PointSource.COUNCIL) == 0


def test_task_ii_takes_the_least_valuable_sends_a_novice_and_scores_a_point() -> None:
    game = with_islands(solo(ids.TomCard.TASK_II, "S4"), C1=("B12", "Y01"), A3=("R01", "B01"))
    game.council = ((ids.Novice.SEAT_0,), (), *game.council[2:])
    tom.take_turn(game)
    assert game.players[TOM].tasks[0] == TaskSpace("B01", lit=True)
    assert game.players[TOM].novices == 3
    assert events.NovicePlaced(TOM, ids.Novice.SEAT_1, 2, None) in game.events
    assert points(game, ids.PointSource.COUNCIL) == 1


def test_his_tasks_go_to_spaces_1_2_3_and_so_on() -> None:
    game = with_islands(solo(ids.TomCard.TASK_I, "S4"), C1=("B01", "Y01"), A3=("R01", "B12"))
    game.players[TOM].tasks = (TaskSpace("B02", lit=True),) * 2 + (None,) * 5
    tom.take_turn(game)
    assert game.players[TOM].tasks[2] == TaskSpace("Y01", lit=True)


def test_a_task_card_does_nothing_when_the_islands_are_empty_and_sends_no_novice() -> None:
    game = with_islands(solo(ids.TomCard.TASK_II, "S4"), C1=(), A3=())
    tom.take_turn(game)
    assert outcome(game) is events.TomOutcome.NOTHING
    assert game.players[TOM].novices == 4
    assert sum(game.players[TOM].scored) == 0


@pytest.mark.parametrize(
    ("card", "tied"), [(ids.TomCard.TASK_I, ("R01", "R02")), (ids.TomCard.TASK_II, ("B01", "B02"))]
)
def test_the_person_chooses_between_unlike_tasks_of_equal_value(
    card: ids.TomCard, tied: tuple[str, str]
) -> None:
    game = with_islands(solo(card, "S4"), C1=("B01", "R01"), A3=("R02", "B02"))
    tom.take_turn(game)
    choice = agenda.TomTaskChoice(card, tied)
    assert game.agenda[-2:] == [agenda.TomEnds(), choice]
    (rule,) = tom.task_rules(choice)
    assert tuple(rule.answers(game, 0)) == tuple(map(actions.TomTakes, tied))
    assert not [event for event in game.events if isinstance(event, events.TomCardDone)]
    game.agenda.pop()
    rule.perform(game, 0, actions.TomTakes(tied[1]))
    assert game.players[TOM].tasks[0] == TaskSpace(tied[1], lit=True)
    assert game.islands[CODES.index("A3")].count(None) == 1
    assert outcome(game) is events.TomOutcome.DONE


def test_a_task_of_another_value_cannot_be_chosen_for_tom() -> None:
    game = solo(ids.TomCard.TASK_I, "S4")
    (rule,) = tom.task_rules(agenda.TomTaskChoice(ids.TomCard.TASK_I, ("R01", "R02")))
    assert rule.refusal(game, 0, actions.TomTakes("R01")) is None
    refusal = rule.refusal(game, 0, actions.TomTakes("B01"))
    assert refusal is not None
    assert refusal.key == "tom_task"


def test_interchangeable_tasks_are_not_asked() -> None:
    twin = replace(KNOWN.tasks["R01"], id="R02")
    box = replace(
        STANDARD_BOX,
        tasks=tuple(twin if task.id == "R02" else task for task in STANDARD_BOX.tasks),
    )
    game = with_islands(solo(ids.TomCard.TASK_I, "S4"), C1=("R01", "R02"), A3=("B01", "B02"))
    game.box = box
    tom.take_turn(game)
    assert game.players[TOM].tasks[0] == TaskSpace("R01", lit=True)
    assert game.agenda[-1] == agenda.TomEnds()


def test_equal_tasks_on_different_islands_are_asked() -> None:
    twin = replace(KNOWN.tasks["R01"], id="R02")
    box = replace(
        STANDARD_BOX,
        tasks=tuple(twin if task.id == "R02" else task for task in STANDARD_BOX.tasks),
    )
    game = with_islands(solo(ids.TomCard.TASK_I, "S4"), C1=("R01", "B02"), A3=("B01", "R02"))
    game.box = box
    tom.take_turn(game)
    assert game.agenda[-1] == agenda.TomTaskChoice(ids.TomCard.TASK_I, ("R01", "R02"))


def test_guardian_takes_the_first_that_he_lacks_in_board_order() -> None:
    game = solo(ids.TomCard.GUARDIAN)
    game.players[TOM].guardians += ((ids.Guardian.PINK, ids.START_PLACE),)
    tom.take_turn(game)
    assert game.events[1:] == [
        events.GuardianRetrieved(TOM, ids.Guardian.GREY),
        events.TomCardDone(TOM, ids.TomCard.GUARDIAN, events.TomOutcome.DONE),
    ]
    assert game.guardians_left == (4, 3, 4, 4)


def test_guardian_does_nothing_when_those_he_lacks_are_gone() -> None:
    game = solo(ids.TomCard.GUARDIAN)
    game.guardians_left = (0, 0, 0, 0)
    tom.take_turn(game)
    assert outcome(game) is events.TomOutcome.NOTHING


@pytest.mark.parametrize(
    ("origin", "holding", "space"),
    [(0, (1, 4), 1), (0, (4,), 4), (2, (2, 5), 5), (5, (5, 2), 2), (3, (3,), 3), (7, (1,), 1)],
)
def test_great_bonfire_turns_to_the_next_space_with_the_portal_he_needs(
    origin: int, holding: tuple[int, ...], space: int
) -> None:
    game = solo(ids.TomCard.GREAT_BONFIRE)
    game.players[TOM].city = ids.City.B
    game.wheel_position = origin
    game.wheel_portals = tuple(
        (ids.PortalKind.MOON, ids.PortalKind.SUN) if number in holding else (ids.PortalKind.SUN,)
        for number in range(1, 8)
    )
    tom.take_turn(game)
    assert events.GreatBonfireTurned(TOM, origin, space) in game.events
    assert game.wheel_position == space
    assert game.players[TOM].portals == (None,) * 6 + (ids.PortalKind.MOON,)
    assert game.wheel_portals[space - 1] == (ids.PortalKind.SUN,)


def test_great_bonfire_without_the_portal_does_nothing_and_stays() -> None:
    game = solo(ids.TomCard.GREAT_BONFIRE)
    game.wheel_portals = ((),) * 7
    tom.take_turn(game)
    assert outcome(game) is events.TomOutcome.NOTHING
    assert game.wheel_position == 0


@pytest.mark.parametrize("card", list(ids.TomCard))
def test_a_card_whose_common_task_is_met_is_compensated_with_3_points(card: ids.TomCard) -> None:
    game = solo(card, "S4" if KNOWN.gnome_icon[card] else None)
    common = tom.MATCHING[card]
    fill(game, common)
    display(game, *(ids.Resource.FRUIT,) * 4)
    before = game.copy()
    tom.take_turn(game)
    assert outcome(game) is events.TomOutcome.COMPENSATED
    assert points(game, ids.PointSource.TOM_CARDS) == 3
    assert points(game, ids.PointSource.COUNCIL) == 0
    assert game.players[TOM].novices == 4
    assert (game.islands, game.path_display) == (before.islands, before.path_display)
    # The icon's gnome is revealed all the same (ruling 61).
    assert game.revealed == (2 if KNOWN.gnome_icon[card] else 1)


@pytest.mark.parametrize("common", list(ids.CommonTask))
def test_bonus_action_lays_the_neutral_novice_flat_for_a_point(common: ids.CommonTask) -> None:
    game = solo(ids.TomCard.GUARDIAN)
    fill(game, common)
    game.council = tuple((ids.Novice.SEAT_0,) if space in {1, 2} else () for space in range(1, 9))
    tom.bonus_actions(game)
    assert game.council[2] == (ids.Novice.FLAT,)
    assert common not in game.neutral
    assert len(game.neutral) == 4
    assert points(game, ids.PointSource.COUNCIL) == 1
    assert game.players[TOM].novices == 4


def test_bonus_action_needs_the_neutral_novice_to_be_there() -> None:
    game = solo(ids.TomCard.GUARDIAN)
    fill(game, ids.CommonTask.PATHS)
    game.neutral -= {ids.CommonTask.PATHS}
    tom.bonus_actions(game)
    assert game.council == ((),) * 8
    assert sum(game.players[TOM].scored) == 0


def test_his_novices_count_toward_the_countdown() -> None:
    game = with_islands(solo(ids.TomCard.TASK_II, "S4"), C1=("B12",), A3=("B01",))
    game.council = ((ids.Novice.SEAT_0,),) * 6 + ((),) * 2
    tom.take_turn(game)
    assert events.CountdownTriggered(TOM, 7) in game.events
    assert game.countdown is not None
    assert game.countdown.triggered_by == TOM


def test_his_deck_is_through_after_the_32nd_card() -> None:
    game = new_game(GameOptions(1), 4, STANDARD_BOX)
    for _ in range(31):
        face_down.turn_tom_card(game)
    assert not tom.deck_is_through(game)
    face_down.turn_tom_card(game)
    assert tom.deck_is_through(game)


def test_a_game_without_tom_has_no_deck_to_end() -> None:
    assert not tom.deck_is_through(new_game(GameOptions(2), 4, STANDARD_BOX))
