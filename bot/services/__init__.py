"""What reads or changes games and what is kept beside them; knows no Discord."""
