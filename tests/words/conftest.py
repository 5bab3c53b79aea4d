"""Whole games in every language: what a suggestion says is looked at, not how far it looks."""

from tests.bot.conftest import judged_once, short_sighted

__all__ = ["judged_once", "short_sighted"]
