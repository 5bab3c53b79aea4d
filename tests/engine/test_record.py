"""Records: whole games that replay and verify, and running ones without their secrets."""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from engine import codec
from engine.canonical import canonical, digest
from engine.codec import Document
from engine.data.box import PathTile
from engine.data.standard import STANDARD_BOX
from engine.face_down import drawn, redeal
from engine.game import Game
from engine.record import (
    RecordError,
    Verified,
    make_record,
    read_record,
    record_text,
    replay,
    verify,
)
from engine.rng import stream
from engine.rules.setup import new_game
from engine.state import GameOptions
from tests.kit.games import play, play_busily, random_game
from tests.kit.marks import long
from tests.kit.position import play as play_line
from tests.kit.position import state_of
from tests.kit.positions import nothing_but_a_bonus

PLAYERS = (1, 2, long(3), long(4))
LONG_SEED = 0xF00DFACE_12345678_9ABCDEF0_CAFEBABE


def running(players: int) -> Game:
    """A running game in which several hidden pieces have been revealed."""
    game = play_busily(Game.new(GameOptions(players), LONG_SEED), 3, 60)
    assert game.result is None
    assert game.revealed >= 3
    return game


def resealed(record: Document) -> Document:
    body = {key: value for key, value in record.items() if key != "sha256"}
    return body | {"sha256": sha256(canonical(body)).hexdigest()}


