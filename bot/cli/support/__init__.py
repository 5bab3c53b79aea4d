"""What the commands share: arguments, errors, the database, records, and how things are printed."""
