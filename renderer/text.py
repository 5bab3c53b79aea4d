"""The position in words, from the same View as the pictures: alt texts and the full text board."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from engine import ids
from engine.view import IslandView, PositionView, SeatView, View
from renderer.gnome_text import gnomes_told
from renderer.hint_text import fate_places, lines, prices, reach, within_limit
from renderer.options import Options

_WIDEST_NAME: Final = 32


@dataclass(frozen=True, slots=True)
class _Words:
    """The catalog, and the names of the seats."""

    view: View
    options: Options

    def say(self, key: str, **slots: object) -> str:
        return self.options.translate(key, slots)

    def name(self, seat: ids.Seat) -> str:
        names = self.options.names
        given = names[seat].strip()[:_WIDEST_NAME] if seat < len(names) else ""
        return given or self.say(f"picture.seat.{self.view.seats[seat].color}")


def board_alt(view: View, options: Options, above: tuple[str, ...] = ()) -> str:
    """The alt text of the main board: scores and the seat to move first, then the table.

    It begins with the sentences `above`, as the alt text of a city does.
    """
    words = _Words(view, options)
    hinted = (*lines(options, on_board=True), *prices(options))
    return within_limit(options, (*above, *hinted, *_board_head(words), *_board_lines(words)))


def sheet_alt(view: View, shown: tuple[ids.Seat | None, ...], options: Options) -> str:
    """The alt text of a sheet: how everybody stands, then the cities on it, then the board."""
    words = _Words(view, options)
    cities = [view.seats[seat] for seat in shown if seat is not None]
    head = [_seat_line(words, city) for city in cities]
    board: tuple[str, ...] = ()
    if None in shown:
        head, board = [*_board_head(words)], _board_lines(words)
    inside = (
        " ".join(
            (
                words.say("alt.others_city", name=words.name(city.seat)),
                *_supply_and_task_lines(words, city),
            )
        )
        for city in cities
    )
    return within_limit(options, (words.say("alt.others"), *head, *inside, *board))


def city_alt(view: View, seat: ids.Seat, options: Options, above: tuple[str, ...] = ()) -> str:
    """The alt text of a city: points, supplies, tasks, portals, paths, guardians, gnomes."""
    words = _Words(view, options)
    hinted = (*lines(options, on_board=False), *reach(options))
    return within_limit(options, (*above, *hinted, *_city_lines(words, view.seats[seat])))


def fate_alt(view: View, seat: ids.Seat, options: Options) -> str:
    """The alt text of a Fate Area alone: the numbered places first, then supplies and tasks."""
    words = _Words(view, options)
    city = view.seats[seat]
    head = words.say("alt.fate_area", name=words.name(seat))
    rest = (*_supply_and_task_lines(words, city), _fate_line(words, city))
    return within_limit(options, (head, *fate_places(options), *rest))


def final_alt(view: View, options: Options) -> str:
    """The alt text of the final sheet: the winner, and every score by source."""
    words = _Words(view, options)
    return within_limit(options, _final_lines(words))


def text_board(view: View, options: Options) -> str:
    """The whole public position as lines of text: the table, then every city."""
    words = _Words(view, options)
    parts: list[str] = [*_board_head(words), *_board_lines(words)]
    for seat in view.seats:
        parts += ["", *_city_lines(words, seat)]
    parts += ["", *_task_lines(words), *_left_lines(words)]
    if view.result is not None:
        parts += ["", *_final_lines(words)]
    return "\n".join(parts)


def _task_lines(words: _Words) -> tuple[str, ...]:
    """The conditions of all tasks on the table, by id; none without words for them."""
    view = words.view
    tasks = {slot.task for place in view.islands for slot in place.slots if slot.task is not None}
    for seat in view.seats:
        tasks |= {place.task.task for place in seat.positions if place.task and not place.task.lit}
    return tuple(
        words.say("alt.task_asks", task=task.id, points=points, condition=condition)
        for task in sorted(tasks, key=lambda task: task.id)
        for points in (words.say("count.points", n=task.points),)
        if (condition := words.options.describe(task.condition))
    )


def _left_lines(words: _Words) -> tuple[str, ...]:
    """The path tiles that are left in the face-down piles."""
    kinds = _joined(
        words.say("alt.path_kind", number=count, resource=tile.resource, color=tile.crystal)
        for tile, count in words.view.paths_left
        if count
    )
    return (words.say("alt.paths_left", kinds=kinds),) if kinds else ()


def _board_head(words: _Words) -> tuple[str, ...]:
    view = words.view
    lines = [words.say("alt.board", turn=view.turn), _state_of_play(words)]
    lines += [_seat_line(words, seat) for seat in view.seats]
    if view.result is None and view.leaders:
        names = tuple(map(words.name, view.leaders))
        lines.append(words.say("alt.leads", names=names, n=len(names)))
    lines.append(words.say("alt.novices", sent=view.novices_sent, needed=view.novices_needed))
    if view.countdown is not None:
        down = view.countdown
        if down.handed is not None:
            lines.append(words.say("alt.countdown_handed", tile=down.handed, stack=down.stack))
        else:
            lines.append(words.say("alt.countdown", stack=down.stack))
    lines.append(words.say("alt.starter", name=words.name(view.starter)))
    return tuple(lines)


def _state_of_play(words: _Words) -> str:
    view = words.view
    if view.result is None:
        return words.say("alt.to_play", name=words.name(view.seat))
    names = tuple(words.name(seat) for seat in view.result.winners)
    return words.say("alt.won", names=names, reason=view.result.reason)


def _seat_key(view: View) -> str:
    """Return the key of the sentence with the points of a seat."""
    if view.result is not None:
        return "alt.seat_in_the_end"
    return "alt.seat_near_the_end" if view.end_is_near else "alt.seat"


def _seat_line(words: _Words, seat: SeatView) -> str:
    line = words.say(
        _seat_key(words.view),
        name=words.name(seat.seat),
        color=seat.color,
        total=words.say("count.points", n=words.view.expected(seat.seat)),
        scored=seat.score,
        bonfires=words.say("alt.bonfires", n=seat.bonfires),
    )
    extra = []
    if seat.ship is not None:
        extra.append(words.say("alt.ship", island=seat.ship))
    if seat.passed:
        extra.append(words.say("alt.passed"))
    elif seat.turns_left is not None:
        extra.append(words.say("alt.turns_left", n=seat.turns_left))
    return " ".join((line, *extra))


def _board_lines(words: _Words) -> tuple[str, ...]:
    view = words.view
    lines = []
    if view.tom is not None and view.tom.card is not None:
        tom = view.tom
        lines.append(words.say("alt.tom", turned=tom.turned, card=tom.card, left=tom.left))
    lines.append(_wheel_line(words))
    lines += [_display_line(words), _gnome_line(words), _common_line(words)]
    lines.append(words.say("alt.islands", islands=_joined(_island(words, i) for i in view.islands)))
    lines += _offering_lines(words)
    council = _joined(
        words.say("alt.council_space", number=space.space.number, n=len(space.novices))
        for space in view.council
        if space.novices
    )
    if council:
        lines.append(words.say("alt.council", spaces=council))
    lines.append(_portals_line(words))
    left = sum(count for _, count in view.paths_left)
    lines.append(words.say("alt.piles", paths=left, specialists=len(view.specialists_left)))
    return tuple(lines)


def _joined(parts: Iterable[str]) -> str:
    return "; ".join(parts)


def _wheel_line(words: _Words) -> str:
    if words.view.wheel_position:
        return words.say("alt.wheel", space=words.view.wheel_position)
    return words.say("alt.wheel_start")


def _display_line(words: _Words) -> str:
    tiles = _joined(
        words.say("alt.path_tile", slot=slot, resource=tile.resource, color=tile.crystal)
        for slot, tile in enumerate(words.view.path_display, 1)
        if tile is not None
    )
    return words.say("alt.paths", tiles=tiles or words.say("list.none"))


def _gnome_line(words: _Words) -> str:
    specialists = gnomes_told(words.view.specialists, words.say)
    elders = gnomes_told(words.view.elders, words.say)
    return words.say("alt.gnomes", specialists=specialists, elders=elders)


def _common_line(words: _Words) -> str:
    waiting = tuple(task.common for task in words.view.common if task.neutral)
    return words.say("alt.common", tasks=waiting)


def _island(words: _Words, place: IslandView) -> str:
    code = place.island.code
    if place.island.guardian is not None:
        return words.say(
            "alt.guardian_island",
            island=code,
            guardian=words.say(f"guardian_short.{place.island.guardian}"),
            number=place.guardians,
        )
    assert place.island.resource is not None
    island = words.say("alt.task_island", island=code, resource=place.island.resource)
    tasks = ", ".join(slot.task.id for slot in place.slots if slot.task is not None)
    return f"{island} {tasks}".strip()


def _offering_lines(words: _Words) -> tuple[str, ...]:
    """The islands on which the offerings of each seat lie; nothing while there are none."""
    view = words.view
    owned = [
        (seat, [i.island.code for i in view.islands for s in i.slots if s.offering == seat.seat])
        for seat in view.seats
    ]
    owners = _joined(
        words.say("alt.offerings_of", color=seat.color, islands=", ".join(islands))
        for seat, islands in owned
        if islands
    )
    return (words.say("alt.offerings", owners=owners),) if owners else ()


def _portals_line(words: _Words) -> str:
    """The spaces of the Great Bonfire on which each kind of portal is left."""
    left = [
        (kind, [str(space.space.number) for space in words.view.wheel if kind in space.portals])
        for kind in ids.PortalKind
    ]
    kinds = _joined(
        words.say("alt.portal_kind", portal=kind, spaces=", ".join(spaces))
        for kind, spaces in left
        if spaces
    )
    return words.say("alt.portals_left", portals=kinds or words.say("list.none"))


def _city_lines(words: _Words, seat: SeatView) -> tuple[str, ...]:
    lines = [_seat_line(words, seat), *_supply_and_task_lines(words, seat)]
    lines.append(_city_portals(words, seat))
    paths = _joined(_path(words, place) for place in seat.positions if place.built)
    lines.append(words.say("alt.city_paths", paths=paths))
    lines += [*_guardian_lines(words, seat)]
    gnomes = ", ".join(gnome.id for gnome in seat.gnomes) or words.say("list.none")
    lines.append(words.say("alt.city_gnomes", gnomes=gnomes, novices=seat.novices))
    lines.append(
        words.say(
            "alt.city_common",
            tasks=_joined(
                words.say("alt.common_progress", task=task.common, have=task.have)
                for task in seat.common
            ),
        )
    )
    if not seat.is_tom:
        lines += _fate_and_offerings(words, seat)
    return tuple(lines)


def _supply_and_task_lines(words: _Words, seat: SeatView) -> Iterator[str]:
    if not seat.is_tom:
        yield _supplies(words, seat)
    tasks = _joined(_task(words, place) for place in seat.positions if place.task is not None)
    if tasks:
        yield words.say("alt.spaces", tasks=tasks)


def _supplies(words: _Words, seat: SeatView) -> str:
    tiles = ", ".join(
        words.say("alt.held", action=kind, n=count) for kind, count in seat.tiles.items() if count
    )
    return words.say(
        "alt.supplies", resources=seat.resources, tiles=tiles or words.say("list.none")
    )


def _city_portals(words: _Words, seat: SeatView) -> str:
    if not seat.next_portals:
        return words.say("alt.portals_all")
    portals = tuple(place.fits for place in seat.positions if place.portal)
    return words.say("alt.portals", portals=portals, needed=seat.next_portals)


def _task(words: _Words, place: PositionView) -> str:
    assert place.task is not None
    task = place.task
    key = "alt.lit" if task.lit else "alt.task_met" if task.met else "alt.task"
    return words.say(
        key,
        space=place.position,
        task=task.task.id,
        worth=task.task.points,
        have=task.have,
        need=task.need,
    )


def _path(words: _Words, place: PositionView) -> str:
    assert place.resource is not None
    if place.crystal is None:
        return words.say("alt.path_plain", position=place.position, resource=place.resource)
    return words.say(
        "alt.path", position=place.position, resource=place.resource, color=place.crystal
    )


def _guardian_lines(words: _Words, seat: SeatView) -> tuple[str, ...]:
    def short(kinds: Iterable[ids.Guardian]) -> tuple[str, ...]:
        return tuple(words.say(f"guardian_short.{kind}") for kind in kinds)

    places = []
    if seat.waiting_guardians:
        places.append(
            words.say(
                "alt.guardians_at", guardians=short(seat.waiting_guardians), place=_start(words)
            )
        )
    for place in seat.positions:
        if place.path_guardians:
            where = words.say("place.path", position=place.position)
            places.append(
                words.say("alt.guardians_at", guardians=short(place.path_guardians), place=where)
            )
        if place.bonfire_guardian is not None:
            where = words.say("place.bonfire", position=place.position)
            places.append(
                words.say(
                    "alt.guardians_at", guardians=short((place.bonfire_guardian,)), place=where
                )
            )
    return (words.say("alt.guardians", places=_joined(places)),) if places else ()


def _start(words: _Words) -> str:
    return words.say("place.start")


def _fate_and_offerings(words: _Words, seat: SeatView) -> tuple[str, ...]:
    piles = _joined(
        words.say("alt.pile", side=pile.side, resource=pile.open, number=pile.hidden + 1)
        if pile.open is not None
        else words.say("alt.pile_closed", side=pile.side, number=pile.hidden)
        for pile in seat.offerings
    )
    return _fate_line(words, seat), words.say("alt.piles_of_offerings", piles=piles)


def _fate_line(words: _Words, seat: SeatView) -> str:
    placed = _joined(f"{tile.cells[0]}-{tile.cells[-1]}" for tile in seat.fate)
    return words.say("alt.fate", cells=placed or words.say("list.none"), left=len(seat.fate_row))


def _final_lines(words: _Words) -> tuple[str, ...]:
    view = words.view
    result = view.result
    lines = [words.say("alt.final") if result else words.say("picture.if_ended_now")]
    if result is not None:
        lines.append(_state_of_play(words))
        if result.tie_broken:
            lines.append(words.say("alt.tie_broken"))
    for seat in view.seats:
        total = words.say("count.points", n=seat.sheet.total)
        lines.append(words.say("alt.sheet", name=words.name(seat.seat), total=total))
    sheets = [dict(seat.sheet.points) for seat in view.seats]
    sources = _joined(
        words.say("alt.source", source=source, points=", ".join(map(str, points)))
        for source in ids.PointSource
        for points in ([sheet[source] for sheet in sheets],)
        if any(points)
    )
    if sources:
        lines.append(words.say("alt.by_source", sources=sources))
    return tuple(lines)
