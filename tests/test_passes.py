"""Passes change no answer: any of them left out, and all of them, say what the whole table says.

Answers are what is read, written, reported as lost and refused, of bodies and values as they should
be and with something odd at one place after the other, and what streams tell and when.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from building import read_once
from compiled import Package, undefined_names
from dice import Dice
from formats import EVERY as OURS
from formats import having, part
from golden_wires import changed
from mutants.golden import bodies
from mutants.small_wires import small_wire
from samples import ALL, ROOT, copied
from splitting import split, streamable
from stream_samples import adorned, rich
from toolwire_codegen.plan.passes import PASSES

Json = Any
GOLDEN = ROOT / "tests" / "golden" / "adapter"
PROJECTS = {name: one for one in map(read_once, (ROOT, GOLDEN)) for name in one.formats}
EVERY = frozenset(PASSES)
HALVES = frozenset([*PASSES][::2]), frozenset([*PASSES][1::2])
"""Left out together, they show on large wires what each alone shows on a few small ones."""
WIDE = ("gazette", "ticker")
"""Small wires that use most of the language: what a pass does shows on one of them."""
FEW = 32
"""Of this many fixtures one has something odd in each of its places: the rest is much the same."""
PLACES = 150
"""In so many places of a stream there is something odd, one after the other."""
ODD: tuple[Json, ...] = (5, True, None, "", "hot", [], ["x"], {}, {"a": 1}, [{}], "call_1")


class Compiler:
    """Adapters of one package, each compiled once."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.adapter = cache(self._adapter)

    def _adapter(self, name: str, without: frozenset[str] = frozenset()) -> ModuleType:
        """The adapter of a format, with some passes left out."""
        passes = {one: PASSES[one] for one in PASSES if one not in without}
        _, module = self.package.add(PROJECTS[name], name, passes)
        if without in (frozenset(), EVERY):
            assert undefined_names(module) == set()
        return module


@pytest.fixture(scope="module")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compiler]:
    package = Package(tmp_path_factory.mktemp("passes"), "passes_off")
    yield Compiler(package)
    package.close()


# -- answers


def answer(convert: Callable[[], Json]) -> Json:
    """What a conversion gives; a refusal is an answer too, but for words that Python put in."""
    try:
        return convert()
    except ValueError as error:
        refusal: Any = error
        if type(error).__name__ != "ToolwireError":
            raise
        return {"refused": [refusal.pointer, refusal.code, refusal.expected.partition(" (")[0]]}


def of_body(module: ModuleType, entry: str, body: Json) -> Json:
    return answer(lambda: getattr(module, f"decode_{entry}")(body))


def of_value(module: ModuleType, entry: str, value: Json) -> Json:
    written = answer(lambda: getattr(module, f"encode_{entry}")(value, on_loss="ignore"))
    if "refused" in written:  # of what is not written nothing is lost
        return [written]
    return [written, answer(lambda: lost(module, entry, value))]


def lost(module: ModuleType, entry: str, value: Json) -> list[str]:
    return [str(loss) for loss in getattr(module, f"losses_{entry}")(value)]


def of_stream(module: ModuleType, events: list[Json]) -> Json:
    """What a stream tells, each with the number of events it took."""
    log: list[str] = []
    taken = 0

    def source() -> Iterator[Json]:
        nonlocal taken
        for event in events:
            taken += 1
            yield event

    def listened() -> None:
        for event in module.decode_stream(source()):
            log.append(f"{taken} {as_text(event)}")  # as it is now

    return [answer(listened), log]


def of_told_stream(module: ModuleType, decoded: list[Json]) -> Json:
    return answer(lambda: [*module.encode_stream(decoded)])


# -- cases


def odd(value: Json, dice: Dice, each: int) -> Iterator[str]:
    """A value with other things at one place after the other, ``each`` of them; the place."""
    if not each:
        return
    for key, right in list(value.items() if type(value) is dict else enumerate(value)):
        for wrong in dice.sample(ODD, each):
            value[key] = copied(wrong)
            yield f"/{key}: {wrong!r}"
        value[key] = right
        if type(value) is dict:
            del value[key]
            yield f"/{key}: absent"
            value[key] = right
        if type(right) in (dict, list):
            yield from (f"/{key}{place}" for place in odd(right, dice, each))
    if type(value) is dict:
        value["x_more"] = 1
        yield "/x_more"
        del value["x_more"]


