"""Workers of `bonfire serve` on a new database, to which a stand-in sends interactions."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp

from bot.runtime import settings
from bot.runtime.shell.errors import UsageError
from bot.standin import StandIn
from bot.standin.sender import SignedSender, free_port, interactions_to
from tests.bench.bot_process import LOOK_EVERY, BotProcess, bot_process


@asynccontextmanager
async def crew(
    server: StandIn, folder: Path, database: Path | str, workers: int
) -> AsyncIterator[Sequence[BotProcess]]:
    """The workers, ready for presses, which come to them in turn."""
    ports = [free_port() for _ in range(workers)]
    bots = []
    addresses = [f"http://127.0.0.1:{port}/interactions" for port in ports]
    async with AsyncExitStack() as stack:
        sender = await stack.enter_async_context(interactions_to(server, *addresses))
        for number, port in enumerate(ports):
            own = folder / f"worker-{number}"
            own.mkdir()
            environment = {
                **settings.environment(),
                **server.environment(),
                settings.LIMITS: settings.Switch.OFF,  # who is measured presses faster than people
                settings.EMOJIS: settings.Switch.OFF,
                settings.DATA: str(own),
                settings.DATABASE: str(database),
                settings.WORKERS: _workforce(database),
                settings.SHARDS: "",
                settings.BOX: "",
                settings.LISTEN: f"127.0.0.1:{port}",
                settings.LOG_LEVEL: settings.LogLevel.INFO,
            }
            started = bot_process(own, "serve", environment=environment)
            bot = await stack.enter_async_context(started)
            await bot.started(_ready(sender, port))
            bots.append(bot)
        yield bots


def _workforce(database: Path | str) -> settings.Workforce:
    """Say whether a database can be shared."""
    alone = isinstance(database, Path)
    return settings.Workforce.ONE if alone else settings.Workforce.SEVERAL


async def _ready(sender: SignedSender, port: int) -> None:
    """Wait until a worker takes presses."""
    status = 0
    while status != HTTPStatus.OK:
        await asyncio.sleep(LOOK_EVERY)
        with suppress(aiohttp.ClientError):
            status, _ = await sender.get(f"http://127.0.0.1:{port}/readyz")


@asynccontextmanager
async def new_database(folder: Path, server: str | None) -> AsyncIterator[Path | str]:
    """An empty database, as `Store.open` takes it: a file in a folder, or on this server.

    Raises UsageError where the server cannot be used.
    """
    if server is None:
        yield folder / "bonfire.db"
        return
    try:
        import asyncpg  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise UsageError("PostgreSQL needs asyncpg: pip install '.[postgres]'") from error
    try:
        connection = await asyncpg.connect(server)
    except (OSError, ValueError, asyncpg.PostgresError) as error:
        raise UsageError(f"the PostgreSQL server cannot be used: {error}") from error
    name = f"bonfire_bench_{secrets.token_hex(4)}"
    try:
        await connection.execute(f"CREATE DATABASE {name}")
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        await connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        await connection.close()
