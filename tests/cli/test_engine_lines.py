"""`bonfire engine`: other programs play by lines, as the engine itself would in process."""

import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from bot.cli.engine_lines import Conversation
from bot.runtime.shell.position import position_json
from engine import STANDARD_BOX, Game, GameOptions
from engine.codec import WIRE
from engine.notation import format_action, parse_action
from engine.record import make_record
from tests.kit.marks import long
from tests.kit.sources import ROOT

SEED: Final = 0xF00DFACE_12345678_9ABCDEF0_CAFEBABE


@pytest.fixture
def talk() -> Conversation:
    return Conversation(STANDARD_BOX)


def said(talk: Conversation, line: str) -> str:
    """Return the answer of the engine to a line that it does not refuse."""
    word, _, rest = talk.answer(line).partition(" ")
    assert word == "ok", f"{line}: {rest}"
    return rest


class Program:
    """`bonfire engine` as a program of others sees it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            (sys.executable, "-m", "bot", "engine"),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def answer(self, line: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def ended(self) -> tuple[str, int]:
        """The rest of what it says once the input ends, and its exit status."""
        out, _ = self.process.communicate()
        return out, self.process.returncode


@pytest.fixture
def program() -> Iterator[Program]:
    begun = Program()
    yield begun
    assert begun.ended() == ("", 0)


def events_of(game: Game) -> list[dict[str, Any]]:
    events = game.moves[-1].events
    told = [{"event": type(event).__name__, **WIRE.encode(event)} for event in events]
    read: list[dict[str, Any]] = json.loads(json.dumps(told))
    return read


def shown(game: Game) -> Any:
    return json.loads(json.dumps(position_json(game.view())))


@pytest.mark.parametrize("games", [2, long(200)])
def test_random_games_by_lines_are_those_of_the_engine(program: Program, games: int) -> None:
    chance = Random(games)
    for number in range(games):
        players, seed = number % 4 + 1, SEED - number
        game = Game.new(GameOptions(players), seed)
        told = [program.answer(f"new {players} {seed}")]
        assert told == ["ok"]
        while True:
            view, legal = program.answer("view"), program.answer("legal")
            assert json.loads(view.removeprefix("ok ")) == shown(game), (number, game.move_count)
            answers = [format_action(each) for each in game.legal_actions()]
            assert legal == f"ok {'; '.join(answers)}".rstrip()
            told += [view, legal]
            if game.waiting is None:
                break
            answer = chance.choice(answers)
            told.append(program.answer(f"play {answer}"))
            game.submit(game.waiting.seat, parse_action(answer))
            assert json.loads(told[-1].removeprefix("ok ")) == events_of(game)
        assert not any(str(seed) in line or f"{seed:x}" in line for line in told)


@pytest.mark.parametrize("players", [2, long(1), long(3)])
def test_what_lies_face_down_changes_no_line(talk: Conversation, players: int) -> None:
    """The record of a running game holds another deal of all that nobody has seen."""
    game, chance = Game.new(GameOptions(players), SEED), Random(players)
    said(talk, f"new {players} {SEED}")
    while game.move_count < 45 and game.waiting is not None:
        action = chance.choice(game.legal_actions())
        game.submit(game.waiting.seat, action)
        said(talk, f"play {format_action(action)}")
    other = Conversation(STANDARD_BOX)
    said(other, f"position {json.dumps(make_record(game))}")
    for line in ("view", "legal", "go easy", "go medium", "go hard"):
        assert said(other, line) == said(talk, line)


def test_a_position_is_the_set_up_and_the_answers_since(talk: Conversation) -> None:
    said(talk, "new 2 1")
    said(talk, "play start F7 right; path 2; pay 1 path")
    view = said(talk, "view")
    said(talk, "position")
    assert json.loads(said(talk, "view"))["move"] == 0
    said(talk, "position start F7 right; path 2; pay 1 path")
    assert said(talk, "view") == view


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        ("", GameOptions(2)),
        ("beginner", GameOptions(2, beginner=True)),
        (
            "strict_payment specialist_18_at_once",
            GameOptions(2, strict_payment=True, specialist_18_at_once=True),
        ),
    ],
)
def test_the_options_of_a_table_are_words(
    talk: Conversation, options: str, chosen: GameOptions
) -> None:
    said(talk, f"new 2 7 {options}")
    assert json.loads(said(talk, "view")) == shown(Game.new(chosen, 7))


def test_the_other_options_have_a_value(talk: Conversation) -> None:
    said(talk, "new 1 7 handicap=-5 colors=green")
    view = json.loads(said(talk, "view"))
    assert view["options"]["handicap"] == -5
    assert view["cities"][0]["color"] == "green"


@pytest.mark.parametrize(
    "words", ["", "easy", "medium", "expert 0.01", *map(long, ("hard 30", "0.01"))]
)
def test_a_turn_that_is_suggested_can_be_played(talk: Conversation, words: str) -> None:
    said(talk, "new 2 1")
    suggested = said(talk, f"go {words}")
    assert said(talk, f"go {words or 'hard'}") == suggested
    assert json.loads(said(talk, "view"))["move"] == 0
    said(talk, f"play {suggested}")


def test_nothing_is_suggested_or_legal_once_the_game_is_over(talk: Conversation) -> None:
    game, chance = Game.new(GameOptions(2), 3), Random(3)
    said(talk, "new 2 3")
    while game.waiting is not None:
        action = chance.choice(game.legal_actions())
        game.submit(game.waiting.seat, action)
        said(talk, f"play {format_action(action)}")
    assert json.loads(said(talk, "view"))["result"]["reason"] == "exhaustion"
    assert (said(talk, "go"), said(talk, "legal")) == ("", "")
    assert talk.answer("play end") == "error not allowed: game_over"


WRONG: Final = (
    ("dance", "there is no command 'dance'"),
    ("LEGAL", "there is no command 'LEGAL'"),
    ("view 3", "there is no command 'view 3'"),
    ("legal all", "there is no command 'legal all'"),
    ("new", "expected new PLAYERS SEED"),
    ("new 2", "expected new PLAYERS SEED"),
    ("new 5 1", "no game for 5 players"),
    ("new two 1", "expected a whole number"),
    ("new 2 1.5", "expected a whole number"),
    ("new 2 -1", "expected a whole number"),
    (f"new 2 {1 << 128}", "expected a number from 0"),
    ("new 2 1 dance", "there is no option 'dance'"),
    ("new 2 1 players=3", "there is no option 'players'"),
    ("new 2 1 beginner=no", "beginner takes no value"),
    ("new 2 1 handicap=5", "only solo games have a handicap"),
    ("new 1 1 handicap=x", "invalid literal"),
    ("new 2 1 colors=blue", "'blue' is no SeatColor"),
    ("position dance", "unknown_verb word='dance'"),
    ("position path 2", "not allowed: wrong_question"),
    ("position {", "this is not a record"),
    ('position {"moves":[]}', "this is not a record"),
    ("position " + "[" * 9_000, "unknown_verb"),
    ('position {"a":' + "[" * 9_000, "this is not a record"),
    ("play", "empty"),
    ("play dance", "unknown_verb word='dance'"),
    ("play ship", "missing"),
    ("play end", "not allowed: turn_not_done"),
    ("play path 2; pay 9 path", "not allowed: payment_wrong"),
    ("go brilliant", "'brilliant' is not a valid Level"),
    ("go hard soon", "could not convert"),
    ("go hard 0", "expected seconds above 0"),
    ("go nan", "'nan' is not a valid Level"),
    ("go hard nan", "expected seconds above 0"),
    ("go hard 5 5", "could not convert"),
)


@pytest.mark.parametrize(("line", "why"), WRONG)
def test_an_error_is_one_line_and_changes_nothing(talk: Conversation, line: str, why: str) -> None:
    said(talk, "new 2 1")
    said(talk, "play start F7 right")
    view = said(talk, "view")
    answer = talk.answer(line)
    assert answer.startswith("error ")
    assert why in answer
    assert len(answer.splitlines()) == 1
    assert len(answer) < 300
    assert said(talk, "view") == view
    said(talk, "position start F7 right")
    assert said(talk, "view") == view


@pytest.mark.parametrize("line", ["view", "legal", "play end", "go", "position", "position end"])
def test_there_is_nothing_to_tell_before_there_is_a_game(talk: Conversation, line: str) -> None:
    assert talk.answer(line).startswith("error there is no game yet")


def test_bytes_that_are_no_text_get_an_error_and_quit_ends_it() -> None:
    done = subprocess.run(
        (sys.executable, "-m", "bot", "engine"),
        cwd=ROOT,
        input=b"\xff\xfe\n\n  \nnew 2 1\nplay \xf0\x9f\nquit\nnew 2 2\n",
        capture_output=True,
        check=True,
    )
    first, second, third = done.stdout.decode().splitlines()
    assert first.startswith("error there is no command")
    assert second == "ok"
    assert third.startswith("error unknown_verb")
    assert done.stderr == b""
