# Copied by toolwire from schemas/copilot_session/client.py. Do not edit this copy.
"""A client of a GitHub Copilot runtime, over any pair of byte streams.

``CopilotClient`` holds one session for text, and one of its own for tools; the connection gives
each session its messages. What it takes and gives is the intermediate format: tool definitions,
results, stream events and replies. A call waits under the id that the model gave it, and is
answered by the id of its request, as protocol 3 and protocol 2 each have it; a model may give
calls one id, and then they wait one behind the other.

``toolwire.tools`` runs tools with it: ``arun(client.reply, request, tools, format=<this module>)``.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator
from contextlib import suppress
from typing import Any

from .. import copilot_session as wire
from .._runtime.ahead import ahead
from .._runtime.asked import Asked, AskedCalls
from .._runtime.errors import ToolwireError, plain
from .._runtime.jsonrpc import GIVEN_UP, NO_METHOD, Connection, Json
from .._runtime.jsonrpc import RpcError as RpcError
from .._runtime.turn_reply import TurnReply
from ..tools.sending import definition

PROTOCOLS = (2, 3)
ROUTED = ("session.event", "tool.call")
TOKENS = ("inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens")
BEGINNINGS = ("user.message", "external_tool.requested", "tool.call")
"""What begins a turn, beside all that the model says, where no event names its prompt."""


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
        self.inbox = connection.inbox(self.id)
        self.calls = AskedCalls()
        self.lock = asyncio.Lock()
        self._busy = self._begun = False
        # The runtime's id of the prompt, and whether its events have been seen to name it.
        self._prompt: Any = None
        self._named = False

    async def ask(self, prompt: str) -> None:
        """Begin a turn; one that was left before its end is given up."""
        if self._busy:
            with suppress(RpcError):  # it may be over, for all that the runtime knows
                await self.connection.request("session.abort", {"sessionId": self.id})
        await self._give_up()
        self._busy, self._begun = True, False
        params = {"sessionId": self.id, "prompt": prompt}
        try:
            sent = await self.connection.request("session.send", params)
        except RpcError:
            self._busy = False
            raise
        self._prompt = _dict(sent).get("messageId")

    async def detach(self) -> None:
        """Leave the session; a turn that goes on raises ConnectionError."""
        self._busy = False
        await self._give_up()
        self.connection.forget(self.id, ConnectionError("the session is detached"))
        with suppress(RpcError):
            await self.connection.request("session.detach", {"sessionId": self.id})

    async def answer(self, results: Iterable[Json]) -> None:
        """Answer all calls that wait. Raises ToolwireError before anything is sent.

        What the runtime does not take is raised when all are sent: RpcError, after which that call
        still waits, and SessionError, after which it does not.
        """
        found = [(asked, _answer(asked, one)) for asked, one in self.calls.matched(results)]
        failures: list[Exception] = []
        for asked, message in found:
            try:
                handled = _dict(await self.connection.deliver(message))
            except RpcError as error:
                failures.append(error)
                continue
            self.calls.remove(asked)
            if handled.get("success") is False:
                what = f"the runtime does not wait for {asked.call['id']}"
                failures.append(SessionError(what, handled))
        for more in failures[1:]:
            failures[0].add_note(f"And: {more}")
        if failures:
            raise failures[0]

    async def turn(self) -> AsyncIterator[Json]:
        """The events of a turn, to the calls that wait or to its end; ``completed`` is the last."""
        reply, idle = TurnReply(), False
        while not self.calls.complete:
            empty = idle and not self._begun
            message = await self.inbox.next(self.patience if self.calls.next or empty else None)
            if message is None:
                # The runtime runs calls one after the other, or has nothing to say to the prompt.
                self._busy = not empty
                break
            kind, data, agent = _event_of(message)
            if not self._begins(kind, data):
                await self._refuse(message)
                idle = idle or kind == "session.idle"
            elif kind == "tool.call":
                await self._called(wire.decode_called(message), message)
            elif kind == "external_tool.requested":
                if str(data.get("toolName")) in self.names:  # else it is another client's
                    call = wire.decode_requested(message)
                    await self._called(call, message, data.get("requestId"))
            elif kind == "external_tool.completed":
                self.calls.remove_request(data.get("requestId"))
            elif kind == "session.idle":
                self._busy, reply.aborted = False, data.get("aborted") is True
                break
            elif kind == "session.error":
                await self._rest()
                raise SessionError(str(data.get("message", "")), data)
            elif not agent:
                if kind == "assistant.message":
                    self.calls.expect(self._announced(data.get("toolRequests")))
                for shown in _taken(reply, kind, data):
                    yield shown
        calls = [asked.call for asked in self.calls.next.values()]
        yield {"kind": "completed", "response": reply.response(calls)}

    def _begins(self, kind: str, data: Json) -> bool:
        """Whether the turn has begun: what comes ahead of that is left of the one before it."""
        own = data.get("messageId") if kind == "user.message" else None
        prompt = data.get("originatingMessageId", own)
        if prompt is not None and prompt == self._prompt:
            self._begun = self._named = True
        elif kind == "session.error":
            self._begun = self._begun or prompt is None
        elif not self._named:
            self._begun = self._begun or kind in BEGINNINGS or kind.startswith("assistant.")
        return self._begun

    async def _give_up(self) -> None:
        """Answer no call any more, and leave out what is left of the turn."""
        for asked in self.calls.begin():
            await self._refuse(asked.message)
        await self._rest()

    async def _rest(self) -> None:
        """Leave out what is left of a turn."""
        while self._busy or not self.inbox.empty:
            message = await self.inbox.next(self.patience)
            if message is None or _event_of(message)[0] == "session.idle":
                self._busy = False
            if message is not None:
                await self._refuse(message)

    async def _refuse(self, message: Json) -> None:
        """Whoever asks in a turn that is over is told so."""
        await self.connection.refuse(message, GIVEN_UP, "The turn was given up.")

    def _announced(self, requests: Any) -> Iterator[str]:
        """The ids of our calls among those that a message says the model makes."""
        for one in map(_dict, requests if type(requests) is list else []):
            if str(one.get("name")) in self.names:
                yield str(one.get("toolCallId"))

    async def _called(self, call: Any, message: Json, request: Any = None) -> None:
        """A call waits; of a tool that is none of ours, somebody has to say so."""
        id_, name = call["id"], call["name"]
        asked = Asked({**call, "name": self.names.get(name, name)}, message, request)
        if name in self.names:
            self.calls.add(asked)
            return
        result = {"kind": "error", "toolCallId": id_, "name": name}
        await self.connection.send(_answer(asked, {**result, "value": f"There is no tool {name}."}))


def _dict(value: Any) -> Json:
    return value if type(value) is dict else {}


def _event_of(message: Json) -> tuple[str, Json, Any]:
    """What a message tells, its data, and which agent says it if it is not the session's."""
    event = _dict(message["params"].get("event"))
    return str(event.get("type", message["method"])), _dict(event.get("data")), event.get("agentId")


