"""What happens in a game while a suggestion is thought of, and when none comes of it."""

import asyncio

import pytest

from bot.model.controls import Screen, ScreenKind, Sign, Subject
from bot.model.drafts import Draft
from bot.services.play.pages import WizardPage
from bot.words import catalog
from engine.advice.lines import suggestion
from tests.kit.bots import thoughtful
from tests.kit.stack import Stack

WORDS = catalog("en-GB")
STALE = WORDS.say("error.stale")


async def stored(stack: Stack, game: int) -> Draft:
    """The draft of the person who is to move."""
    person = (await stack.mover(game)).id
    row = await stack.store.read(lambda tx: tx.drafts.get(game, person))
    assert row is not None
    return Draft.load(row.body)


async def opened(stack: Stack) -> tuple[int, WizardPage]:
    """A game, and the page with which the turn of the person to move begins."""
    game = await stack.start(2)
    press = stack.press(await stack.mover(game))
    return game, await stack.wizard.open(press, game, WORDS)


@pytest.mark.parametrize("plays", [False, True])
async def test_who_goes_on_meanwhile_gets_no_suggestion_for_what_was(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, *, plays: bool
) -> None:
    game, page = await opened(stack)
    press = stack.press(await stack.mover(game))
    with monkeypatch.context() as patch, thoughtful(stack, patch) as thoughts:
        following = stack.wizard.follow(press, game, page.token, Sign.SUGGEST, WORDS)
        asking = asyncio.create_task(following)
        await thoughts.begun.wait()
        again = stack.press(await stack.mover(game))
        if plays:
            _, _, options = await stack.options(game)
            async with stack.games.hold(game) as table:
                await stack.games.answer(again, table, options[:1])
        else:
            token = f"{Sign.LIST}{Subject.PATH}"
            await stack.wizard.follow(again, game, page.token, token, WORDS)
        screen = Screen() if plays else (await stored(stack, game)).screen
        thoughts.go.set()
        shown = await asking
    assert shown.prompt.text.startswith(STALE)
    assert (await stored(stack, game)).screen == screen
    assert screen.kind not in {ScreenKind.LINES, ScreenKind.SUGGESTED}


async def test_a_suggestion_in_a_tryout_holds_up_nobody_either(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stack.start(2)
    mover = await stack.mover(game)
    page = await stack.tryouts.open(stack.press(mover), game, WORDS)
    with monkeypatch.context() as patch, thoughtful(stack, patch) as thoughts:
        press = stack.press(mover)
        following = stack.tryouts.follow(press, game, page.token, Sign.SUGGEST, WORDS)
        asking = asyncio.create_task(following)
        await thoughts.begun.wait()
        assert (await stack.wizard.open(stack.press(mover), game, WORDS)).token
        thoughts.go.set()
        suggested = await asking
    assert STALE not in suggested.prompt.text
    others = await stack.tryouts.follow(stack.press(mover), game, suggested.token, Sign.BACK, WORDS)
    assert WORDS.say("lines.looked") in others.prompt.text
    back = await stack.tryouts.follow(stack.press(mover), game, others.token, Sign.BACK, WORDS)
    assert back.prompt.text == page.prompt.text


async def test_what_is_sent_away_to_be_thought_about_leads_to_the_same_lines(stack: Stack) -> None:
    game = await stack.start(3)
    async with stack.games.hold(game) as table:
        assert table.game.waiting is not None
        seat = table.game.waiting.seat
        found = await stack.games.thinker.advise(suggestion, table.game, seat, 1)
        assert found == suggestion(table.game, seat, 0)


async def test_a_suggestion_that_fails_leaves_page_and_game_as_they_were(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, page = await opened(stack)
    press = stack.press(await stack.mover(game))
    before = await stored(stack, game)
    with monkeypatch.context() as patch:
        patch.setattr("engine.advice.lines.Lookahead", None)
        with pytest.raises(TypeError):
            await stack.wizard.follow(press, game, page.token, Sign.SUGGEST, WORDS)
    assert await stored(stack, game) == before
    again = await stack.wizard.follow(press, game, page.token, Sign.SUGGEST, WORDS)
    assert STALE not in again.prompt.text
