"""Requests that each ask one thing of an API: a setting, a turn, a choice, a picture somewhere.

They are in the intermediate format, and the same for every wire. What only one wire has, such as
how Claude is told to think, its folder says (`OWN`, `HISTORIES` of `formats/<format>/accepts.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import conversation
from conversation import assistant as turn
from conversation import text

Json = Any
QUESTION = "How warm is it?"
DATA = {
    "image": ("image/png", "iVBORw0KGgo=", "png"),
    "audio": ("audio/wav", "UklGRg==", "wav"),
    "video": ("video/mp4", "AAAAIGZ0", "mp4"),
    "document": ("application/pdf", "JVBERi0xLjQK", "pdf"),
}
"""Of each kind of media: a type that most take, data, and how its addresses end."""


def user(words: str = QUESTION) -> Json:
    return conversation.user(words)


def call(id_: str = "c1", name: str = "f") -> Json:
    return conversation.call(id_, name, arguments={"a": "x"})


def result(id_: str = "c1", kind: str = "text", value: Json = "ok", **more: Json) -> Json:
    return conversation.result(id_, kind, value, **more)


SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "string"}},
    "required": ["a"],
    "additionalProperties": False,
}


def tool(name: str = "f", **more: Json) -> Json:
    return {"name": name, "description": "It tells.", "parameters": SCHEMA, **more}


def probes() -> Iterator[tuple[str, Json]]:
    """What is asked of every model: a name, and the fields of a request."""
    yield from _settings()
    yield from _tools()
    yield from _turns()
    yield from _texts()
    yield from _results()


def media() -> Iterator[tuple[str, Json]]:
    """What is asked of some model: media of many types, from many places, in each place."""
    for name, block in _blocks():
        yield f"{name} of the user", {"messages": [_said(text("Look."), block)]}
        yield f"{name} alone", {"messages": [_said(block)]}
        yield f"{name} of the model", {"messages": [user(), turn(text("a"), block), user()]}
        yield f"{name} in a result", _answered(result(kind="multimodal", value=[block]))
    mime, data, _ = DATA["document"]
    report = {"kind": "document", "data": data, "mimeType": mime, "name": "report"}
    yield "two documents of a name", {"messages": [_said(text("Look."), report, report)]}
    for count in (2500, 2501):
        yield f"{count} stops", {"stopSequences": [f"s{number}" for number in range(count)]}


def beside() -> Iterator[tuple[str, Json]]:
    """What is asked of every model together with each setting that only its wire has."""
    yield "hot", {"temperature": 0.5}
    yield "neither hot nor cold", {"temperature": 1}
    yield from ((f"a share of {share}", {"topP": share}) for share in (0.5, 0.95, 1))
    yield "40 to choose from", {"topK": 40}
    for word, choice in (("required", "required"), ("named", {"name": "f"}), ("auto", "auto")):
        yield f"choice {word}", {"toolChoice": choice, "tools": [tool()]}
    yield from ((f"effort {word}", {"reasoningEffort": word}) for word in EFFORTS)
    for tokens in (1024, 1025, 1500, 2000, 2001, 60_000):
        yield f"{tokens} tokens", {"maxTokens": tokens}
    yield "words to go on from", {"messages": [user(), turn(text("The"))]}
    yield "a call and no thought", _answered(result())


def _said(*blocks: Json) -> Json:
    return {"role": "user", "content": [*blocks]}


def _answered(*results: Json, calls: tuple[Json, ...] = ()) -> Json:
    return {"messages": [user(), turn(*(calls or [call()])), *results], "tools": [tool()]}


NUMBERS: dict[str, tuple[float, ...]] = {
    "temperature": (-0.1, 0, 0.5, 1, 1.01, 1.5, 1.6, 2, 2.1),
    "topP": (-0.1, 0, 0.01, 0.5, 0.95, 0.99, 1, 1.1),
    "topK": (-1, 0, 1, 40, 500, 501),
    "maxTokens": (
        *(-1, 0, 1, 15, 16, 4096, 4097, 8192, 8193, 32000, 32001, 64000, 64001, 65536, 65537),
        *(128000, 128001, 2**31 - 1, 2**31),
    ),
    "seed": (-(2**63) - 1, -(2**63), -(2**31) - 1, -(2**31), -1, 0, 2**31 - 1, 2**31, 2**63 - 1,
             2**63, 2**64 - 1, 2**64),
    "presencePenalty": (-2.1, -2, -0.1, 0, 1, 1.01, 2, 2.1),
    "frequencyPenalty": (-2.1, -2, -0.1, 0, 1, 1.01, 2, 2.1),
}  # fmt: skip
STOPS = ([""], [" "], ["a"], [*"abcd"], [*"abcde"], [*"abcdef"], [*"abcdefghijklmnop"],
         [*"abcdefghijklmnopq"])  # fmt: skip
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")


def _settings() -> Iterator[tuple[str, Json]]:
    for field, values in NUMBERS.items():
        yield from ((f"{field} {value}", {field: value}) for value in values)
    yield "sampling", {"temperature": 0.5, "topP": 0.5}
    yield from ((f"{len(one)} stops {one[0]!r}", {"stopSequences": one}) for one in STOPS)
    for letters in (1, 64, 65, 128, 129, 256, 257):
        yield f"a user of {letters} letters", {"user": "u" * letters}
    yield "a user's address", {"user": "someone@example.com"}
    yield "stream", {"stream": True}
    yield from ((f"effort {word}", {"reasoningEffort": word}) for word in EFFORTS)
    for word in EFFORTS:
        yield f"effort {word}, sampling", {"reasoningEffort": word, "temperature": 0.5}
        yield f"effort {word}, tools", {"reasoningEffort": word, "tools": [tool()]}
        for switch in (True, False):
            calls = {"tools": [tool()], "parallelToolCalls": switch}
            yield f"effort {word}, parallel calls {switch}", {"reasoningEffort": word, **calls}
    usual = {"temperature": 1, "topP": 1}, {"presencePenalty": 0, "frequencyPenalty": 0}
    for one in ({"topP": 0.5}, *usual):
        yield f"some effort, {', '.join(one)}", {"reasoningEffort": "low", **one}
    yield "JSON", {"jsonOutput": True}
    words = "Say it as JSON."
    spoken: dict[str, list[Json]] = {
        "user": [user(words)],
        "system": [{"role": "system", "content": words}, user()],
        "model": [user(), turn(text(words)), user()],
        "result": _answered(result(value=words))["messages"],
    }
    for who, messages in spoken.items():
        tools = [tool()] if who == "result" else None
        asked = {"jsonOutput": True, "messages": messages, **({"tools": tools} if tools else {})}
        yield f"JSON that the {who} speaks of", asked
    yield "JSON, tools", {"jsonOutput": True, "tools": [tool()], "messages": [user("As JSON.")]}
    shaped = {"name": "r", "schema": SCHEMA}
    yield "schema", {"responseSchema": shaped}
    yield "schema, strict", {"responseSchema": {**shaped, "strict": True}}
    yield "schema, tools", {"responseSchema": shaped, "tools": [tool()]}
    yield "schema, stream", {"responseSchema": shaped, "stream": True}
    yield "schema, words", {"responseSchema": shaped, "messages": [user(), turn(text("The"))]}
    for name in ("a b", "n" * 64, "n" * 65, "é"):
        yield f"a schema named {name[:3]} {len(name)}", {"responseSchema": {**shaped, "name": name}}


CHOICES: dict[str, Json] = {
    "auto": "auto",
    "none": "none",
    "required": "required",
    "named": {"name": "f"},
    "another named": {"name": "g"},
    "allowed": {"allowed": ["f"], "mode": "auto"},
    "allowed, required": {"allowed": ["f"], "mode": "required"},
    "two allowed, required": {"allowed": ["f", "h"], "mode": "required"},
    "another allowed": {"allowed": ["f", "g"], "mode": "auto"},
    "none allowed": {"allowed": [], "mode": "auto"},
}
FREE = {"name": "f", "inputFormat": {"type": "text"}}
NAMES = ("a-b_C9", "a.b", "a b", "9a", "-a", "é", "n" * 64, "n" * 65, "n" * 128, "n" * 129, "a:b")
IDS = ("c1", "a.b:c-d_e", "a b", "i" * 40, "i" * 41, "i" * 64, "i" * 65, "abcdefghi", "é")


def _tools() -> Iterator[tuple[str, Json]]:
    for word, choice in CHOICES.items():
        tools = [tool(), tool("h")]
        yield f"choice {word}", {"toolChoice": choice, "tools": tools}
        yield f"choice {word}, no tools", {"toolChoice": choice}
        yield f"choice {word}, free text", {"toolChoice": choice, "tools": [FREE, tool("h")]}
        for switch in (True, False):
            asked = {"toolChoice": choice, "tools": tools, "parallelToolCalls": switch}
            yield f"choice {word}, parallel calls {switch}", asked
    yield "choice auto, a loose tool", {"toolChoice": "auto", "tools": [tool(strict=False)]}
    yield "parallel calls", {"parallelToolCalls": True, "tools": [tool()]}
    yield "parallel calls, no tools", {"parallelToolCalls": True}
    yield "a tool", {"tools": [tool()]}
    yield "no list of tools", {"tools": []}
    yield "a tool twice", {"tools": [tool(), tool()]}
    yield "a tool of free text", {"tools": [FREE]}
    yield "a strict tool", {"tools": [tool(strict=True)]}
    yield "a tool without words", {"tools": [tool(description="")]}
    for count in (128, 129):
        yield f"{count} tools", {"tools": [tool(f"f{number}") for number in range(count)]}
    for count in (20, 21):
        strict = [tool(f"f{number}", strict=True) for number in range(count)]
        yield f"{count} strict tools", {"tools": strict}
    for name in NAMES:
        yield f"a tool named {name[:4]} {len(name)}", {"tools": [tool(name)]}
    for id_ in IDS:
        yield f"an id {id_[:9]} {len(id_)}", _answered(result(id_), calls=(call(id_),))
    called = [user(), turn(call(name="é")), result(name="é")]
    yield "a call of a name", {"messages": called, "tools": [tool("é")]}
    yield "no tools for calls", {"messages": [user(), turn(call()), result()]}
    yield "other tools", {"messages": [user(), turn(call()), result()], "tools": [tool("g")]}


SYSTEM = {"role": "system", "content": "Be brief."}
ANSWER = turn(text("It is warm."))


def _turns() -> Iterator[tuple[str, Json]]:
    turns: dict[str, list[Json]] = {
        "nothing": [],
        "system": [SYSTEM, user()],
        "two of the system": [SYSTEM, SYSTEM, user()],
        "system alone": [SYSTEM],
        "system last": [user(), SYSTEM],
        "system ahead of the model": [user(), SYSTEM, ANSWER, user()],
        "system behind the model": [user(), ANSWER, SYSTEM, user()],
        "model first": [ANSWER, user()],
        "model alone": [ANSWER],
        "two of the system behind the user": [user(), SYSTEM, SYSTEM, user()],
        "two of the system ahead of the model": [user(), SYSTEM, SYSTEM, ANSWER, user()],
        "two of the user": [user(), user()],
        "two of the model": [user(), ANSWER, ANSWER, user()],
        "words to go on from": [user(), turn(text("The"))],
        "words and a space": [user(), turn(text("The "))],
        "a refusal": [user(), turn({**text("No."), "refusal": True}), user()],
    }
    yield from ((name, {"messages": messages}) for name, messages in turns.items())
    loops: dict[str, list[Json]] = {
        "a result": [user(), turn(call()), result()],
        "a result, then the user": [user(), turn(call()), result(), user()],
        "a result, then the model": [user(), turn(call()), result(), ANSWER, user()],
        "a result, then the system": [user(), turn(call()), result(), SYSTEM],
        "two results": [user(), turn(call(), call("c2")), result(), result("c2")],
        "results crossed": [user(), turn(call(), call("c2")), result("c2"), result()],
        "an open call": [user(), turn(call())],
        "an open call, then the user": [user(), turn(call()), user()],
        "a result of nothing": [user(), result()],
        "a call first": [turn(call()), result()],
        "a call behind the model": [user(), ANSWER, turn(call()), result()],
        "a call behind the system": [user(), ANSWER, SYSTEM, turn(call()), result()],
        "words behind a call": [user(), turn(call(), text("I look.")), result()],
        "words ahead of a call": [user(), turn(text("I look."), call()), result()],
    }
    for name, messages in loops.items():
        yield name, {"messages": messages, "tools": [tool()]}
    for name, metadata in SIGNED.items():
        thought = {"kind": "reasoning", "text": "Hm.", **metadata}
        yield f"a thought {name}", {"messages": [user(), turn(thought, text("a")), user()]}
        yield f"a thought {name} alone", {"messages": [user(), turn(thought), user()]}
        yield f"a thought {name} at the end", {"messages": [user(), turn(thought)]}
        yield f"words, a thought {name}", {"messages": [user(), turn(text("a"), thought), user()]}
        called = [user(), turn(thought, call()), result()]
        yield f"a thought {name} for a call", {"messages": called, "tools": [tool()]}


SIGNED: dict[str, Json] = {
    "": {},
    "of Claude": {"metadata": {"anthropic_messages": {"signature": "c2ln"}}},
    "of Claude on Bedrock": {
        "metadata": {
            "bedrock_converse": {"reasoningContent": {"reasoningText": {"signature": "c2ln"}}}
        }
    },
    "of Gemini": {"metadata": {"gemini": {"thoughtSignature": "c2ln"}}},
    "of GPT": {"metadata": {"openai_responses": {"id": "rs_1", "encrypted_content": "c2ln"}}},
}
"""Thoughts, and whose."""
BLANK = {"an empty text": "", "white space": " \n"}


def _texts() -> Iterator[tuple[str, Json]]:
    for name, words in BLANK.items():
        block = text(words)
        turns: dict[str, list[Json]] = {
            "of the system": [{"role": "system", "content": words}, user()],
            "of the user": [user(words)],
            "of the user once": [user(words), ANSWER, user()],
            "beside another": [_said(block, text("a"))],
            "of the model": [user(), turn(block), user()],
            "of the model last": [user(), turn(block)],
            "of the model beside another": [user(), turn(block, text("a")), user()],
        }
        yield from ((f"{name} {where}", {"messages": one}) for where, one in turns.items())
        yield f"{name} beside a call", _answered(result(), calls=(block, call()))
        yield f"{name} as a result", _answered(result(value=words))
        yield f"{name} as an error", _answered(result(kind="error", value=words))
        yield f"{name} in a result", _answered(result(kind="multimodal", value=[block]))
    for role in ("system", "user", "assistant"):
        bare: Json = {"role": role, "content": []}
        yield f"an empty turn of {role}", {"messages": [user(), bare, user()]}
        yield f"an empty turn of {role} first", {"messages": [bare, user()]}
        yield f"an empty turn of {role} alone", {"messages": [bare]}
    yield "an empty result", _answered(result(kind="multimodal", value=[]))
    cut = "a\ud83d"
    yield "half a letter of the user", {"messages": [user(cut)]}
    yield "half a letter of the model", {"messages": [user(), turn(text(cut)), user()]}
    yield "half a letter of a result", _answered(result(value=cut))


def _results() -> Iterator[tuple[str, Json]]:
    for value in ({"b": 1}, [1], "x", {"output": "x"}, {"error": "x"}, {"$ref": "x"}):
        yield f"data {value}", _answered(result(kind="data", value=value))
    yield "data that failed", _answered(result(kind="data", value={"b": 1}, isError=True))
    failed = result(kind="multimodal", value=[text("No such city.")], isError=True)
    yield "words that failed", _answered(failed)
    yield "an error", _answered(result(kind="error", value="No such city."))
    for kind, (mime, data, _) in DATA.items():
        block = {"kind": kind, "data": data, "mimeType": mime}
        both = [text("It is this."), block]
        yield f"{kind} of the user", {"messages": [_said(text("Look."), block)]}
        yield f"{kind} of the model", {"messages": [user(), turn(text("a"), block), user()]}
        yield f"{kind} in a result", _answered(result(kind="multimodal", value=both))
        failed = result(kind="multimodal", value=both, isError=True)
        yield f"{kind} in a result that failed", _answered(failed)


TYPES = {
    "image": "png jpeg jpg gif webp heic heif bmp tiff svg+xml",
    "audio": "wav mp3 mpeg ogg flac aac aiff m4a pcm webm opus x-aac mp4 x-m4a x-wav x-matroska",
    "video": "mp4 webm quicktime mpeg x-matroska mov x-flv mpg wmv x-ms-wmv 3gpp avi",
}
DOCUMENTS = (
    "application/pdf", "text/plain", "text/html", "text/csv", "text/markdown", "application/json",
    "application/rtf", "application/x-javascript", "application/x-python", "application/msword",
    "application/vnd.ms-excel",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
)  # fmt: skip
SCHEMES = ("https://example.com/a.{}", "http://example.com/a.{}", "gs://b/a.{}", "s3://b/a.{}",
           "ftp://example.com/a.{}", "ms://1", "https://example.com/a")  # fmt: skip
FILES = ("file-abc", "file_abc", "files/abc", "0123abcd-1111-2222", "abc")


def _blocks() -> Iterator[tuple[str, Json]]:
    for kind, (mime, data, end) in DATA.items():
        types = [f"{kind}/{one}" for one in TYPES.get(kind, "").split()] or [*DOCUMENTS]
        for one in types:
            block = {"kind": kind, "data": data, "mimeType": one}
            yield one, block
            if kind == "document":
                yield f"{one} with a name", {**block, "name": "report"}
        yield f"{kind} of no type", {"kind": kind, "data": data}
        for address in SCHEMES:
            url = {"kind": kind, "url": address.format(end)}
            yield f"{kind} at {url['url']}", {**url, "mimeType": mime}
            yield f"{kind} of no type at {url['url']}", url
        for id_ in FILES:
            yield f"{kind} uploaded as {id_}", {"kind": kind, "fileId": id_}
    pdf = {"kind": "document", "data": DATA["document"][1], "mimeType": "application/pdf"}
    for name in ("report.pdf", "a  b", "a_b", "n" * 200, "n" * 201):
        yield f"a document named {name[:4]} {len(name)}", {**pdf, "name": name}
    yield "a text as a document", {"kind": "document", "text": "words", "mimeType": "text/plain"}
    yield "a document of no text", {"kind": "document", "text": ""}
    yield "a find", {"kind": "document", "text": "words", "source": "https://example.com"}
    for data in ("", "-_8=", "-_8", "aGk"):
        yield f"an image of data {data!r}", {"kind": "image", "data": data, "mimeType": "image/png"}
