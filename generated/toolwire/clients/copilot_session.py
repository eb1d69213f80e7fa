# Copied by toolwire from schemas/copilot_session/client.py. Do not edit this copy.
"""A client of a GitHub Copilot runtime, over any pair of byte streams.

``CopilotClient`` holds one session for text, and one of its own for tools; the connection gives
each session its messages. What it takes and gives is the intermediate format: tool definitions,
results, stream events and replies. A call waits under the id that the model gave it, and is
answered by the id of its request, as protocol 3 and protocol 2 each have it.

``toolwire.tools`` runs tools with it: ``arun(client.reply, request, tools, format=<this module>)``.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import suppress
from typing import Any

from .. import copilot_session as wire
from .._runtime.errors import ToolwireError, plain
from .._runtime.jsonrpc import NO_METHOD, Connection, Json
from .._runtime.jsonrpc import RpcError as RpcError
from ..tools.sending import definition

PROTOCOLS = (2, 3)
ROUTED = ("session.event", "tool.call")


class SessionError(Exception):
    """A turn that failed, as the session tells it; ``data`` is all that it says."""

    def __init__(self, message: str, data: Json | None = None) -> None:
        super().__init__(message)
        self.message, self.data = message, data or {}


class Session:
    """One conversation that the runtime holds: its turns, and the calls that wait."""

    def __init__(self, connection: Connection, names: dict[str, str], patience: float) -> None:
        #: the app's names of tools by those that the runtime has
        self.names = names
        self.connection, self.patience = connection, patience
        self.id = str(uuid.uuid4())
        self.messages = connection.messages_of(self.id)
        self.waiting: dict[str, Json] = {}
        self.lock = asyncio.Lock()
        self._busy = False
        self._announced: set[str] = set()
        self._called: set[str] = set()

    async def ask(self, prompt: str) -> None:
        """Begin a turn; one that was left before its end is given up."""
        if self._busy:
            await self.connection.request("session.abort", {"sessionId": self.id})
            await self._rest()
        self.waiting.clear()
        self._announced.clear()
        self._busy = True
        try:
            await self.connection.request("session.send", {"sessionId": self.id, "prompt": prompt})
        except RpcError:
            self._busy = False
            raise

    async def answer(self, results: Iterable[Json]) -> None:
        """Answer all calls that wait. Raises ToolwireError before anything is sent."""
        left, messages = dict(self.waiting), []
        for index, result in enumerate(results):
            call = left.pop(result.get("toolCallId", ""), None)
            if call is None:
                raise ToolwireError(f"/{index}/toolCallId", "value", "the id of a call that waits")
            encode = wire.encode_result if _request_id(call) is None else wire.encode_answer
            messages.append((encode(result, call=call), call["id"]))
        if left:
            raise ToolwireError("", "missing", f"results of the calls {', '.join(left)}")
        for message, call_id in messages:
            del self.waiting[call_id]
            if "method" not in message:
                await self.connection.send(message)
                continue
            handled = await self.connection.request(message["method"], message["params"])
            if type(handled) is dict and handled.get("success") is False:
                raise SessionError(f"the runtime does not wait for {call_id}", handled)

    async def turn(self) -> AsyncIterator[Json]:
        """The events of a turn, to the calls that wait or to its end; ``completed`` is the last."""
        said = Said()
        while True:
            whole = not self.waiting or self._announced <= self._called
            if self.waiting and whole:
                break
            message = await self._next(None if not self.waiting else self.patience)
            if message is None:
                break  # the runtime runs calls one after the other
            event = _dict(message["params"].get("event"))
            kind, data = event.get("type"), _dict(event.get("data"))
            if message["method"] == "tool.call":
                await self._asked_for(wire.decode_called(message))
            elif kind == "external_tool.requested":
                if data.get("toolName") in self.names:  # else it is another client's
                    await self._asked_for(wire.decode_requested(message))
            elif kind == "external_tool.completed":
                self._completed(data.get("requestId"))
            elif kind == "session.idle":
                self._busy, said.aborted = False, data.get("aborted") is True
                break
            elif kind == "session.error":
                await self._rest()
                raise SessionError(str(data.get("message", "")), data)
            elif not event.get("agentId"):
                requests = data.get("toolRequests") if kind == "assistant.message" else None
                announced = [one for one in requests or [] if one.get("name") in self.names]
                self._announced |= {one.get("toolCallId") for one in announced}
                for shown in said.take(kind, data):
                    yield shown
        yield {"kind": "completed", "response": said.response([*self.waiting.values()])}

    async def _next(self, seconds: float | None) -> Json | None:
        try:
            message = await asyncio.wait_for(self.messages.get(), seconds)
        except TimeoutError:
            return None
        if isinstance(message, Exception):
            self.messages.put_nowait(message)
            raise message
        return message

    async def _rest(self) -> None:
        """Leave out what is left of a turn."""
        while self._busy:
            message = await self._next(self.patience)
            event = _dict(message["params"].get("event")) if message else {"type": "session.idle"}
            self._busy = event.get("type") != "session.idle"

    async def _asked_for(self, call: Any) -> None:
        """A call waits; of a tool that is none of ours, somebody has to say so."""
        if call["name"] not in self.names:
            result = {"kind": "error", "toolCallId": call["id"], "name": call["name"]}
            result |= {"value": f"There is no tool {call['name']}."}
            await self.connection.send(wire.encode_result(result, call=call))
        elif call["id"] not in self._called:
            self._called.add(call["id"])
            self.waiting[call["id"]] = {**call, "name": self.names[call["name"]]}

    def _completed(self, request_id: Any) -> None:
        """Somebody else has answered a call."""
        for call in [*self.waiting.values()]:
            if _request_id(call) == request_id:
                del self.waiting[call["id"]]


def _dict(value: Any) -> Json:
    return value if type(value) is dict else {}


def _request_id(call: Json) -> Any:
    """What a call's event names it by; None for a call that is itself a request."""
    found: Any = call.get("metadata")
    for key in (wire.FORMAT, "params", "event", "data", "requestId"):
        found = _dict(found).get(key)
    return found


