"""Nothing uses this."""
