"""Positions, drafts and words become pages and posts: pure functions, no Discord, no storage."""
