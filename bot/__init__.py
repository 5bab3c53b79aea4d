"""The Discord bot and its command line: a shell around the engine that knows no rule itself."""
