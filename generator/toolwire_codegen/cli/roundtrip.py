"""Law 1 over recorded traffic: does what was decoded and encoded again come back exactly?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .inputs import Payload, Problem

EXACT, INEXACT, REFUSED = "exact", "inexact", "refused"
KINDS = ("requests", "replies", "error bodies")
SHOWN = 20


@dataclass
class Tally:
    """How many came back how, and what differed."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    paths: Counter[tuple[str, str]] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)

    @property
    def all_exact(self) -> bool:
        return all(how == EXACT for _, how in self.counts)

    def lines(self) -> Iterator[str]:
        """The report."""
        yield f"{'':14}" + "".join(f"{how:>9}" for how in (EXACT, INEXACT, REFUSED))
        for kind in KINDS:
            numbers = [self.counts[kind, how] for how in (EXACT, INEXACT, REFUSED)]
            yield f"{kind:14}" + "".join(f"{number:9}" for number in numbers)
        for title, counter in (
            ("differing paths", {f"{p or '/'}  {how}": n for (p, how), n in self.paths.items()}),
            ("reasons of refusal", dict(self.refusals)),
        ):
            ranked = sorted(counter.items(), key=lambda item: (-item[1], item[0]))
            if ranked:
                yield f"\n{title}, commonest first:"
            yield from (f"{count:7}  {text}" for text, count in ranked[:SHOWN])
            if len(ranked) > SHOWN:
                yield f"         … and {len(ranked) - SHOWN} more"


def bodies(record: Payload) -> Iterator[tuple[str, Any]]:
    """(kind, body) of a record's request and reply. Raises Problem if it is no record."""
    value = record.value
    if not isinstance(value, dict) or not {"request", "response"} & set(value):
        raise Problem(f'{record.place}: not a record: it has neither "request" nor "response"')
    if value.get("request") is not None:
        yield "requests", value["request"]
    if value.get("response") is not None:
        status = value.get("status")
        failed = isinstance(status, int) and status >= 400
        yield "error bodies" if failed else "replies", value["response"]


def count(tally: Tally, format_: Any, errors: type[Exception], record: Payload) -> None:
    """Add a record's round trips to the tally. Raises Problem if it is no record."""
    for kind, body in bodies(record):
        entry = "request" if kind == "requests" else "response"
        decode, encode = (getattr(format_, f"{verb}_{entry}") for verb in ("decode", "encode"))
        try:
            result = encode(decode(body))
        except errors as error:
            tally.counts[kind, REFUSED] += 1
            pointer, _, rest = str(error).partition(": ")
            tally.refusals[f"{starred(pointer)}: {rest}"] += 1
            continue
        except Exception as error:  # a fault of the adapters, which the report is to show
            tally.counts[kind, INEXACT] += 1
            tally.paths["", f"raised {type(error).__name__}: {error}"] += 1
            continue
        found = set(differences(body, result))
        tally.counts[kind, INEXACT if found else EXACT] += 1
        tally.paths.update(found)


def starred(pointer: str) -> str:
    """A JSON Pointer with list positions as ``*``."""
    return "/".join("*" if part.isdecimal() else part for part in pointer.split("/"))


def differences(before: Any, after: Any) -> Iterator[tuple[str, str]]:
    """(path, what) of each place where two JSON values differ; positions in lists are ``*``.

    1, 1.0 and true are three values, and so are null and nothing.
    """
    todo = [(before, after, "")]
    while todo:
        one, other, path = todo.pop()
        if type(one) is not type(other):
            yield path, f"{_name(one)} became {_name(other)}"
        elif isinstance(one, dict):
            for key in one.keys() | other.keys():
                inner = f"{path}/{key}"
                if key not in other:
                    yield inner, "is missing"
                elif key not in one:
                    yield inner, "was added"
                else:
                    todo.append((one[key], other[key], inner))
        elif isinstance(one, list):
            if len(one) != len(other):
                yield path, f"{'fewer' if len(other) < len(one) else 'more'} items"
            todo.extend((a, b, f"{path}/*") for a, b in zip(one, other, strict=False))
        elif repr(one) != repr(other):
            yield path, "another value"


def _name(value: Any) -> str:
    names = {
        dict: "object", list: "list", str: "string", bool: "boolean", int: "integer",
        float: "fraction", type(None): "null",
    }  # fmt: skip
    return names.get(type(value), type(value).__name__)
