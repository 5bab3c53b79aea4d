"""The settings: where they come from, what is refused, and that the token stays hidden."""

from argparse import ArgumentTypeError
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.cli.copies import _place as place_argument
from bot.model.links import PublicPages
from bot.runtime.settings import (
    NAMES,
    Address,
    LogLevel,
    Settings,
    SettingsError,
    Shards,
    Switch,
    Sync,
    Workforce,
    box_path,
    environment,
    load,
)
from bot.runtime.shell.files import a_file
from tests.kit.sources import ROOT

TOKEN = "only.a-test.token"


def problems(**variables: str) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        load({"DISCORD_TOKEN": TOKEN} | variables)
    return caught.value.problems


@pytest.fixture
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_a_token_is_all_that_must_be_given() -> None:
    settings = load({"DISCORD_TOKEN": f" {TOKEN}\n"})
    assert settings.token.reveal() == TOKEN
    assert settings == Settings(
        token=settings.token,
        data=Path("data"),
        database=Path("data/bonfire.db"),
        server=None,
        log_level=LogLevel.INFO,
        box=None,
        sync=Sync.AUTO,
        render_workers=1,
        thinkers=1,
        backups=7,
        pages=PublicPages(),
        limits=Switch.ON,
        emojis=Switch.ON,
        listen=Address("127.0.0.1", 8080),
        metrics=None,
        workers=Workforce.ONE,
        shards=None,
        api_base=None,
        gateway=None,
    )


def test_the_database_lies_in_the_data_directory_unless_named() -> None:
    assert load({"DISCORD_TOKEN": TOKEN, "BONFIRE_DATA": "kept"}).database == Path(
        "kept/bonfire.db"
    )
    named = load({"DISCORD_TOKEN": TOKEN, "BONFIRE_DATA": "kept", "BONFIRE_DATABASE": "x.db"})
    assert named.database == Path("x.db")


def test_a_server_is_told_from_a_path_and_never_shown() -> None:
    address = "postgresql://bonfire:secret@db.example.org/bonfire"
    settings = load({"DISCORD_TOKEN": TOKEN, "BONFIRE_DATABASE": address})
    assert settings.server is not None
    assert settings.server.reveal() == address
    assert settings.database == Path("data/bonfire.db")
    assert "secret" not in repr(settings)


