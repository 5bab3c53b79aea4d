"""Whatever Discord refuses at whatever moment, the game goes to its end and nothing is lost."""

import random
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from bot.model import rows
from bot.standin import model
from tests.kit.refusals import REFUSALS, BotRoute, Refusal, every_refusal, status_of
from tests.whole.refused_game import RefusedGame, refused_game

Case = tuple[int, BotRoute, Refusal]

EVERY: tuple[Case, ...] = tuple((seed, *pair) for seed, pair in enumerate(every_refusal()))


def selection() -> list[Case]:
    """Each refusal once, on the routes in turn, so that each of those is refused too."""
    dice = random.Random(14)
    refusals = dice.sample(REFUSALS, len(REFUSALS))
    routes = cycle(dice.sample(list(BotRoute), len(BotRoute)))
    chosen = set(zip(routes, refusals, strict=False))
    return [case for case in EVERY if case[1:] in chosen]


SELECTED = selection()


def parametrized(case: Case) -> Any:
    """A case under its seed, route and refusal, in the long run or in the soak alone."""
    seed, route, refusal = case
    name = f"{seed}-{route.name}-{status_of(refusal)}-{refusal.code}"
    marks = pytest.mark.long if case in SELECTED else pytest.mark.soak
    return pytest.param(seed, route, refusal, id=name, marks=marks)


def test_the_selection_has_every_refusal_and_every_route() -> None:
    assert {route for _, route, _ in SELECTED} == set(BotRoute)
    assert sorted(map(repr, (refusal for *_, refusal in SELECTED))) == sorted(map(repr, REFUSALS))


@pytest.mark.parametrize(("seed", "route", "refusal"), [parametrized(case) for case in EVERY])
async def test_a_refusal_loses_nothing_doubles_nothing_and_changes_no_setting(
    tmp_path: Path, seed: int, route: BotRoute, refusal: Refusal
) -> None:
    async with refused_game(tmp_path, seed, route, refusal) as game:
        await game.play()
        await game.finish()
        ((_, _, injected),) = game.server.fault_injector.injected
        assert injected == refusal
        await every_post_is_out_once(game)
        assert await game.kept() == game.before


async def every_post_is_out_once(game: RefusedGame) -> None:
    """What the bot wanted to post stands there, and nothing else."""
    posts = await game.rows("posts")
    assert {post["state"] for post in posts} == {rows.PostState.SENT}
    bo = game.people[1]
    for via, place, channel in (
        (rows.Via.CHANNEL, game.table.id, game.table),
        (rows.Via.DIRECT, bo.id, bo.dm()),
    ):
        noted = [post["message"] for post in posts if post["via"] == via]
        here = [post["message"] for post in posts if (post["via"], post["channel"]) == (via, place)]
        there = game.server.app_messages(channel)
        ordinary = [one for one in there if one.kind is model.MessageKind.DEFAULT]
        posted = [one.id for one in ordinary if one.origin is None]
        assert sorted(here) == posted
        assert len(set(noted)) == len(noted)
