"""A whole game as one HTML file, which works offline: pictures, story, and the curve of points."""
