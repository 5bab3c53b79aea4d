"""Stored forms: round trips, stable tags, hashes, migrations and damaged input."""

import json
from copy import deepcopy
from dataclasses import replace
from types import MappingProxyType
from typing import Any, get_args

import pytest
from hypothesis import given

from engine import agenda, codec, ids
from engine.actions import Action, MoveShip
from engine.canonical import digest
from engine.codec import FRAME_TAGS, Document
from engine.data.council import CouncilBonus
from engine.data.standard import STANDARD_BOX
from engine.face_down import redeal
from engine.game import Game
from engine.notation_slots import ACTION_FORMS
from engine.rules.council import question_tags
from engine.rules.setup import new_game
from engine.state import GameOptions
from engine.wire import CodecError, Wire
from tests.engine.every_action import actions
from tests.kit.games import random_game

PLAYERS = (1, 2, 3, 4)
ACTION_TAGS = {form.action: form.tag for form in ACTION_FORMS.values()}


def stored(game: Game) -> Document:
    moves = tuple((move.seat, move.action) for move in game.moves)
    return codec.dump_game(game._origin, game._state, moves)


def through_text(document: Document) -> Any:
    return json.loads(json.dumps(document))


@given(actions())
def test_every_action_comes_back_from_json(action: Action) -> None:
    assert codec.action_from_json(through_text(codec.action_to_json(action))) == action


@pytest.mark.parametrize(("union", "tags"), [(Action, ACTION_TAGS), (agenda.Frame, FRAME_TAGS)])
def test_every_class_of_a_union_has_its_own_tag(union: object, tags: dict[type, str]) -> None:
    assert set(get_args(union)) - {agenda.CouncilChoice} == set(tags)
    assert len(set(tags.values())) == len(tags)


def test_the_question_of_every_bonus_has_its_own_stable_tag() -> None:
    tags = {question.bonus: tag for question, tag in question_tags().items()}
    assert tags == {
        CouncilBonus.PATH: "council_path?",
        CouncilBonus.MOVE_GUARDIAN: "council_move?",
        CouncilBonus.GREAT_BONFIRE: "council_great_bonfire?",
        CouncilBonus.SPECIALIST: "council_specialist?",
        CouncilBonus.GUARDIAN: "council_guardian?",
        CouncilBonus.SHIP: "council_ship?",
        CouncilBonus.FATE: "council_fate?",
    }
    assert set(tags.values()).isdisjoint({*ACTION_TAGS.values(), *FRAME_TAGS.values()})
    for question, tag in question_tags().items():
        assert codec.WIRE.encode(question) == {"tag": tag}
        assert codec.WIRE.decode(agenda.Frame, {"tag": tag}) == question


@pytest.mark.parametrize("question", [{"tag": "council_x?"}, {"tag": "council_path?", "bonus": 1}])
def test_a_bonus_that_nobody_knows_is_told(question: object) -> None:
    with pytest.raises(CodecError, match="unexpected 'council_"):
        codec.WIRE.decode(agenda.Frame, question)


def test_tags_are_not_class_names() -> None:
    tags = {**ACTION_TAGS, **FRAME_TAGS}
    assert not [tag for kind, tag in tags.items() if tag == kind.__name__]


def test_the_wire_form_of_an_action_is_stable() -> None:
    assert codec.action_to_json(MoveShip("E1")) == {"tag": "move_ship", "island": "E1"}


@pytest.mark.parametrize("players", PLAYERS)
def test_states_of_random_games_come_back_from_json(players: int) -> None:
    for moves in (0, 1, 17, 40, 10_000):
        state = random_game(players, 2, moves)._state.copy()
        again = codec.state_from_json(through_text(codec.state_to_json(state)), state.box)
        assert again == state
        assert codec.state_hash(again) == codec.state_hash(state)


def test_a_script_of_forced_draws_comes_back_from_json() -> None:
    state = new_game(GameOptions(1), 1, STANDARD_BOX)
    script = (state.hidden.path_pile[0], "S3", "path", "herb")
    state = redeal(state, 2, script)
    again = codec.state_from_json(through_text(codec.state_to_json(state)), state.box)
    assert again.hidden.script == script


@pytest.mark.parametrize("players", PLAYERS)
def test_stored_games_come_back(players: int) -> None:
    game = random_game(players, 3, 60)
    loaded = codec.load_game(through_text(stored(game)))
    assert loaded.origin == game._origin
    assert loaded.moves == tuple((move.seat, move.action) for move in game.moves)
    assert codec.state_hash(loaded.state()) == loaded.state_hash == codec.state_hash(game._state)
    assert loaded.state().box is STANDARD_BOX


def test_a_game_keeps_its_own_box_which_is_read_once() -> None:
    box = replace(STANDARD_BOX, guardian_values=(2, 3, 4, 5, 6, 8, 7))
    document = through_text(stored(Game.new(GameOptions(2), 1, box)))
    loaded = codec.load_game(document)
    assert loaded.origin.box == box
    assert codec.load_game(deepcopy(document)).origin.box is loaded.origin.box


