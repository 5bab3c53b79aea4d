"""The values of this feature that tests of the whole need."""

from typing import Final

from bot.features.weekly.service import PAR_PAUSE_SECONDS, Weekly
from bot.features.weekly.values import PlayWeekly, ShowFairness, ShowWeekly, opening, week_at
from bot.runtime.housekeeping import DAY_SECONDS
from engine.agents.levels import Level
from tests.kit.hall import Hall
from tests.kit.whole import eventually

HANGING: Final = {
    "1|h|0|0||weekly:2967": ShowWeekly(2967),
    "1|h|0|0||fair:2967": ShowFairness(2967),
    "1|h|0|0||deal": PlayWeekly(),
}
FREE: Final = (ShowWeekly, PlayWeekly)
DEALING: Final = (PlayWeekly,)


async def the_deal_of_the_week_is_played(hall: Hall) -> None:
    now = hall.clock.now()
    hall.clock.advance(opening(week_at(now) + 1) + DAY_SECONDS - now)
    asked = await (await hall.people[2].slash(hall.table, "bonfire", "weekly")).response()
    await (await hall.people[2].press(asked, "Play the deal")).response()
    week, store = week_at(hall.clock.now()), hall.client.services.store
    hall.clock.advance(PAR_PAUSE_SECONDS)

    async def played() -> bool:
        return len(await store.read(lambda tx: tx.of(Weekly).par(week))) == len(Level)

    await eventually(played)


WORK: Final = {"par": the_deal_of_the_week_is_played}
