"""People played by the program: they press what a message or the page shows them."""
