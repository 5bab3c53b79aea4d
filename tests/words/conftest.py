"""Whole games in every language: what a suggestion says is looked at, not how far it looks."""

from tests.kit.judged_once import short_sighted

__all__ = ["short_sighted"]
