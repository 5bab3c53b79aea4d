"""The page "What is this?": the pieces of a picture by name, each with its rule and progress."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.model import button_forms, buttons, messages, pictures
from bot.present.rules_lookup import entries
from bot.present.wizard.places import where_lying
from bot.words import Catalog, Phrase, phrase, pieces
from bot.words.text import clip
from engine import Game, ids
from engine.box_index import box_index
from engine.data import box
from engine.view import PositionView, SeatView, View
from renderer import CutOut, Hints, PicturePart, PieceKind, Pointed


@dataclass(frozen=True, slots=True)
class Thing:
    """Something in a picture that can be asked about, by its token: letters, figures and points.

    `rule` is the token of its entry in the look-up, `at` where it lies; `told` says more of it.
    What cannot be framed may have a `part` of the picture all the same.
    """

    token: str
    rule: str
    caption: Phrase
    at: tuple[Pointed, ...] = ()
    told: tuple[Phrase, ...] = ()
    symbol: str = ""
    part: PicturePart | None = None


ThingMenu = tuple[str, tuple[Thing, ...]]
"""The name of a menu, and what it offers."""


def on_board(game: Game, view: View, seat: ids.Seat | None) -> tuple[ThingMenu, ...]:
    """The pieces on the main board, for a seat: tasks, those nearest first; displays; the rest."""
    displays = (*_gnomes_shown(view), *_paths_shown(view), *_common_tasks(view, seat))
    places = (*_great_bonfire(view), *_council(view), *_guardian_islands(view), *_of_tom(view))
    tasks = tuple(_island_tasks(game, view, seat))
    groups = _moved_on((("tasks", tasks), ("displays", displays), ("places", tuple(places))))
    return tuple((name, things) for name, things in groups if things)


def in_city(view: View, owner: ids.Seat) -> tuple[ThingMenu, ...]:
    """The pieces in a city: its tasks, those not lit first, and everything else of it."""
    city = view.seats[owner]
    spots = [spot for spot in city.positions if spot.task is not None]
    spots.sort(key=lambda spot: spot.task is not None and spot.task.lit)
    things = (*(_task_space(spot, owner) for spot in spots), *_pieces_of_city(city))
    kinds = tuple(_kinds_in_city(city))
    if len(things) + len(kinds) > messages.OPTION_LIMIT:
        return ("city", things), ("city_kinds", kinds)
    return (("city", (*things, *kinds)),)


def place_of(thing: Thing | None, view: View, owner: ids.Seat | None) -> pictures.Picture:
    """The main board, or the city of its `owner`; of a thing the place where it lies, larger."""
    if thing is None:
        return pictures.picture_of(view, owner)
    hints, seat = Hints(pointed=thing.at), view.seat if owner is None else owner
    cut = where_lying(thing.at, view) if thing.part is None else CutOut(thing.part, seat)
    if cut is None:
        return replace(pictures.picture_of(view, owner), hints=hints)
    return pictures.part_of(view, cut, hints=hints)


def menus(
    groups: Iterable[ThingMenu], words: Catalog, owner: ids.Seat | None = None
) -> tuple[messages.Menu, ...]:
    """The menus of the things on the main board, or in the city of its `owner`."""

    def ask(token: str) -> button_forms.ButtonValue:
        return buttons.AskOnBoard(token) if owner is None else buttons.AskInCity(owner, token)

    def row(thing: Thing) -> messages.Choice:
        told = words.spell(thing.told[0]) if thing.told else ""
        label = clip(words.spell(thing.caption), messages.CHOICE_LIMIT)
        return messages.Choice(
            label, ask(thing.token), clip(told, messages.CHOICE_LIMIT), thing.symbol
        )

    return tuple(
        messages.Menu(ask(name), words.say(f"what.menu.{name}"), tuple(map(row, things)))
        for name, things in groups
    )


def thing_of(groups: Iterable[ThingMenu], token: str) -> Thing | None:
    """The thing of a token; None where it does not lie there any more."""
    return next((each for _, things in groups for each in things if each.token == token), None)


def what_text(thing: Thing, view: View, words: Catalog) -> str:
    """Return the text on a thing: its name, its place, one's progress with it, and its rule."""
    entry = next(each for each in entries(view.box, words) if each.token == thing.rule)
    rule = words.pictured.say("lookup.heading", title=entry.title, text=entry.text)
    more = " ".join(map(words.pictured.spell, thing.told))
    return clip(
        messages.paragraphs(rule, more, words.say("what.marked") if thing.at else ""),
        messages.TEXT_LIMIT,
    )


