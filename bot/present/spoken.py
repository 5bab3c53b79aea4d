"""A row for each kind of action and of answer, which has all that commands and pages say of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import Any, Final, Generic, TypeVar, assert_never

from bot.model.coach import Idea
from bot.model.controls import Subject
from bot.words import Phrase, Sayable, key_of, phrase
from bot.words.pieces import (
    bag_pieces,
    bonus_phrase,
    points_phrase,
    squares_phrase,
    symbols_phrase,
    task_slots,
)
from engine import actions
from engine.actions import Action
from engine.agenda import BonusChoice, Decision, RewardChoice
from engine.bag import ActionTiles, Resources
from engine.box_index import BoxIndex, box_index
from engine.data.box import FateTile, Island, PathTile, Task
from engine.geometry import geometry
from engine.ids import ActionType, CommonTask, End, Reward, Seat, Side
from engine.rules.gnome import PRICES
from engine.view import View
from renderer import PicturePart

_Answer = TypeVar("_Answer", bound=Action)


@dataclass(frozen=True, slots=True)
class SpokenSubject:
    """The row of a kind of action.

    `rule` is its entry of the look-up, and `symbol` the key of its symbol. The coach explains its
    `ideas`. `attempts` lists every answer that a person could think of, so that they can ask why
    none is possible. `command` is its name behind `/turn`, and then the names of its options.
    """

    subject: Subject
    rule: str | None = None
    symbol: str = ""
    ideas: tuple[Idea, ...] = ()
    attempts: tuple[Action, ...] | Callable[[View, Seat], Iterable[Action]] = ()
    command: str = ""

    def tried(self, view: View, seat: Seat) -> tuple[Action, ...]:
        """Every answer that a person could think of, where the ship lies."""
        return tuple(self.attempts(view, seat)) if callable(self.attempts) else self.attempts


def _ignitions(view: View, seat: Seat) -> Iterator[Action]:
    for spot in view.seats[seat].positions:
        if spot.task and not spot.task.lit:
            yield actions.Ignite(spot.position)


def _voyages(view: View, _seat: Seat) -> Iterator[Action]:
    return (actions.MoveShip(each.island.code) for each in view.islands)


def tasks_on_islands(view: View, seat: Seat) -> Iterator[tuple[Island, Task]]:
    """The tasks of all islands with these, those where the ship lies first."""
    for place in sorted(view.islands, key=lambda each: seat not in each.ships):
        for slot in place.slots:
            if slot.task is not None:
                yield place.island, slot.task


def _takings(view: View, seat: Seat) -> Iterator[Action]:
    """The tasks where the ship lies; where there is none, any task tells the reason."""
    listed = tuple(tasks_on_islands(view, seat))
    here = [each for each in listed if each[0].code == view.seats[seat].ship]
    for (_, task), side in product(here or listed[:1], Side):
        yield actions.ReceiveTask(task.id, side)


def _paths(view: View, _seat: Seat) -> Iterator[Action]:
    shown = (slot for slot, tile in enumerate(view.path_display, start=1) if tile)
    return map(actions.TakePath, (*shown, actions.PILE))


def _turns(view: View, _seat: Seat) -> Iterator[Action]:
    return (actions.UseGreatBonfire(row.space.number) for row in view.wheel)


def _recruits(view: View, _seat: Seat) -> Iterator[Action]:
    shown = (card.id for card in (*view.specialists, *view.elders) if card is not None)
    return (actions.RecruitGnome(*priced) for priced in product(shown, PRICES))


def _placements(view: View, _seat: Seat) -> Iterator[Action]:
    for end, place in product(End, geometry(view.box.fate_grid).inside_placements):
        yield actions.PlaceFate(end, place.cell, place.direction)


_SHIP, _TASK = key_of(ActionType.SHIP), key_of(ActionType.TASK)
_GUARDIAN, _PATH = key_of(ActionType.GUARDIAN), key_of(ActionType.PATH)
_WHEEL, _GNOME = key_of(ActionType.GREAT_BONFIRE), key_of(ActionType.GNOME)
_SUBJECTS: Final = (
    SpokenSubject(
        Subject.IGNITE, "ignite", "bonfire", (Idea.IGNITING,), _ignitions, "ignite task space then"
    ),
    SpokenSubject(Subject.SAIL_TASK, "action:task", _SHIP, (Idea.SAILING, Idea.TASK)),
    SpokenSubject(Subject.SAIL_GUARDIAN, "action:guardian", _SHIP, (Idea.SAILING,)),
    SpokenSubject(
        Subject.SAIL, "action:ship", _SHIP, (Idea.SAILING,), _voyages, "sail to pay then"
    ),
    SpokenSubject(
        Subject.TASK, "action:task", _TASK, (Idea.TASK,), _takings, "task task pay space"
    ),
    SpokenSubject(
        Subject.GUARDIAN,
        "action:guardian",
        _GUARDIAN,
        (),
        (actions.RetrieveGuardian(),),
        "guardian pay then",
    ),
    SpokenSubject(
        Subject.PROCESSION,
        "procession",
        _GUARDIAN,
        (Idea.PROCESSION,),
        (actions.MakeProcession(1),),
        "procession steps pay then",
    ),
    SpokenSubject(Subject.PATH, "action:path", _PATH, (Idea.PATH,), _paths, "path tile pay then"),
    SpokenSubject(
        Subject.REFRESH,
        "action:path",
        _PATH,
        (Idea.PATH,),
        (actions.RefreshPaths(),),
        "refresh pay",
    ),
    SpokenSubject(
        Subject.GREAT_BONFIRE,
        "action:great_bonfire",
        _WHEEL,
        (Idea.GREAT_BONFIRE,),
        _turns,
        "great-bonfire space pay rewards",
    ),
    SpokenSubject(
        Subject.GNOME, "action:gnome", _GNOME, (Idea.GNOME,), _recruits, "gnome gnome pay then"
    ),
    SpokenSubject(
        Subject.FATE,
        "fate_tile",
        "",
        (Idea.FATE_TILE, Idea.GROUPS),
        _placements,
        "fate where keep then",
    ),
    SpokenSubject(
        Subject.NEUTRAL,
        "neutral_novice",
        "novice.neutral",
        (Idea.COUNCIL,),
        tuple(map(actions.SendNeutral, CommonTask)),
        "council task space then",
    ),
    SpokenSubject(Subject.DISCARD, "action_tiles", command="discard tile"),
    SpokenSubject(Subject.PASS, "passing", attempts=(actions.Pass(),), command="pass"),
    SpokenSubject(Subject.END, attempts=(actions.EndTurn(),)),
    SpokenSubject(Subject.ANSWER),
)
SUBJECTS: Final[Mapping[Subject, SpokenSubject]] = {row.subject: row for row in _SUBJECTS}


@dataclass(frozen=True, slots=True)
class AskedSeat:
    """A seat with the question that it is asked; the position can be the one before its plan."""

    view: View
    seat: Seat
    decision: Decision

    @property
    def box(self) -> BoxIndex:
        """The pieces of the game by their ids."""
        return box_index(self.view.box)


@dataclass(frozen=True, slots=True)
class SpokenAnswer(Generic[_Answer]):
    """The row of a kind of answer.

    `label` is the key of its sentence in `choose`, whose slots are what it names; or it makes the
    phrase. Its symbol is that of the first piece that it names or of its `subject`, unless `symbol`
    gives the key of another. `part` is where it lies in a picture, if it always lies there.
    """

    action: type[_Answer]
    label: str | Callable[[_Answer, AskedSeat], Phrase]
    subject: Subject = Subject.ANSWER
    part: PicturePart | None = None
    symbol: Callable[[_Answer, View, Seat], str] | None = None


def tile_at(end: End, view: View, seat: Seat) -> FateTile:
    """The fate tile at an end of a seat's row."""
    row = view.seats[seat].fate_row
    return row[0] if end is End.TOP else row[-1]


