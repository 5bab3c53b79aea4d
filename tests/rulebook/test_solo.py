"""Solo play against Tom (S1 Solo Play)."""

from dataclasses import replace

import pytest

from engine import STANDARD_BOX, Game, GameOptions, ids
from engine.events import (
    CountdownTriggered,
    EndReason,
    Event,
    GameEnded,
    GnomeRecruited,
    GreatBonfireTurned,
    GuardianRetrieved,
    NovicePlaced,
    Passed,
    PathBuilt,
    PointsScored,
    PortalPlaced,
    TaskReceived,
    TomCardDone,
    TomCardTurned,
    TomGnomeTurned,
    TomOutcome,
    TurnBegan,
    TurnSkipped,
)
from engine.rules.tom import MATCHING
from engine.state import TOM
from tests.kit.players.fulfil import SIX_PATHS, meet_common
from tests.kit.position import Position, city_of, options, path_tile, play, state_of, why_not

# S14 shows Blossom, whose islands are A1 and D2.


def solo(card: str, gnome: str | None = None) -> Position:
    """The person has only fate tiles to place; Tom's next card is this one."""
    return Position(players=1).tom_turns(card, gnome)


def tom_plays(position: Position) -> tuple[Game, tuple[Event, ...]]:
    """The person ends a turn, after a fate tile if there is one, and Tom plays."""
    game = position.of(0).game()
    placed = "fate top c2 right; end"
    return game, play(game, placed if position.player.fate_row else "end")


def outcome(events: tuple[Event, ...]) -> TomOutcome:
    return next(each.outcome for each in events if isinstance(each, TomCardDone))


def kinds(events: tuple[Event, ...], kind: type) -> list[Event]:
    return [each for each in events if isinstance(each, kind) and each.seat == TOM]


def test_after_each_turn_of_the_person_tom_turns_a_card() -> None:
    game = Position(players=1).tiles(great_bonfire=4).tom_turns("guardian").game()
    events = play(game, "wheel 1; pay great-bonfire; reward tile goods; end")
    assert TomCardTurned(TOM, ids.TomCard.GUARDIAN, 1) in events
    assert isinstance(events[-1], TurnBegan)
    assert state_of(game).seat == 0


def test_the_icon_reveals_a_gnome_that_is_discarded() -> None:
    game, events = tom_plays(solo("gnome", "S14"))
    assert TomGnomeTurned(TOM, "S14", ids.Resource.BLOSSOM) in events
    tom = state_of(game).tom
    assert tom is not None
    assert "S14" in tom.gnomes_discarded


@pytest.mark.parametrize("card", ["guardian", "great_bonfire"])
def test_guardian_and_great_bonfire_reveal_no_gnome(card: str) -> None:
    _, events = tom_plays(solo(card))
    assert not [each for each in events if isinstance(each, TomGnomeTurned)]


def test_gnome_takes_every_specialist_of_the_resource_and_refills() -> None:
    position = solo("gnome", "S14").specialists("S3", "S1", "S9", "S2", "S7", "S8")
    game, events = tom_plays(position.tom_turns("gnome", "S14"))
    assert [each.gnome for each in events if isinstance(each, GnomeRecruited)] == ["S3", "S9"]
    assert None not in state_of(game).specialists
    assert city_of(game, TOM).abilities == frozenset()
    assert outcome(events) is TomOutcome.DONE


def test_tom_never_takes_elders() -> None:
    position = solo("gnome", "S14").specialists("S1").specialist_pile("S14", "S2")
    game, events = tom_plays(position)
    assert city_of(game, TOM).gnomes == ()
    assert outcome(events) is TomOutcome.NOTHING


def test_path_takes_every_tile_of_the_resource_from_the_left() -> None:
    display = ("red blossom", "red herb", "blue blossom", "red root")
    position = solo("path", "S14").display(*display).top_paths("red shell", "blue shell")
    game, events = tom_plays(position)
    taken = [each for each in events if isinstance(each, PathBuilt)]
    assert [(each.tile, each.source) for each in taken] == [
        (path_tile("red blossom"), 1),
        (path_tile("blue blossom"), 3),
    ]
    assert state_of(game).path_display[0] == path_tile("red shell")
    assert state_of(game).path_display[2] == path_tile("blue shell")


def islands(position: Position, a1: tuple[str, ...], d2: tuple[str, ...]) -> Position:
    return position.island("A1", *a1).island("D2", *d2)


@pytest.mark.parametrize(("card", "task"), [("task_i", "Y22"), ("task_ii", "B01")])
def test_tasks_are_taken_by_the_highest_or_the_lowest_value_of_both_islands(
    card: str, task: str
) -> None:
    position = islands(solo(card, "S14"), ("B01", "R01"), ("Y22", "R02"))
    game, events = tom_plays(position)
    received = next(each for each in events if isinstance(each, TaskReceived))
    assert (received.task, received.side) == (task, None)
    held = city_of(game, TOM).tasks[0]
    assert held is not None
    assert (held.task, held.lit) == (task, True)


