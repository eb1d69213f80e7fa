"""Toolwire driven as an app drives it, and judges that read what goes over the wire themselves.

A format is driven as far as its folder says what that takes: ``tests/formats/<format>/``.
"""

from formats import having

CONVERSED = having("examples", "stream", "talk")
"""The formats in which conversations are held."""
STREAMED = having("client", "examples", "source", "talk")
"""The formats that random streams come from and go to."""
EDITED = having("reading", "saying", "talk")
"""The formats whose values are edited, and whose bodies are then read."""
DRIVEN = tuple(name for name in CONVERSED if name in STREAMED and name in EDITED)
"""The formats that are driven in every way."""
