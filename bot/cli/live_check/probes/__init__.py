"""The probes, a file for each part of Discord."""
