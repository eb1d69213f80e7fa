"""The page on tools: its code runs, from its first line to its last."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from typing import Any

from samples import FORMATS, ROOT
from scripted import QUESTION, asks, says

Json = Any
ARGUMENTS = {
    "get_weather": {"city": "Oslo"},
    "send_mail": {"to": "ada@example.org", "text": "Hello"},
    "find": {"name": "plan"},
    "read_logs": {},
}


def blocks() -> list[str]:
    page = (ROOT / "TOOLS.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


def send(body: Json) -> Json:
    """A model behind every wire: it calls the first tool there is once, and is done."""
    for name in FORMATS:
        adapter = import_module(f"toolwire.{name}")
        if name == _format_of(body):
            request = adapter.decode_request(body)
            if request["messages"][-1]["role"] == "tool":
                return adapter.encode_response(says("Done."))
            tool = request["tools"][0]["name"]
            return adapter.encode_response(asks(("c1", tool, ARGUMENTS[tool])))
    raise AssertionError(body)


def _format_of(body: Json) -> str:
    if "contents" in body:
        return "gemini"
    return "anthropic_messages" if "max_tokens" in body else "openai_chat"


def test_the_page_names_what_a_copy_of_the_tools_needs() -> None:
    page = (ROOT / "TOOLS.md").read_text(encoding="utf-8").partition("```")[0]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [one.partition(">")[0] for one in project["optional-dependencies"]["tools"]]
    assert [name for name in needed if name not in page] == []


def test_every_snippet_runs(capsys: Any) -> None:
    scope: Json = {"send": send, "request": {**QUESTION}}
    for place, code in enumerate(blocks()):
        exec(compile(code, f"TOOLS.md, block {place + 1}", "exec"), scope)
    assert len(blocks()) >= 6
    assert "Done.\n" in capsys.readouterr().out
    assert scope["reference"] and scope["outcome"].reason == "finished"
