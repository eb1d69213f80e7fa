"""A provider on 127.0.0.1 that streams, as its events go over the wire, cut where a test wants."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from itertools import pairwise
from typing import Any

from sdk.server import Loopback

Json = Any


def sse(events: list[Json], *, named: bool = False, done: bool = False, end: str = "\n") -> bytes:
    """The bytes of a stream. ``named``: each event says its type; ``done``: the closing marker.

    Text goes out as UTF-8 and not as escapes, so that there are characters to cut in the middle.
    """
    lines = []
    for event in events:
        if named:
            lines.append(f"event: {event['type']}")
        data = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        lines += [f"data: {escaped_surrogates(data)}", ""]
    if done:
        lines += ["data: [DONE]", ""]
    return "".join(line + end for line in lines).encode()


def escaped_surrogates(text: str) -> str:
    """The same JSON text with lone surrogates, which no UTF-8 can say, as escapes."""
    return "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in text)


def _split(body: bytes, places: Iterator[int]) -> list[bytes]:
    """The pieces between the given places, none of them empty."""
    cuts = sorted({0, len(body), *places})
    return [body[a:b] for a, b in pairwise(cuts)]


def _between_cr_and_lf(body: bytes) -> Iterator[int]:
    return (place for place in range(1, len(body)) if body[place - 1 : place + 1] == b"\r\n")


def _inside_characters(body: bytes) -> Iterator[int]:
    """Ahead of every byte that continues a character."""
    return (place for place in range(1, len(body)) if body[place] & 0xC0 == 0x80)


def _inside_lines(body: bytes) -> Iterator[int]:
    """In the middle of every line, so that a piece ends one event and begins the next."""
    place = 0
    for line in body.splitlines(keepends=True):
        if len(line) > 4:
            yield place + len(line) // 2
        place += len(line)


CUTS: dict[str, Callable[[bytes], list[bytes]]] = {
    "whole": lambda body: [body],
    "byte by byte": lambda body: _split(body, iter(range(len(body)))),
    "inside lines": lambda body: _split(body, _inside_lines(body)),
    "between CR and LF": lambda body: _split(body, _between_cr_and_lf(body)),
    "inside characters": lambda body: _split(body, _inside_characters(body)),
}


@dataclass(frozen=True)
class Script:
    """One reply: its pieces, each sent as a chunk of its own. ``dies``: the line goes dead."""

    pieces: list[bytes]
    dies: bool = False
    content_type: str = "text/event-stream; charset=utf-8"

    def framed(self) -> bytes:
        chunks = [b"%x\r\n%b\r\n" % (len(piece), piece) for piece in self.pieces]
        return b"".join(chunks) + (b"" if self.dies else b"0\r\n\r\n")


@dataclass
class StreamingProvider(Loopback):
    """An HTTP server that streams its ``scripts`` one after the other. A context manager."""

    scripts: list[Script] = field(default_factory=list)
    bodies: list[Json] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def expect(self, *scripts: Script) -> None:
        """Forget what arrived; answer the next requests so."""
        self.scripts, self.bodies, self.paths = list(scripts), [], []

    def __enter__(self) -> StreamingProvider:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                size = int(self.headers["content-length"])
                provider.bodies.append(json.loads(self.rfile.read(size)))
                provider.paths.append(self.path)
                script = provider.scripts.pop(0)
                self.send_response(200)
                self.send_header("content-type", script.content_type)
                self.send_header("transfer-encoding", "chunked")
                self.end_headers()
                self.wfile.write(script.framed())
                self.close_connection = script.dies

            def log_message(self, format: str, *args: object) -> None:
                """Tests are quiet."""

        self.listen(Handler)
        return self
