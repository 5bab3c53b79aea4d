"""The values of this feature that tests of the whole need."""

from typing import Final

from bot.features.tournament.values import JoinTournament, LeaveTournament, StartTournament

HANGING: Final = {
    "1|l|0|0||joinall:3": JoinTournament(3),
    "1|l|0|0||leaveall:3": LeaveTournament(3),
    "1|l|0|0||startall:3": StartTournament(3),
}