class Said:
    """What a model says in a turn: piece by piece, and as a reply."""

    def __init__(self) -> None:
        self.blocks: list[Json] = []
        self.told: Json = {}
        self.usage: dict[str, int] = {}
        self.shown = ""
        self.aborted = False

    def take(self, kind: Any, data: Json) -> list[Json]:
        """The stream events that an event of the session is."""
        index = len(self.blocks)
        if kind in ("assistant.message_delta", "assistant.reasoning_delta"):
            piece, name = str(data.get("deltaContent", "")), kind.partition(".")[2]
            if name == "reasoning_delta":
                return [{"kind": "reasoningDelta", "text": piece}]
            self.shown += piece
            return [{"kind": "textDelta", "index": index, "text": piece}] if piece else []
        if kind == "assistant.reasoning" and data.get("content"):
            self.blocks.append({"kind": "reasoning", "text": data["content"]})
        elif kind == "assistant.message":
            return self._message(str(data.get("content") or ""), data, index)
        elif kind == "assistant.usage":
            for key in ("inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens"):
                if type(data.get(key)) is int:
                    self.usage[key] = self.usage.get(key, 0) + data[key]
            self.told |= {key: data[key] for key in ("model",) if data.get(key)}
        return []

    def _message(self, text: str, data: Json, index: int) -> list[Json]:
        """A message as a whole; what its deltas have not shown is shown now."""
        rest = text.removeprefix(self.shown) if text.startswith(self.shown) else ""
        self.shown = ""
        self.told |= {"id": data["messageId"]} if data.get("messageId") else {}
        self.told |= {"model": data["model"]} if data.get("model") else {}
        if not text:
            return []
        block = {"kind": "text", "text": text}
        self.blocks.append(block)
        more = [{"kind": "textDelta", "index": index, "text": rest}] if rest else []
        return [*more, {"kind": "blockEnd", "index": index, "block": "text"}]

    def response(self, calls: list[Json]) -> Json:
        blocks = [*self.blocks, *({"kind": "toolCall", "toolCall": call} for call in calls)]
        found = {
            **self.told,
            "message": {"role": "assistant", "content": blocks},
            "finishReason": "tool_calls" if calls else "other" if self.aborted else "stop",
        }
        if self.usage:
            found["usage"] = {"inputTokens": 0, "outputTokens": 0, **self.usage}
        return found


