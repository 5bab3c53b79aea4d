"""The toy as a program of its own, led to the stand-in by its environment."""

from __future__ import annotations

import os

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.kit.toy import Inter, Toy, row


def main() -> None:
    Route.BASE = os.environ["BONFIRE_API_BASE"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["BONFIRE_GATEWAY"])
    toy = Toy()

    @toy.answers("button")
    async def button(i: Inter) -> None:
        await i.response.send_message("choose", view=row("Go", "Stay"))

    @toy.answers("go")
    async def go(i: Inter) -> None:
        await i.response.edit_message(content="gone")

    @toy.answers("stay")
    async def stay(i: Inter) -> None:
        await i.response.edit_message(content="stayed")

    toy.run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
