# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""Tools that run: from a Python function to an answered tool call, with any provider."""
