"""The worth of a position to a seat: the score sheet, and its possible growth."""

import random
from dataclasses import dataclass, fields
from typing import Self

from engine import ids
from engine.box_index import box_index
from engine.progress import progress
from engine.scoring import score_sheet
from engine.state import GameState, PlayerState


@dataclass(frozen=True, slots=True)
class Taste:
    """The taste of a player for each thing, in points; tastes make players play differently."""

    task: float = 2.1
    progress: float = 4.4
    tile: float = 0.5
    wild: float = 0.25
    resource: float = 0.2
    kind: float = 0.1
    path: float = 1.9
    portal: float = 2.7
    guardian: float = 1.9
    step: float = 1.6
    gnome: float = 1.9
    ship: float = 0.9

    @classmethod
    def random(cls, chance: random.Random) -> Self:
        """A taste of its own: every liking a little more or less than usual."""
        usual = cls()
        likings = {
            each.name: getattr(usual, each.name) * 1.5 ** chance.uniform(-1, 1)
            for each in fields(cls)
        }
        return cls(**likings)


def worth(state: GameState, seat: ids.Seat, taste: Taste) -> float:
    """The points of the seat if the game ended now, and its prospects."""
    player = state.players[seat]
    total = float(score_sheet(state, seat).total)
    if state.ended is not None:
        return total
    return total + _tasks(state, seat, taste) + _supplies(player, taste) + _city(player, taste)


def _tasks(state: GameState, seat: ids.Seat, taste: Taste) -> float:
    cards = box_index(state.box).tasks
    value = 0.0
    for space in state.players[seat].tasks:
        if space is not None and not space.lit:
            task = cards[space.task]
            have, need = progress(task.condition, state, seat)
            done = min(have, need) / need
            value += taste.task + done * (taste.progress + task.points / 2)
    return value


def _supplies(player: PlayerState, taste: Taste) -> float:
    """Tiles and resources; more than eight of either are hardly worth more."""
    wild = player.tiles.counts[-1]
    kinds = sum(count > 0 for count in player.tiles.counts)
    return (
        taste.tile * min(player.tiles.total, 8)
        + taste.wild * wild
        + taste.resource * min(player.resources.total, 8)
        + taste.kind * (kinds + sum(count > 0 for count in player.resources.counts))
    )


def _city(player: PlayerState, taste: Taste) -> float:
    steps = sum(
        place.position + 3 * (place.kind is ids.PlaceKind.BONFIRE) for _, place in player.guardians
    )
    return (
        taste.path * len(player.path)
        + taste.portal * sum(portal is not None for portal in player.portals)
        + taste.guardian * len(player.guardians)
        + taste.step * steps
        + taste.gnome * len(player.gnomes)
        + taste.ship * (player.ship is not None)
    )
