"""Helpers that tests of several folders share, by subject.

Services are tested with a `Stack`, the bot on a Discord in a `Hall`, whole programs by `process`.
"""
