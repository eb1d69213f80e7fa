"""A runtime of the GitHub Copilot SDK on 127.0.0.1, whose model does what a script says.

It speaks protocol 3, or 2 where calls are requests. Whatever it sends and takes must be of the
types of GitHub's own package.
"""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from copilot.generated.rpc import (
    ExternalToolTextResultForLlm,
    HandlePendingToolCallRequest,
    ProtocolExternalToolDefinition,
)
from copilot.generated.session_events import RawSessionEventData, session_event_from_dict

Json = Any
Script = Callable[["Turn"], Awaitable[None]]
WHEN = "2026-11-02T08:00:00.000Z"


class Turn:
    """What a model does after one prompt."""

    def __init__(self, peer: Peer, session: str, prompt: str, message: str) -> None:
        self.peer, self.session, self.prompt, self.message = peer, session, prompt, message
        self.tools: list[Json] = peer.sessions[session].get("tools", [])

    async def begin(self) -> None:
        """The event that a prompt has been taken up."""
        await self.tell("user.message", {"content": self.prompt, "messageId": self.message})

    async def tell(self, kind: str, data: Json, **more: Json) -> None:
        """An event of the session."""
        event = {"id": self.peer.new_id(), "timestamp": WHEN, "parentId": None, "type": kind}
        event |= {"data": data, **more}
        assert not isinstance(session_event_from_dict(event).data, RawSessionEventData), event
        await self.peer.notify("session.event", {"sessionId": self.session, "event": event})

    async def say(self, text: str, *pieces: str, calls: Json = ()) -> None:
        """A message, and its deltas ahead of it."""
        message = self.peer.new_id()
        for piece in pieces:
            await self.tell(
                "assistant.message_delta", {"messageId": message, "deltaContent": piece}
            )
        requests = [{"toolCallId": i, "name": n, "arguments": a} for i, n, a in calls]
        data = {"messageId": message, "content": text, "toolRequests": requests}
        await self.tell("assistant.message", {**data, "model": "model-a"})

    async def call(self, *calls: tuple[str, str, Json]) -> list[Json]:
        """Calls of tools, all at once, and what their client answers, as the wire has it."""
        return await asyncio.gather(*(self.one_call(*call) for call in calls))

    async def one_call(self, call_id: str, name: str, arguments: Json) -> Json:
        asked = {"sessionId": self.session, "toolCallId": call_id, "toolName": name}
        asked["arguments"] = arguments
        if self.peer.protocol == 2:
            result = (await self.peer.ask("tool.call", asked))["result"]
            if not isinstance(result, str):
                ExternalToolTextResultForLlm.from_dict(result)
            return result
        request = self.peer.new_id()
        answer = self.peer.waiting[request] = asyncio.get_running_loop().create_future()
        await self.tell("external_tool.requested", {"requestId": request, **asked})
        found = await answer
        await self.tell("external_tool.completed", {"requestId": request})
        return found

    async def idle(self, **more: Json) -> None:
        await self.tell("session.idle", more, ephemeral=True)