def _answer(asked: Asked, result: Json) -> Json:
    """The message that a result is: protocol 2 has responses, protocol 3 requests."""
    encode: Any = wire.encode_result if "id" in asked.message else wire.encode_answer
    answer: Json = encode(result, call=asked.call)
    return answer


def _taken(reply: TurnReply, kind: str, data: Json) -> list[Json]:
    """The stream events that an event of the session is."""
    if kind == "assistant.reasoning_delta":
        return [{"kind": "reasoningDelta", "text": str(data.get("deltaContent", ""))}]
    if kind == "assistant.message_delta":
        return reply.piece(str(data.get("deltaContent", "")))
    if kind == "assistant.reasoning" and data.get("content"):
        reply.blocks.append({"kind": "reasoning", "text": data["content"]})
    elif kind == "assistant.message":
        keys = (("id", "messageId"), ("model", "model"))
        reply.fields |= {key: data[name] for key, name in keys if data.get(name)}
        return reply.text(str(data.get("content") or ""))
    elif kind == "assistant.usage":
        reply.used({key: data[key] for key in TOKENS if type(data.get(key)) is int})
        reply.fields |= {"model": data["model"]} if data.get("model") else {}
    return []


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
        self._greeted = False
        self._opening = asyncio.Lock()

    async def send(self, prompt: str) -> Json:
        """What the model replies to a text. Raises SessionError, RpcError, ConnectionError."""
        return await _last(self._streamed(prompt))

    def send_streaming(self, prompt: str) -> AsyncGenerator[Json, None]:
        """The reply as it comes: deltas, and last ``completed``.

        A stream that is closed is given up with the next prompt; one that is left open is read to
        its end meanwhile.
        """
        return ahead(self._streamed(prompt))

    async def _streamed(self, prompt: str) -> AsyncIterator[Json]:
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
        has_session = (
            self._main if not tools else self._tools and self._tools[0] == _definitions(tools)
        )
        if not has_session:
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
        """Detach the sessions and stop listening; turns that go on raise ConnectionError."""
        tools = self._tools and self._tools[1]
        with suppress(ConnectionError):
            for session in filter(None, (tools, self._main)):
                await session.detach()
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
        if self._greeted:
            return
        try:
            answer = await self.connection.request("connect", {})
        except RpcError as error:
            if error.code != NO_METHOD:
                raise
            answer = await self.connection.request("ping", {})
        version = answer.get("protocolVersion") if type(answer) is dict else None
        if version not in PROTOCOLS:
            raise SessionError(f"the runtime speaks protocol {version}; known are 2 and 3")
        self._greeted = True

    async def _left(self) -> None:
        """Leave the session of other tools, once its turn is over."""
        if self._tools is not None:
            _, session = self._tools
            async with session.lock:
                self._tools = None
                await session.detach()


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
