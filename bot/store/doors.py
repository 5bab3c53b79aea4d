"""The presses that can carry posts to channels where the bot may only answer."""

from bot.model.rows import DoorRow
from bot.store.codec import columns
from bot.store.queries import Queries


class StoredDoors(Queries):
    """The table `doors`, which stays out of every copy of the database (`copies.py`)."""

    async def put(self, door: DoorRow) -> None:
        """Keep the door of a channel in place of the one before."""
        await self._replace("doors", ("channel",), **columns(door))

    async def drop(self, door: DoorRow) -> None:
        """Drop a door, unless its channel has another one by now."""
        await self._run("DELETE FROM doors WHERE token = ?", door.token)

    async def forget(self, before: float) -> None:
        """Drop the doors that closed before a time."""
        await self._run("DELETE FROM doors WHERE until < ?", before)

    async def all(self) -> tuple[DoorRow, ...]:
        """Every door."""
        return await self._all(DoorRow, "SELECT * FROM doors")
