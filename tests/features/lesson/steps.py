"""The lesson at each of its steps, and its pages there."""

from bot.features.lesson import values
from bot.features.lesson.pages import lesson_page, lesson_press
from bot.model import drafts, messages
from bot.present.wizard.page_builder import DraftState
from bot.words import catalog
from engine import Game, GameOptions
from tests.kit.stack import OFFERS

LOCALES = ("en", "de", "pl")


def dealt() -> Game:
    return Game.new(GameOptions(players=1), values.WAY_HOME.seed)


def played(steps: int) -> Game:
    """The lesson when so many of its steps have been played."""
    game = dealt()
    for step in values.WAY_HOME.steps[:steps]:
        for answer in step.answers:
            game.submit(0, answer)
    return game


def page(
    game: Game, draft: drafts.Draft | None = None, locale: str = "en"
) -> messages.Page | messages.Prompt:
    state = DraftState(game, 0, draft or drafts.Draft())
    return lesson_page(values.WAY_HOME, state, catalog(locale), OFFERS.learned)


def press(game: Game, token: str, draft: drafts.Draft | None = None) -> drafts.PressResult:
    return lesson_press(values.WAY_HOME, game, 0, draft or drafts.Draft(), token)


OPEN = ("ignite", "home")
"""The steps whose turn people find themselves."""


CLOSED = tuple(step.key for step in values.WAY_HOME.steps if step.key not in OPEN)


def before(key: str) -> Game:
    """The lesson when this step begins."""
    return played(next(at for at, step in enumerate(values.WAY_HOME.steps) if step.key == key))


def step_of(key: str) -> values.LessonStep:
    return next(step for step in values.WAY_HOME.steps if step.key == key)
