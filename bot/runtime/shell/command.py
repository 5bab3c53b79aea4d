from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A word of the command line, and what it does."""

    name: str
    summary: str
    declaration: str
    """The module and function that add what the command takes, and its `run`: `package.file:name`.

    The module is imported when the command is chosen, since most of them take long to import.
    """

    example: str
    """The words that follow it in the example of its help."""
