"""A finished turn, whose turn it is, the result, a table before the start, and how to play."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.model import buttons
from bot.model.button_choices import SWITCHES, THREAD, TableOption
from bot.model.button_forms import ButtonValue
from bot.model.messages import (
    LABEL_LIMIT,
    PARAGRAPH,
    POST_LIMIT,
    Button,
    Lobby,
    Post,
    Prompt,
    Style,
    in_rows,
    paragraphs,
)
from bot.model.offers import NO_OFFERS, Offers
from bot.model.people import Person, names_of
from bot.model.pictures import Picture, PictureKind
from bot.present.narration import narrate
from bot.present.posts.invitations import guest_lines
from bot.present.posts.score_pages import result_lines, winners_of
from bot.present.posts.turn_story import turn_pictures, turn_story
from bot.words import Catalog, Phrase, phrase
from bot.words.pieces import holdings_phrase, points_phrase, with_symbols
from bot.words.text import clip, fitted
from engine import Game, Move
from engine.agenda import StartTileChoice, TomTaskChoice
from engine.events import Event, GameEnded
from engine.ids import Seat
from engine.view import View

_MOST_PLAYERS: Final = 4
_FEWEST_PLAYERS: Final = 2
_ROOM_FOR_THE_REST: Final = 1200
"""Characters of a public message kept for what stands around the story."""
_ROOM_FOR_THANKS: Final = 500
"""Those of them for the last words of a game."""

_LOOKS: Final[Mapping[str, ButtonValue]] = {
    "board": buttons.ShowBoard(),
    "status": buttons.ShowStatus(),
    "log": buttons.ShowLog(),
    "score": buttons.ShowScore(),
}
"""The things to look at, apart from cities."""


def turn_post(  # noqa: PLR0913 - the game, who reads it and how, and what features add
    game: Game,
    first: int,
    people: tuple[Person, ...],
    words: Catalog,
    offers: Offers = NO_OFFERS,
    *,
    brief: bool = False,
    planned: int | None = None,
) -> Post:
    """The moves from number `first` on, told and shown, and who is next or who has won.

    Turns of bots, and Tom's, have one line each, and so have those from number `planned` on, which
    were planned ahead. The post appears in the colour of who played first, or of who has won. A
    `brief` post leaves out the small print, which says more than somebody new can read at once.
    """
    view, moves = game.view(), game.moves[first:]
    start = game.move_count if planned is None else planned
    played, ahead = _events(game.moves[first:start]), _events(game.moves[start:])
    names = names_of(people, game.options.seats, words)
    bots = {seat for seat in names if seat >= len(people) or people[seat].bot}
    room = POST_LIMIT - _ROOM_FOR_THE_REST

    def tell(words: Catalog) -> tuple[str, ...]:
        lines = turn_story(played, names, game.box, words, bots)
        told = tuple(str(line) for line in lines if not (brief and line.small))
        short = turn_story(ahead, names, game.box, words, names)
        return (*told, *(words.say("premove.told", turn=str(line)) for line in short))

    story = fitted(with_symbols(tell, words, room), room)
    if game.result is not None:
        result = _result_post(game, people, words, offers, story)
        thanks = clip(_thanks(people, words), _ROOM_FOR_THANKS)
        return replace(result, ping=tuple(range(len(people))), foot=thanks)
    below = _ping(game, view, people, words)
    mover = moves[0].seat if moves else view.seat
    pictures = turn_pictures(view, moves)
    return Post(
        text=story,
        rows=_turn_rows(game, people, words, offers),
        pictures=pictures,
        ping=_pinged(game),
        foot=clip(below, POST_LIMIT - len(PARAGRAPH) - len(story)),
        accent=mover,
    )


def _events(moves: Sequence[Move]) -> tuple[Event, ...]:
    """Return the events of moves, but not the end: the text beside the result says why."""
    happened = (event for move in moves for event in move.events)
    return tuple(event for event in happened if not isinstance(event, GameEnded))


def _result_post(
    game: Game, people: tuple[Person, ...], words: Catalog, offers: Offers, story: str = ""
) -> Post:
    """Return the winner, the score sheet, all other pictures, and the story of the last turn."""
    view, winners = game.view(), winners_of(game, people)
    pictures = (Picture(PictureKind.FINAL, view), Picture(PictureKind.SHEET, view))
    heading = "\n".join(map(words.spell, result_lines(game, people, words)))
    room = POST_LIMIT - len(PARAGRAPH) - len(heading) - _ROOM_FOR_THANKS
    return Post(
        text=paragraphs(heading, clip(story, room)),
        rows=_last_rows(game, words, offers),
        pictures=pictures,
        accent=winners[0],
    )


def story_of(
    events: tuple[Event, ...], game: Game, people: tuple[Person, ...], words: Catalog
) -> str:
    """Return the story of the events, in so far as a post has room for it."""
    names = names_of(people, game.options.seats, words)
    room = POST_LIMIT - _ROOM_FOR_THE_REST
    told = with_symbols(lambda words: narrate(events, names, game.box, words), words, room)
    return fitted(told, room)


def turn_notice(
    game: Game, people: tuple[Person, ...], words: Catalog, offers: Offers = NO_OFFERS
) -> Post:
    """Announce the next turn with all pictures; before the first, the start."""
    if game.result is not None:
        return _result_post(game, people, words, offers)
    view, begins = game.view(), ""
    foot = _ping(game, view, people, words)
    if not game.move_count:
        begins = _begins(game, view, people, words)
    seat = game.waiting.seat if game.waiting else view.seat
    pictures = turn_pictures(view, ())
    rows = _turn_rows(game, people, words, offers)
    foot = clip(foot, POST_LIMIT - len(PARAGRAPH) - len(begins))
    return Post(begins, rows, pictures, _pinged(game), foot, accent=seat)


def _begins(game: Game, view: View, people: tuple[Person, ...], words: Catalog) -> str:
    """That the game begins, against whom for somebody who is alone, and with whose turn."""
    if game.options.solo:
        return words.say("turn.begins_solo")
    starter = names_of(people, game.options.seats, words)[view.starter]
    bots = tuple(person.name for person in people if person.level is not None)
    if len(bots) == len(people) - 1:
        return words.say("turn.begins_bots", names=bots, starter=starter)
    return words.say("turn.begins", starter=starter)


def ended_post(text: str, game: Game, words: Catalog, offers: Offers = NO_OFFERS) -> Post:
    """Return the post of a game that ended before its time."""
    return Post(text, _last_rows(game, words, offers))


def _thanks(people: tuple[Person, ...], words: Catalog) -> str:
    """A word to everybody who played: they may not know that it is over."""
    mentions = tuple(person.mention for person in people if not person.bot)
    return words.say("result.thanks", names=mentions) if mentions and len(people) > 1 else ""


def _pinged(game: Game) -> tuple[Seat, ...]:
    return (game.waiting.seat,) if game.waiting else ()


def _ping(game: Game, view: View, people: tuple[Person, ...], words: Catalog) -> str:
    """Return the call to the seat to move, with its holdings."""
    waiting = game.waiting
    if waiting is None:
        return ""
    if people[waiting.seat].bot:
        return words.say("turn.bot", who=people[waiting.seat].name)
    me, mention = view.seats[waiting.seat], people[waiting.seat].mention
    if isinstance(waiting.decision, TomTaskChoice):
        return words.say("turn.ping_tom", mention=mention)
    if game.only_passes:
        points = points_phrase(me.pass_points or 0)
        call = words.say("turn.ping_no_option", mention=mention, points=points)
        others_wait = sum(not person.bot for person in people) > 1
        return f"{call} {words.say('turn.passes_itself')}" if others_wait else call
    call = words.say("turn.ping", mention=mention)
    if isinstance(waiting.decision, StartTileChoice):
        return f"{call} {words.say('turn.first_tile')}"
    if me.turns_left is not None:
        call = words.say("turn.ping_countdown", mention=mention, n=me.turns_left)
    return f"{call}\n{words.pictured.spell(holdings_phrase(me.tiles, me.resources))}"


def _turn_rows(
    game: Game, people: tuple[Person, ...], words: Catalog, offers: Offers
) -> tuple[tuple[Button, ...], ...]:
    """The button of a person's turn, and the few with which people look at the game."""
    return in_rows(
        (
            *_take_turn(game, people, words),
            _look("board", words),
            _button(phrase("table_button.cities"), buttons.ShowCities(), words),
            *(offer.button(words) for offer in offers.turns),
            _more(words),
        )
    )


