"""Pages of games that are over, the newest first, and of leaderboards, in words."""

from collections.abc import Collection, Iterator
from itertools import chain
from typing import Final

from bot.model import button_choices, buttons, messages, results
from bot.model.links import jump_link
from bot.model.people import bot_phrase, escape_markdown, tidied
from bot.model.seated_bots import level_of
from bot.present.posts.channel_posts import linked
from bot.words import Catalog, Phrase, phrase
from bot.words.text import clip, page_heading, signed

_NAME_LIMIT: Final = 20
"""Characters of a name in a list."""


def results_page(
    page: results.HistoryPage,
    wanted: results.HistoryQuery,
    words: Catalog,
    hidden: Collection[int] = (),
) -> messages.Prompt:
    """A page in words, with the buttons to the next ones.

    Results are for the whole server; no line leads to a place that is `hidden` from the viewer.
    """
    standings = messages.Button(
        words.say("standings.button"), buttons.ShowStandings(results.Board.TABLES, 0)
    )
    below = () if wanted.guild is None else ((standings,),)
    if not page.lines:
        return messages.Prompt(words.say("results.none"), below)
    heading = words.spell(_heading(page, wanted))
    told = linked([(_line(line, words), _address(line, hidden)) for line in page.lines], words)
    lines, links = zip(*told, strict=True)
    rows = (*_rows(page, wanted, words), *below)
    return messages.Prompt(
        "\n".join((heading, *lines)), rows, links=tuple(chain.from_iterable(links))
    )


def _heading(page: results.HistoryPage, wanted: results.HistoryQuery) -> Phrase:
    if wanted.person is None:
        return phrase("results.server")
    if wanted.person == wanted.viewer:
        return phrase("results.own")
    seats = (seat for line in page.lines for seat in line.seats)
    name = next(seat.name for seat in seats if seat.person == wanted.person)
    return phrase("results.of", who=_listed(name))


def _rows(
    page: results.HistoryPage, wanted: results.HistoryQuery, words: Catalog
) -> tuple[tuple[messages.Button, ...], ...]:
    edges = (
        (button_choices.Edge.NEWER, page.newer, page.lines[0]),
        (button_choices.Edge.OLDER, page.older, page.lines[-1]),
    )
    row = tuple(
        messages.Button(
            words.say(f"log.{edge}"), buttons.TurnResultsPage(wanted.person or 0, edge, line.id)
        )
        for edge, there, line in edges
        if there
    )
    return (row,) if row else ()


def _line(line: results.ResultLine, words: Catalog) -> str:
    day = phrase("results.day", at=str(int(line.ended)))
    seats = ", ".join(map(words.spell, _seats(line)))
    return words.say("results.line", day=day, seats=seats)


def _address(line: results.ResultLine, hidden: Collection[int]) -> str | None:
    if line.channel is None or line.channel in hidden:
        return None
    return jump_link(line.guild, line.channel, line.message)


def _seats(line: results.ResultLine) -> Iterator[Phrase]:
    yield from map(_seat, line.seats)
    if line.tom is not None:
        (person,) = line.seats
        tom = phrase("results.seat.played", who=phrase("term.tom"), points=line.tom)
        yield tom if person.won or person.shared else phrase("results.seat.winner", seat=tom)
    if line.handicap is not None:
        yield phrase("results.challenge", handicap=signed(line.handicap))


def _seat(seat: results.SeatLine) -> Phrase:
    if seat.name is None:
        return phrase("results.seat.somebody")
    who: str | Phrase = _listed(seat.name)
    if (level := level_of(seat.person)) is not None:
        who = bot_phrase(_listed(seat.name), level)
    part = "unplayed" if seat.part is results.Part.PRACTISED and seat.total is None else seat.part
    result = phrase(f"results.seat.{part}", who=who, points=seat.total or 0)
    return phrase("results.seat.winner", seat=result) if seat.won else result


def _listed(name: str | None) -> str:
    """A name as lists show it: short, and without formatting of its own."""
    return escape_markdown(clip(tidied(name or "") or "…", _NAME_LIMIT))


def standings_page(shown: results.BoardPage, words: Catalog) -> messages.Prompt:
    """A page of a leaderboard, with buttons to the pages beside it and to the other boards."""
    board, page = shown.board, shown.page
    lines = [_standing(line, words) for line in shown.lines]
    heading = page_heading(words.say(f"standings.heading.{board}"), page, shown.pages, words)
    links = {
        f"standings.{way}": buttons.ShowStandings(board, to)
        for way, to in (("before", page - 1), ("behind", page + 1))
        if 0 <= to < shown.pages
    }
    links |= {f"standings.show.{other}": buttons.ShowStandings(other, 0) for other in shown.others}
    row = tuple(messages.Button(words.say(key), link) for key, link in links.items())
    if not lines:
        lines = [words.say("standings.none")]
    else:
        if board is results.Board.BOTS:
            lines.append(words.say("standings.note"))
        lines.append(words.say("results.counts", n=results.FEWEST_TURNS))
    text = "\n".join((heading, *lines))
    return messages.Prompt(text, (row,) if row else ())


def _standing(
    line: results.Standing | results.SoloStanding | results.BotStanding, words: Catalog
) -> str:
    parts = list(_told(line, words))
    if line.best is not None:
        parts.append(phrase("standings.best", best=line.best))
    who = _listed(line.name)
    return words.say("standings.line", place=line.place, who=who, parts=tuple(parts))


def _told(
    line: results.Standing | results.SoloStanding | results.BotStanding, words: Catalog
) -> Iterator[Phrase]:
    if isinstance(line, results.SoloStanding):
        yield from _alone(line)
        return
    yield phrase("standings.games", wins=line.wins, n=line.games)
    if isinstance(line, results.BotStanding):
        for level, wins, games in line.against:
            yield phrase("standings.against", level=phrase(f"level.{level}"), wins=wins, n=games)
    elif line.means:
        means = (words.say(f"standings.with.{players}", mean=mean) for players, mean in line.means)
        yield phrase("standings.means", means=", ".join(means))


def _alone(line: results.SoloStanding) -> Iterator[Phrase]:
    if line.rung is not None:
        yield phrase("standings.rung", rung=signed(line.rung))
    if line.challenges:
        yield phrase("standings.challenges", wins=line.challenge_wins, n=line.challenges)
    if line.games:
        key = "others" if line.challenges else "games"
        yield phrase(f"standings.{key}", wins=line.wins, n=line.games)
    if line.mean is not None:
        yield phrase("standings.mean", mean=line.mean)
