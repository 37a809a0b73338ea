"""One training: what is asked for, the run itself, and the page that tells of it."""
