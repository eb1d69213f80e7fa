"""A client of sessions, and GitHub's own, with a runtime on 127.0.0.1 that says what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import copilot
import pytest
from copilot.session_events import AssistantMessageData
from pydantic import BaseModel

from sdk.copilot_runtime import Runtime, Script, Turn, runtime
from toolwire import ToolwireError
from toolwire.clients import copilot_session as sessions
from toolwire.clients.copilot_session import CopilotClient, RpcError, SessionError
from toolwire.tools import Approve, Reject, Tool, arun, tool

Json = Any
each_protocol = pytest.mark.parametrize("protocol", [3, 2])
WEATHER = {
    "name": "get_weather",
    "description": "Weather now.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
}


class City(BaseModel):
    """What GitHub's own client takes for a schema."""

    city: str


def run(task: Coroutine[Any, Any, Any]) -> None:
    """To its end; nothing here takes long, and what hangs is a failure."""
    asyncio.run(asyncio.wait_for(task, 60))


@asynccontextmanager
async def client(
    script: Script, protocol: int = 3, *, begins: bool = True, **more: Any
) -> AsyncIterator[tuple[CopilotClient, Runtime]]:
    """A client that is connected to a runtime of a script."""
    async with runtime(script, protocol, begins=begins) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        found = CopilotClient(reader, writer, **more)
        try:
            yield found, server
        finally:
            await found.close()
            writer.close()
            await writer.wait_closed()
        assert [failure for peer in server.peers for failure in peer.failures] == []


async def hello(turn: Turn) -> None:
    await turn.say("Hello, world", "Hello,", " wor")
    await turn.idle()


async def weather(turn: Turn) -> None:
    """Two turns: one call, and two at once."""
    if not turn.tools:
        await hello(turn)
        return
    one = ("call_1", "get_weather", {"city": "Oslo"})
    await turn.say("Let me see.", "Let me ", calls=[one])
    results = [*await turn.call(one)]
    two = [("call_2", "get_weather", {"city": "Bodø"}), ("call_3", "send_mail", {"to": "a"})]
    await turn.say("", calls=two)
    results += await turn.call(*two)
    await turn.say(" | ".join(map(shown, results)))
    await turn.idle()


def shown(result: Json) -> str:
    if isinstance(result, str):
        return result
    return f"{result['resultType']}: {result['textResultForLlm']}"


def calls_of(reply: Json) -> list[Json]:
    blocks = reply["message"]["content"]
    return [block["toolCall"] for block in blocks if block["kind"] == "toolCall"]


def text_of(reply: Json) -> str:
    return "".join(b["text"] for b in reply["message"]["content"] if b["kind"] == "text")


def answer(call: Json, value: str, **more: Json) -> Json:
    return {"kind": "text", "toolCallId": call["id"], "name": call["name"], "value": value, **more}


# -- the runtime is what GitHub's own client talks to


def test_githubs_own_client_can_use_the_runtime() -> None:
    @copilot.define_tool(description="Weather now.")
    def get_weather(args: City) -> str:
        return f"snow in {args.city}"

    @copilot.define_tool(description="Sends a mail.")
    def send_mail(invocation: copilot.ToolInvocation) -> copilot.ToolResult:
        return copilot.ToolResult("not today", result_type="rejected")

    async def whole() -> None:
        async with runtime(weather) as server:
            where = copilot.RuntimeConnection.for_uri(f"127.0.0.1:{server.port}")
            theirs = copilot.CopilotClient(connection=where)
            await theirs.start()
            session = await theirs.create_session(tools=[get_weather, send_mail])
            reply = await session.send_and_wait("Weather?", timeout=30)
            text = "success: snow in Oslo | success: snow in Bodø | rejected: not today"
            assert reply is not None and isinstance(reply.data, AssistantMessageData)
            assert reply.data.content == text
            await theirs.stop()

    run(whole())


# -- text


