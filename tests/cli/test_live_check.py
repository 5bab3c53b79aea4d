"""`bonfire live-check` as an operator types it."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.cli.live_check.check import all_probes
from bot.standin import Guild, Permission, RateLimited, Refused, StandIn
from tests.kit.shell import Answer, Bonfire, assert_one_line
from tests.kit.sources import OPENAPI


@dataclass
class Site:
    """A stand-in with a server for the check, and the command that is led there."""

    server: StandIn
    guild: Guild
    bonfire: Bonfire

    async def check(self, *words: str) -> Answer:
        return await asyncio.to_thread(self.bonfire, "live-check", *words)


@pytest_asyncio.fixture
async def site(bonfire: Bonfire, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    async with StandIn(spec=OPENAPI) as server:
        guild = server.guild("Club", server.person("Ada"))
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("BONFIRE_SECOND_TOKEN", server.staff.second_bot(guild))
        yield Site(server, guild, bonfire)


def records(folder: Path) -> list[Path]:
    return [*folder.glob("live-check-*.json")]


def test_without_a_server_the_probes_are_listed(bonfire: Bonfire) -> None:
    answer = bonfire("live-check")
    assert (answer.status, answer.err) == (0, "")
    assert [line.split()[0] for line in answer.out.splitlines()] == [*all_probes()]
    assert "(10 minutes)" in answer.out
    assert "(takes a person)" in answer.out


async def test_a_check_is_written_and_compared(site: Site, tmp_path: Path) -> None:
    words = (str(site.guild.id), "--probe", "gone-emoji", "--probe", "answered-twice")
    answer = await site.check(*words)
    assert (answer.status, answer.err) == (0, "")
    (file,) = records(tmp_path)
    record = json.loads(file.read_text("utf-8"))
    assert record["against"] == "the stand-in"
    assert record["probes"]["gone-emoji"]["facts"]["button"] == "400 50035"
    assert record["probes"]["answered-twice"]["unplayed"] == "nobody did it"
    assert answer.out.splitlines() == [
        "gone-emoji                     3 facts",
        "answered-twice                 not played: nobody did it",
        f"Written: {file.name}",
    ]
    record["probes"]["gone-emoji"]["facts"]["text"] = "403 50013"
    (tmp_path / "old.json").write_text(json.dumps(record))
    (tmp_path / "same.json").write_text(file.read_text("utf-8"))
    file.unlink()
    answer = await site.check(*words, "--compare", "old.json")
    assert answer.out.endswith('\ngone-emoji, text: "403 50013" before, "200" now\n')
    for again in records(tmp_path):
        again.unlink()
    answer = await site.check(*words, "--compare", "same.json")
    assert answer.out.endswith("\nNothing differs.\n")


async def refuse_channels(site: Site) -> None:
    site.server.fault_injector.plan("POST", r"/guilds/\d+/channels$", Refused(403, 50013))


async def make_administrator(site: Site) -> None:
    role = site.server.staff.new_role(site.guild, Permission.ADMINISTRATOR)
    site.server.staff.give_role(site.guild, site.server.world.application.id, role)


async def refuse_second(site: Site) -> None:
    site.server.core.second = None


async def remove_bot(site: Site) -> None:
    site.server.remove_app(site.guild)


async def have_a_bad_day(site: Site) -> None:
    site.server.fault_injector.plan("GET", "/gateway$", Refused(403, 0))


async def test_a_ban_is_told(site: Site) -> None:
    site.server.fault_injector.plan("GET", "/gateway$", RateLimited(3600.0, via=False))
    answer = await site.check(str(site.guild.id))
    assert (answer.status, answer.err.count("\n")) == (75, 1)
    assert "takes nothing from this machine" in answer.err


@pytest.mark.parametrize(
    ("happens", "told"),
    [
        (refuse_channels, "The second bot can't make a channel in server"),
        (make_administrator, "is an administrator of server"),
        (refuse_second, "Discord refused the token in BONFIRE_SECOND_TOKEN"),
        (remove_bot, "The bot isn't in server"),
        (have_a_bad_day, "403 0"),
    ],
)
async def test_what_the_operator_has_to_mend_is_told_in_one_line(
    site: Site, happens: object, told: str, tmp_path: Path
) -> None:
    assert callable(happens)
    await happens(site)
    assert_one_line(await site.check(str(site.guild.id)), told)
    assert records(tmp_path) == []


async def test_two_bots_are_needed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BONFIRE_SECOND_TOKEN", site.server.token)
    assert_one_line(await site.check(str(site.guild.id)), "Both tokens are of one bot")
    monkeypatch.delenv("BONFIRE_SECOND_TOKEN")
    assert_one_line(await site.check(str(site.guild.id)), "BONFIRE_SECOND_TOKEN is missing")
    monkeypatch.setenv("BONFIRE_SECOND_TOKEN", "two words")
    answer = await site.check(str(site.guild.id))
    assert_one_line(answer, "BONFIRE_SECOND_TOKEN must be one word")
    assert "two words" not in answer.err


def test_discord_is_asked_from_a_terminal_only(
    bonfire: Bonfire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("BONFIRE_SECOND_TOKEN", "d.e.f")
    assert_one_line(bonfire("live-check", "1"), "start it in a terminal")


def test_a_probe_that_is_none_and_a_record_that_is_none_are_named(
    bonfire: Bonfire, tmp_path: Path
) -> None:
    assert_one_line(bonfire("live-check", "--probe", "nonce"), "there is no probe 'nonce'")
    (tmp_path / "old.json").write_text("{}")
    assert_one_line(bonfire("live-check", "--compare", "old.json"), "old.json", "not a record")
