# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What the adapters share."""