def on_squares(placed: actions.PlaceFate, view: View, seat: Seat) -> Phrase:
    """The symbols of a fate tile that is placed, each with its square."""
    tile = tile_at(placed.end, view, seat)
    return squares_phrase(tile, placed.cell, placed.direction, view.box.fate_grid)


def _start(start: actions.ChooseStart, asked: AskedSeat) -> Phrase:
    symbols = symbols_phrase(asked.box.fate_tiles[start.tile])
    return phrase("choose.start_tile", symbols=symbols, direction=start.direction)


def _placement(placed: actions.PlaceFate, asked: AskedSeat) -> Phrase:
    symbols = on_squares(placed, asked.view, asked.seat)
    return phrase("choose.fate", end=placed.end, symbols=symbols)


def _keep(kept: actions.Keep, _asked: AskedSeat) -> Phrase:
    return phrase("choose.keep", tiles=kept.tiles) if kept.tiles else phrase("choose.keep_none")


def _path(taken: actions.TakePath, asked: AskedSeat) -> Phrase:
    shown = _shown(taken, asked.view)
    if shown is None:
        return phrase("choose.path_pile")
    return phrase("choose.path", slot=taken.source, tile=shown)


def _path_symbol(taken: actions.TakePath, view: View, _seat: Seat) -> str:
    shown = _shown(taken, view)
    return _PATH if shown is None else key_of(shown.resource)


def _shown(taken: actions.TakePath, view: View) -> PathTile | None:
    return None if taken.source == actions.PILE else view.path_display[taken.source - 1]


def _rewards(taken: actions.TakeRewards, asked: AskedSeat) -> Phrase:
    view, decision = asked.view, asked.decision
    number = decision.space if isinstance(decision, RewardChoice) else view.wheel_position
    space = asked.box.wheel[number]
    pieces: list[Sayable] = []
    for reward in taken.rewards:
        match reward:
            case Reward.TILE:
                pieces += bag_pieces(ActionTiles.of(space.tile))
            case Reward.GOODS:
                goods = space.resource
                pieces += bag_pieces(Resources.of(goods)) if goods else (points_phrase(2),)
            case Reward.PORTAL:
                pieces.append(phrase("choose.portal", portal=taken.portal))
            case _:
                assert_never(reward)
    return phrase("choose.rewards", what=tuple(pieces))


