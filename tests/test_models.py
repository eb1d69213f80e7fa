"""The typed classes: one per definition, exact, and made of a schema's words as words alone."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import subprocess
import sys
import types
import typing
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from building import ROOT, real_schemas, same_json, schema_of
from toolwire_codegen.render.classes import UnrenderableError
from toolwire_codegen.render.layout import WIDTH, docstring, plain_text
from toolwire_codegen.render.models import classes_of, render_models, render_types
from toolwire_codegen.render.modules import HEADER, environment
from toolwire_codegen.render.verify import verify, verify_names

SCHEMAS = real_schemas()
ENVIRONMENT = environment(ROOT / "templates" / "python")
EXTRA = {
    "x-unknown": [1, 1.0, True, None, 2**63 + 1, {"a": -0.0}],
    "model_dump": 1,
    "model_config": None,
    "root": "r",
    "shape": {},
    "__class__": 2,
    "self": [],
}
OTHERS: list[Any] = [None, 1, 1.5, 2**63 + 1, True, "x", [], {}, [None]]


def models(name: str) -> Any:
    return importlib.import_module(f"toolwire.models.{name}")


def dumped(model: Any) -> Any:
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_definition_is_one_class_of_its_name(name: str) -> None:
    for kind in ("types", "models"):
        module = importlib.import_module(f"toolwire.{kind}.{name}")
        for definition in SCHEMAS[name]:
            assert hasattr(module, definition), f"{kind}.{name}.{definition}"
    classes = [
        found.__name__
        for _, found in inspect.getmembers(models(name), inspect.isclass)
        if found.__module__ == models(name).__name__
    ]
    assert sorted(classes) == sorted(SCHEMAS[name])


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_example_comes_back_exactly(name: str) -> None:
    for definition, schema in SCHEMAS[name].items():
        for example in schema["examples"]:
            before = copy.deepcopy(example)
            model = getattr(models(name), definition).model_validate(example)
            assert same_json(dumped(model), example), definition
            assert same_json(model.model_dump(exclude_unset=True), example), definition
            assert same_json(example, before)


@pytest.mark.parametrize("name", SCHEMAS)
def test_unknown_keys_come_back_exactly(name: str) -> None:
    for definition, schema in SCHEMAS[name].items():
        if "properties" not in schema:
            continue
        for example in schema["examples"]:
            value = {**example, **{k: v for k, v in EXTRA.items() if k not in schema["properties"]}}
            model = getattr(models(name), definition).model_validate(value)
            assert same_json(dumped(model), value), definition


def changed_examples(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The examples of a record with each property nulled, dropped, or of another type."""
    for example in schema["examples"]:
        for key in schema["properties"]:
            for value in OTHERS:
                yield {**example, key: value}
            yield {other: value for other, value in example.items() if other != key}


@pytest.mark.parametrize("name", SCHEMAS)
def test_models_accept_what_the_schema_accepts_null_included(name: str) -> None:
    counts = {True: 0, False: 0}
    for definition, schema in SCHEMAS[name].items():
        if "properties" not in schema:
            continue
        whole = {"$ref": f"#/$defs/{definition}", "$defs": SCHEMAS[name]}
        validator = jsonschema.Draft202012Validator(whole)
        for value in changed_examples(schema):
            valid = validator.is_valid(value)
            counts[valid] += 1
            try:
                model = getattr(models(name), definition).model_validate(value)
            except ValidationError as error:
                assert not valid, f"{definition} {value}: {error}"
            else:
                assert valid, f"{definition} takes {value}"
                assert same_json(dumped(model), value), definition
    assert min(counts.values()) > 100


def test_numbers_stay_what_they_are() -> None:
    request = {"messages": [], "temperature": 1, "topP": 1.0, "maxTokens": 2**63 + 1}
    model = models("intermediate").Request.model_validate(request)
    assert same_json(dumped(model), request)
    call = {"id": "c", "name": "n", "arguments": {"a": 1, "b": 1.0, "c": 2**63 + 1, "d": True}}
    model = models("intermediate").ToolCall.model_validate(call)
    assert same_json(model.arguments, call["arguments"])


def test_a_literal_takes_no_equal_value_of_another_type() -> None:
    for value in (1, 1.0):
        with pytest.raises(ValidationError):
            models("intermediate").ReasoningBlock.model_validate(
                {"kind": "reasoning", "text": "", "redacted": value}
            )


