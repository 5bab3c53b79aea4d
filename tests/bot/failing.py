"""A database that fails where a test wants it, before or after it has done what it was asked."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bot.standin import Moment
from bot.store.queries import Read, Work
from bot.store.store import Store
from tests.bot.over import Over

STORE = Path("bot/store")
"""Modules through which the bot asks the database."""
ROOT = Path(__file__).parents[2]


class DiskError(Exception):
    """Errors of a database that fails."""


@dataclass(slots=True)
class Failing(Over):
    """An engine over another one, whose calls fail as `fault` says of who calls."""

    fault: Callable[[str], Moment | None]
    error: type[Exception] = DiskError
    """Class of the errors."""
    failed: list[str] = field(default_factory=list)
    """The callers that met an error."""

    async def transaction(self, work: Work[Read], *, flushed: bool = True) -> Read:
        """Do all of `work`, unless this call is to fail."""
        return await self._call(partial(self.engine.transaction, flushed=flushed), work)

    async def read(self, work: Work[Read]) -> Read:
        """Run `work`, which only reads, unless this call is to fail."""
        return await self._call(self.engine.read, work)

    async def _call(self, run: Callable[[Work[Read]], object], work: Work[Read]) -> Read:
        caller = who_calls()
        moment = self.fault(caller)
        if moment is None:
            return await run(work)  # type: ignore[misc,no-any-return]
        self.failed.append(caller)
        if moment is Moment.AFTER:
            await run(work)  # type: ignore[misc]
        raise self.error(f"{caller} fails {moment} it took effect")


def who_calls() -> str:
    """The function of the bot that asks the store, by its full name."""
    frame = sys._getframe(1)
    while True:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ROOT / "bot") and not file.is_relative_to(ROOT / STORE):
            name = frame.f_code.co_qualname
            return f"{file.relative_to(ROOT / 'bot').with_suffix('')}:{name}"
        if frame.f_back is None:
            return "?"
        frame = frame.f_back


def fail(
    store: Store, fault: Callable[[str], Moment | None], error: type[Exception] = DiskError
) -> Failing:
    """Let a store's calls fail from now on; returns its engine, which counts them."""
    store._database = failing = Failing(store.engine, fault, error)
    return failing


def once(caller: str, moment: Moment) -> Callable[[str], Moment | None]:
    """Let the next call of a function fail, the end of whose name is given."""
    left = [moment]
    return lambda name: left.pop() if left and name.endswith(caller) else None
