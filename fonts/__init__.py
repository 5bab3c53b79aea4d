"""The typefaces and the icon font of the pictures, with their letters, licences and checksums."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

TITLE = "Cinzel-Bold.ttf"
TEXT = "FiraSansCondensed-SemiBold.ttf"
TEXT_BOLD = "FiraSansCondensed-Bold.ttf"
FACES = (TITLE, TEXT, TEXT_BOLD)
ICONS = "BonfireIcons.ttf"
COVERAGE = "coverage.txt"


class DamagedFontError(Exception):
    """A bundled file is not the one whose SHA-256 the manifest names."""


@cache
def manifest() -> Mapping[str, str]:
    """The SHA-256 in hexadecimal of every bundled file by its name, as `sha256sum -c` reads it."""
    lines = files(__name__).joinpath("SHA256SUMS").read_text(encoding="ascii").splitlines()
    pairs = (line.split(maxsplit=1) for line in lines)
    return MappingProxyType({name: digest for digest, name in pairs})


def check() -> None:
    """Raise DamagedFontError unless every bundled file is there as the manifest has it."""
    try:
        for name in manifest():
            read(name)
    except OSError as error:
        raise DamagedFontError(f"fonts/{Path(error.filename).name} cannot be read") from error


def read(name: str) -> bytes:
    """The bytes of the bundled file `name`.

    Raises KeyError for a name that is not in the manifest and DamagedFontError when the bytes
    differ from it, so that a picture is never drawn with a broken or replaced face.
    """
    expected = manifest()[name]
    content = files(__name__).joinpath(name).read_bytes()
    if hashlib.sha256(content).hexdigest() != expected:
        message = f"fonts/{name} does not match its SHA-256 in fonts/SHA256SUMS"
        raise DamagedFontError(message)
    return content


@cache
def coverage(face: str) -> frozenset[int]:
    """The code points of the basic plane that the face has a glyph for.

    Raises KeyError for a file that is not one of FACES.
    """
    lines = read(COVERAGE).decode("ascii").splitlines()
    runs = {name: rest.split() for name, rest in (line.split(maxsplit=1) for line in lines)}
    ends = (run.split("-") for run in runs[face])
    return frozenset(p for first, last in ends for p in range(int(first, 16), int(last, 16) + 1))
