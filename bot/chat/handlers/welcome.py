"""The first message on a new server: what the game is, and ways into it."""

import logging
from dataclasses import dataclass
from itertools import chain
from typing import Final

import discord
from discord.utils import MISSING

from bot.chat.components import ClassicMessage
from bot.chat.delivery.failures import FAILED
from bot.chat.delivery.permissions import may_post
from bot.chat.pictures.painting import PictureRequest
from bot.chat.pictures.queue import Lane, PictureQueue, render_all
from bot.model.offers import Offers
from bot.present.posts.help_pages import help_prompt, picture_names
from bot.words import catalog, pieces

_LOGGER: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Welcome:
    """Says hello to servers, in their language, with the first page of the help."""

    pictures: PictureQueue
    symbols: pieces.Symbols
    offers: Offers

    async def greet(self, guild: discord.Guild) -> None:
        """Say hello where the server hears of its news, else in the first channel for everybody.

        Where the bot may write in neither, or Discord refuses, it says nothing: commands work all
        the same.
        """
        room = hall_of(guild)
        if room is None:
            return
        words = catalog(str(guild.preferred_locale))
        prompt, names = help_prompt(words, self.offers), picture_names(words)
        assert prompt.picture is not None, "the first page of the help has a picture"
        request = PictureRequest(prompt.picture, words, names)
        drawn = await render_all(self.pictures, (Lane.POSTS, guild.id), (request,))
        message = ClassicMessage(
            drawn.beside(prompt.text), prompt.rows, picture=drawn.first, symbols=self.symbols
        )
        try:
            await message.deliver(
                lambda: room.send(
                    message.content(),
                    files=message.files(),
                    view=message.view() or MISSING,
                    suppress_embeds=True,
                )
            )
        except FAILED as error:
            _LOGGER.info("greeting the new server %d failed: %r", guild.id, error)


def hall_of(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel of a server for a first message, None where there is none for the bot."""
    system = () if guild.system_channel is None else (guild.system_channel,)
    everybody = guild.default_role
    open_to_all = (
        room for room in guild.text_channels if room.permissions_for(everybody).view_channel
    )
    return next(filter(may_post, chain(system, open_to_all)), None)