class Case(NamedTuple):
    """A body, the value that it is read as, and how many odd things are put in each place."""

    name: str
    entry: str
    body: Json
    value: Json
    each: int


def cases(module: ModuleType, name: str) -> Iterator[Case]:
    """The bodies of a format, and what they are read as."""
    if name in OURS:
        mine = [fixture for fixture in ALL if fixture.format == name]
        found = [(str(f), f.entry, f.payload, int(n % FEW == 0)) for n, f in enumerate(mine)]
    else:
        found = [(entry, entry, body, 1) for entry, body in bodies(PROJECTS[name], name)]
    for title, entry, body, each in found:
        value = of_body(module, entry, copied(body))
        yield Case(title, entry, copied(body), value, each)


def golden(name: str, kind: str) -> Json:
    return json.loads((GOLDEN / "payloads" / name / f"{kind}.json").read_text(encoding="utf-8"))


def streams(name: str) -> list[list[Json]]:
    """Streams of a format; the first has all that is hard to tell."""
    if PROJECTS[name].formats[name].transform.stream is None:
        return []
    if name not in OURS:
        return [golden(name, "events")]
    candidates = [
        streamable(name, f.payload) for f in ALL if (f.format, f.kind) == (name, "replies")
    ]
    found = [rich(name), *(body for body in candidates if body is not None)]
    return [split(name, body, Dice(number)) for number, body in enumerate(found)]


def unlike(one: ModuleType, other: ModuleType, case: Case) -> Iterator[str]:
    """Where two adapters of one format give other answers."""
    for what, ask, given in (("read", of_body, case.body), ("written", of_value, case.value)):
        for place in chain([""], odd(given, Dice(case.name), case.each)):
            answers = [ask(module, case.entry, given) for module in (one, other)]
            alike = as_text(answers[0]) == as_text(answers[1])
            if not alike and not (what == "written" and mended(answers)):
                yield f"{case.name}{place} is {what} otherwise"


def mended(answers: list[Json]) -> bool:
    """Whether rules have mended a value that one of the adapters finds wrong as it was given.

    They write the same, and whether a place is looked at where nothing is lost is not decided.
    """
    written, lost = zip(*(one if len(one) == 2 else [one, []] for one in answers), strict=True)
    return as_text(written[0]) == as_text(written[1]) and any("refused" in one for one in lost)


def as_text(answer: Json) -> str:
    """An answer as a text; the keys of its objects have no order."""
    return json.dumps(answer, sort_keys=True)


@pytest.mark.parametrize("name", sorted(PROJECTS))
def test_without_passes_every_body_and_every_value_has_the_same_answers(
    name: str, compiler: Compiler
) -> None:
    usual, other = compiler.adapter(name), compiler.adapter(name, EVERY)
    assert [place for case in cases(usual, name) for place in unlike(usual, other, case)] == []


@pytest.mark.parametrize(
    ("name", "without"),
    [
        *((name, HALVES[number % 2]) for number, name in enumerate(OURS[::2])),
        *((WIDE[at % len(WIDE)], frozenset([one])) for at, one in enumerate(PASSES)),
    ],
    ids=lambda one: one if type(one) is str else f"without {', '.join(sorted(one))}",
)
def test_without_some_passes_all_has_the_same_answers(
    name: str, without: frozenset[str], compiler: Compiler
) -> None:
    usual, other = compiler.adapter(name), compiler.adapter(name, without)
    found = [case._replace(each=0 if name in OURS else 1) for case in cases(usual, name)]
    assert [place for case in found for place in unlike(usual, other, case)] == []
    assert [events for events in streams(name) if told_otherwise(usual, other, events)] == []


