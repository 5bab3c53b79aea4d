"""A PostgreSQL server for the tests of this folder."""

from tests.postgres.fixtures import address, server, template

__all__ = ["address", "server", "template"]
