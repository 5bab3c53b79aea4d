"""Texts about the whole game: scores by source, who wins, status, the log, the table in words."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from bot.model.button_forms import ButtonValue
from bot.model.buttons import ReadOn, ShowStatus, ShowWhatIsLeft, TurnLogPage
from bot.model.game_log import LoggedMove
from bot.model.messages import TEXT_LIMIT, Button, Prompt
from bot.model.offers import NO_OFFERS, Offers
from bot.model.people import Names, Person, leaders, names_of
from bot.present.narration import narrate
from bot.words import Catalog, Counted, Phrase, phrase
from bot.words.pieces import points_phrase, with_symbols
from bot.words.text import clip, packed, page_heading, pages_of
from engine import Game
from engine.data.box import PathTile
from engine.history import history
from engine.ids import UNUSED_SOURCES, Color, PointSource, Resource, Seat
from engine.view import SeatView, View

_PAGE_ROOM: Final = TEXT_LIMIT - 100
"""Characters of a page of the log or of the table in words, its heading apart."""


def score_page(
    game: Game, people: tuple[Person, ...], words: Catalog, offers: Offers = NO_OFFERS
) -> Prompt:
    """The score by source, with the menus that features add to it."""
    menus = (menu for make in offers.scores for menu in make(game, people, words))
    return Prompt(score_text(game, people, words), tuple(menus))


def score_text(game: Game, people: tuple[Person, ...], words: Catalog) -> str:
    """Every seat's points by source, so far or in the end, and who wins.

    Who would win now, and with how many points, stands there when the end is near.
    """
    view = game.view()
    names = names_of(people, len(view.seats), words)
    if not (game.result or view.end_is_near):
        return _joined(
            (phrase("score.heading"), *_so_far(view, names), phrase("score.hint")), words
        )
    scores, winner = tuple(_in_all(view, names)), tuple(_verdict(game, people, names))
    if game.result is None:
        return _joined((phrase("score.heading_near_end"), *scores, *winner), words)
    return _joined((*winner, phrase("score.final"), *scores), words)


def _in_all(view: View, names: Names) -> Iterator[Phrase]:
    for seat in sorted(view.seats, key=lambda city: -city.sheet.total):
        yield phrase("score.total", who=names[seat.seat], points=points_phrase(seat.sheet.total))
        yield phrase("score.sources", sources=_sources(seat, frozenset(PointSource)))


def _so_far(view: View, names: Names) -> Iterator[Phrase]:
    """Yield the points scored and sure at the end; apart from these, the unused ones."""
    for seat in sorted(view.seats, key=lambda city: -view.expected(city.seat)):
        yield phrase("score.total", who=names[seat.seat], points=_parts(view, seat))
        if sources := _sources(seat, frozenset(PointSource) - UNUSED_SOURCES):
            yield phrase("score.sources", sources=sources)
        if seat.unused:
            fate, rest = seat.sheet[PointSource.FATE_TILES], seat.sheet[PointSource.LEFTOVERS]
            yield phrase("score.unused", fate=fate, rest=rest)


def _parts(view: View, seat: SeatView) -> Phrase:
    """The points of a seat in all, and until the game is over those of them that are scored."""
    total = points_phrase(view.expected(seat.seat))
    return total if view.result else phrase("score.parts", total=total, scored=seat.score)


def _sources(seat: SeatView, wanted: Container[PointSource]) -> tuple[Phrase, ...]:
    return tuple(
        phrase("score.source", source=source, points=points)
        for source, points in seat.sheet.points
        if points and source in wanted
    )


def result_lines(game: Game, people: tuple[Person, ...], words: Catalog) -> tuple[Phrase, ...]:
    """Return who has won a game that is over, everybody's points, and why it ended."""
    view, result = game.view(), game.result
    assert result is not None, "the game is over"
    names = names_of(people, len(view.seats), words)
    totals = tuple(
        phrase("result.total", who=names[seat.seat], points=seat.sheet.total)
        for seat in sorted(view.seats, key=lambda city: -city.sheet.total)
    )
    summed = phrase("result.totals", totals=totals, reason=result.reason)
    return (*_verdict(game, people, names), summed)


def winners_of(game: Game, people: Sequence[Person]) -> tuple[Seat, ...]:
    """The seats that have won, or those of substitutes where nobody played to the end."""
    stayed = tuple(seat for seat, person in enumerate(people) if person.competes)
    return leaders(game.view(), stayed or range(len(people)))[0]


def _verdict(game: Game, people: Sequence[Person], names: Names) -> Iterator[Phrase]:
    """Yield the leader; of a finished game, the winner among those who played to the end."""
    stayed = tuple(seat for seat, person in enumerate(people) if person.competes)
    if game.result is None or len(stayed) == len(people):
        yield _winners(game, tuple(names), names)
    elif len(stayed) > 1:
        yield _winners(game, stayed, names)
        yield phrase("result.left")
    elif stayed:
        yield phrase("result.alone", names=tuple(names[seat] for seat in stayed))
    else:
        yield phrase("result.nobody")


