"""The README's code is the code that is tested, and runs with all three clients."""

from __future__ import annotations

import re
from typing import Any

import pytest

from samples import ROOT
from sdk import test_sdk_anthropic, test_sdk_gemini, test_sdk_openai
from sdk.server import Provider

README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(comment: str) -> str:
    """The code block that follows an HTML comment."""
    found = re.search(rf"<!-- {re.escape(comment)} -->\n```python\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_loop_is_the_example() -> None:
    example = (ROOT / "tests/examples/tool_loop.py").read_text(encoding="utf-8")
    assert example.split('"""\n', 1)[1].strip() == block("tests/examples/tool_loop.py").strip()


def test_the_loop_is_short() -> None:
    lines = block("tests/examples/tool_loop.py").split("def ask", 1)[1].splitlines()
    assert len(lines) <= 16


def test_the_code_runs_with_every_client(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = block("tests/examples/tool_loop.py") + block("senders") + block("tools")
    with Provider() as chat, Provider() as claude, Provider() as google:
        chat.expect(*test_sdk_openai.REPLIES)
        claude.expect(*test_sdk_anthropic.REPLIES, *test_sdk_anthropic.REPLIES)
        google.expect(*test_sdk_gemini.REPLIES)
        for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
            monkeypatch.setenv(name, "test")
        monkeypatch.setenv("OPENAI_BASE_URL", f"{chat.url}/v1")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", claude.url)
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", google.url)
        monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
        scope: dict[str, Any] = {}
        exec(compile(code, "README.md", "exec"), scope)
        assert [len(provider.bodies) for provider in (chat, claude, google)] == [3, 6, 3]
    assert capsys.readouterr().out == "21 degrees.\n" * 4
