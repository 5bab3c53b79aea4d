"""What a running process needs beside the game: settings, memory, health, backups."""
