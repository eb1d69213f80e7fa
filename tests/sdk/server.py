"""A provider on 127.0.0.1: it answers what it was told to, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

Json = Any


@dataclass
class Recorded:
    """One request as it came over the wire."""

    path: str
    text: str

    @property
    def body(self) -> Json:
        return json.loads(self.text)


@dataclass
class Provider:
    """An HTTP server that gives its ``replies`` one after the other.

    Use it as a context manager; ``url`` is its address inside. A new conversation starts with
    ``expect``.
    """

    replies: list[Json] = field(default_factory=list)
    recorded: list[Recorded] = field(default_factory=list)

    def expect(self, *replies: Json) -> None:
        """Forget what arrived; answer the next requests so."""
        self.recorded = []
        self.replies = list(replies)

    def __enter__(self) -> Provider:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                size = int(self.headers["content-length"])
                provider.recorded.append(Recorded(self.path, self.rfile.read(size).decode()))
                reply = json.dumps(provider.replies.pop(0)).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(reply)))
                self.end_headers()
                self.wfile.write(reply)

            def log_message(self, format: str, *args: object) -> None:
                """Tests are quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def bodies(self) -> list[Json]:
        """The JSON bodies that arrived, in order."""
        return [request.body for request in self.recorded]


def sendable(body: Json) -> bool:
    """Whether a body is UTF-8 at all: lone surrogates are not, and the clients refuse them."""
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
