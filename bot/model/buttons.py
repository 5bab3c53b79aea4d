"""The requests that a button or an option of a menu makes of the bot: a small value for each."""

from bot.model.button_choices import Consent, Edge, Elsewhere, HelpPage, TableOption
from bot.model.button_forms import (
    ButtonValue,
    Family,
    PageNumber,
    PieceToken,
    RowNumber,
    SeatNumber,
    TurnNumber,
    written,
)
from bot.model.results import Board, Range
from bot.model.turn_clock import VoteOption
from engine.agents.levels import Level


@written(Family.GAME, "turn")
class TakeTurn(ButtonValue):
    """Open the private wizard of the turn."""


@written(Family.GAME, "board")
class ShowBoard(ButtonValue):
    """Show the main board."""


@written(Family.GAME, "city")
class ShowCity(ButtonValue):
    """Show the city of a seat."""

    seat: SeatNumber


@written(Family.GAME, "cities")
class ShowCities(ButtonValue):
    """Show the person's own city, and the ways to the others."""


@written(Family.GAME, "more")
class ShowMore(ButtonValue):
    """Show all the buttons of a game."""


@written(Family.GAME, "keep")
class ShowKeepsakes(ButtonValue):
    """Show the ways in which a game that is over can be kept."""


@written(Family.GAME, "record")
class AskForRecord(ButtonValue):
    """Hand out the record of a game as a file."""


@written(Family.GAME, "what")
class AskOnBoard(ButtonValue):
    """Tell what a piece on the main board is (`bot.present.posts.what_page`)."""

    piece: PieceToken


@written(Family.GAME, "whatcity")
class AskInCity(ButtonValue):
    """Tell what a piece in the city of a seat is."""

    seat: SeatNumber
    piece: PieceToken


@written(Family.GAME, "then")
class ShowCityThen(ButtonValue):
    """Show the city of a seat as it stood at the revision of the message."""

    seat: SeatNumber


@written(Family.GAME, "board_then")
class ShowBoardThen(ButtonValue):
    """Show the main board as it stood at the revision of the message."""


@written(Family.GAME, "status")
class ShowStatus(ButtonValue):
    """Show whose turn it is, and what is left."""


@written(Family.GAME, "left")
class ShowWhatIsLeft(ButtonValue):
    """Show the pieces that are left in the piles and on the board."""


@written(Family.GAME, "log")
class ShowLog(ButtonValue):
    """Show what has happened, the newest first."""


@written(Family.GAME, "log")
class TurnLogPage(ButtonValue):
    """Turn to a page of the log that is shown, from 0."""

    page: PageNumber


@written(Family.GAME, "score")
class ShowScore(ButtonValue):
    """Show the score by source."""


@written(Family.GAME, "words")
class ShowInWords(ButtonValue):
    """Show the whole table in words."""


@written(Family.GAME, "words")
class ReadOn(ButtonValue):
    """Turn to a page of the table in words, from 0."""

    page: PageNumber


@written(Family.GAME, "since")
class ShowSince(ButtonValue):
    """Show what changed since the person's last turn."""


@written(Family.GAME, "try")
class OpenTryout(ButtonValue):
    """Try something out in a private copy of the game."""


@written(Family.GAME, "laid")
class ShowPremoves(ButtonValue):
    """Show the turns that the person has planned; without any, plan them."""


@written(Family.GAME, "laid:undo")
class UndoPremove(ButtonValue):
    """Take back the premove that was played, while nobody else has acted."""


@written(Family.PERSON, "laid")
class WithdrawPremoves(ButtonValue):
    """Withdraw the turns that the person has planned in a game."""

    of: RowNumber


@written(Family.GAME, "note")
class WriteNote(ButtonValue):
    """Open the form with the person's note on the game; the form comes back under it too."""


@written(Family.GAME, "rematch")
class AskRematch(ButtonValue):
    """Play again with the same people."""


@written(Family.GAME, "vote")
class CastVote(ButtonValue):
    """Vote how to go on without the person whose turn number `turn` is."""

    turn: RowNumber
    option: VoteOption


@written(Family.GAME, "seat")
class TakeSeat(ButtonValue):
    """Sit down on the seat that a vote made free."""

    vote: RowNumber


@written(Family.GAME, "back")
class ShowTurns(ButtonValue):
    """Show the turns that the game can go back to."""


@written(Family.GAME, "back")
class AskToGoBack(ButtonValue):
    """Ask to go back to the beginning of a turn, which may be `UNREADABLE_TURN`."""

    turn: TurnNumber


@written(Family.GAME, "agree")
class AnswerQuestion(ButtonValue):
    """Answer a question that all must agree to."""

    question: RowNumber
    consent: Consent


@written(Family.GAME, "bot:play")
class LetBotPlay(ButtonValue):
    """Let the bot play the person's seat."""


@written(Family.GAME, "bot:return")
class ComeBack(ButtonValue):
    """Give the person's seat back to them."""


@written(Family.GAME, "hand:ask")
class AskWhoTakesOver(ButtonValue):
    """Show the menu of people to whom a person can hand their seat over."""


@written(Family.GAME, "hand:over")
class HandOver(ButtonValue):
    """Ask somebody who is chosen to take the person's seat."""


