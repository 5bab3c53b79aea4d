"""The hall in which whole games are played, with suggestions that do not look far."""

from tests.kit.club import club
from tests.kit.hall import hall, paint
from tests.kit.judged_once import short_sighted

__all__ = ["club", "hall", "paint", "short_sighted"]
