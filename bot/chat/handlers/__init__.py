"""What buttons and commands do, one file for each family of them."""
