"""The optional parts of the bot, each in one folder. The core knows none of them."""