def test_options_come_back_from_json() -> None:
    options = GameOptions(1, beginner=True, handicap=-10, colors=(ids.SeatColor.RED,))
    assert codec.options_from_json(through_text(codec.options_to_json(options))) == options


def test_the_state_hash_changes_with_the_hidden_order_and_not_with_the_events() -> None:
    state = random_game(2, 4, 20)._state
    assert codec.state_hash(redeal(state, 9)) != codec.state_hash(state)
    assert state.events
    assert codec.state_hash(state.copy()) == codec.state_hash(state)


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        (None, "NoneType"),
        ([], "list"),
        ({}, "unexpected dict"),
        ({"tag": "fly"}, "unexpected 'fly'"),
        ({"tag": ["ignite"]}, "unexpected"),
        ({"tag": "ignite"}, "the key space is missing"),
        ({"tag": "ignite", "space": "3"}, "space: expected a number"),
        ({"tag": "ignite", "space": True}, "space: expected a number"),
        ({"tag": "ignite", "space": 3, "seat": 1}, "unknown key 'seat'"),
        ({"tag": "discard", "kind": "herb"}, "kind: 'herb' is no ActionType"),
        ({"tag": "pay_tiles", "tiles": {"herb": 1}}, "tiles: unknown kind: 'herb'"),
        ({"tag": "pay_tiles", "tiles": {"path": -1}}, "tiles: expected a number"),
        ({"tag": "pay_tiles", "tiles": {"path": 1.5}}, "tiles: expected a number"),
        ({"tag": "ignite", "space": 10**5000}, "space: expected a number from 0 to 9999, not a"),
        ({"tag": "pay_tiles", "tiles": 3}, "tiles: expected an object of counts"),
        ({"tag": "advance", "guardian": "own", "place": ["path"]}, "place: expected a list of 2"),
        ({"tag": "advance", "guardian": "own", "place": ["sea", 1]}, "place[0]: 'sea'"),
        ({"tag": "take_rewards", "rewards": "tile", "portal": None}, "rewards: expected a list"),
        ({"tag": "take_rewards", "rewards": ["gold"], "portal": None}, "rewards[0]: 'gold'"),
    ],
)
def test_a_damaged_action_is_told_with_its_place(document: object, fault: str) -> None:
    with pytest.raises(CodecError) as caught:
        codec.action_from_json(document)
    assert fault in str(caught.value)


def resealed(document: Document) -> Document:
    body = {key: value for key, value in document.items() if key != "digest"}
    return body | {"digest": digest(body)}


def test_a_changed_value_anywhere_in_a_stored_game_is_noticed() -> None:
    document = through_text(stored(random_game(2, 5, 12)))
    document["state"]["players"][0]["novices"] = 6
    with pytest.raises(CodecError, match="damaged"):
        codec.load_game(document)


@pytest.mark.parametrize("document", [None, 3, [], {}, {"digest": 1}])
def test_what_is_no_stored_game_is_told(document: object) -> None:
    with pytest.raises(CodecError):
        codec.load_game(document)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda doc: doc.pop("origin"), "the key origin is missing"),
        (lambda doc: doc.update(moves=[[0]]), "moves[0]: expected a list of 2"),
        (lambda doc: doc["moves"][0][1].update(tag="?"), "moves[0][1]: unexpected"),
        (lambda doc: doc["box"].pop("tasks"), "box"),
        (lambda doc: doc["state"]["players"][1].pop("ship"), "state.players[1]: the key ship"),
        (lambda doc: doc.update(schema=99), "schema 99 is not known"),
        (lambda doc: doc.update(schema="1"), "schema '1' is not known"),
    ],
)
def test_a_stored_game_that_lacks_something_is_told_with_the_place(change: Any, fault: str) -> None:
    document = through_text(stored(random_game(2, 5, 12)))
    change(document)
    with pytest.raises(CodecError) as caught:
        codec.load_game(resealed(document)).state()
    assert fault in str(caught.value)


def test_older_documents_are_lifted_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {
        -1: lambda document: document | {"schema": 0, "moves": document["turns"]},
        0: lambda document: {
            key: value
            for key, value in (document | {"schema": codec.STATE_SCHEMA}).items()
            if key != "turns"
        },
    }
    monkeypatch.setattr(codec, "MIGRATIONS", MappingProxyType(steps))
    new = stored(random_game(3, 6, 8))
    old = {**new, "schema": -1, "turns": new["moves"]}
    del old["moves"]
    assert codec.load_game(resealed(old)) == codec.load_game(new)


def test_two_classes_with_one_tag_are_refused() -> None:
    with pytest.raises(ValueError, match="same wire tag"):
        Wire({MoveShip: "move", dict: "move"})
