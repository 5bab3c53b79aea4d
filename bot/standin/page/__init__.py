"""The table in a browser: a page that behaves like a Discord channel, for people on this machine.

`open_table(directory, words)` brings back the world of an earlier day, or makes a new one with a
server, its channels and four people; it runs the stand-in Discord beside the page and keeps every
message.
"""

from bot.standin.page.table import LocalTable, open_table
from bot.standin.page.table_lock import TableLockedError

__all__ = ["LocalTable", "TableLockedError", "open_table"]
