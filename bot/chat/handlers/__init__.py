"""What a button does, one file for each family of buttons."""
