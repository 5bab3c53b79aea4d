"""Prompts and posts as Discord components."""
