"""People are called as at their last press in the server of their game."""

import random
from dataclasses import replace

import pytest

from bot.model.invocation import ChannelRef
from tests.kit.presses import submit
from tests.kit.stack import GUILD, Stack


@pytest.mark.parametrize(("guild", "taken_over"), [(GUILD, True), (None, False)])
async def test_a_person_is_called_as_at_their_last_press_in_the_server(
    stack: Stack, guild: int | None, *, taken_over: bool
) -> None:
    """Elsewhere a person may have another name than among these friends."""
    game = await stack.start(2)
    seat, _, options = await stack.options(game)
    before = await stack.mover(game)
    press = stack.press(replace(before, name="Zoe"))
    place: ChannelRef = replace(press.channel, guild=guild)
    answer = random.Random(1).choice(options)
    await submit(stack.games, replace(press, channel=place), game, (answer,))
    name = "Zoe" if taken_over else before.name
    async with stack.games.hold(game) as table:
        assert table.players[seat].name == name
    await stack.restart()
    async with stack.games.hold(game) as table:
        assert table.players[seat].name == name
