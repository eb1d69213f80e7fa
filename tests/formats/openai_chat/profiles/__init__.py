"""What services that speak Chat Completions answer with an error, each by its own documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from acceptance import within
from formats.openai_chat import accepts

Json = Any
MESSAGES = ("model", "messages", "tools", "stream", "temperature", "top_p", "stop")
"""What all of them know."""
SETTINGS = (
    "max_tokens", "max_completion_tokens", "top_k", "seed", "presence_penalty", "user",
    "frequency_penalty", "response_format", "reasoning_effort", "tool_choice",
    "parallel_tool_calls",
)  # fmt: skip
"""What some do: where one is not documented, nothing may be lost by it without a word."""


def _nothing(body: Json) -> Iterator[str]:
    yield from ()


@dataclass(frozen=True)
class Service:
    """What the documents of a service say of a request."""

    knows: tuple[str, ...]
    roles: tuple[str, ...] = ("system", "developer", "user", "assistant", "tool")
    parts: tuple[str, ...] = ("text", "image_url", "input_audio", "file")
    results: tuple[str, ...] = ("text",)
    files: tuple[str, ...] = (accepts.PDF,)
    """How what it takes of a file begins."""
    images: tuple[str, ...] = ("http://", "https://", "data:")
    choices: tuple[str, ...] = ("none", "auto", "required", "function", "allowed_tools")
    tools: tuple[str, ...] = ("function",)
    served: tuple[str, ...] = ()
    """How types begin of tools that the service runs itself."""
    efforts: tuple[str, ...] = ()
    thoughts: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    """Which of these may stand in a message of the model that has no content."""
    declines: bool = True
    """A message may have a key for words in which a model declines."""
    speaks: bool = False
    """A message of the model may name a sound that it made."""
    temperature: float = 2
    stops: float = 4
    more: Callable[[Json], Iterator[str]] = field(default=_nothing)

    def breaches(self, body: Json) -> list[str]:
        """Why the service would refuse a request, or read it otherwise."""
        return [
            *accepts.turns(body["messages"], self.files, self.results, self.alone),
            *accepts.tools(body, self.served), *self._messages(body),
            *self._settings(body), *self.more(body),
        ]  # fmt: skip

    def _messages(self, body: Json) -> Iterator[str]:
        for message in body["messages"]:
            role, content = message["role"], message.get("content")
            if role not in self.roles:
                yield f"a message of the {role}"
            for part in content if isinstance(content, list) and role in ("user", "tool") else ():
                if part["type"] not in self.parts:
                    yield f"a part that is {part['type']}"
                picture = part.get("image_url", {})
                url = picture.get("url", "") if type(picture) is dict else picture
                if url is picture:
                    yield "a picture whose address is no object"
                if "image_url" in part and not url.startswith(self.images):
                    yield f"a picture at {url[:20]!r}"
            if not self.declines and "refusal" in message:
                yield "a refusal, which the service does not know"
            if any("extra_content" in call for call in message.get("tool_calls") or ()):
                yield "a call with extra_content, which the service does not know"
            if not self.speaks and "audio" in message:
                yield "a sound of the model, which the service does not know"
            for key in ("reasoning", "reasoning_content", "reasoning_details"):
                if key in message and key not in self.thoughts:
                    yield f"{key} of the {role}"

    def _settings(self, body: Json) -> Iterator[str]:
        for key in SETTINGS:
            if body.get(key) is not None and key not in self.knows:
                yield f"{key} is not known"
        yield from within(body.get("temperature"), 0, self.temperature, "temperature")
        yield from within(body.get("top_p"), 0, 1, "top_p")
        yield from accepts.penalties(body)
        for key in ("max_tokens", "max_completion_tokens"):
            yield from within(body.get(key), 1, inf, key)
        if isinstance(body.get("stop"), list) and len(body["stop"]) > self.stops:
            yield f"{len(body['stop'])} stop sequences"
        choice, effort = body.get("tool_choice"), body.get("reasoning_effort")
        word = choice.get("type") if isinstance(choice, dict) else choice
        # A tool of any type that it takes can be named.
        if word is not None and word not in (*self.choices, *self.tools):
            yield f"a choice of {word}"
        if effort is not None and self.efforts and effort not in self.efforts:
            yield f"an effort of {effort}"
        for tool in body.get("tools") or ():
            if tool["type"] not in self.tools and not tool["type"].startswith(self.served or " "):
                yield f"a tool of type {tool['type']}"


PLAIN = ("none", "auto", "required", "function")
