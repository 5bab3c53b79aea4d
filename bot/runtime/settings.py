"""The operator's settings: environment and `.env` -> one frozen value, every fault named."""

import difflib
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

from dotenv import dotenv_values

from bot.model.links import PublicPages

TOKEN: Final = "DISCORD_TOKEN"  # noqa: S105 - the name of the setting
SECOND_TOKEN: Final = "BONFIRE_SECOND_TOKEN"  # noqa: S105 - the same
DATA: Final = "BONFIRE_DATA"
DATABASE: Final = "BONFIRE_DATABASE"
LOG_LEVEL: Final = "BONFIRE_LOG_LEVEL"
BOX: Final = "BONFIRE_BOX"
SYNC: Final = "BONFIRE_SYNC"
RENDER_WORKERS: Final = "BONFIRE_RENDER_WORKERS"
_THINKERS: Final = "BONFIRE_THINKERS"
_BACKUPS: Final = "BONFIRE_BACKUPS"
_PRIVACY_URL: Final = "BONFIRE_PRIVACY_URL"
_TERMS_URL: Final = "BONFIRE_TERMS_URL"
LIMITS: Final = "BONFIRE_LIMITS"
EMOJIS: Final = "BONFIRE_EMOJIS"
LISTEN: Final = "BONFIRE_LISTEN"
METRICS: Final = "BONFIRE_METRICS"
WORKERS: Final = "BONFIRE_WORKERS"
SHARDS: Final = "BONFIRE_SHARDS"
_API_BASE: Final = "BONFIRE_API_BASE"
_GATEWAY: Final = "BONFIRE_GATEWAY"
NAMES: Final = frozenset(
    (
        *(
            TOKEN,
            SECOND_TOKEN,
            DATA,
            DATABASE,
            LOG_LEVEL,
            BOX,
            SYNC,
            RENDER_WORKERS,
            _THINKERS,
            _BACKUPS,
        ),
        *(_PRIVACY_URL, _TERMS_URL, LIMITS, EMOJIS, LISTEN, METRICS, WORKERS, SHARDS, _API_BASE),
        _GATEWAY,
    )
)

_Value = TypeVar("_Value")
_Choice = TypeVar("_Choice", bound=StrEnum)

NO_TOKEN: Final = f"{TOKEN} is missing."
_MOST_RENDER_WORKERS: Final = 8
_MOST_THINKERS: Final = 8
_MOST_BACKUPS: Final = 999


class LogLevel(StrEnum):
    """The amount that the bot tells in its log."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Sync(StrEnum):
    """The time when the bot tells Discord about its slash commands."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class Switch(StrEnum):
    """A switch for something optional."""

    ON = "on"
    OFF = "off"


class Workforce(StrEnum):
    """The number of processes that are the bot together."""

    ONE = "one"
    SEVERAL = "several"


@dataclass(frozen=True, slots=True)
class Shards:
    """The connections to the gateway that a process has, `first` to `last` of `count`."""

    first: int
    last: int
    count: int

    @property
    def ids(self) -> range:
        """Their numbers, from 0."""
        return range(self.first, self.last + 1)

    @property
    def are_all(self) -> bool:
        """Say whether no connection is left to another process."""
        return len(self.ids) == self.count


@dataclass(frozen=True, slots=True)
class Address:
    """The address where a server listens: a name or number, and a port (0 for a free one)."""

    host: str
    port: int


_LOCAL: Final = Address("127.0.0.1", 8080)
_MOST_PORT: Final = 65535


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """A text that no log, repr or error message shows; only `reveal` gives it away."""

    _text: str

    def reveal(self) -> str:
        """The text itself, for the one place that needs it."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(hidden)"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of `bonfire run`; `.env.example` explains each."""

    token: Secret
    data: Path
    """The directory of everything the bot keeps; made when it is missing."""
    database: Path
    """The file of SQLite, where there is no `server`."""
    server: Secret | None
    """The address of a PostgreSQL server, with its password."""
    log_level: LogLevel
    box: Path | None
    """The TOML file of component values for new games; None means the standard box."""
    sync: Sync
    render_workers: int
    """Processes that draw pictures, 0 to 8."""
    thinkers: int
    """Processes that think about the turns of the bot, 0 to 8."""
    backups: int
    """The number of daily copies of the database that are kept; with 0 none is made."""
    pages: PublicPages
    """The addresses of the privacy policy and the terms of use."""
    limits: Switch
    """The switch for limits to what one person may ask of the bot."""
    emojis: Switch
    """The switch for the bot's own emojis in texts and controls, which it uploads by itself."""
    listen: Address
    """The address where `bonfire serve` takes interactions."""
    metrics: Address | None
    """The address where `bonfire run` has its pages for operators; None means none."""
    workers: Workforce
    """The switch for other processes like this one on the same database."""
    shards: Shards | None
    """The connections to the gateway that `bonfire run` has; None means as many as Discord asks."""
    api_base: str | None
    """The address of an HTTP API that replaces Discord's: `http://127.0.0.1:port/api/v10`."""
    gateway: str | None
    """The address of a gateway that replaces Discord's: `ws://127.0.0.1:port/...`."""


