"""A player who presses buttons: what it sees is checked against Discord's limits on the way."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.model import controls, drafts, messages
from bot.model.custom_ids import BUTTON_LIMIT, write_button
from bot.present.wizard.lines_page import with_lines
from bot.present.wizard.tryout import Tryout, tried_on, tryout_answer
from bot.present.wizard.wizard import wizard_page, wizard_press
from bot.words import catalog
from engine import Game
from engine.advice import ADVICE_SEED
from engine.advice.lines import suggestion
from engine.ids import Seat
from tests.kit.position import Position

WORDS = catalog()
AWAY = re.compile(r"board|city:\d")
"""The tokens with which rules beside a page open another private message."""
Chooser = Callable[[Sequence[str]], str]


def buttons(prompt: messages.Page | messages.Prompt) -> list[messages.Button]:
    """Every button of a page."""
    return [button for row in prompt.rows if isinstance(row, tuple) for button in row]


def tokens(prompt: messages.Page | messages.Prompt) -> list[str]:
    """Every token that can be pressed: the menus' choices first, then the buttons."""
    menus = [row for row in prompt.rows if isinstance(row, messages.Menu)]
    choices = [write_button(choice.value) for menu in menus for choice in menu.choices]
    return choices + [write_button(button.value) for button in buttons(prompt)]


def answers(prompt: messages.Page | messages.Prompt) -> list[str]:
    """Return the answers but those that lead away from the page: to the main board, to a city."""
    return [token for token in tokens(prompt) if not AWAY.fullmatch(token)]


def check_limits(prompt: messages.Page | messages.Prompt) -> None:
    """Discord's limits for a private message in the classic layout."""
    assert 0 < len(prompt.text) <= messages.TEXT_LIMIT
    assert len(prompt.rows) <= messages.ROW_LIMIT
    ids = []
    for row in prompt.rows:
        if isinstance(row, messages.Menu):
            ids.append(write_button(row.value))
            assert 0 < len(row.placeholder) <= messages.PLACEHOLDER_LIMIT
            assert 0 < len(row.choices) <= messages.OPTION_LIMIT
            values = [write_button(choice.value) for choice in row.choices]
            assert len(set(values)) == len(values)
            for choice in row.choices:
                assert 0 < len(choice.label) <= messages.CHOICE_LIMIT
                assert len(choice.description) <= messages.CHOICE_LIMIT
                assert 0 < len(write_button(choice.value)) <= messages.CHOICE_LIMIT
        else:
            assert isinstance(row, tuple)
            assert 0 < len(row) <= 5
            ids += [write_button(button.value) for button in row]
            for button in row:
                assert 0 < len(button.label) <= messages.LABEL_LIMIT
                assert 0 < len(write_button(button.value)) <= BUTTON_LIMIT
    assert len(set(ids)) == len(ids)


def thought(wanted: drafts.Think, seat: Seat) -> drafts.Ask | drafts.Submit:
    """The draft in which one of the lines that are wanted is chosen."""
    return with_lines(wanted, suggestion(wanted.game, seat, ADVICE_SEED).lines)


def pressed(game: Game, seat: Seat, draft: drafts.Draft, token: str) -> drafts.Decided:
    """Return the decision after a press, once lines of play have been thought of where wanted."""
    outcome = wizard_press(game, seat, draft, token)
    return thought(outcome, seat) if isinstance(outcome, drafts.Think) else outcome


def suggested(
    game: Game, seat: Seat, draft: drafts.Draft | None = None
) -> drafts.Ask | drafts.Submit:
    """The first of the lines that are suggested, as a plan or as what is done at once."""
    outcome = pressed(game, seat, draft or drafts.Draft(), controls.Sign.SUGGEST)
    if isinstance(outcome, drafts.Ask) and outcome.draft.screen == controls.Screen(
        controls.ScreenKind.LINES
    ):
        outcome = pressed(game, seat, outcome.draft, f"{controls.Sign.SUGGEST}0")
    assert isinstance(outcome, drafts.Ask | drafts.Submit)
    return outcome