@pytest.mark.parametrize("name", [name for name in sorted(PROJECTS) if streams(name)])
def test_without_passes_every_stream_tells_the_same(name: str, compiler: Compiler) -> None:
    usual, other = compiler.adapter(name), compiler.adapter(name, EVERY)
    dice, given = Dice(name), streams(name)
    strange = [[adorned(event, dice) for event in events] for events in given * 3]
    assert [events for events in given + strange if told_otherwise(usual, other, events)] == []
    decoded = [[*usual.decode_stream(events)] for events in given]
    written = [[of_told_stream(one, events) for events in decoded] for one in (usual, other)]
    assert as_text(written[0]) == as_text(written[1])
    assert [*odd_ones(given[0], dice, 1, usual, other)] == []


@pytest.mark.parametrize("name", having("bench_stream"))
def test_without_passes_what_comes_among_many_pieces_tells_the_same(
    name: str, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "bench"))
    usual, other = compiler.adapter(name), compiler.adapter(name, EVERY)
    dice, write = Dice(name), part(name, "bench_stream").stream
    events = [*write(['{"a":"bc"}', '{"a":[10]}'], "Hi there", 3)]
    keys = {key for event in events for key in event}
    # Some services send null for all that an event does not say.
    for given in events, [{**dict.fromkeys(sorted(keys)), **event} for event in events]:
        assert not told_otherwise(usual, other, given)
        assert [*odd_ones(given, dice, 2, usual, other)] == []


def odd_ones(
    events: list[Json], dice: Dice, each: int, one: ModuleType, other: ModuleType
) -> Iterator[str]:
    """Where something odd in a stream makes two adapters tell it otherwise; not everywhere."""
    step = 1 + sum(1 for _ in odd(events, Dice("count"), each)) // PLACES
    for number, place in enumerate(odd(events, dice, each)):
        if number % step == 0 and told_otherwise(one, other, events):
            yield place


def told_otherwise(one: ModuleType, other: ModuleType, events: list[Json]) -> bool:
    """Whether two adapters of one format make different things of a stream."""
    return as_text(of_stream(one, events)) != as_text(of_stream(other, events))


@pytest.mark.parametrize("number", range(2))
def test_without_passes_random_wires_give_the_same_answers(
    number: int, compiler: Compiler, tmp_path: Path
) -> None:
    project, name = small_wire(random.Random(f"passes {number}"), tmp_path, steps=2)
    usual = compiler.package.add(project, name)[1]
    other = compiler.package.add(project, name, {})[1]
    assert [place for case in cases(usual, name) for place in unlike(usual, other, case)] == []
    assert not told_otherwise(usual, other, golden(name, "events"))


LACKING = {
    "relay": [
        ('"required": ["type", "id", "tool", "input"]', '"required": ["type", "id", "input"]'),
        ("name: tool\n    (arguments", "name: tool | default(0)\n    (arguments"),
        ('"required": ["type", "text"],\n      "properties": {\n        "type": {"const": "text"},'
         '\n        "text": {"type": "string"},\n        "notes"',
         '"required": ["type"],\n      "properties": {\n        "type": {"const": "text"},'
         '\n        "text": {"type": "string"},\n        "notes"'),
        ("text: text | nonempty(drop)", "text: text | default(0)"),
    ],
    "gazette": [
        ('"required": ["name"],\n      "properties": {\n        "id"',
         '"properties": {\n        "id"'),
        ("name: call.name\n", "name: call.name | default(0)\n"),
    ],
}  # fmt: skip
"""Rows of wires that something stands in for where they lack a key, and their keys."""


@pytest.mark.parametrize("name", LACKING)
@pytest.mark.parametrize("value", ['""', "hot"])
def test_a_value_that_stands_for_an_absent_one_is_not_plain(
    value: str, name: str, compiler: Compiler, tmp_path: Path
) -> None:
    changes = [(old, new.replace("(0)", f"({value})")) for old, new in LACKING[name]]
    project = changed(name, changes, tmp_path)
    usual = compiler.package.add(project, name)[1]
    other = compiler.package.add(project, name, {})[1]
    found = [case._replace(each=4) for case in cases(usual, name)]
    assert [place for case in found for place in unlike(usual, other, case)] == []
