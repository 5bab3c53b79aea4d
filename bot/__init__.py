"""The Discord bot and its command line: a shell around the engine that knows no rule itself."""

__version__ = "0.2.0"
