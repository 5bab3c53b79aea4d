"""A PostgreSQL server for the tests of this folder."""

from tests.postgres.fixtures import address, own_server, server, template

__all__ = ["address", "own_server", "server", "template"]
