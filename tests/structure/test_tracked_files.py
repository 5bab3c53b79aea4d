"""No tracked file tells of the machine it was written on, and no module grows without end."""

import re

import pytest

from tests.kit.sources import ROOT, STOREYS, modules, tracked_files

LONGEST_MODULE = 420
LONGER_FOR_A_REASON = {
    "tests/kit/position.py": "one builder, with a method for each thing that a position can hold",
    "tests/rulebook/test_specialists.py": "the 27 specialists, a test or two for each",
    "tests/renderer/samples.py": "hand-made positions, long only by what lies on their tables",
}

TELLTALES = (
    re.compile(r"(?<![\w.])/(?:work|root|home|Users|mnt)/\w"),
    re.compile(r"\b[A-Z]:\\Users\\"),
    re.compile(r"(?<![\w-])--(?:extra-)?index(?:-url)?[ =]"),
    re.compile(r"(?<![\w-])(?:--find-links|-f|-i)[ =]\S*://"),
    re.compile(r"\.\./shared\b|\bBONFIRE_SHARED\b"),
    re.compile(r"\bpypi\.org|\bpythonhosted\.org|/simple/?\b"),
)


def telltales(text: str) -> list[str]:
    return [match.group() for pattern in TELLTALES for match in pattern.finditer(text)]


def test_no_tracked_file_names_a_machine_path_a_neighbor_or_an_index() -> None:
    texts = (file for file in tracked_files() if file.suffix not in {".png", ".ttf"})
    told = {
        str(file): found
        for file in texts
        if file.name != "test_tracked_files.py"
        and (found := telltales((ROOT / file).read_text("utf-8")))
    }
    assert told == {}


@pytest.mark.parametrize(
    "text",
    [
        "open('/home/ada/bonfire.db')",
        "--index-url https://example.org/",
        "--extra-index-url=https://example.org/",
        "--find-links https://example.org/wheels",
        "https://files.pythonhosted.org/packages/x.whl",
        "https://example.org/simple/",
        "../shared/openapi.json",
        r"C:\Users\ada\bonfire",
    ],
)
def test_a_telltale_is_noticed(text: str) -> None:
    assert telltales(text) != []


def test_modules_stay_short() -> None:
    lengths = {
        str(file): len((ROOT / file).read_text("utf-8").splitlines())
        for folder in (*STOREYS, "tests")
        for file in modules(folder)
    }
    too_long = {file for file, lines in lengths.items() if lines > LONGEST_MODULE}
    assert too_long - set(LONGER_FOR_A_REASON) == set()
