"""Buttons that hang under messages in channels, as older messages have them."""

from collections.abc import Mapping
from typing import Final

from bot.model import button_choices, button_forms, buttons, results, settings, turn_clock
from engine.agents.levels import Level
from tests.kit.brought import brought_rows

HANGING: Final[Mapping[str, button_forms.ButtonValue]] = {
    "1|t|7|12||turn": buttons.TakeTurn(),
    "1|t|7|12||board": buttons.ShowBoard(),
    "1|t|7|12||city:3": buttons.ShowCity(3),
    "1|t|7|12||what:common.paths": buttons.AskOnBoard("common.paths"),
    "1|t|7|12||whatcity:1:S13": buttons.AskInCity(1, "S13"),
    "1|t|7|12||then:3": buttons.ShowCityThen(3),
    "1|t|7|12||board_then": buttons.ShowBoardThen(),
    "1|t|7|12||cities": buttons.ShowCities(),
    "1|t|7|12||more": buttons.ShowMore(),
    "1|t|7|12||keep": buttons.ShowKeepsakes(),
    "1|t|7|12||record": buttons.AskForRecord(),
    "1|t|7|12||status": buttons.ShowStatus(),
    "1|t|7|0||left": buttons.ShowWhatIsLeft(),
    "1|t|7|12||log": buttons.ShowLog(),
    "1|t|7|0||log:0": buttons.TurnLogPage(0),
    "1|t|7|12||score": buttons.ShowScore(),
    "1|t|7|12||since": buttons.ShowSince(),
    "1|t|7|12||words": buttons.ShowInWords(),
    "1|t|7|0||words:2": buttons.ReadOn(2),
    "1|t|7|0||try": buttons.OpenTryout(),
    "1|t|7|0||note": buttons.WriteNote(),
    "1|p|0|0||leave": buttons.LeaveIt(),
    "1|l|0|0||solo:thread": buttons.PlaySoloElsewhere(button_choices.Elsewhere.THREAD),
    "1|t|7|12||laid": buttons.ShowPremoves(),
    "1|t|7|0||laid:undo": buttons.UndoPremove(),
    "1|p|0|0||laid:7": buttons.WithdrawPremoves(7),
    "1|t|7|12||rematch": buttons.AskRematch(),
    "1|t|7|0||vote:7:bot": buttons.CastVote(7, turn_clock.VoteOption.BOT),
    "1|t|7|0||seat:5": buttons.TakeSeat(5),
    "1|t|7|0||back": buttons.ShowTurns(),
    "1|t|7|0||back:3": buttons.AskToGoBack(3),
    "1|t|7|12||agree:3:withdraw": buttons.AnswerQuestion(3, button_choices.Consent.WITHDRAW),
    "1|t|7|0||bot:play": buttons.LetBotPlay(),
    "1|t|7|0||bot:return": buttons.ComeBack(),
    "1|t|7|0||hand:ask": buttons.AskWhoTakesOver(),
    "1|t|7|0||hand:over": buttons.HandOver(),
    "1|t|7|0||askvote": buttons.AskForVote(),
    "1|t|7|0||resign": buttons.AskToResign(),
    "1|t|7|0||abandon": buttons.AskToAbandon(),
    "1|t|7|0||sure:resign": buttons.ConfirmResign(),
    "1|t|7|0||sure:abandon": buttons.ConfirmAbandon(),
    "1|t|7|0||end:ask": buttons.AskToEndGame(),
    "1|t|7|0||sure:end": buttons.ConfirmEndGame(),
    "1|t|7|0||sure:back:12:4": buttons.ConfirmGoBack(12, 4),
    "1|t|7|12||place:here": buttons.GoOnHere(),
    "1|t|7|12||alone:win": buttons.TakeWin(),
    "1|t|7|12||alone:on": buttons.PlayOn(),
    "1|l|0|0||show": buttons.ShowLobby(),
    "1|l|0|2||join": buttons.JoinLobby(),
    "1|l|0|2||leave": buttons.LeaveLobby(),
    "1|l|0|2||decline": buttons.DeclineInvitation(),
    "1|l|0|2||invite": buttons.InvitePeople(),
    "1|l|0|2||start": buttons.StartLobby(),
    "1|l|0|2||without": buttons.StartWithoutMissing(),
    "1|l|0|2||options:specialist_18_at_once": buttons.ToggleOption(
        button_choices.TableOption("specialist_18_at_once")
    ),
    "1|l|0|2||bots": buttons.ChooseBots(),
    "1|l|0|2||bot:expert": buttons.SeatBot(Level.EXPERT),
    "1|l|0|2||nobot:2": buttons.DismissBot(2),
    "1|l|0|0||new": buttons.OpenNewLobby(),
    "1|l|0|0||solo": buttons.PlaySolo(),
    "1|h|0|0||games:0:older:41": buttons.TurnResultsPage(0, button_choices.Edge.OLDER, 41),
    "1|h|0|0||games:100000000000000001:newer:9": buttons.TurnResultsPage(
        100000000000000001, button_choices.Edge.NEWER, 9
    ),
    "1|h|0|0||standings:solo:2": buttons.ShowStandings(results.Board.SOLO, 2),
    "1|p|0|0||settings:server": settings.ShowSettings(settings.Whose.SERVER),
    "1|p|0|0||change:me:away_until": settings.ChangeSetting(
        settings.Whose.PERSON, settings.Setting.AWAY
    ),
    "1|p|0|0||type:server:numbers": settings.TypeSetting(
        settings.Whose.SERVER, settings.Setting.NUMBERS
    ),
    "1|p|7|0||set:table:pace:daily": settings.ChooseSetting(
        settings.Whose.TABLE, settings.Setting.PACE, "daily"
    ),
    "1|p|0|0||set:me:zone:America/Port-au-Prince": settings.ChooseSetting(
        settings.Whose.PERSON, settings.Setting.ZONE, "America/Port-au-Prince"
    ),
    "1|p|0|0||move:7": settings.MoveHere(7),
    "1|p|0|0||askforget": settings.AskToForget(),
    "1|p|0|0||forget": settings.ConfirmForget(),
    "1|p|0|0||help:commands": buttons.ShowHelp(button_choices.HelpPage.COMMANDS),
    "1|k|0|0||action:path": buttons.ShowRule("action:path"),
    "1|w|7|12|0123abcd|=path 1;pay 1 herb": buttons.WizardAnswer("=path 1;pay 1 herb"),
    "1|r|7|12|0123abcd|x": buttons.TryoutAnswer("x"),
    **brought_rows("HANGING"),
}
"""A custom id of every kind of button, as messages that hang in channels have it."""
