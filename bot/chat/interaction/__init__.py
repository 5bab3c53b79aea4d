"""One interaction: who, where, in which language, and how it is answered."""