def _ignite(lit: actions.Ignite, asked: AskedSeat) -> Phrase:
    held = asked.view.seats[asked.seat].positions[lit.space - 1].task
    if held is None:
        raise ValueError(f"no task on space {lit.space}")
    return phrase("choose.ignite", space=lit.space, **task_slots(held.task))


def _council(sent: actions.SendNovice, asked: AskedSeat) -> Phrase:
    bonus = bonus_phrase(asked.box.council[sent.space].bonus)
    return phrase("choose.council", space=sent.space, bonus=bonus)


def _bonus(_taken: actions.TakeBonus, asked: AskedSeat) -> Phrase:
    number = asked.decision.space if isinstance(asked.decision, BonusChoice) else 1
    return phrase("choose.bonus", bonus=bonus_phrase(asked.box.council[number].bonus))


def _pass(_passed: actions.Pass, asked: AskedSeat) -> Phrase:
    points = asked.view.seats[asked.seat].pass_points or 0
    return phrase("choose.pass", points=points_phrase(points))


def _of_one_kind(bag: ActionTiles | Resources) -> str:
    """The symbol of pieces that are all alike; one of several would mislead."""
    kinds: list[Enum] = [kind for kind, _ in bag.items()]
    return key_of(kinds[0]) if len(kinds) == 1 else ""


_ANSWERS: Final = (
    SpokenAnswer(actions.ChooseStart, _start),
    SpokenAnswer(actions.PlaceFate, _placement, Subject.FATE),
    SpokenAnswer(actions.Keep, _keep, part=PicturePart.SUPPLIES, symbol=lambda *_: ""),
    SpokenAnswer(
        actions.Discard,
        lambda given, _: phrase("choose.discard", tiles=ActionTiles.of(given.kind)),
        Subject.DISCARD,
        PicturePart.SUPPLIES,
    ),
    SpokenAnswer(actions.TakePath, _path, Subject.PATH, PicturePart.PATHS, _path_symbol),
    SpokenAnswer(actions.RefreshPaths, "refresh", Subject.REFRESH, PicturePart.PATHS),
    SpokenAnswer(
        actions.SearchPath,
        lambda sought, _: phrase("choose.search", tile=PathTile(sought.crystal, sought.resource)),
        part=PicturePart.PATHS,
    ),
    SpokenAnswer(actions.MoveShip, "sail", Subject.SAIL),
    SpokenAnswer(actions.ReceiveTask, "task", Subject.TASK),
    SpokenAnswer(actions.PutTask, "task_space"),
    SpokenAnswer(actions.RetrieveGuardian, "retrieve", Subject.GUARDIAN),
    SpokenAnswer(
        actions.MakeProcession,
        lambda made, _: phrase("choose.procession", n=made.steps),
        Subject.PROCESSION,
    ),
    SpokenAnswer(actions.Advance, "walk"),
    SpokenAnswer(actions.Halt, "halt"),
    SpokenAnswer(actions.ChooseResource, "resource"),
    SpokenAnswer(actions.UseGreatBonfire, "wheel", Subject.GREAT_BONFIRE, PicturePart.WHEEL),
    SpokenAnswer(actions.TakeRewards, _rewards, part=PicturePart.WHEEL),
    SpokenAnswer(actions.RecruitGnome, "gnome", Subject.GNOME, PicturePart.GNOMES),
    SpokenAnswer(actions.Ignite, _ignite, Subject.IGNITE),
    SpokenAnswer(
        actions.SendNovice,
        _council,
        part=PicturePart.COUNCIL,
        symbol=lambda _, view, seat: f"novice.{view.seats[seat].color}",
    ),
    SpokenAnswer(actions.TakeBonus, _bonus, part=PicturePart.COUNCIL),
    SpokenAnswer(
        actions.TakePoint,
        lambda *_: phrase("choose.point", points=points_phrase(1)),
        part=PicturePart.COUNCIL,
    ),
    SpokenAnswer(actions.SendNeutral, "neutral", Subject.NEUTRAL),
    SpokenAnswer(actions.MoveGuardian, "walk"),
    SpokenAnswer(actions.TakeGuardian, "guardian"),
    SpokenAnswer(
        actions.PayTiles,
        lambda paid, _: phrase("choose.pay", pieces=paid.tiles),
        part=PicturePart.SUPPLIES,
        symbol=lambda paid, *_: _of_one_kind(paid.tiles),
    ),
    SpokenAnswer(
        actions.PayResources,
        lambda paid, _: phrase("choose.pay", pieces=paid.resources),
        part=PicturePart.SUPPLIES,
        symbol=lambda paid, *_: _of_one_kind(paid.resources),
    ),
    SpokenAnswer(actions.Decline, "decline"),
    SpokenAnswer(actions.TomTakes, "tom_task"),
    SpokenAnswer(actions.Pass, _pass, Subject.PASS),
    SpokenAnswer(actions.EndTurn, "end", Subject.END),
)
ANSWERS: Final[Mapping[type, SpokenAnswer[Any]]] = {row.action: row for row in _ANSWERS}
