"""Mistakes in ``rules.yaml``, profiles and dialects: each is found.

All mistakes of one wire are planted together, each in a place of its own.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from building import copied_project
from toolwire_codegen.check.rules import RULES as CHECK_RULES
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.findings import Finding
from toolwire_codegen.load.project import load_project
from toolwire_codegen.load.rule_kinds import BY_MODEL, KINDS
from toolwire_codegen.resolve.format import resolve

RULES, SERVICES = "rules.yaml", "services.yaml"
PLANTED: dict[str, list[tuple[str, str, str, str]]] = {
    # by wire: the file, a text that stands there once, what stands there instead, what is found
    "anthropic_messages": [
        (RULES, "    models: [claude]   # services", "    models: []   # services",
         "names nothing"),
        (RULES, "by: [signature]", "by: [signatur]", "`signatur` here; near it: signature"),
        (RULES, "bare: [system, result]", "bare: [system, tool]", "knows no `tool`"),
        (RULES, "    ahead: [assistant]", "    ahead: [assistant, assistant]", "stands twice"),
        (RULES, "    parallel: [auto]\n", "    parallel: [named]\n",
         "`parallel` speaks of `named`"),
        (RULES, "    only: true\n    what: no negative",
         "    with: { a: 1 }\n    what: no negative",
         "`with` says nothing without `beside`"),
        (RULES, "    longest: 256", "    longest: 0", "a whole number above 0"),
        (RULES, "fields: [temperature, topP]\n    what: a temperature or",
         "fields: [topP]\n    what: a temperature or", "names only `topP`; "),
        (RULES, "when: { toolChoice: [required, named] }", "when: { toolChoice: [forced] }",
         "`toolChoice` may be `forced`"),
        (RULES, "unless: { temperature: 1 }", "unless: { topP: 1 }", "`unless` speaks of `topP`"),
        (RULES, "put: { thinking.type: adaptive }\n    what: thinking that adapts, as",
         "put: { thinking.type: adapted }\n    what: thinking that adapts, as",
         "`thinking.type` may be `adapted`; near it: adaptive"),
        (RULES, "    with: { type: adaptive }", "    with: { kind: adaptive }",
         "nothing is called `kind` there"),
        (RULES, "key: thinking.budget_tokens", "key: thinking.budget", "near it: budget_tokens"),
        (RULES, "lacking: [anthropic_beta]", "lacking: [beta]", "nothing is called `beta`"),
        (RULES, "usual: 4096", "usual: 96", "`least` is 1024, and `usual` is 96"),
        (RULES, "without: [claude-opus-5-5]\n    field: maxTokens",
         "without: [gpt]\n    field: maxTokens", "no model that begins with `gpt`"),
        (RULES, "models: [claude-opus-4-5]\n    field: reasoningEffort",
         "models: [claude-opus-4-1]\n    field: reasoningEffort",
         "about a field that `effortless` leaves out"),
        (RULES, "    without: [claude]\n    what: a conversation that begins",
         "    without: claude\n    what: a conversation that begins", "must be a list of words"),
        (RULES, "url: [https, http]\n    fileId: file_\n  document",
         "url: ['https:']\n    fileId: file_\n  document", "`https:` is no scheme"),
        (RULES, "data: [application/pdf]", "data: [pdf]", "`pdf` is no type of document"),
        (RULES, "styles: { arguments: [absent", "styles: { arguments: [none", "knows no `none`"),
        (RULES, "reference: https://github.com/vercel/ai/issues/13013",
         "reference: issue 13013", "`issue 13013` is no address"),
    ],
    "gemini": [
        (RULES, "key: thoughtSignature\n", "key: thoughtSign\n",
         "nothing is called `thoughtSign` here"),
        (RULES, "spelled: [thought_signature]", "spelled: [thought_sign]", "`thought_sign` here"),
        (RULES, "holding: [mcpServers", "holding: [mcpServer", "near it: mcpServers"),
        (RULES, "    naming: [allowedFunctionNames, allowed_function_names]\n", "",
         "`names` says nothing without `naming`"),
        (RULES, "    field: topK", "    field: user", "`user`"),
        (RULES, "    least: -2147483648\n", "    least: 2147483648\n", "takes nothing"),
        (RULES, "keys: [generationConfig.thinkingConfig]", "keys: [generationConfig.thinking]",
         "near it: thinkingConfig"),
        (RULES, "unless: { presencePenalty: 0", "unless: { presencePenalty: no",
         "`presencePenalty` may be `no`"),
        ("profiles/vertex.yaml", "by: vertex", "by: vertices", "near it: vertex"),
        ("profiles/vertex.yaml", "parts: [partMetadata,", "parts: [meta,", "called `meta` here"),
        ("profiles/vertex.yaml", "reference: https://googleapis.github.io/python-genai/",
         "reference: its SDK", "`its SDK` is no address"),
    ],
    "openai_chat": [
        (RULES, "keys: [json_schema.name]", "keys: [json_schema.title]",
         "`json_schema.title` here"),
        (RULES, "says: Answer in JSON.", "says: Answer so.", "`says` does not say `json`"),
        (RULES, "messages: [tool_calls]", "messages: [calls]", "`calls` here; near it: tool_calls"),
        (RULES, "unless: [audio, function_call, content]",
         "unless: [sound]", "nothing is called `sound`"),
        (RULES, "    fields: [parallelToolCalls]\n", "", "`unparallel` demands nothing"),
        (SERVICES, "keys: [top_k]", "keys: [top_q]", "nothing is called `top_q`"),
        ("profiles/together.yaml", "  strange:\n    blocks: [file_url, image_url]\n    keys: off",
         "  strange:\n    blocks: off\n    messages: off\n    parts: off\n    keys: off",
         "`strange` demands nothing"),
        ("profiles/xai.yaml", "places: { user: [text, image] }",
         "places: { user: [text, video] }", "video"),
        ("profiles/deepseek.yaml", "    without: [deepseek-reasoner, deepseek-v4]\n", "",
         "of the kind `choice` one holds for a model"),
        (RULES, "models: [gpt-5-pro]\n", "models: [gpt-5.2-chat]\n",
         "nothing is right by `effortOfChat` and `effortOfGpt5Pro`"),
        ("profiles/deepseek.yaml", "  pictured: off",
         "  seeded:\n    kind: range\n    field: seed\n    least: 0\n    what: a seed\n"
         "    reference: https://example.com\n  pictured: off",
         "no request has a place for `seed`"),
        ("profiles/deepseek.yaml", "keys: [logprobs, top_logprobs]", "keys: [logs]",
         "nothing is called `logs`"),
        ("dialect.yaml", "untyped: { type: [string,", "untyped: { type: [text,", "no type 'text'"),
        ("dialect.yaml", "alone: { $ref: [], anyOf: [title", "alone: { $ref: [], anyOf: [titel",
         "no keyword 'titel'"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_each_planted_mistake_is_found(name: str, tmp_path: Path) -> None:
    root = copied_project(tmp_path, (name,))
    folder = root / "schemas" / name
    for file, old, new, _ in PLANTED[name]:
        text = (folder / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    found = check_project(resolve(load_project(root)))
    missed = [new for file, _, new, words in PLANTED[name]
              if not any(_tells(one, file, words) for one in found)]  # fmt: skip
    assert missed == []
    for words in ("nothing is right by", "no type", "`unparallel` demands"):
        assert sum(words in finding.what for finding in found) < 2, "told of the wire alone"


def _tells(finding: Finding, file: str, words: str) -> bool:
    """Whether a finding on a file has these words, and says what is to be done."""
    return finding.position.file.endswith(file) and words in str(finding) and bool(finding.fix)


ODD: list[Any] = [
    None, 5, 1.5, True, "", "x", "(", [], [5], [None], ["x", "x"], [[]], [{}], {}, {"a": 1},
    {"a": [1]}, {"a": {}}, float("nan"),
]  # fmt: skip
"""What may stand anywhere in a file that somebody is writing."""


@pytest.mark.parametrize("name", PLANTED)
def test_whatever_stands_in_rules_is_told_and_stops_nothing(name: str, tmp_path: Path) -> None:
    project = resolve(load_project(copied_project(tmp_path, (name,))))
    (format_,) = project.formats
    files = [format_.format.accepts, format_.format.shared, *format_.format.profiles.values()]
    for turn in range(len(ODD)):
        before = [(file, copy.deepcopy(file.document.data)) for file in files if file is not None]
        numbers = count(turn)
        for file, _ in before:
            for rows, key in [*_places(file.document.data)]:
                rows[key] = ODD[next(numbers) % len(ODD)]
        problems = [problem for rule in CHECKS for problem in rule.handler(project)]
        assert problems
        assert all(problem.fix and "\n" not in problem.what for problem in problems)
        for file, data in before:
            file.document.data = data


CHECKS = [rule for rule in CHECK_RULES if ".rule_" in rule.handler.__module__]


def _places(data: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Each place of each row, whether something stands there or may: a section and a row last."""
    for section in ("sources", "limits", "rules"):
        for row in data.get(section, {}).values():
            if isinstance(row, dict):
                kind = KINDS.get(row.get("kind", ""))
                params = {*row, *(kind.params if kind else ()), *BY_MODEL} - {"kind"}
                yield from ((row, param) for param in sorted(params))
    for place in data.get("places", {}):
        yield data["places"], place
