"""The commands of `bonfire`, by the words that an operator types; those on records are together.

`parser` finds the command, `support` holds what commands share, and each command only translates
between text and what the program does.
"""
