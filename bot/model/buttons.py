"""The requests that a button or an option of a menu makes of the bot: a small value for each."""

from bot.model import button_choices, button_forms, results, turn_clock
from engine.agents.levels import Level


@button_forms.written(button_forms.Family.GAME, "turn")
class TakeTurn(button_forms.ButtonValue):
    """Open the private wizard of the turn."""


@button_forms.written(button_forms.Family.GAME, "board")
class ShowBoard(button_forms.ButtonValue):
    """Show the main board."""


@button_forms.written(button_forms.Family.GAME, "city")
class ShowCity(button_forms.ButtonValue):
    """Show the city of a seat."""

    seat: button_forms.SeatNumber


@button_forms.written(button_forms.Family.GAME, "cities")
class ShowCities(button_forms.ButtonValue):
    """Show the person's own city, and the ways to the others."""


@button_forms.written(button_forms.Family.GAME, "more")
class ShowMore(button_forms.ButtonValue):
    """Show all the buttons of a game."""


@button_forms.written(button_forms.Family.GAME, "keep")
class ShowKeepsakes(button_forms.ButtonValue):
    """Show the ways in which a game that is over can be kept."""


@button_forms.written(button_forms.Family.GAME, "record")
class AskForRecord(button_forms.ButtonValue):
    """Hand out the record of a game as a file."""


@button_forms.written(button_forms.Family.GAME, "what")
class AskOnBoard(button_forms.ButtonValue):
    """Tell what a piece on the main board is (`bot.present.posts.what_page`)."""

    piece: button_forms.PieceToken


@button_forms.written(button_forms.Family.GAME, "whatcity")
class AskInCity(button_forms.ButtonValue):
    """Tell what a piece in the city of a seat is."""

    seat: button_forms.SeatNumber
    piece: button_forms.PieceToken


@button_forms.written(button_forms.Family.GAME, "then")
class ShowCityThen(button_forms.ButtonValue):
    """Show the city of a seat as it stood at the revision of the message."""

    seat: button_forms.SeatNumber


@button_forms.written(button_forms.Family.GAME, "board_then")
class ShowBoardThen(button_forms.ButtonValue):
    """Show the main board as it stood at the revision of the message."""


@button_forms.written(button_forms.Family.GAME, "status")
class ShowStatus(button_forms.ButtonValue):
    """Show whose turn it is, and what is left."""


@button_forms.written(button_forms.Family.GAME, "left")
class ShowWhatIsLeft(button_forms.ButtonValue):
    """Show the pieces that are left in the piles and on the board."""


@button_forms.written(button_forms.Family.GAME, "log")
class ShowLog(button_forms.ButtonValue):
    """Show what has happened, the newest first."""


@button_forms.written(button_forms.Family.GAME, "log")
class TurnLogPage(button_forms.ButtonValue):
    """Turn to a page of the log that is shown, from 0."""

    page: button_forms.PageNumber


@button_forms.written(button_forms.Family.GAME, "score")
class ShowScore(button_forms.ButtonValue):
    """Show the score by source."""


@button_forms.written(button_forms.Family.GAME, "words")
class ShowInWords(button_forms.ButtonValue):
    """Show the whole table in words."""


@button_forms.written(button_forms.Family.GAME, "words")
class ReadOn(button_forms.ButtonValue):
    """Turn to a page of the table in words, from 0."""

    page: button_forms.PageNumber


@button_forms.written(button_forms.Family.GAME, "since")
class ShowSince(button_forms.ButtonValue):
    """Show what changed since the person's last turn."""


@button_forms.written(button_forms.Family.GAME, "try")
class OpenTryout(button_forms.ButtonValue):
    """Try something out in a private copy of the game."""


@button_forms.written(button_forms.Family.GAME, "laid")
class ShowPremoves(button_forms.ButtonValue):
    """Show the turns that the person has planned; without any, plan them."""


@button_forms.written(button_forms.Family.GAME, "laid:undo")
class UndoPremove(button_forms.ButtonValue):
    """Take back the premove that was played, while nobody else has acted."""


@button_forms.written(button_forms.Family.PERSON, "laid")
class WithdrawPremoves(button_forms.ButtonValue):
    """Withdraw the turns that the person has planned in a game."""

    of: button_forms.RowNumber


