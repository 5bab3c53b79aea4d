"""The needs of a running process beside the game: settings, memory, health, backups."""
