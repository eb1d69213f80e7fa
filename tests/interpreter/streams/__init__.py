"""Streams, slowly: each event is put into the reply by walking the rows of the `stream` table."""

from .body import Body

__all__ = ["Body"]