@button_forms.written(button_forms.Family.GAME, "note")
class WriteNote(button_forms.ButtonValue):
    """Open the form with the person's note on the game; the form comes back under it too."""


@button_forms.written(button_forms.Family.GAME, "rematch")
class AskRematch(button_forms.ButtonValue):
    """Play again with the same people."""


@button_forms.written(button_forms.Family.GAME, "vote")
class CastVote(button_forms.ButtonValue):
    """Vote how to go on without the person whose turn number `turn` is."""

    turn: button_forms.RowNumber
    option: turn_clock.VoteOption


@button_forms.written(button_forms.Family.GAME, "seat")
class TakeSeat(button_forms.ButtonValue):
    """Sit down on the seat that a vote made free."""

    vote: button_forms.RowNumber


@button_forms.written(button_forms.Family.GAME, "back")
class ShowTurns(button_forms.ButtonValue):
    """Show the turns that the game can go back to."""


@button_forms.written(button_forms.Family.GAME, "back")
class AskToGoBack(button_forms.ButtonValue):
    """Ask to go back to the beginning of a turn, which may be `UNREADABLE_TURN`."""

    turn: button_forms.TurnNumber


@button_forms.written(button_forms.Family.GAME, "agree")
class AnswerQuestion(button_forms.ButtonValue):
    """Answer a question that all must agree to."""

    question: button_forms.RowNumber
    consent: button_choices.Consent


@button_forms.written(button_forms.Family.GAME, "bot:play")
class LetBotPlay(button_forms.ButtonValue):
    """Let the bot play the person's seat."""


@button_forms.written(button_forms.Family.GAME, "bot:return")
class ComeBack(button_forms.ButtonValue):
    """Give the person's seat back to them."""


@button_forms.written(button_forms.Family.GAME, "hand:ask")
class AskWhoTakesOver(button_forms.ButtonValue):
    """Show the menu of people to whom a person can hand their seat over."""


@button_forms.written(button_forms.Family.GAME, "hand:over")
class HandOver(button_forms.ButtonValue):
    """Ask somebody who is chosen to take the person's seat."""


@button_forms.written(button_forms.Family.GAME, "askvote")
class AskForVote(button_forms.ButtonValue):
    """Ask the others how to go on without somebody who does not play."""


@button_forms.written(button_forms.Family.GAME, "resign")
class AskToResign(button_forms.ButtonValue):
    """Ask the person whether they resign."""


@button_forms.written(button_forms.Family.GAME, "abandon")
class AskToAbandon(button_forms.ButtonValue):
    """Ask all players whether the game is to end without a result."""


@button_forms.written(button_forms.Family.GAME, "sure:resign")
class ConfirmResign(button_forms.ButtonValue):
    """Resign, as the person was asked to confirm."""


@button_forms.written(button_forms.Family.GAME, "sure:abandon")
class ConfirmAbandon(button_forms.ButtonValue):
    """End the game without a result, as the person who plays alone was asked to confirm."""


@button_forms.written(button_forms.Family.GAME, "end:ask")
class AskToEndGame(button_forms.ButtonValue):
    """Ask who manages the server whether the game is to end, whatever its players say."""


@button_forms.written(button_forms.Family.GAME, "sure:end")
class ConfirmEndGame(button_forms.ButtonValue):
    """End the game without a result by the right of who manages the server, as confirmed."""


@button_forms.written(button_forms.Family.GAME, "sure:back")
class ConfirmGoBack(button_forms.ButtonValue):
    """Let only the first `move` answers of a revision stand, as the person was asked to confirm."""

    revision: button_forms.RowNumber
    move: button_forms.RowNumber


@button_forms.written(button_forms.Family.PERSON, "leave")
class LeaveIt(button_forms.ButtonValue):
    """Leave a question whether the person is sure, without any effect."""


@button_forms.written(button_forms.Family.GAME, "place:here")
class GoOnHere(button_forms.ButtonValue):
    """Bring a game that has lost its place to where this is pressed."""


@button_forms.written(button_forms.Family.GAME, "alone:win")
class TakeWin(button_forms.ButtonValue):
    """End the game as its winner, all others having resigned."""


@button_forms.written(button_forms.Family.GAME, "alone:on")
class PlayOn(button_forms.ButtonValue):
    """Play on alone, all others having resigned."""