@each_protocol
def test_a_text_is_answered(protocol: int) -> None:
    async def whole() -> None:
        async with client(hello, protocol) as (ours, server):
            reply = await ours.send("Hi")
            assert (text_of(reply), reply["finishReason"]) == ("Hello, world", "stop")
            assert reply["model"] == "model-a"
            await ours.send("Hi again")
            assert server.peer.methods.count("session.create") == 1

    run(whole())


def test_a_reply_is_streamed_as_deltas_and_the_rest_comes_with_the_message() -> None:
    async def whole() -> None:
        async with client(hello) as (ours, _):
            events = [event async for event in ours.send_streaming("Hi")]
            kinds = [event["kind"] for event in events]
            assert kinds == ["textDelta", "textDelta", "textDelta", "blockEnd", "completed"]
            assert [event.get("text") for event in events[:3]] == ["Hello,", " wor", "ld"]
            assert text_of(events[-1]["response"]) == "Hello, world"

    run(whole())


def test_thoughts_usage_and_what_sub_agents_say() -> None:
    async def script(turn: Turn) -> None:
        await turn.tell("assistant.reasoning_delta", {"reasoningId": "r", "deltaContent": "Hm"})
        await turn.tell("assistant.reasoning", {"reasoningId": "r", "content": "Hm"})
        await turn.tell("assistant.message", {"messageId": "m", "content": "no"}, agentId="a")
        await turn.say("Yes")
        await turn.tell(
            "assistant.usage", {"model": "model-b", "inputTokens": 3, "outputTokens": 2}
        )
        await turn.idle()

    async def whole() -> None:
        async with client(script) as (ours, _):
            reply = await ours.send("Hi")
            assert [block["kind"] for block in reply["message"]["content"]] == ["reasoning", "text"]
            assert reply["usage"] == {"inputTokens": 3, "outputTokens": 2}
            assert (reply["model"], text_of(reply)) == ("model-b", "Yes")

    run(whole())


def test_a_stream_that_is_left_is_given_up_before_the_next_turn() -> None:
    async def script(turn: Turn) -> None:
        if turn.prompt == "long":
            await turn.tell("assistant.message_delta", {"messageId": "m", "deltaContent": "One"})
            await asyncio.get_running_loop().create_future()
        await hello(turn)

    async def whole() -> None:
        async with client(script) as (ours, server):
            stream = ours.send_streaming("long")
            assert (await anext(stream))["text"] == "One"
            await stream.aclose()
            assert text_of(await ours.send("Hi")) == "Hello, world"
            assert "session.abort" in server.peer.methods

    run(whole())


def test_a_turn_that_somebody_else_ended_says_so() -> None:
    async def script(turn: Turn) -> None:
        await turn.say("On")
        await turn.idle(aborted=True)

    async def whole() -> None:
        async with client(script) as (ours, _):
            assert (await ours.send("Hi"))["finishReason"] == "other"

    run(whole())


def test_a_stream_that_is_left_open_is_read_on_and_holds_nobody_up() -> None:
    async def whole() -> None:
        async with client(hello) as (ours, _):
            kinds: list[str] = []
            async for event in ours.send_streaming("Hi"):
                if not kinds:
                    assert text_of(await ours.send("Hi")) == "Hello, world"
                kinds.append(event["kind"])
            assert kinds == ["textDelta", "textDelta", "textDelta", "blockEnd", "completed"]

    run(whole())


def test_a_stream_raises_what_ended_it_behind_what_came() -> None:
    async def script(turn: Turn) -> None:
        await turn.say("On")
        await turn.tell("session.error", {"errorType": "quota", "message": "No quota is left."})
        await turn.idle()

    async def whole() -> None:
        kinds = []
        async with client(script) as (ours, _):
            with pytest.raises(SessionError, match="No quota"):
                async for event in ours.send_streaming("Hi"):
                    kinds.append(event["kind"])
        assert kinds == ["textDelta", "blockEnd"]

    run(whole())


