"""The bot under the system call filter of its unit: it draws, suggests, thinks and films there."""

import ctypes.util
import os
import random
import re
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from bot.standin import Channel, Message, StandIn, UserClient
from bot.standin.layout import text
from bot.words import catalog
from tests.kit import forks
from tests.kit.clock import TurnedClock
from tests.kit.evening import play_to_the_end
from tests.kit.process import LONGEST, at_work, bot_program, drawn, first_turn, seated
from tests.kit.sources import OPENAPI, ROOT
from tests.kit.whole import Player, opened

UNIT: Final = ROOT / "docs" / "bonfire.service"
WORDS: Final = catalog()
CAN: Final = shutil.which("systemd-analyze") and ctypes.util.find_library("seccomp")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not CAN and "CI" not in os.environ, reason="systemd-analyze or libseccomp is not installed"
    ),
]


def under_the_filter(unit: Path) -> tuple[str, ...]:
    return ("-m", "tests.whole.under_filter", str(unit), sys.executable, "-m", "bot")


@asynccontextmanager
async def against_an_expert(
    server: StandIn, folder: Path, unit: Path, person: UserClient, table: Channel
) -> AsyncIterator[tuple[Player, Message]]:
    """A bot under a unit's filter, somebody in a game with an *expert*, and its first post."""
    async with bot_program(server, folder, program=under_the_filter(unit)):
        await at_work(server)
        player = Player(person, table, random.Random(7), LONGEST)
        post = await first_turn(player, {"level": "expert"})
        assert drawn(post)
        yield player, post


def faults(folder: Path) -> list[str]:
    """Lines of the log that complain.

    The doctor complains of the stand-in's clock, which is turned, to an owner who is not there.
    """
    log = (folder / forks.LOG).read_text("utf-8")
    lines = re.findall(r"(?m)^.*(?:failed|bug |Traceback|refused).*$", log)
    return [line for line in lines if "[job=doctor]" not in line]


async def test_it_draws_suggests_thinks_and_films(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        ada, table, other = seated(server)
        async with against_an_expert(server, tmp_path, UNIT, ada, table) as (player, post):
            turn = await player.open_turn(post)
            idea = await (await ada.press(turn, "Suggest a turn")).response(LONGEST)
            assert WORDS.say("preview.suggested") in text(idea)
            await player.take_turn(post)
            assert drawn(await player.my_post(post.id))
            alone = Player(ada, other, random.Random(1), LONGEST)
            await first_turn(alone, {})
            final = await play_to_the_end([alone])
            film = await opened(ada, final, WORDS.say("film.button"), LONGEST)
            short = await ada.waits_for(other, lambda one: one.id > film.id, LONGEST)
            files = (*film.attachments, *short.attachments)
            assert [file.data[:4] for file in files] == [b"RIFF", b"GIF8"]
    assert faults(tmp_path) == []


async def test_a_filter_without_setpriority_is_one_warning(tmp_path: Path) -> None:
    """So the unit was before; processes that think do not give way then, and all works."""
    unit = tmp_path / UNIT.name
    unit.write_text(re.sub(r"SystemCallFilter=setpriority\n", "", UNIT.read_text("utf-8")), "utf-8")
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        ada, table, _ = seated(server)
        async with against_an_expert(server, tmp_path, unit, ada, table) as (player, post):
            await player.take_turn(post)
            await player.my_post(post.id)
    (warning,) = faults(tmp_path)
    assert "refused a lower priority" in warning


async def test_the_doctor_finds_nothing_wrong_there(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    async with (
        StandIn(spec=OPENAPI) as server,
        bot_program(server, tmp_path, "doctor", under_the_filter(UNIT)) as child,
    ):
        assert await child.wait() == 0
