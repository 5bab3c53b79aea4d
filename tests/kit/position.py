"""A builder of positions: a real set-up, changed piece by piece, and a game that goes on from it.

Pieces come from where they lie (piles, displays, islands, the Great Bonfire), so that a built
position keeps every count of the box. Everything is named by its ids: path tiles as `blue herb`,
places as `start`, `path 3` or `bonfire 2`, fate tiles as `F1 c3 right`.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Self

from engine import Game, GameOptions, Reason, agenda, bag, ids
from engine.box_index import box_index
from engine.data.box import Box, Elder, PathTile, Specialist
from engine.data.standard import STANDARD_BOX
from engine.events import Event
from engine.geometry import geometry
from engine.notation import format_action, parse_action, parse_line
from engine.progress import common_task_progress
from engine.rules.setup import new_game
from engine.state import (
    TOM,
    Countdown,
    FateArea,
    GameState,
    IslandSlot,
    OfferingPile,
    PlacedFate,
    PlayerState,
    TaskSpace,
)
from engine.tuples import replaced

START_TILE = "F1 c3 right"
"""The start tile that every built city has unless it says otherwise: task, ship, guardian."""


def path_tile(name: str) -> PathTile:
    """The path tile of a name as `blue herb`."""
    crystal, resource = name.split()
    return PathTile(ids.Color(crystal), ids.Resource(resource))


def place(name: str) -> ids.Place:
    """The place of a name: `start`, `path 3` or `bonfire 2`."""
    if name == "start":
        return ids.START_PLACE
    kind, position = name.split()
    return ids.Place(ids.PlaceKind(kind), int(position))


def play(game: Game, line: str) -> tuple[Event, ...]:
    """Give typed answers, each by the seat that is asked, and return everything that happened."""
    events: list[Event] = []
    for action in parse_line(line):
        asked = game.waiting
        assert asked is not None, f"the game is over before {action}"
        events.extend(game.submit(asked.seat, action))
    return tuple(events)


def options(game: Game, verb: str = "") -> list[str]:
    """The legal answers as they are typed, those of one verb only if it is named."""
    typed = map(format_action, game.legal_actions())
    return [text for text in typed if not verb or text.split()[0] == verb]


def why_not(game: Game, answer: str) -> Reason | None:
    """Return the reason why the seat that is asked may not give an answer; None when it may."""
    asked = game.waiting
    assert asked is not None, "the game is over"
    refusal = game.refusal(asked.seat, parse_action(answer))
    return None if refusal is None else refusal.key


def state_of(game: Game) -> GameState:
    """The state behind the door, to look at and not to change."""
    return game._state


def city_of(game: Game, seat: ids.Seat = 0) -> PlayerState:
    """The city of a seat, to look at and not to change."""
    return state_of(game).players[seat]


class Position:
    """Changes a set-up step by step; every step returns the position.

    Seat 0 starts, is to move and has laid its start tile like everybody else; nobody holds
    tiles or resources. `of` chooses the seat whose city the next steps build.
    """

    def __init__(
        self, players: int = 2, seed: int = 1, box: Box = STANDARD_BOX, **options: Any
    ) -> None:
        """Set up a game for so many players with further `GameOptions`."""
        self.state = new_game(GameOptions(players, **options), seed, box)
        self.state.starter = self.state.seat = 0
        self.state.agenda = [agenda.TurnChoice()]
        self.known = box_index(box)
        for seat, (player, city) in enumerate(zip(self.state.players, ids.City, strict=False)):
            player.city = city
            player.resources = bag.Resources.EMPTY
            if seat < players:
                player.fate_front = None
                self.of(seat).fate(START_TILE)
        self.of(0)

    def of(self, seat: ids.Seat) -> Self:
        """Build the city of this seat from here on."""
        self.seat = seat
        self.player = self.state.players[seat]
        return self

    def to_move(self, seat: ids.Seat) -> Self:
        """The seat whose turn it is."""
        self.state.seat = seat
        return self.of(seat)

    def asked(self, *frames: agenda.Frame) -> Self:
        """Return the position with its question on top of the question of the turn."""
        self.state.agenda.extend(frames)
        return self

    # The supplies

    def tiles(self, **counts: int) -> Self:
        """Action tiles, by kind."""
        self.player.tiles += bag.ActionTiles.from_mapping(counts)
        return self

    def resources(self, **counts: int) -> Self:
        """Resources, by kind."""
        self.player.resources += bag.Resources.from_mapping(counts)
        return self

    def scored(self, source: ids.PointSource, points: int) -> Self:
        """Points scored so far."""
        at = ids.IN_GAME_SOURCES.index(source)
        self.player.scored = replaced(self.player.scored, at, points)
        return self

    # The city

    def path(self, *names: str) -> Self:
        """Append path tiles, from position 2 on."""
        for name in names:
            self._take_path(path_tile(name))
            self.player.path = (*self.player.path, path_tile(name))
        return self

    def portals(self, *positions: int) -> Self:
        """Place the portals of these positions, wherever they lie at the Great Bonfire."""
        for position in positions:
            kind = self.fitting(position)
            space = next(at for at, kinds in enumerate(self.state.wheel_portals) if kind in kinds)
            left = list(self.state.wheel_portals[space])
            left.remove(kind)
            self.state.wheel_portals = replaced(self.state.wheel_portals, space, tuple(left))
            self.player.portals = replaced(self.player.portals, position - 1, kind)
        return self

    def fitting(self, position: int) -> ids.PortalKind:
        """The portal that the notch of a position takes."""
        return self.known.cities[self.player.city].portals[7 - position]

    def task(self, space: int, task: str) -> Self:
        """Lay a task, taken from its island if it was dealt, on a task space."""
        return self._lay(space, task, lit=False)

    def lit(self, space: int, task: str) -> Self:
        """Lay a lit bonfire; its novice went to the first council space without one."""
        self._lay(space, task, lit=True)
        if not (self.seat == TOM and self.state.options.solo):
            self.player.novices -= 1
            self._send(ids.SEAT_NOVICES[self.seat])
        return self

    def guardian(self, name: str, at: str = "start") -> Self:
        """Stand a guardian somewhere, retrieved from her island if the city lacked her."""
        guardian = ids.Guardian(name)
        standing = dict(self.player.guardians)
        if guardian not in standing:
            colour = ids.NEUTRAL_GUARDIANS.index(guardian)
            left = self.state.guardians_left
            self.state.guardians_left = replaced(left, colour, left[colour] - 1)
        standing[guardian] = place(at)
        self.player.guardians = tuple(standing.items())
        return self

    def gnomes(self, *names: str) -> Self:
        """Recruit specialists and elders by id; specialists begin to work."""
        for name in names:
            card = self.known.gnomes[name]
            if isinstance(card, Elder):
                self.state.elders = tuple(
                    None if elder == name else elder for elder in self.state.elders
                )
            else:
                self._take_specialist(card)
            self.player.gnomes = (*self.player.gnomes, name)
        return self

    def ship(self, island: str) -> Self:
        """The ship lies at an island."""
        self.player.ship = island
        return self

    def passed(self) -> Self:
        """The seat has passed."""
        self.player.passed = True
        return self

    # The fate tiles

    def fate(self, *tiles: str) -> Self:
        """Lay exactly these fate tiles; the others make the row, in the order of the box."""
        area = geometry(self.state.box.fate_grid)
        masks, covered, placed = [0] * len(ids.FATE_SYMBOLS), 0, []
        for tile in tiles:
            name, cell, direction = tile.split()
            placement = area.placements[cell, ids.Direction(direction)]
            covered |= placement.mask
            placed.append(PlacedFate(name, cell, ids.Direction(direction)))
            for symbol, bit in zip(
                self.known.fate_tiles[name].symbols, placement.cells, strict=True
            ):
                masks[ids.FATE_SYMBOLS.index(symbol)] |= 1 << bit
        self.player.fate = FateArea(tuple(placed), covered, tuple(masks))
        used = {each.tile for each in placed}
        return self.row(*(tile for tile in self.known.fate_tiles if tile not in used))

    def row(self, *tiles: str) -> Self:
        """The row of fate tiles, top first."""
        self.player.fate_row = tiles
        return self

    # Offerings and islands

    def open_offerings(self, left: str | None, right: str | None) -> Self:
        """The open tiles of the two piles; None for a pile that is used up."""
        self.player.offerings = tuple(
            OfferingPile(None, 0) if name is None else OfferingPile(ids.Resource(name), pile.hidden)
            for name, pile in zip((left, right), self.player.offerings, strict=True)
        )
        return self

    def last_offering(self, side: ids.Side) -> Self:
        """Only the open tile of this pile is left."""
        at = tuple(ids.Side).index(side)
        pile = OfferingPile(self.player.offerings[at].open, 0)
        self.player.offerings = replaced(self.player.offerings, at, pile)
        piles = replaced(self.state.hidden.offering_piles[self.seat], at, ())
        every = replaced(self.state.hidden.offering_piles, self.seat, piles)
        self.state.hidden = replace(self.state.hidden, offering_piles=every)
        return self

    def offerings(self, *islands: str) -> Self:
        """An own offering on each island named, in place of a task, as often as it is named."""
        for island in islands:
            slots = list(self._slots(island))
            slots[next(at for at, slot in enumerate(slots) if not isinstance(slot, int))] = (
                self.seat
            )
            self.island(island, *slots)
        return self

    def island(self, code: str, *slots: IslandSlot) -> Self:
        """Return an island of task ids, seats for their offerings, None for an empty slot."""
        kept = set(slots)
        self.state.islands = tuple(
            tuple(None if slot in kept and isinstance(slot, str) else slot for slot in others)
            for others in self.state.islands
        )
        self.state.islands = replaced(self.state.islands, self._number(code), slots)
        return self

    # The middle of the table

    def display(self, *names: str) -> Self:
        """The path tiles on display, up to four."""
        self._restock_paths()
        for name in names:
            self._take_path(path_tile(name))
        shown = tuple(map(path_tile, names))
        self.state.path_display = (*shown, *(None,) * (4 - len(shown)))
        return self

    def path_pile(self, *names: str) -> Self:
        """The whole pile of path tiles, top first; the others are out of the game."""
        self.state.hidden = replace(self.state.hidden, path_pile=tuple(map(path_tile, names)))
        return self

    def top_paths(self, *names: str) -> Self:
        """These path tiles lie on top of the pile."""
        pile = list(self.state.hidden.path_pile)
        for name in names:
            pile.remove(path_tile(name))
        return self.path_pile(*names).more_paths(pile)

    def more_paths(self, tiles: Iterable[PathTile]) -> Self:
        """Path tiles below those of the pile."""
        pile = (*self.state.hidden.path_pile, *tiles)
        self.state.hidden = replace(self.state.hidden, path_pile=pile)
        return self

    def specialists(self, *names: str | None) -> Self:
        """The specialists on display, up to six."""
        pool = [card for card in self.state.specialists if card]
        pool += self.state.hidden.specialist_pile
        slots = (*names, *(None,) * (6 - len(names)))
        self.state.specialists = slots
        pile = tuple(card for card in pool if card not in names)
        self.state.hidden = replace(self.state.hidden, specialist_pile=pile)
        return self

    def specialist_pile(self, *names: str) -> Self:
        """The whole pile of specialists, top first; the others are out of the game."""
        self.state.hidden = replace(self.state.hidden, specialist_pile=names)
        return self

    def wheel(self, space: int) -> Self:
        """The space of the Great Bonfire, 0 for its start mark."""
        self.state.wheel_position = space
        return self

    def portals_on(self, space: int, *kinds: str) -> Self:
        """The portals on a space of the Great Bonfire, exchanged with those of other spaces."""
        wanted = [ids.PortalKind(kind) for kind in kinds]
        others = [list(portals) for portals in self.state.wheel_portals]
        spare, others[space - 1] = others[space - 1], []
        for kind in wanted:
            if kind in spare:
                spare.remove(kind)
                continue
            giver = next(portals for portals in others if kind in portals)
            giver.remove(kind)
            if spare:
                giver.append(spare.pop())
        others[space - 1] = wanted
        others[space % 7] += spare
        self.state.wheel_portals = tuple(map(tuple, others))
        return self

    def council(self, space: int, *novices: str) -> Self:
        """Novices on a council space: `seat_0`, `neutral`, `flat`."""
        for name in novices:
            self._send(ids.Novice(name), space)
        return self

    def without_neutral(self, *names: str) -> Self:
        """The neutral novices of these common tasks are gone, without a place in the council."""
        self.state.neutral -= {ids.CommonTask(name) for name in names}
        return self

    def countdown(self, stack: int, handed: int | None = None, by: ids.Seat = 0) -> Self:
        """The countdown runs."""
        self.state.countdown = Countdown(by, stack, handed)
        return self

    def tom_turns(self, card: str, gnome: str | None = None) -> Self:
        """Tom's next card, and the gnome that it reveals."""
        hidden = self.state.hidden
        deck = list(hidden.tom_deck)
        deck.remove(ids.TomCard(card))
        self.state.hidden = replace(hidden, tom_deck=(ids.TomCard(card), *deck))
        if gnome is not None:
            self._to_pile(gnome)
        return self

    def tom_turned(self, cards: int) -> Self:
        """So many of Tom's cards have been turned; the deck is as low as it then is."""
        assert self.state.tom is not None
        deck = self.known.tom_deck
        self.state.tom = replace(self.state.tom, turned=cards)
        left = deck[: -cards % len(deck)]
        self.state.hidden = replace(self.state.hidden, tom_deck=left)
        return self

    def game(self) -> Game:
        """The game that goes on from here."""
        for seat, player in enumerate(self.state.players):
            standing = {
                each: common_task_progress(each, self.state, seat) for each in ids.CommonTask
            }
            player.common_met = frozenset(
                common for common, (have, need) in standing.items() if have >= need
            )
        return Game(self.state.copy())

    # Where pieces are taken from

    def _restock_paths(self) -> None:
        shown = tuple(tile for tile in self.state.path_display if tile is not None)
        self.state.path_display = (None,) * 4
        pile = (*self.state.hidden.path_pile, *shown)
        self.state.hidden = replace(self.state.hidden, path_pile=pile)

    def _take_path(self, tile: PathTile) -> None:
        pile = list(self.state.hidden.path_pile)
        if tile not in pile:
            slot = self.state.path_display.index(tile)
            pile.append(tile)
            self.state.path_display = replaced(self.state.path_display, slot, pile.pop(0))
        pile.remove(tile)
        self.state.hidden = replace(self.state.hidden, path_pile=tuple(pile))

    def _take_specialist(self, card: Specialist) -> None:
        pile = list(self.state.hidden.specialist_pile)
        if card.id not in pile:
            slot = self.state.specialists.index(card.id)
            pile.append(card.id)
            self.state.specialists = replaced(self.state.specialists, slot, pile.pop(0))
        pile.remove(card.id)
        self.state.hidden = replace(self.state.hidden, specialist_pile=tuple(pile))
        if not (self.seat == TOM and self.state.options.solo):
            self.player.abilities |= {card.number}

    def _to_pile(self, gnome: str) -> None:
        """Bring a specialist to the top of the pile, from the display if it lies there."""
        pile = list(self.state.hidden.specialist_pile)
        if gnome in self.state.specialists:
            slot = self.state.specialists.index(gnome)
            self.state.specialists = replaced(self.state.specialists, slot, pile.pop())
        else:
            pile.remove(gnome)
        self.state.hidden = replace(self.state.hidden, specialist_pile=(gnome, *pile))

    def _lay(self, space: int, task: str, *, lit: bool) -> Self:
        self.state.islands = tuple(
            tuple(None if slot == task else slot for slot in slots) for slots in self.state.islands
        )
        self.player.tasks = replaced(self.player.tasks, space - 1, TaskSpace(task, lit))
        return self

    def _send(self, novice: ids.Novice, space: int | None = None) -> None:
        if space is None:
            free = (at for at, novices in enumerate(self.state.council) if novice not in novices)
            space = next(free) + 1
        novices = (*self.state.council[space - 1], novice)
        self.state.council = replaced(self.state.council, space - 1, novices)

    def _number(self, code: str) -> int:
        return [island.code for island in self.state.box.islands].index(code)

    def _slots(self, code: str) -> tuple[IslandSlot, ...]:
        return self.state.islands[self._number(code)]
