"""Questions about the worlds of `gen reason`, one file a world."""