# -- where a turn begins and ends


async def echoes(turn: Turn) -> None:
    await turn.say(turn.prompt)
    await turn.idle()


@pytest.mark.parametrize("begins", [True, False])
def test_a_session_that_says_twice_that_it_is_idle_answers_every_prompt(begins: bool) -> None:
    async def script(turn: Turn) -> None:
        if turn.prompt == "b":
            await turn.idle()
        if begins:
            await turn.begin()
        await echoes(turn)
        await turn.idle()

    async def whole() -> None:
        async with client(script, begins=False) as (ours, _):
            assert [text_of(await ours.send(one)) for one in "abcd"] == ["a", "b", "c", "d"]

    run(whole())


@pytest.mark.parametrize("begins", [True, False])
def test_a_turn_that_ends_long_after_it_was_given_up_ends_no_other(begins: bool) -> None:
    first: list[asyncio.Task[Any]] = []
    late = asyncio.Event()

    async def script(turn: Turn) -> None:
        if turn.prompt == "b":
            late.set()
            await asyncio.wait(first)
        if begins:
            await turn.begin()
        if turn.prompt == "long":
            first.append(asyncio.current_task())  # type: ignore[arg-type]
            await turn.tell("assistant.message_delta", {"messageId": "m", "deltaContent": "One"})
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                await late.wait()
                raise
        await echoes(turn)

    async def whole() -> None:
        async with client(script, begins=False, patience=0.3) as (ours, _):
            assert text_of(await ours.send("a")) == "a"
            stream = ours.send_streaming("long")
            await anext(stream)
            await stream.aclose()
            assert [text_of(await ours.send(one)) for one in "bc"] == ["b", "c"]

    run(whole())


def test_what_a_turn_says_that_was_not_to_be_aborted_is_no_reply_to_the_next_prompt() -> None:
    async def script(turn: Turn) -> None:
        if turn.prompt == "b":
            await turn.tell("assistant.message", {"messageId": "m", "content": "late"})
            await turn.idle()
        await turn.begin()
        await echoes(turn)

    async def whole() -> None:
        async with client(script, begins=False) as (ours, _):
            assert [text_of(await ours.send(one)) for one in "abc"] == ["a", "b", "c"]

    run(whole())


def test_a_prompt_to_which_nothing_is_said_has_an_empty_reply() -> None:
    async def script(turn: Turn) -> None:
        await turn.idle()

    async def whole() -> None:
        async with client(script, begins=False, patience=0.01) as (ours, server):
            reply = await ours.send("Hi")
            assert (reply["message"]["content"], reply["finishReason"]) == ([], "stop")
            await ours.send("Hi")
            assert "session.abort" not in server.peer.methods

    run(whole())


def test_a_turn_that_cannot_be_aborted_is_waited_for() -> None:
    over = asyncio.Event()

    async def script(turn: Turn) -> None:
        await turn.tell("assistant.message_delta", {"messageId": "m", "deltaContent": "One"})
        if turn.prompt == "a":
            await over.wait()
        await echoes(turn)

    async def whole() -> None:
        async with client(script) as (ours, server):
            stream = ours.send_streaming("a")
            await anext(stream)
            await stream.aclose()
            server.peer.refuses.add("session.abort")
            over.set()
            assert [text_of(await ours.send(one)) for one in "bc"] == ["b", "c"]

    run(whole())


# -- tools


@each_protocol
def test_calls_come_with_a_reply_and_results_go_on_with_it(protocol: int) -> None:
    async def whole() -> None:
        async with client(weather, protocol) as (ours, _):
            mail = {"name": "send_mail", "input_schema": {"type": "object"}}
            reply = await ours.send_with_tools("Weather?", [WEATHER, mail])
            (call,) = calls_of(reply)
            assert (call["id"], call["arguments"]) == ("call_1", {"city": "Oslo"})
            assert (text_of(reply), reply["finishReason"]) == ("Let me see.", "tool_calls")
            reply = await ours.send_tool_results([answer(call, "snow")])
            two = {one["name"]: one for one in calls_of(reply)}
            refused = answer(two["send_mail"], "no", kind="error", rejected=True)
            reply = await ours.send_tool_results([refused, answer(two["get_weather"], "rain")])
            assert text_of(reply) == "snow | rain | rejected: no"
            assert reply["finishReason"] == "stop"

    run(whole())


