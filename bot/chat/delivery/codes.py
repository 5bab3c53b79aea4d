"""Discord's error codes as figures name them: those that a message, a thread or a press can meet.

Discord, topics/opcodes-and-status-codes.
"""

from typing import Final

import discord

_OF_THINGS: Final = {10003, 10004, 10007, 10008, 10013, 10014, 10015, 10062, 10087}
_OF_BOTS: Final = {20009, 20016, 20022, 20026, 20028, 20029, 20031}
_OF_BOUNDS: Final = {30033, 30034, 30046, 40003, 40005, 40062, 40067, 40094}
_OF_ACCOUNTS: Final = {40001, 40002, 40004, 40007, 40043, 40058, 40060, 40066, 40333}
_OF_RIGHTS: Final = {50001, 50003, 50005, 50007, 50009, 50013, 50014, 50026, 50027, 50278}
_OF_FORMS: Final = {50006, 50008, 50021, 50024, 50033, 50035, 50041, 50045, 50046, 50055}
_OF_CONTENT: Final = {50068, 50083, 50109, 50173, 200000, 200001, 240000}
_OF_THREADS: Final = {160002, 160004, 160005, 160006, 160007, 220001, 220002, 220003, 220004}
_OF_OUTAGES: Final = {110001, 130000}
DOCUMENTED: Final = frozenset().union(
    *(_OF_THINGS, _OF_BOTS, _OF_BOUNDS, _OF_ACCOUNTS, _OF_RIGHTS),
    *(_OF_FORMS, _OF_CONTENT, _OF_THREADS, _OF_OUTAGES),
)
"""The codes that have a name of their own in figures, so that the number of figures has a bound."""
NO_CODE: Final = "none"
OTHER: Final = "other"


def code_of(error: Exception) -> str:
    """The code that an error came with, as figures name it."""
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if not code:
        return NO_CODE
    return str(code) if code in DOCUMENTED else OTHER