def tried_out(game: Game, seat: Seat, tried: Tryout, token: str) -> Tryout | None:
    """Return the tryout after a press, with the thinking in between."""
    outcome = tryout_answer(game, seat, tried, token)
    return tried_on(tried, thought(outcome, seat)) if isinstance(outcome, drafts.Think) else outcome


@dataclass
class WizardPlayer:
    """Plays a game through prompts alone; counts the presses of each turn."""

    game: Game
    choose: Chooser
    draft: drafts.Draft = field(default_factory=drafts.Draft)
    presses: int = 0

    def look(self) -> messages.Page | messages.Prompt:
        """The prompt of whoever is to answer."""
        waiting = self.game.waiting
        assert waiting is not None
        return wizard_page(self.game, waiting.seat, self.draft, WORDS)

    def press(self) -> bool:
        """Look, choose, press; tells whether answers were submitted."""
        prompt = self.look()
        check_limits(prompt)
        return self.take(self.choose(answers(prompt)))

    def take(self, token: str) -> bool:
        """Press one control; tells whether answers were submitted."""
        waiting = self.game.waiting
        assert waiting is not None
        self.presses += 1
        match pressed(self.game, waiting.seat, self.draft, token):
            case drafts.Ask(draft):
                assert drafts.Draft.load(draft.dump()) == draft
                self.draft = draft
                return False
            case drafts.Submit(actions):
                assert actions
                for action in actions:
                    self.game.submit(waiting.seat, action)
            case drafts.TakeBack():
                self.game.undo(waiting.seat)
            case drafts.Stale():
                raise AssertionError(f"{token} is stale in {self.draft}")
        self.draft = drafts.Draft()
        return True


def likely_best(pressable: Sequence[str]) -> str:
    """Confirm what can be confirmed, end what is done, else take what stands first."""
    for token in ("!", "=end"):
        if token in pressable:
            return token
    return next(token for token in pressable if not token.startswith(controls.Sign.START))


def curious(seed: int) -> Chooser:
    """Mostly goes forward, but looks into everything: lists, changes, steppers, questions."""
    chance = random.Random(seed)

    def choose(pressable: Sequence[str]) -> str:
        pressable = [
            each for each in pressable if each != controls.Sign.TRY
        ]  # leads out of the wizard
        if "!" in pressable and chance.random() < 0.6:
            return "!"
        goals = [each for each in pressable if each.startswith(("=ignite", "=neutral"))]
        if goals and chance.random() < 0.8:
            return chance.choice(goals)
        onward = [
            each for each in pressable if each[0] not in (controls.Sign.WHY, controls.Sign.RULES)
        ]
        if onward == ["<"] and chance.random() < 0.6:
            return "<"
        forward = [each for each in onward if each not in ("<", "u")]
        if not forward or chance.random() < 0.1:
            return chance.choice(pressable)
        return chance.choice(forward[:4] if chance.random() < 0.5 else forward)

    return choose


def shown(game: Game, draft: drafts.Draft | None = None) -> messages.Page | messages.Prompt:
    """The page of a draft for whoever is to answer."""
    assert game.waiting is not None
    return wizard_page(game, game.waiting.seat, draft or drafts.Draft(), WORDS)


def rich() -> Position:
    """A city that can do nearly everything."""
    return (
        Position()
        .tiles(path=3, ship=3, task=3, guardian=3, great_bonfire=3, gnome=3, wild=3)
        .resources(blossom=3, fruit=3, herb=3, shell=3, root=3, gold=3)
    )


def after(game: Game, *pressed: str) -> drafts.Draft:
    draft = drafts.Draft()
    for token in pressed:
        outcome = wizard_press(game, 0, draft, token)
        assert isinstance(outcome, drafts.Ask), (token, outcome)
        draft = outcome.draft
    return draft


def after_from(game: Game, draft: drafts.Draft, *pressed: str) -> drafts.Draft:
    for token in pressed:
        outcome = wizard_press(game, 0, draft, token)
        assert isinstance(outcome, drafts.Ask), (token, outcome)
        draft = outcome.draft
    return draft
