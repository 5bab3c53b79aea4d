"""What the end of a game means for each person: who has won, whose score counts, who had left."""

import pytest

from bot.model.results import Ending, Part
from bot.services.games.outcomes import outcomes
from engine.ids import PointSource
from tests.kit.games import random_game
from tests.kit.outcomes import at_table, ended, scored, told
from tests.kit.position import Position


def test_most_points_win() -> None:
    seats = outcomes(at_table(scored(10, 30, 20).game()), Ending.PLAYED)
    assert told(seats) == [
        (Part.PLAYED, 3, False, False),
        (Part.PLAYED, 1, True, False),
        (Part.PLAYED, 2, False, False),
    ]
    assert [one.name for one in seats] == ["Ada", "Bo", "Cy"]
    totals = [one.total for one in seats]
    assert None not in totals
    assert totals[1] == max(total for total in totals if total is not None)


def test_a_tie_is_shared() -> None:
    seats = outcomes(at_table(scored(20, 10, 20).game()), Ending.PLAYED)
    assert told(seats) == [
        (Part.PLAYED, 1, True, True),
        (Part.PLAYED, 3, False, False),
        (Part.PLAYED, 1, True, True),
    ]


def test_more_bonfires_win_a_tie() -> None:
    position = scored(20, 0)
    position.of(1).lit(3, "R01")
    lit = position.game().view().seats[1].sheet.total
    level = position.of(0).scored(PointSource.COUNCIL, 0).game().view().seats[0].sheet.total
    game = position.scored(PointSource.COUNCIL, lit - level).game()
    first, second = outcomes(at_table(game), Ending.PLAYED)
    assert first.total == second.total
    assert (first.rank, first.won) == (2, False)
    assert (second.rank, second.won, second.shared) == (1, True, False)


def test_a_seat_of_the_bot_has_lost_however_well_it_did() -> None:
    seats = outcomes(at_table(scored(10, 90, 20).game(), bots=(1,)), Ending.PLAYED)
    assert told(seats) == [
        (Part.PLAYED, 2, False, False),
        (Part.LEFT, None, False, False),
        (Part.PLAYED, 1, True, False),
    ]
    assert seats[1].total is None


def test_who_resigned_has_lost_without_a_score() -> None:
    seats = outcomes(at_table(scored(10, 90, 20).game(), resigned=(1,)), Ending.PLAYED)
    assert (seats[1].part, seats[1].total, seats[1].won) == (Part.RESIGNED, None, False)


def test_playing_on_against_bots_alone_does_not_count() -> None:
    table = at_table(scored(40, 10, 20).game(), bots=(1,), resigned=(2,))
    seats = outcomes(table, Ending.PLAYED)
    assert told(seats) == [
        (Part.PRACTISED, None, False, False),
        (Part.LEFT, None, False, False),
        (Part.RESIGNED, None, False, False),
    ]
    assert seats[0].total is not None


def test_nobody_has_a_score_where_bots_played_alone() -> None:
    seats = outcomes(at_table(scored(40, 10).game(), bots=(0, 1)), Ending.PLAYED)
    assert [one.part for one in seats] == [Part.LEFT, Part.LEFT]


def test_the_last_one_who_did_not_resign_has_won_without_a_score() -> None:
    seats = outcomes(at_table(scored(1, 9, 3).game(), resigned=(1, 2)), Ending.CONCEDED)
    assert told(seats) == [
        (Part.STAYED, None, True, False),
        (Part.RESIGNED, None, False, False),
        (Part.RESIGNED, None, False, False),
    ]
    assert [one.total for one in seats] == [None, None, None]


@pytest.mark.parametrize("seed", range(4))
def test_of_people_alone_those_win_whom_the_rules_say(seed: int) -> None:
    game = random_game(2 + seed % 3, seed)
    assert game.result is not None
    seats = outcomes(at_table(game), Ending.PLAYED)
    assert tuple(one.seat for one in seats if one.won) == game.result.winners


@pytest.mark.parametrize(
    ("ahead", "told_of"),
    [(1, (1, True, False)), (0, (1, False, True)), (-1, (2, False, False))],
)
def test_against_tom_a_draw_is_shared_and_not_won(
    ahead: int, told_of: tuple[int, bool, bool]
) -> None:
    mine, his = (city.sheet.total for city in Position(players=1).game().view().seats)
    position = Position(players=1).scored(PointSource.COUNCIL, his - mine + ahead)
    (person,) = outcomes(at_table(position.game()), Ending.PLAYED)
    assert (person.rank, person.won, person.shared) == told_of
    assert person.total == his + ahead


def test_who_resigns_against_tom_has_lost_without_a_score() -> None:
    (person,) = outcomes(at_table(Position(players=1).game(), resigned=(0,)), Ending.CONCEDED)
    assert (person.part, person.won, person.total) == (Part.RESIGNED, False, None)


def test_everybody_sees_who_of_those_who_played_on_has_won() -> None:
    position = scored(20, 90, 20)
    position.of(2).lit(3, "R01")
    table = at_table(ended(position), bots=(1,))
    (winner,) = [one.seat for one in outcomes(table, Ending.PLAYED) if one.won]
    assert table.game.view().result != table.view.result
    assert table.view.result is not None
    assert table.view.result.winners == (winner,)
    assert not table.view.result.tie_broken
    running = at_table(scored(20, 90, 20).game(), bots=(1,))
    assert running.view == running.game.view()
