"""Custom ids: what is written reads back, what hangs in channels still works, nonsense is told."""

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.finished.values import (
    AskForFilm,
    AskForPage,
    AskForReview,
    ShowCostlyTurn,
    ShowSources,
    TryCostlyTurn,
)
from bot.features.lesson.values import LessonTurn, StartLesson, SteerLesson
from bot.features.puzzle.puzzle import Goal
from bot.features.puzzle.values import ExerciseAnswer, ListExercises, OpenExercise, PuzzleAnswer
from bot.features.replay.pages import ReplayPost, ReplayStep, ReplayTurn, Sight, StepTo
from bot.features.tournament.values import JoinTournament, LeaveTournament, StartTournament
from bot.features.weekly.values import PlayWeekly, ShowFairness, ShowWeekly
from bot.model.button_choices import Consent, Edge, Elsewhere, HelpPage, TableOption
from bot.model.button_forms import FORMS, LARGEST_NUMBER, LAST_PAGE, ButtonValue, own_family
from bot.model.buttons import (
    AnswerQuestion,
    AskForRecord,
    AskForVote,
    AskInCity,
    AskOnBoard,
    AskRematch,
    AskToAbandon,
    AskToEndGame,
    AskToGoBack,
    AskToResign,
    AskWhoTakesOver,
    CastVote,
    ChooseBots,
    ComeBack,
    ConfirmAbandon,
    ConfirmEndGame,
    ConfirmGoBack,
    ConfirmResign,
    DeclineInvitation,
    DismissBot,
    GoOnHere,
    HandOver,
    InvitePeople,
    JoinLobby,
    LeaveIt,
    LeaveLobby,
    LetBotPlay,
    OpenNewLobby,
    OpenTryout,
    Outdated,
    PlayOn,
    PlaySolo,
    PlaySoloElsewhere,
    ReadOn,
    SeatBot,
    ShowBoard,
    ShowBoardThen,
    ShowCities,
    ShowCity,
    ShowCityThen,
    ShowHelp,
    ShowInWords,
    ShowKeepsakes,
    ShowLobby,
    ShowLog,
    ShowMore,
    ShowPremoves,
    ShowRule,
    ShowScore,
    ShowSince,
    ShowStandings,
    ShowStatus,
    ShowTurns,
    ShowWhatIsLeft,
    StartLobby,
    StartWithoutMissing,
    TakeSeat,
    TakeTurn,
    TakeWin,
    ToggleOption,
    TryoutAnswer,
    TurnLogPage,
    TurnResultsPage,
    UndoPremove,
    WithdrawPremoves,
    WizardAnswer,
    WriteNote,
)
from bot.model.controls import Sign, own_sign
from bot.model.custom_ids import (
    BUTTON_LIMIT,
    Binding,
    ButtonPress,
    read_button,
    read_press,
    write_button,
)
from bot.model.messages import Button, Style
from bot.model.results import Board
from bot.model.settings import (
    AskToForget,
    ChangeSetting,
    ChooseSetting,
    ConfirmForget,
    MoveHere,
    Setting,
    ShowSettings,
    TypeSetting,
    Whose,
)
from bot.model.stored_post import StoredPost
from bot.model.turn_clock import VoteOption
from engine.agents.levels import Level