@each_protocol
def test_a_name_that_the_runtime_does_not_take_goes_out_as_another(protocol: int) -> None:
    offered: list[str] = []

    async def asks(turn: Turn) -> None:
        (one,) = turn.tools
        offered.append(one["name"])
        await turn.say("", calls=[("c1", one["name"], {"city": "Oslo"})])
        await turn.call(("c1", one["name"], {"city": "Oslo"}))
        await turn.idle()

    async def whole() -> None:
        async with client(asks, protocol) as (ours, _):
            reply = await ours.send_with_tools("Hm?", [{**WEATHER, "name": "weather.get"}])
            (call,) = calls_of(reply)
            assert (call["name"], call["arguments"]) == ("weather.get", {"city": "Oslo"})
            await ours.send_tool_results([answer(call, "rain")])

    run(whole())
    assert [name for name in offered if "." in name] == [] != offered


@pytest.mark.parametrize("key", ["parameters", "input_schema"])
def test_a_schema_reaches_the_wire_as_parameters(key: str) -> None:
    async def whole() -> None:
        async with client(hello) as (ours, server):
            schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
            await ours.send_with_tools("Hi", [{"name": "add", "description": "Adds.", key: schema}])
            (session,) = server.peer.sessions.values()
            (definition,) = session["tools"]
            assert definition == {
                "name": "add", "description": "Adds.", "parameters": schema,
                "skipPermission": True,
            }  # fmt: skip
            assert session["availableTools"] == ["add"]

    run(whole())


def test_text_and_tools_have_a_session_each_and_one_connection() -> None:
    async def whole() -> None:
        async with client(weather) as (ours, server):
            calling = await ours.send_with_tools("Weather?", [WEATHER])
            assert text_of(await ours.send("Hi")) == "Hello, world"
            (call,) = calls_of(calling)
            both = await asyncio.gather(
                ours.send("Hi"), ours.send_tool_results([answer(call, "snow")])
            )
            assert text_of(both[0]) == "Hello, world"
            assert [one["id"] for one in calls_of(both[1])] == ["call_2"]
            assert len(server.peers) == 1 and len(server.peer.sessions) == 2

    run(whole())


def test_other_tools_begin_another_session() -> None:
    async def whole() -> None:
        async with client(hello) as (ours, server):
            await ours.send_with_tools("Hi", [WEATHER])
            await ours.send_with_tools("Hi", [WEATHER])
            assert server.peer.methods.count("session.create") == 1
            await ours.send_with_tools("Hi", [{"name": "now"}])
            assert server.peer.methods.count("session.create") == 2
            assert "session.detach" in server.peer.methods

    run(whole())


def test_calls_that_are_run_one_after_the_other_come_one_after_the_other() -> None:
    two: list[tuple[str, str, Json]] = [
        ("call_1", "get_weather", {}), ("call_2", "get_weather", {}),
    ]  # fmt: skip

    async def script(turn: Turn) -> None:
        await turn.say("", calls=two)
        results = [(await turn.call(call))[0] for call in two]
        await turn.say(" ".join(results))
        await turn.idle()

    async def whole() -> None:
        async with client(script, patience=0.01) as (ours, _):
            first = await ours.send_with_tools("Hi", [WEATHER])
            second = await ours.send_tool_results([answer(calls_of(first)[0], "one")])
            last = await ours.send_tool_results([answer(calls_of(second)[0], "two")])
            assert text_of(last) == "one two"

    run(whole())


