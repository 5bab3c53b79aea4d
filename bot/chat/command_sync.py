"""Registers the slash commands at Discord; where that fails, the bot runs anyway."""

import asyncio
import hashlib
import json
import logging
from typing import Final, TypeVar

from discord import AppCommandType, Client, HTTPException
from discord.app_commands import CommandTree

from bot.chat.command_names import CatalogTranslator, CommandMentions
from bot.chat.delivery.failures import FAILED
from bot.model.clock import Clock
from bot.runtime.jobs import Wakeup
from bot.runtime.settings import Sync
from bot.store.store import Store
from bot.words.text import clip

LOG = logging.getLogger(__name__)

_ClientT = TypeVar("_ClientT", bound=Client)

AGAIN: Final = 3600.0
"""Seconds after which commands that were refused are told once more."""
ANSWERS_WITHIN: Final = 60.0
"""Seconds that Discord has to take the commands, while the bot answers people already."""
_LONGEST: Final = 400
"""Characters of Discord's words in the log; before it stand proxies that answer with pages."""
_ENTRY_POINT: Final = 50240
"""The list lacks the command that Discord made for the application's Activity (serenity 2993)."""
_TOO_MANY_NEW: Final = 30034
"""Two hundred commands were made today (Discord, interactions/application-commands)."""


class CommandSync:
    """Tells Discord about the slash commands of a tree, where they have changed.

    Texts mention them by the ids with which Discord answers.
    """

    def __init__(
        self, tree: CommandTree[_ClientT], store: Store, clock: Clock, mentions: CommandMentions
    ) -> None:
        """Note in a database what Discord knows."""
        self._mentions = mentions
        self._tree: CommandTree[_ClientT] = tree
        self._store = store
        self._clock = clock
        self._wakeup = Wakeup(clock)
        self._wanted: Sync | None = None

    def tell(self, when: Sync) -> None:
        """Have the job tell Discord about the commands, if they changed or `when` is always."""
        self._wanted = when
        self._wakeup.kick()

    async def run(self) -> None:
        """Tell Discord about the commands when asked, until cancelled.

        What Discord refuses is logged with what to do about it, and told again now and then.
        """
        while True:
            if (when := self._wanted) is not None:
                told = await self._tell(when)
                if self._wanted is when:
                    self._wanted = None if told else Sync.ALWAYS
            await self._wakeup.rest(AGAIN)

    async def _tell(self, when: Sync) -> bool:
        """Say whether Discord knows the commands, or needs no registration."""
        tree, translator = self._tree, CatalogTranslator()
        application = tree.client.application_id
        assert application is not None, "the login tells it"
        await tree.set_translator(translator)
        payload = [
            await command.get_translated_payload(tree, translator)
            for command in tree.get_commands()
        ]
        digest = hashlib.sha256(
            json.dumps([application, payload], sort_keys=True).encode()
        ).hexdigest()
        known = await self._store.read(lambda tx: tx.meta.commands())
        if digest == known:
            self._mentions.learn(tree, await self._store.read(lambda tx: tx.meta.command_ids()))
        if when is Sync.NEVER or (digest == known and when is Sync.AUTO):
            return True
        try:
            # `tree.sync` would translate all of it once more.
            async with asyncio.timeout(ANSWERS_WITHIN):
                told = await tree.client.http.bulk_upsert_global_commands(application, payload)
        except FAILED as error:
            LOG.error("%s", complaint(error, ever_known=known is not None))  # noqa: TRY400 - no bug
            return False
        typed = AppCommandType.chat_input.value
        ids = {one["name"]: int(one["id"]) for one in told if one["type"] == typed}
        self._mentions.learn(tree, ids)
        await self._store.note(self._clock, lambda tx: tx.meta.put_commands(digest, ids))
        LOG.info("told Discord about %d commands", len(payload))
        return True


def complaint(error: Exception, *, ever_known: bool) -> str:
    """The line for one of `FAILED`: what is wrong, what to do, and what people have meanwhile."""
    words = clip(" ".join(str(error).split()) or repr(error), _LONGEST)
    meanwhile = (
        "Until then people have those of an earlier version."
        if ever_known
        else "It has never known any, so nobody can use the bot until then."
    )
    return (
        f"Discord has not taken the slash commands. {_advice(error, words)} The bot sends them "
        f"again every hour and at the next start. {meanwhile} ({words})"
    )


def _advice(error: Exception, words: str) -> str:
    """The advice; only the number of the first is documented, the others go by Discord's words."""
    if not isinstance(error, HTTPException):
        return "It could not be reached, or asks to wait."
    if error.code == _ENTRY_POINT:
        return (
            "The application has an Activity, and the command that opens it would be lost. In the "
            'developer portal, switch Activities off on the page "Activities", "Settings".'
        )
    if error.code == _TOO_MANY_NEW:
        return "It takes new ones only so often a day."
    if error.status == 401:
        return "It refused the token; if it was reset, the bot ends now and says so."
    if "integration_types" in words or "contexts" in words:
        return (
            'In the developer portal, on the page "Installation", tick both User Install and '
            "Guild Install."
        )
    if "maximum size" in words:
        return "Their texts are too long: shorten those of the language that was added last."
    return "What it answered stands at the end of this line."