def test_fields_hold_the_arm_itself() -> None:
    intermediate = models("intermediate")
    text = {"kind": "text", "text": "hello"}
    call = {"kind": "toolCall", "toolCall": {"id": "1", "name": "n", "arguments": {}}}
    message = {"role": "assistant", "content": [text, call]}
    request = intermediate.Request.model_validate({"messages": [message]})
    assert isinstance(request.messages[0], intermediate.AssistantMessage)
    assert [type(b).__name__ for b in request.messages[0].content] == ["TextBlock", "ToolCallBlock"]
    assert request.maxTokens is None


def test_a_union_is_validated_under_its_own_name() -> None:
    result = {"kind": "data", "toolCallId": "1", "name": "n", "value": 5.0}
    model = models("intermediate").ToolResult.model_validate(result)
    assert isinstance(model.root, models("intermediate").DataResult)
    assert model.toolCallId == "1"
    assert same_json(dumped(model), result)
    assert copy.deepcopy(model) == model
    with pytest.raises(AttributeError):
        _ = model.nothing


@pytest.mark.parametrize("name", SCHEMAS)
def test_types_can_be_resolved_at_run_time(name: str) -> None:
    module = importlib.import_module(f"toolwire.types.{name}")
    for definition, schema in SCHEMAS[name].items():
        if "properties" in schema:
            found = getattr(module, definition)
            hints = typing.get_type_hints(found)
            assert set(hints) == set(schema["properties"])
            assert found.__required_keys__ <= set(schema.get("required", ())) | set(hints)


def test_using_adapters_imports_neither_pydantic_nor_types() -> None:
    code = (
        "import sys, toolwire\n"
        "for name in toolwire.FORMATS: getattr(toolwire, name)\n"
        "toolwire.tool_calls, toolwire.convert_request\n"
        "print([m for m in sys.modules if m.startswith(('pydantic', 'toolwire.types',"
        " 'toolwire.models', 'toolwire_codegen'))])"
    )
    code = f"import sys; sys.path.insert(0, {GENERATED!r})\n{code}"
    command = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


GENERATED = str(ROOT / "generated")

NASTY = [
    'ends with a quote"',
    '"""\nimport os; os.abort()\n"""',
    "'''); raise SystemExit(1) #",
    "{{ 7 * 7 }} {% raise %} {# gone #}",
    "back\\slash at the end\\",
    "\\N{DIGIT ONE} \\x41 \\",
    "tab\there, null\x00, bell\x07, line\u2028separator, \u202eoverride",
    "x" * 300,
    "\\" * 120,
    '"' * 7,
    "",
]
# As a constant, a text stands on one line.
SHORT = [text[:40] for text in NASTY]


def hostile_defs() -> dict[str, Any]:
    """Definitions whose every text tries to be code."""
    properties: dict[str, Any] = {
        f"p{n} {text}": {"const": text, "description": NASTY[n]} for n, text in enumerate(SHORT)
    }
    safe = {"kind": {"enum": SHORT, "description": NASTY[1]}, "schema": {"type": "string"}}
    return {
        "Odd": {"description": NASTY[0], "type": "object", "properties": properties},
        "Plain": {
            "description": NASTY[1],
            "type": "object",
            "required": ["kind"],
            "properties": {
                **safe,
                "str": {"type": "integer", "description": "A name that annotations use."},
                "list": {"type": "array", "items": {"type": "string"}},
                "model_dump": {"type": ["integer", "null"]},
                "Odd": {"$ref": "#/$defs/Odd"},
                "_private": {"type": "string"},
                "class": {"type": "string"},
            },
        },
        "Other": {
            "description": "{{ 7 * 7 }}",
            "type": "object",
            "not": {"properties": {"kind": {"enum": SHORT}}, "required": ["kind"]},
        },
        "Either": {
            "description": "\\",
            "anyOf": [{"$ref": "#/$defs/Plain"}, {"$ref": "#/$defs/Other"}],
        },
    }


def executed(text: str, name: str, package: str | None = None) -> types.ModuleType:
    module = types.ModuleType(name)
    if package is not None:
        module.__package__ = package
    sys.modules[name] = module
    exec(compile(text, name, "exec"), module.__dict__)
    return module


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str, Any, Any]]:
    schema = schema_of(hostile_defs())
    typed = render_types(ENVIRONMENT, schema, classes_of(schema), NASTY[1])
    modelled = render_models(ENVIRONMENT, schema, classes_of(schema), NASTY[1])
    base = ENVIRONMENT.get_template("models_base.py.jinja").render(header=HEADER)
    package = types.ModuleType("hostile")
    package.__path__ = []
    names = ("hostile", "hostile.types", "hostile.models", "hostile._base")
    sys.modules["hostile"] = package
    executed(base, "hostile._base", "hostile")
    yield (
        typed,
        modelled,
        executed(typed, "hostile.types"),
        executed(modelled, "hostile.models", "hostile"),
    )
    for name in names:
        sys.modules.pop(name, None)