def test_results_that_answer_no_call_or_not_all_are_refused_before_anything_is_sent() -> None:
    async def whole() -> None:
        async with client(weather) as (ours, server):
            with pytest.raises(ToolwireError, match="no tool was offered"):
                await ours.send_tool_results([])
            (call,) = calls_of(await ours.send_with_tools("Weather?", [WEATHER]))
            with pytest.raises(ToolwireError, match="the id of a call that waits"):
                await ours.send_tool_results([answer({**call, "id": "other"}, "")])
            with pytest.raises(ToolwireError, match="call_1"):
                await ours.send_tool_results([])
            assert server.peer.answers == []

    run(whole())


def test_a_call_of_a_tool_that_is_none_of_ours_is_told_so_in_protocol_2() -> None:
    async def script(turn: Turn) -> None:
        (error,) = await turn.call(("call_1", "shell", {}))
        await turn.say(shown(error))
        await turn.idle()

    async def whole() -> None:
        async with client(script, 2) as (ours, _):
            reply = await ours.send_with_tools("Hi", [WEATHER])
            assert text_of(reply) == "failure: There is no tool shell."

    run(whole())


@each_protocol
def test_a_call_id_that_comes_again_is_another_call(protocol: int) -> None:
    async def script(turn: Turn) -> None:
        results: list[Json] = []
        for city in ("Oslo", "Bergen"):
            call = ("call_0", "get_weather", {"city": city})
            await turn.say("", calls=[call])
            results += await turn.call(call)
        await turn.say(" ".join(results))
        await turn.idle()

    async def whole() -> None:
        async with client(script, protocol, patience=1000) as (ours, _):
            for _ in range(2):
                reply = await ours.send_with_tools("Hi", [WEATHER])
                while reply["finishReason"] == "tool_calls":
                    (call,) = calls_of(reply)
                    city = call["arguments"]["city"]
                    reply = await ours.send_tool_results([answer(call, city)])
                assert text_of(reply) == "Oslo Bergen"

    run(whole())


@each_protocol
def test_calls_of_one_id_at_once_are_answered_one_behind_the_other(protocol: int) -> None:
    two: list[tuple[str, str, Json]] = [
        ("call_0", "get_weather", {"city": "Oslo"}), ("call_0", "get_weather", {"city": "Bergen"}),
    ]  # fmt: skip

    async def script(turn: Turn) -> None:
        await turn.say("", calls=two)
        await turn.say(" ".join(await turn.call(*two)))
        await turn.idle()

    asked: list[str] = []

    @tool
    def get_weather(city: str) -> str:
        asked.append(city)
        return f"snow in {city}"

    async def whole() -> None:
        async with client(script, protocol) as (ours, _):
            request = {"messages": [{"role": "user", "content": "Weather?"}]}
            outcome = await arun(ours.reply, request, [get_weather], format=sessions)
            assert outcome.text == "snow in Oslo snow in Bergen"
            assert asked == ["Oslo", "Bergen"]

    run(whole())


def test_a_request_that_is_told_twice_is_one_call() -> None:
    async def script(turn: Turn) -> None:
        asked: Json = {"requestId": "r", "sessionId": turn.session, "toolCallId": "c"}
        asked |= {"toolName": "get_weather", "arguments": {}}
        result = turn.peer.waiting["r"] = asyncio.get_running_loop().create_future()
        for _ in range(2):
            await turn.tell("external_tool.requested", asked)
        await turn.say(await result)
        await turn.idle()

    async def whole() -> None:
        async with client(script) as (ours, _):
            (call,) = calls_of(await ours.send_with_tools("Hi", [WEATHER]))
            assert text_of(await ours.send_tool_results([answer(call, "snow")])) == "snow"

    run(whole())


