"""The doctor reads the settings of the Developer Portal: each that is wrong has its complaint."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.standin import Permission, StandIn, fault_injection
from tests.kit.doctor import complaints, examined, no_flag


def an_address(server: StandIn) -> None:
    server.world.application.endpoint_url = "https://bonfire.example/interactions"


def no_thread(server: StandIn) -> None:
    server.world.application.guild_permissions &= ~Permission.CREATE_PUBLIC_THREADS


def no_people(server: StandIn) -> None:
    server.world.application.user_install = False


def no_servers(server: StandIn) -> None:
    server.world.application.guild_install = False


def no_bot(server: StandIn) -> None:
    asked = server.core.objects.application()
    asked["integration_types_config"]["0"]["oauth2_install_params"]["scopes"].remove("bot")
    server.fault_injector.plan("GET", "^/applications/@me$", fault_injection.Odd(asked))


def a_grant(server: StandIn) -> None:
    asked = {**server.core.objects.application(), "bot_require_code_grant": True}
    server.fault_injector.plan("GET", "^/applications/@me$", fault_injection.Odd(asked))


def another_token(server: StandIn) -> None:
    server.world.application.token = "another.token"


@pytest.mark.parametrize(
    ("changes", "check", "says"),
    [
        (no_flag, "intents", 'switch off all three on the page "Bot"'),
        (an_address, "address", "must be empty"),
        (no_thread, "installation", "the permissions that it lacks: Create Public Threads."),
        (no_people, "installation", "tick User Install"),
        (no_servers, "installation", "tick Guild Install"),
        (no_bot, "installation", "the scopes that it lacks: bot."),
        (a_grant, "installation", 'switch off "Requires OAuth2 Code Grant"'),
        (another_token, "token", 'Press "Reset Token"'),
    ],
)
async def test_a_setting_of_the_portal_that_is_wrong(
    tmp_path: Path, changes: Callable[[StandIn], None], check: str, says: str
) -> None:
    async with StandIn() as server:
        found = await examined(server, tmp_path, changes=changes)
    told = complaints(found)
    assert told.keys() == {check}
    assert says in told[check]
    assert not found[check].passes


async def test_what_a_server_is_asked_may_stand_in_the_older_field(tmp_path: Path) -> None:
    async with StandIn() as server:
        asked = server.core.objects.application()
        older = asked["integration_types_config"]["0"].pop("oauth2_install_params")
        of_link = {**asked, "install_params": older}
        server.fault_injector.plan("GET", "^/applications/@me$", fault_injection.Odd(of_link))
        assert complaints(await examined(server, tmp_path)) == {}


@pytest.mark.parametrize(
    ("address", "says"),
    [
        (None, "sends no press over HTTP yet"),
        ("https://bonfire.example/old", "sends presses to https://bonfire.example/old"),
        ("https://bonfire.example/interactions", None),
    ],
)
async def test_over_http_discord_needs_an_address(
    tmp_path: Path, address: str | None, says: str | None
) -> None:
    async with StandIn() as server:
        server.world.application.endpoint_url = address
        told = complaints(await examined(server, tmp_path, over_http=True))
    if says is None:
        assert "address" not in told
    else:
        assert says in told["address"]
        assert "needs https://your.name/interactions" in told["address"]
