"""Where work is done: in this process, in others, on a cluster."""