def test_a_request_that_somebody_else_has_answered_does_not_wait() -> None:
    async def script(turn: Turn) -> None:
        asked: Json = {"sessionId": turn.session, "toolName": "get_weather", "arguments": {}}
        await turn.say("", calls=[(one, "get_weather", {}) for one in "abc"])
        for one in "ab":
            data = {"requestId": f"r{one}", "toolCallId": one, **asked}
            await turn.tell("external_tool.requested", data)
        await turn.tell("external_tool.completed", {"requestId": "ra"})
        await turn.call(("c", "get_weather", {}))

    async def whole() -> None:
        async with client(script, patience=1000) as (ours, _):
            reply = await ours.send_with_tools("Hi", [WEATHER])
            assert [call["id"] for call in calls_of(reply)] == ["b", "c"]

    run(whole())


def test_calls_that_are_requests_wait_whatever_an_event_says_is_completed() -> None:
    async def script(turn: Turn) -> None:
        two: list[tuple[str, str, Json]] = [(one, "get_weather", {}) for one in "ab"]
        await turn.say("", calls=two)
        first = asyncio.create_task(turn.one_call(*two[0]))
        while not turn.peer.asked:
            await asyncio.sleep(0)
        event = {"type": "external_tool.completed", "data": {}}
        await turn.peer.notify("session.event", {"sessionId": turn.session, "event": event})
        await turn.say(" ".join(await asyncio.gather(first, turn.one_call(*two[1]))))
        await turn.idle()

    async def whole() -> None:
        async with client(script, 2, patience=1000) as (ours, _):
            calls = calls_of(await ours.send_with_tools("Hi", [WEATHER]))
            results = [answer(call, call["id"]) for call in calls]
            assert text_of(await ours.send_tool_results(results)) == "a b"

    run(whole())


def test_other_tools_wait_for_the_turn_of_those_before() -> None:
    async def whole() -> None:
        async with client(echoes) as (ours, _):
            now = {"name": "now"}
            asked: list[tuple[str, Json]] = [("a", [WEATHER]), ("b", [now]), ("c", [WEATHER])]
            replies = await asyncio.gather(*(ours.send_with_tools(*one) for one in asked))
            assert [text_of(reply) for reply in replies] == ["a", "b", "c"]

    run(whole())


# -- what goes wrong


async def asks_twice(turn: Turn) -> None:
    if turn.prompt == "Hi":
        two: list[tuple[str, str, Json]] = [(one, "get_weather", {}) for one in "ab"]
        await turn.say("", calls=two)
        await turn.say(" ".join(await turn.call(*two)))
        await turn.idle()
    else:
        await hello(turn)


def test_an_answer_that_is_refused_keeps_no_other_back_and_can_be_given_again() -> None:
    async def whole() -> None:
        async with client(asks_twice) as (ours, server):
            first, second = calls_of(await ours.send_with_tools("Hi", [WEATHER]))
            server.peer.refuses.add("session.tools.handlePendingToolCall")
            results = [answer(first, "one"), answer(second, "two")]
            with pytest.raises(RpcError, match="not now") as raised:
                await ours.send_tool_results(results)
            assert "not now" in raised.value.__notes__[0]
            server.peer.refuses.clear()
            assert text_of(await ours.send_tool_results(results)) == "one two"

    run(whole())


def test_an_answer_that_nobody_waits_for_keeps_no_other_back() -> None:
    async def whole() -> None:
        async with client(asks_twice) as (ours, server):
            calls = calls_of(await ours.send_with_tools("Hi", [WEATHER]))
            server.peer.waiting.pop(next(iter(server.peer.waiting))).set_result("else")
            with pytest.raises(SessionError, match="does not wait for a"):
                await ours.send_tool_results([answer(call, call["id"]) for call in calls])
            assert text_of(await ours.send_tool_results([])) == "else b"

    run(whole())


def test_requests_of_a_turn_that_is_given_up_are_answered() -> None:
    async def whole() -> None:
        async with client(asks_twice, 2) as (ours, server):
            await ours.send_with_tools("Hi", [WEATHER])
            assert text_of(await ours.send_with_tools("Hello", [WEATHER])) == "Hello, world"
            codes = [one["code"] for one in server.peer.refused]
            assert codes == [-32800, -32800]

    run(whole())


