"""The values of this feature that tests of the whole need."""

from typing import Final

from bot.features.weekly import values
from bot.features.weekly.service import PAR_PAUSE_SECONDS, Weekly
from bot.runtime.housekeeping import DAY_SECONDS
from engine.agents.levels import Level
from tests.kit.hall import Hall
from tests.kit.whole import eventually

HANGING: Final = {
    "1|h|0|0||weekly:2967": values.ShowWeekly(2967),
    "1|h|0|0||fair:2967": values.ShowFairness(2967),
    "1|h|0|0||deal": values.PlayWeekly(),
}
FREE: Final = (values.ShowWeekly, values.PlayWeekly)
DEALING: Final = (values.PlayWeekly,)


async def the_deal_of_the_week_is_played(hall: Hall) -> None:
    now = hall.clock.now()
    hall.clock.advance(values.opening(values.week_at(now) + 1) + DAY_SECONDS - now)
    asked = await (await hall.people[2].slash(hall.table, "bonfire", "weekly")).response()
    await (await hall.people[2].press(asked, "Play the deal")).response()
    week, store = values.week_at(hall.clock.now()), hall.client.services.store
    hall.clock.advance(PAR_PAUSE_SECONDS)

    async def played() -> bool:
        return len(await store.read(lambda tx: tx.of(Weekly).par(week))) == len(Level)

    await eventually(played)


WORK: Final = {"par": the_deal_of_the_week_is_played}
