"""Signatures of plain values, lists and maps, and their unions."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Literal, Optional, Union

from tools.cases import case, of


class Unit(enum.Enum):
    celsius = "C"
    fahrenheit = "F"


class Level(enum.IntEnum):
    low = 1
    high = 2


@case({}, {"x": 1})
def nothing() -> None: ...


@case(*of("a", "", 5, None, True, ["a"]))
def text(x: str) -> None: ...


@case(*of(5, 5.0, 5.5, "5", " 5 ", "five", True, None, 10**30))
def integer(x: int) -> None: ...


@case(*of(5, 5.5, "5.5", "nan", None, True))
def number(x: float) -> None: ...


@case(*of(True, "true", "yes", 1, 0, 2, "maybe", None))
def boolean(x: bool) -> None: ...


@case(*of(None, "a", 1))
def null(x: None) -> None: ...


@case(*of(1, "a", None, {}, []))
def anything(x: Any) -> None: ...


@case(*of(1, "a", None))
def unannotated(x) -> None: ...  # type: ignore[no-untyped-def]


@case(*of("b", 1, None))
def with_default(x: str = "a") -> None: ...


@case({"x": "a", "y": 1}, {"x": "a"}, {"y": 1}, {"x": "a", "y": 1, "z": 2})
def two(x: str, y: int = 2) -> None: ...


@case({"x": "a", "y": 1}, {"x": "a"}, {"x": "a", "y": "b"})
def keyword_only(*, x: str, y: int = 2) -> None: ...


@case(*of(1, None, "a"))
def optional(x: Optional[int]) -> None: ...  # noqa: UP045


@case(*of(1, None, "a"))
def optional_with_default(x: int | None = None) -> None: ...


@case(*of(1, None))
def implied_optional(x: int = None) -> None: ...  # type: ignore[assignment] # noqa: RUF013


@case(*of(1, "a", 1.5, None, [], True))
def union(x: int | str) -> None: ...


@case(*of(1, "a", 1.5, None, {}))
def old_union(x: Union[int, bool, None]) -> None: ...  # noqa: UP007


@case(*of(["a"], "a", {"a": 1}, [1]))
def text_or_list(x: str | list[str]) -> None: ...


@case(*of("2026-01-02", "soon", 5))
def date_or_text(x: date | str) -> None: ...


@case(*of("C", "F", "K", "celsius", 1, None))
def enumeration(x: Unit) -> None: ...


@case(*of(1, 2, 3, "1", "low"))
def integer_enumeration(x: Level) -> None: ...


@case(*of("C", None))
def enumeration_default(x: Unit = Unit.fahrenheit) -> None: ...


@case(*of("a", "b", "c", 1))
def literal(x: Literal["a", "b"]) -> None: ...


@case(*of(1, 2, "1", True, None))
def mixed_literal(x: Literal[1, "b", None]) -> None: ...


@case(*of(["a"], [], [1], "a", None, {"a": 1}))
def list_of_text(x: list[str]) -> None: ...


@case(*of([1], ["1"], ["a"], [[1]]))
def sequence(x: Sequence[int]) -> None: ...


@case(*of([1, "a", None], "a"))
def bare_list(x: list) -> None: ...  # type: ignore[type-arg]


@case(*of([1, 1, 2], ["a"], []))
def set_of_integers(x: set[int]) -> None: ...


@case(*of([1, "a"], [1], [1, "a", 2], ["a", 1]))
def fixed_tuple(x: tuple[int, str]) -> None: ...


@case(*of([1, 2, 3], [], ["a"]))
def open_tuple(x: tuple[int, ...]) -> None: ...


@case(*of([[1], [2, 3]], [1], [["a"]]))
def nested_lists(x: list[list[int]]) -> None: ...


@case({"x": {"a": 1}, "y": 1}, {"x": {"a": "b"}, "y": 1}, {"x": [], "y": 1})
def map_of_integers(x: dict[str, int], y: int) -> None: ...


@case({"x": {"1": 1}, "y": 1}, {"x": {"a": 1}, "y": 1})
def map_by_integer(x: dict[int, int], y: int) -> None: ...


@case({"x": {"a": [1]}, "y": 1}, {"x": 5, "y": 1})
def bare_dict(x: dict, y: int) -> None: ...  # type: ignore[type-arg]


@case({"x": {"a": 1.5}, "y": 1}, {"x": {"a": "b"}, "y": 1})
def mapping(x: Mapping[str, float], y: int) -> None: ...


@case({"x": {"a": 1}, "y": 1}, {"a": 1})
def dict_with_default(x: dict[str, int] | None = None, y: int = 1) -> None: ...


@case(*of([{"a": {"b": [1]}}], [{"a": 5}]))
def list_of_maps(x: list[dict[str, dict[str, list[int]]]]) -> None: ...
