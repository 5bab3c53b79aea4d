"""The laws of every position: the limits of a city, and that no piece comes or goes.

Counts are compared with those of the position the game started from, so that built positions can
be checked too.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from engine import agenda, ids
from engine.effects import is_tom
from engine.state import TOM, GameState, PlayerState

MOST_PATHS, MOST_TASKS, MOST_GNOMES, MOST_GUARDIANS = 6, 7, 6, 5


@dataclass(frozen=True, slots=True)
class Pieces:
    """Every piece on the table that is neither made nor lost, wherever it lies.

    `common` counts path tiles, portals, guardians, tasks, specialists and elders; the other
    fields count the pieces of each seat.
    """

    common: Counter[object]
    slots: tuple[int, ...]
    offerings: tuple[int, ...]
    fate_tiles: tuple[frozenset[str], ...]
    novices: tuple[int, ...]
    neutral: int


def pieces(state: GameState) -> Pieces:
    """Count every piece."""
    players = state.players
    return Pieces(
        common=Counter(each for each in _common_pieces(state) if each is not None),
        slots=tuple(map(len, state.islands)),
        offerings=tuple(_offerings(state, seat) for seat in range(len(players))),
        fate_tiles=tuple(map(_fate_tiles, players)),
        novices=tuple(_novices(state, seat) for seat in range(len(players))),
        neutral=len(state.neutral) + sum(map(_neutral, state.council)),
    )


def _common_pieces(state: GameState) -> Iterator[object]:
    hidden = state.hidden
    yield from (*hidden.path_pile, *state.path_display)
    yield from chain(*state.wheel_portals)
    for guardian, left in zip(ids.NEUTRAL_GUARDIANS, state.guardians_left, strict=True):
        yield from (guardian,) * left
    yield from (slot for slots in state.islands for slot in slots if isinstance(slot, str))
    yield from _tasks_on_the_way(state)
    yield from (*state.specialists, *state.elders, *hidden.specialist_pile)
    if state.tom is not None:
        yield from state.tom.gnomes_discarded
    for player in state.players:
        yield from (*player.path, *player.portals, *player.gnomes)
        yield from (guardian for guardian, _ in player.guardians)
        yield from (space.task for space in player.tasks if space is not None)


def _tasks_on_the_way(state: GameState) -> list[str]:
    """The task that was received and has no space yet."""
    return [frame.task for frame in state.agenda if isinstance(frame, agenda.TaskSpaceChoice)]


def _offerings(state: GameState, seat: int) -> int:
    """The offering tiles of a seat: in its piles and on the islands."""
    piles = state.players[seat].offerings
    held = sum(pile.hidden + (pile.open is not None) for pile in piles)
    return held + sum(slots.count(seat) for slots in state.islands)


def _fate_tiles(player: PlayerState) -> frozenset[str]:
    """The fate tiles of a seat; two of a kind would shrink the set."""
    laid = [placed.tile for placed in player.fate.tiles]
    held = [*laid, *player.fate_row, *filter(None, (player.fate_front,))]
    assert len(set(held)) == len(held)
    return frozenset(held)


def _novices(state: GameState, seat: int) -> int:
    """The novices of a seat, in its city and in the council."""
    sent = sum(novices.count(ids.SEAT_NOVICES[seat]) for novices in state.council)
    return state.players[seat].novices + sent


def _neutral(novices: tuple[ids.Novice, ...]) -> int:
    return novices.count(ids.Novice.NEUTRAL) + novices.count(ids.Novice.FLAT)


def check_position(state: GameState) -> None:
    """The limits and the good order of one position."""
    for seat, player in enumerate(state.players):
        _check_city(state, seat, player)
    assert all(0 <= left <= 4 for left in state.guardians_left)
    assert 0 <= state.wheel_position <= 7
    _check_council(state)
    countdown = state.countdown
    if countdown is not None:
        assert 0 <= countdown.stack <= 5
        assert countdown.handed is None or countdown.handed == countdown.stack + 1
    if state.ended is None:
        assert 0 <= state.seat < len(state.players)
        assert state.agenda


def _check_city(state: GameState, seat: int, player: PlayerState) -> None:
    assert len(player.path) <= MOST_PATHS
    assert len(player.gnomes) <= MOST_GNOMES
    assert len(player.guardians) <= MOST_GUARDIANS
    owned = [guardian for guardian, _ in player.guardians]
    assert len(set(owned)) == len(owned)
    assert ids.Guardian.OWN in owned
    assert len(player.tasks) == len(player.portals) == MOST_TASKS
    assert player.ship is None or any(each.code == player.ship for each in state.box.islands)
    placed = [kind for kind in player.portals if kind is not None]
    assert len(set(placed)) == len(placed)
    if 25 not in player.abilities:
        held = [kind is not None for kind in player.portals]
        assert held == sorted(held), "portals are placed from the right"
    _check_places(player)
    if is_tom(state, seat):
        assert (player.tiles.total, player.resources.total) == (0, 0)


def _check_places(player: PlayerState) -> None:
    places = Counter(place for _, place in player.guardians)
    for place, count in places.items():
        if place.kind is ids.PlaceKind.START:
            continue
        assert 1 <= place.position <= len(player.path) + 1
        if place.kind is ids.PlaceKind.BONFIRE:
            held = player.tasks[place.position - 1]
            assert count == 1
            assert held is not None
            assert held.lit
            assert player.portals[place.position - 1] is not None
        elif 1 not in player.abilities:
            assert count == 1, "two guardians on one path space"


def _check_council(state: GameState) -> None:
    shared = any(24 in player.abilities for player in state.players)
    for novices in state.council:
        counts = Counter(each for each in novices if each is not ids.Novice.FLAT)
        # Tom's novices go to the emptiest space, and may stand together (ruling 62).
        if state.tom is not None:
            del counts[ids.SEAT_NOVICES[TOM]]
        assert shared or max(counts.values(), default=0) <= 1


def check_step(before: GameState, after: GameState) -> None:
    """Check the things that never go back from one position to the next."""
    assert after.revealed >= before.revealed
    assert after.turn >= before.turn
    assert after.neutral <= before.neutral
    for old, new in zip(before.players, after.players, strict=True):
        assert new.path[: len(old.path)] == old.path
        assert new.gnomes[: len(old.gnomes)] == old.gnomes
        assert new.common_met >= old.common_met
        assert new.passed or not old.passed
        assert all(ours >= theirs for ours, theirs in zip(new.scored, old.scored, strict=True))
        assert all(
            was is None or was == now for was, now in zip(old.portals, new.portals, strict=True)
        )
        for was, now in zip(old.tasks, new.tasks, strict=True):
            assert was is None or (now is not None and now.task == was.task and now.lit >= was.lit)
    if before.countdown is not None:
        assert after.countdown is not None, "the countdown was called off"
        assert after.countdown.stack <= before.countdown.stack
        assert after.countdown.triggered_by == before.countdown.triggered_by
