"""What is likely best: a rough worth in points for every answer, by which lists are ordered.

It sees what the player sees and nothing else. It never decides: what it prefers is only offered
first, or filled in where the player can change it.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, assert_never

from engine import specialists
from engine.actions import (
    PILE,
    Action,
    Advance,
    ChooseResource,
    ChooseStart,
    Decline,
    Discard,
    EndTurn,
    Halt,
    Ignite,
    Keep,
    MakeProcession,
    MoveGuardian,
    MoveShip,
    Pass,
    PayResources,
    PayTiles,
    PlaceFate,
    PutTask,
    ReceiveTask,
    RecruitGnome,
    RefreshPaths,
    RetrieveGuardian,
    SearchPath,
    SendNeutral,
    SendNovice,
    TakeBonus,
    TakeGuardian,
    TakePath,
    TakePoint,
    TakeRewards,
    TomTakes,
    UseGreatBonfire,
)
from engine.advice.task_needs import TaskNeeds
from engine.bag import ActionTiles, Resources
from engine.box_index import box_index
from engine.data.box import Elder, PathTile, Task
from engine.data.council import CouncilBonus
from engine.game import Game
from engine.geometry import FateGeometry, geometry
from engine.ids import (
    ActionType,
    Color,
    End,
    Guardian,
    Place,
    PlaceKind,
    Resource,
    Reward,
    Seat,
)
from engine.rules.gnome import GNOMES
from engine.rules.setup import FATE_ROW
from engine.scoring import FATE_TILE_POINTS
from engine.view import PositionView, SeatView, View

TILE: Final = 0.8
WILD: Final = 1.2
USELESS: Final = 0.4
GOODS: Final = 0.7
GOLD: Final = 1.1
PORTAL: Final = 3.0
GUARDIAN: Final = 3.0
SPECIALIST: Final = 2.5
MATCH: Final = 2.0
BONUS: Final = 2.5
AT_ONCE: Final = 5.0
"""What lighting a bonfire is worth more than taking a task that must still be lit."""
WALK: Final = 0.1
DISCARD: Final = -9.0
EASE: Final = {Color.BLUE: 0.9, Color.RED: 0.55, Color.YELLOW: 0.3}
"""How much of a task's points is likely to be won, by its colour, with nothing done for it yet."""


