"""A bot that hears no press by the gateway: the portal names an address for them."""

from pathlib import Path

from bot.standin import StandIn
from tests.kit.process import forked
from tests.kit.sources import OPENAPI


async def test_it_ends_at_the_login_and_says_what_to_mend(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI) as server:
        server.world.application.endpoint_url = "https://bonfire.example/interactions"
        async with forked(server, tmp_path, "run") as child:
            assert await child.wait() == 2
        assert server.gateway.sessions == []
    log = (tmp_path / "bot.log").read_text("utf-8").splitlines()
    said = [line for line in log if " INFO " not in line]
    assert len(said) == 1
    assert said[0].startswith("bonfire: Discord sends presses to an address")
    assert said[0].endswith('the field "Interactions Endpoint URL" must be empty.')
