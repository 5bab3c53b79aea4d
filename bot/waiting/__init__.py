"""What happens between turns: clocks, calls, reminders, and votes on who does not move."""
