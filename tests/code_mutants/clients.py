"""Mutants of the clients, and of what they are made of."""

from __future__ import annotations

from .mutant import RUNTIME, Mutant, rows

COPILOT = rows(
    "schemas/copilot_session/client.py",
    "sdk/test_sdk_copilot",
    ("with suppress(RpcError):  # it may", "with suppress(KeyError):  # it may"),
    ("            await self._refuse(asked.message)\n", "            pass\n"),
    ("            if message is not None:\n                await self._refuse(message)\n", ""),
    ("self._busy = False\n        await self._give_up()\n", "self._busy = False\n"),
    ("                failures.append(error)\n                continue\n", " " * 16 + "raise\n"),
    ("failures.append(SessionError(what, handled))", "raise SessionError(what, handled)"),
    ('            failures[0].add_note(f"And: {more}")\n', "            pass\n"),
    ("            if not self._begins(kind, data):\n", "            if False:\n"),
    ("self._begun = self._named = True", "self._begun = True"),
    ("empty = idle and not self._begun", "empty = False"),
    ("self._busy = not empty", "pass"),
    ('str(one.get("name")) in', 'one.get("name") in'),
    ("requests if type(requests) is list else []", "requests or []"),
    ('str(data.get("toolName")) in', 'data.get("toolName") in'),
    ("return ahead(self._streamed(prompt))", "return self._streamed(prompt)"),
    ("            async with session.lock:\n                self._tools", "            if True:\n"
     "                self._tools"),
)  # fmt: skip
MCP = rows(
    "schemas/mcp/client.py",
    "sdk/test_mcp",
    ('    if asked.get("invalidArguments") is not None or', "    if"),
    ("_free(_legal(name), legal.union(given))", "_free(_legal(name), given)"),
    (" and name not in given", ""),
)
ASKED = rows(
    f"{RUNTIME}/asked.py",
    "sdk/test_sdk_copilot",
    ("if asked.request is None or asked.request not in self._requests:", "if True:"),
    ("one.request is None or one.request != request", "one.request != request"),
    ('            self._due[asked.call["id"]] -= 1\n', ""),
    ("first.setdefault(asked", "first.__setitem__(asked"),
)
AHEAD = rows(
    f"{RUNTIME}/ahead.py",
    "sdk/test_sdk_copilot",
    ("        await reading\n", ""),
    ("        reading.cancel()\n", ""),
)
SAID = rows(
    f"{RUNTIME}/turn_reply.py",
    "sdk/test_sdk_copilot",
    ("        self._shown += text\n", ""),
    ("whole.removeprefix(self._shown) if whole", "whole if whole"),
    ('"other" if self.aborted else "stop"', '"stop"'),
)
JSON_RPC = rows(
    f"{RUNTIME}/jsonrpc.py",
    "sdk/test_sdk_copilot",
    ("self._failure = self._failure or failure", "self._failure = failure"),
    ("                answer.set_exception(self._failure)\n", "                pass\n"),
    ("            self.forget(end, self._failure)\n", "            pass\n"),
    ("        except Exception as error:", "        except OSError as error:"),
    ('        self._over(ConnectionError("this side has closed the connection"))\n', ""),
    ('raise ValueError("a message that is no object")', "return None"),
    ('raise ValueError("a message without Content-Length")', "return None"),
)

MUTANTS: list[Mutant] = [*COPILOT, *MCP, *ASKED, *AHEAD, *SAID, *JSON_RPC]
