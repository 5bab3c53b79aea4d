"""The handlers of buttons and commands, one file for each family."""
