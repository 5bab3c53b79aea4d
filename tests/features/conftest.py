"""The places where the tests of features play: as those of the bot, and the command line."""

from tests.bot.conftest import (
    address,
    hall,
    kept_in,
    paint,
    pytest_generate_tests,
    server,
    short_sighted,
    stack,
    template,
)
from tests.kit.shell import bonfire, running

__all__ = [
    "address",
    "bonfire",
    "hall",
    "kept_in",
    "paint",
    "pytest_generate_tests",
    "running",
    "server",
    "short_sighted",
    "stack",
    "template",
]
