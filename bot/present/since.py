"""What the others did since a seat's last turn, and what of it touches that seat."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from bot.narrate import narrate
from bot.present.table_names import names_of
from bot.prompt import TEXT_LIMIT, Button, Person, Picture, PictureKind, PublicButton, Style
from bot.words import Catalog, Phrase, phrase
from bot.words.pieces import gnome_title
from bot.words.text import clip, fitted
from engine import Game, Move
from engine.data.standard import index
from engine.events import (
    CommonTaskMet,
    CountdownTriggered,
    Event,
    GnomeRecruited,
    GreatBonfireTurned,
    GuardianRetrieved,
    NovicePlaced,
    PathBuilt,
    PathsRefreshed,
    ShipMoved,
    TaskReceived,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)
from engine.ids import Seat

ROOM_FOR_TOUCHED = 800
"""Characters kept for what touches the seat, which is told in full."""
Names = Mapping[Seat, str]


@dataclass(frozen=True, slots=True)
class Since:
    """What changed: a private text, the pictures, and the events that they mark."""

    text: str
    rows: tuple[tuple[Button, ...], ...]
    pictures: tuple[Picture, ...]
    changes: tuple[Event, ...]


def since(game: Game, seat: Seat, people: tuple[Person, ...], words: Catalog) -> Since:
    """What happened since the seat's last turn, told, shown, and weighed for the seat.

    The turn that the seat is in at the moment does not count as its last.
    """
    first = last_turn_end(game, seat)
    moves = tuple(move for move in game.moves[first:] if move.seat != seat)
    events = tuple(event for move in moves for event in move.events)
    names = names_of(people, game.settings.seats, words)
    touched = [words.spell(each) for each in touching(game, seat, first, names)]
    heading = words.say("since.heading" if first else "since.heading_start")
    below = "\n".join((words.say("since.touched"), *touched)) if touched else ""
    below = clip(below, ROOM_FOR_TOUCHED)
    story = fitted(tuple(_story(game, moves, names, words)), TEXT_LIMIT - len(below) - 100)
    parts = (heading, story or words.say("since.nothing"), below)
    return Since(
        text=clip("\n".join(part for part in parts if part), TEXT_LIMIT),
        rows=_rows(game, seat, words),
        pictures=_pictures(game, seat, events),
        changes=events,
    )


def last_turn_end(game: Game, seat: Seat) -> int:
    """How many moves had been made when the seat's last finished turn was over."""
    waiting = game.waiting
    running = game.view().turn if waiting is not None and waiting.seat == seat else None
    moves = game.moves
    mine = (at for at, move in enumerate(moves, 1) if move.seat == seat and move.turn != running)
    return max(mine, default=0)


def _story(game: Game, moves: Iterable[Move], names: Names, words: Catalog) -> Iterator[str]:
    for _, turn in groupby(moves, key=lambda move: move.turn):
        told = tuple(turn)
        yield words.say("since.turn", who=names[told[0].seat])
        events = [event for move in told for event in move.events]
        if not events:
            yield words.say("since.forgotten")
        yield from narrate(events, names, game.box, words)


def touching(game: Game, seat: Seat, first: int, names: Names) -> Iterator[Phrase]:
    """What the others' moves from number `first` on mean for a seat."""
    moves = [move for move in game.moves[first:] if move.seat != seat]
    events = [event for move in moves for event in move.events]
    yield from _displays(game, events, names)
    yield from _my_island(game, seat, first, names)
    yield from _middle(events, names)
    own = sum(event.seat == seat and not _is_frame(event) for event in events)
    if own:
        yield phrase("since.yours", n=own)


def _displays(game: Game, events: list[Event], names: Names) -> Iterator[Phrase]:
    taken = []
    for event in events:
        match event:
            case PathBuilt(_, tile, int(source), _) if source:
                taken.append(tile)
            case PathsRefreshed(who, _):
                yield phrase("since.paths_refreshed", who=names[who])
    if taken:
        yield phrase("since.paths_taken", n=len(taken), tiles=tuple(taken))
    box = index(game.box)
    gnomes = [event.gnome for event in events if isinstance(event, GnomeRecruited)]
    if gnomes:
        titles = tuple(gnome_title(box.gnomes[gnome]) for gnome in gnomes)
        yield phrase("since.gnomes_taken", n=len(gnomes), gnomes=titles)


def _my_island(game: Game, seat: Seat, first: int, names: Names) -> Iterator[Phrase]:
    """What was taken from the island where the seat's ship lies."""
    here = game.view().seats[seat].ship
    ships: dict[Seat, str] = {}
    for at, move in enumerate(game.moves):
        for event in move.events:
            match event:
                case ShipMoved(who, _, island):
                    ships[who] = island
                case TaskReceived(who, task, island, _, _):
                    if at >= first and who != seat and island == here:
                        yield phrase("since.task_taken", who=names[who], task=task)
                case GuardianRetrieved(who, _):
                    if at >= first and who != seat and here and ships.get(who) == here:
                        yield phrase("since.guardian_taken", who=names[who])


def _middle(events: list[Event], names: Names) -> Iterator[Phrase]:
    """What happened to the Great Bonfire, the High Council and the Common Tasks."""
    turned = [event.space for event in events if isinstance(event, GreatBonfireTurned)]
    if turned:
        yield phrase("since.wheel", space=turned[-1])
    spaces = tuple(event.space for event in events if isinstance(event, NovicePlaced))
    if spaces:
        yield phrase("since.council", n=len(spaces), spaces=spaces)
    for event in events:
        match event:
            case CommonTaskMet(who, common):
                yield phrase("since.common", who=names[who], common=common)
            case CountdownTriggered():
                yield phrase("since.countdown")


def _is_frame(event: Event) -> bool:
    return isinstance(event, TurnBegan | TurnEnded | TurnSkipped)


def _pictures(game: Game, seat: Seat, events: tuple[Event, ...]) -> tuple[Picture, ...]:
    """The main board, and the seat's own city where something of it changed."""
    view = game.view()
    board = Picture(PictureKind.BOARD, view)
    if any(event.seat == seat and not _is_frame(event) for event in events):
        return (board, Picture(PictureKind.CITY, view, seat))
    return (board,)


def _rows(game: Game, seat: Seat, words: Catalog) -> tuple[tuple[Button, ...], ...]:
    waiting = game.waiting
    if waiting is None or waiting.seat != seat:
        return ()
    return ((Button(words.say("table_button.turn"), PublicButton.TURN, Style.GO),),)
