"""The parts that commands share: arguments, errors, files, the database, records and output."""
