"""A made-up bonus of the High Council: one row of rules and one of data, and the engine plays it.

The Orchard takes the place of the last bonus: 2 of a basic resource that the player holds already.
"""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine import STANDARD_BOX, Game, Reason, actions, agenda, bag, ids
from engine.agents import play_turn
from engine.box_document import box_from_document, box_to_document
from engine.codec import action_from_json, action_to_json
from engine.data import council as data
from engine.data.box import Box, CouncilSpace, Provenance
from engine.effects import gain_resources
from engine.events import BonusTaken, ResourcesChanged, Source
from engine.notation import format_action, parse_action
from engine.record import make_record, read_record, record_text, verify
from engine.refusal import Refusal, refuse
from engine.rules import council
from engine.rules.rule import Rule
from engine.state import GameState
from tests.kit.position import Position, city_of, options, play, why_not

ORCHARD = "orchard"
SPACE = 8
OPENING = f"ignite 1; council {SPACE}"


def crops(state: GameState, seat: ids.Seat) -> Iterator[actions.ChooseResource]:
    held = state.players[seat].resources
    return (actions.ChooseResource(kind) for kind in ids.BASIC_RESOURCES if held[kind])


def crop_refusal(
    state: GameState, seat: ids.Seat, action: actions.ChooseResource
) -> Refusal | None:
    if action.resource is ids.Resource.GOLD:
        return refuse(Reason.GOLD_ONLY_AT_START)
    held = state.players[seat].resources[action.resource]
    return None if held else refuse(Reason.RESOURCES_SHORT, needed=action.resource, any_count=0)


def harvest(draft: GameState, seat: ids.Seat, action: actions.ChooseResource) -> None:
    gain_resources(draft, seat, bag.Resources.EMPTY.plus(action.resource, 2), Source.COUNCIL)


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> Box:
    """What somebody would add: a row in a file of rules, and one in a file of data."""
    rows = (*data.COUNCIL[:-1], CouncilSpace(SPACE, ORCHARD, Provenance.TEXT))
    bonus = council.Bonus((Rule(actions.ChooseResource, crops, crop_refusal, harvest),))
    monkeypatch.setitem(council.BONUSES, ORCHARD, bonus)
    monkeypatch.setattr(data, "COUNCIL", rows)
    return replace(STANDARD_BOX, council=rows)


@pytest.fixture
def position(box: Box) -> Position:
    return Position(box=box).task(1, "B05").guardian("pink").resources(herb=1, gold=1, root=2)


def test_it_is_offered_with_the_point_and_asks_its_own_question(position: Position) -> None:
    game = position.game()
    play(game, OPENING)
    assert options(game) == ["bonus", "point"]
    assert BonusTaken(0, ORCHARD) in play(game, "bonus")
    assert game.waiting is not None
    assert game.waiting.decision == agenda.CouncilChoice(ORCHARD)
    assert options(game) == ["choose herb", "choose root"]


def test_what_it_does_not_allow_is_refused_with_a_reason(position: Position) -> None:
    game = position.game()
    play(game, f"{OPENING}; bonus")
    assert why_not(game, "choose herb") is None
    assert why_not(game, "choose shell") is Reason.RESOURCES_SHORT
    assert why_not(game, "choose gold") is Reason.GOLD_ONLY_AT_START
    assert why_not(game, "path 1") is Reason.WRONG_QUESTION


def test_it_is_impossible_where_nothing_can_be_answered(box: Box) -> None:
    game = Position(box=box).task(1, "B05").guardian("pink").resources(gold=3).game()
    play(game, OPENING)
    assert options(game) == ["point"]
    assert why_not(game, "bonus") is Reason.BONUS_IMPOSSIBLE


def test_it_brings_about_what_its_rule_says(position: Position) -> None:
    game = position.game()
    events = play(game, f"{OPENING}; bonus; choose herb")
    gained = bag.Resources.EMPTY.plus(ids.Resource.HERB, 2)
    assert ResourcesChanged(0, gained, bag.Resources.EMPTY, Source.COUNCIL) in events
    assert city_of(game).resources[ids.Resource.HERB] == 3
    assert "end" in options(game)


def test_its_question_and_answers_are_stored_and_typed(position: Position) -> None:
    game = position.game()
    play(game, f"{OPENING}; bonus")
    stored = json.loads(json.dumps(game.dump()))
    assert stored["state"]["agenda"][-1] == {"tag": "council_orchard?"}
    again = Game.load(stored)
    assert again.state_hash() == game.state_hash()
    assert again.view() == game.view()
    for action in again.legal_actions():
        assert parse_action(format_action(action)) == action
        assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action
    play(again, "choose root; end")
    assert city_of(again).resources[ids.Resource.ROOT] == 4


def test_a_record_of_it_is_verified(position: Position) -> None:
    game = position.game()
    play(game, f"{OPENING}; bonus; choose herb")
    assert verify(read_record(record_text(make_record(game)))).moves == 4


def test_the_substitute_answers_it(position: Position) -> None:
    game = position.game()
    play(game, f"{OPENING}; bonus")
    assert play_turn(game, 0, seed=1)[0] in game.legal_actions()


def test_the_box_with_it_survives_the_way_through_a_document(box: Box) -> None:
    assert box_from_document(json.loads(json.dumps(box_to_document(box)))) == box
