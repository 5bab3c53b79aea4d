"""The commands of `bonfire`, by the words that an operator types; those on records are together.

`parser` finds the command, and each command only translates between text and what the program does.
What commands share is in `bot.runtime.shell`.
"""
