"""Harnesses that drive the adapters as apps do, and read what the wire says by themselves."""
