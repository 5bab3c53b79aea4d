"""The names of the seats on pictures."""

from bot.services.games.table import Table
from bot.words import Catalog


def picture_names(table: Table, words: Catalog) -> tuple[str, ...]:
    """The names by seat for pictures, which know no formatting; Tom's in the words of a reader."""
    names = tuple(
        words.say("seat.bot", name=player.name) if seat in table.bots else player.name
        for seat, player in enumerate(table.players)
    )
    return (*names, words.say("term.tom")) if table.game.options.solo else names
