"""What a Copilot runtime refuses of the tools of a session: by what its SDK asks of their names."""

from __future__ import annotations

from typing import Any

from acceptance import spelled, twice

Json = Any
NAME = "[a-zA-Z0-9_-]+"


MODELS = ("gpt-5",)


def breaches(body: Json) -> list[str]:
    """Why a runtime would not open a session."""
    names = [tool["name"] for tool in body["params"].get("tools") or ()]
    return [*spelled(names, NAME, "a tool's name"), *twice(names, "a tool")]