def copied(record: Document) -> Any:
    return json.loads(json.dumps(record))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_record_of_a_finished_game_replays_and_verifies(players: int) -> None:
    game = random_game(players, 21)
    record = read_record(record_text(make_record(game)))
    assert verify(record) == Verified(game.move_count, finished=True)
    again = replay(record)
    assert again.state_hash() == game.state_hash()
    assert again.result == game.result
    assert again.score_sheets() == game.score_sheets()


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_shows_the_position_at_any_move(players: int) -> None:
    for length in (45, 10_000):
        game = Game.new(GameOptions(players), 22)
        views = [game.view()]
        while game.move_count < length and game.waiting is not None:
            play(game, 1000 + game.move_count, 1)
            views.append(game.view())
        record = make_record(game)
        for at in (0, 1, len(views) // 2, len(views) - 2, len(views) - 1):
            assert replay(record, at).view() == views[at]
        assert replay(record).view() == views[-1]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("moves", [0, 1, 40])
def test_the_record_of_a_running_game_replays_and_says_that_it_is_not_finished(
    players: int, moves: int
) -> None:
    game = random_game(players, 23, moves)
    record = read_record(record_text(make_record(game)))
    assert verify(record) == Verified(moves, finished=False)
    assert replay(record).view() == game.view()
    assert replay(record).legal_actions() == game.legal_actions()


@pytest.mark.parametrize("players", PLAYERS)
def test_the_record_of_a_running_game_is_the_same_however_the_hidden_part_lies(
    players: int,
) -> None:
    game = running(players)
    moves = [(move.seat, move.action) for move in game.moves]
    origin = new_game(GameOptions(players), LONG_SEED, STANDARD_BOX)
    draws = drawn(event for move in game.moves for event in move.events)
    twin = Game(redeal(origin, 77, draws), moves)
    assert twin.view() == game.view()
    assert twin._state.hidden != game._state.hidden
    assert record_text(make_record(twin)) == record_text(make_record(game))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_record_of_a_running_game_holds_neither_seed_nor_order_nor_state_hash(
    players: int,
) -> None:
    game = running(players)
    record = make_record(game)
    text = record_text(record)
    assert record["seed"] is None
    for secret in (f"{LONG_SEED:x}", str(LONG_SEED), codec.state_hash(game._state)):
        assert secret not in text
    assert "hidden" not in record["setup"]
    for at in (0, 20, 60):
        assert codec.state_hash(replay(record, at)._state) not in text
    face_down = record["face_down"]
    assert face_down["specialists"] == sorted(face_down["specialists"])
    assert face_down["offerings"] == [sorted(tiles) for tiles in face_down["offerings"]]
    pairs = [(tile["crystal"], tile["resource"]) for tile in face_down["paths"]]
    assert pairs == sorted(pairs)


def test_the_draws_revealed_so_far_are_listed_in_their_order() -> None:
    game = random_game(1, 24, 40)
    draws = make_record(game)["draws"]
    assert draws == [
        {"crystal": piece.crystal, "resource": piece.resource}
        if isinstance(piece, PathTile)
        else piece
        for piece in game.draws
    ]
    assert len(draws) == game.revealed > 5


def test_a_running_record_without_a_draw_does_not_replay() -> None:
    record = copied(make_record(random_game(1, 24, 40)))
    del record["draws"][3]
    with pytest.raises(RecordError):
        verify(resealed(record))


def test_the_record_of_a_finished_game_needs_no_set_up_but_the_seed() -> None:
    record = make_record(play(Game.new(GameOptions(2), LONG_SEED), 5))
    assert record["seed"] == f"{LONG_SEED:x}"
    assert record["setup"] is None
    assert record["draws"] == []


def test_a_game_from_another_set_up_is_recorded_with_it() -> None:
    origin = new_game(GameOptions(3), 25, STANDARD_BOX)
    origin.players[0].novices = 5
    game = play(Game(origin), 25)
    record = make_record(game)
    assert record["setup"]["players"][0]["novices"] == 5
    assert verify(record) == Verified(game.move_count, finished=True)


def test_a_record_keeps_the_box_of_its_game() -> None:
    box = replace(STANDARD_BOX, guardian_values=(8, 7, 6, 5, 4, 3, 2))
    game = play(Game.new(GameOptions(2), 26, box), 26)
    assert replay(make_record(game)).box == box


def test_an_answer_that_was_taken_back_is_not_recorded() -> None:
    game = Game.new(GameOptions(2), 27)
    asked = game.waiting
    assert asked is not None
    first, second = game.legal_actions()[:2]
    game.submit(asked.seat, first)
    game.undo(asked.seat)
    game.submit(asked.seat, second)
    assert [replay(make_record(game)).moves[0].action] == [second]


def test_a_game_that_outlived_a_correction_is_recorded_from_its_present_position() -> None:
    document = random_game(2, 28, 30).dump()
    document["state"]["players"][0]["novices"] = 3
    body = {key: value for key, value in document.items() if key != "digest"}
    game = Game.load(body | {"digest": digest(body)})
    assert game.restored_at == 30
    record = make_record(game)
    assert verify(record) == Verified(0, finished=False)
    assert replay(record).view().seats == game.view().seats


def test_verifying_tells_its_progress() -> None:
    told: list[tuple[int, int]] = []
    verify(make_record(random_game(2, 29, 3)), lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("moves", [20, 10_000])
def test_any_altered_byte_is_noticed(moves: int) -> None:
    text = record_text(make_record(random_game(2, 30, moves)))
    rng = stream(30, "bytes", 0)
    places = {0, 1, len(text) - 1, *(rng.below(len(text)) for _ in range(120))}
    for place in places:
        other = chr((ord(text[place]) + 1 + rng.below(90)) % 127)
        if other != text[place]:
            with pytest.raises(RecordError):
                read_record(text[:place] + other + text[place + 1 :])


def test_added_removed_and_reordered_bytes_are_noticed() -> None:
    text = record_text(make_record(random_game(2, 30, 20)))
    spaced = text.replace('"seat":0', '"seat": 0', 1)
    reordered = json.dumps(dict(sorted(json.loads(text).items())))
    for altered in (text + " ", text[:-1], " " + text, spaced, reordered, text[:500], ""):
        with pytest.raises(RecordError):
            read_record(altered)
    assert read_record(text)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda record: record.update(version=3), "version 3; this program reads 1 to 2"),
        (lambda record: record.update(format="chess"), "not a record of a Bonfire game"),
        (lambda record: record.pop("draws"), "damaged"),
        (lambda record: record.update(extra=1), "damaged"),
        (lambda record: record.update(seed="1"), "position differs from the record"),
        (lambda record: record.update(seed="xyz"), "damaged"),
        (lambda record: record.update(seed="f" * 40), "damaged"),
        (lambda record: record.update(box_digest="00"), "box"),
        (lambda record: record["box"].pop("tasks"), "box"),
        (lambda record: record["options"].update(players=9), "no game for 9"),
        (lambda record: record["moves"][3].update(move="dance"), "move 4 cannot be replayed"),
        (lambda record: record["moves"][3].update(seat=7), "move 4 cannot be replayed"),
        (lambda record: record["moves"][3].update(move="tom R07"), "move 4 is not allowed"),
        (lambda record: record["moves"][3].update(hash="0" * 32), "after move 4"),
        (lambda record: record["moves"].pop(), "whether the game is over"),
        (lambda record: record["moves"].append(record["moves"][-1]), "not allowed: game_over"),
        (lambda record: record.update(finished=1), "damaged"),
        (lambda record: record.update(moves={}), "damaged"),
    ],
)
def test_a_damaged_finished_record_is_told_in_one_line(
    change: Callable[[Document], object], fault: str
) -> None:
    record = copied(make_record(random_game(2, 31)))
    change(record)
    with pytest.raises(RecordError) as caught:
        verify(resealed(record))
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.update(face_down=None),
        lambda record: record["face_down"].update(heights=[]),
        lambda record: record["setup"].update(players=[]),
        lambda record: record["setup"].update(agenda=[]),
        lambda record: record["setup"].update(islands=[]),
        lambda record: record["setup"]["players"][0].update(ship="Q9"),
        lambda record: record["setup"]["players"][0].update(gnomes=["S99"]),
        lambda record: record["setup"]["players"][0].update(tasks=[]),
        lambda record: record["draws"].insert(0, "S99"),
    ],
)
def test_a_damaged_running_record_is_told(change: Callable[[Document], object]) -> None:
    record = copied(make_record(random_game(2, 32, 40)))
    change(record)
    with pytest.raises(RecordError):
        verify(resealed(record))


