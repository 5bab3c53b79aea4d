"""The error of the command line."""


class UsageError(Exception):
    """An input that cannot be used: shown on standard error, one line a fault; exit status 2."""