KINDS = frozenset(FORMS)
HANGING = {
    "1|t|7|12||turn": TakeTurn(),
    "1|t|7|12||board": ShowBoard(),
    "1|t|7|12||city:3": ShowCity(3),
    "1|t|7|12||what:common.paths": AskOnBoard("common.paths"),
    "1|t|7|12||whatcity:1:S13": AskInCity(1, "S13"),
    "1|t|7|12||then:3": ShowCityThen(3),
    "1|t|7|12||board_then": ShowBoardThen(),
    "1|t|7|12||cities": ShowCities(),
    "1|t|7|12||more": ShowMore(),
    "1|t|7|12||keep": ShowKeepsakes(),
    "1|t|7|12||record": AskForRecord(),
    "1|t|7|12||status": ShowStatus(),
    "1|t|7|0||left": ShowWhatIsLeft(),
    "1|t|7|12||log": ShowLog(),
    "1|t|7|0||log:0": TurnLogPage(0),
    "1|t|7|12||score": ShowScore(),
    "1|t|7|12||since": ShowSince(),
    "1|t|7|12||words": ShowInWords(),
    "1|t|7|12||replay": ReplayPost(),
    "1|t|7|0||replay:41": ReplayTurn(41),
    "1|t|7|0||replay:41:back:board": ReplayStep(41, StepTo.BACK, Sight.BOARD),
    "1|t|7|12||page": AskForPage(),
    "1|t|7|12||film": AskForFilm(),
    "1|t|7|12||review": AskForReview(),
    "1|t|7|0||sources": ShowSources(),
    "1|t|7|0||costly:2": ShowCostlyTurn(2),
    "1|t|7|0||costly:try:2": TryCostlyTurn(2),
    "1|t|7|0||words:2": ReadOn(2),
    "1|t|7|0||try": OpenTryout(),
    "1|t|7|0||note": WriteNote(),
    "1|p|0|0||leave": LeaveIt(),
    "1|l|0|0||solo:thread": PlaySoloElsewhere(Elsewhere.THREAD),
    "1|t|7|12||laid": ShowPremoves(),
    "1|t|7|0||laid:undo": UndoPremove(),
    "1|p|0|0||laid:7": WithdrawPremoves(7),
    "1|t|7|12||rematch": AskRematch(),
    "1|t|7|0||vote:7:bot": CastVote(7, VoteOption.BOT),
    "1|t|7|0||seat:5": TakeSeat(5),
    "1|t|7|0||back": ShowTurns(),
    "1|t|7|0||back:3": AskToGoBack(3),
    "1|t|7|12||agree:3:withdraw": AnswerQuestion(3, Consent.WITHDRAW),
    "1|t|7|0||bot:play": LetBotPlay(),
    "1|t|7|0||bot:return": ComeBack(),
    "1|t|7|0||hand:ask": AskWhoTakesOver(),
    "1|t|7|0||hand:over": HandOver(),
    "1|t|7|0||askvote": AskForVote(),
    "1|t|7|0||resign": AskToResign(),
    "1|t|7|0||abandon": AskToAbandon(),
    "1|t|7|0||sure:resign": ConfirmResign(),
    "1|t|7|0||sure:abandon": ConfirmAbandon(),
    "1|t|7|0||end:ask": AskToEndGame(),
    "1|t|7|0||sure:end": ConfirmEndGame(),
    "1|t|7|0||sure:back:12:4": ConfirmGoBack(12, 4),
    "1|t|7|12||place:here": GoOnHere(),
    "1|t|7|12||alone:win": TakeWin(),
    "1|t|7|12||alone:on": PlayOn(),
    "1|t|7|0||lesson:back": SteerLesson(LessonTurn.BACK),
    "1|l|0|0||learn": StartLesson(),
    "1|l|0|0||show": ShowLobby(),
    "1|l|0|2||join": JoinLobby(),
    "1|l|0|2||leave": LeaveLobby(),
    "1|l|0|2||decline": DeclineInvitation(),
    "1|l|0|2||invite": InvitePeople(),
    "1|l|0|2||start": StartLobby(),
    "1|l|0|2||without": StartWithoutMissing(),
    "1|l|0|2||options:specialist_18_at_once": ToggleOption(TableOption.SPECIALIST_18_AT_ONCE),
    "1|l|0|2||bots": ChooseBots(),
    "1|l|0|2||bot:expert": SeatBot(Level.EXPERT),
    "1|l|0|2||nobot:2": DismissBot(2),
    "1|l|0|0||joinall:3": JoinTournament(3),
    "1|l|0|0||leaveall:3": LeaveTournament(3),
    "1|l|0|0||startall:3": StartTournament(3),
    "1|l|0|0||new": OpenNewLobby(),
    "1|l|0|0||solo": PlaySolo(),
    "1|h|0|0||games:0:older:41": TurnResultsPage(0, Edge.OLDER, 41),
    "1|h|0|0||games:100000000000000001:newer:9": TurnResultsPage(100000000000000001, Edge.NEWER, 9),
    "1|h|0|0||standings:solo:2": ShowStandings(Board.SOLO, 2),
    "1|h|0|0||weekly:2967": ShowWeekly(2967),
    "1|h|0|0||fair:2967": ShowFairness(2967),
    "1|h|0|0||deal": PlayWeekly(),
    "1|p|0|0||settings:server": ShowSettings(Whose.SERVER),
    "1|p|0|0||change:me:away_until": ChangeSetting(Whose.PERSON, Setting.AWAY),
    "1|p|0|0||type:server:numbers": TypeSetting(Whose.SERVER, Setting.NUMBERS),
    "1|p|7|0||set:table:pace:daily": ChooseSetting(Whose.TABLE, Setting.PACE, "daily"),
    "1|p|0|0||set:me:zone:America/Port-au-Prince": ChooseSetting(
        Whose.PERSON, Setting.ZONE, "America/Port-au-Prince"
    ),
    "1|p|0|0||move:7": MoveHere(7),
    "1|p|0|0||askforget": AskToForget(),
    "1|p|0|0||forget": ConfirmForget(),
    "1|p|0|0||help:commands": ShowHelp(HelpPage.COMMANDS),
    "1|k|0|0||action:path": ShowRule("action:path"),
    "1|w|7|12|0123abcd|=path 1;pay 1 herb": WizardAnswer("=path 1;pay 1 herb"),
    "1|r|7|12|0123abcd|x": TryoutAnswer("x"),
    "1|z|0|0|0123abcd|%": PuzzleAnswer("%"),
    "1|p|0|0||exercises": ListExercises(),
    "1|p|0|0||exercise:home": OpenExercise(Goal.HOME),
    "1|e|0|2|0123abcd|%": ExerciseAnswer("%"),
}
"""A custom id of every kind of button, as messages that hang in channels have it."""