def test_task_ii_sends_a_novice_and_scores_a_point() -> None:
    position = islands(solo("task_ii", "S14"), ("B01", "R01"), ("Y22", "R02"))
    game, events = tom_plays(position)
    assert NovicePlaced(TOM, ids.Novice.SEAT_1, 1, None) in events
    assert PointsScored(TOM, 1, ids.PointSource.COUNCIL) in events
    assert city_of(game, TOM).novices == 3


def test_task_i_sends_no_novice() -> None:
    position = islands(solo("task_i", "S14"), ("B01", "R01"), ("Y22", "R02"))
    _, events = tom_plays(position)
    assert not kinds(events, NovicePlaced)


def test_without_a_task_on_the_islands_there_is_nothing_to_do() -> None:
    position = islands(solo("task_ii", "S14"), (), ())
    game, events = tom_plays(position)
    assert outcome(events) is TomOutcome.NOTHING
    assert city_of(game, TOM).novices == 4


def test_ruling_62_the_person_chooses_among_unlike_tasks_of_equal_value() -> None:
    position = islands(solo("task_i", "S14"), ("Y22", "R01"), ("Y21", "B01"))
    game, _ = tom_plays(position)
    assert game.waiting is not None
    assert game.waiting.seat == 0
    assert options(game) == ["tom Y22", "tom Y21"]
    events = play(game, "tom Y21")
    assert TomCardDone(TOM, ids.TomCard.TASK_I, TomOutcome.DONE) in events
    assert state_of(game).seat == 0


def test_ruling_62_tasks_of_another_value_cannot_be_chosen() -> None:
    position = islands(solo("task_i", "S14"), ("Y22", "R01"), ("Y21", "B01"))
    game, _ = tom_plays(position)
    assert why_not(game, "tom R01") is not None


def test_ruling_62_interchangeable_tasks_are_not_asked_for() -> None:
    # A box of an owner in which two equal tasks ask for the same.
    rows = {row.id: row for row in STANDARD_BOX.tasks}
    equal = replace(rows["Y21"], condition=rows["Y22"].condition)
    box = replace(
        STANDARD_BOX, tasks=tuple(equal if row.id == "Y21" else row for row in STANDARD_BOX.tasks)
    )
    position = Position(players=1, box=box).tom_turns("task_i", "S14")
    game, events = tom_plays(islands(position, ("Y22", "Y21"), ("B01", "B02")))
    assert outcome(events) is TomOutcome.DONE
    assert state_of(game).seat == 0


def test_ruling_62_he_takes_guardians_in_board_order() -> None:
    position = solo("guardian").of(TOM).guardian("pink").guardian("natural")
    game, events = tom_plays(position)
    assert GuardianRetrieved(TOM, ids.Guardian.GREY) in events
    assert len(game.view().seats[TOM].waiting_guardians) == 4


def test_ruling_62_his_novice_goes_to_the_emptiest_space_of_the_lowest_number() -> None:
    position = islands(solo("task_ii", "S14"), ("B01", "R01"), ("Y22", "R02"))
    position.council(1, "seat_0").council(2, "neutral").council(4, "seat_1")
    _, events = tom_plays(position)
    assert NovicePlaced(TOM, ids.Novice.SEAT_1, 3, None) in events


def test_great_bonfire_turns_to_the_next_space_with_the_portal_he_needs() -> None:
    # Tom's city is B, which wants Moon first.
    position = solo("great_bonfire").wheel(2)
    position.state.wheel_portals = tuple(
        (ids.PortalKind.MOON, ids.PortalKind.SUN) if space in {1, 6} else (ids.PortalKind.SUN,)
        for space in range(1, 8)
    )
    game, events = tom_plays(position)
    assert GreatBonfireTurned(TOM, 2, 6) in events
    assert PortalPlaced(TOM, ids.PortalKind.MOON, 6, 7) in events
    assert state_of(game).wheel_position == 6


def test_ruling_42_he_turns_on_even_a_full_circle() -> None:
    position = solo("great_bonfire").wheel(2)
    position.state.wheel_portals = tuple(
        (ids.PortalKind.MOON,) if space == 2 else () for space in range(1, 8)
    )
    _, events = tom_plays(position)
    assert GreatBonfireTurned(TOM, 2, 2) in events


def test_ruling_42_from_the_start_mark_he_looks_at_space_1_first() -> None:
    position = solo("great_bonfire")
    position.state.wheel_portals = ((ids.PortalKind.MOON,),) * 7
    _, events = tom_plays(position)
    assert GreatBonfireTurned(TOM, 0, 1) in events


