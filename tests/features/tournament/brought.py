"""The values of this feature that tests of the whole need."""

from typing import Final

from bot.features.tournament import values

HANGING: Final = {
    "1|l|0|0||joinall:3": values.JoinTournament(3),
    "1|l|0|0||leaveall:3": values.LeaveTournament(3),
    "1|l|0|0||startall:3": values.StartTournament(3),
}
