"""How strong the bot plays for people who left: chosen at the table, and kept."""

import pytest

from bot.model import buttons, settings
from bot.model.errors import UserError
from engine import Game, actions, ids
from engine.agents.levels import Level
from tests.kit.hall import Hall, posted
from tests.kit.pages import by_post, choose
from tests.kit.stack import PEOPLE, Stack


async def levels_of_a_turn(stack: Stack, game: int, patch: pytest.MonkeyPatch) -> set[Level]:
    """The levels at which the bot thinks about the turn that it plays now."""
    asked: set[Level] = set()
    think = stack.games.thinker.turn

    async def turn(
        position: Game, seat: ids.Seat, level: Level, key: int
    ) -> tuple[actions.Action, ...]:
        asked.add(level)
        return await think(position, seat, Level.MEDIUM, key)

    with patch.context() as patched:
        patched.setattr(stack.games.thinker, "turn", turn)
        await stack.leaving.let_bot_play(stack.press(await stack.mover(game)), game)
        await stack.let_bots_play()
    return asked


async def test_who_says_nothing_has_a_medium_substitute(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stack.start(2)
    assert await levels_of_a_turn(stack, game, monkeypatch) == {Level.MEDIUM}


@pytest.mark.parametrize("level", Level)
async def test_the_substitute_plays_at_the_level_of_the_table(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, level: Level
) -> None:
    game = await stack.start(2)
    await stack.preferences.set_level(stack.press(PEOPLE[0]), game, level)
    row = await stack.stored(game)
    assert row.level is level
    assert await levels_of_a_turn(stack, game, monkeypatch) == {level}


async def test_only_who_plays_sets_the_level(stack: Stack) -> None:
    game = await stack.start(2)
    with pytest.raises(UserError):
        await stack.preferences.set_level(stack.press(PEOPLE[2]), game, Level.EXPERT)
    row = await stack.stored(game)
    assert row.level is Level.MEDIUM


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Bo has set the level at which the bot plays for people here: expert."),
        ("de", "Bo hat die Stufe festgelegt, auf der der Bot hier für andere spielt: Experte."),
        ("pl", "Bo ustala poziom, na którym bot gra tu za innych: ekspert."),
    ],
)
async def test_everybody_is_told_in_the_language_of_the_table(
    hall: Hall, language: str, told: str
) -> None:
    new = await hall.ada.slash(hall.table, "bonfire", "new", language=language, thread=False)
    await new.response()
    await (await by_post(hall.bo, hall.table, buttons.JoinLobby())).response()
    await (await by_post(hall.ada, hall.table, buttons.StartLobby())).response()
    await choose(hall.bo, hall.table, settings.Setting.LEVEL, "expert", settings.Whose.TABLE)
    await posted(hall, hall.table, told)
