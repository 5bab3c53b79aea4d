"""The places where tests of parts play: services alone, or a hall as for the whole program."""

from collections.abc import AsyncIterator
from enum import StrEnum
from pathlib import Path

import pytest
import pytest_asyncio

from tests.kit.hall import hall, paint
from tests.kit.judged_once import short_sighted
from tests.kit.marks import long
from tests.kit.stack import Stack, stack_in
from tests.postgres.fixtures import address, server, template

__all__ = ["address", "hall", "paint", "server", "short_sighted", "template"]


class Kept(StrEnum):
    """The place where the services of a test keep their data."""

    FILE = "file"
    SERVER = "server"
    TWICE = "twice"
    """In a file, each transaction done twice."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests of services are run with PostgreSQL too, but for those that look into the file."""
    if "kept_in" in metafunc.fixturenames and not metafunc.definition.get_closest_marker(
        "in_a_file"
    ):
        metafunc.parametrize(
            "kept_in", [Kept.FILE, long(Kept.SERVER), long(Kept.TWICE)], indirect=True
        )


@pytest.fixture
def kept_in(request: pytest.FixtureRequest) -> Kept:
    """Return the place of the database."""
    return getattr(request, "param", Kept.FILE)


@pytest_asyncio.fixture
async def stack(
    kept_in: Kept, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[Stack]:
    place = str(request.getfixturevalue("address")) if kept_in is Kept.SERVER else None
    async with stack_in(tmp_path, place, twice=kept_in is Kept.TWICE) as opened:
        yield opened
