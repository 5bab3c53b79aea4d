"""A database over another one, which a test lets do its work in another way."""

from dataclasses import dataclass

from bot.store.connection import Agreement, Engine, Right


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

    async def close(self) -> None:
        """Close the database."""
        await self.engine.close()
