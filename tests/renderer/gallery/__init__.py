"""Every kind of picture at full size, and as a phone shows it, to be looked at."""
