"""A tournament in words: who takes part before it begins, and how its seats compare in the end."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.features.tournament import values
from bot.model import messages, rows
from bot.model.people import escape_markdown, in_slot, seat_name
from bot.words import Catalog
from bot.words.text import clip

_NAME_LIMIT: Final = 20
"""Characters of a name in the lists."""


def gathering_prompt(tournament: values.Tournament, words: Catalog) -> messages.Prompt:
    """Return the list of people so far, the number of tables, and the buttons for all."""
    names = tuple(_name(one, words) for one in tournament.members)
    lines = [
        words.say("tournament.heading", host=names[0]),
        words.say("tournament.people", n=len(names), names=names),
        words.say("tournament.what"),
    ]
    if len(names) < values.FEWEST_PEOPLE:
        lines.append(words.say("tournament.wait", host=names[0]))
    else:
        tables = tournament.wanted_tables
        lines.append(words.say("tournament.ready", n=tables, seats=tournament.seats))
        if bots := tournament.missing_bots:
            lines.append(words.say("tournament.bots", n=bots, level=tournament.level))
    number = tournament.id
    buttons = (
        messages.Button(
            words.say("table_button.join"), values.JoinTournament(number), messages.Style.MAIN
        ),
        messages.Button(words.say("tournament.leave"), values.LeaveTournament(number)),
        messages.Button(
            words.say("table_button.start"),
            values.StartTournament(number),
            messages.Style.GO,
            disabled=len(names) < values.FEWEST_PEOPLE,
        ),
    )
    return messages.Prompt("\n".join(lines), (buttons,))


def begun_text(tournament: values.Tournament, words: Catalog) -> str:
    """Return the people of each table, once all have begun."""
    tables = (
        words.say(
            "tournament.table",
            table=str(number + 1),
            names=tuple(_name(one, words) for one in tournament.players(number)),
        )
        for number in range(tournament.tables)
    )
    return "\n".join((words.say("tournament.begun"), *tables))


def results_text(tables: Sequence[values.TournamentTable], words: Catalog) -> str:
    """Each seat compared with the same seat elsewhere, and who did best; names are in slots."""
    seats = values.compared(tables)
    lines = [words.say("tournament.over", n=len(tables)), *_lines(seats, words)]
    lines += [
        words.say("tournament.given_up", table=str(table.number + 1))
        for table in tables
        if table.totals is None
    ]
    lines += [
        words.say(
            "tournament.left", who=_slot(table.players[seat], words), table=str(table.number + 1)
        )
        for table in tables
        for seat, points in enumerate(table.totals or ())
        if points is None
    ]
    if any(one.most for one in seats):
        lines.append(words.say("tournament.how"))
        best = max(one.matchpoints for one in seats)
        names = tuple(_slot(one.player, words) for one in seats if one.matchpoints == best)
        lines.append(words.say("tournament.best", n=len(names), names=names))
    elif seats:
        lines.append(words.say("tournament.alone"))
    return clip("\n".join(lines), messages.POST_LIMIT)


def _lines(seats: Sequence[values.TournamentSeat], words: Catalog) -> Iterator[str]:
    for seat, same in groupby(seats, key=lambda one: one.seat):
        yield words.say("tournament.seat", seat=str(seat + 1))
        for one in same:
            who, table = _slot(one.player, words), str(one.table + 1)
            if not one.most:
                yield words.say("tournament.line_alone", who=who, table=table, points=one.points)
                continue
            yield words.say(
                "tournament.line",
                who=who,
                table=table,
                points=one.points,
                n=one.matchpoints,
                most=one.most,
            )


def _slot(player: rows.PersonRow, words: Catalog) -> str:
    name = _name(player, words)
    return in_slot(player.id, name) if player.id > rows.NOBODY else name


def _name(player: rows.PersonRow, words: Catalog) -> str:
    name = clip(seat_name(player, words), _NAME_LIMIT)
    return name if player.level is not None else escape_markdown(name)
