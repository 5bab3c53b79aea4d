"""Custom ids: what is written reads back, what hangs in channels still works, nonsense is told."""

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model import button_choices, button_forms, buttons, controls, messages, results, turn_clock
from bot.model.custom_ids import (
    BUTTON_LIMIT,
    Binding,
    ButtonPress,
    read_button,
    read_press,
    write_button,
)
from bot.model.stored_post import StoredPost
from tests.kit.hanging import HANGING

KINDS = frozenset(button_forms.FORMS)


@pytest.mark.parametrize("custom_id", HANGING)
def test_a_button_that_hangs_in_a_channel_still_works(custom_id: str) -> None:
    press = read_press(custom_id)
    assert press.value == HANGING[custom_id]
    assert press.bound.custom_id(press.value) == custom_id


def test_every_kind_of_button_hangs_somewhere() -> None:
    assert {type(value) for value in HANGING.values()} == KINDS - {buttons.Outdated}


def test_every_kind_of_button_has_one_form_that_checks_its_fields() -> None:
    assert set(button_forms.FORMS) == KINDS
    for kind, form in button_forms.FORMS.items():
        assert form.kind is kind
        assert len(fields(kind)) == len(form.readers), form
        if form.words is not None:
            assert not {int, str, bool, float} & set(form.readers), form


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=BUTTON_LIMIT)
NUMBERS = st.integers(0, button_forms.LARGEST_NUMBER)
PAGES = st.integers(0, button_forms.LAST_PAGE)
VALUES: st.SearchStrategy[button_forms.ButtonValue] = st.one_of(
    st.sampled_from(sorted(HANGING.values(), key=repr)),
    st.builds(buttons.ShowCity, st.integers(0, 3)),
    st.builds(buttons.TurnLogPage, PAGES),
    st.builds(buttons.CastVote, NUMBERS, st.sampled_from(turn_clock.VoteOption)),
    st.builds(buttons.AnswerQuestion, NUMBERS, st.sampled_from(button_choices.Consent)),
    st.builds(buttons.ConfirmGoBack, NUMBERS, NUMBERS),
    st.builds(buttons.TurnResultsPage, NUMBERS, st.sampled_from(button_choices.Edge), NUMBERS),
    st.builds(buttons.ShowStandings, st.sampled_from(results.Board), PAGES),
    st.builds(buttons.WizardAnswer, TEXTS),
    st.builds(buttons.TryoutAnswer, TEXTS),
)
BINDINGS = st.builds(
    Binding,
    st.integers(0, 9_999_999),
    st.integers(0, 9999),
    st.text("0123456789abcdef", max_size=8),
)


@given(VALUES, BINDINGS)
def test_a_custom_id_reads_back_as_it_was_written(
    value: button_forms.ButtonValue, bound: Binding
) -> None:
    written = bound.custom_id(value)
    assert len(written) <= 100
    assert read_press(written) == ButtonPress(value, bound)
    assert read_button(button_forms.FORMS[type(value)].family, write_button(value)) == value


def test_no_feature_has_a_family_or_a_sign_that_is_there_already() -> None:
    for taken in ("t", "z"):
        with pytest.raises(ValueError, match="already"):
            button_forms.own_family(taken)
    with pytest.raises(ValueError, match="already"):
        controls.own_sign(controls.Sign.CONFIRM)


def test_an_option_of_a_menu_takes_the_place_of_the_menu() -> None:
    assert read_press("1|t|7|0||back", "back:3") == ButtonPress(buttons.AskToGoBack(3), Binding(7))
    assert read_press("1|t|7|0||back", "forged").value == buttons.Outdated("forged")


def test_a_custom_id_that_is_too_long_is_never_sent() -> None:
    with pytest.raises(ValueError, match="too long"):
        Binding(12, 34, "0123abcd").custom_id(buttons.WizardAnswer("x" * 90))


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
    assert read_press(text) == ButtonPress(buttons.Outdated(text))


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
        "options:handicap",
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
    assert press.value == buttons.Outdated(button)
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
    assert post.rows[0][0] == messages.Button(
        "Take your turn", buttons.TakeTurn(), messages.Style.GO
    )
    assert post.rows[1][0].value == buttons.CastVote(7, turn_clock.VoteOption.BOT)
    assert post.rows[1][1].value == buttons.Outdated("of:another:version")
    assert StoredPost.load(post.dump()) == post
    kept = {key: value for key, value in document.items() if value not in ([], "")}
    assert json.loads(post.dump()) == kept  # what has its default is left out