def test_a_record_older_than_ruling_72_replays_by_the_rule_that_it_was_played_by() -> None:
    game = nothing_but_a_bonus().game()
    newer = make_record(game)
    state_of(game).counts_idle = False
    state_of(game).idle = 0
    setup = newer["setup"] | {"idle": 0}
    moves = []
    for _ in range(4):
        play_line(game, "end")
        moves.append({"seat": 0, "move": "end", "hash": codec.public_hash(game.view())})
    older = resealed(copied(newer | {"version": 1, "setup": setup, "moves": moves}))
    assert verify(read_record(record_text(older))) == Verified(4, finished=False)
    assert record_text(make_record(replay(older))) == record_text(older)
    with pytest.raises(RecordError):
        verify(resealed(older | {"version": 2}))


def older_game() -> Game:
    """A finished game of the rule that is older than ruling 72."""
    origin = new_game(GameOptions(2), 31, STANDARD_BOX)
    origin.counts_idle = False
    game, chance = Game(origin), Random(31)
    while game.waiting is not None:
        game.submit(game.waiting.seat, chance.choice(game.legal_actions()))
    return game


def test_a_finished_older_record_goes_out_as_it_came() -> None:
    record = make_record(older_game())
    assert record["version"] == 1
    assert verify(record).finished
    assert record_text(make_record(replay(record))) == record_text(record)


def test_an_older_record_is_asked_nothing_about_idle_turns() -> None:
    game = older_game()
    record = make_record(game)
    last = game.dump()["state"]
    for idle in (0, 1, 3):
        record["moves"][-1]["hash"] = digest(last | {"idle": idle})
        assert verify(resealed(record)).finished
        with pytest.raises(RecordError):
            verify(resealed(record | {"version": 2}))
    record["moves"][-1]["hash"] = digest(last | {"turn": 999})
    with pytest.raises(RecordError, match="the position differs"):
        verify(resealed(record))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '{"format":"bonfire-record"}'])
def test_a_text_that_is_no_record_is_told(text: str) -> None:
    with pytest.raises(RecordError):
        read_record(text)


def test_a_text_nested_beyond_reason_is_told() -> None:
    with pytest.raises(RecordError):
        read_record("[" * 200_000)


@pytest.mark.parametrize("at", [-1, 21])
def test_a_move_beyond_the_record_is_told(at: int) -> None:
    with pytest.raises(RecordError, match="moves 0 to 20"):
        replay(make_record(random_game(2, 33, 20)), at)
