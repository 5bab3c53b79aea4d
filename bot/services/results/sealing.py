"""Games of which nothing may be handed out yet: others still play the same deal."""

from bot.model.errors import Problem, UserError
from bot.model.weekly import closing
from bot.services.games.service import GameService
from bot.services.games.table import Table


async def must_be_unsealed(games: GameService, table: Table) -> None:
    """Raise UserError for a deal of the week that is open, and for a tournament that goes on."""
    if table.week is not None and games.clock.now() < closing(table.week):
        raise UserError(Problem.WEEKLY_SEALED, at=str(round(closing(table.week))))
    if await games.store.read(lambda tx: tx.tournaments.is_open(table.id)):
        raise UserError(Problem.TOURNAMENT_SEALED)
