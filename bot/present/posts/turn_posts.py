"""Public messages: a finished turn, whose turn it is, the result, a table before the start."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.model.buttons import (
    AskRematch,
    ButtonValue,
    JoinLobby,
    LeaveLobby,
    ShowBoard,
    ShowCity,
    ShowLog,
    ShowScore,
    ShowSince,
    ShowStatus,
    StartLobby,
    TableOption,
    TakeTurn,
    ToggleOption,
)
from bot.model.messages import (
    LABEL_LIMIT,
    POST_LIMIT,
    Button,
    Lobby,
    Picture,
    PictureKind,
    Post,
    Style,
)
from bot.model.people import Person
from bot.present.names import names_of
from bot.present.narration import narrate
from bot.present.posts.score_pages import score_text
from bot.words import Catalog, Phrase, phrase
from bot.words.pieces import holdings_phrase, points_phrase
from bot.words.text import clip, fitted
from engine import Game
from engine.actions import EndTurn, Pass
from engine.agenda import TomTaskChoice, TurnChoice
from engine.events import (
    Event,
    FatePlaced,
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

ROW: Final = 5
MOST_PLAYERS: Final = 4
FEWEST_PLAYERS: Final = 2
ROOM_FOR_THE_REST: Final = 1200
"""Characters of a public message kept for what stands below the story."""

NOT_ON_THE_BOARD: Final = (
    TilesChanged,
    ResourcesChanged,
    FatePlaced,
    TaskPlaced,
    GuardianMoved,
    OfferingRevealed,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)
"""Events that the main board does not show."""
NOT_IN_A_CITY: Final = (TurnBegan, TurnEnded, TurnSkipped)
"""Events that change nothing of a city."""
ALONE: Final[Mapping[str, ButtonValue]] = {
    "board": ShowBoard(),
    "status": ShowStatus(),
    "log": ShowLog(),
    "score": ShowScore(),
}
TOGETHER: Final[Mapping[str, ButtonValue]] = {**ALONE, "since": ShowSince()}
"""What can be looked at; what Tom does is told together with one's own turn."""


def turn_post(game: Game, first: int, people: tuple[Person, ...], words: Catalog) -> Post:
    """The moves from number `first` on, told and shown, and who is next or who has won."""
    view = game.view()
    names = names_of(people, len(view.seats), words)
    moves = game.moves[first:]
    events = tuple(event for move in moves for event in move.events)
    story = fitted(narrate(events, names, game.box, words), POST_LIMIT - ROOM_FOR_THE_REST)
    below = _end(game, people, words) if game.result else _ping(game, view, people, words)
    mover = moves[0].seat if moves else view.seat
    pictures = _pictures(view, events, mover)
    return Post(
        text=clip("\n\n".join(part for part in (story, below) if part), POST_LIMIT),
        rows=_buttons(game, people, pictures, words),
        pictures=pictures,
        ping=tuple(range(len(people))) if game.result else _pinged(game),
    )


def turn_notice(game: Game, people: tuple[Person, ...], words: Catalog) -> Post:
    """Whose turn it is, with the board and that city; before the first answer also the start."""
    view = game.view()
    names = names_of(people, len(view.seats), words)
    lines = []
    if not game.move_count and game.options.solo:
        lines.append(words.say("turn.begins_solo"))
    elif not game.move_count:
        lines.append(words.say("turn.begins", starter=names[view.starter]))
    lines.append(
        score_text(game, people, words) if game.result else _ping(game, view, people, words)
    )
    seat = game.waiting.seat if game.waiting else view.seat
    pictures = (Picture(PictureKind.BOARD, view), Picture(PictureKind.CITY, view, seat))
    rows = _buttons(game, people, pictures, words)
    return Post(clip("\n\n".join(lines), POST_LIMIT), rows, pictures, _pinged(game))


def ended_post(text: str, game: Game, people: tuple[Person, ...], words: Catalog) -> Post:
    """What is said of a game that ended before its time, with the buttons of one that is over."""
    names = names_of(people, game.options.seats, words)
    return Post(text, _rows((_rematch(words), *_looks(game, names, (), words))))


def _end(game: Game, people: tuple[Person, ...], words: Catalog) -> str:
    """The final score, and a word to everybody who played: they may not know that it is over."""
    score = score_text(game, people, words)
    mentions = tuple(person.mention for person in people if not person.bot)
    if len(people) == 1 or not mentions:
        return score
    return f"{score}\n\n{words.say('result.thanks', names=mentions)}"


def _pinged(game: Game) -> tuple[Seat, ...]:
    return (game.waiting.seat,) if game.waiting else ()


