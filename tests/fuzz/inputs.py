"""Each kind of input that strangers or operators bring: how one is made, and what reads it.

An `Attack` makes one input of chance and returns it with what reads it. Reading may refuse the
input by the errors of its kind, in one line, and by nothing else.
"""

import json
import random
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from typing import Any, Final

from bot.cli.repair import examine
from bot.model.button_forms import FORMS as BUTTONS
from bot.model.button_forms import Family
from bot.model.custom_ids import SEPARATOR, read_press
from bot.model.rows import GameRow, MoveRow, Status
from bot.runtime.box_file import BoxFileError, read_box
from bot.runtime.box_writer import write_box
from bot.runtime.shell.errors import UsageError
from bot.runtime.shell.position import plain_options, position_json, position_text
from bot.services.games.table import snapshot_of
from bot.words import Catalog, catalog, languages
from bot.words.typed_notation import to_engine
from engine import STANDARD_BOX, Game, GameOptions, IllegalAction
from engine.canonical import canonical, digest
from engine.codec import Document, action_to_json
from engine.notation import format_action, parse_line
from engine.notation_slots import ACTION_FORMS, NotationError
from engine.record import RecordError, make_record, read_record, record_text, replay, verify
from engine.wire import CodecError
from tests.fuzz.hostile import DEEPEST, SIGNS, VALUES, changed, scribbled
from tests.kit.games import random_game

Dice = random.Random
Attack = Callable[[Dice], tuple[object, Callable[[], object]]]

REFUSALS: Final = (RecordError, CodecError, UsageError, BoxFileError, NotationError, IllegalAction)
"""Errors that an input can raise; each is one line, or one line a fault."""
SHOWN: Final = 4
"""Shares: one in so many positions is also put into words, one in so many files nests deeply."""


def record(dice: Dice) -> tuple[str, Callable[[], object]]:
    """A record with hostile values and a fitting seal, or with a text that was scribbled on."""
    document = dice.choice(_records())
    if dice.random() < 0.1:
        text = scribbled(record_text(document), dice)
    elif dice.random() < 0.02:
        text = '{"moves":' + "[" * dice.randrange(DEEPEST)
    else:
        altered = _changed_within(document, dice, "setup")
        text = _sealed(altered) if isinstance(altered, dict) else json.dumps(altered)

    def read() -> None:
        whole = read_record(text)
        if dice.random() < 1 / SHOWN:
            verify(whole)
        game = replay(whole, dice.choice((0, None)))
        if dice.random() < 1 / SHOWN:
            view = game.view()
            position_json(view)
            position_text(view, plain_options(view))

    return text, read


def position(dice: Dice) -> tuple[str, Callable[[], object]]:
    """A stored game with hostile values and a fitting seal, loaded and looked at for repair."""
    snapshot, log = dice.choice(_stored())
    altered = _changed_within(json.loads(snapshot), dice, "origin", "state")
    if isinstance(altered, dict) and dice.random() < 0.8:
        body = {key: value for key, value in altered.items() if key != "digest"}
        altered = body | {"digest": digest(body)}
    text = json.dumps(altered)
    row = GameRow(7, 5, "en", "{}", text, (), 1, Status.RUNNING, len(log), 0)

    def read() -> None:
        found = examine(row, log, len(log), dice.choice((None, text)))
        found.game.view()

    return text, read


def box(dice: Dice) -> tuple[str, Callable[[], object]]:
    """A box file with hostile values, or one that was scribbled on."""
    text = _box_text()
    match dice.randrange(10):
        case 0:
            text = "x = " + "[" * dice.randrange(DEEPEST)
        case 1 | 2 | 3 | 4:
            text = scribbled(text, dice, 5)
        case _:
            text = _with_other_lines(text, dice)

    def read() -> None:
        chosen = read_box(text)
        Game.new(GameOptions(dice.choice((1, 2, 3, 4)), beginner=dice.random() < 0.5), 1, chosen)

    return text, read


def custom_id(dice: Dice) -> tuple[object, Callable[[], object]]:
    """A custom id as nobody wrote it, sometimes with a chosen option."""
    family = dice.choice(tuple(Family)).value if dice.random() < 0.95 else dice.choice("xyQ")
    parts = [dice.choice(_button_words()), *(_piece(dice) for _ in range(dice.randrange(4)))]
    button = ":".join(parts)
    bound = [_piece(dice) for _ in range(dice.choice((3, 3, 3, 3, 2, 4)))]
    text = SEPARATOR.join((dice.choice("1111112"), family, *bound, button))
    if dice.random() < 0.3:
        text = scribbled(text, dice)
    option = dice.choice((None, None, button, text, _piece(dice)))
    return (text, option), lambda: repr(read_press(text, option))


def typed_moves(dice: Dice) -> tuple[str, Callable[[], object]]:
    """A line of typed answers in one of the languages, given to a running game."""
    words = dice.choice(_catalogs())
    game, answers = dice.choice(_running())
    line = dice.choice((*answers, *answers, _by_grammar(dice)))
    if dice.random() < 0.6:
        line = scribbled(line, dice)
    if dice.random() < 0.1:
        line = ";".join((line, _by_grammar(dice), dice.choice(answers)))

    def read() -> None:
        for part in parse_line(";".join(to_engine(each, words) for each in line.split(";"))):
            asked = game.waiting
            assert asked is not None
            game.refusal(dice.choice((asked.seat, 1, 3)), part)

    return line, read