def _moved_on(groups: Iterable[ThingMenu]) -> Iterator[ThingMenu]:
    """Yield the menus, each beginning with those for which the one before it had no room."""
    over: tuple[Thing, ...] = ()
    for name, own in groups:
        things = (*over, *own)
        yield f"more_{name}" if over else name, things[: messages.OPTION_LIMIT]
        over = things[messages.OPTION_LIMIT :]


def _island_tasks(game: Game, view: View, seat: ids.Seat | None) -> list[Thing]:
    """The tasks of all islands, for a seat those first of which least lacks, then the nearest."""
    listed = box_index(view.box)
    ship = None if seat is None else view.seats[seat].ship
    away = {} if ship is None else listed.distances[ship]
    ranked: list[tuple[tuple[int, int], Thing]] = []
    for island in view.islands:
        code = island.island.code
        for slot in island.slots:
            if slot.task is not None:
                lacking, told = _distance(game, seat, slot.task)
                at = Pointed(PieceKind.TASK_ON_ISLAND, code, slot.number)
                where = phrase("why.lies_at", island=pieces.island_phrase(island.island))
                thing = _task(slot.task, at, (*told, where))
                ranked.append(((lacking, 0 if code == ship else away.get(code, 1)), thing))
    return [thing for _, thing in sorted(ranked, key=lambda pair: pair[0])]


def _distance(game: Game, seat: ids.Seat | None, task: box.Task) -> tuple[int, tuple[Phrase, ...]]:
    """Return a seat's lack for a task, and its words; nothing for spectators and for Tom."""
    if seat is None:
        return 0, ()
    have, need = game.progress(seat, task.id)
    return max(need - have, 0), (pieces.progress_phrase(have, need),)


def _task(task: box.Task, at: Pointed, told: tuple[Phrase, ...]) -> Thing:
    caption = phrase("choose.tom_task", **pieces.task_slots(task))
    return Thing(task.id, task.id, caption, (at,), told, pieces.symbol_key(task) or "")


def _gnomes_shown(view: View) -> Iterator[Thing]:
    for number, gnome in enumerate(view.specialists, 1):
        if gnome is not None:
            yield _gnome(gnome, Pointed(PieceKind.GNOME_ON_DISPLAY, number=number))
    for elder in view.elders:
        if elder is not None:
            yield _gnome(elder, Pointed(PieceKind.ELDER, elder.id))


def _gnome(gnome: box.Specialist | box.Elder, at: Pointed) -> Thing:
    caption = phrase("what.gnome", id=gnome.id, title=pieces.gnome_title(gnome))
    return Thing(gnome.id, gnome.id, caption, (at,), (), pieces.symbol_key(gnome) or "")


def _paths_shown(view: View) -> Iterator[Thing]:
    for slot, tile in enumerate(view.path_display, 1):
        if tile is not None:
            at = (Pointed(PieceKind.PATH_ON_DISPLAY, number=slot),)
            caption = phrase("what.path_tile", slot=slot, tile=tile)
            yield Thing(f"path.{slot}", "path", caption, at)


def _common_tasks(view: View, seat: ids.Seat | None) -> Iterator[Thing]:
    for row in view.common:
        told: tuple[Phrase, ...] = ()
        if seat is not None:
            mine = next(each for each in view.seats[seat].common if each.common is row.common)
            told = (phrase("offer.task_progress", have=mine.have, need=mine.need),)
        at = (Pointed(PieceKind.COMMON_TASK, row.common),)
        caption = phrase("lookup.common_title", common=row.common)
        yield Thing(f"common.{row.common}", f"common:{row.common}", caption, at, told)


def _great_bonfire(view: View) -> Iterator[Thing]:
    at = (Pointed(PieceKind.GREAT_BONFIRE),)
    yield Thing("great_bonfire", "great_bonfire", phrase("rules.term.great_bonfire.title"), at)
    for row in view.wheel:
        number = row.space.number
        caption = phrase("lookup.wheel_title", number=number)
        portals = (phrase("what.portals", portals=row.portals),) if row.portals else ()
        token, rule = f"wheel.{number}", f"wheel:{number}"
        yield Thing(token, rule, caption, (), portals, part=PicturePart.WHEEL)


