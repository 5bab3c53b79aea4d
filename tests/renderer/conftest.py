"""Fixtures of the renderer's tests."""

import pytest

from bot.words import catalog
from renderer import Options


@pytest.fixture
def options() -> Options:
    return Options(catalog().translate, ("Ada", "Bo", "Cyprian", "Wanda Dee"))
