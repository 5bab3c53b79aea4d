"""A finished turn, whose turn it is, the result, a table before the start, and how to play."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.model import buttons
from bot.model.button_choices import TableOption
from bot.model.button_forms import ButtonValue
from bot.model.finished_buttons import AskForFilm, AskForPage, AskForReview
from bot.model.messages import (
    LABEL_LIMIT,
    PARAGRAPH,
    POST_LIMIT,
    Button,
    Lobby,
    Picture,
    PictureKind,
    Post,
    Style,
    in_rows,
    paragraphs,
)
from bot.model.people import Person
from bot.present.names import names_of
from bot.present.narration import narrate
from bot.present.posts.invitations import guest_lines
from bot.present.posts.score_pages import result_lines, winners_of
from bot.present.posts.turn_story import turn_story
from bot.words import Catalog, Phrase, phrase
from bot.words.pieces import holdings_phrase, points_phrase
from bot.words.symbols import with_symbols
from bot.words.text import clip, fitted
from engine import Game
from engine.actions import EndTurn, Pass
from engine.agenda import TomTaskChoice, TurnChoice
from engine.events import (
    Event,
    FatePlaced,
    GameEnded,
    GuardianMoved,
    OfferingRevealed,
    ResourcesChanged,
    TaskPlaced,
    TilesChanged,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)
from engine.ids import Seat
from engine.view import View

_EXPLAINED: Final = tuple(option for option in TableOption if option is not TableOption.THREAD)
"""The options of a table that do not explain themselves."""
_MOST_PLAYERS: Final = 4
_FEWEST_PLAYERS: Final = 2
_ROOM_FOR_THE_REST: Final = 1200
"""Characters of a public message kept for what stands around the story."""
_ROOM_FOR_THANKS: Final = 500
"""Those of them for the last words of a game."""

_NOT_IN_A_CITY: Final = (TurnBegan, TurnEnded, TurnSkipped)
"""Events that change nothing of a city."""
_NOT_ON_THE_BOARD: Final = (
    *_NOT_IN_A_CITY,
    TilesChanged,
    ResourcesChanged,
    FatePlaced,
    TaskPlaced,
    GuardianMoved,
    OfferingRevealed,
)
"""Events that the main board does not show."""
_ALONE: Final[Mapping[str, ButtonValue]] = {
    "board": buttons.ShowBoard(),
    "status": buttons.ShowStatus(),
    "log": buttons.ShowLog(),
    "score": buttons.ShowScore(),
    "replay": buttons.ReplayPost(),
}
_TOGETHER: Final[Mapping[str, ButtonValue]] = {**_ALONE, "since": buttons.ShowSince()}
"""The things to look at; Tom's deeds are told together with one's own turn."""


def turn_post(
    game: Game, first: int, people: tuple[Person, ...], words: Catalog, *, brief: bool = False
) -> Post:
    """The moves from number `first` on, told and shown, and who is next or who has won.

    It appears in the colour of who played, or of who has won. A `brief` post leaves out the small
    print, which says more than somebody new can read at once.
    """
    view, moves = game.view(), game.moves[first:]
    happened = (event for move in moves for event in move.events)
    # The text beside the result says why the game is over.
    events = tuple(event for event in happened if not isinstance(event, GameEnded))
    names = names_of(people, game.options.seats, words)
    room = POST_LIMIT - _ROOM_FOR_THE_REST

    def tell(words: Catalog) -> tuple[str, ...]:
        lines = turn_story(events, names, game.box, words)
        return tuple(str(line) for line in lines if not (brief and line.small))

    story = fitted(with_symbols(tell, words, room), room)
    if game.result is not None:
        result = _result_post(game, people, words, story)
        thanks = clip(_thanks(people, words), _ROOM_FOR_THANKS)
        return replace(result, ping=tuple(range(len(people))), foot=thanks)
    below = _ping(game, view, people, words)
    mover = moves[0].seat if moves else view.seat
    pictures = _pictures(view, events, mover)
    return Post(
        text=story,
        rows=_buttons(game, people, pictures, words),
        pictures=pictures,
        ping=_pinged(game),
        foot=clip(below, POST_LIMIT - len(PARAGRAPH) - len(story)),
        accent=mover,
    )


def _result_post(game: Game, people: tuple[Person, ...], words: Catalog, story: str = "") -> Post:
    """Return the winner, the score sheet, the winners' cities, and the story of the last turn."""
    view, winners = game.view(), winners_of(game, people)
    pictures = (
        Picture(PictureKind.FINAL, view),
        *(Picture(PictureKind.CITY, view, seat) for seat in winners),
    )
    heading = "\n".join(map(words.spell, result_lines(game, people, words)))
    room = POST_LIMIT - len(PARAGRAPH) - len(heading) - _ROOM_FOR_THANKS
    return Post(
        text=paragraphs(heading, clip(story, room)),
        rows=_buttons(game, people, pictures, words),
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


def turn_notice(game: Game, people: tuple[Person, ...], words: Catalog) -> Post:
    """Announce the next turn with the board and that city; before the first answer, the start."""
    if game.result is not None:
        return _result_post(game, people, words)
    view, begins = game.view(), ""
    foot = _ping(game, view, people, words)
    if not game.move_count:
        begins = _begins(game, view, people, words)
    seat = game.waiting.seat if game.waiting else view.seat
    pictures = (Picture(PictureKind.BOARD, view), Picture(PictureKind.CITY, view, seat))
    rows = _buttons(game, people, pictures, words)
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


def ended_post(text: str, game: Game, people: tuple[Person, ...], words: Catalog) -> Post:
    """Return the post of a game that ended before its time, with the buttons of a finished one."""
    return Post(text, _buttons(game, people, (), words, over=True))


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
    main = game.legal_actions() if isinstance(waiting.decision, TurnChoice) else ()
    if any(isinstance(action, Pass) for action in main) and EndTurn() in main:
        points = points_phrase(me.pass_points or 0)
        return words.say("turn.ping_no_option", mention=mention, points=points)
    call = words.say("turn.ping", mention=mention)
    if me.turns_left is not None:
        call = words.say("turn.ping_countdown", mention=mention, n=me.turns_left)
    return f"{call} {words.pictured.spell(holdings_phrase(me.tiles, me.resources))}"


def _pictures(view: View, events: tuple[Event, ...], mover: Seat) -> tuple[Picture, ...]:
    """The main board and the cities that changed, the mover's first."""
    board = any(not isinstance(event, _NOT_ON_THE_BOARD) for event in events)
    cities = {event.seat for event in events if not isinstance(event, _NOT_IN_A_CITY)}
    ordered = sorted(cities, key=lambda seat: (seat != mover, seat))
    main = (Picture(PictureKind.BOARD, view),) if board else ()
    return (*main, *(Picture(PictureKind.CITY, view, seat) for seat in ordered))


def _buttons(
    game: Game,
    people: tuple[Person, ...],
    pictures: tuple[Picture, ...],
    words: Catalog,
    *,
    over: bool = False,
) -> tuple[tuple[Button, ...], ...]:
    """The button of a person's turn, or of the next game, and those to look at this one."""
    row = list(_looks(game, people, pictures, words))
    if over or game.waiting is None:
        row.insert(0, _button(phrase("rematch.button"), buttons.AskRematch(), words, Style.GO))
        if game.result is not None:
            row += [
                _button(phrase("review.button.open"), AskForReview(), words),
                _button(phrase("film.button"), AskForFilm(), words),
                _button(phrase("game_page.button"), AskForPage(), words),
            ]
    elif not people[game.waiting.seat].bot:
        label = words.say("table_button.turn")
        row.insert(0, Button(label, buttons.TakeTurn(), Style.GO, symbol="bonfire"))
    return in_rows(row)


def _looks(
    game: Game, people: tuple[Person, ...], pictures: tuple[Picture, ...], words: Catalog
) -> Iterator[Button]:
    """The buttons of the cities that are not shown, and the look-ups."""
    shown = {picture.seat for picture in pictures}
    for seat, name in names_of(people, game.options.seats, words).items():
        if seat not in shown:
            yield _button(phrase("table_button.city", who=name), buttons.ShowCity(seat), words)
    for name, value in (_ALONE if game.options.solo else _TOGETHER).items():
        yield _button(phrase(f"table_button.{name}"), value, words)


def _button(
    label: Phrase, value: ButtonValue, words: Catalog, style: Style = Style.PLAIN
) -> Button:
    return Button(clip(words.spell(label), LABEL_LIMIT), value, style)


def lobby_post(lobby: Lobby, words: Catalog) -> Post:
    """A table before the start: who sits there, its options, and the buttons of both."""
    names = tuple(person.name for person in lobby.people)
    heading, hint = _lobby_heading(lobby), _lobby_hint(lobby)
    people = phrase("lobby.people", n=len(names), names=names)
    lines = (heading, people, *guest_lines(lobby), hint, *map(_option_line, _EXPLAINED))
    no = _button(phrase("table_button.decline"), buttons.DeclineInvitation(), words)
    seats = (
        _button(phrase("table_button.join"), buttons.JoinLobby(), words, Style.MAIN),
        _button(phrase("table_button.leave"), buttons.LeaveLobby(), words),
        *((no,) if lobby.guests or lobby.awaited else ()),
        _start_button(lobby, words),
    )
    options = tuple(_option(option, lobby, words) for option in TableOption)
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
        names = tuple(person.name for person in lobby.awaited)
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
    on = lobby.thread if option is TableOption.THREAD else getattr(lobby.options, option)
    state = "option_on" if on else "option_off"
    label = phrase(f"table_button.{state}", option=phrase(f"table_option.{option}"))
    return _button(label, buttons.ToggleOption(option), words, Style.MAIN if on else Style.PLAIN)
