"""Tournaments: the same deal at several tables of a server."""
