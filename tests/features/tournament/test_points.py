"""Matchpoints: each seat compared with the same seat of the other tables."""

from bot.features.tournament.pages import results_text
from bot.features.tournament.values import Tournament, TournamentTable, compared
from bot.model.people import spelled
from bot.model.rows import PersonRow
from bot.model.seated_bots import bot_id
from bot.words import catalog
from engine.agents.levels import Level

ADA, BO, CY = (PersonRow(100 + at, name) for at, name in enumerate(("Ada", "Bo", "Cy_d")))
BOT = PersonRow(bot_id(Level.HARD, 1), "Bot 1")


def table(number: int, person: PersonRow, *totals: int | None) -> TournamentTable:
    return TournamentTable(number, (person, BOT), totals or None)


def test_more_points_bring_two_and_as_many_bring_one() -> None:
    seats = compared((table(0, ADA, 60, 50), table(1, BO, 60, 70), table(2, CY, 40, 50)))
    told = [(one.seat, one.player.name, one.table, one.matchpoints, one.most) for one in seats]
    assert told == [
        (0, "Ada", 0, 3, 4),
        (0, "Bo", 1, 3, 4),
        (0, "Cy_d", 2, 0, 4),
        (1, "Bot 1", 1, 4, 4),
        (1, "Bot 1", 0, 1, 4),
        (1, "Bot 1", 2, 1, 4),
    ]


def test_a_table_that_was_given_up_is_not_compared() -> None:
    tables = (table(0, ADA, 60, 50), table(1, BO), table(2, CY, 61, 50))
    assert {one.table for one in compared(tables)} == {0, 2}
    told = spelled(results_text(tables, catalog()))
    assert "Cy\\_d (table 3): 61 points, 2 of 2 matchpoints" in told
    assert "Table 2 ended its game early" in told
    assert "**Cy\\_d has the most matchpoints!**" in told


def test_one_table_alone_is_compared_with_nothing() -> None:
    told = spelled(results_text((table(0, ADA, 60, 50), table(1, BO)), catalog()))
    assert "matchpoint" not in told
    assert "Only one table was played to the end" in told


def test_nobody_has_won_where_all_gave_up() -> None:
    told = spelled(results_text((table(0, ADA), table(1, BO)), catalog()))
    assert told.count("ended its game early") == 2
    assert "matchpoint" not in told


def test_tables_are_of_equal_size_and_each_has_people() -> None:
    for seats in (2, 3, 4):
        for count in range(2, 17):
            people = tuple(PersonRow(100 + at, f"P{at}") for at in range(count))
            opened = Tournament(1, 2, 3, "en", seats, Level.EASY, "", people, tuple(range(count)))
            tables = opened.wanted_tables
            dealt = Tournament(
                1, 2, 3, "en", seats, Level.EASY, "", people, tuple(range(count)), tables
            )
            rows = [dealt.players(number) for number in range(tables)]
            assert {len(row) for row in rows} == {seats}
            seated = [sum(one.level is None for one in row) for row in rows]
            assert sum(seated) == count
            assert min(seated) >= 1
            assert max(seated) - min(seated) <= 1
            assert opened.missing_bots == tables * seats - count


def test_a_seat_that_was_left_to_the_bot_is_not_compared() -> None:
    tables = (table(0, ADA, 60, 50), table(1, BO, None, 50), table(2, CY, 61, 50))
    seats = compared(tables)
    assert [one.table for one in seats if one.seat == 0] == [2, 0]
    assert [one.most for one in seats] == [2, 2, 4, 4, 4]
    told = spelled(results_text(tables, catalog()))
    assert "Bo (table 2) left early" in told
