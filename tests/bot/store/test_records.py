"""Lists made of results: what is counted for whom, in which order, and who is not to be seen."""

import re

import pytest

from bot.model.results import HistoryQuery, Part, Range, Standing
from bot.model.rows import HandicapRow, PersonRow
from bot.store.database import Database
from bot.store.results import NAMED, OF_PERSON, OF_SERVER, SOLO, TABLES, WITH_BOTS
from tests.kit.archive import Archive, alone, archive, played, without_score
from tests.kit.stack import GUILD, PEOPLE

__all__ = ["archive"]

pytestmark = pytest.mark.in_a_file

ADA, BO, CY, DI = PEOPLE
NOBODY = 0
ALL = 100


async def standings(archive: Archive, viewer: int = NOBODY) -> dict[str, Standing]:
    found = await archive.store.read(lambda tx: tx.records.standings(viewer, GUILD, 0, ALL))
    assert found[0] == len(found[1])
    return {one.name: one for one in found[1]}


async def seen(
    archive: Archive,
    viewer: int = NOBODY,
    guild: int | None = GUILD,
    person: int | None = None,
    part: Range = Range(),  # noqa: B008 - it is frozen
) -> list[list[str | None]]:
    """The names in every listed game."""
    lines = await archive.store.read(
        lambda tx: tx.records.history(HistoryQuery(viewer, guild, person), part, ALL)
    )
    return [[seat.name for seat in line.seats] for line in lines]


async def test_wins_games_means_and_best_are_counted(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (BO, 70)))
    await archive.add(*played((ADA, 61), (BO, 90)))
    await archive.add(*played((ADA, 50), (BO, 49), (CY, 50)))
    found = await standings(archive)
    assert found["Ada"] == Standing(1, "Ada", 3, 2, 80, ((2, 70), (3, 50)))
    assert found["Cy"] == Standing(2, "Cy", 1, 1, 50, ((3, 50),))
    assert found["Bo"] == Standing(3, "Bo", 3, 1, 90, ((2, 80), (3, 49)))


async def test_equals_share_a_place(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (BO, 70)))
    await archive.add(*played((CY, 80), (DI, 70)))
    found = await standings(archive)
    assert {name: one.place for name, one in found.items()} == {"Ada": 1, "Cy": 1, "Bo": 3, "Di": 3}
    assert list(found) == ["Ada", "Cy", "Bo", "Di"]


async def test_with_as_many_wins_fewer_games_stand_before_a_better_best(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (BO, 70)))
    await archive.add(*played((ADA, 80), (CY, 99)))
    await archive.add(*played((BO, 60), (DI, 50)))
    assert list(await standings(archive)) == ["Cy", "Ada", "Bo", "Di"]


async def test_leaving_counts_as_lost_without_a_score(archive: Archive) -> None:
    await archive.add(
        *played((ADA, 80), (BO, 70)),
        without_score(2, CY, Part.LEFT),
        without_score(3, DI, Part.RESIGNED),
    )
    found = await standings(archive)
    for name in ("Cy", "Di"):
        assert (found[name].games, found[name].wins) == (1, 0)
        assert (found[name].best, found[name].means) == (None, ())


async def test_a_win_by_resignation_has_no_score(archive: Archive) -> None:
    await archive.add(
        without_score(0, ADA, Part.STAYED, won=True), without_score(1, BO, Part.RESIGNED)
    )
    found = await standings(archive)
    assert found["Ada"] == Standing(1, "Ada", 1, 1, None, ())
    assert found["Bo"] == Standing(2, "Bo", 1, 0, None, ())


async def test_playing_on_against_bots_is_not_counted(archive: Archive) -> None:
    await archive.add(without_score(0, ADA, Part.PRACTISED), without_score(1, BO, Part.LEFT))
    assert set(await standings(archive)) == {"Bo"}
    assert await seen(archive) == [["Ada", "Bo"]]


async def test_servers_and_solo_games_are_counted_apart(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (BO, 70)), guild=6)
    await archive.add(*played((ADA, 80), (BO, 70)), guild=None)
    await archive.solo(alone(CY, 60, 50), tom=50)
    assert await standings(archive) == {}


async def test_the_ladder_puts_the_highest_rung_first(archive: Archive) -> None:
    await archive.solo(alone(ADA, 60, 50), tom=50, handicap=-10)
    await archive.solo(alone(ADA, 40, 50), tom=50, handicap=-5)
    await archive.solo(alone(ADA, 71, 50), tom=50)
    await archive.solo(alone(ADA, 50, 50), tom=50)
    await archive.solo(alone(BO, 60, 50), tom=50, handicap=5)
    await archive.solo(alone(CY, 90, 50), tom=50)
    for person, value in ((ADA, -7), (BO, 10), (CY, 99)):
        row = HandicapRow(value, None)
        await archive.store.write(
            lambda tx, person=person, row=row: tx.handicaps.put(person.id, row)  # type: ignore[misc]
        )
    people, found = await archive.store.read(lambda tx: tx.records.solo(NOBODY, GUILD, 0, ALL))
    assert people == 3
    assert [(one.place, one.name, one.rung) for one in found] == [
        (1, "Bo", 10),
        (2, "Ada", -7),
        (3, "Cy", None),
    ]
    ada = found[1]
    assert (ada.challenges, ada.challenge_wins) == (2, 1)
    assert (ada.games, ada.wins, ada.mean, ada.best) == (2, 1, 60, 71)


