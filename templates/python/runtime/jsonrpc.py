"""JSON-RPC over byte streams: requests and their answers, and messages for each of several ends."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Container
from typing import Any

Json = dict[str, Any]
NO_METHOD = -32601


class RpcError(Exception):
    """What the other side answers a request with that it refuses."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(f"{message} ({code})")
        self.code, self.message, self.data = code, message, data


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
        self._ends: dict[str, asyncio.Queue[Json | Exception]] = {}
        self._writing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Task[None] | None = None
        self._failure: Exception | None = None

    async def request(self, method: str, params: Json) -> Any:
        """Ask, and wait for what is answered. Raises RpcError, or ConnectionError at its end."""
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen())
        if self._failure is not None:
            raise self._failure
        number = next(self._ids)
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            await self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            return await answer
        finally:
            self._asked.pop(number, None)

    async def send(self, message: Json) -> None:
        body = json.dumps(message, separators=(",", ":")).encode()
        async with self._writing:
            self.writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            await self.writer.drain()

    def messages_of(self, end: str) -> asyncio.Queue[Json | Exception]:
        """What comes for an end from now on; an exception is the connection's end."""
        return self._ends.setdefault(end, asyncio.Queue())

    def forget(self, end: str) -> None:
        self._ends.pop(end, None)

    async def close(self) -> None:
        """Stop listening; the streams are the app's to close."""
        tasks = [*self._tasks, *([self._listening] if self._listening else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> None:
        failure = ConnectionError("the other side has closed the connection")
        try:
            while (message := await self._read()) is not None:
                self._take(message)
        except (ValueError, OSError, EOFError) as error:
            failure = ConnectionError(f"the connection broke: {error}")
            failure.__cause__ = error
        finally:
            self._failure = failure
            for answer in self._asked.values():
                if not answer.done():
                    answer.set_exception(failure)
            for messages in self._ends.values():
                messages.put_nowait(failure)

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
            end.put_nowait(message)
        elif "id" in message:
            error = {"code": NO_METHOD, "message": f"there is no {message['method']} here"}
            refusal = {"jsonrpc": "2.0", "id": message["id"], "error": error}
            task = asyncio.create_task(self.send(refusal))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _answered(self, message: Json) -> None:
        number = message.get("id")
        answer = self._asked.get(number) if type(number) is int else None
        if answer is None or answer.done():
            return
        error = message.get("error")
        if type(error) is dict:
            told = (error.get("code", 0), str(error.get("message", "")), error.get("data"))
            answer.set_exception(RpcError(*told))
        else:
            answer.set_result(message.get("result"))
