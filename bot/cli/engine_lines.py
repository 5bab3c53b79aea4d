"""`bonfire engine`: a game by lines on standard input and output, for programs in any language.

Each line is a command, and gets one line: `ok` with what was asked for, or `error` with the
reason, and then nothing has changed. `docs/engine.md` has the commands.
"""

import argparse
import json
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from io import TextIOWrapper
from typing import Any, Final

from bot.runtime.shell.arguments import box_argument, from_zero
from bot.runtime.shell.box import chosen_box
from bot.runtime.shell.position import position_json
from engine import Game, GameOptions, IllegalAction, actions
from engine.agents.levels import Level
from engine.agents.players import PLAYERS, Turn
from engine.codec import WIRE, Document, options_from_json, options_to_json
from engine.data.box import Box
from engine.events import Event
from engine.notation import format_action, parse_line
from engine.notation_slots import NotationError
from engine.record import read_record, record_text, replay
from engine.soundness import UNSOUND

_OK: Final = "ok"
_LONGEST_ERROR: Final = 200
_MOST_SECONDS: Final = 3_600.0
_THOUGHT: Final = 1
"""The seed of what a player guesses at hidden pieces; it has nothing to do with the deal."""


class LineError(ValueError):
    """A line that cannot be answered; it says why."""


class _TimeIsUp(BaseException):
    """The seconds of `go` are over; nothing that handles errors catches it."""


class Conversation:
    """A game that a program plays by lines."""

    def __init__(self, box: Box) -> None:
        """Begin without a game."""
        self._box = box
        self._start: Game | None = None
        self._now: Game | None = None

    def answer(self, line: str) -> str:
        """Do what a line says, and return the line that tells what came of it."""
        word, _, rest = line.strip().partition(" ")
        try:
            return f"{_OK} {self._done(word, rest.strip())}".rstrip()
        except IllegalAction as error:
            return _error(f"not allowed: {error.refusal.key}")
        except NotationError as error:
            slots = (f"{name}={told!r}" for name, told in error.slots)
            return _error(" ".join((error.key, *slots)))
        except ValueError as error:
            return _error(str(error))

    def _done(self, word: str, rest: str) -> str:
        """Do what a command says, and return what it asks for. Raises ValueError."""
        match word:
            case "new":
                self._start = self._now = _new_game(rest.split(), self._box)
                return ""
            case "position":
                return self._position(rest)
            case "view" if not rest:
                return _json(position_json(self._game.view()))
            case "legal" if not rest:
                return _typed(self._game.legal_actions())
            case "play":
                self._now, events = _played(self._game, rest)
                return _json([_event(each) for each in events])
            case "go":
                return _typed(_think(self._game, *_level_and_seconds(rest.split())).answers)
            case _:
                raise LineError(f"there is no command {f'{word} {rest}'.strip()!r:.40}; {_ALL}")

    @property
    def _game(self) -> Game:
        if self._now is None:
            raise LineError("there is no game yet: begin with new, or with position and a record")
        return self._now

    def _position(self, text: str) -> str:
        if text.startswith("{"):
            self._start = self._now = replay(_record(text))
            return ""
        if self._start is None:
            raise LineError("there is no game yet: begin with new")
        self._now = _played(self._start, text)[0] if text else self._start
        return ""


_ALL: Final = "there are new, position, view, legal, play, go, quit"


def _error(why: str) -> str:
    return f"error {' '.join(why.split())}"[:_LONGEST_ERROR]


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _typed(answers: Iterable[actions.Action]) -> str:
    return "; ".join(map(format_action, answers))


def _event(event: Event) -> dict[str, Any]:
    """An event with the name of its kind; everybody at the table sees it."""
    return {"event": type(event).__name__, **WIRE.encode(event)}


def _record(text: str) -> Document:
    """Read a record whose lines are one. Raises ValueError."""
    try:
        lines = record_text(json.loads(text))
    except UNSOUND as error:
        raise LineError("this is not a record of a Bonfire game") from error
    return read_record(lines)


def _new_game(words: list[str], box: Box) -> Game:
    """Set up a game by `PLAYERS SEED`, and options as `beginner` or `handicap=-5`."""
    if len(words) < 2:
        raise LineError("expected new PLAYERS SEED")
    players, seed, *more = words
    document = options_to_json(GameOptions(_number(players)))
    for word in more:
        name, _, value = word.partition("=")
        if name not in _OPTIONS:
            raise LineError(f"there is no option {name!r:.40}; there are {', '.join(_OPTIONS)}")
        document[name] = _option(name, value)
    return Game.new(options_from_json(document), _number(seed), box)


_OPTIONS: Final = tuple(each.name for each in fields(GameOptions) if each.name != "players")


def _option(name: str, value: str) -> object:
    match name:
        case "colors":
            return value.split(",")
        case "handicap":
            return int(value)
        case _ if value:
            raise LineError(f"{name} takes no value")
        case _:
            return True


def _number(text: str) -> int:
    try:
        return from_zero(text)
    except argparse.ArgumentTypeError as error:
        raise LineError(str(error)) from error


def _played(game: Game, text: str) -> tuple[Game, list[Event]]:
    """A copy of the game in which answers have been given, and what happened."""
    twin, events = game.copy(), list[Event]()
    for action in parse_line(text):
        asked = twin.waiting
        # The game is over: any seat may be told so.
        events += twin.submit(0 if asked is None else asked.seat, action)
    return twin, events


def _level_and_seconds(words: list[str]) -> tuple[Level, float | None]:
    level = Level(words.pop(0)) if words and words[0].isalpha() else Level.HARD
    if not words:
        return level, None
    seconds = float(" ".join(words))
    if not 0 < seconds <= _MOST_SECONDS:
        raise LineError(f"expected seconds above 0 and up to {_MOST_SECONDS:g}, not {seconds:g}")
    return level, seconds


def _think(game: Game, level: Level, seconds: float | None) -> Turn:
    """Plan the turn of the seat that is asked; past its seconds as the level medium does."""
    asked = game.waiting
    if asked is None:
        return Turn((), 0)
    if seconds is None:
        return PLAYERS[level](game, asked.seat, _THOUGHT)
    quick = PLAYERS[Level.MEDIUM](game, asked.seat, _THOUGHT)
    try:
        with _at_most(seconds):
            return PLAYERS[level](game, asked.seat, _THOUGHT)
    except _TimeIsUp:
        return quick


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise _TimeIsUp in the midst of what takes longer."""

    def give_up(*_: Any) -> None:
        raise _TimeIsUp

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire engine` takes."""
    box_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Answer line by line until `quit` or the end of the input."""
    conversation = Conversation(chosen_box(chosen.box))
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    for line in sys.stdin:
        if line.split() == ["quit"]:
            break
        if line.strip():
            print(conversation.answer(line), flush=True)
    return 0
