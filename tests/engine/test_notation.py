"""The typed form of every action: one grammar formats it and reads it back."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import bag, ids
from engine.actions import (
    PILE,
    Action,
    Advance,
    EndTurn,
    Keep,
    MoveGuardian,
    MoveShip,
    PayResources,
    PayTiles,
    PlaceFate,
    ReceiveTask,
    RecruitGnome,
    TakePath,
    TakeRewards,
    UseGreatBonfire,
)
from engine.game import Game
from engine.notation import format_action, parse_action, parse_line
from engine.notation_slots import ACTION_FORMS, NotationError, NotationFault
from engine.state import GameOptions
from tests.engine.every_action import actions
from tests.kit.games import play_busily


def test_every_action_has_one_form() -> None:
    assert tuple(ACTION_FORMS) == get_args(Action)


@given(actions())
def test_every_action_parses_back_from_its_text(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@given(actions())
def test_the_text_is_read_in_capitals_and_with_spaces(action: Action) -> None:
    text = format_action(action).upper().replace(" ", "   ")
    assert parse_action(f"  {text}\t") == action


@given(st.lists(actions(), min_size=1, max_size=5))
def test_a_line_holds_several_answers(answers: list[Action]) -> None:
    assert parse_line(" ;".join(map(format_action, answers)) + ";") == tuple(answers)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("fate top c4 down", PlaceFate(ids.End.TOP, "c4", ids.Direction.DOWN)),
        ("fate bottom z-1 v", PlaceFate(ids.End.BOTTOM, "z-1", ids.Direction.DOWN)),
        ("keep 1 ship", Keep(bag.ActionTiles.of(ids.ActionType.SHIP))),
        ("keep no tiles", Keep(bag.ActionTiles.EMPTY)),
        ("path pile", TakePath(PILE)),
        ("path 2", TakePath(2)),
        ("task R07 offer left", ReceiveTask("R07", ids.Side.LEFT)),
        ("task r7 left", ReceiveTask("R07", ids.Side.LEFT)),
        ("sail to e1", MoveShip("E1")),
        ("wheel 4", UseGreatBonfire(4)),
        ("great bonfire 4", UseGreatBonfire(4)),
        ("Great_Bonfire 4", UseGreatBonfire(4)),
        ("walk pink path 3", Advance(ids.Guardian.PINK, ids.Place(ids.PlaceKind.PATH, 3))),
        (
            "move own to bonfire 7",
            MoveGuardian(ids.Guardian.OWN, ids.Place(ids.PlaceKind.BONFIRE, 7)),
        ),
        ("walk own start", Advance(ids.Guardian.OWN, ids.START_PLACE)),
        ("reward tile goods", TakeRewards((ids.Reward.TILE, ids.Reward.GOODS), None)),
        (
            "reward portal sun goods",
            TakeRewards((ids.Reward.GOODS, ids.Reward.PORTAL), ids.PortalKind.SUN),
        ),
        ("recruit S12 2", RecruitGnome("S12", 2)),
        ("recruit el3 free", RecruitGnome("EL3", 0)),
        ("recruit S12 0", RecruitGnome("S12", 0)),
        ("end", EndTurn()),
    ],
)
def test_what_players_type(text: str, action: Action) -> None:
    assert parse_action(text) == action


def test_payments_in_tiles_and_in_resources_are_told_apart_by_their_words() -> None:
    tiles = bag.ActionTiles.of(ids.ActionType.PATH, ids.ActionType.PATH, ids.ActionType.WILD)
    resources = bag.Resources.of(ids.Resource.HERB, ids.Resource.GOLD)
    assert parse_action("pay 2 path 1 yellow") == PayTiles(tiles)
    assert parse_action("pay path wild path") == PayTiles(tiles)
    assert parse_action("pay herb gold") == PayResources(resources)
    assert parse_action("pay no tiles") == PayTiles(bag.ActionTiles.EMPTY)
    assert parse_action("pay no resources") == PayResources(bag.Resources.EMPTY)
    kinds = {str(kind) for kind in (*ids.ActionType, "yellow")}
    assert kinds.isdisjoint(map(str, ids.Resource))


@pytest.mark.parametrize(
    ("text", "key", "slots"),
    [
        ("", NotationFault.EMPTY, {}),
        (" to ", NotationFault.EMPTY, {}),
        ("dance", NotationFault.UNKNOWN_VERB, {"word": "dance"}),
        ("ignite", NotationFault.MISSING, {"expected": "1..7", "form": "ignite 1..7"}),
        (
            "ignite 8",
            NotationFault.UNEXPECTED,
            {"word": "8", "expected": "1..7", "form": "ignite 1..7"},
        ),
        ("ignite ٣", NotationFault.UNEXPECTED, {"word": "٣"}),
        ("ignite 3 4", NotationFault.TOO_MUCH, {"word": "4", "form": "ignite 1..7"}),
        ("ship X", NotationFault.UNEXPECTED, {"word": "x", "expected": "ISLAND"}),
        ("fate top c right", NotationFault.UNEXPECTED, {"word": "c", "expected": "SQUARE"}),
        ("walk pink start 3", NotationFault.TOO_MUCH, {"word": "3"}),
        ("walk pink path", NotationFault.MISSING, {"expected": "1..7"}),
        ("reward", NotationFault.MISSING, {}),
        ("reward portal", NotationFault.MISSING, {}),
        ("pay", NotationFault.MISSING, {}),
        ("pay 2", NotationFault.MISSING, {}),
        ("pay 2 stones", NotationFault.UNEXPECTED, {"word": "stones"}),
        ("pay 1 herb 1 path", NotationFault.UNEXPECTED, {"word": "path"}),
        ("pay 1 path 1 herb", NotationFault.UNEXPECTED, {"word": "herb"}),
        ("pay 0 path", NotationFault.UNEXPECTED, {"word": "0"}),
        ("pay no herbs", NotationFault.UNEXPECTED, {"word": "herbs"}),
        ("discard herb", NotationFault.UNEXPECTED, {"word": "herb"}),
    ],
)
def test_what_cannot_be_read_is_told_by_key_and_slots(
    text: str, key: NotationFault, slots: dict[str, str]
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.key is key
    assert dict(caught.value.slots).items() >= slots.items()


@pytest.mark.parametrize("text", ["", " ; ;\n"])
def test_an_empty_line_is_an_error(text: str) -> None:
    with pytest.raises(NotationError):
        parse_line(text)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_in_the_same_way(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError:
        return
    assert parse_action(format_action(action)) == action


UNKNOWN = (
    "ship z9",
    "fate top z99 down",
    "start f9 right",
    "task B99 left",
    "tom B99",
    "recruit S99 2",
    "recruit EL9 1",
    "procession 99",
    "walk own start",
    "fetch own",
    "search blue gold",
    "choose gold",
    "keep 99 ship",
    "pay 99 path",
    "pay no resources",
)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_typed_answers_that_name_nothing_in_the_box_are_refused_and_no_error(
    players: int,
) -> None:
    game = Game.new(GameOptions(players), 41)
    for answer in range(14):
        asked = game.waiting
        assert asked is not None
        for text in UNKNOWN:
            action = parse_action(text)
            refused = game.refusal(asked.seat, action) is not None
            assert refused is (action not in game.legal_actions())
        play_busily(game, answer, 3)
