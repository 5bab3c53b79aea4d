"""The services that read or change games and their notes; they know no Discord."""
