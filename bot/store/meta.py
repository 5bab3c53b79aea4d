"""The memory of the program about itself: what it has said, and which presses had their effect."""

import json
import time
from collections.abc import Mapping
from typing import Final

from bot.store.queries import Queries

_INSTANCE: Final = "instance"
_COMMANDS: Final = "commands"
_COMMAND_IDS: Final = "command ids"
_EMOJIS: Final = "emojis"
_OPENING: Final = "opening a thread "
"""Before the id of a press."""
_AWAKE: Final = "awake"
_BACKUP: Final = "backup"
_MOVED: Final = "moved"
_WARNED: Final = "warned"
NEW_RULES: Final = "new rules "
PLACE_LOST: Final = "place lost "
"""Before the number of a game, as the one above."""


class Meta(Queries):
    """The table `meta`: each entry under a key of its own."""

    async def instance(self) -> str:
        """The name of this database: no other one makes the same nonces."""
        return await self._get(_INSTANCE) or ""

    async def size_on_server(self) -> int:
        """The bytes of the database, where it is one of PostgreSQL."""
        return await self._first(int, "SELECT pg_database_size(current_database())") or 0

    async def commands(self) -> str | None:
        """The digest of the slash commands that Discord was told about last."""
        return await self._get(_COMMANDS)

    async def command_ids(self) -> dict[str, int]:
        """The ids that Discord has given these commands, by their names."""
        ids: dict[str, int] = json.loads(await self._get(_COMMAND_IDS) or "{}")
        return ids

    async def put_commands(self, digest: str, ids: Mapping[str, int]) -> None:
        """Note the slash commands that Discord has been told about, and their ids."""
        await self._put(_COMMANDS, digest)
        await self._put(_COMMAND_IDS, json.dumps(ids))

    async def emojis(self, application: int) -> dict[str, int]:
        """The emojis that an application had at Discord when it was last looked, by key."""
        kept = json.loads(await self._get(_EMOJIS) or "{}")
        return dict(kept["emojis"]) if kept.get("application") == application else {}

    async def put_emojis(self, application: int, emojis: Mapping[str, int]) -> None:
        """Note the emojis that an application has."""
        await self._put(_EMOJIS, json.dumps({"application": application, "emojis": emojis}))

    async def awake(self) -> float | None:
        """Return the Unix time when the bot was last up; None before it has noted that once."""
        noted = await self._get(_AWAKE)
        return None if noted is None else float(noted)

    async def put_awake(self, now: float) -> None:
        """Note that the bot is up."""
        await self._put(_AWAKE, repr(now))

    async def backup(self) -> float | None:
        """Return the Unix time of the newest copy that docs/deploy/backup.sh made, if any."""
        noted = await self._get(_BACKUP)
        return None if noted is None else float(noted)

    async def note_warning(self, now: float, before: float) -> bool:
        """Note that the owner is warned; False where the last time was not `before` some time."""
        last = await self._get(_WARNED)
        if last is not None and float(last) > before:
            return False
        await self._put(_WARNED, repr(now))
        return True

    async def moved(self) -> str | None:
        """Return where the games are by now, if they were moved to another database."""
        return await self._get(_MOVED)

    async def put_moved(self, where: str) -> None:
        """Note that the games are elsewhere by now."""
        await self._put(_MOVED, where)

    async def openings(self) -> dict[int, int]:
        """The presses that open a thread, as long as it may have no game: the channel above it."""
        sql = "SELECT key, value FROM meta WHERE substr(key, 1, ?) = ?"
        noted = await self._all(tuple[str, str], sql, len(_OPENING), _OPENING)
        return {int(key.removeprefix(_OPENING)): int(channel) for key, channel in noted}

    async def put_opening(self, press: int, channel: int) -> None:
        """Note that a press opens a thread below a channel."""
        await self._put(f"{_OPENING}{press}", str(channel))

    async def drop_opening(self, press: int) -> None:
        """Note that the thread of a press has its game, or is put away."""
        await self._run("DELETE FROM meta WHERE key = ?", f"{_OPENING}{press}")

    async def note_new_rules(self, game: int, revision: int) -> bool:
        """Note that a game goes on by corrected rules; False when it was noted before."""
        sql = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
        return await self._run(sql, f"{NEW_RULES}{game}", str(revision)) == 1

    async def note_loss(self, game: int, loss: str) -> bool:
        """Note why a game lost its channel; False when that is known."""
        sql = (
            "INSERT INTO meta (key, value) VALUES (?, ?)"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
            " WHERE meta.value <> excluded.value"
        )
        return await self._run(sql, f"{PLACE_LOST}{game}", loss) == 1

    async def forget_loss(self, game: int) -> bool:
        """Let the next loss of a game's channel be news, whatever the reason; whether one was."""
        return await self._run("DELETE FROM meta WHERE key = ?", f"{PLACE_LOST}{game}") == 1

    async def _get(self, key: str) -> str | None:
        return await self._first(str, "SELECT value FROM meta WHERE key = ?", key)

    async def _put(self, key: str, value: str) -> None:
        await self._replace("meta", ("key",), key=key, value=value)


class ProcessedInvocations(Queries):
    """The table `processed`: presses and commands that have had their effect already."""

    async def add(self, interaction: int) -> bool:
        """Note an interaction; False when it was noted before."""
        sql = "INSERT INTO processed (interaction, at) VALUES (?, ?) ON CONFLICT DO NOTHING"
        return await self._run(sql, interaction, time.time()) == 1

    async def knows(self, interaction: int) -> bool:
        """Say whether an interaction was noted."""
        sql = "SELECT 1 FROM processed WHERE interaction = ?"
        return await self._first(int, sql, interaction) is not None

    async def forget(self, before: float) -> None:
        """Drop what was noted before a time."""
        await self._run("DELETE FROM processed WHERE at < ?", before)
