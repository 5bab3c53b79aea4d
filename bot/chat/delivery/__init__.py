"""Delivers what must reach Discord, until Discord has taken it."""