@pytest.mark.parametrize("custom_id", HANGING)
def test_a_button_that_hangs_in_a_channel_still_works(custom_id: str) -> None:
    press = read_press(custom_id)
    assert press.value == HANGING[custom_id]
    assert press.bound.custom_id(press.value) == custom_id


def test_every_kind_of_button_hangs_somewhere() -> None:
    assert {type(value) for value in HANGING.values()} == KINDS - {Outdated}


def test_every_kind_of_button_has_one_form_that_checks_its_fields() -> None:
    assert set(FORMS) == KINDS
    for kind, form in FORMS.items():
        assert form.kind is kind
        assert len(fields(kind)) == len(form.readers), form
        if form.words is not None:
            assert not {int, str, bool, float} & set(form.readers), form


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=BUTTON_LIMIT)
NUMBERS = st.integers(0, LARGEST_NUMBER)
PAGES = st.integers(0, LAST_PAGE)
VALUES: st.SearchStrategy[ButtonValue] = st.one_of(
    st.sampled_from(sorted(HANGING.values(), key=repr)),
    st.builds(ShowCity, st.integers(0, 3)),
    st.builds(TurnLogPage, PAGES),
    st.builds(CastVote, NUMBERS, st.sampled_from(VoteOption)),
    st.builds(AnswerQuestion, NUMBERS, st.sampled_from(Consent)),
    st.builds(ConfirmGoBack, NUMBERS, NUMBERS),
    st.builds(TurnResultsPage, NUMBERS, st.sampled_from(Edge), NUMBERS),
    st.builds(ShowStandings, st.sampled_from(Board), PAGES),
    st.builds(WizardAnswer, TEXTS),
    st.builds(TryoutAnswer, TEXTS),
)
BINDINGS = st.builds(
    Binding,
    st.integers(0, 9_999_999),
    st.integers(0, 9999),
    st.text("0123456789abcdef", max_size=8),
)


