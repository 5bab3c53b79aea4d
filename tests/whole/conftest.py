"""The hall in which whole games are played, with suggestions that do not look far."""

from tests.kit.hall import hall, paint
from tests.kit.judged_once import short_sighted

__all__ = ["hall", "paint", "short_sighted"]
