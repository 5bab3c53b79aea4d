"""The ways into features that a bot with all of them shows."""

from typing import Final

from bot.chat.feature import all_offers
from bot.features.listed import FEATURES

OFFERS: Final = all_offers(FEATURES)
