"""Who is called when and where: reminders, notices, bot seats, lost channels."""
