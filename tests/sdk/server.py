"""A provider on 127.0.0.1: it answers what it was told to, and remembers what it was asked."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any

Json = Any


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False


class Loopback:
    """A server on 127.0.0.1 that is there inside a `with`; its ``__enter__`` calls ``listen``."""

    def listen(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self._server = _Server(("127.0.0.1", 0), handler)
        serve = self._server.serve_forever
        self._thread = Thread(target=serve, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

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


@dataclass
class Recorded:
    """One request as it came over the wire."""

    path: str
    text: str

    @property
    def body(self) -> Json:
        return json.loads(self.text)


@dataclass
class Provider(Loopback):
    """An HTTP server that gives its ``replies`` one after the other, with ``status``.

    Use it as a context manager; ``url`` is its address inside. A new conversation starts with
    ``expect``.
    """

    replies: list[Json] = field(default_factory=list)
    recorded: list[Recorded] = field(default_factory=list)
    status: int = 200

    def expect(self, *replies: Json, status: int = 200) -> None:
        """Forget what arrived; answer the next requests so."""
        self.recorded, self.status = [], status
        self.replies = list(replies)

    def __enter__(self) -> Provider:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                size = int(self.headers["content-length"])
                provider.recorded.append(Recorded(self.path, self.rfile.read(size).decode()))
                reply = json.dumps(provider.replies.pop(0)).encode()
                self.send_response(provider.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(reply)))
                self.end_headers()
                self.wfile.write(reply)

            def log_message(self, format: str, *args: object) -> None:
                """Tests are quiet."""

        self.listen(Handler)
        return self

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