def _winners(game: Game, seats: Sequence[Seat], names: Names) -> Phrase:
    over = game.result is not None
    winners, beaten = leaders(game.view(), seats)
    if game.options.solo and len(winners) > 1:
        return phrase("result.draw" if over else "score.draw")
    key = "won_tie" if beaten or (len(winners) > 1 and not over) else "won"
    return phrase(
        f"result.{key}" if over else f"score.{key}",
        n=len(winners),
        names=tuple(names[seat] for seat in winners),
        others=tuple(names[seat] for seat in beaten),
    )


def status_page(game: Game, people: tuple[Person, ...], words: Catalog) -> Prompt:
    """The standing of everybody, as a page, which leads to the whole table in words."""
    more = (
        Button(words.say("status.left"), ShowWhatIsLeft()),
        Button(words.say("table_button.words"), ReadOn(0)),
    )
    return Prompt(status_text(game, people, words), (more,))


def left_page(game: Game, people: tuple[Person, ...], words: Catalog) -> Prompt:
    """The Common Tasks and the pieces that are left, as a page that leads back to the standing."""
    view = game.view()
    lines = (
        phrase("status.common_heading"),
        *_common_lines(view, names_of(people, len(view.seats), words)),
        phrase("status.left_heading"),
        *_left_lines(view),
    )
    back = Button(words.say("table_button.status"), ShowStatus())
    return Prompt(_told(lines, words, TEXT_LIMIT), ((back,),))


def status_text(game: Game, people: tuple[Person, ...], words: Catalog) -> str:
    """Return the seat to move, everybody's progress, and who would win now near the end."""
    view = game.view()
    names = names_of(people, len(view.seats), words)
    lines = (
        _whose_turn(game, view, names),
        *_seat_lines(view, names),
        *(() if game.result else _end_lines(view, names)),
        *(_verdict(game, people, names) if game.result or view.end_is_near else ()),
    )
    return _told(lines, words, TEXT_LIMIT)


def _whose_turn(game: Game, view: View, names: Names) -> Phrase:
    if game.result is not None:
        return phrase("status.over", reason=game.result.reason)
    return phrase("status.to_move", turn=view.turn, who=names[view.seat])


def _seat_lines(view: View, names: Names) -> Iterator[Phrase]:
    for seat in view.seats:
        who, score, lit = names[seat.seat], _parts(view, seat), seat.bonfires
        if seat.is_tom:
            yield phrase("status.seat_tom", who=who, score=score, n=lit)
        else:
            yield phrase(
                "status.seat",
                who=who,
                score=score,
                n=lit,
                tiles=seat.tiles,
                resources=seat.resources,
            )


def _end_lines(view: View, names: Names) -> Iterator[Phrase]:
    """Yield the lines on the distance to the end."""
    if view.countdown is None:
        yield phrase("status.novices", sent=view.novices_sent, needed=view.novices_needed)
    elif view.countdown.stack:
        yield phrase("status.countdown", stack=view.countdown.stack)
    else:
        yield phrase("status.countdown_last")
    for seat in view.seats:
        if seat.passed:
            yield phrase("status.passed", who=names[seat.seat])
        elif seat.turns_left is not None:
            yield phrase("status.turns_left", who=names[seat.seat], n=seat.turns_left)
    if view.tom is not None:
        yield phrase("status.tom", turned=view.tom.turned)


def _common_lines(view: View, names: Names) -> Iterator[Phrase]:
    for number, common in enumerate(view.common):
        yield phrase(
            "status.common",
            common=common.common,
            progress=tuple(_progress(seat, number, names) for seat in view.seats),
            neutral=phrase("status.neutral_waits" if common.neutral else "status.neutral_gone"),
        )


def _progress(seat: SeatView, number: int, names: Names) -> Phrase:
    progress, who = seat.common[number], names[seat.seat]
    if progress.met:
        return phrase("status.common_met", who=who)
    return phrase("status.common_progress", who=who, have=progress.have, need=progress.need)


def _left_lines(view: View) -> Iterator[Phrase]:
    count = Counter(portal for space in view.wheel for portal in space.portals)
    portals = (phrase("status.portal", portal=kind, n=n) for kind, n in sorted(count.items()))
    yield phrase("status.portals", portals=tuple(portals))
    yield from _paths_left(view)
    guardians = tuple(
        phrase("status.guardian", guardian=place.island.guardian, n=place.guardians)
        for place in view.islands
        if place.island.guardian is not None
    )
    yield phrase("status.guardians", guardians=guardians)
    pile = view.specialists_left
    yield phrase("status.specialists", n=len(pile), gnomes=tuple(pile))


