"""Each line of the log tells what it is about, so that an error leads to the press."""

import asyncio
import logging

import pytest

from bot.chat.logs import LOG_FORMAT, complete
from bot.model import telemetry
from bot.services.play.wizard import Wizard
from bot.standin.layout import text
from tests.kit.hall import Hall
from tests.kit.players.button_player import has_turn_button


class Lines(logging.Handler):
    """Keeps the lines of the log as an operator reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter(LOG_FORMAT, style="{"))
        self.addFilter(complete)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the log of the bot and discord.py from now on, in full detail."""
    handler = Lines()
    for name in ("bot", "discord"):
        monkeypatch.setattr(logging.getLogger(name), "handlers", [handler])
        caplog.set_level(logging.DEBUG, name)
    return handler.lines


async def test_a_bug_leads_to_its_press(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    async def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Wizard, "open", fails)
    await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
    post = await hall.ada.waits_for(hall.table, has_turn_button)
    pressed = await hall.ada.press(post, "Take your turn")
    told = text(await pressed.response())
    (line,) = [one for one in lines if "bug" in one]
    about = f"interaction={pressed.id} channel={hall.table.id} command=TakeTurn game=1"
    assert line.splitlines()[0].endswith(f"[{about}]")
    assert line.split("bug ")[1].split()[0] in told
    assert line.splitlines()[-1] == "ZeroDivisionError"


async def test_each_line_of_a_command_tells_of_it_once(hall: Hall, lines: list[str]) -> None:
    asked = await hall.ada.slash(hall.table, "bonfire", "solo")
    await asked.response()
    own = [one for one in lines if f"interaction={asked.id}" in one]
    assert any("revision 0" in one and "game=1" in one for one in own)
    for one in own:
        assert one.count("interaction=") == one.count("command=bonfire solo") == 1


async def test_tasks_beside_each_other_keep_their_names_apart() -> None:
    async def work(game: int) -> str:
        telemetry.begin_work(game=game)
        await asyncio.sleep(0)
        telemetry.note_work(post=game * 10)
        return telemetry.noted_work()

    assert [*await asyncio.gather(work(1), work(2))] == ["game=1 post=10", "game=2 post=20"]
    telemetry.note_work(game=3)
    assert telemetry.noted_work() == ""


def test_a_lost_connection_to_discord_takes_one_line(lines: list[str]) -> None:
    log = logging.getLogger("discord.client")
    for error in (ConnectionResetError("away"), ZeroDivisionError()):
        log.error("Attempting a reconnect in %.2fs", 1.5, exc_info=error)
    first, second = lines
    assert "1.50s (ConnectionResetError('away'))" in first
    assert "\n" not in first
    assert second.endswith("\nZeroDivisionError")
