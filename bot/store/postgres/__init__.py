"""PostgreSQL, for whom one file is not enough: needs the extra `postgres`."""
