"""`bonfire serve`: whole games over HTTP, and what stands beside them."""

import argparse
import json
import random
import re
import signal
import socket
import sys
from pathlib import Path

import pytest

from bot.cli import start
from bot.runtime.shell.errors import UNUSABLE, UsageError
from bot.standin import StandIn
from bot.standin.layout import text
from bot.standin.sender import SignedSender, free_port, interactions_to
from tests.kit.process import bot_process, forked
from tests.kit.sources import OPENAPI
from tests.kit.whole import Player, eventually


def figure(figures: str, name: str) -> float:
    """A figure without labels, as Prometheus reads it."""
    found = re.search(rf"^{name} (\S+)$", figures, re.MULTILINE)
    assert found is not None, name
    return float(found[1])


async def test_a_game_is_played_over_http(tmp_path: Path) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    async with (
        StandIn(spec=OPENAPI) as server,
        interactions_to(server, f"{base}/interactions") as sender,
        bot_process(server, tmp_path, "serve", BONFIRE_LISTEN=f"127.0.0.1:{port}") as child,
    ):
        ada = server.person("Ada")
        table = server.text_channel(server.guild("Club", ada), "table")
        player = Player(ada, table, random.Random(5))
        await (await ada.slash(table, "bonfire", "solo")).response()
        post = await player.my_post(0)
        for _ in range(3):
            prompt = await player.open_turn(post)
            while (control := player.choose(prompt)) is not None:
                prompt = await (await player.press(prompt, control)).response()
            post = await player.my_post(post.id)
        assert set(sender.statuses) == {202}
        assert await ada.autocomplete(table, "bonfire", "rules", focused="term")

        status, figures = await sender.get(f"{base}/metrics")
        assert status == 200
        presses = len(sender.statuses) - 1  # a completion is no press
        assert figure(figures, "bonfire_presses_total") == presses
        assert figure(figures, "bonfire_first_answer_seconds_count") == presses
        assert figure(figures, "bonfire_posts_total") >= 3
        for told in ("Ada", "Club", str(ada.id), str(table.id), server.token):
            assert told not in figures
        for page in ("healthz", "readyz"):
            assert await sender.get(f"{base}/{page}") == (200, "ok\n")
        await refusals(sender, f"{base}/interactions")

        child.send_signal(signal.SIGTERM)

        async def is_draining() -> bool:
            return await sender.get(f"{base}/readyz") == (503, "stopping\n")

        await eventually(is_draining)
        last = await (await ada.slash(table, "bonfire", "board")).response()
        assert f"{ada.mention}, your turn" in text(last)
        assert await child.wait() == 0
    assert server.invalid_requests == []
    assert "discord.client" not in (tmp_path / "bot.log").read_text("utf-8")


async def refusals(sender: SignedSender, address: str) -> None:
    """Discord itself tries the first two when an address is entered in its portal."""
    ping = b'{"type": 1}'
    signed = sender.headers(ping)
    assert await sender.post(address, ping, signed) == (200, json.dumps({"type": 1}))
    forged = {**sender.headers(ping), "X-Signature-Ed25519": "00" * 64}
    assert (await sender.post(address, ping, forged))[0] == 401
    assert (await sender.post(address, ping, {}))[0] == 401
    assert (await sender.post(address, ping, sender.headers(ping, timestamp=0)))[0] == 401
    assert (await sender.post(address, ping, signed))[0] == 409
    for nonsense in (b"", b"[]", b"{", b"\xff", b'{"kind": 1}', b"1"):
        assert (await sender.post(address, nonsense, sender.headers(nonsense)))[0] == 400
    assert (await sender.post(address, b"x" * 2**19 + b"x", {}))[0] == 413


async def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        async with (
            StandIn() as server,
            interactions_to(server, "http://127.0.0.1:1"),
            forked(server, tmp_path, "serve", BONFIRE_LISTEN=listen) as child,
        ):
            assert await child.wait() == UNUSABLE
    *_, last = (tmp_path / "bot.log").read_text().splitlines()
    assert last.startswith("bonfire: The port is taken by another program. Choose another with")


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setitem(sys.modules, "nacl.signing", None)
    for name in [name for name in sys.modules if name.startswith("bot.chat.ingress")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(UsageError, match=r"needs nacl\b.*pip install '\.\[serve\]'"):
        start.serve(argparse.Namespace(box=None))
