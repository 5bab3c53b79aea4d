"""The public numbers of a table, kept up to date by reading events alone."""

from dataclasses import dataclass, field
from typing import Self, assert_never

from engine import bag, events, ids
from engine.data import box
from engine.view import View

Slot = tuple[str | None, ids.Seat | None]


@dataclass
class City:
    """The told facts of one city."""

    tiles: bag.ActionTiles
    resources: bag.Resources
    score: int
    fate: list[tuple[str, str]]
    path: list[box.PathTile]
    portals: dict[int, ids.PortalKind]
    tasks: dict[int, tuple[str, bool]]
    guardians: dict[ids.Guardian, ids.Place]
    gnomes: list[str]
    offerings: dict[ids.Side, tuple[ids.Resource | None, int]]
    ship: str | None
    passed: bool


@dataclass
class Table:
    """The told facts of a table."""

    cities: list[City]
    islands: dict[str, list[Slot]]
    left: dict[ids.Guardian, int]
    wheel: int
    wheel_portals: list[list[ids.PortalKind]]
    council: list[list[ids.Novice]]
    display: list[box.PathTile | None]
    specialists: list[str | None]
    elders: list[str | None]
    neutral: set[ids.CommonTask]
    countdown: tuple[ids.Seat, int, int | None] | None
    starter: ids.Seat
    tom: ids.Seat | None
    tom_card: tuple[str | None, int, str | None] | None
    over: str | None = None
    common_met: list[set[ids.CommonTask]] = field(default_factory=list)

    @classmethod
    def of(cls, view: View) -> Self:
        """Return the facts that a view shows."""
        return cls(
            cities=[_city(view, seat) for seat in range(len(view.seats))],
            islands={
                island.island.code: [
                    (slot.task.id if slot.task else None, slot.offering) for slot in island.slots
                ]
                for island in view.islands
            },
            left={
                each.island.guardian: each.guardians
                for each in view.islands
                if each.island.guardian is not None
            },
            wheel=view.wheel_position,
            wheel_portals=[sorted(space.portals) for space in view.wheel],
            council=[list(space.novices) for space in view.council],
            display=list(view.path_display),
            specialists=[card.id if card else None for card in view.specialists],
            elders=[card.id if card else None for card in view.elders],
            neutral={each.common for each in view.common if each.neutral},
            countdown=None
            if view.countdown is None
            else (view.countdown.triggered_by, view.countdown.stack, view.countdown.handed),
            starter=view.starter,
            tom=next((each.seat for each in view.seats if each.is_tom), None),
            tom_card=None
            if view.tom is None
            else (view.tom.card, view.tom.turned, view.tom.gnome.id if view.tom.gnome else None),
            over=None if view.result is None else view.result.reason,
            common_met=[{each.common for each in seat.common if each.met} for seat in view.seats],
        )

    def tell(self, event: events.Event) -> None:  # noqa: C901, PLR0912, PLR0915 - one case an event
        """Learn what happened."""
        city = self.cities[event.seat]
        match event:
            case events.TilesChanged(_, gained, lost):
                city.tiles = city.tiles + gained - lost
            case events.ResourcesChanged(_, gained_resources, lost_resources):
                city.resources = city.resources + gained_resources - lost_resources
            case events.PointsScored(_, points, _):
                city.score += points
            case events.FatePlaced(_, tile, cell, _, _):
                city.fate.append((tile, cell))
            case events.PathBuilt(_, path, source, _):
                city.path.append(path)
                if source:
                    self.display[source - 1] = None
            case events.PathsRefreshed():
                self.display = [None] * len(self.display)
            case events.PathRevealed(_, slot, path):
                self.display[slot - 1] = path
            case events.ShipMoved(_, origin, island):
                assert city.ship == origin
                city.ship = island
            case events.TaskReceived(seat, task, island, slot, side):
                assert self.islands[island][slot - 1] == (task, None)
                self.islands[island][slot - 1] = (None, None if side is None else seat)
                if side is not None:
                    city.offerings[side] = (None, city.offerings[side][1])
            case events.TaskPlaced(seat, task, space):
                city.tasks[space] = (task, seat == self.tom)
            case events.OfferingRevealed(_, side, resource):
                city.offerings[side] = (resource, city.offerings[side][1] - 1)
            case events.GuardianRetrieved(_, guardian):
                self.left[guardian] -= 1
                city.guardians[guardian] = ids.START_PLACE
            case events.GuardianMoved(_, guardian, origin, place):
                assert city.guardians[guardian] == origin
                city.guardians[guardian] = place
            case events.GreatBonfireTurned(_, origin, space):
                assert self.wheel == origin
                self.wheel = space
            case events.PortalPlaced(_, portal, space, position):
                self.wheel_portals[space - 1].remove(portal)
                city.portals[position] = portal
            case events.GnomeRecruited(_, gnome, slot):
                shown = self.elders if gnome in self.elders else self.specialists
                assert shown[slot - 1] == gnome
                shown[slot - 1] = None
                city.gnomes.append(gnome)
            case events.SpecialistRevealed(_, slot, gnome):
                self.specialists[slot - 1] = gnome
            case events.BonfireLit(_, space, task):
                assert city.tasks[space] == (task, False)
                city.tasks[space] = (task, True)
            case events.NovicePlaced(_, novice, space, common):
                self.council[space - 1].append(novice)
                if common is not None:
                    self.neutral.remove(common)
            case events.CommonTaskMet(seat, common):
                assert common not in self.common_met[seat]
                self.common_met[seat].add(common)
            case events.CountdownTriggered(seat, novices):
                assert sum(map(len, self.council)) == novices
                self.countdown = (seat, 5, None)
            case events.CountdownHanded(_, tile):
                assert self.countdown is not None
                self.countdown = (self.countdown[0], tile - 1, tile)
            case events.TurnBegan(seat) | events.TurnSkipped(seat):
                if seat == self.starter and self.countdown is not None:
                    self.countdown = (*self.countdown[:2], None)
            case events.Passed():
                city.passed = True
            case events.TomCardTurned(_, card, number):
                self.tom_card = (card, number, None)
            case events.TomGnomeTurned(_, gnome, _):
                assert self.tom_card is not None
                self.tom_card = (*self.tom_card[:2], gnome)
            case events.GameEnded(_, reason):
                self.over = reason
            case events.BonusTaken() | events.TurnEnded() | events.TomCardDone():
                pass
            case _:
                assert_never(event)


def _city(view: View, seat: ids.Seat) -> City:
    shown = view.seats[seat]
    guardians = dict.fromkeys(shown.waiting_guardians, ids.START_PLACE)
    for at in shown.positions:
        guardians |= dict.fromkeys(at.path_guardians, ids.Place(ids.PlaceKind.PATH, at.position))
        if at.bonfire_guardian is not None:
            guardians[at.bonfire_guardian] = ids.Place(ids.PlaceKind.BONFIRE, at.position)
    return City(
        tiles=shown.tiles,
        resources=shown.resources,
        score=shown.score,
        fate=[(each.tile.id, each.cells[0]) for each in shown.fate],
        path=[
            box.PathTile(at.crystal, at.resource)
            for at in shown.positions[1:]
            if at.crystal is not None and at.resource is not None
        ],
        portals={at.position: at.fits for at in shown.positions if at.portal},
        tasks={
            at.position: (at.task.task.id, at.task.lit)
            for at in shown.positions
            if at.task is not None
        },
        guardians=guardians,
        gnomes=[card.id for card in shown.gnomes],
        offerings={pile.side: (pile.open, pile.hidden) for pile in shown.offerings},
        ship=shown.ship,
        passed=shown.passed,
    )
