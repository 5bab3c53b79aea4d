"""The deeds of the others since a seat's last turn, and their effects on that seat."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, TypeVar

from bot.model import buttons, messages, pictures
from bot.model.offers import NO_OFFERS, Offers
from bot.model.people import Names, Person, names_of
from bot.present.narration import narrate
from bot.words import Catalog, Phrase, phrase, pieces
from bot.words.text import clip, fitted
from engine import Game, ids
from engine.box_index import box_index
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
from engine.history import PlayedTurn, history

_ROOM_FOR_TOUCHED: Final = 800
"""Characters kept for the things that touch the seat, which are told in full."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """The events of one turn of a seat."""

    seat: ids.Seat
    events: tuple[Event, ...]


_AnyTurn = TypeVar("_AnyTurn", _Turn, PlayedTurn)


@dataclass(frozen=True, slots=True)
class _News:
    """The turns of the others since the last turn of `seat`, and what had happened before them.

    `begins` says that the seat has had no turn before them that is known.
    """

    seat: ids.Seat
    before: tuple[Event, ...]
    turns: tuple[_Turn, ...]
    begins: bool

    @property
    def events(self) -> tuple[Event, ...]:
        """All that is new."""
        return tuple(event for turn in self.turns for event in turn.events)


def since_page(
    game: Game,
    seat: ids.Seat,
    people: tuple[Person, ...],
    words: Catalog,
    offers: Offers = NO_OFFERS,
) -> messages.Prompt:
    """The events since the seat's last turn, told, shown, and weighed for the seat.

    The turn that the seat is in at the moment does not count as its last.
    """
    news = _news(game, seat)
    names = names_of(people, game.options.seats, words)
    touched = [words.pictured.spell(touch) for touch in _touching(game, news, names)]
    start = "_start" if news.begins else ""
    heading = words.say(f"since.heading{start}")
    below = "\n".join((words.say("since.touched"), *touched)) if touched else ""
    below = clip(below, _ROOM_FOR_TOUCHED)
    room = messages.TEXT_LIMIT - len(below) - 100
    told = pieces.with_symbols(lambda words: tuple(_story(game, news, names, words)), words, room)
    story = fitted(told, room)
    others = _others(game, seat)
    menus = (menu for make in offers.told for menu in make(others, game, people, words))
    parts = (heading, story or words.say(f"since.nothing{start}"), below)
    return messages.Prompt(
        text=clip("\n".join(part for part in parts if part), messages.TEXT_LIMIT),
        rows=(*_rows(game, seat, words), *menus),
        picture=_picture(game, news),
        changes=news.events,
    )


def _news(game: Game, seat: ids.Seat) -> _News:
    turns = _ended(game, seat, tuple(_turns(game)))
    mine = [at for at, turn in enumerate(turns, 1) if turn.seat == seat]
    first = max(mine, default=0)
    before = tuple(event for turn in turns[:first] for event in turn.events)
    return _News(seat, before, turns[first:], begins=not mine)


def _ended(game: Game, seat: ids.Seat, turns: tuple[_AnyTurn, ...]) -> tuple[_AnyTurn, ...]:
    """The turns without the one that the seat is in at the moment."""
    waiting = game.waiting
    runs = waiting is not None and waiting.seat == seat and turns and turns[-1].seat == seat
    return turns[:-1] if runs else turns


def _turns(game: Game) -> Iterator[_Turn]:
    """Every turn so far, the running one too; Tom's are turns of their own."""
    if not game.moves:
        return
    seat, events = game.moves[0].seat, list[Event]()
    for move in game.moves:
        for event in move.events:
            if isinstance(event, TurnBegan):
                yield _Turn(seat, tuple(events))
                seat, events = event.seat, []
            else:
                events.append(event)
    yield _Turn(seat, tuple(events))


def _others(game: Game, seat: ids.Seat) -> tuple[PlayedTurn, ...]:
    """The turns of the others since the seat's last one, which can be looked at again."""
    turns = _ended(game, seat, history(game).turns)
    since = tuple(takewhile(lambda turn: turn.seat != seat, reversed(turns)))
    return since[::-1]


def _story(game: Game, news: _News, names: Names, words: Catalog) -> Iterator[str]:
    if game.restored_at is not None and news.begins:
        yield words.say("since.forgotten")
    for turn in news.turns:
        if lines := narrate(turn.events, names, game.box, words):
            yield words.say("since.turn", who=names[turn.seat])
            yield from lines


def _touching(game: Game, news: _News, names: Names) -> Iterator[Phrase]:
    """Yield the meaning of the others' turns for the seat."""
    events = news.events
    yield from _displays(game, events, names)
    yield from _my_island(game, news, names)
    yield from _middle(events, names)
    if own := len(_own(news)):
        yield phrase("since.yours", n=own)


def _own(news: _News) -> tuple[Event, ...]:
    """Return the changes of the seat itself in turns that were not its own."""
    return tuple(
        event
        for event in news.events
        if event.seat == news.seat and not isinstance(event, TurnEnded | TurnSkipped)
    )


def _displays(game: Game, events: tuple[Event, ...], names: Names) -> Iterator[Phrase]:
    for event in events:
        if isinstance(event, PathsRefreshed):
            yield phrase("since.paths_refreshed", who=names[event.seat])
    tiles = tuple(event.tile for event in events if isinstance(event, PathBuilt) and event.source)
    if tiles:
        yield phrase("since.paths_taken", n=len(tiles), tiles=tiles)
    gnomes = [event.gnome for event in events if isinstance(event, GnomeRecruited)]
    if gnomes:
        box = box_index(game.box)
        titles = tuple(pieces.gnome_title(box.gnomes[gnome]) for gnome in gnomes)
        yield phrase("since.gnomes_taken", n=len(gnomes), gnomes=titles)


def _my_island(game: Game, news: _News, names: Names) -> Iterator[Phrase]:
    """Yield the pieces taken from the island where the seat's ship lies."""
    here = game.seat_view(news.seat).ship
    if here is None:
        return
    ships = {event.seat: event.island for event in news.before if isinstance(event, ShipMoved)}
    for event in news.events:
        match event:
            case ShipMoved(who, _, island):
                ships[who] = island
            case TaskReceived(who, task, island, _, _) if island == here:
                yield phrase("since.task_taken", who=names[who], task=task)
            case GuardianRetrieved(who, _) if ships.get(who) == here:
                yield phrase("since.guardian_taken", who=names[who])


def _middle(events: tuple[Event, ...], names: Names) -> Iterator[Phrase]:
    """Yield the changes of the Great Bonfire, the High Council and the Common Tasks."""
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


def _picture(game: Game, news: _News) -> pictures.Picture:
    """The seat's own city where something of it changed, else the main board."""
    return pictures.picture_of(game.view(), news.seat if _own(news) else None)


def _rows(game: Game, seat: ids.Seat, words: Catalog) -> tuple[tuple[messages.Button, ...], ...]:
    if game.waiting is None:
        return ()
    turn = messages.Button(words.say("table_button.turn"), buttons.TakeTurn(), messages.Style.GO)
    board = messages.Button(words.say("table_button.board"), buttons.ShowBoard())
    tryout = messages.Button(words.say("table_button.try"), buttons.OpenTryout())
    note = messages.Button(words.say("table_button.note"), buttons.WriteNote())
    if game.waiting.seat == seat:
        return ((turn, note, board),)
    premove = messages.Button(words.say("table_button.premove"), buttons.ShowPremoves())
    return ((tryout, note, premove, board),)
