"""Scripts that measure; nothing here is part of the installed package."""