def test_hostile_text_stays_text(made: tuple[str, str, Any, Any]) -> None:
    typed, modelled, type_module, model_module = made
    for text in (typed, modelled):
        # A constant cannot be broken; everything else is.
        assert all(len(line) <= WIDTH or '"' in line for line in text.split("\n"))
        assert "49" not in text
    for module in (type_module, model_module):
        for name, definition in hostile_defs().items():
            if isinstance(getattr(module, name), type):
                doc = getattr(module, name).__doc__ or ""
                expected = plain_text(definition["description"])
                if doc and "properties" in definition and module is model_module:
                    assert "".join(doc.split()) == "".join(expected.split())
    assert set(type_module.Odd.__annotations__) == set(hostile_defs()["Odd"]["properties"])


def test_hostile_keys_and_constants_are_validated_as_they_are(
    made: tuple[str, str, Any, Any],
) -> None:
    model_module = made[3]
    odd = {key: schema["const"] for key, schema in hostile_defs()["Odd"]["properties"].items()}
    for kind in SHORT:
        value = {
            "kind": kind, "schema": "s", "str": 1, "list": ["a"], "model_dump": None, "Odd": odd,
            "_private": "p", "class": "c",
        }  # fmt: skip
        for name in ("Plain", "Either"):
            assert same_json(dumped(getattr(model_module, name).model_validate(value)), value)
    for wrong in ({"kind": "none of these"}, {"kind": SHORT[0], "str": "1"}, {}):
        with pytest.raises(ValidationError):
            model_module.Plain.model_validate(wrong)
    # A known tag with a broken rest is not an unknown arm.
    with pytest.raises(ValidationError):
        model_module.Either.model_validate({"kind": SHORT[0], "str": "1"})
    assert same_json(dumped(model_module.Either.model_validate({"kind": "new"})), {"kind": "new"})


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("indent", [0, 4, 8])
def test_a_docstring_says_its_text_and_nothing_else(text: str, indent: int) -> None:
    literal = docstring(text, indent)
    assert all(indent * (n == 0) + len(line) <= WIDTH for n, line in enumerate(literal.split("\n")))
    written = ast.literal_eval(literal)
    assert "".join(written.split()) == "".join(plain_text(text).split())


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + "\nimport os\n",
        lambda text: text + "\nprint(1)\n",
        lambda text: text.replace("The one.", "Another."),
        lambda text: text.replace('"red"', '"blue"'),
        lambda text: text.replace('"red"', 'f"{exit()}"'),
        lambda text: text.replace('"red"', '"red'),
    ],
)
def test_the_proof_notices_any_other_text(change: Any) -> None:
    defs = {
        "One": {
            "description": "The one.",
            "type": "object",
            "properties": {"colour": {"const": "red", "description": "Its colour."}},
        }
    }
    schema = schema_of(defs)
    text = render_types(ENVIRONMENT, schema, classes_of(schema), "One")
    verify(text, defs, "One")
    assert change(text) != text
    with pytest.raises(UnrenderableError):
        verify(change(text), defs, "One")


@pytest.mark.parametrize(
    "text",
    [
        "from ._codecs import missing_id\nfrom .calls import missing_id",
        "import a as FORMAT\nFORMAT = 1",
        "KEYS: set = 1\nif 1:\n    def KEYS(): pass",
    ],
)
def test_a_name_that_would_hide_another_is_refused(text: str) -> None:
    verify_names(text.splitlines()[0], "One")
    with pytest.raises(UnrenderableError, match="would be called"):
        verify_names(text, "One")


@pytest.mark.parametrize("name", ["Any", "Model", "list", "str"])
def test_a_definition_that_would_hide_a_name_is_refused(name: str) -> None:
    defs = {name: {"type": "object", "properties": {"a": {"type": "string"}}}}
    with pytest.raises(UnrenderableError, match=name):
        classes_of(schema_of(defs))


def test_a_union_that_contains_itself_is_its_class() -> None:
    defs = {
        "Json": {
            "description": "Any of these.",
            "anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/Json"}}],
        },
        "Holder": {
            "description": "Holds one.",
            "type": "object",
            "properties": {"json": {"$ref": "#/$defs/Json"}},
        },
    }
    schema = schema_of(defs)
    text = render_models(ENVIRONMENT, schema, classes_of(schema), "Made")
    assert "json_: Maybe[Json]" in text
