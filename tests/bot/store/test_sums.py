"""The sums of leaderboards are those of the stored seats, however these change."""

from pathlib import Path

import pytest

from bot.store.migrate import migrations
from tests.kit.database import quick_store
from tests.kit.sums import check_history


@pytest.mark.parametrize("seed", range(4))
async def test_sums_are_those_of_the_seats(tmp_path: Path, seed: int) -> None:
    store = await quick_store(tmp_path / "bonfire.db")
    await check_history(store, migrations(), seed)
    await store.close()
