"""Messages that call somebody to a game, and those about how to go on without them."""

from collections.abc import Collection, Sequence
from math import ceil
from typing import Final

from bot.model import buttons, messages, turn_clock
from bot.model.channel_loss import NOWHERE, loss_of
from bot.model.links import jump_link
from bot.model.people import Person, escape_markdown, seat_name
from bot.model.rows import NOBODY, GameLine, PersonRow
from bot.present.posts.channel_posts import linked, lost_line, table_link
from bot.words import Catalog
from bot.words.text import clip, in_one_line

_SHORT_NOTE: Final = 100
"""Characters of a note in a list, where its beginning stands in one line."""
_ROOM_FOR_MORE: Final = 100
"""Characters kept for the number of games that are not listed."""


def direct_notice(link: str, words: Catalog) -> messages.Post:
    """The direct message to the person to move, with a link to the table."""
    links = (table_link(link, words),)
    return messages.Post(words.say("notice.direct"), (_turn_row(words),), links=links)


def late_notice(who: Person, clock: turn_clock.TurnClock, words: Catalog) -> messages.Post:
    """The mention that had to wait for the end of quiet hours or of an absence."""
    text = words.say("notice.late", mention=who.mention)
    if clock.passes:
        text = f"{text} {words.say('turn.passes_itself')}"
    return messages.Post(text, (_turn_row(words),))


def reminder(
    who: Person, clock: turn_clock.TurnClock, decide: int | None, words: Catalog
) -> messages.Post:
    """A reminder; with the turn number `decide` also the ways to go on without the person."""
    since = moment(clock.since, words)
    if decide is None:
        text = words.say("notice.reminder", mention=who.mention, since=since)
        return messages.Post(text, (_turn_row(words),))
    text = words.say("notice.overdue", mention=who.mention, since=since)
    return messages.Post(text, (_turn_row(words), ways_row(decide, words)))


def vote_post(who: Person, clock: turn_clock.TurnClock, turn: int, words: Catalog) -> messages.Post:
    """The question how to go on without a person."""
    text = words.say("vote.question", who=who.name, since=moment(clock.since, words))
    return messages.Post(text, (ways_row(turn, words),))


def ways_row(turn: int, words: Catalog) -> tuple[messages.Button, ...]:
    """The ways to go on without the person whose turn it is."""
    return tuple(
        messages.Button(words.say(f"vote.button.{way}"), buttons.CastVote(turn, way))
        for way in turn_clock.VoteOption
    )


def free_seat_post(who: Person, vote: int, words: Catalog) -> messages.Post:
    """A seat that anybody may take."""
    button = messages.Button(words.say("vote.take_seat"), buttons.TakeSeat(vote), messages.Style.GO)
    return messages.Post(words.say("vote.free_seat", who=who.name), ((button,),))


def moment(at: float, words: Catalog) -> str:
    """A moment as Discord shows it to each reader: in their language, counted from now."""
    return words.say("notice.moment", at=str(int(at)))


def games_page(
    person: int, games: Sequence[GameLine], words: Catalog, asleep: Collection[int] = ()
) -> messages.Prompt:
    """The running games of a person, those that wait for them first, and the ways to them.

    `asleep` are the threads that are being woken.
    """
    if not games:
        return messages.Prompt(words.say("mygames.none"))
    mine = sum(game.person == person for game in games)
    if mine:
        text = words.say("mygames.heading", n=len(games), mine=mine)
    else:
        text = words.say("mygames.heading_idle", n=len(games))
    if any(game.lost is not None for game in games):
        text = f"{text}\n{words.say('place.hint')}"
    if any(game.lost is None and game.channel in asleep for game in games):
        text = f"{text}\n{words.say('place.asleep')}"
    lines = [
        (_game_line(person, game, words, asleep=game.channel in asleep), _address(game))
        for game in games
    ]
    links: tuple[messages.LinkButton, ...] = ()
    rows = _withdrawals(games, words)
    if sum(map(len, rows)) < sum(bool(game.premoves) for game in games):
        text = f"{text}\n{words.say('mygames.withdraw')}"
    for listed, (line, link) in enumerate(linked(lines, words)):
        if len(text) + len(line) > messages.TEXT_LIMIT - _ROOM_FOR_MORE:
            more = words.say("mygames.more", n=len(games) - listed)
            return messages.Prompt(f"{text}\n{more}", rows, links=links)
        text, links = f"{text}\n{line}", (*links, *link)
    return messages.Prompt(text, rows, links=links)


def _withdrawals(
    games: Sequence[GameLine], words: Catalog
) -> tuple[tuple[messages.Button, ...], ...]:
    """Return the buttons that withdraw premoves, numbered as the lines of their games are.

    They stand above the links to the games, where these leave them room.
    """
    placed = [game for game in games if _address(game) is not None]
    row = tuple(
        messages.Button(
            _withdraw(n if len(placed) > 1 else None, words), buttons.WithdrawPremoves(game.game)
        )
        for n, game in enumerate(placed, 1)
        if game.premoves
    )
    return messages.in_rows(row)[
        : max(0, messages.ROW_LIMIT - ceil(len(placed) / messages.BUTTONS_IN_ROW))
    ]


def _withdraw(n: int | None, words: Catalog) -> str:
    if n is None:
        return words.say("table_button.withdraw")
    return words.say("table_button.withdraw_numbered", n=n)


def _game_line(person: int, game: GameLine, words: Catalog, *, asleep: bool) -> str:
    line = _whose_turn(person, game, words)
    if game.lost is not None:
        line = lost_line(line, game.lost, words)
    elif asleep:
        line = words.say("place.asleep_line", line=line)
    if game.premoves:
        line = words.say("premove.listed", n=game.premoves, line=line)
    note = clip(escape_markdown(in_one_line(game.note)), _SHORT_NOTE)
    return f"{line}\n> {note}" if game.note else line


def _whose_turn(person: int, game: GameLine, words: Catalog) -> str:
    where = _where(game, words)
    if game.name is None or game.since is None:
        return words.say("mygames.unknown", here=where)
    since = moment(game.since, words)
    if game.person == person:
        return words.say("mygames.yours", here=where, since=since)
    name = escape_markdown(game.name)
    sits = PersonRow(NOBODY if game.seated is None else game.seated, name)
    return words.say("mygames.theirs", here=where, who=seat_name(sits, words), since=since)


def _where(game: GameLine, words: Catalog) -> str:
    if _address(game) is None:
        return words.say("place.nowhere")
    return words.say("mygames.here", channel=str(game.channel))


def _address(game: GameLine) -> str | None:
    """Return the address of a game; None where its place is gone."""
    if game.lost is not None and loss_of(game.lost) in NOWHERE:
        return None
    return jump_link(game.guild, game.channel, game.message)


def _turn_row(words: Catalog) -> tuple[messages.Button, ...]:
    turn = messages.Button(words.say("table_button.turn"), buttons.TakeTurn(), messages.Style.GO)
    return (turn, messages.Button(words.say("table_button.since"), buttons.ShowSince()))
