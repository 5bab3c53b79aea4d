from __future__ import annotations

import pytest

from bot.standin import Latency, Limits
from tests.standin.conftest import Wire


def test_the_same_seed_gives_the_same_times() -> None:
    first, again, other = Latency(seed=1), Latency(seed=1), Latency(seed=2)
    times = [first.one_way() for _ in range(100)]
    assert times == [again.one_way() for _ in range(100)]
    assert times != [other.one_way() for _ in range(100)]
    assert 0.08 <= 2 * min(times) < 0.1
    assert 0.23 < 2 * max(times) <= 0.25


@pytest.mark.asyncio
async def test_a_request_takes_effect_half_way(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is measured: the pauses of the server are written down with what it had posted."""
    pauses: list[tuple[float, int]] = []

    async def sleep(seconds: float) -> None:
        pauses.append((seconds, len(wire.server.app_messages(wire.table))))

    wire.server.core.limits = Limits(latency=Latency(0.1, 0.1))
    monkeypatch.setattr("bot.standin.rest.server.asyncio.sleep", sleep)
    status, _ = await wire.call("POST", wire.messages, json={"content": "x"})
    assert status == 200
    assert pauses == [(0.05, 0), (0.05, 1)]