@given(VALUES, BINDINGS)
def test_a_custom_id_reads_back_as_it_was_written(value: ButtonValue, bound: Binding) -> None:
    written = bound.custom_id(value)
    assert len(written) <= 100
    assert read_press(written) == ButtonPress(value, bound)
    assert read_button(FORMS[type(value)].family, write_button(value)) == value


def test_no_feature_has_a_family_or_a_sign_that_is_there_already() -> None:
    for taken in ("t", "z"):
        with pytest.raises(ValueError, match="already"):
            own_family(taken)
    with pytest.raises(ValueError, match="already"):
        own_sign(Sign.CONFIRM)


def test_an_option_of_a_menu_takes_the_place_of_the_menu() -> None:
    assert read_press("1|t|7|0||back", "back:3") == ButtonPress(AskToGoBack(3), Binding(7))
    assert read_press("1|t|7|0||back", "forged").value == Outdated("forged")


def test_a_custom_id_that_is_too_long_is_never_sent() -> None:
    with pytest.raises(ValueError, match="too long"):
        Binding(12, 34, "0123abcd").custom_id(WizardAnswer("x" * 90))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "0|t|1|1||turn",
        "1|x|1|1||turn",
        "1|t|one|1||turn",
        "1|t|-1|1||turn",
        "1|t| 1|1||turn",
        "1|t|1_0|1||turn",
        "1|t|¹|1||turn",
        f"1|t|{2**63}|1||turn",
        f"1|t|{'9' * 60}|1||turn",
        "1|t|1|1",
        "1|w|1|1||" + "x" * 100,
    ],
)
def test_what_the_bot_never_wrote_is_outdated(text: str) -> None:
    assert read_press(text) == ButtonPress(Outdated(text))


@pytest.mark.parametrize(
    "button",
    [
        "",
        "turns",
        "turn:1",
        "city",
        "city:",
        "city:4",
        "city:-1",
        "city:a",
        "log:1:2",
        "log:10000",
        "vote:7",
        "vote:7:burn",
        "vote:-7:bot",
        f"vote:{2**63}:bot",
        "seat:",
        "agree:3:maybe",
        "sure",
        "sure:burn",
        "sure:back:1",
        "alone:lose",
        "join",
        "forget",
        ":turn",
    ],
)
def test_a_button_that_was_made_up_is_outdated(button: str) -> None:
    press = read_press(f"1|t|7|0||{button}")
    assert press.value == Outdated(button)
    assert press.game == 7


def test_a_stored_post_keeps_its_buttons_as_they_were() -> None:
    rows = [
        [["Take your turn", "turn", "go", False], ["Ada", "city:0", "plain", False]],
        [["Bot", "vote:7:bot", "plain", True], ["?", "of:another:version", "plain", False]],
    ]
    document: dict[str, Any] = {
        "game": 7,
        "revision": 12,
        "text": "hi",
        "rows": rows,
        "pictures": [["city", 1]],
        "ping": [1],
        "since": 3,
        "direct": [],
        "note": "",
    }
    text = json.dumps(document, separators=(",", ":"))
    post = StoredPost.load(text)
    assert post.rows[0][0] == Button("Take your turn", TakeTurn(), Style.GO)
    assert post.rows[1][0].value == CastVote(7, VoteOption.BOT)
    assert post.rows[1][1].value == Outdated("of:another:version")
    assert StoredPost.load(post.dump()) == post
    kept = {key: value for key, value in document.items() if value not in ([], "")}
    assert json.loads(post.dump()) == kept  # what has its default is left out
