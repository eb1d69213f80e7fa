"""Tools that run: from a Python function to an answered tool call, with any provider."""
