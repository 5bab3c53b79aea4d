"""What the command line says when it cannot do what was asked."""


class UsageError(Exception):
    """An input that cannot be used: shown on standard error, one line a fault; exit status 2."""