@pytest.mark.parametrize("leave", ["other tools", "close"])
def test_requests_of_a_session_that_is_left_are_answered(leave: str) -> None:
    async def script(turn: Turn) -> None:
        if turn.prompt == "Hi":
            await turn.say("", calls=[("a", "get_weather", {})])
            await turn.call(("a", "get_weather", {}), ("b", "get_weather", {}))
        else:
            await hello(turn)

    async def whole() -> None:
        async with client(script, 2) as (ours, server):
            assert len(calls_of(await ours.send_with_tools("Hi", [WEATHER]))) == 1
            await ours.connection.request("ping", {})  # the other one has come, too
            if leave == "close":
                await ours.close()
            else:
                await ours.send_with_tools("Hello", [{"name": "now"}])
            assert [one["code"] for one in server.peer.refused] == [-32800, -32800]

    run(whole())


def test_a_turn_that_goes_on_when_the_client_is_closed_ends() -> None:
    over = asyncio.Event()

    async def script(turn: Turn) -> None:
        await over.wait()

    async def whole() -> None:
        async with client(script) as (ours, server):
            turns = [
                asyncio.create_task(ours.send("Hi")),
                asyncio.create_task(ours.send_with_tools("Hi", [WEATHER])),
                asyncio.create_task(ours.send_with_tools("Hi", [{"name": "now"}])),
            ]
            while not server.peers or server.peer.methods.count("session.send") < 2:
                await asyncio.sleep(0)
            await ours.close()
            for ended in await asyncio.gather(*turns, return_exceptions=True):
                assert isinstance(ended, ConnectionError)
            with pytest.raises(ConnectionError, match="this side has closed"):
                await ours.connection.request("ping", {})
            over.set()

    run(whole())


@pytest.mark.parametrize("requests", [["x"], [{"name": ["get_weather"]}], "x", 3, {"a": 1}])
def test_announcements_that_are_none_are_left_out(requests: Json) -> None:
    async def script(turn: Turn) -> None:
        data = {"messageId": "m", "content": "On", "toolRequests": requests}
        event = {"type": "assistant.message", "data": data}
        odd = {"type": "external_tool.requested", "data": {"toolName": ["get_weather"]}}
        for one in (event, odd):
            params = {"sessionId": turn.session, "event": one}
            await turn.peer.notify("session.event", params)
        await turn.idle()

    async def whole() -> None:
        async with client(script) as (ours, _):
            assert text_of(await ours.send_with_tools("Hi", [WEATHER])) == "On"

    run(whole())


def test_a_turn_that_fails_raises_what_the_session_says_and_the_next_one_is_answered() -> None:
    async def script(turn: Turn) -> None:
        if turn.prompt == "fail":
            error = {"errorType": "quota", "message": "No quota is left.", "statusCode": 402}
            await turn.tell("session.error", error)
            await turn.idle()
        else:
            await hello(turn)

    async def whole() -> None:
        async with client(script) as (ours, _):
            with pytest.raises(SessionError, match=r"No quota is left\.") as raised:
                await ours.send("fail")
            assert raised.value.data["statusCode"] == 402
            assert text_of(await ours.send("Hi")) == "Hello, world"

    run(whole())


def test_what_the_runtime_refuses_is_raised_plainly() -> None:
    async def whole() -> None:
        async with client(hello) as (ours, server):
            await ours.send("Hi")
            server.peer.sessions.clear()
            with pytest.raises(RpcError, match="invalid") as raised:
                await ours.send("Hi")
            assert raised.value.code == -32602

    run(whole())


