"""What `bonfire bench load` runs: a full database, the bot's process, and everybody playing."""
