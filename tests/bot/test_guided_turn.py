"""The guided turn: few presses, the likely choice first, and nothing that reads badly."""

import pytest

from bot import present
from bot.prompt import Person, PublicButton
from bot.words.pieces import holdings_phrase
from engine import Game, GameOptions
from engine.bag import ActionTiles, Resources
from engine.ids import ActionType, Resource
from tests.bot.wizard_player import WORDS, WizardPlayer, likely_best

ADA, BO = Person("Ada", "<@1>"), Person("Bo", "<@2>")
TILE, HERB = ActionTiles.of(ActionType.SHIP), Resources.of(Resource.HERB)


@pytest.mark.parametrize(
    ("tiles", "resources", "told"),
    [
        (TILE, HERB, "You hold 1 ship; 1 Herb."),
        (TILE, Resources.EMPTY, "You hold 1 ship and no resources."),
        (ActionTiles.EMPTY, HERB, "You hold no action tiles; 1 Herb."),
        (ActionTiles.EMPTY, Resources.EMPTY, "You hold neither action tiles nor resources."),
    ],
)
def test_holding_nothing_of_a_kind_is_said_as_such(
    tiles: ActionTiles, resources: Resources, told: str
) -> None:
    assert WORDS.spell(holdings_phrase(tiles, resources)) == told


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_turn_page_counts_rounds(players: int) -> None:
    player = WizardPlayer(Game.new(GameOptions(players), 5), likely_best)
    seen: dict[int, list[str]] = {}
    while player.game.waiting is not None and len(seen.get(0, [])) < 3:
        seat, turn = player.game.waiting.seat, player.game.view().turn
        while player.game.waiting is not None and player.game.view().turn == turn:
            prompt = player.look()
            if prompt.text.startswith("**Your turn**"):
                told = prompt.text.splitlines()[0]
                if told not in seen.setdefault(seat, []):
                    seen[seat].append(told)
            player.press()
    assert seen[0] == [WORDS.say("prompt.your_turn", round=each) for each in (1, 2, 3)]


@pytest.mark.parametrize(("people", "offered"), [((ADA,), False), ((ADA, BO), True)])
def test_what_the_others_did_is_no_question_for_who_plays_alone(
    people: tuple[Person, ...], offered: bool
) -> None:
    game = Game.new(GameOptions(len(people)), 1)
    rows = present.turn_notice(game, people, WORDS).rows
    assert (PublicButton.SINCE in {button.token for row in rows for button in row}) is offered
