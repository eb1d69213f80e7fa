"""What clients of the Model Context Protocol refuse of a list of tools.

By the schema of the specification, whose `inputSchema` is an object's, and its words on names.
How these are spelled is advice: the packages warn, and list the tools.
"""

from __future__ import annotations

from typing import Any

from acceptance import twice

Json = Any


def breaches(body: Json) -> list[str]:
    """Why a client would refuse a list, or could not call what is in it."""
    tools = body["result"]["tools"]
    found = [*twice([tool["name"] for tool in tools], "a tool")]
    found += [
        f"the schema of {tool['name']!r} is no object's"
        for tool in tools if tool["inputSchema"].get("type") != "object"
    ]  # fmt: skip
    return found
