"""Bad input gets clear lines and the status 2, never a traceback."""

from pathlib import Path

import pytest

from bot.cli.parser import shell_commands
from tests.kit.shell import Bonfire, assert_one_line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "COMMAND"),
        (["simulat"], "simulat"),
        (["simulate", "--gmaes", "3"], "--gmaes"),
        (["simulate", "--games", "none"], "'none'"),
        (["simulate", "--games", "0"], "'0'"),
        (["simulate", "--games", "-3"], "-3"),
        (["simulate", "--players", "5"], "5"),
        (["simulate", "--games", "9" * 30], "1000000000"),
        (["simulate", "--seed", "1.5"], "'1.5'"),
        (["simulate", "--seed", "9" * 5000], "expected a number from"),
        (["replay"], "FILE"),
        (["replay", "game.json", "--at", "two"], "'two'"),
        (["draw", "game.json"], "--at"),
        (["bench", "--rounds", "0"], "'0'"),
        (["run", "--token", "x"], "--token"),
        (["run", "--box", " "], "--box"),
        (["table", "--data", ""], "--data"),
        (["verify", ""], "FILE"),
        (["verify", "."], "directory"),
        (["verify", "x" * 5000], "File name too long"),
        (["arena", "random", "medium", "--stop", "5", "1"], "a larger HIGH"),
        (["arena", "random"], "either B or a --program"),
        (["arena", "random", "medium", "--program", "true"], "either B or a --program"),
        (["arena", "random", "--program", "no-such-program"], "cannot be started"),
        (["arena", "random", "--program", "'"], "cannot be started"),
        (["arena", "random", "--program", ""], "cannot be started"),
        (["arena", "random", "--program", "true"], "has ended"),
        (["arena", "random", "--program", "yes no"], "answers 'no' to position"),
        (["arena", "random", "--program", "yes ok"], "answers ''"),
        (["arena", "random", "--program", "yes ok end"], "answers 'end'"),
        (["arena", "random", "medium", "--stop", "nan", "inf"], "a larger HIGH"),
    ],
)
def test_a_wrong_word_is_told_in_one_line(bonfire: Bonfire, words: list[str], told: str) -> None:
    assert_one_line(bonfire(*words), told)


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_there_is_told_in_one_line(bonfire: Bonfire, command: str) -> None:
    assert_one_line(bonfire(command, "none.json"), "none.json", "No such file")


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    "content", [b"", b"no record", b"\xff\xfe", b"[]", b"{}", b"null", b'{"a": 1' + b"[" * 9999]
)
def test_a_file_that_is_no_record_is_told_in_one_line(
    bonfire: Bonfire, tmp_path: Path, command: str, content: bytes
) -> None:
    (tmp_path / "game.json").write_bytes(content)
    assert_one_line(bonfire(command, "game.json"), "game.json")


def test_a_directory_is_no_record(bonfire: Bonfire, tmp_path: Path) -> None:
    assert_one_line(bonfire("verify", tmp_path), "directory")


def test_a_box_that_is_not_there_is_told_in_one_line(bonfire: Bonfire) -> None:
    assert_one_line(bonfire("simulate", "--box", "none.toml"), "none.toml")


def test_the_box_of_the_environment_is_told_too(
    bonfire: Bonfire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BONFIRE_BOX", "none.toml")
    assert_one_line(bonfire("simulate"), "none.toml")


@pytest.mark.parametrize("command", ["simulate", "table"])
def test_a_mistyped_setting_in_the_env_file_is_told(
    bonfire: Bonfire, tmp_path: Path, command: str
) -> None:
    (tmp_path / ".env").write_text("BONFIRE_BOXES=none.toml\n")
    assert_one_line(bonfire(command), "BONFIRE_BOXES", "did you mean BONFIRE_BOX?")


@pytest.mark.parametrize("command", [command.name for command in shell_commands()])
def test_every_command_helps(
    bonfire: Bonfire, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    with pytest.raises(SystemExit) as left:
        bonfire(command, "--help")
    assert left.value.code == 0
    assert f"usage: bonfire {command}" in capsys.readouterr().out


def test_the_overview_names_every_command(
    bonfire: Bonfire, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        bonfire("--help")
    overview = capsys.readouterr().out
    assert all(command.name in overview for command in shell_commands())