@button_forms.written(button_forms.Family.LOBBY, "show")
class ShowLobby(button_forms.ButtonValue):
    """Show the lobby of the channel again, for everybody."""


@button_forms.written(button_forms.Family.LOBBY, "join")
class JoinLobby(button_forms.ButtonValue):
    """Sit down at the table of a lobby."""


@button_forms.written(button_forms.Family.LOBBY, "decline")
class DeclineInvitation(button_forms.ButtonValue):
    """Say no to the invitation to the table of a lobby."""


@button_forms.written(button_forms.Family.LOBBY, "invite")
class InvitePeople(button_forms.ButtonValue):
    """Invite those who are chosen to the table of a lobby."""


@button_forms.written(button_forms.Family.LOBBY, "leave")
class LeaveLobby(button_forms.ButtonValue):
    """Stand up from the table of a lobby."""


@button_forms.written(button_forms.Family.LOBBY, "start")
class StartLobby(button_forms.ButtonValue):
    """Start the game of a lobby."""


@button_forms.written(button_forms.Family.LOBBY, "without")
class StartWithoutMissing(button_forms.ButtonValue):
    """Start the rematch of those who sit there, without those who are missing."""


@button_forms.written(button_forms.Family.LOBBY, "options")
class ToggleOption(button_forms.ButtonValue):
    """Turn an option of a lobby on or off."""

    option: button_choices.TableOption


@button_forms.written(button_forms.Family.LOBBY, "bots")
class ChooseBots(button_forms.ButtonValue):
    """The menu of the bots of a lobby itself, which asks for nothing without a choice."""


@button_forms.written(button_forms.Family.LOBBY, "bot")
class SeatBot(button_forms.ButtonValue):
    """Let a bot sit down at the table of a lobby."""

    level: Level


@button_forms.written(button_forms.Family.LOBBY, "nobot")
class DismissBot(button_forms.ButtonValue):
    """Take the bot with this number away from the table of a lobby."""

    bot: button_forms.RowNumber


@button_forms.written(button_forms.Family.LOBBY, "new")
class OpenNewLobby(button_forms.ButtonValue):
    """Open a lobby that others can join."""


@button_forms.written(button_forms.Family.LOBBY, "solo")
class PlaySolo(button_forms.ButtonValue):
    """Start a game against Tom."""


@button_forms.written(button_forms.Family.LOBBY, "solo")
class PlaySoloElsewhere(button_forms.ButtonValue):
    """Start a game against Tom in a place of its own."""

    where: button_choices.Elsewhere


@button_forms.written(button_forms.Family.RESULTS, "games")
class TurnResultsPage(button_forms.ButtonValue):
    """Turn to the games that ended after (newer) or before (older) the result `beyond`.

    `person` is whose games are listed, 0 for those of a whole server.
    """

    person: button_forms.RowNumber
    edge: button_choices.Edge
    beyond: button_forms.RowNumber

    @property
    def part(self) -> results.Range:
        """The part of the list that this button shows."""
        newer = self.edge is button_choices.Edge.NEWER
        return results.Range(after=self.beyond) if newer else results.Range(before=self.beyond)


@button_forms.written(button_forms.Family.RESULTS, "standings")
class ShowStandings(button_forms.ButtonValue):
    """Show a page of a leaderboard, from 0."""

    board: results.Board
    page: button_forms.PageNumber


@button_forms.written(button_forms.Family.PERSON, "help")
class ShowHelp(button_forms.ButtonValue):
    """Show a part of the help."""

    page: button_choices.HelpPage


@button_forms.written(button_forms.Family.RULES)
class ShowRule(button_forms.ButtonValue):
    """Show an entry of the rule look-up, by its token (`bot.present.rules_lookup`)."""

    term: str


@button_forms.written(button_forms.Family.WIZARD)
class WizardAnswer(button_forms.ButtonValue):
    """A control of the private wizard, by its token (`bot.model.controls`)."""

    token: str


@button_forms.written(button_forms.Family.TRYOUT)
class TryoutAnswer(button_forms.ButtonValue):
    """A control of a tryout, by its token (`bot.model.controls`)."""

    token: str


@button_forms.written(button_forms.Family.GAME)
class Outdated(button_forms.ButtonValue):
    """A button that means nothing: of another version of the bot, or made up by somebody."""

    text: str
