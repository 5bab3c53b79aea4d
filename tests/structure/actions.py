"""All answers of the game in one table: how each is typed, shown and looked up.

`python -m tests.structure.actions` writes it to `docs/actions.md`, which a test keeps exact.
"""

from itertools import count

from bot.present.spoken import ANSWERS, SUBJECTS
from bot.present.wizard.labels import label
from bot.words import catalog
from engine import Game, GameOptions
from engine.notation import format_action
from engine.notation_slots import ACTION_FORMS
from tests.kit.players.goal_player import goal_player
from tests.kit.sources import ROOT

FILE = ROOT / "docs" / "actions.md"
HEAD = """\
# The answers

Made by `python -m tests.structure.actions` of `engine/actions.py` and `bot/present/spoken.py`.

`/turn move` takes any of these texts, and `/turn end` gives the last answer.

| text | action in Python | example | in a menu | command | rule |
|---|---|---|---|---|---|
"""
Example = tuple[str, str]


def examples() -> dict[type, Example]:
    """The first answer of each kind in games that follow from their seeds, typed and shown."""
    found: dict[type, Example] = {}
    for seed in count(1):
        game, choose = Game.new(GameOptions(1 + 2 * (seed % 2)), seed), goal_player(seed)
        while (asked := game.waiting) is not None:
            for action in game.legal_actions():
                if type(action) not in found:
                    shown = label(action, game.view(), asked.seat, asked.decision)
                    found[type(action)] = format_action(action), catalog().spell(shown)
            if len(found) == len(ACTION_FORMS):
                return found
            game.submit(asked.seat, choose(game._state))
    raise AssertionError("there are seeds without end")


def listing() -> str:
    """The whole document."""
    found, lines = examples(), []
    for form in ACTION_FORMS.values():
        subject = SUBJECTS[ANSWERS[form.action].subject]
        text, shown = found[form.action]
        command = "".join(f"`/turn {name}`" for name in subject.command.split()[:1])
        rule = f"`{subject.rule}`" if subject.rule else ""
        usage = form.usage.replace("|", r"\|")
        cells = (f"`{usage}`", f"`{form.action.__name__}`", f"`{text}`", shown, command, rule)
        lines.append(f"| {' | '.join(cells)} |\n")
    return HEAD + "".join(lines)


if __name__ == "__main__":
    FILE.write_text(listing(), "utf-8")