class SettingsError(Exception):
    """The settings cannot be used; `problems` holds one sentence for each fault."""

    def __init__(self, *problems: str) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


def environment(env_file: Path = Path(".env")) -> Mapping[str, str]:
    """The variables of `env_file`, where it exists, overruled by those of the real environment.

    Raises SettingsError when the file cannot be read or names a setting that does not exist.
    """
    try:
        text = env_file.read_text("utf-8-sig") if env_file.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{env_file} cannot be read: {error}.") from error
    filed = dotenv_values(stream=StringIO(text), interpolate=False)
    strangers = [name for name in filed if name.startswith("BONFIRE_") and name not in NAMES]
    if strangers:
        raise SettingsError(*(_stranger(env_file, name) for name in strangers))
    return {name: value for name, value in filed.items() if value is not None} | dict(os.environ)


def load(variables: Mapping[str, str]) -> Settings:
    """The settings that `variables` give; an empty value counts as not given.

    Raises SettingsError that names every fault.
    """
    reader = _Reader(variables)
    data = reader.read(DATA, _path, Path("data"))
    api_base = reader.read(_API_BASE, partial(_loopback, scheme="http"), None)
    gateway = reader.read(_GATEWAY, partial(_loopback, scheme="ws"), None)
    if bool(variables.get(_PRIVACY_URL, "").strip()) != bool(variables.get(_TERMS_URL, "").strip()):
        reader.problems.append(
            f"{_PRIVACY_URL} and {_TERMS_URL} belong together: give both or none."
        )
    if (api_base is None) != (gateway is None):
        reader.problems.append(f"{_API_BASE} and {_GATEWAY} belong together: give both or neither.")
    if not variables.get(TOKEN, "").strip():
        reader.problems.append(NO_TOKEN)
    file = data / "bonfire.db"
    place = reader.read(DATABASE, database_place, None) or file
    server = place if isinstance(place, Secret) else None
    settings = Settings(
        token=reader.read(TOKEN, _token, Secret("")),
        data=data,
        database=place if isinstance(place, Path) else file,
        server=server,
        log_level=reader.read(LOG_LEVEL, partial(_one_of, choices=LogLevel), LogLevel.INFO),
        box=reader.read(BOX, _existing_file, None),
        sync=reader.read(SYNC, partial(_one_of, choices=Sync), Sync.AUTO),
        render_workers=reader.read(RENDER_WORKERS, partial(_number, most=_MOST_RENDER_WORKERS), 1),
        thinkers=reader.read(_THINKERS, partial(_number, most=_MOST_THINKERS), 1),
        backups=reader.read(_BACKUPS, partial(_number, most=_MOST_BACKUPS), 7),
        pages=PublicPages(
            reader.read(_PRIVACY_URL, _address, None), reader.read(_TERMS_URL, _address, None)
        ),
        limits=reader.read(LIMITS, partial(_one_of, choices=Switch), Switch.ON),
        emojis=reader.read(EMOJIS, partial(_one_of, choices=Switch), Switch.ON),
        listen=reader.read(LISTEN, _listening, _LOCAL),
        metrics=reader.read(METRICS, _listening, None),
        workers=reader.read(WORKERS, partial(_one_of, choices=Workforce), Workforce.ONE),
        shards=reader.read(SHARDS, _shards, None),
        api_base=api_base,
        gateway=gateway,
    )
    parts = settings.shards is not None and not settings.shards.are_all
    if parts and settings.workers is Workforce.ONE:
        reader.problems.append(
            f"{SHARDS} leaves some to other processes: all of them need {WORKERS}=several."
        )
    if settings.workers is Workforce.SEVERAL and server is None:
        reader.problems.append(f"{WORKERS}=several needs PostgreSQL as {DATABASE}.")
    if reader.problems:
        raise SettingsError(*reader.problems)
    return settings


def box_path(variables: Mapping[str, str]) -> Path | None:
    """The file that BONFIRE_BOX names, for commands that need no other setting."""
    return Path(variables[BOX]) if variables.get(BOX, "").strip() else None


