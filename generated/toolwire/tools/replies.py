# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""Replies made by an app itself, and what is said in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._runtime.read import text as text

if TYPE_CHECKING:
    from ..types import Response

__all__ = ["reply", "text"]


def reply(text: str, **more: Any) -> Response:
    """A ``Response`` that says one text: a canned answer, or a model's in a test.

    ``more`` are further fields, such as ``id``, ``model`` or ``usage``. ``text`` gives back all
    text of a reply.
    """
    block: Any = {"kind": "text", "text": text}
    message: Any = {"role": "assistant", "content": [block] if text else []}
    return {"message": message, "finishReason": "stop", **more}  # type: ignore[typeddict-item]