def _ping(game: Game, view: View, people: tuple[Person, ...], words: Catalog) -> str:
    """Whose turn it is, with what that seat holds."""
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
    if me.turns_left is not None:
        call = words.say("turn.ping_countdown", mention=mention, n=me.turns_left)
    else:
        call = words.say("turn.ping", mention=mention)
    return f"{call} {words.spell(holdings_phrase(me.tiles, me.resources))}"


def _pictures(view: View, events: Iterable[Event], mover: Seat) -> tuple[Picture, ...]:
    """The main board and the cities that changed, the mover's first."""
    all_events = tuple(events)
    board = any(not isinstance(event, NOT_ON_THE_BOARD) for event in all_events)
    cities = {event.seat for event in all_events if not isinstance(event, NOT_IN_A_CITY)}
    ordered = sorted(cities, key=lambda seat: (seat != mover, seat))
    main = (Picture(PictureKind.BOARD, view),) if board else ()
    return (*main, *(Picture(PictureKind.CITY, view, seat) for seat in ordered))


def _buttons(
    game: Game, people: tuple[Person, ...], pictures: Iterable[Picture], words: Catalog
) -> tuple[tuple[Button, ...], ...]:
    """The button of a person's turn, or of the next game, and those to look at this one."""
    names = names_of(people, game.options.seats, words)
    if game.waiting is None:
        return _rows((_rematch(words), *_looks(game, names, pictures, words)))
    if people[game.waiting.seat].bot:
        return _rows(tuple(_looks(game, names, pictures, words)))
    turn = _button(phrase("table_button.turn"), TakeTurn(), words, Style.GO)
    return _rows((turn, *_looks(game, names, pictures, words)))


def _rematch(words: Catalog) -> Button:
    return _button(phrase("rematch.button"), AskRematch(), words, Style.GO)


def _looks(
    game: Game, names: Mapping[Seat, str], pictures: Iterable[Picture], words: Catalog
) -> Iterator[Button]:
    """The buttons of the cities that are not shown, and the look-ups."""
    shown = {picture.seat for picture in pictures}
    for seat in sorted(names):
        if seat not in shown:
            label = phrase("table_button.city", who=names[seat])
            yield _button(label, ShowCity(seat), words)
    for name, value in (ALONE if game.options.solo else TOGETHER).items():
        yield _button(phrase(f"table_button.{name}"), value, words)


def _rows(buttons: Sequence[Button]) -> tuple[tuple[Button, ...], ...]:
    return tuple(tuple(buttons[at : at + ROW]) for at in range(0, len(buttons), ROW))


def _button(
    label: Phrase, value: ButtonValue, words: Catalog, style: Style = Style.PLAIN
) -> Button:
    return Button(clip(words.spell(label), LABEL_LIMIT), value, style)


def lobby_post(lobby: Lobby, words: Catalog) -> Post:
    """A table before the start: who sits there, its options, and the buttons of both."""
    names = tuple(person.name for person in lobby.people)
    text = "\n".join(
        (
            words.spell(_lobby_heading(lobby)),
            words.say("lobby.people", n=len(names), names=names),
            words.spell(_lobby_hint(lobby)),
        )
    )
    seats = (
        _button(phrase("table_button.join"), JoinLobby(), words, Style.MAIN),
        _button(phrase("table_button.leave"), LeaveLobby(), words),
        _button(phrase("table_button.start"), StartLobby(), words, Style.GO),
    )
    options = tuple(_option(option, words, on=_is_on(option, lobby)) for option in TableOption)
    return Post(text, (seats, options))


def _lobby_heading(lobby: Lobby) -> Phrase:
    if lobby.invited:
        return phrase("rematch.heading", names=tuple(person.name for person in lobby.invited))
    return phrase("lobby.heading", host=lobby.people[0].name)


def _lobby_hint(lobby: Lobby) -> Phrase:
    host, count = lobby.people[0].name, len(lobby.people)
    if lobby.awaited:
        return phrase("rematch.awaited", names=tuple(person.name for person in lobby.awaited))
    hint = "more" if count < FEWEST_PLAYERS else "full" if count == MOST_PLAYERS else "ready"
    return phrase(f"lobby.hint_{'ready' if lobby.invited else hint}", host=host)


def _is_on(option: TableOption, lobby: Lobby) -> bool:
    if option is TableOption.THREAD:
        return lobby.thread
    return bool(getattr(lobby.options, option))


def _option(option: TableOption, words: Catalog, *, on: bool) -> Button:
    state = "option_on" if on else "option_off"
    label = phrase(f"table_button.{state}", option=phrase(f"table_option.{option}"))
    return _button(label, ToggleOption(option), words, Style.MAIN if on else Style.PLAIN)