def _last_rows(game: Game, words: Catalog, offers: Offers) -> tuple[tuple[Button, ...], ...]:
    """The buttons of the next game, of the one that is over, and of what is kept of it."""
    kept = _button(phrase("keep.button"), buttons.ShowKeepsakes(), words)
    return in_rows(
        (
            *_rematch(words, offers),
            _look("board", words),
            _look("score", words),
            *(offer.button(words) for offer in offers.turns),
            _more(words) if game.result is None else kept,
        )
    )


def page_rows(  # noqa: PLR0913 - the game, who reads it, and the page itself
    game: Game,
    people: tuple[Person, ...],
    words: Catalog,
    offers: Offers,
    page: ButtonValue,
    *,
    over: bool,
    plays: bool,
) -> tuple[tuple[Button, ...], ...]:
    """All the buttons of a game, for a private page; not the one that leads to the `page` itself.

    A game can be `over` without a result. Only people who play in it have a turn there.
    """
    turn = _take_turn(game, people, words) if plays else ()
    shown = [
        *(_rematch(words, offers) if over else turn),
        *_cities(game, people, words),
        *(_look(name, words) for name in _LOOKS),
        *(offer.button(words) for offer in offers.turns),
    ]
    if not game.options.solo:  # there, a post tells Tom's card with one's own turn
        shown.append(_button(phrase("table_button.since"), buttons.ShowSince(), words))
    if game.result is not None:
        shown += (offer.button(words) for offer in offers.results)
    return in_rows([button for button in shown if button.value != page])


