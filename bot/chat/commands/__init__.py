"""The slash commands as discord.py has them, and how Discord hears of them."""
