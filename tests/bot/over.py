"""A database over another one, which a test lets do its work in another way."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from bot.store.connection import Agreement, Engine, Identity, Right, SqlConnection


@dataclass(slots=True)
class Over:
    """All of an engine over another one but its transactions."""

    engine: Engine

    @property
    def sharing(self) -> Agreement | None:
        """Forwards to the other database."""
        return self.engine.sharing

    @property
    def right(self) -> Right | None:
        """Forwards to the other database."""
        return self.engine.right

    @property
    def identity(self) -> Identity:
        """Forwards to the other database."""
        return self.engine.identity

    def whole(self) -> AbstractAsyncContextManager[SqlConnection]:
        """Forwards to the other database."""
        return self.engine.whole()

    async def wipe(self) -> bool:
        """Forwards to the other database."""
        return await self.engine.wipe()

    async def close(self) -> None:
        """Close the database."""
        await self.engine.close()
