"""The next game of the same people and bots: with the same options, begun by who was second."""

from dataclasses import dataclass, replace

from bot.model.button_choices import TableOption
from bot.model.errors import Problem, UserError
from bot.model.invocation import Invocation
from bot.model.rows import NOBODY, PersonRow, Status
from bot.services.games.saving import Saved
from bot.services.games.service import GameService
from bot.services.games.table import Table
from bot.services.people.limits import PersonalLimits
from bot.services.play.lobbies import LobbyService
from bot.services.play.open_lobby import FEWEST_PLAYERS, OpenLobby


@dataclass(frozen=True, slots=True)
class Rematches:
    """The rematch to which the button under the result of a game leads."""

    games: GameService
    lobbies: LobbyService
    limits: PersonalLimits

    async def open(self, invocation: Invocation, game: int) -> OpenLobby | Saved:
        """Open the lobby of a rematch, or sit down there; start the next game without others.

        Who had resigned may ask too. Who has been forgotten can never join, so that the others
        play without them; who is left alone opens a table for anybody. Raises UserError for who
        did not play, where a game runs or others have a lobby, and at one game alone too many.
        """
        async with self.games.table(game) as table:
            if not table.knows(invocation.person.id):
                raise UserError(Problem.NOT_A_PLAYER)
            if table.status is Status.RUNNING:
                raise UserError(Problem.GAME_RUNNING)
            settings, people = table.game.options, next_turns(table)
            place = replace(invocation.channel, locale=table.channel.locale)
            kind, settings = await self.games.store.read(
                lambda tx: table.kind.again(tx, settings, invocation.person.id)
            )
        invocation = replace(invocation, channel=place)
        known = tuple(one for one in people if one.id > NOBODY or one.level is not None)
        bots = tuple(one for one in known if one.level is not None)
        if settings.solo or (bots and len(known) == len(bots) + 1):
            may, settings = self.limits.alone(invocation), replace(settings, players=len(known))
            return await self.games.start(
                invocation, settings, known, known[0].id, also=may, kind=kind
            )
        chosen = frozenset(option for option in TableOption if getattr(settings, option, False))
        return await self.lobbies.open(
            invocation, chosen, known if len(known) >= FEWEST_PLAYERS else (), bots
        )


def next_turns(table: Table) -> tuple[PersonRow, ...]:
    """People and bots in the order of their turns in a rematch: the one who began comes last."""
    second = (table.game.view().starter + 1) % len(table.players)
    return (*table.players[second:], *table.players[:second])
