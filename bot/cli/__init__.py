"""The commands of `bonfire`, one module or package each, named as an operator types them.

`parser` finds the command, `support` holds what commands share, and each command only translates
between text and what the program does.
"""
