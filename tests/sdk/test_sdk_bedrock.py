"""boto3's client against a server on this machine: what it sends, and what it makes of replies."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from formats.bedrock_converse import sdk
from toolwire import bedrock_converse as bedrock

Json = Any
FIXTURES = Path(__file__).parent.parent / "fixtures" / "bedrock_converse"


class Served:
    """What the server answers next, and the bodies that it got."""

    def __init__(self) -> None:
        self.answer, self.kind = b"", "application/json"
        self.bodies: list[Json] = []


@pytest.fixture
def served() -> Iterator[tuple[Served, Any]]:
    state = Served()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            state.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Type", state.kind)
            self.send_header("Content-Length", str(len(state.answer)))
            self.end_headers()
            self.wfile.write(state.answer)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing is said of requests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = sdk.client(f"http://127.0.0.1:{server.server_port}")
    yield state, client
    server.shutdown()
    server.server_close()


def fixture(kind: str, name: str) -> Json:
    return json.loads((FIXTURES / kind / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["media", "documents", "call_and_result", "reasoning_redacted"])
def test_the_client_takes_bytes_and_sends_what_was_read(
    served: tuple[Served, Any], name: str
) -> None:
    state, client = served
    body = fixture("requests", name)
    state.answer = json.dumps(fixture("replies", "text")).encode()
    sent = bedrock.encode_request(bedrock.decode_request(body), binary=True, rules="off")
    client.converse(modelId="m", **sent)
    assert state.bodies == [body]


@pytest.mark.parametrize("name", ["text_and_call", "reasoning_redacted", "picture"])
def test_a_reply_of_the_client_reads_as_its_body_does(
    served: tuple[Served, Any], name: str
) -> None:
    state, client = served
    body = fixture("replies", name)
    state.answer = json.dumps(body).encode()
    reply = client.converse(modelId="m", messages=[{"role": "user", "content": [{"text": "Hi"}]}])
    reply.pop("ResponseMetadata")
    assert bedrock.encode_response(bedrock.decode_response(reply)) == body


@pytest.mark.parametrize("name", ["text", "one_call", "reasoning_then_call", "citation_then_text"])
def test_a_stream_of_the_client_reads_as_the_reply_sent_whole(
    served: tuple[Served, Any], name: str
) -> None:
    state, client = served
    stream = fixture("streams", name)
    state.answer = sdk.body(stream["events"])
    state.kind = sdk.CONTENT_TYPE
    messages = [{"role": "user", "content": [{"text": "Hi"}]}]
    events = client.converse_stream(modelId="m", messages=messages)["stream"]
    *_, last = bedrock.decode_stream(events)
    assert last["kind"] == "completed"
    assert last["response"] == bedrock.decode_response(stream["whole"])
