"""A full disk, a database that is away: kind words, one line for the operator, nothing lost."""

import errno
import logging
import ssl
from concurrent.futures.process import BrokenProcessPool

import pytest

from bot.model import telemetry
from bot.runtime.worker_process import UnreadyError
from bot.services.play.wizard import Wizard
from bot.standin.layout import text
from bot.store.database import Database
from bot.store.store import Store
from tests.kit.hall import Hall
from tests.kit.players.button_player import has_turn_button

KIND = "machine or my database isn't working"


async def limit_pages(store: Store, most: int) -> int:
    """Let the file of a database grow to so many pages; the pages that it has."""
    database = store._database
    assert isinstance(database, Database)
    await database._connection.execute(f"PRAGMA max_page_count = {most}")
    async with database._connection.execute("PRAGMA page_count") as found:
        row = await found.fetchone()
    assert row is not None
    return int(row[0])


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]


async def test_while_the_disk_is_full_people_get_kind_words_and_nothing_is_lost(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    store, told = hall.client.services.store, []
    pages = await limit_pages(store, 10**6)
    await limit_pages(store, pages)
    for _ in range(40):  # until the free pages are used
        asked = await hall.ada.slash(hall.table, "bonfire", "solo")
        told.append(text(await hall.clock.turned(asked.response())))
        if KIND in told[-1]:
            break
        await (await hall.ada.slash(hall.table, "bonfire", "abandon")).response()
    assert KIND in told[-1]
    assert len(errors(caplog)) == 1
    assert "full" in errors(caplog)[0]
    await limit_pages(store, 10**6)
    await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
    await hall.ada.waits_for(hall.table, has_turn_button)


async def test_a_failure_of_the_machine_is_no_bug(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    await (await hall.ada.slash(hall.table, "bonfire", "solo")).response()
    post = await hall.ada.waits_for(hall.table, has_turn_button)
    monkeypatch.setattr(Wizard, "open", fails)
    for _ in range(3):
        pressed = await hall.ada.press(post, "Take your turn")
        assert KIND in text(await pressed.response())
    (line,) = errors(caplog)
    assert "No space left on device" in line
    assert telemetry.ENVIRONMENT.fails


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (OSError(errno.ENOSPC, "full"), True),
        (OSError(errno.EIO, "broken"), True),
        (ConnectionResetError("away"), True),
        (ssl.SSLError(1, "cut"), True),
        (BrokenProcessPool("lost"), True),
        (PermissionError(errno.EPERM, "not permitted"), False),
        (FileNotFoundError(errno.ENOENT, "missing"), False),
        (UnreadyError("PermissionError"), False),
    ],
)
def test_what_lasts_is_a_bug_and_no_failure_of_the_machine(
    error: Exception, *, passes: bool
) -> None:
    assert telemetry.Environment().explains(error) is passes


def test_a_failure_that_goes_on_is_told_once_an_hour(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now, seen = 0.0, telemetry.Environment()
    monkeypatch.setattr("bot.model.telemetry.time.monotonic", lambda: now)
    for now in (10.0, 20.0, 3500.0, 3700.0):  # noqa: B007 - the clock reads it
        assert seen.explains(ConnectionResetError("away"))
        assert seen.fails
    assert len(errors(caplog)) == 2
    assert not seen.explains(ZeroDivisionError())
    now += 61.0
    assert not seen.fails
