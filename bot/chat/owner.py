"""Words to the owner of the application, who need not read the log of a bot that works."""

import logging
from collections.abc import Sequence
from typing import Final

import discord

from bot.chat.delivery.failures import FAILED
from bot.model import messages
from bot.model.clock import Clock
from bot.runtime.housekeeping import DAY_SECONDS
from bot.runtime.settings import Settings
from bot.store.store import Store
from bot.words.text import clip

_LOGGER = logging.getLogger(__name__)

STOPPED: Final = (
    "**I have stopped, and don't start again by myself.** On my machine,"
    " `journalctl -u bonfire -n 20` says why."
)
_NEEDED: Final = "**I need you.** On my machine, `bonfire doctor` complains:"


async def tell_owner(client: discord.Client, text: str) -> None:
    """Write to the owner of the application that a client has logged in as.

    Raises one of `FAILED` where Discord does not take it.
    """
    application = client.application
    assert application is not None, "the client has logged in"
    team = application.team
    owner = application.owner.id if team is None else team.owner_id
    assert owner is not None, "each team has an owner"
    channel = await client.create_dm(discord.Object(owner))
    await channel.send(clip(text, messages.TEXT_LIMIT))


async def tell_stop(settings: Settings) -> None:
    """Tell the owner that the bot has stopped. Raises what a start does, and one of `FAILED`."""
    if settings.api_base is not None:
        discord.http.Route.BASE = settings.api_base
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(settings.token.reveal())
        await tell_owner(client, STOPPED)


async def warn_owner(
    client: discord.Client, store: Store, clock: Clock, complaints: Sequence[str]
) -> None:
    """Tell the owner what complains, once a day at most; a failure is logged."""
    now = clock.now()
    if not await store.write(lambda tx: tx.meta.note_warning(now, now - DAY_SECONDS)):
        return
    try:
        await tell_owner(client, "\n- ".join((_NEEDED, *complaints)))
    except FAILED as error:
        _LOGGER.warning("telling the owner of the application failed: %s", error)
