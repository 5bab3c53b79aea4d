"""Every error of a PostgreSQL server: the status 75 where it passes by itself, 2 where it stays."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from bot.cli.parser import execute
from bot.cli.start_errors import START_ERRORS, failure
from bot.model.database_errors import (
    DatabaseError,
    LostLeadError,
    NewerTablesError,
    UnavailableError,
)
from bot.runtime.settings import load
from bot.store.postgres.faults import SERVER_ERRORS, fault_of, unavailable
from bot.store.store import Store
from tests.postgres.server import PostgresServer

ALONE = load({"DISCORD_TOKEN": "none"})
SEVERAL = load(
    {
        "DISCORD_TOKEN": "none",
        "BONFIRE_DATABASE": "postgresql://h/b",
        "BONFIRE_WORKERS": "several",
    }
)
PASSES = (
    ConnectionRefusedError(111, "Connect call failed"),
    ConnectionResetError(104, "Connection reset by peer"),
    OSError("Multiple exceptions: [Errno 111] Connect call failed"),
    OSError(113, "No route to host"),
    FileNotFoundError(2, "No such file or directory"),  # the socket of a server that is down
    socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"),
    socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
    TimeoutError(),
    asyncpg.CannotConnectNowError("the database system is starting up"),
    asyncpg.CannotConnectNowError("the database system is shutting down"),
    asyncpg.AdminShutdownError("terminating connection due to administrator command"),
    asyncpg.CrashShutdownError("terminating connection because of crash"),
    asyncpg.IdleSessionTimeoutError("terminating connection due to idle-session timeout"),
    asyncpg.IdleInTransactionSessionTimeoutError("idle-in-transaction timeout"),
    asyncpg.QueryCanceledError("canceling statement due to user request"),
    asyncpg.TooManyConnectionsError("sorry, too many clients already"),
    asyncpg.DiskFullError("could not extend file"),
    asyncpg.OutOfMemoryError("out of memory"),
    asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
    asyncpg.ConnectionFailureError("connection failure"),
    asyncpg.InterfaceError("connection is closed"),
    asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress"),
    asyncpg.SerializationError("could not serialize access"),
    asyncpg.DeadlockDetectedError("deadlock detected"),
    asyncpg.LockNotAvailableError("lock timeout"),
    asyncpg.ReadOnlySQLTransactionError("cannot execute INSERT in a read-only transaction"),
    asyncpg.PostgresIOError("could not read block"),
)
LASTS = (
    asyncpg.InvalidPasswordError("password authentication failed"),
    asyncpg.InvalidAuthorizationSpecificationError("no pg_hba.conf entry"),
    asyncpg.InvalidCatalogNameError('database "x" does not exist'),
    asyncpg.InsufficientPrivilegeError("permission denied for schema public"),
    asyncpg.DatabaseDroppedError("database was dropped"),
    asyncpg.UndefinedTableError("relation does not exist"),
    asyncpg.ClientConfigurationError("sslmode parameter must be one of"),
    asyncpg.UnsupportedClientFeatureError("no such authentication"),
    asyncpg.ProtocolError("unexpected message"),
    ssl.SSLCertVerificationError("certificate verify failed"),
    PermissionError(13, "Permission denied"),
    OverflowError("getsockaddrarg: port must be 0-65535."),
    ValueError("invalid literal for int() with base 10: 'port'"),
)


def name(error: object) -> str:
    return f"{type(error).__name__} {error}"


@pytest.mark.parametrize(
    ("error", "status"),
    [*((error, 75) for error in PASSES), *((error, 2) for error in LASTS)],
    ids=name,
)
def test_each_error_at_a_start_has_its_status(error: Exception, status: int) -> None:
    assert isinstance(error, SERVER_ERRORS)
    fault = fault_of(error)
    assert isinstance(fault, START_ERRORS)
    assert failure(fault, ALONE).status == failure(fault, SEVERAL).status == status
    assert str(fault).endswith(".")
    assert "\n" not in str(fault)


@pytest.mark.parametrize(
    ("error", "alone", "several"),
    [
        (LostLeadError("another one leads"), 75, 75),
        (UnavailableError("the disk is full"), 75, 75),
        (NewerTablesError("The database", 27, 26), 2, 75),
        (DatabaseError("another bot uses it"), 2, 2),
    ],
    ids=name,
)
def test_each_error_of_the_store_has_its_status(error: Exception, alone: int, several: int) -> None:
    assert failure(error, ALONE).status == alone
    assert failure(error, SEVERAL).status == several


@pytest.mark.parametrize("error", PASSES, ids=name)
def test_what_passes_is_told_from_bugs_while_the_bot_runs(error: Exception) -> None:
    with pytest.raises(UnavailableError) as caught, unavailable():
        raise error
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("error", LASTS, ids=name)
def test_what_stays_goes_on_as_it_is(error: Exception) -> None:
    with pytest.raises(type(error)) as caught, unavailable():
        raise error
    assert caught.value is error


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("postgresql://ada:secret@127.0.0.1:1/x", 75),
        ("postgresql://ada:secret@127.0.0.1:99999/x", 2),
        ("postgresql://ada:secret@127.0.0.1:port/x", 2),
    ],
)
def test_migrate_database_ends_in_one_line(
    address: str, status: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert execute(["migrate-database", address, str(tmp_path / "new.db")]) == status
    told = capfd.readouterr().err
    assert told.startswith("bonfire: ")
    assert told.count("\n") == 1
    assert "secret" not in told


async def test_a_database_that_is_not_there_is_mended_by_a_person(server: PostgresServer) -> None:
    with pytest.raises(DatabaseError, match="does not exist") as caught:
        await Store.open(server.address("nowhere"))
    assert not isinstance(caught.value, UnavailableError)


@asynccontextmanager
async def answering(code: str, text: str) -> AsyncIterator[str]:
    """The address of a server that answers each connection with an error of this code."""
    fields = f"SFATAL\0VFATAL\0C{code}\0M{text}\0\0".encode()

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = int.from_bytes(await reader.readexactly(4))
        body = await reader.readexactly(asked - 4)
        if body[:4] == (80877103).to_bytes(4):  # a request for TLS
            writer.write(b"N")
            asked = int.from_bytes(await reader.readexactly(4))
            await reader.readexactly(asked - 4)
        writer.write(b"E" + (len(fields) + 4).to_bytes(4) + fields)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield f"postgresql://ada:secret@127.0.0.1:{port}/x"


@pytest.mark.parametrize(
    ("code", "text", "status"),
    [
        ("57P03", "the database system is starting up", 75),
        ("57P03", "the database system is shutting down", 75),
        ("53300", "sorry, too many clients already", 75),
        ("28P01", "password authentication failed", 2),
        ("3D000", "no such database", 2),
    ],
)
async def test_what_a_server_answers_has_its_status(code: str, text: str, status: int) -> None:
    async with answering(code, text) as address:
        with pytest.raises(DatabaseError, match=text) as caught:
            await Store.open(address)
    assert failure(caught.value, ALONE).status == status
