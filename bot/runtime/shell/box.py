"""The box that an operator chooses, read from its file."""

from pathlib import Path
from typing import Final

from bot.runtime import settings
from bot.runtime.box_file import BoxFileError, read_box
from bot.runtime.shell.errors import UsageError
from bot.runtime.shell.files import read_text
from engine import STANDARD_BOX
from engine.data import box

_LARGEST_BOX: Final = 2**20
"""The bytes of the largest box file: thirty times the standard box with its comments."""


def box_file(file: Path | None) -> Path | None:
    """Return the file of `--box` or BONFIRE_BOX; None means the standard box."""
    return file or settings.box_path(settings.environment())


def chosen_box(file: Path | None) -> box.Box:
    """Return the Box in `file`, else in the one that BONFIRE_BOX names, else the standard box.

    Raises UsageError, with a line for each fault, for a file that cannot be used.
    """
    file = box_file(file)
    if file is None:
        return STANDARD_BOX
    try:
        return read_box(read_text(file, _LARGEST_BOX))
    except BoxFileError as error:
        raise UsageError("\n".join(f"{file}: {line}" for line in error.lines)) from error
