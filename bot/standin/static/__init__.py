"""The page as files: hand-written HTML, CSS and JavaScript modules, served as they are."""
