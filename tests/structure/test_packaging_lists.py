"""What pyproject.toml and the two locks list is what the repository holds and needs."""

import re
import sys
import tomllib
from itertools import chain
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import fonts
from tests.kit.sources import ROOT, STOREYS, all_imports, tracked_files

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = (ROOT / "tests/requirements.lock").read_text("utf-8")
LOCK_OF_THE_PROGRAM = (ROOT / "requirements.lock").read_text("utf-8")
"""The program with all extras, and nothing to work on it with."""
PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^ ;\\]+)(?: ; [^\\]+)? \\$")

IMPORT_NAMES = {
    "discord.py": "discord",
    "Pillow": "PIL",
    "PyNaCl": "nacl",
    "prometheus-client": "prometheus_client",
    "python-dotenv": "dotenv",
}
"""Where a distribution is not imported by its own name."""
READ_BY_ZONEINFO = {"tzdata"}
"""Data that no module imports."""
ONLY_IN_TESTS = {
    "fontTools": "fonts/build_*.py make the bundled files anew; the program only reads them",
    "jsonschema": "bot/standin/openapi.py loads it when payloads shall be validated",
    "jsonschema_rs": "the same",
}


def packages() -> list[str]:
    """The packages under version control; one that is only begun need not be listed yet."""
    folders = {
        file.parent for file in tracked_files() if file.parts[0] in STOREYS and file.suffix == ".py"
    }
    return sorted(".".join(folder.parts) for folder in folders)


def package_data() -> dict[str, list[str]]:
    """The patterns of each package; those of `*` are for all of them."""
    patterns: dict[str, list[str]] = PROJECT["tool"]["setuptools"]["package-data"]
    return {name: [*patterns.get(name, ()), *patterns["*"]] for name in packages()}


def extras() -> list[str]:
    """What only some commands need."""
    return list(chain.from_iterable(PROJECT["project"]["optional-dependencies"].values()))


def pins(lock: str = LOCK) -> dict[str, str]:
    found = (PIN.match(line) for line in lock.splitlines())
    return {match["name"]: match["version"] for match in found if match}


def test_every_package_is_listed_and_nothing_else() -> None:
    assert sorted(PROJECT["tool"]["setuptools"]["packages"]) == packages()


def test_every_package_has_its_init_module() -> None:
    lacking = [
        name for name in packages() if not ROOT.joinpath(*name.split("."), "__init__.py").is_file()
    ]
    assert lacking == []


def test_every_data_file_of_a_package_is_package_data() -> None:
    patterns = package_data()
    missed = [
        str(file)
        for file in tracked_files()
        if file.parts[0] in STOREYS
        and file.suffix != ".py"
        and not file.name.startswith(".git")  # that is for git alone
        and not any(file.match(pattern) for pattern in patterns.get(".".join(file.parts[:-1]), ()))
    ]
    assert missed == []


def test_every_pattern_of_package_data_finds_a_file() -> None:
    given = PROJECT["tool"]["setuptools"]["package-data"]
    found = {
        pattern
        for package, patterns in package_data().items()
        for pattern in patterns
        if any(ROOT.joinpath(*package.split(".")).glob(pattern))
    }
    assert set(chain.from_iterable(given.values())) == found


def test_the_program_imports_what_it_declares_and_nothing_else() -> None:
    every = [*PROJECT["project"]["dependencies"], *extras()]
    declared = (Requirement(one).name for one in every)
    imported = {one.top for storey in STOREYS for one in all_imports(storey)}
    foreign = imported - sys.stdlib_module_names - set(STOREYS) - set(ONLY_IN_TESTS)
    assert foreign == {IMPORT_NAMES.get(name, name) for name in declared} - READ_BY_ZONEINFO


def test_lock_pins_every_requirement_within_its_range() -> None:
    groups = PROJECT["dependency-groups"].values()
    needed = chain(PROJECT["project"]["dependencies"], PROJECT["build-system"]["requires"])
    wanted = chain(needed, extras(), *groups)
    locked = pins()
    unmet = [
        str(one)
        for one in map(Requirement, wanted)
        if not one.specifier.contains(locked.get(canonicalize_name(one.name), "0"))
    ]
    assert unmet == []


def test_the_lock_of_the_program_is_the_same_without_what_one_works_on_it_with() -> None:
    locked, program = pins(), pins(LOCK_OF_THE_PROGRAM)
    assert program.items() < locked.items()
    names = {canonicalize_name(Requirement(one).name) for one in extras()}
    assert names < set(program)
    assert {"pytest", "mypy", "ruff"}.isdisjoint(program)


@pytest.mark.parametrize("lock", [LOCK, LOCK_OF_THE_PROGRAM], ids=["all", "program"])
def test_lock_gives_a_hash_for_every_package(lock: str) -> None:
    blocks = re.split(r"\n(?=[a-z])", lock)[1:]
    assert len(blocks) == len(pins(lock)) > 0
    assert [block for block in blocks if "--hash=sha256:" not in block] == []


def test_lock_serves_python_3_13_too() -> None:
    assert re.search(r"^audioop-lts==\S+ ; python_full_version >= '3\.13' \\$", LOCK, re.MULTILINE)


def test_font_manifest_names_every_face_and_licence_and_each_matches() -> None:
    on_disk = {path.name for path in (ROOT / "fonts").glob("*.t[tx][ft]")}
    assert set(fonts.manifest()) == on_disk
    assert all(fonts.read(name) for name in on_disk)
