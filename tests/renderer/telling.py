"""Twenty telling positions: the ordinary ones, and those that hold as much as they ever can."""

from collections.abc import Callable
from dataclasses import replace

from engine import bag, events
from engine.ids import Color, Direction, Guardian, Novice, Resource, Side, TomCard
from engine.view import (
    CouncilSpaceView,
    CountdownView,
    FateTileView,
    OfferingPileView,
    Result,
    SeatView,
    View,
)
from tests.renderer import samples
from tests.renderer.samples import BOX, TILE


def first_seat(view: View, **changes: object) -> View:
    """The view with another city of the first seat."""
    city = replace(view.seats[0], **changes)  # type: ignore[arg-type]
    return replace(view, seats=(city, *view.seats[1:]))


def position(view: View, number: int, **changes: object) -> View:
    """The view with another position of the first seat's city."""
    places = view.seats[0].positions
    changed = tuple(
        replace(place, **changes) if place.position == number else place  # type: ignore[arg-type]
        for place in places
    )
    return first_seat(view, positions=changed)


def ships_at(code: str, *crew: int) -> View:
    view = samples.middle()
    moved = tuple(
        replace(place, ships=crew if place.island.code == code else ()) for place in view.islands
    )
    seats = tuple(replace(seat, ship=code if seat.seat in crew else None) for seat in view.seats)
    return replace(view, islands=moved, seats=seats)


def five_guardians_wait() -> View:
    kinds = tuple(Guardian)
    return first_seat(samples.opening(2), waiting_guardians=kinds, guardians=kinds)


def five_guardians_on_one_tile() -> View:
    kinds = tuple(Guardian)
    view = first_seat(samples.middle(), waiting_guardians=(), guardians=kinds)
    return position(position(view, 4, bonfire_guardian=None), 2, path_guardians=kinds)


def all_novices_on_one_space() -> View:
    view = samples.middle()
    everyone = (*tuple(Novice)[:4] * 3, *(Novice.NEUTRAL,) * 5)
    first, *others = view.council
    empty = (CouncilSpaceView(space.space, ()) for space in others)
    return replace(view, council=(CouncilSpaceView(first.space, everyone), *empty), novices_sent=17)


def every_task_met() -> View:
    """Seven tasks, none lit; each of them can be."""
    ids = ("B15", "B18", "R04", "R16", "Y07", "Y21", "Y11")
    view = samples.middle()
    for number, name in enumerate(ids, 1):
        held = samples.task(name, 12 if number == 7 else 3, 12 if number == 7 else 3)
        view = position(view, number, task=held, novice=True, bonfire_guardian=None)
    return view


def nothing_at_all() -> View:
    nothing = OfferingPileView(Side.LEFT, None, 0), OfferingPileView(Side.RIGHT, None, 0)
    return first_seat(
        samples.middle(),
        tiles=bag.ActionTiles.EMPTY,
        resources=bag.Resources.EMPTY,
        fate_row=(),
        gnomes=(),
        offerings=nothing,
        novices=0,
    )


def sticking_out() -> View:
    """One tile leaves the printed squares, and specialist 27 lets others do so."""
    view = samples.middle()
    outside = FateTileView(TILE["F4"], Direction.RIGHT, ("f4", "g4", "h4"))
    city = view.seats[0]
    return first_seat(view, fate=(*city.fate, outside), abilities=city.abilities | {27})


def margin_open() -> View:
    """With specialist 27, while no tile sticks out yet."""
    return first_seat(samples.middle(), abilities=frozenset({27}))


def last_round() -> View:
    """The last tile goes round, and one seat has passed."""
    view = samples.crowded()
    first, *others = view.seats
    seats = (replace(first, passed=True, turns_left=0, pass_points=1), *others)
    return replace(view, seats=seats, countdown=CountdownView(2, stack=0, handed=1))


def nobody_scored() -> View:
    return replace(
        samples.opening(3), result=Result(events.EndReason.EXHAUSTION, (0, 1, 2), tie_broken=False)
    )


def solo_lost() -> View:
    view = samples.solo()
    tom = view.tom
    assert tom is not None
    ended = replace(tom, turned=32, left=0, deck_pass=4, card=TomCard.GREAT_BONFIRE, gnome=None)
    return replace(
        view, tom=ended, result=Result(events.EndReason.TOM_DECK, (1,), tie_broken=False)
    )


def solo_start() -> View:
    view = samples.solo()
    tom = view.tom
    assert tom is not None
    fresh = replace(tom, turned=0, left=8, deck_pass=1, card=None, gnome=None, handicap=None)
    return replace(view, tom=fresh)


def tom_of_a_late_game() -> View:
    """Tom has all he can have: guardians at his start, six gnomes, seven bonfires."""
    view = samples.solo()
    player, tom = view.seats
    places = tuple(
        replace(
            place,
            built=True,
            resource=Resource.SHELL,
            crystal=Color.BLUE if place.position > 1 else None,
            portal=True,
            task=samples.task("Y22", 0, 2, lit=True),
            novice=False,
        )
        for place in tom.positions
    )
    kinds = tuple(Guardian)
    grown = replace(
        tom,
        positions=places,
        waiting_guardians=kinds,
        guardians=kinds,
        gnomes=BOX.specialists[:6],
        next_portals=(),
        bonfires=7,
        common=samples.common(7, 7, 7, 5, 6),
    )
    return replace(view, seats=(player, grown))


def below_zero() -> View:
    """A challenge that takes more points than were scored."""
    view = samples.solo()
    player: SeatView = replace(view.seats[0], score=-10, sheet=samples.sheet(-10, 0, 2))
    return replace(view, seats=(player, view.seats[1]))


POSITIONS: dict[str, Callable[[], View]] = {
    "opening": samples.opening,
    "middle": samples.middle,
    "crowded": samples.crowded,
    "finished": samples.finished,
    "solo": samples.solo,
    "custom grid": samples.custom_grid,
    "two ships at an island": lambda: ships_at("A1", 1, 3),
    "three ships at an island": lambda: ships_at("E2", 0, 1, 2),
    "four ships at a guardian island": lambda: ships_at("D1", 0, 1, 2, 3),
    "five guardians wait": five_guardians_wait,
    "five guardians on one tile": five_guardians_on_one_tile,
    "all novices on one space": all_novices_on_one_space,
    "every task met": every_task_met,
    "nothing at all": nothing_at_all,
    "sticking out": sticking_out,
    "margin open": margin_open,
    "last round": last_round,
    "nobody scored": nobody_scored,
    "solo lost": solo_lost,
    "solo start": solo_start,
    "tom of a late game": tom_of_a_late_game,
    "below zero": below_zero,
}
