"""The database: what must survive, in SQLite or in PostgreSQL. `store` is the way to all of it."""