def test_ruling_22_a_use_by_tom_is_the_first_use() -> None:
    position = Position(players=1).tiles(great_bonfire=1, ship=1).row().tom_turns("great_bonfire")
    position.state.wheel_portals = ((ids.PortalKind.MOON,),) * 7
    game = position.game()
    play(game, "ship A1; pay ship; end")
    assert why_not(game, "wheel 2") is None
    assert why_not(game, "wheel 3") is not None


def test_ruling_38_he_stops_at_six_gnomes_and_seven_path_spaces() -> None:
    gnomes = solo("gnome").specialists("S3", "S9", "S14", "S10", "S11", "S12").of(TOM)
    gnomes.gnomes("S1", "S2", "S4", "S6", "S7").tom_turns("gnome", "S19")
    game, events = tom_plays(gnomes)
    assert city_of(game, TOM).gnomes[5:] == ("S3",)
    assert "S9" in state_of(game).specialists
    paths = solo("path", "S14").of(TOM).path(*SIX_PATHS[1:])
    game, events = tom_plays(paths.display("red blossom", "blue blossom", "red herb", "blue shell"))
    assert len(city_of(game, TOM).path) == 6
    assert state_of(game).path_display[1] == path_tile("blue blossom")
    assert outcome(events) is TomOutcome.DONE


@pytest.mark.parametrize("card", ids.TomCard)
def test_ruling_39_a_card_whose_common_task_is_met_scores_three_points_instead(
    card: ids.TomCard,
) -> None:
    gnome = None if card in {ids.TomCard.GUARDIAN, ids.TomCard.GREAT_BONFIRE} else "S14"
    position = solo(card, gnome).of(TOM)
    meet_common(position, MATCHING[card])
    position.without_neutral(*ids.CommonTask)
    _, events = tom_plays(position)
    assert outcome(events) is TomOutcome.COMPENSATED
    scored = [each for each in events if isinstance(each, PointsScored)]
    assert scored == [PointsScored(TOM, 3, ids.PointSource.TOM_CARDS)]
    assert not kinds(events, NovicePlaced)


def test_ruling_61_the_gnome_is_revealed_before_a_card_is_compensated() -> None:
    position = solo("path", "S14").of(TOM).path(*SIX_PATHS)
    _, events = tom_plays(position)
    assert TomGnomeTurned(TOM, "S14", ids.Resource.BLOSSOM) in events


@pytest.mark.parametrize(
    "card", [ids.TomCard.GNOME, ids.TomCard.PATH, ids.TomCard.TASK_I, ids.TomCard.TASK_II]
)
def test_ruling_39_nothing_fitting_is_not_compensated(card: ids.TomCard) -> None:
    position = islands(solo(card).specialists("S1", "S2", "S6", "S7", "S8", "S22"), (), ())
    position.display("red herb", "red fruit", "blue herb", "red root").tom_turns(card, "S14")
    _, events = tom_plays(position)
    assert outcome(events) is TomOutcome.NOTHING
    assert not [each for each in events if isinstance(each, PointsScored)]


def test_ruling_61_an_empty_pile_of_gnomes_is_made_anew_from_the_discarded_ones() -> None:
    position = solo("gnome", "S14").specialists("S3", "S1", "S2", "S6", "S7", "S8")
    game, events = tom_plays(position.specialist_pile("S14"))
    assert GnomeRecruited(TOM, "S3", 1) in events
    assert state_of(game).specialists[0] == "S14"


def test_ruling_61_his_tasks_go_to_the_spaces_in_their_order() -> None:
    position = islands(solo("task_i", "S14"), ("B01", "R01"), ("Y22", "R02"))
    position.of(TOM).lit(1, "B02").lit(2, "B03")
    game, _ = tom_plays(position)
    held = city_of(game, TOM).tasks[2]
    assert held is not None
    assert held.task == "Y22"


def test_ruling_61_his_city_differs_from_the_person_s() -> None:
    for seed in range(8):
        seats = Game.new(GameOptions(1), seed).view().seats
        assert seats[0].city != seats[1].city


def test_ruling_41_the_slot_of_a_task_he_takes_stays_empty() -> None:
    position = islands(solo("task_i", "S14"), ("B01", "R01"), ("Y22", "R02"))
    game, _ = tom_plays(position)
    assert state_of(game).islands[8] == (None, "R02")


def test_ruling_40_his_neutral_novices_lie_flat_and_block_nobody() -> None:
    position = solo("path", "S14").of(TOM).path(*SIX_PATHS[1:])
    position.display("red blossom", "red herb", "red fruit", "red root")
    game, events = tom_plays(position.of(0).gnomes("S3", "S6", "S9", "S10", "EL1", "EL2"))
    assert NovicePlaced(TOM, ids.Novice.FLAT, 1, ids.CommonTask.PATHS) in events
    assert PointsScored(TOM, 1, ids.PointSource.COUNCIL) in events
    play(game, "neutral gnomes")
    assert why_not(game, "council 1") is None


