"""A position of the past, for one person: its last turn explained by the rules, and the table then.

A `Game` here is one as it stood when a message was posted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.buttons import ShowBoardThen, ShowCityThen
from bot.model.messages import LABEL_LIMIT, TEXT_LIMIT, Button, Prompt, in_rows
from bot.model.offers import WayIn
from bot.model.people import Person, names_of
from bot.model.pictures import picture_of
from bot.present.narration import narrate_deeds
from bot.present.posts.turn_story import seat_seen
from bot.present.rules_lookup import Entry, entries
from bot.present.rules_used import NO_OPTION, RuleFinder
from bot.words import Catalog
from bot.words.text import clip, fitted, quoted
from engine import Game, Move
from engine.events import Event
from engine.history import history
from engine.ids import Seat


@dataclass(slots=True)
class _Quote:
    """A rule below what was done by it; one that was quoted above, or has no room, is named."""

    entry: Entry
    words: Catalog
    named_only: bool

    @property
    def text(self) -> str:
        """The text of the paragraph."""
        if self.named_only:
            told = self.words.say("explain.named", title=self.entry.title)
        else:
            rule = {"title": self.entry.title, "text": self.entry.text}
            told = self.words.say("explain.rule", **rule)
        return quoted(told)


def explained_turn(game: Game, people: tuple[Person, ...], words: Catalog) -> str:
    """The last turn that had begun, told thing by thing, each with the rules that it used."""
    moves = _last_turn(game)
    if not moves:
        key = "nothing" if game.restored_at is None else "forgotten"
        return words.say(f"explain.{key}")
    text = _joined(_lines(game, moves, people, words.pictured))
    return text if len(text) <= TEXT_LIMIT else _short(_lines(game, moves, people, words), words)


def _short(lines: Sequence[str | _Quote], words: Catalog) -> str:
    """Return the last turn within a message: the longest rules without room are only named."""
    more = words.say("explain.more")
    quotes = [line for line in lines if isinstance(line, _Quote)]
    text = _joined(lines)
    while len(text) > TEXT_LIMIT:
        told = [quote for quote in quotes if not quote.named_only]
        if not told:
            return clip("\n".join(_story(lines)), TEXT_LIMIT)
        max(told, key=lambda quote: len(quote.text)).named_only = True
        text = _joined((*lines, more))
    return text


def _story(lines: Sequence[str | _Quote]) -> tuple[str, str]:
    """A turn that leaves no room for rules: its heading, and its end."""
    heading, *told = (line for line in lines if isinstance(line, str))
    return heading, fitted(tuple(told), TEXT_LIMIT - len(heading) - 1)


def _joined(lines: Sequence[str | _Quote]) -> str:
    return "\n".join(line.text if isinstance(line, _Quote) else line for line in lines)


def _lines(
    game: Game, moves: Sequence[Move], people: tuple[Person, ...], words: Catalog
) -> tuple[str | _Quote, ...]:
    """Return the turn's owner and its deeds, each with its rules below."""
    listed = {entry.token: entry for entry in entries(game.box, words)}
    names = names_of(people, game.options.seats, words)
    heading = words.say("explain.heading", turn=moves[0].turn, who=names[moves[0].seat])
    finder = RuleFinder(game.box, len(people) if game.options.solo else None)
    lines, quoted = list[str | _Quote](), set[str]()
    for told in narrate_deeds(_events(moves), names, game.box, words):
        rules = finder.rules_of(told.heard)
        lines += told.lines
        if told.lines:
            lines += (_Quote(listed[rule], words, rule in quoted) for rule in rules)
            quoted.update(rules)
    # Only who has no option left ends a turn without having done anything.
    return heading, *(lines or [_Quote(listed[NO_OPTION], words, named_only=False)])


def table_then(
    game: Game,
    people: tuple[Person, ...],
    words: Catalog,
    offers: tuple[WayIn, ...] = (),
    *,
    wanted: ShowBoardThen | ShowCityThen | None = None,
) -> Prompt:
    """Return the board or a city, that which the last turn changed most unless one is wanted.

    Its buttons lead to all others, and to what is offered for the turn.
    """
    view, moves = game.view(), _last_turn(game)
    names = names_of(people, game.options.seats, words)
    mover = moves[0].seat if moves else view.seat
    key = "then.after" if moves else "then.before"
    text = words.say(key, turn=moves[0].turn if moves else view.turn, who=names[mover])
    match wanted:
        case ShowCityThen(seat):
            shown: Seat | None = seat
        case ShowBoardThen():
            shown = None
        case _:
            shown = seat_seen(next(reversed(history(game).turns), None))
    picture = picture_of(view, shown)
    others = [
        Button(clip(words.say("table_button.city", who=name), LABEL_LIMIT), ShowCityThen(seat))
        for seat, name in names.items()
        if seat != shown
    ]
    if shown is not None:
        others.insert(0, Button(words.say("table_button.board"), ShowBoardThen()))
    offered = (offer.button(words) for offer in offers)
    return Prompt(text, in_rows((*others, *offered)), picture, _events(moves))


def _last_turn(game: Game) -> tuple[Move, ...]:
    """The answers of the last turn that had begun, with Tom's card after it."""
    return game.moves[game.turn_starts[-1] :] if game.turn_starts else ()


def _events(moves: Sequence[Move]) -> tuple[Event, ...]:
    return tuple(event for move in moves for event in move.events)
