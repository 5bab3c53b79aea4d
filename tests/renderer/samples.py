"""Positions to draw, built by hand: an opening, a middle game, a crowded end, a solo game."""

from collections.abc import Mapping
from dataclasses import replace

from engine import bag, events
from engine.data.box import Box, PathTile, Task
from engine.data.standard import STANDARD_BOX
from engine.ids import (
    ActionType,
    City,
    Color,
    CommonTask,
    Direction,
    Guardian,
    Novice,
    Place,
    PlaceKind,
    PointSource,
    PortalKind,
    Resource,
    SeatColor,
    Side,
    TomCard,
)
from engine.state import GameOptions
from engine.view import (
    CommonProgress,
    CommonTaskView,
    CouncilSpaceView,
    CountdownView,
    FateTileView,
    IslandView,
    OfferingPileView,
    PositionView,
    Result,
    ScoreSheet,
    SeatView,
    SlotView,
    TaskView,
    TomView,
    View,
    WheelSpaceView,
)

BOX = STANDARD_BOX
COLORS = tuple(SeatColor)
NEEDS = dict(zip(CommonTask, (7, 7, 7, 5, 6), strict=True))
TILE = {tile.id: tile for tile in BOX.fate_tiles}


def sheet(*points: int) -> ScoreSheet:
    padded = (*points, *(0,) * (len(PointSource) - len(points)))
    return ScoreSheet(tuple(zip(PointSource, padded, strict=True)))