def second_token(variables: Mapping[str, str]) -> Secret:
    """The token of the second bot, which only `bonfire live-check` needs. Raises SettingsError."""
    reader = _Reader(variables)
    token = reader.read(SECOND_TOKEN, _token, None)
    if token is None:
        raise SettingsError(*(reader.problems or [f"{SECOND_TOKEN} is missing."]))
    return token


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one setting after the other and collects what is wrong with each."""

    variables: Mapping[str, str]
    problems: list[str] = field(default_factory=list)

    def read(self, name: str, parse: Callable[[str], _Value], default: _Value) -> _Value:
        text = self.variables.get(name, "").strip()
        if not text:
            return default
        try:
            return parse(text)
        except ValueError as fault:
            self.problems.append(f"{name} {fault}.")
            return default


def _token(text: str) -> Secret:
    """A token is one word; what else is wrong with it only Discord can tell."""
    if not text.isascii() or any(sign.isspace() for sign in text):
        raise ValueError("must be one word without blanks, as Discord shows it")
    return Secret(text)


_ADDRESS: Final = re.compile(
    r"[a-z][a-z0-9+.-]*:/|postgres(ql)?:?//|//[^/]*@|[^/\s]*:.*@|[^/\s]+:\d{4,5}(/|$)"
    r"|(.*\s)?(host|hostaddr|port|dbname|user|password|service|sslmode)\s*=",
    re.IGNORECASE,
)
"""The beginnings of addresses: with a scheme, or one that lacks its colon; `//user:password@host`,
the same without lines, `host:port`; or libpq's `host=... password=...`."""


def is_address(text: str) -> bool:
    """Say whether a text looks like the address of a server, even a mistyped one."""
    return "://" in text or _ADDRESS.match(text) is not None


def database_place(text: str) -> Path | Secret:
    """A path, or the address of a PostgreSQL server.

    Raises ValueError, which does not show the password, for any other address.
    """
    if not is_address(text):
        return Path(text)
    if not text.startswith(("postgresql://", "postgres://")):
        raise ValueError("must be a path, or an address that begins with postgresql://")
    return Secret(text)


def _path(text: str) -> Path:
    if is_address(text):
        raise ValueError("must be a path, not an address")
    return Path(text)


def _one_of(text: str, choices: type[_Choice]) -> _Choice:
    try:
        return choices(text.lower())
    except ValueError:
        raise ValueError(f"must be one of {', '.join(choices)}, not {text!r}") from None


def _existing_file(text: str) -> Path:
    path = _path(text)
    if not path.is_file():
        raise ValueError(f"names {text!r}, and there is no such file")
    return path


def _number(text: str, most: int) -> int:
    small = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not (small and int(text) <= most):
        raise ValueError(f"must be a number from 0 to {most}, not {text!r}")
    return int(text)


def _shards(text: str) -> Shards:
    """`first-last/count` or `number/count`, as in 0-3/8."""
    found = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?/(\d{1,4})", text, re.ASCII)
    if found is not None:
        first, last, count = found[1], found[2] or found[1], found[3]
        if int(first) <= int(last) < int(count):
            return Shards(int(first), int(last), int(count))
    raise ValueError(f"must be such as 0-3/8, the shards 0 to 3 of 8, not {text!r}")


def _listening(text: str) -> Address:
    """`host:port`, an IPv6 address in brackets."""
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (colon and host):
        raise ValueError(f"must be host:port, such as 127.0.0.1:8080, not {text!r}")
    return Address(host, _number(port, _MOST_PORT))


def _address(text: str) -> str:
    """Discord makes a link only of what begins so, and a blank or bracket would end it.

    `{language}` in it becomes the reader's language.
    """
    signs = text.replace("{language}", "")
    if not text.startswith(("https://", "http://")) or any(sign in signs for sign in " <>(){}"):
        raise ValueError(f"must be https://... without blanks and brackets, not {text!r}")
    return text


def _loopback(text: str, scheme: str) -> str:
    """A token must never travel to a host that a mistyped or planted setting names."""
    if not _is_on_loopback(text, scheme):
        raise ValueError(f"must be {scheme}://127.0.0.1:port/..., not {text!r}")
    return text.rstrip("/")


def _is_on_loopback(text: str, scheme: str) -> bool:
    try:
        address = urlsplit(text)
        host = ip_address(address.hostname or "")
        return address.scheme == scheme and host.is_loopback and address.port is not None
    except ValueError:
        return False


def _stranger(env_file: Path, name: str) -> str:
    likely = difflib.get_close_matches(name, NAMES, n=1)
    hint = f" (did you mean {likely[0]}?)" if likely else ""
    return f"{env_file} sets {name}, which is no setting{hint}."