KINDS: Final[Mapping[str, Attack]] = {
    "record": record,
    "position": position,
    "box": box,
    "custom_id": custom_id,
    "typed_moves": typed_moves,
}


# What the inputs are made of


def _changed_within(document: Document, dice: Dice, *keys: str) -> Any:
    """A document with something changed, mostly in one of these parts of it."""
    key = dice.choice(keys)
    if not document[key] or dice.random() < 0.3:
        return changed(document, dice)
    return document | {key: changed(document[key], dice)}


@cache
def _records() -> tuple[Document, ...]:
    """Short records of running and finished games, some of which begin in the middle."""
    games = [random_game(players, 40 + players, moves) for players in (1, 2, 4) for moves in (0, 9)]
    ended = [random_game(2, 5), random_game(1, 3)]
    later = Game(random_game(2, 6, 25)._state.copy())
    return tuple(map(make_record, (*games, *games, *games, later, later, *ended)))


def _sealed(document: Document) -> str:
    body = {key: value for key, value in document.items() if key != "sha256"}
    sealed = body | {"sha256": sha256(canonical(body)).hexdigest()}
    return record_text(sealed) if isinstance(sealed.get("moves"), list) else json.dumps(sealed)


@cache
def _stored() -> tuple[tuple[str, tuple[MoveRow, ...]], ...]:
    """Snapshots of games with the log of their answers."""
    return tuple(_logged(random_game(players, 50 + players, 12)) for players in (1, 2, 3, 4))


def _logged(game: Game) -> tuple[str, tuple[MoveRow, ...]]:
    log = (MoveRow(move.seat, json.dumps(action_to_json(move.action)), 1) for move in game.moves)
    return snapshot_of(game), tuple(log)


@cache
def _box_text() -> str:
    lines = write_box(STANDARD_BOX).splitlines()
    return "\n".join(line for line in lines if line and not line.startswith("#")) + "\n"


def _with_other_lines(text: str, dice: Dice) -> str:
    """Some lines with a hostile value behind one of their signs of equality, or moved."""
    lines = text.splitlines()
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(lines))
        key, *values = lines[at].split("=")
        match dice.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(dice.randrange(len(lines)), lines[at])
            case 2:
                lines[at] = "=".join((key, *lines[dice.randrange(len(lines))].split("=")[1:]))
            case _ if values:
                changed_one = dice.randrange(len(values))
                _, comma, rest = values[changed_one].partition(",")
                values[changed_one] = f" {_toml(dice)}{comma}{rest}"
                lines[at] = "=".join((key, *values))
    return "\n".join(lines)


def _toml(dice: Dice) -> str:
    extra: tuple[str, ...] = (
        "nan",
        "-inf",
        "0x" + "f" * 5_000,
        "9" * 5_000,
        "1979-05-27",
        "07:32:00",
        "'''",
        "{}",
    )
    if dice.random() < 0.3:
        return dice.choice(extra)
    value = dice.choice(VALUES)
    text: str = json.dumps(value) if isinstance(value, str | bool | list) else str(value)
    return text


@cache
def _button_words() -> tuple[str, ...]:
    return ("", "x", *(form.words for form in BUTTONS.values() if form.words))


def _piece(dice: Dice) -> str:
    """A part of a custom id."""
    match dice.randrange(6):
        case 0:
            return str(dice.choice(VALUES))[:60]
        case 1:
            return dice.choice(SIGNS)
        case 2:
            return str(dice.getrandbits(dice.choice((3, 10, 63, 64, 70))))
        case 3:
            return dice.choice(("bot", "medium", "week", "S1.B02", "a b", "01", "+1", "1_0", "-0"))
        case _:
            return str(dice.randrange(5))


@cache
def _catalogs() -> tuple[Catalog, ...]:
    return tuple(map(catalog, languages()))


@cache
def _running() -> tuple[tuple[Game, tuple[str, ...]], ...]:
    """Running games, each with answers as they are typed."""
    games = [random_game(players, 60 + at, 7 * at) for players in (1, 2, 3) for at in range(12)]
    return tuple(
        (game, tuple(map(format_action, game.legal_actions()))) for game in games if game.waiting
    )


def _by_grammar(dice: Dice) -> str:
    """A verb, and as many words as it takes, which need not fit."""
    form = dice.choice(tuple(ACTION_FORMS.values()))
    verb = dice.choice((form.verb, *form.aliases))
    words = [dice.choice(_vocabulary()) for _ in range(len(form.slots) + dice.choice((0, 0, 1, 5)))]
    return " ".join((verb, *words))


@cache
def _vocabulary() -> tuple[str, ...]:
    shown = {
        word for form in ACTION_FORMS.values() for word in form.usage.replace("|", " ").split()
    }
    typed = {word for _, answers in _running() for answer in answers for word in answer.split()}
    return (*sorted(shown | typed), *(str(value)[:60] for value in VALUES if value != ""))
