"""What can go wrong with the database."""


class DatabaseError(OSError):
    """The database cannot be used; the text tells the operator why."""


class MigrationError(DatabaseError):
    """The database cannot be brought to this program's version; the text says why."""


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