def test_ruling_40_all_his_novices_count_towards_seven() -> None:
    position = islands(solo("task_ii", "S14"), ("B01", "R01"), ("Y22", "R02"))
    position.council(1, "flat", "flat").council(2, "seat_0", "neutral").council(3, "seat_1")
    _, events = tom_plays(position.council(4, "flat"))
    assert CountdownTriggered(TOM, 7) in events


def test_ruling_45_after_the_person_has_passed_tom_plays_on_to_the_end_of_the_countdown() -> None:
    game = Position(players=1).row().countdown(stack=3).game()
    events = play(game, "pass")
    while game.waiting is not None:
        events += play(game, options(game)[0])
    assert Passed(0, 3) in events
    assert TurnSkipped(0) in events
    assert len([each for each in events if isinstance(each, TomCardTurned)]) == 3
    assert game.result is not None
    assert game.result.reason is EndReason.COUNTDOWN


def test_ruling_37_the_game_ends_after_tom_s_32nd_card() -> None:
    game, events = tom_plays(Position(players=1).row().tom_turned(31))
    while game.waiting is not None:
        events += play(game, options(game)[0])
    assert [each.number for each in events if isinstance(each, TomCardTurned)] == [32]
    assert GameEnded(TOM, EndReason.TOM_DECK) in events


def test_ruling_37_his_deck_is_shuffled_anew_after_every_eighth_card() -> None:
    position = Position(players=1).tom_turned(8)
    assert position.state.hidden.tom_deck == ()
    game, _ = tom_plays(position)
    tom = game.view().tom
    assert tom is not None
    assert (tom.turned, tom.left, tom.deck_pass) == (9, 7, 2)


def test_ruling_37_a_countdown_that_is_over_at_the_same_moment_is_the_reason() -> None:
    position = Position(players=1).row().tom_turned(31).countdown(stack=0, handed=1).to_move(0)
    game, events = tom_plays(position)
    while game.waiting is not None:
        events += play(game, options(game)[0])
    assert GameEnded(TOM, EndReason.COUNTDOWN) in events


def test_ruling_51_a_person_without_options_is_skipped_while_tom_plays_on() -> None:
    game, events = tom_plays(Position(players=1).row())
    while game.waiting is not None:
        events += play(game, options(game)[0])
    turned = [each.number for each in events if isinstance(each, TomCardTurned)]
    assert turned == list(range(1, len(turned) + 1))
    assert game.result is not None
    assert game.result.reason in {EndReason.TOM_DECK, EndReason.COUNTDOWN}


def test_ruling_43_tom_scores_bonfires_portals_crystals_and_common_tasks() -> None:
    position = solo("guardian").of(TOM).path(*SIX_PATHS).portals(7, 6).lit(7, "Y22").lit(6, "R01")
    sheet = position.game().score_sheets()[TOM]
    assert {source: points for source, points in sheet.points if points} == {
        ids.PointSource.BONFIRES: 12,
        ids.PointSource.PORTALS: 4,
        ids.PointSource.CRYSTALS: 4,
        ids.PointSource.COMMON_TASKS: 4,
    }


def test_ruling_4_a_solo_tie_is_a_draw_without_a_tiebreak() -> None:
    position = Position(players=1).row().tom_turned(31).lit(1, "B01")
    game, _ = tom_plays(position.countdown(stack=0, handed=1))
    totals = [sheet.total for sheet in game.score_sheets()]
    lead = totals[1] - totals[0]
    again = position.scored(ids.PointSource.GREAT_BONFIRE, lead)
    game, _ = tom_plays(again)
    assert game.result is not None
    assert (game.result.winners, game.result.tie_broken) == ((0, 1), False)


@pytest.mark.parametrize(("handicap", "leads"), [(-10, (10, 0)), (5, (0, 5)), (0, (0, 0))])
def test_ruling_68_a_negative_handicap_leads_the_person_and_a_positive_one_tom(
    handicap: int, leads: tuple[int, int]
) -> None:
    game = Game.new(GameOptions(1, handicap=handicap), 1)
    assert tuple(seat.score for seat in game.view().seats) == leads
    sheets = game.score_sheets()
    assert tuple(sheet[ids.PointSource.HANDICAP] for sheet in sheets) == leads


def test_ruling_68_only_solo_games_have_a_handicap() -> None:
    with pytest.raises(ValueError, match="handicap"):
        Game.new(GameOptions(2, handicap=-10), 1)


def test_the_gnome_resource_is_always_a_basic_one() -> None:
    shown = Game.new(GameOptions(1), 3).view()
    assert {card.resource for card in shown.specialists_left} <= set(ids.BASIC_RESOURCES)
