"""The public position as text: the board in words, and each seat's score sheet."""

from dataclasses import replace

from bot.cli.support.position_json import sheet_json
from bot.words import catalog
from bot.words.conditions import condition_phrase
from engine import View
from renderer import Options, text_board


def position_text(view: View, wording: Options) -> str:
    """The board of `view` in words, and each seat's score sheet as a column."""
    words = catalog()
    options = replace(wording, describe=lambda condition: words.spell(condition_phrase(condition)))
    ended = "final score" if view.result else "score if the game ended now"
    sheets = [sheet_json(seat.sheet) for seat in view.seats]
    lines = [
        text_board(view, options),
        "",
        "".join((f"{ended:<28}", *(f"{name:>8}" for name in options.names))),
    ]
    lines += [
        "".join((f"{source:<28}", *(f"{sheet[source]:>8}" for sheet in sheets)))
        for source in sheets[0]
    ]
    return "\n".join(lines)
