"""A bot that is stopped while it still starts ends without a word of error."""

import asyncio
import signal
from pathlib import Path

import pytest

from bot.standin import StandIn
from tests import forks
from tests.standin.reference import openapi_file
from tests.whole.kit import eventually
from tests.whole.process import CONNECTS_WITHIN, bot_program


@pytest.mark.long
@pytest.mark.parametrize("asked", ["/users/@me", "/gateway/bot", ""])
async def test_a_bot_that_is_stopped_while_it_starts_ends_well(tmp_path: Path, asked: str) -> None:
    """Stop it once it has asked for this, or once it is connected."""
    async with StandIn(spec=openapi_file()) as server, bot_program(server, tmp_path) as child:

        async def has_asked() -> bool:
            return any(one.path.endswith(asked) for one in server.requests)

        if asked:
            await eventually(has_asked, CONNECTS_WITHIN)
        else:
            await asyncio.wait_for(server.connected(), CONNECTS_WITHIN)
        child.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(child.wait(), CONNECTS_WITHIN) == 0
    log = (tmp_path / forks.LOG).read_text("utf-8")
    assert "Traceback" not in log
    assert "ERROR" not in log