class Peer:
    """One connection."""

    def __init__(self, reader: Any, writer: Any, server: Runtime) -> None:
        self.reader, self.writer, self.script = reader, writer, server.script
        self.protocol, self.begins, self.refuses = server.protocol, server.begins, server.refuses
        self.sessions: dict[str, Json] = {}
        self.turns: dict[str, asyncio.Task[None]] = {}
        self.waiting: dict[str, asyncio.Future[Json]] = {}
        self.asked: dict[int, asyncio.Future[Json]] = {}
        self.answers: list[Json] = []
        self.refused: list[Json] = []
        self.failures: list[Exception] = []
        self.methods: list[str] = []
        self._count = 0

    def new_id(self) -> str:
        self._count += 1
        return str(uuid.UUID(int=self._count))

    async def serve(self) -> None:
        while True:
            header = await self.reader.readline()
            if not header:
                return
            await self.reader.readline()
            size = int(header.split(b":")[1])
            await self.take(json.loads(await self.reader.readexactly(size)))

    async def send(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        await self.writer.drain()

    async def notify(self, method: str, params: Json) -> None:
        await self.send({"method": method, "params": params})

    async def ask(self, method: str, params: Json) -> Json:
        """A request to the client; numbered from 7, as ids of the two sides are not one row."""
        number = 7 + len(self.asked)
        answer = self.asked[number] = asyncio.get_running_loop().create_future()
        await self.send({"id": number, "method": method, "params": params})
        return await answer

    async def take(self, message: Json) -> None:
        if "method" not in message:
            if "error" in message:
                self.refused.append(message["error"])
                self.asked[message["id"]].cancel()
            else:
                self.asked[message["id"]].set_result(message["result"])
            return
        method, params = message["method"], message.get("params", {})
        self.methods.append(method)
        handler = getattr(self, "on_" + method.replace(".", "_"), None)
        if handler is None or (method == "connect" and self.protocol == 2):
            error = {"code": -32601, "message": f"Unhandled method {method}"}
            await self.send({"id": message["id"], "error": error})
            return
        try:
            assert method not in self.refuses, "not now"
            result = handler(params)
        except (AssertionError, KeyError) as error:
            refusal = {"code": -32602, "message": f"invalid: {error}", "data": params}
            await self.send({"id": message["id"], "error": refusal})
            return
        await self.send({"id": message["id"], "result": result})
        if method == "session.send":
            turn = Turn(self, params["sessionId"], params["prompt"], result["messageId"])
            task = asyncio.create_task(self._run(turn))
            self.turns[params["sessionId"]] = task

    async def _run(self, turn: Turn) -> None:
        try:
            if self.begins:
                await turn.begin()
            await self.script(turn)
        except asyncio.CancelledError:
            await turn.tell("abort", {"reason": "user_initiated"})
            await turn.idle(aborted=True)
        except Exception as error:
            self.failures.append(error)
            self.writer.close()

    def on_connect(self, params: Json) -> Json:
        return {"ok": True, "protocolVersion": self.protocol, "version": "1.0.0"}

    def on_ping(self, params: Json) -> Json:
        return {"message": "", "timestamp": WHEN, "protocolVersion": self.protocol}

    def on_session_create(self, params: Json) -> Json:
        for tool in params.get("tools", []):
            ProtocolExternalToolDefinition.from_dict(tool)
        self.sessions[params["sessionId"]] = params
        return {"sessionId": params["sessionId"]}

    def on_session_send(self, params: Json) -> Json:
        assert params["sessionId"] in self.sessions
        return {"messageId": self.new_id()}

    def on_session_abort(self, params: Json) -> Json:
        self.turns[params["sessionId"]].cancel()
        return {"success": True}

    def on_session_detach(self, params: Json) -> Json:
        del self.sessions[params["sessionId"]]
        return {"success": True}

    def on_session_tools_handlePendingToolCall(self, params: Json) -> Json:
        HandlePendingToolCallRequest.from_dict(params)
        self.answers.append(params)
        assert params["sessionId"] in self.sessions
        answer = self.waiting.pop(params["requestId"], None)
        if answer is None:
            return {"success": False}
        answer.set_result(params["result"] if "result" in params else {"error": params["error"]})
        return {"success": True}


class Runtime:
    """A server: where it is, and who has connected.

    ``begins``: a turn begins with its event; else the script tells it, or nobody does.
    ``refuses``: methods that are answered with an error, as long as they are in it.
    """

    def __init__(self, script: Script, protocol: int, begins: bool) -> None:
        self.script, self.protocol, self.begins = script, protocol, begins
        self.refuses: set[str] = set()
        self.peers: list[Peer] = []
        self.port = 0

    @property
    def peer(self) -> Peer:
        return self.peers[-1]

    async def connected(self, reader: Any, writer: Any) -> None:
        peer = Peer(reader, writer, self)
        self.peers.append(peer)
        try:
            await peer.serve()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            for turn in peer.turns.values():
                turn.cancel()
            writer.close()


@asynccontextmanager
async def runtime(
    script: Script, protocol: int = 3, *, begins: bool = True
) -> AsyncIterator[Runtime]:
    """A runtime that is there as long as its block."""
    found = Runtime(script, protocol, begins)
    server = await asyncio.start_server(found.connected, "127.0.0.1", 0)
    found.port = server.sockets[0].getsockname()[1]
    async with server:
        yield found
        server.close()
