"""Changes are marked, and nothing else."""

from dataclasses import replace

from engine import events, ids
from renderer import Options
from renderer.changes import Mark, changes_of
from tests.renderer import samples
from tests.renderer.contents import dump
from tests.renderer.scenes import changed, scenes_of


def test_events_are_gathered_by_piece() -> None:
    changes = changes_of(samples.a_turn())
    ada = changes.seat(0)
    assert changes.slots == {("B2", 2)}
    assert changes.ships == {0}
    assert (changes.path_slots, changes.specialist_slots) == ({2}, {3})
    assert (changes.council, changes.wheel) == ({5}, Mark.CHANGED)
    assert (changes.fetched, changes.gnomes) == ({ids.Guardian.PINK}, {"S11"})
    assert (ada.paths, ada.portals, ada.spaces) == ({5}, {4}, {5, 7})
    assert ada.guardians == {ids.Guardian.PINK, ids.Guardian.OWN}
    assert (ada.fate, ada.gnomes, ada.piles) == ({"F7"}, {"S11"}, {ids.Side.RIGHT})


def test_gains_and_losses_are_net() -> None:
    ada = changes_of(samples.a_turn()).seat(0)
    assert ada.resources[ids.Resource.GOLD] == -2
    assert ada.resources[ids.Resource.HERB] == 1
    assert ada.tiles[ids.ActionType.TASK] == -2
    assert ada.points == 3


def test_the_marks_are_on_the_pieces_that_changed(options: Options) -> None:
    view = samples.middle()
    plain = dict(scenes_of(view, options))
    marked = dict(scenes_of(view, changed(options)))
    assert "changed" not in dump(plain["board"]) + dump(plain["city 0"])
    assert "ship red changed" in dump(marked["board"])
    assert "council 5 specialist changed" in dump(marked["board"])
    assert "notch leaf new" in dump(marked["city 0"])
    assert "changed" not in dump(marked["city 1"])


def test_what_was_taken_is_marked_where_it_lay(options: Options) -> None:
    turn = (
        events.GuardianRetrieved(0, ids.Guardian.GREY),
        events.GnomeRecruited(0, "EL3", 3),
        events.CommonTaskMet(0, ids.CommonTask.PATHS),
        events.PointsScored(0, 3, ids.PointSource.ELDERS),
    )
    drawn = dict(scenes_of(samples.middle(), replace(options, changes=turn)))
    board = dump(drawn["board"])
    for piece in ("badge 3", "elder EL3 of red", "common paths 7", "medal 30"):
        assert f"{piece} changed" in board
    assert board.count("changed") == 4


def test_a_city_names_its_next_portal_and_with_specialist_25_every_open_one(
    options: Options,
) -> None:
    view = samples.middle()
    dumped = dump(dict(scenes_of(view, options))["city 0"])
    assert dumped.count(" next") == 1
    free = replace(view.seats[0], abilities=frozenset({25}))
    dumped = dump(dict(scenes_of(replace(view, seats=(free, *view.seats[1:])), options))["city 0"])
    assert dumped.count(" next") == 3