def position(number: int, **changes: object) -> PositionView:
    layout = BOX.cities[0].portals
    plain = PositionView(
        position=number,
        built=number == 1,
        resource=Resource.GOLD if number == 1 else None,
        crystal=None,
        path_price=0 if number == 1 else 1 if number <= 4 else 2,
        path_guardians=(),
        fits=layout[7 - number],
        portal=False,
        task=None,
        novice=True,
        guardian_value=BOX.guardian_values[number - 1],
        bonfire_guardian=None,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def common(*have: int) -> tuple[CommonProgress, ...]:
    return tuple(
        CommonProgress(task, count, NEEDS[task])
        for task, count in zip(CommonTask, have, strict=True)
    )


def seat(index: int, **changes: object) -> SeatView:
    """A city at the start of a game."""
    layout = BOX.cities[index]
    plain = SeatView(
        seat=index,
        color=COLORS[index],
        city=tuple(City)[index],
        is_tom=False,
        tiles=bag.ActionTiles.of(ActionType.WILD),
        resources=bag.Resources.of(Resource.GOLD, Resource.HERB, Resource.FRUIT),
        fate=(),
        fate_row=tuple(TILE[name] for name in ("F2", "F3", "F4", "F5", "F6", "F7", "F8")),
        fate_front=TILE["F1"],
        positions=tuple(position(number) for number in range(1, 8)),
        waiting_guardians=(Guardian.OWN,),
        guardians=(Guardian.OWN,),
        next_portals=layout.portals,
        gnomes=(),
        abilities=frozenset(),
        offerings=(
            OfferingPileView(Side.LEFT, Resource.HERB, 4),
            OfferingPileView(Side.RIGHT, Resource.ROOT, 4),
        ),
        ship=None,
        novices=7,
        bonfires=0,
        common=common(3, 0, 1, 1, 0),
        passed=False,
        turns_left=None,
        pass_points=None,
        score=0,
        sheet=sheet(),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def slots(tasks: list[Task], owners: tuple[int | None, ...]) -> tuple[SlotView, ...]:
    return tuple(
        SlotView(number, tasks.pop() if owner is None else None, owner)
        for number, owner in enumerate(owners, 1)
    )


def islands(
    owners: Mapping[str, tuple[int | None, ...]],
    ships: dict[str, tuple[int, ...]],
    guardians: tuple[int, ...],
) -> tuple[IslandView, ...]:
    tasks = [task for step in (5, 7, 9) for task in BOX.tasks[step::11]]
    tasks = list(dict.fromkeys(tasks + list(BOX.tasks)))[:40]
    left = dict(zip(tuple(Guardian)[:4], guardians, strict=True))
    none: tuple[int | None, ...] = (None, None, None)
    return tuple(
        IslandView(
            island,
            slots(tasks, owners.get(island.code, none)) if island.resource else (),
            left[island.guardian] if island.guardian else 0,
            ships.get(island.code, ()),
        )
        for island in BOX.islands
    )


def opening(players: int = 4) -> View:
    """Nobody has moved yet."""
    return View(
        box=BOX,
        options=GameOptions(players=players),
        seats=tuple(seat(index) for index in range(players)),
        islands=islands({}, {}, (4, 4, 4, 4)),
        wheel=tuple(
            WheelSpaceView(space, tuple(PortalKind)[i % 4 : i % 4 + 4])
            for i, space in enumerate(BOX.wheel)
        ),
        wheel_position=0,
        council=tuple(CouncilSpaceView(space, ()) for space in BOX.council),
        path_display=tuple(row.tile for row in BOX.path_tiles[3:15:3]),
        paths_left=tuple((row.tile, row.count) for row in BOX.path_tiles),
        specialists=tuple(BOX.specialists[i] for i in (0, 4, 8, 15, 16, 18)),
        specialists_left=BOX.specialists[:21],
        elders=BOX.elders,
        common=tuple(CommonTaskView(task, NEEDS[task], neutral=True) for task in CommonTask),
        novices_sent=0,
        novices_needed=(7, 7, 10, 13)[players - 1],
        countdown=None,
        tom=None,
        starter=0,
        seat=0,
        turn=1,
        move=1,
        waiting=None,
        result=None,
    )


def task(task_id: str, have: int, need: int, *, lit: bool = False) -> TaskView:
    found = next(task for task in BOX.tasks if task.id == task_id)
    return TaskView(found, lit, have, need)


def ada() -> SeatView:
    """A city in the middle of a game."""
    paths = (
        (Resource.HERB, Color.BLUE),
        (Resource.FRUIT, Color.RED),
        (Resource.SHELL, Color.RED),
        (Resource.ROOT, Color.YELLOW),
    )
    built = {
        number: {"built": True, "resource": resource, "crystal": crystal}
        for number, (resource, crystal) in enumerate(paths, 2)
    }
    extra: dict[int, dict[str, object]] = {
        1: {"task": task("B01", 1, 1, lit=True), "novice": False},
        2: {"task": task("R12", 1, 2), "path_guardians": (Guardian.OWN,)},
        3: {"task": task("Y12", 5, 5)},
        4: {
            "task": task("R07", 3, 3, lit=True),
            "novice": False,
            "bonfire_guardian": Guardian.NATURAL,
            "portal": True,
        },
        5: {"task": task("B20", 2, 3), "portal": True},
        6: {"portal": True},
        7: {"task": task("Y02", 5, 5, lit=True), "novice": False, "portal": True},
    }
    fate = (
        ("F1", Direction.RIGHT, ("c3", "d3", "e3")),
        ("F2", Direction.RIGHT, ("d2", "e2", "f2")),
        ("F6", Direction.RIGHT, ("b4", "c4", "d4")),
        ("F7", Direction.UP, ("f5", "f4", "f3")),
        ("F5", Direction.UP, ("b3", "b2", "b1")),
    )
    return seat(
        0,
        tiles=bag.ActionTiles((2, 1, 0, 0, 2, 1, 1)),
        resources=bag.Resources((3, 0, 4, 1, 2, 5)),
        fate=tuple(FateTileView(TILE[name], way, cells) for name, way, cells in fate),
        fate_row=(TILE["F3"], TILE["F8"], TILE["F4"]),
        fate_front=None,
        positions=tuple(
            position(number, **built.get(number, {}), **extra[number]) for number in range(1, 8)
        ),
        waiting_guardians=(Guardian.PINK,),
        guardians=(Guardian.OWN, Guardian.NATURAL, Guardian.PINK),
        next_portals=BOX.cities[0].portals[4:],
        gnomes=(BOX.specialists[20], BOX.specialists[7], BOX.specialists[10], BOX.elders[2]),
        abilities=frozenset({21, 8, 11}),
        offerings=(
            OfferingPileView(Side.LEFT, Resource.BLOSSOM, 1),
            OfferingPileView(Side.RIGHT, Resource.HERB, 1),
        ),
        ship="B2",
        novices=4,
        bonfires=3,
        common=common(6, 4, 5, 3, 4),
        score=6,
        sheet=sheet(0, 4, 2, 0, 0, 0, 0, 14, 5, 3, 2, 0, 2, 8),
    )


def middle() -> View:
    """Four players in the middle of a game."""
    view = opening()
    owners: dict[str, tuple[int | None, ...]] = {
        "A1": (2, 0, None),
        "C1": (0, None, 1),
        "E1": (3, None, None),
        "A2": (None, 1, 3),
        "B2": (0, 0, None),
        "C2": (None, 0, 2),
        "D2": (2, 1, None),
        "E2": (3, None, None),
        "A3": (3, 1, None),
        "E3": (0, None, 2),
    }
    novices = {
        1: (Novice.SEAT_0, Novice.SEAT_2),
        2: (Novice.SEAT_1, Novice.SEAT_0),
        4: (Novice.SEAT_3,),
        5: (Novice.SEAT_0, Novice.SEAT_1, Novice.SEAT_3, Novice.NEUTRAL),
        7: (Novice.SEAT_2,),
    }
    kinds = tuple(PortalKind)
    wheel = ("036", "14", "2640", "5", "423", "165", "60")
    others = tuple(
        seat(index, ship=code, bonfires=2, score=score, novices=5, sheet=sheet(0, 2, score, 20))
        for index, code, score in ((1, "D2", 9), (2, "D1", 3), (3, "E2", 104))
    )
    return replace(
        view,
        seats=(ada(), *others),
        islands=islands(owners, {"B2": (0,), "D2": (1,), "D1": (2,), "E2": (3,)}, (2, 3, 3, 2)),
        wheel=tuple(
            WheelSpaceView(space, tuple(kinds[int(i)] for i in held))
            for space, held in zip(BOX.wheel, wheel, strict=True)
        ),
        wheel_position=3,
        council=tuple(
            CouncilSpaceView(space, novices.get(space.number, ())) for space in BOX.council
        ),
        specialists=(None, *(BOX.specialists[i] for i in (5, 13, 6, 22, 17))),
        elders=(BOX.elders[0], BOX.elders[1], None, BOX.elders[3], None, BOX.elders[5]),
        common=tuple(
            CommonTaskView(name, NEEDS[name], neutral=name is not CommonTask.GNOMES)
            for name in CommonTask
        ),
        path_display=(
            PathTile(Color.BLUE, Resource.FRUIT),
            PathTile(Color.RED, Resource.ROOT),
            None,
            PathTile(Color.BLUE, Resource.HERB),
        ),
        novices_sent=10,
        starter=2,
        turn=31,
        move=147,
    )


def crowded_city(index: int) -> SeatView:
    """Everything a city can hold: seven tasks, six gnomes, guardians, tiles sticking out."""
    ids = ("Y11", "R04", "B18", "R16", "Y07", "Y21", "B15")
    tile = {"built": True, "resource": Resource.HERB, "crystal": Color.BLUE}
    fate = (
        ("F1", Direction.RIGHT, ("c3", "d3", "e3")),
        ("F2", Direction.RIGHT, ("f3", "g3", "h3")),
        ("F3", Direction.UP, ("d2", "d1", "d0")),
        ("F4", Direction.LEFT, ("b4", "a4", "z4")),
        ("F5", Direction.DOWN, ("e4", "e5", "e6")),
        ("F6", Direction.RIGHT, ("g4", "h4", "i4")),
        ("F7", Direction.LEFT, ("c1", "b1", "a1")),
        ("F8", Direction.DOWN, ("g5", "g6", "g7")),
    )
    spots = {2: Guardian.PINK, 4: Guardian.NATURAL, 5: Guardian.BLUE, 7: Guardian.OWN}
    positions = tuple(
        position(
            number,
            **(tile if number > 1 else {}),
            portal=True,
            task=task(ids[number - 1], 4, 5, lit=number != 3),
            novice=number == 3,
            bonfire_guardian=spots.get(number),
            path_guardians=(Guardian.GREY,) if number == 1 else (),
        )
        for number in range(1, 8)
    )
    gnomes = tuple(BOX.specialists[i] for i in (26, 22, 13, 18)) + BOX.elders[1:4:2]
    return seat(
        index,
        tiles=bag.ActionTiles((10, 11, 3, 4, 12, 0, 5)),
        resources=bag.Resources((12, 9, 10, 9, 8, 14)),
        fate=tuple(FateTileView(TILE[name], way, cells) for name, way, cells in fate),
        fate_row=(),
        fate_front=None,
        positions=positions,
        waiting_guardians=(),
        guardians=(*spots.values(), Guardian.GREY),
        next_portals=(),
        gnomes=gnomes,
        abilities=frozenset({27, 23, 14, 19}),
        offerings=(
            OfferingPileView(Side.LEFT, None, 0),
            OfferingPileView(Side.RIGHT, Resource.FRUIT, 0),
        ),
        ship="C2",
        novices=1,
        bonfires=6,
        common=common(7, 7, 7, 5, 6),
        turns_left=2,
        score=112,
        sheet=sheet(0, 14, 5, 2, 3, 8, 0, 30, 20, 10, 7, 35, 0, 12),
    )


def crowded() -> View:
    """A late four-player game with as much on the table as it can hold."""
    view = opening()
    owners = {
        island.code: tuple((index + slot) % 4 for slot in range(3))
        for index, island in enumerate(BOX.islands)
    }
    everyone = (*tuple(Novice)[:5], Novice.SEAT_0, Novice.SEAT_2)
    return replace(
        view,
        seats=tuple(crowded_city(index) for index in range(4)),
        islands=islands(owners, {"C2": (0, 1, 2, 3)}, (0, 1, 2, 2)),
        wheel_position=6,
        council=tuple(CouncilSpaceView(space, everyone) for space in BOX.council),
        paths_left=(),
        specialists_left=(),
        path_display=(PathTile(Color.RED, Resource.BLOSSOM), None, None, None),
        common=tuple(CommonTaskView(name, NEEDS[name], neutral=False) for name in CommonTask),
        novices_sent=33,
        countdown=CountdownView(triggered_by=1, stack=2, handed=3),
        seat=3,
        turn=88,
        move=512,
    )


def finished() -> View:
    """A game that the bonfires decided."""
    view = crowded()
    seats = tuple(
        replace(
            seat,
            turns_left=None,
            sheet=sheet(0, 14 - i, 5 + i, 2, 3, 8, 0, 30 - 4 * i, 20, 10, 7, 35, 0, 12),
        )
        for i, seat in enumerate(view.seats)
    )
    return replace(
        view, seats=seats, result=Result(events.EndReason.COUNTDOWN, (0,), tie_broken=True)
    )


def solo() -> View:
    """One player against Tom, some cards in."""
    view = opening(1)
    tom_positions = tuple(
        position(
            number,
            fits=BOX.cities[1].portals[7 - number],
            portal=number >= 5,
            built=number <= 3,
            resource=Resource.GOLD if number == 1 else Resource.HERB if number <= 3 else None,
            crystal=Color.RED if 1 < number <= 3 else None,
            task=task("Y22", 0, 2, lit=True) if number <= 2 else None,
            novice=number > 2,
        )
        for number in range(1, 8)
    )
    tom = seat(
        1,
        is_tom=True,
        tiles=bag.ActionTiles.EMPTY,
        resources=bag.Resources.EMPTY,
        fate_row=(),
        fate_front=None,
        positions=tom_positions,
        next_portals=BOX.cities[1].portals[3:],
        gnomes=(BOX.specialists[3],),
        offerings=(),
        novices=5,
        bonfires=2,
        score=7,
        sheet=sheet(5, 0, 0, 0, 0, 0, 2, 16),
    )
    return replace(
        view,
        seats=(ada(), tom),
        islands=islands({"B2": (0, None, 0)}, {"B2": (0,)}, (3, 4, 4, 3)),
        wheel_position=5,
        council=tuple(
            CouncilSpaceView(space, (Novice.FLAT, Novice.FLAT, Novice.SEAT_1))
            for space in BOX.council
        ),
        tom=TomView(
            turned=12,
            left=4,
            deck_pass=2,
            card=TomCard.TASK_II,
            gnome=BOX.specialists[11],
            handicap=-10,
        ),
        turn=24,
        move=99,
    )


def custom_grid() -> View:
    """A middle game on a box with a Fate Area of 9 by 9."""
    grid = replace(
        BOX.fate_grid,
        rows=9,
        columns=9,
        start=((5, 4), (5, 5), (5, 6)),
        gold=frozenset({(1, 1), (9, 9)}),
        wild=frozenset({(1, 9), (9, 1)}),
        highlighted=frozenset((r, c) for r in (4, 5, 6) for c in (3, 4, 5, 6, 7))
        - frozenset(((5, 4), (5, 5), (5, 6))),
    )
    box: Box = replace(BOX, fate_grid=grid)
    return replace(middle(), box=box)


def a_turn() -> tuple[events.Event, ...]:
    """A long turn of the first seat, with something of every kind that leaves a mark."""
    blue_fruit = PathTile(Color.BLUE, Resource.FRUIT)
    return (
        events.ShipMoved(0, "B1", "B2"),
        events.TilesChanged(
            0,
            bag.ActionTiles.EMPTY,
            bag.ActionTiles.of(ActionType.SHIP, ActionType.TASK, ActionType.TASK),
            events.Source.COST,
        ),
        events.ResourcesChanged(
            0,
            bag.Resources.of(Resource.HERB),
            bag.Resources.of(Resource.ROOT, Resource.GOLD, Resource.GOLD),
            events.Source.COST,
        ),
        events.TaskReceived(0, "B20", "B2", 2, Side.RIGHT),
        events.OfferingRevealed(0, Side.RIGHT, Resource.HERB),
        events.TaskPlaced(0, "B20", 5),
        events.GuardianRetrieved(0, Guardian.PINK),
        events.GuardianMoved(0, Guardian.OWN, Place(PlaceKind.PATH, 1), Place(PlaceKind.PATH, 2)),
        events.PathBuilt(0, blue_fruit, 2, 5),
        events.PathRevealed(0, 2, PathTile(Color.RED, Resource.ROOT)),
        events.GreatBonfireTurned(0, 2, 3),
        events.PortalPlaced(0, PortalKind.LEAF, 3, 4),
        events.GnomeRecruited(0, "S11", 1),
        events.SpecialistRevealed(0, 3, "S14"),
        events.FatePlaced(0, "F7", "f5", Direction.UP, start=False),
        events.BonfireLit(0, 7, "Y02"),
        events.NovicePlaced(0, Novice.SEAT_0, 5, None),
        events.PointsScored(0, 3, PointSource.COUNCIL),
    )