def _council(view: View) -> Iterator[Thing]:
    for row in view.council:
        number = row.space.number
        at = (Pointed(PieceKind.COUNCIL_SPACE, number=number),)
        caption = phrase(
            "lookup.council_title", number=number, bonus=pieces.bonus_phrase(row.space.bonus)
        )
        yield Thing(f"council.{number}", f"council:{number}", caption, at)


def _guardian_islands(view: View) -> Iterator[Thing]:
    for island in view.islands:
        if (guardian := island.island.guardian) in ids.NEUTRAL_GUARDIANS:
            # A guardian who is left there can be marked.
            at = (Pointed(PieceKind.GUARDIANS_ON_ISLAND, guardian),) if island.guardians else ()
            caption = phrase("lookup.island_title", island=pieces.island_phrase(island.island))
            token = f"island.{island.island.code}"
            symbol = pieces.symbol_key(guardian) or ""
            yield Thing(token, f"island:{island.island.code}", caption, at, (), symbol)


def _of_tom(view: View) -> Iterator[Thing]:
    if view.tom is not None and view.tom.card is not None:
        card = view.tom.card
        caption = phrase("lookup.tom_title", card=card)
        yield Thing(f"tom.{card}", f"tom:{card}", caption, (Pointed(PieceKind.TOM_CARD),))


def _task_space(spot: PositionView, owner: ids.Seat) -> Thing:
    held = spot.task
    assert held is not None, "only spaces with a task are asked about"
    if held.lit:
        told = (phrase("what.lit"),)
    elif held.met:
        told = (phrase("worth.met_already"),)
    else:
        told = (phrase("what.progress", have=held.have, need=held.need),)
    at = Pointed(PieceKind.SPACE, number=spot.position, seat=owner)
    return _task(held.task, at, told)


def _pieces_of_city(city: SeatView) -> Iterator[Thing]:
    """The gnomes and guardians of a city."""
    owner = city.seat
    for gnome in city.gnomes:
        yield _gnome(gnome, Pointed(PieceKind.GNOME, gnome.id, seat=owner))
    for guardian in city.guardians:
        at = (Pointed(PieceKind.GUARDIAN, guardian, seat=owner),)
        caption = phrase("what.guardian", guardian=guardian)
        yield Thing(
            f"guardian.{guardian}", "guardian", caption, at, (), pieces.symbol_key(guardian) or ""
        )


def _kinds_in_city(city: SeatView) -> Iterator[Thing]:
    """The path, portals, bonfires, fate tiles, offerings and supplies of a city."""
    owner = city.seat
    parts: Sequence[tuple[str, list[Pointed]]] = (
        ("path", _positions(city, PieceKind.PATH, lambda spot: spot.built and spot.crystal)),
        ("portal", _positions(city, PieceKind.PORTAL, lambda spot: spot.portal)),
        ("bonfire", _positions(city, PieceKind.SPACE, lambda spot: spot.task and spot.task.lit)),
        (
            "fate_tile",
            [Pointed(PieceKind.FATE_TILE, each.tile.id, seat=owner) for each in city.fate],
        ),
        ("offering", [Pointed(PieceKind.OFFERING, side, seat=owner) for side in ids.Side]),
        ("novice", []),
        ("action_tiles", []),
        ("resources", []),
    )
    for term, at_all in parts:
        if not (city.is_tom and term in _OF_PEOPLE):
            caption = phrase(f"rules.term.{term}.title")
            yield Thing(f"term.{term}", term, caption, tuple(at_all), part=_PARTS.get(term))


_PARTS: Final = {"action_tiles": PicturePart.SUPPLIES, "resources": PicturePart.SUPPLIES}
"""The parts of a city with pieces that are counted there, and not framed."""
_OF_PEOPLE = frozenset({"fate_tile", "offering", "action_tiles", "resources"})
"""The pieces that Tom's city does without."""


def _positions(
    city: SeatView, kind: PieceKind, is_taken: Callable[[PositionView], object]
) -> list[Pointed]:
    """The places of a city that a piece of this kind takes."""
    taken = filter(is_taken, city.positions)
    return [Pointed(kind, number=spot.position, seat=city.seat) for spot in taken]