@written(Family.GAME, "askvote")
class AskForVote(ButtonValue):
    """Ask the others how to go on without somebody who does not play."""


@written(Family.GAME, "resign")
class AskToResign(ButtonValue):
    """Ask the person whether they resign."""


@written(Family.GAME, "abandon")
class AskToAbandon(ButtonValue):
    """Ask all players whether the game is to end without a result."""


@written(Family.GAME, "sure:resign")
class ConfirmResign(ButtonValue):
    """Resign, as the person was asked to confirm."""


@written(Family.GAME, "sure:abandon")
class ConfirmAbandon(ButtonValue):
    """End the game without a result, as the person who plays alone was asked to confirm."""


@written(Family.GAME, "end:ask")
class AskToEndGame(ButtonValue):
    """Ask who manages the server whether the game is to end, whatever its players say."""


@written(Family.GAME, "sure:end")
class ConfirmEndGame(ButtonValue):
    """End the game without a result by the right of who manages the server, as confirmed."""


@written(Family.GAME, "sure:back")
class ConfirmGoBack(ButtonValue):
    """Let only the first `move` answers of a revision stand, as the person was asked to confirm."""

    revision: RowNumber
    move: RowNumber


@written(Family.PERSON, "leave")
class LeaveIt(ButtonValue):
    """Leave a question whether the person is sure, without any effect."""


@written(Family.GAME, "place:here")
class GoOnHere(ButtonValue):
    """Bring a game that has lost its place to where this is pressed."""


@written(Family.GAME, "alone:win")
class TakeWin(ButtonValue):
    """End the game as its winner, all others having resigned."""


@written(Family.GAME, "alone:on")
class PlayOn(ButtonValue):
    """Play on alone, all others having resigned."""


@written(Family.LOBBY, "show")
class ShowLobby(ButtonValue):
    """Show the lobby of the channel again, for everybody."""


@written(Family.LOBBY, "join")
class JoinLobby(ButtonValue):
    """Sit down at the table of a lobby."""


@written(Family.LOBBY, "decline")
class DeclineInvitation(ButtonValue):
    """Say no to the invitation to the table of a lobby."""


@written(Family.LOBBY, "invite")
class InvitePeople(ButtonValue):
    """Invite those who are chosen to the table of a lobby."""


@written(Family.LOBBY, "leave")
class LeaveLobby(ButtonValue):
    """Stand up from the table of a lobby."""


@written(Family.LOBBY, "start")
class StartLobby(ButtonValue):
    """Start the game of a lobby."""


@written(Family.LOBBY, "without")
class StartWithoutMissing(ButtonValue):
    """Start the rematch of those who sit there, without those who are missing."""


@written(Family.LOBBY, "options")
class ToggleOption(ButtonValue):
    """Turn an option of a lobby on or off."""

    option: TableOption


@written(Family.LOBBY, "bots")
class ChooseBots(ButtonValue):
    """The menu of the bots of a lobby itself, which asks for nothing without a choice."""


@written(Family.LOBBY, "bot")
class SeatBot(ButtonValue):
    """Let a bot sit down at the table of a lobby."""

    level: Level


@written(Family.LOBBY, "nobot")
class DismissBot(ButtonValue):
    """Take the bot with this number away from the table of a lobby."""

    bot: RowNumber


@written(Family.LOBBY, "new")
class OpenNewLobby(ButtonValue):
    """Open a lobby that others can join."""


@written(Family.LOBBY, "solo")
class PlaySolo(ButtonValue):
    """Start a game against Tom."""


@written(Family.LOBBY, "solo")
class PlaySoloElsewhere(ButtonValue):
    """Start a game against Tom in a place of its own."""

    where: Elsewhere


@written(Family.RESULTS, "games")
class TurnResultsPage(ButtonValue):
    """Turn to the games that ended after (newer) or before (older) the result `beyond`.

    `person` is whose games are listed, 0 for those of a whole server.
    """

    person: RowNumber
    edge: Edge
    beyond: RowNumber

    @property
    def part(self) -> Range:
        """The part of the list that this button shows."""
        newer = self.edge is Edge.NEWER
        return Range(after=self.beyond) if newer else Range(before=self.beyond)


@written(Family.RESULTS, "standings")
class ShowStandings(ButtonValue):
    """Show a page of a leaderboard, from 0."""

    board: Board
    page: PageNumber


@written(Family.PERSON, "help")
class ShowHelp(ButtonValue):
    """Show a part of the help."""

    page: HelpPage


@written(Family.RULES)
class ShowRule(ButtonValue):
    """Show an entry of the rule look-up, by its token (`bot.present.rules_lookup`)."""

    term: str


@written(Family.WIZARD)
class WizardAnswer(ButtonValue):
    """A control of the private wizard, by its token (`bot.model.controls`)."""

    token: str


@written(Family.TRYOUT)
class TryoutAnswer(ButtonValue):
    """A control of a tryout, by its token (`bot.model.controls`)."""

    token: str


@written(Family.GAME)
class Outdated(ButtonValue):
    """A button that means nothing: of another version of the bot, or made up by somebody."""

    text: str
