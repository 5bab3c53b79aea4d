"""A built wheel plays and draws outside the checkout, on the oldest and the newest Python."""

import json
import os
import zipfile
from pathlib import Path

import pytest

from tests.kit.installing import (
    Installation,
    Offline,
    build_wheel,
    install,
    pythons,
    run,
    runtime_lock,
)
from tests.kit.sources import ROOT

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module", params=[min, max], ids=["oldest", "newest"])
def installed(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Installation:
    version = request.param(pythons())
    if request.param is max and version == min(pythons()):
        pytest.skip("there is one Python at hand")
    folder = tmp_path_factory.mktemp("installed")
    try:
        return install(wheel, pythons()[version], folder)
    except Offline as reason:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"the pinned packages cannot be had offline: {reason}")


@pytest.mark.long
def test_the_installed_program_plays_and_draws(installed: Installation, tmp_path: Path) -> None:
    words = ("simulate", "--players", "2", "--games", "1", "--seed", "1", "--json")
    summary = json.loads(run(str(installed.bonfire), *words, "--record", "last.json", cwd=tmp_path))
    assert summary["games"] == 1
    assert summary["moves"] > 0
    run(str(installed.bonfire), "draw", "last.json", "--at", "9", "--out", "boards", cwd=tmp_path)
    pictures = sorted((tmp_path / "boards").iterdir())
    assert len(pictures) == 3
    assert all(picture.read_bytes().startswith(PNG) for picture in pictures)


@pytest.mark.long
def test_the_installed_bot_finds_all_it_imports(installed: Installation, tmp_path: Path) -> None:
    where = run(
        str(installed.python), "-c", "import bot.chat.client; print(bot.__file__)", cwd=tmp_path
    )
    assert Path(where.strip()).is_relative_to(installed.folder)


@pytest.mark.long
def test_the_wheel_holds_the_storeys_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {
        "bonfire_discord",
        "bot",
        "engine",
        "fonts",
        "renderer",
    }


def test_the_runtime_part_of_the_lock_leaves_the_tools_out() -> None:
    part = runtime_lock((ROOT / "requirements.lock").read_text("utf-8"))
    names = {line.partition("==")[0] for line in part.splitlines() if "==" in line[:40]}
    assert {"discord-py", "aiohttp", "audioop-lts", "pillow", "tomlkit"} <= names
    assert names.isdisjoint({"pytest", "mypy", "ruff", "hypothesis", "setuptools"})
    assert names.isdisjoint({"pynacl", "prometheus-client"})
