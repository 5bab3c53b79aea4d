"""The image and its neighbours: read line by line, and the image's steps gone through without one.

No container is made: what is checked is that each file that is copied is there, that nothing else
is needed to build the program, and that all parts speak of the same ports, paths and settings.
"""

import re
import shutil
from pathlib import Path

from bot.runtime.settings import NAMES
from tests.packaging.installing import ROOT, pip

DEPLOY = ROOT / "docs" / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
COMPOSE = (DEPLOY / "compose.yaml").read_text("utf-8")
CADDYFILE = (DEPLOY / "Caddyfile").read_text("utf-8")
STEPS = [line.split(None, 1) for line in DOCKERFILE.splitlines() if line and line[0] != "#"]


def told(instruction: str) -> list[str]:
    """What follows each instruction of this name."""
    return [words.strip() for name, words in STEPS if name == instruction]


def copied() -> dict[str, str]:
    """Where each file or folder of the checkout is copied to."""
    found: dict[str, str] = {}
    for words in told("COPY"):
        if not words.startswith("--from"):
            *sources, target = words.split()
            found |= dict.fromkeys(sources, target)
    return found


def test_each_instruction_is_one_that_there_is() -> None:
    known = {"FROM", "RUN", "COPY", "USER", "WORKDIR", "VOLUME", "ENV", "EXPOSE", "HEALTHCHECK"}
    known |= {"STOPSIGNAL", "CMD", "ARG"}
    assert {name for name, _ in STEPS} <= known


def test_the_program_is_built_from_what_is_copied_alone(tmp_path: Path) -> None:
    for source, target in copied().items():
        assert (ROOT / source).exists(), source
        place = tmp_path / target.removeprefix("/").rstrip("/")
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, place, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, place)
    build = tmp_path / "build"
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(build))
    (wheel,) = tmp_path.glob("bonfire_discord-*.whl")
    assert wheel.stat().st_size > 100_000


def test_nothing_is_installed_that_is_not_pinned() -> None:
    installs = [words for words in told("RUN") if "pip install" in words]
    assert len(installs) == 2
    assert "--require-hashes" in installs[0]
    assert "--no-deps" in installs[1]
    lock = (DEPLOY / "requirements.lock").read_text("utf-8")
    for needed in ("asyncpg==", "pynacl==", "prometheus-client==", "setuptools=="):
        assert f"\n{needed}" in lock


def test_it_does_not_run_as_root_and_says_whether_it_is_well() -> None:
    (user,) = told("USER")
    made = f"useradd --system --uid 10001 --home-dir /data {user}"
    assert any(made in run for run in told("RUN"))
    last = [name for name, _ in STEPS]
    assert last.index("USER") < last.index("CMD")
    (health,) = told("HEALTHCHECK")
    assert "/healthz" in health


def test_settings_that_are_named_exist() -> None:
    ours = set(re.findall(r"\bBONFIRE_[A-Z_]+\b", DOCKERFILE + COMPOSE)) - {"BONFIRE_HOST"}
    assert ours <= NAMES
    assert {"BONFIRE_WORKERS", "BONFIRE_DATABASE", "BONFIRE_LISTEN"} <= ours


def test_all_parts_speak_of_the_same_port_and_names() -> None:
    (port,) = told("EXPOSE")
    assert f"BONFIRE_LISTEN=0.0.0.0:{port}" in DOCKERFILE
    assert f"127.0.0.1:{port}/healthz" in DOCKERFILE
    assert f"worker {port}" in CADDYFILE
    services = re.findall(r"^  (\w+):$", COMPOSE.partition("\nvolumes:")[0], re.MULTILINE)
    assert services == ["database", "worker", "proxy"]
    assert "{$BONFIRE_HOST}" in CADDYFILE
    assert CADDYFILE.count("{") == CADDYFILE.count("}")
    assert "\t" not in COMPOSE


def test_no_secret_is_copied() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").split()
    assert {".env", ".git", "data"} <= set(ignored)
    assert not {".", "./", ".env"} & copied().keys()


def test_what_operators_read_names_these_files() -> None:
    operating = (ROOT / "docs" / "operating.md").read_text("utf-8")
    for name in ("docs/deploy/", "compose.yaml", "docs/scale.md", "BONFIRE_WORKERS=several"):
        assert name in operating