def _paths_left(view: View) -> Iterator[Phrase]:
    """The path tiles in the display and the piles, by crystal and resource."""
    left = Counter(tile for tile in view.path_display if tile is not None)
    left.update(dict(view.paths_left))
    for color in Color:
        tiles = tuple(
            Counted(resource, count)
            for resource in Resource
            if (count := left[PathTile(color, resource)])
        )
        yield phrase("status.paths", color=color, tiles=tiles)


def log_page(  # noqa: PLR0913 - the game, how it is read, and what features add
    game: Game,
    logged: Iterable[LoggedMove],
    people: tuple[Person, ...],
    words: Catalog,
    page: int,
    *,
    offers: Offers = NO_OFFERS,
) -> Prompt:
    """A page of what has happened, turn by turn, the newest first.

    Features add menus of its turns, but for those that were taken back.
    """
    names = names_of(people, game.options.seats, words)
    marked = (_without_seated(move, people) for move in logged)
    turns = groupby(marked, key=lambda move: (move.move.turn, move.taken_back))
    blocks = [tuple(turn) for _, turn in turns][::-1]
    pages = packed((_turn_text(game, block, names, words) for block in blocks), _PAGE_ROOM)
    if not pages:
        return Prompt(words.say("log.empty"))
    number = min(max(page, 0), len(pages) - 1)
    text = _page_text(words.say("log.heading"), pages, number, words)
    beside = _page_turns(("log.newer", "log.older"), number, len(pages), TurnLogPage, words)
    first = sum(map(len, pages[:number]))
    told = blocks[first : first + len(pages[number])]
    standing = {block[0].move.turn for block in told if block[0].taken_back is None}
    shown = tuple(turn for turn in reversed(history(game).turns) if turn.number in standing)
    menus = (menu for make in offers.told for menu in make(shown, game, people, words))
    return Prompt(text, (*beside, *menus))


def _without_seated(logged: LoggedMove, people: Sequence[Person]) -> LoggedMove:
    """A move as it is marked: of a bot that sits there itself nothing needs to be said."""
    return replace(logged, by_bot=logged.by_bot and people[logged.move.seat].level is None)


def _turn_text(game: Game, block: tuple[LoggedMove, ...], names: Names, words: Catalog) -> str:
    def tell(words: Catalog) -> tuple[str, ...]:
        return tuple(_turn_lines(game, block, names, words))

    return "\n".join(with_symbols(tell, words, _PAGE_ROOM - 1))


def _turn_lines(
    game: Game, block: tuple[LoggedMove, ...], names: Names, words: Catalog
) -> Iterator[str]:
    first = block[0]
    slots = {"turn": first.move.turn, "who": names[first.move.seat]}
    marks = [words.say("log.by_bot")] if any(logged.by_bot for logged in block) else []
    marks += [words.say("log.taken_back")] if first.taken_back is not None else []
    if marks:
        yield words.say("log.marked", marks=", ".join(marks), **slots)
    else:
        yield words.say("log.turn", **slots)
    events = (event for logged in block for event in logged.move.events)
    yield from narrate(events, names, game.box, words)


def _joined(lines: tuple[Phrase, ...], words: Catalog) -> str:
    return clip(_told(lines, words, TEXT_LIMIT), TEXT_LIMIT)


def _told(lines: tuple[Phrase, ...], words: Catalog, room: int) -> str:
    """Lines as one text, with symbols where they have room."""
    return "\n".join(with_symbols(lambda words: tuple(map(words.spell, lines)), words, room))


def described_page(text: str, page: int, words: Catalog) -> Prompt:
    """A page of a long text, from 0, with buttons to the pages beside it."""
    pages = pages_of(text, _PAGE_ROOM)
    number = min(max(page, 0), len(pages) - 1)
    keys = ("button.previous", "button.next")
    beside = _page_turns(keys, number, len(pages), ReadOn, words)
    return Prompt(_page_text(words.say("shell.described"), pages, number, words), beside)


def _page_text(heading: str, pages: Sequence[Sequence[str]], number: int, words: Catalog) -> str:
    lines = (page_heading(heading, number, len(pages), words), *pages[number])
    return clip("\n".join(lines), TEXT_LIMIT)


def _page_turns(
    keys: tuple[str, str],
    number: int,
    pages: int,
    turn_to: Callable[[int], ButtonValue],
    words: Catalog,
) -> tuple[tuple[Button, ...], ...]:
    """Return the row of the buttons to the pages beside one, by their keys; none without any."""
    buttons = tuple(
        Button(words.say(key, page=to + 1), turn_to(to))
        for key, to in zip(keys, (number - 1, number + 1), strict=True)
        if 0 <= to < pages
    )
    return (buttons,) if buttons else ()
