"""The set-up of a game for one to four players, dealt by the seed (S0, S1 Setup)."""

from collections import Counter
from typing import Final

from engine import agenda, bag, ids
from engine.box_index import box_index
from engine.data.box import Box
from engine.rng import Rng, stream
from engine.rules.deal import deal_portals, deal_tasks
from engine.state import (
    TOM,
    GameOptions,
    GameState,
    Hidden,
    OfferingPile,
    PlayerState,
    TomState,
)

PATH_DISPLAY: Final = 4
SPECIALIST_DISPLAY: Final = 6
_FATE_ROW: Final = 7
_GUARDIANS_PER_ISLAND: Final = 4
_STARTING_RESOURCES: Final = bag.Resources.of(*ids.Resource)
_TOM_NOVICES: Final = 4


def new_game(options: GameOptions, seed: int, box: Box) -> GameState:
    """Set up a game. The same options, seed and box always give the same game.

    The five action tiles come with the choice of the start tile (ruling 64). Raises ValueError
    for options that no table can play with (see `check_options`) and for a seed of more than 128
    bits. The box must have passed its check.
    """
    check_options(options)
    shuffler = _Shuffler(seed)
    known = box_index(box)
    paths = shuffler.next("paths").shuffled(known.path_deck)
    specialists = shuffler.next("specialists").shuffled(_specialists(options, box))
    tom_deck = shuffler.next("tom").shuffled(known.tom_deck) if options.solo else ()
    offerings = tuple(
        _offerings(shuffler, seat, known.offerings) if seat < options.players else ()
        for seat in range(options.seats)
    )
    tasks = deal_tasks(shuffler.next("tasks"), options, box)
    portals = deal_portals(shuffler.next("portals"), options)
    starter = 0 if options.solo else shuffler.next("starter").below(options.players)
    return GameState(
        options=options,
        box=box,
        players=_players(shuffler, options, box, offerings),
        islands=tuple(tuple(task.id for task in island) for island in tasks),
        guardians_left=(_GUARDIANS_PER_ISLAND,) * len(ids.NEUTRAL_GUARDIANS),
        wheel_position=0,
        wheel_portals=portals,
        council=((),) * len(box.council),
        path_display=paths[:PATH_DISPLAY],
        specialists=specialists[:SPECIALIST_DISPLAY],
        elders=tuple(elder.id for elder in box.elders),
        neutral=frozenset(ids.CommonTask),
        starter=starter,
        seat=starter,
        turn=1,
        hidden=Hidden(
            seed=seed,
            path_pile=paths[PATH_DISPLAY:],
            specialist_pile=specialists[SPECIALIST_DISPLAY:],
            tom_deck=tom_deck,
            offering_piles=tuple(tuple(pile[1:] for pile in piles) for piles in offerings),
            streams=tuple(sorted(shuffler.used.items())),
        ),
        tom=TomState() if options.solo else None,
        agenda=[agenda.TurnChoice(), agenda.StartTileChoice()],
    )


def check_options(options: GameOptions) -> None:
    """Raise ValueError for options that no table can play with.

    A game has 1 to 4 players with different colours, and only a solo game a handicap.
    """
    if not 1 <= options.players <= len(ids.City):
        raise ValueError(f"no game for {options.players} players")
    if options.handicap is not None and not options.solo:
        raise ValueError("only solo games have a handicap")
    colors = options.colors or ()
    if len(colors) > options.seats or len(set(colors)) < len(colors):
        raise ValueError("the seats need different colours")


class _Shuffler:
    """Opens the next stream of each name, and counts them as `Hidden.streams` goes on doing."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.used: Counter[str] = Counter()

    def next(self, name: str) -> Rng:
        rng = stream(self.seed, name, self.used[name])
        self.used[name] += 1
        return rng


def _specialists(options: GameOptions, box: Box) -> tuple[str, ...]:
    """The specialists in play: against Tom, those who cost Gold stay in the box (S1 Solo Play)."""
    return tuple(
        row.id
        for row in box.specialists
        if not (options.solo and row.resource is ids.Resource.GOLD)
    )


def _offerings(
    shuffler: _Shuffler, seat: ids.Seat, tiles: tuple[ids.Resource, ...]
) -> tuple[tuple[ids.Resource, ...], ...]:
    """A seat's offering tiles in two equal piles, top first (S0 Setup)."""
    dealt = shuffler.next(f"offerings {seat}").shuffled(tiles)
    height = len(dealt) // len(ids.SIDES)
    return dealt[:height], dealt[height:]


def _players(
    shuffler: _Shuffler,
    options: GameOptions,
    box: Box,
    offerings: tuple[tuple[tuple[ids.Resource, ...], ...], ...],
) -> list[PlayerState]:
    cities = shuffler.next("cities").shuffled(ids.City)
    players = [
        _player(shuffler, seat, box, PlayerState(color, cities[seat]), offerings[seat])
        for seat, color in enumerate(_colors(shuffler, options))
    ]
    if options.solo:
        players[TOM] = _tom(players[TOM])
    _give_handicap(players, options.handicap or 0)
    return players


def _colors(shuffler: _Shuffler, options: GameOptions) -> tuple[ids.SeatColor, ...]:
    """The colours chosen, completed by dealt ones (ruling 64)."""
    chosen = options.colors or ()
    rest = (color for color in ids.SeatColor if color not in chosen)
    return (*chosen, *shuffler.next("colors").shuffled(rest))[: options.seats]


def _player(
    shuffler: _Shuffler,
    seat: ids.Seat,
    box: Box,
    player: PlayerState,
    offerings: tuple[tuple[ids.Resource, ...], ...],
) -> PlayerState:
    fate = shuffler.next(f"fate {seat}").shuffled(tile.id for tile in box.fate_tiles)
    player.fate_row, player.fate_front = fate[:_FATE_ROW], fate[_FATE_ROW]
    player.resources = _STARTING_RESOURCES
    player.guardians = ((ids.Guardian.OWN, ids.START_PLACE),)
    player.offerings = tuple(OfferingPile(pile[0], len(pile) - 1) for pile in offerings)
    return player


def _tom(player: PlayerState) -> PlayerState:
    """Tom has no supplies, and only 4 novices (S1 Solo Play)."""
    return PlayerState(player.color, player.city, novices=_TOM_NOVICES, guardians=player.guardians)


def _give_handicap(players: list[PlayerState], handicap: int) -> None:
    """A negative handicap is a lead of the person, a positive one Tom's (ruling 68)."""
    ahead = players[TOM if handicap > 0 else 0]
    scored = list(ahead.scored)
    scored[ids.IN_GAME_SOURCES.index(ids.PointSource.HANDICAP)] = abs(handicap)
    ahead.scored = tuple(scored)
