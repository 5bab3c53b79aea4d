"""What can go wrong with the database."""


class DatabaseError(OSError):
    """The database cannot be used; the text tells the operator why."""


class MigrationError(DatabaseError):
    """The database cannot be brought to this program's version; the text says why."""


class NewerTablesError(MigrationError):
    """A newer program wrote the tables; this one passes once it is updated and started again."""

    def __init__(self, where: str, version: int, known: int) -> None:
        """`where` is what holds the tables, `known` the latest version that this program reads."""
        super().__init__(
            f"{where} was written by a newer Bonfire: its tables have version {version}, and this "
            f"program knows {known}. Update the program, or use another BONFIRE_DATABASE."
        )


class ConflictError(Exception):
    """Somebody else changed the game first; nothing was written."""


class ContradictionError(Exception):
    """What is to be stored contradicts what is there: a key that there is already, and the like."""


class LostLeadError(DatabaseError):
    """The connection was lost by which a worker led: another one may lead by now."""

    def __init__(self) -> None:
        super().__init__(
            "The connection to the database is lost by which this worker led. It begins anew."
        )