async def test_names_are_those_of_the_last_game(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (BO, 70)))
    await archive.add(*played((PersonRow(ADA.id, "Ada Lovelace"), 80), (BO, 70)))
    await archive.add(*played((PersonRow(ADA.id, "Elsewhere"), 80), (BO, 70)), guild=6)
    assert set(await standings(archive)) == {"Ada Lovelace", "Bo"}


async def test_pages_of_a_table_follow_each_other(archive: Archive) -> None:
    await archive.many(
        played((PersonRow(1000 + number, f"P{number}"), 50), (BO, 40)) for number in range(120)
    )
    names: list[str] = []
    for offset in range(0, 121, 10):
        people, page = await archive.store.read(
            lambda tx, offset=offset: tx.records.standings(NOBODY, GUILD, offset, 10)  # type: ignore[misc]
        )
        assert people == 121
        names += [one.name for one in page]
    assert len(set(names)) == 121
    assert names[-1] == "Bo"


async def test_the_newest_game_is_listed_first(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (BO, 70)))
    await archive.add(*played((CY, 80), (BO, 70)))
    await archive.solo(alone(DI, 60, 50), tom=50)
    assert await seen(archive) == [["Di"], ["Cy", "Bo"], ["Ada", "Bo"]]


async def test_parts_of_a_list_meet_without_overlap(archive: Archive) -> None:
    await archive.many(
        played((PersonRow(1000 + number, f"P{number}"), 50), (BO, 40)) for number in range(9)
    )
    for person in (None, BO.id):

        async def part(wanted: Range, person: int | None = person) -> list[int]:
            lines = await archive.store.read(
                lambda tx: tx.records.history(HistoryQuery(NOBODY, GUILD, person), wanted, 4)
            )
            return [line.id for line in lines]

        assert await part(Range()) == [9, 8, 7, 6]
        assert await part(Range(before=6)) == [5, 4, 3, 2]
        assert await part(Range(before=2)) == [1]
        assert await part(Range(after=5)) == [9, 8, 7, 6]
        assert await part(Range(after=1)) == [5, 4, 3, 2]


async def test_a_person_sees_their_own_games_of_all_places(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (BO, 70)), guild=6)
    await archive.add(*played((ADA, 80), (CY, 70)), guild=None)
    await archive.add(*played((BO, 80), (CY, 70)))
    assert await seen(archive, ADA.id, None, ADA.id) == [["Ada", "Cy"], ["Ada", "Bo"]]
    assert await seen(archive, NOBODY, GUILD, BO.id) == [["Bo", "Cy"]]


async def test_who_is_unlisted_is_in_no_list_but_their_own(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (BO, 70)))
    await archive.solo(alone(BO, 60, 50), tom=50)
    await archive.store.write(lambda tx: tx.results.list_person(BO.id, listed=False))
    await archive.store.write(lambda tx: tx.results.list_person(BO.id, listed=False))
    assert await seen(archive, ADA.id) == [["Ada", None]]
    assert await seen(archive, ADA.id, person=BO.id) == []
    assert set(await standings(archive, ADA.id)) == {"Ada"}
    assert await archive.store.read(lambda tx: tx.records.solo(ADA.id, GUILD, 0, ALL)) == (
        0,
        (),
    )
    assert await seen(archive, BO.id) == [["Bo"], ["Ada", "Bo"]]
    assert await seen(archive, BO.id, person=BO.id) == [["Bo"], ["Ada", "Bo"]]
    assert set(await standings(archive, BO.id)) == {"Ada", "Bo"}
    await archive.store.write(lambda tx: tx.results.list_person(BO.id, listed=True))
    assert await seen(archive, ADA.id) == [["Bo"], ["Ada", "Bo"]]
    assert set(await standings(archive, ADA.id)) == {"Ada", "Bo"}


async def plan(archive: Archive, sql: str) -> list[str]:
    values = dict.fromkeys(re.findall(r":(\w+)", sql), 1)
    database = archive.store._database
    assert isinstance(database, Database)
    cursor = await database._connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)
    return [row["detail"] for row in await cursor.fetchall()]


@pytest.mark.parametrize(
    ("sql", "steps"),
    [
        (
            f"{OF_SERVER} AND r.id < :edge ORDER BY r.id DESC LIMIT :limit",
            ("SEARCH r USING INDEX results_by_guild (guild=? AND id<?)",),
        ),
        (
            f"{OF_PERSON} AND s.result < :edge ORDER BY s.result DESC LIMIT :limit",
            ("SEARCH s USING INDEX result_seats_by_person (person=? AND result<?)",),
        ),
        (TABLES + NAMED, ("SEARCH result_sums USING PRIMARY KEY (guild=? AND board=?)",)),
        (SOLO + NAMED, ("SEARCH result_sums USING PRIMARY KEY (guild=? AND board=?)",)),
        (WITH_BOTS + NAMED, ("SEARCH result_sums USING PRIMARY KEY (guild=? AND board=?)",)),
    ],
)
async def test_no_list_reads_more_than_it_needs(
    archive: Archive, sql: str, steps: tuple[str, ...]
) -> None:
    found = await plan(archive, sql)
    for step in steps:
        assert step in found, found
    assert not [step for step in found if step.startswith("SCAN") and "result" in step], found
    assert "USE TEMP B-TREE FOR GROUP BY" not in found
    listed = "ORDER BY r.id" in sql or "ORDER BY s.result" in sql
    assert not (listed and "USE TEMP B-TREE FOR ORDER BY" in found)
