"""The numbered SQL files, as package data."""
