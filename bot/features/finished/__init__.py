"""Games that are over: reviewed, and handed out as a film or as a page for a browser."""