def test_every_setting_is_read(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.touch()
    settings = load(
        {
            "DISCORD_TOKEN": TOKEN,
            "BONFIRE_LOG_LEVEL": "Debug",
            "BONFIRE_BOX": str(box),
            "BONFIRE_SYNC": "never",
            "BONFIRE_RENDER_WORKERS": "8",
            "BONFIRE_THINKERS": "2",
            "BONFIRE_BACKUPS": "0",
            "BONFIRE_PRIVACY_URL": "https://example.org/privacy.{language}.md",
            "BONFIRE_TERMS_URL": "https://example.org/terms",
            "BONFIRE_LISTEN": "[::]:443",
            "BONFIRE_WORKERS": "one",
            "BONFIRE_SHARDS": "0-7/8",
            "BONFIRE_API_BASE": "http://127.0.0.1:8080/api/v10/",
            "BONFIRE_GATEWAY": "ws://[::1]:8080/gateway",
        }
    )
    assert settings.log_level is LogLevel.DEBUG
    assert settings.box == box
    assert settings.sync is Sync.NEVER
    assert settings.render_workers == 8
    assert settings.thinkers == 2
    assert settings.backups == 0
    assert settings.pages == PublicPages(
        "https://example.org/privacy.{language}.md", "https://example.org/terms"
    )
    assert settings.listen == Address("::", 443)
    assert settings.api_base == "http://127.0.0.1:8080/api/v10"
    assert settings.gateway == "ws://[::1]:8080/gateway"


@pytest.mark.parametrize("text", ["8080", "localhost", ":80", "localhost:", "a:65536", "a:-1"])
def test_an_address_to_listen_at_that_is_none_is_named(text: str) -> None:
    (problem,) = problems(BONFIRE_LISTEN=text)
    assert problem.startswith("BONFIRE_LISTEN must be ")


@pytest.mark.parametrize("given", [{}, {"DISCORD_TOKEN": ""}, {"DISCORD_TOKEN": "  "}])
def test_a_missing_token_is_named_as_missing(given: dict[str, str]) -> None:
    with pytest.raises(SettingsError) as caught:
        load(given)
    assert caught.value.problems == ("DISCORD_TOKEN is missing.",)


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        load({"BONFIRE_LOG_LEVEL": "loud", "BONFIRE_SYNC": "often", "BONFIRE_RENDER_WORKERS": "9"})
    for name in ("DISCORD_TOKEN", "BONFIRE_LOG_LEVEL", "BONFIRE_SYNC", "BONFIRE_RENDER_WORKERS"):
        assert sum(name in problem for problem in caught.value.problems) == 1


@pytest.mark.parametrize("workers", ["9", "-1", "two", "1.5", "²"])
@pytest.mark.parametrize("name", ["BONFIRE_RENDER_WORKERS", "BONFIRE_THINKERS"])
def test_the_number_of_processes_is_small(name: str, workers: str) -> None:
    (problem,) = problems(**{name: workers})
    assert name in problem


@pytest.mark.parametrize("kept", ["1000", "-1", "all", "9" * 5000])
def test_the_number_of_backups_is_a_number(kept: str) -> None:
    (problem,) = problems(BONFIRE_BACKUPS=kept)
    assert "BONFIRE_BACKUPS" in problem


@pytest.mark.parametrize(
    "address", ["example.org/x", "ftp://example.org", "https://a b", "https://a>"]
)
def test_a_public_page_is_an_address_that_discord_links(address: str) -> None:
    found = problems(BONFIRE_PRIVACY_URL=address, BONFIRE_TERMS_URL="https://example.org/terms")
    (problem,) = found
    assert problem.startswith("BONFIRE_PRIVACY_URL must be")


def test_the_public_pages_belong_together() -> None:
    (problem,) = problems(BONFIRE_TERMS_URL="https://example.org/terms")
    assert "BONFIRE_PRIVACY_URL" in problem


def test_the_box_must_exist(tmp_path: Path) -> None:
    (problem,) = problems(BONFIRE_BOX=str(tmp_path / "none.toml"))
    assert "BONFIRE_BOX" in problem


@pytest.mark.parametrize(
    "address",
    [
        "https://discord.com/api/v10",
        "http://192.0.2.7:80/api",
        "http://127.0.0.1/api",
        "http://127.0.0.1:port/api",
        "http://127.0.0.1.example.org:80/api",
        "http://127.0.0.1@192.0.2.7:80/api",
        "ws://127.0.0.1:80/api",
        "http://[::1",
    ],
)
def test_a_stand_in_for_discord_must_be_on_loopback(address: str) -> None:
    found = problems(BONFIRE_API_BASE=address, BONFIRE_GATEWAY="ws://127.0.0.1:80/")
    assert any(problem.startswith("BONFIRE_API_BASE must be") for problem in found)


def test_api_and_gateway_belong_together() -> None:
    (problem,) = problems(BONFIRE_API_BASE="http://127.0.0.1:80/api")
    assert "BONFIRE_GATEWAY" in problem


def test_the_token_shows_in_no_repr_and_no_error() -> None:
    settings = load({"DISCORD_TOKEN": TOKEN})
    assert TOKEN not in f"{settings!r} {settings} {settings.token} {settings.token!r}"
    secret = "two words-of-a.token"
    (problem,) = problems(DISCORD_TOKEN=secret)
    assert "words-of-a" not in problem


def test_the_real_environment_overrules_the_file(
    tmp_path: Path, clean_environment: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".env"
    file.write_text("BONFIRE_DATA=from-file\nBONFIRE_LOG_LEVEL='error' # quiet\n")
    clean_environment.setenv("BONFIRE_DATA", "from-environment")
    variables = environment(file)
    assert variables["BONFIRE_DATA"] == "from-environment"
    assert variables["BONFIRE_LOG_LEVEL"] == "error"


def test_a_missing_file_leaves_the_environment(tmp_path: Path) -> None:
    assert "PATH" in environment(tmp_path / "none")


def test_a_mistyped_name_in_the_file_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("BONFIRE_LOGLEVEL=debug\n")
    with pytest.raises(SettingsError, match="did you mean BONFIRE_LOG_LEVEL"):
        environment(file)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", None])
def test_an_unreadable_file_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / ".env"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    with pytest.raises(SettingsError, match="cannot be read"):
        environment(file)


def test_the_example_explains_every_setting_and_gives_the_defaults() -> None:
    example = dotenv_values(ROOT / ".env.example")
    assert set(example) == set(NAMES)
    given = {name: value for name, value in example.items() if value}
    assert load(given | {"DISCORD_TOKEN": TOKEN}) == load({"DISCORD_TOKEN": TOKEN})


def test_the_box_of_offline_commands_needs_no_token() -> None:
    assert box_path({}) is None
    assert box_path({"BONFIRE_BOX": " "}) is None
    assert box_path({"BONFIRE_BOX": "box.toml"}) == Path("box.toml")


def test_several_workers_need_a_server() -> None:
    (problem,) = problems(BONFIRE_WORKERS="several")
    assert problem == "BONFIRE_WORKERS=several needs PostgreSQL as BONFIRE_DATABASE."


@pytest.mark.parametrize(
    ("text", "shards"),
    [("0-3/8", Shards(0, 3, 8)), ("5/8", Shards(5, 5, 8)), ("0-1/2", Shards(0, 1, 2))],
)
def test_shards_are_a_part_of_all(text: str, shards: Shards) -> None:
    server = {"BONFIRE_DATABASE": "postgresql://db/bonfire", "BONFIRE_WORKERS": "several"}
    settings = load({"DISCORD_TOKEN": TOKEN, "BONFIRE_SHARDS": text, **server})
    assert settings.shards == shards
    assert shards.are_all == (text == "0-1/2")


@pytest.mark.parametrize("text", ["8", "0-8/8", "3-1/8", "a/8", "0-1/2/3", "-1/8", "٣/8", "0/0"])
def test_shards_are_written_in_one_way(text: str) -> None:
    (problem,) = problems(BONFIRE_SHARDS=text)
    assert problem.startswith("BONFIRE_SHARDS must be such as 0-3/8, the shards 0 to 3 of 8")


def test_who_leaves_shards_to_others_shares_the_database() -> None:
    (problem,) = problems(BONFIRE_SHARDS="0-3/8")
    assert problem == (
        "BONFIRE_SHARDS leaves some to other processes: all of them need BONFIRE_WORKERS=several."
    )
    assert load({"DISCORD_TOKEN": TOKEN, "BONFIRE_SHARDS": "0-7/8"}).shards == Shards(0, 7, 8)


@pytest.mark.parametrize("name", ["BONFIRE_DATABASE", "BONFIRE_DATA", "BONFIRE_BOX"])
@pytest.mark.parametrize("scheme", ["postgresql+asyncpg:/", "POSTGRESQL:/", "mysql:/", "postgres:"])
def test_an_unknown_address_is_no_path_and_its_password_stays_hidden(
    name: str, scheme: str
) -> None:
    with pytest.raises(SettingsError) as told:
        load({"DISCORD_TOKEN": "none", name: f"{scheme}/bonfire:PW@h/b"})
    (line,) = told.value.problems
    assert line.startswith(f"{name} must be a path")
    assert "PW" not in line


@pytest.mark.parametrize("name", ["BONFIRE_DATABASE", "BONFIRE_DATA", "BONFIRE_BOX"])
@pytest.mark.parametrize(
    "text",
    [
        "host=h dbname=b password=PW",
        "dbname = b user=u password='PW'",
        "password=PW",
        "//u:PW@h/b",
        "postgres//u:PW@h/b",
        "postgresql//u:PW@h/b",
        "postgres:u:PW@h/b",
        "u:PW@h/b",
        "u:P/PW@h:5432/b",
        "h:5432/b?password=PW",
    ],
)
def test_an_address_in_other_words_is_no_path_either(name: str, text: str) -> None:
    (problem,) = problems(**{name: text})
    assert problem.startswith(f"{name} must be a path")
    assert "PW" not in problem
    for read in (a_file, place_argument):
        with pytest.raises(ArgumentTypeError) as told:
            read(text)
        assert "PW" not in str(told.value)


@pytest.mark.parametrize(
    "path",
    [
        "data/bonfire.db",
        "b-2026-11-27T10:30",
        "postgres/b.db",
        "/srv/a b/x.db",
        "a:b.db",
        "a@b/c.db",
    ],
)
def test_a_path_with_odd_signs_is_a_path(path: str) -> None:
    assert load({"DISCORD_TOKEN": "none", "BONFIRE_DATABASE": path}).database == Path(path)


@pytest.mark.parametrize("ending", ["{foo}", "{language", "language}", "{}", "{language}}"])
def test_the_address_of_a_page_has_no_place_but_the_language(ending: str) -> None:
    pages = {"BONFIRE_PRIVACY_URL": f"https://a.example/{ending}", "BONFIRE_TERMS_URL": "http://a"}
    with pytest.raises(SettingsError, match="BONFIRE_PRIVACY_URL"):
        load({"DISCORD_TOKEN": "none"} | pages)