class Evaluator:
    """Tells what answers are worth to one seat at one position."""

    def __init__(self, game: Game, seat: Seat) -> None:
        """Take what the seat sees of the game, which must stay as it is meanwhile."""
        self.game = game
        self.view: View = game.view()
        self.seat = seat
        self.me: SeatView = self.view.seats[seat]
        self.box = box_index(game.box)
        self.grid: FateGeometry = geometry(game.box.fate_grid)
        self.needs = TaskNeeds(self.me)

    def best_first(self, actions: Iterable[Action]) -> list[Action]:
        """The answers, the likely best first; equals keep their order."""
        return sorted(actions, key=lambda action: -self.worth(action))

    def worth(self, action: Action) -> float:  # noqa: C901, PLR0912 - a case each
        """Roughly how many points an answer is worth, its price not counted."""
        match action:
            case ChooseStart(tile):
                return sum(map(self.tile, self.box.fate_tiles[tile].symbols))
            case PlaceFate():
                return self._fate(action)
            case Keep(tiles):
                return self.tiles(tiles)
            case Discard(kind):
                return DISCARD - self.tile(kind)
            case TakePath(source):
                return 2.0 if source == PILE else self._path(self.view.path_display[source - 1])
            case RefreshPaths():
                return 1.5
            case SearchPath(crystal, resource):
                return self._path(PathTile(crystal, resource))
            case MoveShip(island):
                return self._island(island)
            case ReceiveTask(task, side):
                return self._task(task) + (0.1 if self._offering_is_held(side) else 0.0)
            case PutTask(space):
                return self._space(self.me.positions[space - 1])
            case RetrieveGuardian():
                here = self.box.islands[self.me.ship].guardian if self.me.ship else None
                return self._guardian(here) if here else GUARDIAN
            case TakeGuardian(guardian):
                return self._guardian(guardian)
            case MakeProcession(steps):
                return self._procession(steps)
            case Advance(guardian, place) | MoveGuardian(guardian, place):
                return self._arrival(guardian, place)
            case ChooseResource(resource):
                return self.resource(resource)
            case UseGreatBonfire(space):
                return self._wheel(space)
            case TakeRewards(rewards):
                return sum(self._reward(reward, self.view.wheel_position) for reward in rewards)
            case RecruitGnome(gnome):
                return self._gnome(gnome)
            case Ignite(space):
                held = self.me.positions[space - 1].task
                return BONUS + AT_ONCE + (held.task.points if held else 0)
            case SendNovice(space):
                return self._bonus(self.box.council[space].bonus)
            case SendNeutral():
                return BONUS
            case TakeBonus():
                return BONUS
            case PayTiles(tiles):
                return -self.tiles(tiles)
            case PayResources(resources):
                return -self.resources(resources)
            case TakePoint():
                return 1.0
            case TomTakes(task):
                return -self._task(task)
            case Pass():
                return float(self.me.pass_points or 0)
            case Decline() | Halt() | EndTurn():
                return 0.0
            case _:
                assert_never(action)

    def tile(self, kind: ActionType) -> float:
        """What an action tile of a kind is worth to this seat."""
        return self._tile_worths[kind]

    @cached_property
    def _tile_worths(self) -> Mapping[ActionType, float]:
        def worth(kind: ActionType) -> float:
            if kind is ActionType.WILD:
                return WILD
            return (USELESS if self._is_useless(kind) else TILE) + self.needs.tile(kind)

        return {kind: worth(kind) for kind in ActionType}

    def tiles(self, bag: ActionTiles) -> float:
        """What these action tiles are worth together."""
        return sum(self._tile_worths[kind] * count for kind, count in bag.items())

    def resource(self, kind: Resource) -> float:
        """What a resource is worth to this seat; those that tasks need and rare ones more."""
        return self._resource_worths[kind]

    @cached_property
    def _resource_worths(self) -> Mapping[Resource, float]:
        def worth(kind: Resource) -> float:
            rare = 0.0 if self.me.resources[kind] else 0.1
            return (GOLD if kind is Resource.GOLD else GOODS) + self.needs.resource(kind) + rare

        return {kind: worth(kind) for kind in Resource}

    def resources(self, bag: Resources) -> float:
        """What these resources are worth together."""
        return sum(self._resource_worths[kind] * count for kind, count in bag.items())

    def _is_useless(self, kind: ActionType) -> bool:
        match kind:
            case ActionType.PATH:
                return all(each.built for each in self.me.positions)
            case ActionType.TASK:
                return all(each.task for each in self.me.positions)
            case ActionType.GREAT_BONFIRE:
                return not self.me.next_portals
            case ActionType.GNOME:
                return len(self.me.gnomes) == GNOMES
            case _:
                return False

    def _fate(self, action: PlaceFate) -> float:
        """What a fate tile brings: its tiles, those of the groups it joins, covered symbols."""
        row = self.me.fate_row
        tile = row[0] if action.end is End.TOP else row[-1]
        placement = self.grid.placements[action.cell, action.direction]
        total = 0.0
        for symbol, bit in zip(tile.symbols, placement.cells, strict=True):
            mask = self._symbol_mask(symbol) | 1 << bit
            total += self.tile(symbol) * self.grid.group(mask, bit).bit_count()
        total += GOLD * (placement.mask & self.grid.gold).bit_count()
        total += WILD * (placement.mask & self.grid.wild).bit_count()
        too_many = max(0, self.me.tiles.total - specialists.tiles_kept(self.me))
        return total - TILE * too_many - FATE_TILE_POINTS

    def _symbol_mask(self, symbol: ActionType) -> int:
        return sum(
            1 << self.grid.bits[cell]
            for placed in self.me.fate
            for kind, cell in zip(placed.tile.symbols, placed.cells, strict=True)
            if kind is symbol
        )

    def _path(self, tile: PathTile | None) -> float:
        if tile is None:
            return 0.0
        free = next((each for each in self.me.positions if not each.built), None)
        held = free.task if free else None
        match_worth = MATCH if held and held.task.color is tile.crystal else 0.0
        resource = self.resource(tile.resource)
        gained = resource if specialists.gains_built_resource(self.me) else 0.0
        brings = gained + 0.3 * resource
        return 2.0 + match_worth + brings + self.needs.path(tile)

    def _island(self, code: str) -> float:
        """The best thing to do on an island."""
        island = self.box.islands[code]
        if island.guardian is not None:
            return self._guardian(island.guardian) - 0.5
        slots = next(each.slots for each in self.view.islands if each.island is island)
        tasks = [slot.task.id for slot in slots if slot.task]
        full = all(each.task for each in self.me.positions)
        return 0.0 if full else max(map(self._task, tasks), default=0.0) - 0.5

    def _guardian(self, guardian: Guardian) -> float:
        owned = guardian in self.me.guardians
        return 0.0 if owned else GUARDIAN + self.needs.guardian(guardian)

    def _task(self, task_id: str) -> float:
        """A task's points, weighed by the effort that is likely still needed, and those open."""
        task = self.box.tasks[task_id]
        waiting = len(self.needs.tasks)
        return task.points * self._chance(task) + BONUS - 0.6 * waiting + self._offering(task_id)

    def _chance(self, task: Task) -> float:
        """How likely a task will be met: surely if it is now; the last pieces are the hard ones."""
        have, need = self.game.progress(self.seat, task.id)
        ease = EASE[task.color]
        return ease + (1 - ease) * min(1.0, have / need) ** 2

    def _offering(self, task_id: str) -> float:
        """What the offering that is left for a task is worth to other tasks."""
        for each in self.view.islands:
            resource = each.island.resource
            if resource and any(slot.task and slot.task.id == task_id for slot in each.slots):
                return self.needs.offering(resource)
        return 0.0

    def _offering_is_held(self, side: object) -> bool:
        pile = next((pile for pile in self.me.offerings if pile.side is side), None)
        return bool(pile and pile.open and self.me.resources[pile.open])

    def _space(self, spot: PositionView) -> float:
        """A task space: its portal, and how soon path and portals reach it."""
        portal = MATCH if spot.portal else 0.2 * spot.position
        return portal + (0.5 if spot.built else 0.0)

    def _arrival(self, guardian: Guardian, place: Place) -> float:
        """What a guardian brings at a place."""
        spot = self.me.positions[place.position - 1]
        match place.kind:
            case PlaceKind.BONFIRE:
                extra = MATCH if specialists.points_per_guardian_at_bonfire(self.me) else 0.0
                return spot.guardian_value + extra + self.needs.guardian_at_bonfire()
            case PlaceKind.PATH:
                gain = self.resource(spot.resource) if spot.resource else 0.0
                twice = specialists.repeating_specialist(self.me, guardian)
                return gain * (2 if twice else 1) + WALK * place.position
            case PlaceKind.START:
                return 0.0
            case _:
                assert_never(place.kind)

    def _procession(self, steps: int) -> float:
        """The walks of so many steps, each guardian judged by herself."""
        reach = steps + specialists.extra_procession_steps(self.me)
        total = -TILE * (steps - 1)
        for spot in self.me.positions:
            total += len(spot.path_guardians) * self._best_walk(spot.position, reach)
        return total + (1.0 if self.me.waiting_guardians else 0.0)

    def _best_walk(self, position: int, reach: int) -> float:
        best = 0.0
        for spot in self.me.positions[position - 1 : position + reach]:
            turn_off = spot.position - position + 1 <= reach
            lit = spot.task is not None and spot.task.lit and spot.portal
            if turn_off and lit and spot.built and spot.bonfire_guardian is None:
                best = max(best, float(spot.guardian_value))
            if spot.built and spot.position > position and not spot.path_guardians:
                best = max(best, self.resource(spot.resource) if spot.resource else 0.0)
        return best

    def _wheel(self, number: int) -> float:
        worths = sorted((self._reward(reward, number) for reward in Reward), reverse=True)
        return sum(worths if specialists.may_take_all_rewards(self.me) else worths[:2])

    def _reward(self, reward: Reward, number: int) -> float:
        space = self.box.wheel[number]
        match reward:
            case Reward.TILE:
                return self.tile(space.tile)
            case Reward.GOODS:
                return self.resource(space.resource) if space.resource else 2.0
            case Reward.PORTAL:
                there = self.view.wheel[number - 1].portals
                fits = any(kind in there for kind in self.me.portals_due)
                return PORTAL + self.needs.portal() if fits else 0.0
            case _:
                assert_never(reward)

    def _gnome(self, gnome_id: str) -> float:
        gnome = self.box.gnomes[gnome_id]
        helps = self.needs.gnome(gnome)
        if isinstance(gnome, Elder):
            more = MATCH if specialists.elder_bonus(self.me) else 0.0
            return helps + self.game.elder_points(self.seat, gnome.counts) + more
        repeated = specialists.repeated_guardian(gnome.number)
        if repeated is not None and repeated not in self.me.guardians:
            return helps
        early = len(self.me.fate_row) / FATE_ROW
        return helps + SPECIALIST * (0.4 + early)

    def _bonus(self, bonus: str) -> float:
        match bonus:
            case CouncilBonus.GOLD:
                return 2 * GOLD + WILD
            case CouncilBonus.PATH:
                return 0.0 if self._is_useless(ActionType.PATH) else 3.0
            case CouncilBonus.MOVE_GUARDIAN:
                return self._best_guardian_move()
            case CouncilBonus.GREAT_BONFIRE:
                return max(self._wheel(space.number) for space in self.view.box.wheel)
            case CouncilBonus.SPECIALIST:
                return 0.0 if len(self.me.gnomes) == GNOMES else SPECIALIST * 1.3
            case CouncilBonus.GUARDIAN:
                return 0.0 if len(self.me.guardians) == len(Guardian) else GUARDIAN
            case CouncilBonus.SHIP:
                return max(map(self._island, self.box.islands)) - 1.0
            case CouncilBonus.FATE:
                return 3.0 if self.me.fate_row else 0.0
            case _:
                return BONUS

    def _best_guardian_move(self) -> float:
        """The best free bonfire for a guardian who is not at one yet."""
        walking = len(self.me.guardians) > sum(
            each.bonfire_guardian is not None for each in self.me.positions
        )
        values = (
            float(each.guardian_value)
            for each in self.me.positions
            if each.built and each.portal and each.task and each.task.lit
            if each.bonfire_guardian is None
        )
        return max(values, default=1.0) if walking else 1.0
