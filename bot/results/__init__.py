"""What is kept of games that are over: results, and the lists made of them."""

from bot.results.settling import settle
from bot.store import Ending

__all__ = ["Ending", "settle"]
