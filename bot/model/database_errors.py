"""The errors of the database."""


class DatabaseError(OSError):
    """The database cannot be used; the text tells the operator why."""


class UnavailableError(DatabaseError):
    """The database cannot be used just now, though nothing in the program is wrong.

    Its server starts, stops or cannot be reached, a connection was lost, a disk is full.
    """


class MigrationError(DatabaseError):
    """The database cannot be brought to this program's version; the text says why."""


class NewerTablesError(MigrationError):
    """A newer program wrote the tables."""

    def __init__(self, where: str, version: int, known: int) -> None:
        """`where` is what holds the tables, `known` the latest version that this program reads."""
        super().__init__(
            f"{where} was written by a newer Bonfire: its tables have version {version}, and this "
            f"program knows {known}. Update the program, or use another BONFIRE_DATABASE."
        )


class ConflictError(Exception):
    """Somebody else changed the game first; nothing was written."""


class ContradictionError(Exception):
    """A new value contradicts a stored one: a key that there is already, and the like."""


class LostLeadError(Exception):
    """This process may no longer do what one process does alone: another one may do it by now."""
