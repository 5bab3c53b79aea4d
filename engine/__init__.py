"""The rules of Bonfire: standard library only, no clock, no I/O, no language."""
