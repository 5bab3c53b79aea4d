"""How the tables of a tournament end: each silently, the last one with a comparison of all."""

from bot.model.rows import Via
from bot.model.stored_post import StoredPost
from bot.present.posts.tournament_posts import results_text
from bot.services.games.table import Table
from bot.store import Transaction
from bot.words import catalog

OF_NO_GAME = 0


async def finish_tournament(tx: Transaction, table: Table) -> None:
    """Note how a game that is over went, if it is a table of a tournament.

    Behind the last of its tables all are compared, in the channel where it was opened.
    """
    played = table.game.result is not None
    cities = sorted(table.game.view().seats, key=lambda city: city.seat)
    left = table.bots - table.seated_bots
    scores = tuple(None if city.seat in left else city.sheet.total for city in cities)
    totals = scores if played else None
    ended = await tx.tournaments.finish(table.id, totals)
    if ended is None:
        return
    tables = await tx.tournaments.results(ended.id)
    text = results_text(tables, catalog(ended.locale, table.numbers))
    post = StoredPost(OF_NO_GAME, 0, text, (), (), (), since=0)
    await tx.posts.add(table.id, ended.channel, Via.CHANNEL, post.dump())
