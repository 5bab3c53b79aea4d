"""What the bot makes of the deal of the week: played level by level."""

import json
import logging
from dataclasses import dataclass
from typing import Final

from bot.features.weekly.service import WeeklyService
from bot.features.weekly.tables import Weekly
from bot.features.weekly.values import Deal, Par
from bot.runtime.wakeup import Wakeup
from bot.services.games.service import GameService
from bot.store import Store
from engine import Game
from engine.agents.levels import Level

_LOGGER = logging.getLogger(__name__)

PAR_PAUSE_SECONDS: Final = 3600.0
"""Seconds between two looks whether a deal lacks something."""


@dataclass(frozen=True, slots=True)
class ParService:
    """Plays the deal of the week at every level, where the turns of the bot are thought out."""

    store: Store
    games: GameService
    weekly: WeeklyService

    async def run(self) -> None:
        """Play whatever is lacking, until cancelled."""
        wakeup = Wakeup(self.games.clock)
        while True:
            await self.play_missing()
            await wakeup.rest(PAR_PAUSE_SECONDS)

    async def play_missing(self) -> None:
        """Play the deal of the running week at each level without a result; none nobody wants."""
        week = self.weekly.week
        deal = await self.store.read(lambda tx: tx.table(Weekly).get(week))
        known = await self.store.read(lambda tx: tx.table(Weekly).par(week))
        if deal is None:
            return
        for level in Level:
            if level not in {par.level for par in known}:
                try:
                    await self._keep(await self._play(deal, level))
                except Exception:
                    _LOGGER.exception("playing week %d at %s failed, retrying later", week, level)

    async def _keep(self, par: Par) -> None:
        await self.store.write(lambda tx: tx.table(Weekly).put_par(par))

    async def _play(self, deal: Deal, level: Level) -> Par:
        """The deal played to its end; one lost with this process is begun anew by the next."""
        game = Game.load(json.loads(deal.snapshot))
        while (asked := game.waiting) is not None:
            for answer in await self.games.thinker.turn(game, asked.seat, level, -deal.week):
                game.submit(asked.seat, answer)
        mine, his = (sheet.total for sheet in game.score_sheets())
        return Par(deal.week, level, mine, his)
