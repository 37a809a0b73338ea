"""Pages, pictures and facts of the machine, for every report."""
