# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""A request on its way to being accepted: what is changed of it, and where that stood."""

from __future__ import annotations

from functools import cached_property
from operator import is_
from typing import Any

from .acceptance import Acceptance, Row
from .accepting import BREACH
from .conversation import note
from .errors import Loss, ToolwireError, expected
from .pointing import made
from .service import stood_at
from .stood import Stood

Json = Any
GONE: Any = object()
"""Stands for a field that is left out."""


class Turn:
    """A message as it stands now, and where it stood in the request as given, a JSON Pointer.

    ``role`` is the message's, "" for one that only its own wire knows: no rule changes it.
    ``stood``: where its blocks stood, None as long as each stands where it did.
    """

    __slots__ = ("message", "place", "role", "stood")

    def __init__(
        self, message: dict[str, Json], place: str, stood: list[str] | None = None
    ) -> None:
        self.message, self.place, self.stood = message, place, stood
        self.role: str = message.get("role", "")

    @property
    def blocks(self) -> list[Json] | None:
        """The blocks that the message or its result is made of; None where it has a text."""
        if self.role == "tool":
            result = self.message["toolResult"]
            return a_list(result, "value") if result["kind"] == "multimodal" else None
        content = self.message.get("content")
        if type(content) is str and self.role != "assistant":
            return None
        return None if content is None else a_list(self.message, "content")

    @property
    def places(self) -> list[str]:
        """Where these stood in the request as given, JSON Pointers; a text is as good as one."""
        blocks = self.blocks
        return [self._inside] if blocks is None else [*map(self.at, range(len(blocks)))]

    def at(self, index: int) -> str:
        """Where one of the blocks stood: few of them are ever spoken of."""
        return f"{self._inside}/{index}" if self.stood is None else self.stood[index]

    @property
    def _inside(self) -> str:
        return f"{self.place}/{'toolResult/value' if self.role == 'tool' else 'content'}"

    def put(self, blocks: list[Json], places: list[str]) -> None:
        """Other blocks, and where these stood."""
        self.stood = places
        if self.role == "tool":
            result = {**self.message["toolResult"], "value": blocks}
            self.message = {**self.message, "toolResult": result}
        else:
            self.message = {**self.message, "content": blocks}

    def put_calls(self, fresh: dict[int, dict[str, Json]]) -> None:
        """Other calls for those of a turn of the model that have these identities."""
        content = [
            {**block, "toolCall": fresh[id(block["toolCall"])]}
            if id(block.get("toolCall")) in fresh else block
            for block in self.message["content"]
        ]  # fmt: skip
        self.message = {**self.message, "content": content}


def a_list(x: dict[str, Json], key: str) -> list[Json]:
    """A list. What is none, an empty text as well, is not to be repaired: it fails as it stands."""
    if type(found := x[key]) is not list:
        raise expected("a list", x, key)
    return found


class Draft:
    """A request that rules are held against. Nothing of what was given is changed.

    ``strict``: the first thing to be changed is an error instead. The messages are gone through
    once a rule asks for them.
    """

    def __init__(self, request: dict[str, Json], acceptance: Acceptance, strict: bool) -> None:
        self.request, self.acceptance, self.strict = request, acceptance, strict
        self.fields: dict[str, Json] = {}
        self.changes: list[Loss] = []
        #: places of what stands there no more, though no change says what was lost of it
        self.left_behind: list[str] = []
        self._tools_stood: list[str] | None = None

    @cached_property
    def turns(self) -> list[Turn]:
        """The messages as they stand now."""
        return [Turn(message, f"/messages/{index}") for index, message in self.given]

    @cached_property
    def given(self) -> list[tuple[int, dict[str, Json]]]:
        """The messages that were given, each with its place.

        What only another wire knows goes nowhere: it is between no two turns.
        """
        format_, found = self.acceptance.format, list[tuple[int, dict[str, Json]]]()
        for index, message in enumerate(a_list(self.request, "messages")):
            if "kind" in message and message["kind"] == "opaque" and message["format"] != format_:
                self.left_behind.append(f"/messages/{index}")
            else:
                found.append((index, message))
        return found

    @cached_property
    def own_items(self) -> bool:
        """Are there messages that only this wire knows? They may hold calls and tools."""
        return any("role" not in message for _, message in self.given)

    def get(self, field: str) -> Json:
        """A field of the request as it stands now; None where there is none."""
        value = self.fields.get(field, self.request.get(field))
        return None if value is GONE else value

    @property
    def tool_places(self) -> list[str]:
        """Where the tools stood that are there now."""
        tools = self.get("tools") or ()
        if tools and self._tools_stood is not None:
            return self._tools_stood
        return [f"/tools/{at}" for at in range(len(tools))]

    def put_tools(self, tools: list[Json], places: list[str]) -> None:
        """Other tools, and where these stood."""
        self.fields["tools"], self._tools_stood = tools, places

    def stood(self) -> Stood:
        """Where the things of the request stood that it has now."""
        same = self._messages() is None
        turns = None if same else [(turn.place, turn.stood) for turn in self.turns]
        return Stood(turns, self._tools_stood)

    def changed(self, place: str, what: str, reason: str, code: str = "repaired") -> None:
        """Say that something is changed at a place. Raises ToolwireError if that is not wanted."""
        if self.strict:
            raise ToolwireError(place, BREACH, what)
        self.changes.append(made(Loss, (place, code, reason)))

    def was(self, turn: Turn) -> dict[str, Json]:
        """The message that stood in the place of a turn."""
        message: dict[str, Json] = self.request["messages"][int(turn.place.rpartition("/")[2])]
        return message

    def whole(self) -> dict[str, Json]:
        """The request as it stands now; the very one that was given if nothing was changed."""
        messages = self._messages()
        if messages is None and not self.fields:
            return self.request
        found = {**self.request, **self.fields}
        if messages is not None:
            found["messages"] = messages
        for field, value in self.fields.items():
            if value is GONE:
                del found[field]
        return found

    def _messages(self) -> list[dict[str, Json]] | None:
        """The messages as they stand now; None if they are those that were given."""
        if "turns" not in self.__dict__:  # no rule has asked for them
            return None
        found, given = [turn.message for turn in self.turns], [one for _, one in self.given]
        same = len(found) == len(given) and all(map(is_, found, given))
        return None if same else found


def calls_at(turn: Turn) -> list[tuple[str, dict[str, Json]]]:
    """The calls of a turn of the model, and where each stands."""
    if turn.role != "assistant":
        return []
    return [
        (f"{turn.at(index)}/toolCall", block["toolCall"])
        for index, block in enumerate(turn.message["content"])
        if block["kind"] == "toolCall"
    ]


def together(draft: Draft, row: Row, turn: Turn) -> Turn:
    """A turn that goes out with the result ahead of it, though its wire had it apart."""
    format_ = draft.acceptance.format
    if note(turn.message, format_, "turn") != "apart":
        return turn
    draft.changed(turn.place, row.what, "it goes out with the result ahead of it", "moved")
    return Turn(stood_at(turn.message, "turn", None, format_), turn.place, turn.stood)
