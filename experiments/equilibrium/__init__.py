"""Games small enough to be known whole: every deal, every decision, and what to do best."""
