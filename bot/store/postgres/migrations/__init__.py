"""The steps by which the tables in PostgreSQL came to be what they are."""
