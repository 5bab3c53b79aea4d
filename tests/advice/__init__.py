"""Advice of the engine: lines of play and what they bring."""