def test_a_connection_that_ends_ends_every_wait() -> None:
    async def script(turn: Turn) -> None:
        turn.peer.writer.close()

    async def whole() -> None:
        async with client(script) as (ours, _):
            with pytest.raises(ConnectionError, match="closed the connection"):
                await ours.send("Hi")
            await ours.close()
            with pytest.raises(ConnectionError, match="the other side"):
                await ours.connection.request("ping", {})

    run(whole())


def test_a_runtime_of_another_protocol_is_refused() -> None:
    async def whole() -> None:
        async with client(hello, 4) as (ours, _):
            with pytest.raises(SessionError, match="protocol 4"):
                await ours.send("Hi")

    run(whole())


@pytest.mark.parametrize(
    "sent", [b"Content-Length: 2\r\n\r\n[]", b"Content-Length: x\r\n\r\n{}", b"Type: x\r\n\r\n{}",
             b"Content-Length: 9\r\n\r\n{}", b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000],
)  # fmt: skip
def test_what_is_no_message_breaks_the_connection(sent: bytes) -> None:
    async def whole() -> None:
        reader = asyncio.StreamReader()
        reader.feed_data(sent)
        reader.feed_eof()
        ours = CopilotClient(reader, Sink())
        with pytest.raises(ConnectionError, match="broke") as raised:
            await ours.send("Hi")
        assert raised.value.__cause__ is not None
        await ours.close()

    run(whole())


class Sink:
    """A writer that nobody reads."""

    def write(self, data: bytes) -> None: ...

    async def drain(self) -> None: ...


# -- tools that run


@each_protocol
def test_tools_of_low_and_of_high_risk_are_run_reviewed_and_answered(protocol: int) -> None:
    @tool
    def get_weather(city: str) -> str:
        """Weather now."""
        return f"snow in {city}"

    @tool(risk="high")
    def send_mail(to: str) -> str:
        """Sends a mail."""
        raise AssertionError("nobody said yes")

    def review(call: Json, _: Any) -> Approve | Reject:
        return Reject("not today")

    async def whole() -> None:
        async with client(weather, protocol) as (ours, server):
            request = {"messages": [{"role": "user", "content": "Weather?"}]}
            both: list[Tool] = [get_weather, send_mail]
            outcome = await arun(ours.reply, request, both, format=sessions, review=review)
            assert outcome.reason == "finished"
            texts = outcome.text.split(" | ")
            assert texts[:2] == ["snow in Oslo", "snow in Bodø"]
            assert texts[2].startswith("rejected: ") and "not today" in texts[2]
            assert [(one.name, one.ran is not None) for one in outcome.calls] == [
                ("get_weather", True), ("get_weather", True), ("send_mail", False),
            ]  # fmt: skip
            if protocol == 3:
                assert server.peer.answers[-1]["result"]["resultType"] == "rejected"

    run(whole())


@pytest.mark.parametrize(
    ("request_", "place"),
    [
        ({"messages": [{"role": "user", "content": "Hi"}], "maxTokens": 3}, "/maxTokens"),
        ({"messages": []}, "/messages/0"),
        ({"messages": [{"role": "user", "content": [{"kind": "image", "url": "x"}]}]},
         "/messages/0"),
        ({"messages": [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]},
         "/messages/0"),
    ],
)  # fmt: skip
def test_what_a_session_has_no_place_for_is_refused(request_: Json, place: str) -> None:
    async def whole() -> None:
        async with client(hello) as (ours, _):
            with pytest.raises(ToolwireError) as raised:
                await ours.reply(request_)
            assert raised.value.pointer == place

    run(whole())


def test_a_request_begins_a_session_with_its_model_and_its_instructions() -> None:
    async def whole() -> None:
        async with client(hello) as (ours, server):
            messages = [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "Hi"},
            ]
            reply = await ours.reply({"model": "model-a", "messages": messages})
            assert text_of(reply) == "Hello, world"
            (session,) = server.peer.sessions.values()
            assert session["model"] == "model-a"
            assert session["systemMessage"] == {"mode": "append", "content": "Be brief."}

    run(whole())
