# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Calls of a conversation, whose arguments have the names that members have in what goes out.

A model that reads its earlier calls sees one spelling: that of the schema which it is held to.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from .errors import Loss
from .misfit import escaped
from .schema_queries import SchemaQueries
from .spelling import Limit

Json = Any
Schemas = dict[str, tuple[Json, SchemaQueries]]


def called_so(
    messages: list[Json], tools: list[Json], limit: Limit, losses: list[Loss]
) -> tuple[list[Json], list[Loss]]:
    """Messages with such calls, and what is renamed in them; the same list where nothing is.

    ``tools`` are as the app has them. ``losses``: what else is told of them tells which of them
    have members that are called otherwise.
    """
    places = {loss.path.split("/")[2] for loss in losses if loss.code == "renamed"}
    if not places:
        return messages, []
    given = [tools[int(at)] for at in places]
    schemas = {one["name"]: (one["parameters"], SchemaQueries(one["parameters"])) for one in given}
    found = [*messages]
    renamings: list[Loss] = []
    for at, message in enumerate(messages):
        if message.get("role") == "assistant":
            content = message["content"]
            fresh = [
                _block(block, schemas, limit, f"/messages/{at}/content/{index}", renamings)
                for index, block in enumerate(content)
            ]
            if any(ours is not theirs for ours, theirs in zip(fresh, content, strict=True)):
                found[at] = {**message, "content": fresh}
    return (found, renamings) if renamings else (messages, [])


def _block(block: Json, schemas: Schemas, limit: Limit, place: str, renamings: list[Loss]) -> Json:
    call = block["toolCall"] if block["kind"] == "toolCall" else {"name": ""}
    if call["name"] not in schemas:
        return block
    names = _Names(schemas[call["name"]][1], limit)
    with suppress(RecursionError):  # too deep to look through: they stay as they are
        where = f"{place}/toolCall/arguments"
        arguments = call["arguments"]
        if names.strange(arguments):
            arguments = names.given(arguments, schemas[call["name"]][0], where)
        if names.renamings:
            renamings += names.renamings
            return {**block, "toolCall": {**call, "arguments": arguments}}
    return block


class _Names:
    """The names of members as a wire has them, and what was told of those in one call."""

    def __init__(self, queries: SchemaQueries, limit: Limit) -> None:
        self.queries, self.limit = queries, limit
        self.renamings: list[Loss] = []

    def strange(self, value: Json) -> bool:
        """Whether any member could be called otherwise: to ask the schema takes long."""
        if type(value) is dict:
            return not all(map(self.limit.fits, value)) or any(map(self.strange, value.values()))
        return type(value) is list and any(map(self.strange, value))

    def given(self, value: Json, schema: Json, place: str) -> Json:
        """A value whose members are called so, wherever the schema calls them by name."""
        if type(value) is list:
            item_of = self.queries.item
            return [
                self.given(item, item_of(schema, at), f"{place}/{at}")
                for at, item in enumerate(value)
            ]
        if type(value) is not dict:
            return value
        names = [] if all(map(self.limit.fits, value)) else self.queries.names(schema)
        found = {}
        for name, item in value.items():
            other = name if self.limit.fits(name) or name not in names else self.limit.other(name)
            where = f"{place}/{escaped(name)}"
            if other in value:  # its place is taken, by itself or by what a reply called so
                other = name
            if other != name:
                self.renamings.append(Loss(where, "renamed", f"it goes as {other!r}"))
            found[other] = self.given(item, self.queries.member(schema, name), where)
        return found