class CopilotClient:
    """Text and tools over one connection.

    ``options`` are more parameters of ``session.create``, such as ``model``. ``patience``: so many
    seconds are waited for the other calls of a turn once the first has come.
    """

    def __init__(
        self, reader: Any, writer: Any, *, options: Json | None = None, patience: float = 1.0
    ) -> None:
        self.connection = Connection(reader, writer, "sessionId", ROUTED)
        self.options, self.patience = {**(options or {})}, patience
        self._main: Session | None = None
        self._tools: tuple[list[Json], Session] | None = None
        self._known = False
        self._opening = asyncio.Lock()

    async def send(self, prompt: str) -> Json:
        """What the model replies to a text. Raises SessionError, RpcError, ConnectionError."""
        return await _last(self.send_streaming(prompt))

    async def send_streaming(self, prompt: str) -> AsyncGenerator[Json, None]:
        """The reply as it comes: deltas, and last ``completed``."""
        async with self._opening:
            self._main = self._main or await self._opened([])
        async with self._main.lock:
            await self._main.ask(prompt)
            async for event in self._main.turn():
                yield event

    async def send_with_tools(self, prompt: str, tools: Iterable[Any]) -> Json:
        """What the model replies that may call tools: answer its calls by ``send_tool_results``.

        A tool is a definition (with ``parameters``, or ``input_schema``), or one of
        ``toolwire.tools``. As long as they are the same ones, the conversation goes on.
        """
        definitions = _definitions(tools)
        async with self._opening:
            if self._tools is None or self._tools[0] != definitions:
                await self._left()
                self._tools = definitions, await self._opened(definitions)
            session = self._tools[1]
        async with session.lock:
            await session.ask(prompt)
            return await _last(session.turn())

    async def send_tool_results(self, results: Iterable[Any]) -> Json:
        """Answer the calls of the last reply, all of them; what the model goes on with."""
        if self._tools is None:
            raise ToolwireError("", "value", "results of calls: no tool was offered")
        session = self._tools[1]
        async with session.lock:
            await session.answer([plain(result) for result in results])
            return await _last(session.turn())

    async def reply(self, request: Json) -> Json:
        """The reply to the last message of a conversation that the client has held so far.

        Raises ToolwireError for what a session has no place for.
        """
        for key in request.keys() - {"messages", "tools", "model", "stream", "metadata"}:
            raise ToolwireError(f"/{key}", "unsupported", "nothing here: a session has no place")
        messages, tools = request["messages"], request.get("tools") or []
        count = next((n for n, one in enumerate(messages[::-1]) if one["role"] != "tool"), 0)
        if count:
            return await self.send_tool_results([one["toolResult"] for one in messages[-count:]])
        prompt = _text(messages, len(messages) - 1)
        known = self._main if not tools else self._tools and self._tools[0] == _definitions(tools)
        if not known:
            self._begin(request, messages)
        return await (self.send_with_tools(prompt, tools) if tools else self.send(prompt))

    def _begin(self, request: Json, messages: list[Json]) -> None:
        """What a session is begun with: a model, instructions, and nothing that was said."""
        if "model" in request:
            self.options.setdefault("model", request["model"])
        for index, message in enumerate(messages[:-1]):
            if message["role"] != "system":
                what = "a conversation that this session has held"
                raise ToolwireError(f"/messages/{index}", "unsupported", what)
            content = _text(messages, index)
            self.options.setdefault("systemMessage", {"mode": "append", "content": content})

    async def close(self) -> None:
        """Detach the sessions and stop listening."""
        with suppress(RpcError, ConnectionError):
            await self._left()
            if self._main is not None:
                await self._detach(self._main)
        await self.connection.close()

    async def _opened(self, tools: list[Json]) -> Session:
        await self._greet()
        renamed = wire.renamed({"tools": tools}).names
        ours = [str(one["name"]) for one in tools]
        names = {renamed.get(name, name): name for name in ours}
        session = Session(self.connection, names, self.patience)
        params = wire.encode_create({"tools": tools})["params"]
        # Who may call what is the app's to say, by its own review.
        offered = [{"skipPermission": True, **one} for one in params.get("tools", [])]
        usual = {"availableTools": [one["name"] for one in offered], "streaming": True}
        more = {"sessionId": session.id, "tools": offered, "requestPermission": False}
        await self.connection.request("session.create", {**usual, **self.options, **more})
        return session

    async def _greet(self) -> None:
        """Ask once for the protocol. Raises RpcError, and SessionError for another one."""
        if self._known:
            return
        try:
            told = await self.connection.request("connect", {})
        except RpcError as error:
            if error.code != NO_METHOD:
                raise
            told = await self.connection.request("ping", {})
        version = told.get("protocolVersion") if type(told) is dict else None
        if version not in PROTOCOLS:
            raise SessionError(f"the runtime speaks protocol {version}; known are 2 and 3")
        self._known = True

    async def _left(self) -> None:
        """Leave the session of other tools."""
        if self._tools is not None:
            _, session = self._tools
            self._tools = None
            await self._detach(session)

    async def _detach(self, session: Session) -> None:
        self.connection.forget(session.id)
        with suppress(RpcError):
            await self.connection.request("session.detach", {"sessionId": session.id})


def encode_request(request: Json) -> Json:
    """For ``toolwire.tools``: the client takes a request as it is."""
    return request


def decode_response(response: Json, *, request: Json | None = None) -> Json:
    """For ``toolwire.tools``: what the client gives is a reply."""
    return response


def _definitions(tools: Iterable[Any]) -> list[Json]:
    return [definition(tool) for tool in tools]


def _text(messages: list[Json], index: int) -> str:
    """What a message says, that must be text."""
    message = messages[index] if messages else {}
    content = message.get("content") if message.get("role") in ("user", "system") else None
    blocks = [{"kind": "text", "text": content}] if isinstance(content, str) else content
    if not isinstance(blocks, list) or any(block.get("kind") != "text" for block in blocks):
        raise ToolwireError(f"/messages/{max(index, 0)}", "unsupported", "a user's text")
    return "\n\n".join(block["text"] for block in blocks)


async def _last(events: AsyncIterator[Json]) -> Json:
    """The reply of a turn."""
    found: Json = {}
    async for event in events:
        found = event.get("response", found)
    return found
