"""The image and its neighbours: read line by line, and the image's steps gone through without one.

No container is made: what is checked is that each file that is copied is there, that nothing else
is needed to build the program, and that all parts speak of the same ports, paths and settings.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.chat.ingress.server import NOTICE
from bot.runtime.settings import NAMES
from tests.kit.installing import pip
from tests.kit.sources import ROOT
from tests.packaging.yaml_subset import parsed

DEPLOY = ROOT / "docs" / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
COMPOSE = (DEPLOY / "compose.yaml").read_text("utf-8")
CADDYFILE = (DEPLOY / "Caddyfile").read_text("utf-8")
PARSED = parsed(COMPOSE)
SERVICES = PARSED["services"]
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


@pytest.mark.skipif(not shutil.which("docker"), reason="docker is not installed")
def test_compose_itself_finds_nothing_wrong_in_its_file() -> None:
    compose = ("docker", "compose", "--file", str(DEPLOY / "compose.yaml"))
    if subprocess.run([*compose, "version"], capture_output=True, check=False).returncode:
        pytest.skip("this docker has no compose")
    needed = dict.fromkeys(re.findall(r"\$\{(\w+):\?", COMPOSE), "given")
    subprocess.run([*compose, "config", "--quiet"], env=os.environ | needed, check=True)


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
    lock = (ROOT / "requirements.lock").read_text("utf-8")
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
    (upstreams,) = re.findall(r"^\s*to (.*)$", CADDYFILE, re.MULTILINE)
    workers = [name for name in SERVICES if name.startswith("worker")]
    assert upstreams.split() == [f"{name}:{port}" for name in workers]
    assert len(workers) > 1
    assert "{$BONFIRE_HOST}" in CADDYFILE
    assert CADDYFILE.count("{") == CADDYFILE.count("}")
    assert "\t" not in COMPOSE


def test_the_proxy_leaves_out_workers_that_are_not_well() -> None:
    """It checks no upstreams that it looks up by itself (`dynamic`)."""
    assert "health_uri /readyz" in CADDYFILE
    assert "dynamic" not in CADDYFILE
    for name in ("health_interval", "health_timeout"):
        (seconds,) = re.findall(rf"{name} (\d+)s$", CADDYFILE, re.MULTILINE)
        assert int(seconds) <= NOTICE


@pytest.mark.parametrize("name", SERVICES)
def test_no_service_takes_all_of_the_machine(name: str) -> None:
    service = SERVICES[name]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["logging"]["options"] == {"max-size": "10m", "max-file": '"5"'}
    assert service["restart"] == "unless-stopped"  # also after the machine was


def test_every_image_is_one_version() -> None:
    images = [service["image"] for service in SERVICES.values() if "build" not in service]
    for image in (*images, told("FROM")[0].split()[0], told("FROM")[1]):
        assert re.search(r":\d+\.\d+(\.\d+)?(-[a-z-]+)?$", image), image
    assert SERVICES["backup"]["image"] == SERVICES["database"]["image"]


def test_what_is_kept_has_a_name() -> None:
    """An anonymous volume is lost to the next container."""
    used = {
        volume.partition(":")[0]
        for service in SERVICES.values()
        for volume in service["volumes"]
        if not volume.startswith("./")
    }
    assert used == set(PARSED["volumes"])
    for name in ("backup", "proxy"):
        (file,) = (volume for volume in SERVICES[name]["volumes"] if volume.startswith("./"))
        assert (DEPLOY / file.removeprefix("./").partition(":")[0]).exists()


def test_no_secret_is_copied() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").split()
    assert {".env", ".git", "data"} <= set(ignored)
    assert not {".", "./", ".env"} & copied().keys()


def test_what_operators_read_names_these_files() -> None:
    operating = (ROOT / "docs" / "operating.md").read_text("utf-8")
    for name in ("docs/deploy/", "compose.yaml", "docs/scale.md", "BONFIRE_WORKERS=several"):
        assert name in operating
