"""Print how many presses turns and settings take: `python -m tests.tools.presses`.

Each way is walked on the pages themselves: every press stands on the page before it. A choice in a
menu and the end of a form are a press each; the command that opens a page is none.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.model import button_forms, controls, drafts, messages, turn_clock
from bot.model.custom_ids import write_button
from bot.model.settings import (
    SETTINGS,
    TYPED,
    UNSET,
    ChangeSetting,
    ChooseSetting,
    Company,
    Setting,
    ShowSettings,
    TableSettings,
    TypeSetting,
    Whose,
)
from bot.present.posts.settings_pages import (
    choice_page,
    own_page,
    server_page,
    table_page,
    typing_page,
    value_texts,
)
from bot.words import catalog
from engine import Game
from engine.agents.levels import Level
from tests.kit.wizard_player import likely_best, pressed, rich, shown, tokens

WORDS: Final = catalog()
_FORUM: Final = (("7", "#games"),)
"""The forums of a server, which no page knows by itself."""


class Way(NamedTuple):
    """What somebody wants, and the presses that it takes."""

    what: str
    presses: int


def position() -> Game:
    """A position in which nearly everything is possible, a bonfire among it."""
    return rich().task(3, "B18").game()


TURNS: Final = {
    "Suggest a turn": (controls.Sign.SUGGEST,),
    "First row of the menu": ("",),
    "Fate tile, by own choice": ("@fate:bottom", "=fate bottom d2 left"),
    "Sail, by own choice": ("@sail_task", "=ship E3;task Y11 left"),
    "Path, by own choice": ("@path", "=path 2"),
    "Ignite a bonfire": ("=ignite 3",),
    "Suggest a turn, and change a step": (controls.Sign.SUGGEST, controls.Sign.CHANGE),
}
"""The presses behind *Take your turn* that choose a turn; where it asks more, what is likely best.

An empty one is the first choice of the first menu; a change is the first that is offered.
"""


def turns() -> Iterator[Way]:
    """Each turn with *Take your turn*, until it is confirmed."""
    for what, chosen in TURNS.items():
        game = position()
        yield Way(what, 1 + _walked(game, chosen))


def _walked(game: Game, chosen: Sequence[str]) -> int:
    """The presses from the first page of a turn to its answers."""
    draft, ahead, count = drafts.Draft(), list(chosen), 0
    while True:
        page = tokens(shown(game, draft))
        token = _found(page, ahead.pop(0)) if ahead else likely_best(page)
        count += 1
        match pressed(game, 0, draft, token):
            case drafts.Ask(asked):
                draft = asked
            case drafts.Submit():
                return count
            case other:
                raise AssertionError(f"{token} leads to {other}")


def _found(page: Sequence[str], wanted: str) -> str:
    """The control of a page that is wanted, whole or by its sign."""
    return next(
        token
        for token in page
        if token == wanted or (wanted in ("", controls.Sign.CHANGE) and token.startswith(wanted))
    )


def settings() -> Iterator[Way]:
    """Each setting, from its page."""
    for whose, kept in SETTINGS.items():
        for setting in kept:
            walked = list(_way_to(whose, setting))
            for page, value in walked:
                assert write_button(value) in tokens(page), (whose, setting, value)
            typed = setting in TYPED
            yield Way(f"{whose}: {WORDS.say(f'setting_name.{setting}')}", len(walked) + typed)


def _way_to(
    whose: Whose, setting: Setting
) -> Iterator[tuple[messages.Prompt, button_forms.ButtonValue]]:
    """Each page on the way to a setting, and what is pressed there; a form is sent behind it."""
    own = own_page("", WORDS, in_server=True)
    table = TableSettings(turn_clock.Pace.DAILY, Level.MEDIUM, "en")
    pages = {
        Whose.PERSON: own,
        Whose.SERVER: server_page("", WORDS, manages=True),
        Whose.TABLE: table_page(table, WORDS, plays=True, bot_plays=False, company=Company.PEOPLE),
    }
    if whose is Whose.SERVER:
        yield own, ShowSettings(whose)
    yield pages[whose], ChangeSetting(whose, setting)
    if setting in TYPED:
        yield typing_page(pages[whose], whose, setting, WORDS), TypeSetting(whose, setting)
        return
    forums = _FORUM if setting is Setting.FORUM else ()
    choices = (*value_texts(whose, setting, WORDS), *forums)
    token = next(token for token, _ in choices if token != UNSET)
    page = choice_page(pages[whose], whose, setting, choices, WORDS)
    yield page, ChooseSetting(whose, setting, token)


def table(heading: str, ways: Iterator[Way]) -> str:
    """The ways as a table in Markdown."""
    rows = (f"| {way.what} | {way.presses} |" for way in ways)
    return "\n".join((f"| {heading} | presses |", "|---|---|", *rows))


if __name__ == "__main__":
    sys.stdout.write(f"{table('turn', turns())}\n\n{table('setting', settings())}\n")
