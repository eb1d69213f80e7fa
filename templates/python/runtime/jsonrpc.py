"""JSON-RPC over byte streams: requests and their answers, and messages for each of several ends."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Container
from typing import Any

Json = dict[str, Any]
NO_METHOD = -32601
GIVEN_UP = -32800
"""What the Language Server Protocol answers a request with that is cancelled."""


class RpcError(Exception):
    """What the other side answers a request with that it refuses."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(f"{message} ({code})")
        self.code, self.message, self.data = code, message, data


class Inbox:
    """The messages for one end of a connection, and why there will be no more."""

    def __init__(self) -> None:
        self._came: asyncio.Queue[Json | Exception] = asyncio.Queue()

    @property
    def empty(self) -> bool:
        return self._came.empty()

    def put(self, message: Json | Exception) -> None:
        self._came.put_nowait(message)

    async def next(self, seconds: float | None) -> Json | None:
        """The next message; None if there is none in that time. Raises ConnectionError."""
        try:
            message = await asyncio.wait_for(self._came.get(), seconds)
        except TimeoutError:
            return None
        if isinstance(message, Exception):
            self.put(message)
            raise message
        return message


class Connection:
    """One connection that several ends share, framed by ``Content-Length``.

    The reader has ``readline`` and ``readexactly``, the writer ``write`` and ``drain``, as
    asyncio's have. ``methods`` are those whose messages go to the end that their parameters name
    under ``key``; any other request is refused, any other notification left out.
    """

    def __init__(self, reader: Any, writer: Any, key: str, methods: Container[str]) -> None:
        self.reader, self.writer, self.key, self.methods = reader, writer, key, methods
        self._ids = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._ends: dict[str, Inbox] = {}
        self._writing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Task[None] | None = None
        self._failure: Exception | None = None

    async def request(self, method: str, params: Json) -> Any:
        """Ask, and wait for what is answered. Raises RpcError, or ConnectionError at its end."""
        if self._failure is not None:
            raise self._failure
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen())
        number = next(self._ids)
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            await self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            return await answer
        finally:
            self._asked.pop(number, None)

    async def refuse(self, message: Json, code: int, why: str) -> None:
        """Answer a request with an error; a notification wants no answer."""
        if "id" in message:
            error = {"code": code, "message": why}
            await self.send({"jsonrpc": "2.0", "id": message["id"], "error": error})

    async def send(self, message: Json) -> None:
        body = json.dumps(message, separators=(",", ":")).encode()
        async with self._writing:
            self.writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            await self.writer.drain()

    async def deliver(self, message: Json) -> Any:
        """Send a message that is whole; what is answered if it is a request."""
        if "method" in message:
            return await self.request(message["method"], message["params"])
        return await self.send(message)

    def inbox(self, end: str) -> Inbox:
        """What comes for an end from now on."""
        return self._ends.setdefault(end, Inbox())

    def forget(self, end: str, failure: Exception) -> None:
        """Nothing comes for an end any more: whoever waits for it gets ``failure``."""
        if (inbox := self._ends.pop(end, None)) is not None:
            inbox.put(failure)

    async def close(self) -> None:
        """Stop listening, and tell all who wait; the streams are the app's to close."""
        self._over(ConnectionError("this side has closed the connection"))
        tasks = [*self._tasks, *([self._listening] if self._listening else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> None:
        failure = ConnectionError("the other side has closed the connection")
        try:
            while (message := await self._read()) is not None:
                self._take(message)
        except Exception as error:  # the streams may be anything's, and JSON too deep to be read
            failure = ConnectionError(f"the connection broke: {error}")
            failure.__cause__ = error
        self._over(failure)

    def _over(self, failure: Exception) -> None:
        """The connection has ended: whoever waits is told why, and whoever asks from now on."""
        self._failure = self._failure or failure
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(self._failure)
        for end in [*self._ends]:
            self.forget(end, self._failure)

    async def _read(self) -> Json | None:
        """The next message; None at the end."""
        length = None
        while line := await self.reader.readline():
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
            elif not line.strip():
                break
        if not line and length is None:
            return None
        if length is None:
            raise ValueError("a message without Content-Length")
        message = json.loads(await self.reader.readexactly(length))
        if type(message) is not dict:
            raise ValueError("a message that is no object")
        return message

    def _take(self, message: Json) -> None:
        if "method" not in message:
            self._answered(message)
            return
        params = message.get("params")
        to = params.get(self.key) if type(params) is dict else None
        end = self._ends.get(to) if type(to) is str else None
        if end is not None and message["method"] in self.methods:
            end.put(message)
        elif "id" in message:
            refusal = self.refuse(message, NO_METHOD, f"there is no {message['method']} here")
            task = asyncio.create_task(refusal)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _answered(self, message: Json) -> None:
        number = message.get("id")
        answer = self._asked.get(number) if type(number) is int else None
        if answer is None or answer.done():
            return
        error = message.get("error")
        if type(error) is dict:
            details = (error.get("code", 0), str(error.get("message", "")), error.get("data"))
            answer.set_exception(RpcError(*details))
        else:
            answer.set_result(message.get("result"))
