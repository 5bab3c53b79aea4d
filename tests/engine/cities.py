"""A bare table on which tests build cities piece by piece, without a set-up or moves."""

from typing import Any

from engine import bag, ids
from engine.box_index import box_index
from engine.data.box import Box, PathTile
from engine.data.standard import STANDARD_BOX
from engine.geometry import geometry
from engine.state import (
    FateArea,
    GameOptions,
    GameState,
    Hidden,
    OfferingPile,
    PlacedFate,
    PlayerState,
    TaskSpace,
)


def bare_table(players: int = 2, box: Box = STANDARD_BOX, **options: Any) -> GameState:
    game = GameOptions(players, **options)
    return GameState(
        options=game,
        box=box,
        players=[
            PlayerState(color, city)
            for _, color, city in zip(range(game.seats), ids.SeatColor, ids.City, strict=False)
        ],
        islands=tuple((None,) * (3 if island.resource else 0) for island in box.islands),
        guardians_left=(4,) * 4,
        wheel_position=0,
        wheel_portals=((),) * 7,
        council=((),) * 8,
        path_display=(None,) * 4,
        specialists=(None,) * 6,
        elders=(None,) * 6,
        neutral=frozenset(),
        starter=0,
        seat=0,
        turn=1,
        hidden=Hidden(seed=0),
    )


class CityBuilder:
    """Adds to the city of one seat; every step returns the builder."""

    def __init__(self, state: GameState | None = None, seat: int = 0) -> None:
        self.state = state if state is not None else bare_table()
        self.seat = seat
        self.player = self.state.players[seat]

    def path(self, *tiles: str) -> "CityBuilder":
        """Path tiles as `blue fruit`, from position 2 on."""
        for tile in tiles:
            crystal, resource = tile.split()
            self.player.path += (PathTile(ids.Color(crystal), ids.Resource(resource)),)
        return self

    def portals(self, *positions: int) -> "CityBuilder":
        order = box_index(self.state.box).cities[self.player.city].portals
        held: list[ids.PortalKind | None] = list(self.player.portals)
        for position in positions:
            held[position - 1] = order[7 - position]
        self.player.portals = tuple(held)
        return self

    def tasks(self, **spaces: str) -> "CityBuilder":
        """Tasks by `t3="R07"` and bonfires by `b3="R07"`."""
        held = list(self.player.tasks)
        for space, task in spaces.items():
            held[int(space[1]) - 1] = TaskSpace(task, lit=space[0] == "b")
        self.player.tasks = tuple(held)
        return self

    def guardian(self, guardian: str, bonfire: int = 0) -> "CityBuilder":
        """A guardian at a bonfire, or on the Starting Tile."""
        place = ids.Place(ids.PlaceKind.BONFIRE, bonfire) if bonfire else ids.START_PLACE
        self.player.guardians += ((ids.Guardian(guardian), place),)
        return self

    def gnomes(self, *gnomes: str) -> "CityBuilder":
        self.player.gnomes += gnomes
        specialists = box_index(self.state.box).specialists
        self.player.abilities |= {
            specialists[gnome].number for gnome in gnomes if gnome in specialists
        }
        return self

    def resources(self, **counts: int) -> "CityBuilder":
        self.player.resources += bag.Resources.from_mapping(counts)
        return self

    def action_tiles(self, **counts: int) -> "CityBuilder":
        self.player.tiles += bag.ActionTiles.from_mapping(counts)
        return self

    def offerings(self, **islands: int) -> "CityBuilder":
        """Own offerings by island code."""
        codes = [island.code for island in self.state.box.islands]
        slots = list(self.state.islands)
        for code, count in islands.items():
            at = codes.index(code)
            slots[at] = (self.seat,) * count + slots[at][count:]
        self.state.islands = tuple(slots)
        return self

    def piles(self, *heights: int) -> "CityBuilder":
        self.player.offerings = tuple(
            OfferingPile(ids.Resource.HERB if height else None, max(0, height - 1))
            for height in heights
        )
        return self

    def fate(self, *tiles: str) -> "CityBuilder":
        """Fate tiles as `F1 c3 right`, wherever they would lie."""
        area = geometry(self.state.box.fate_grid)
        for tile in tiles:
            name, cell, direction = tile.split()
            placement = area.placements[cell, ids.Direction(direction)]
            masks = list(self.player.fate.symbols)
            symbols = box_index(self.state.box).fate_tiles[name].symbols
            for symbol, bit in zip(symbols, placement.cells, strict=True):
                masks[ids.FATE_SYMBOLS.index(symbol)] |= 1 << bit
            self.player.fate = FateArea(
                (*self.player.fate.tiles, PlacedFate(name, cell, ids.Direction(direction))),
                self.player.fate.covered | placement.mask,
                tuple(masks),
            )
        return self

    def symbols(self, **squares: str) -> "CityBuilder":
        """Symbols on squares, as `path="c3 c4"`, whatever tiles they came from."""
        area = geometry(self.state.box.fate_grid)
        masks = list(self.player.fate.symbols)
        covered = self.player.fate.covered
        for symbol, names in squares.items():
            for name in names.split():
                masks[[str(kind) for kind in ids.FATE_SYMBOLS].index(symbol)] |= (
                    1 << area.bits[name]
                )
                covered |= 1 << area.bits[name]
        self.player.fate = FateArea(self.player.fate.tiles, covered, tuple(masks))
        return self
