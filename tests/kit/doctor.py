"""The doctor examines a bot that uses a stand-in."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from bot.chat.doctor import Doctor, Finding
from bot.chat.pictures.painting import RenderPool
from bot.model.clock import SYSTEM_CLOCK
from bot.runtime.settings import load
from bot.services.games.thinker import Thinker
from bot.standin import StandIn
from tests.kit.blank import blank
from tests.kit.quick_bots import BY_CHANCE

PRESENCES: Final = 1 << 12


async def examined(  # noqa: PLR0913 - what a test can replace
    server: StandIn,
    folder: Path,
    paint: Any = blank,
    players: Any = BY_CHANCE,
    changes: Callable[[StandIn], object] = bool,
    *,
    over_http: bool = False,
) -> dict[str, Finding]:
    """The findings of a doctor at a stand-in that `changes`, by their checks."""
    settings = load({**server.environment(), "BONFIRE_DATA": str(folder)})
    changes(server)
    pool, thinker = RenderPool(0, paint), Thinker(players=players)
    doctor = Doctor(settings, pool, thinker, SYSTEM_CLOCK, over_http)
    found = [finding async for finding in doctor.findings()]
    pool.close()
    thinker.close()
    assert all(server.token not in finding.text for finding in found)
    return {finding.check: finding for finding in found}


def complaints(found: dict[str, Finding]) -> dict[str, str]:
    """The sentences of the checks that complain."""
    return {check: finding.text for check, finding in found.items() if finding.complains}


def no_flag(server: StandIn) -> None:
    server.world.application.flags = PRESENCES
