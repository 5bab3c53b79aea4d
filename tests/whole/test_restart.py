"""A restart in the middle of things: buttons, half-made turns and posts go on where they were."""

import random
import signal
from functools import partial
from pathlib import Path

import pytest

from bot.model import rows
from bot.model.controls import Sign
from bot.model.invocation import ChannelRef
from bot.standin import Message, Refused, StandIn
from bot.standin.layout import text
from bot.store.store import Store
from tests.bench.stored_games import Seating, store_bots
from tests.kit import forks
from tests.kit.clock import TurnedClock
from tests.kit.process import bot_process, bot_program, forked
from tests.kit.sources import OPENAPI
from tests.kit.whole import Player, controls, eventually


async def solo_table(server: StandIn) -> Player:
    ada = server.person("Ada")
    table = server.text_channel(server.guild("Club", ada), "table")
    return Player(ada, table, random.Random(3))


async def first_post(player: Player) -> Message:
    await (await player.person.slash(player.table, "bonfire", "solo")).response()
    return await player.my_post(0)


async def at_confirmation(player: Player, prompt: Message) -> Message:
    """Press on until the preview asks for confirmation."""
    for _ in range(60):
        if any(step.answer == Sign.CONFIRM for step in controls(prompt)):
            return prompt
        onward = [step for step in controls(prompt) if step.answer[:1] in ("=", "@", "+")]
        prompt = await (await player.press(prompt, player.dice.choice(onward))).response()
    raise AssertionError("no preview in sight")


def confirm(prompt: Message) -> str:
    return next(step.custom_id for step in controls(prompt) if step.answer == Sign.CONFIRM)


async def test_a_half_made_turn_is_confirmed_after_a_crash(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        player = await solo_table(server)
        async with bot_process(server, tmp_path) as child:
            post = await first_post(player)
            prompt = await at_confirmation(player, await player.open_turn(post))
            child.send_signal(signal.SIGKILL)
            await child.wait()
        async with bot_process(server, tmp_path):
            confirmed = await player.person.press(prompt, confirm(prompt))
            after = await confirmed.response()
            assert all(step.answer != Sign.CONFIRM for step in controls(after))
        assert server.invalid_requests == []


async def test_buttons_under_old_posts_work_after_a_restart(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        player = await solo_table(server)
        async with bot_process(server, tmp_path) as child:
            post = await first_post(player)
            child.send_signal(signal.SIGTERM)
            assert await child.wait() == 0
        async with bot_process(server, tmp_path):
            for step in controls(post):
                answer = await (await player.press(post, step)).response()
                assert answer.ephemeral_for == player.person.id
                assert text(answer)
        assert server.invalid_requests == []


async def test_commands_are_told_to_discord_once(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        await solo_table(server)
        for _ in range(2):
            async with bot_process(server, tmp_path) as child:
                child.send_signal(signal.SIGTERM)
                assert await child.wait() == 0
        puts = [one for one in server.requests if one.method == "PUT"]
        assert len(puts) == 1
        assert server.invalid_requests == []


async def test_the_token_reaches_no_log(tmp_path: Path) -> None:
    async with StandIn(clock=TurnedClock()) as server:
        player = await solo_table(server)
        async with bot_process(server, tmp_path, BONFIRE_LOG_LEVEL="debug") as child:
            await first_post(player)
            child.send_signal(signal.SIGTERM)
            assert await child.wait() == 0
        log = (tmp_path / "bot.log").read_text("utf-8")
        assert "health: memory" in log
        assert server.token not in log
        for interaction in server.interactions:
            assert interaction.token not in log


async def test_a_refused_token_ends_the_program_with_2(tmp_path: Path) -> None:
    async with StandIn(clock=TurnedClock()) as server:
        environment = {"DISCORD_TOKEN": "wrong.token.here"}
        async with forked(server, tmp_path, "run", **environment) as child:
            assert await child.wait() == 2
        assert "Discord refused the token" in (tmp_path / "bot.log").read_text("utf-8")


async def test_more_servers_than_the_connections_carry_end_the_program_with_75(
    tmp_path: Path,
) -> None:
    async with StandIn(clock=TurnedClock()) as server:
        server.gateway.refuse_identifies(4011)
        async with forked(server, tmp_path, "run") as child:
            assert await child.wait() == 75
        log = (tmp_path / "bot.log").read_text("utf-8")
        assert "The bot is in more servers" in log
        assert "Traceback" not in log


async def test_a_token_that_is_reset_while_the_bot_starts_ends_it_with_2(tmp_path: Path) -> None:
    async with StandIn(clock=TurnedClock()) as server:
        server.fault_injector.plan("PUT", "/commands$", Refused(401, 0))
        server.gateway.refuse_identifies(4004)
        async with forked(server, tmp_path, "run") as child:
            assert await child.wait() == 2
        log = (tmp_path / "bot.log").read_text("utf-8")
        assert "Discord refused the token" in log


async def test_a_second_process_is_refused(tmp_path: Path) -> None:
    async with StandIn(clock=TurnedClock()) as server, bot_process(server, tmp_path):
        async with forked(server, tmp_path, "run") as second:
            assert await second.wait() == 2
        assert "Another process" in (tmp_path / "bot.log").read_text("utf-8")


@pytest.mark.long
async def test_a_bot_that_is_stopped_while_it_thinks_ends_and_plays_on_at_the_next_start(
    tmp_path: Path,
) -> None:
    async with StandIn(clock=TurnedClock()) as server:
        people = [server.person(name) for name in ("Ada", "Bo", "Cy", "Di")]
        guild = server.guild("Club", *people)
        table = server.text_channel(guild, "table")
        channel = ChannelRef(table.id, guild.id, "en-US", rows.Via.CHANNEL)
        seats = tuple(rows.PersonRow(one.id, one.user.display_name) for one in people)
        (tmp_path / "data").mkdir()
        store = await Store.open(tmp_path / "data" / "bonfire.db")
        await store_bots(store, [Seating(channel, seats)], 1_800_000_000.0)
        await store.close()
        newest = 0
        for _ in range(2):
            async with bot_program(server, tmp_path, BONFIRE_RENDER_WORKERS="0") as child:
                post = await people[0].waits_for(table, lambda m: m.id > newest, 60)  # noqa: B023
                begun = _begun_by(child.pid)
                child.send_signal(signal.SIGTERM)
                assert await child.wait() == 0
            newest = post.id
            assert begun
            await eventually(partial(_have_ended, begun))
        log = (tmp_path / forks.LOG).read_text("utf-8")
        assert log.count("stopped") == 2
        assert "Traceback" not in log
        assert "lost" not in log


async def _have_ended(processes: set[int]) -> bool:
    return not any(map(_runs, processes))


def _runs(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def _begun_by(process: int) -> set[int]:
    """The processes that one has begun."""
    files = Path(f"/proc/{process}/task").glob("*/children")
    return {int(child) for file in files for child in file.read_text("utf-8").split()}