def in_words_first(
    rows: tuple[tuple[Button, ...], ...], words: Catalog
) -> tuple[tuple[Button, ...], ...]:
    """The buttons of a private page behind the ways to the game in words."""
    described = _button(phrase("table_button.words"), buttons.ReadOn(0), words, Style.MAIN)
    first = (described, _look("status", words))
    others = [button for row in rows for button in row if button.value != _LOOKS["status"]]
    return in_rows((*first, *others))


def keepsakes_page(words: Catalog, offers: Offers) -> Prompt:
    """The ways in which a game that is over can be kept, and looked at once more."""
    record = _button(phrase("keep.record"), buttons.AskForRecord(), words)
    offered = (offer.button(words) for offer in offers.results)
    return Prompt(words.say("keep.text"), in_rows((*offered, record)))


def _take_turn(game: Game, people: tuple[Person, ...], words: Catalog) -> tuple[Button, ...]:
    """The button of a person's turn; none where a bot is to move, or nobody."""
    if game.waiting is None or people[game.waiting.seat].bot:
        return ()
    label = words.say("table_button.turn")
    return (Button(label, buttons.TakeTurn(), Style.GO, symbol="bonfire"),)


def _rematch(words: Catalog, offers: Offers) -> tuple[Button, ...]:
    button = _button(phrase("rematch.button"), buttons.AskRematch(), words, Style.GO)
    return (button,) if offers.rematch else ()


def _more(words: Catalog) -> Button:
    return _button(phrase("table_button.more"), buttons.ShowMore(), words)


def _look(name: str, words: Catalog) -> Button:
    return _button(phrase(f"table_button.{name}"), _LOOKS[name], words)


def _cities(game: Game, people: tuple[Person, ...], words: Catalog) -> Iterator[Button]:
    for seat, name in names_of(people, game.options.seats, words).items():
        yield _button(phrase("table_button.city", who=name), buttons.ShowCity(seat), words)


def _button(
    label: Phrase, value: ButtonValue, words: Catalog, style: Style = Style.PLAIN
) -> Button:
    return Button(clip(words.spell(label), LABEL_LIMIT), value, style)


def lobby_post(lobby: Lobby, words: Catalog) -> Post:
    """A table before the start: who sits there, its options, and the buttons of both."""
    names = tuple(person.name for person in lobby.people)
    heading, hint = _lobby_heading(lobby), _lobby_hint(lobby)
    people = phrase("lobby.people", n=len(names), names=names)
    lines = (heading, people, *guest_lines(lobby), hint, *map(_option_line, SWITCHES))
    no = _button(phrase("table_button.decline"), buttons.DeclineInvitation(), words)
    seats = (
        _button(phrase("table_button.join"), buttons.JoinLobby(), words, Style.MAIN),
        _button(phrase("table_button.leave"), buttons.LeaveLobby(), words),
        *((no,) if lobby.guests or lobby.awaited else ()),
        _start_button(lobby, words),
    )
    options = tuple(_option(option, lobby, words) for option in (*SWITCHES, THREAD))
    return Post("\n".join(map(words.spell, lines)), (seats, options))


def _start_button(lobby: Lobby, words: Catalog) -> Button:
    """Return the button that starts the game; of a rematch also without the missing people."""
    if lobby.awaited and len(lobby.people) >= _FEWEST_PLAYERS:
        names = tuple(person.name for person in lobby.awaited)
        label = phrase("rematch.without", names=names)
        return _button(label, buttons.StartWithoutMissing(), words, Style.GO)
    return _button(phrase("table_button.start"), buttons.StartLobby(), words, Style.GO)


def _lobby_heading(lobby: Lobby) -> Phrase:
    if lobby.invited:
        return phrase("rematch.heading", names=tuple(person.name for person in lobby.invited))
    return phrase("lobby.heading", host=lobby.people[0].name)


def _lobby_hint(lobby: Lobby) -> Phrase:
    host, count = lobby.people[0].name, len(lobby.people)
    if lobby.awaited:
        names = tuple(person.mention for person in lobby.awaited)
        if count >= _FEWEST_PLAYERS:
            return phrase("rematch.awaited_enough", names=names, host=host)
        return phrase("rematch.awaited", n=len(names), names=names)
    hint = "more" if count < _FEWEST_PLAYERS else "full" if count == _MOST_PLAYERS else "ready"
    return phrase(f"lobby.hint_{'ready' if lobby.invited else hint}", host=host)


def _option_line(option: TableOption) -> Phrase:
    """Return the line on the effect of an option."""
    meaning = phrase(f"option_means.{option}")
    return phrase("lobby.option", option=phrase(f"table_option.{option}"), meaning=meaning)


def _option(option: TableOption, lobby: Lobby, words: Catalog) -> Button:
    on = lobby.thread if option == THREAD else getattr(lobby.options, option)
    state = "option_on" if on else "option_off"
    label = phrase(f"table_button.{state}", option=phrase(f"table_option.{option}"))
    return _button(label, buttons.ToggleOption(option), words, Style.MAIN if on else Style.PLAIN)
