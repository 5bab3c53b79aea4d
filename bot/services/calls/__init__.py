"""The calls to people: reminders, notices, bot seats, lost channels."""
