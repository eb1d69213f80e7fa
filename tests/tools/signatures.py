"""Functions of many signatures, each with arguments that a model may write for it.

Three frameworks read them: toolwire, pydantic-ai and the OpenAI Agents SDK (see ``peers.py``).
"""

from __future__ import annotations

import enum
import functools
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    NotRequired,
    Optional,
    TypeVar,
    Union,
)

import annotated_types
from pydantic import (
    AfterValidator,
    AnyUrl,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    StrictInt,
    model_validator,
)
from typing_extensions import TypedDict

Arguments = dict[str, Any]
CASES: dict[str, tuple[Callable[..., Any], tuple[Arguments, ...]]] = {}


def case(*inputs: Arguments) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def kept(function: Callable[..., Any]) -> Callable[..., Any]:
        inner = function.func if isinstance(function, functools.partial) else function
        CASES[getattr(inner, "__name__", type(inner).__name__)] = (function, inputs)
        return function

    return kept


def of(*values: Any) -> tuple[Arguments, ...]:
    """Arguments for the one parameter ``x``, and none at all."""
    return (*({"x": value} for value in values), {})


class Unit(enum.Enum):
    celsius = "C"
    fahrenheit = "F"


class Level(enum.IntEnum):
    low = 1
    high = 2


class City(BaseModel):
    """A city."""

    name: str
    people: int = 0


class Strict(BaseModel):
    model_config = ConfigDict(strict=True)
    day: date
    count: int


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    name: str


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str


class Aliased(BaseModel):
    name: str = Field(alias="fullName")


class Tree(BaseModel):
    value: int
    children: list[Tree] = []


class Range(BaseModel):
    low: int
    high: int

    @model_validator(mode="after")
    def ordered(self) -> Range:
        if self.low > self.high:
            raise ValueError("low is above high")
        return self


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    tricks: list[str]


T = TypeVar("T")


class Page(BaseModel, Generic[T]):
    items: list[T]
    next: str | None = None


@dataclass
class Point:
    x: float
    y: float = 0.0


@dataclass
class Linked:
    value: int
    rest: Linked | None = None
    notes: list[str] = field(default_factory=list)


class Movie(TypedDict):
    title: str
    year: NotRequired[int]


class Pair(NamedTuple):
    left: int
    right: str


UserId = NewType("UserId", int)


def even(value: int) -> int:
    if value % 2:
        raise ValueError("not even")
    return value


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


@case(*of({"name": "Oslo"}, 5, {"people": 1}, "a"))
def model_or_integer(x: City | int) -> None: ...


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


@case(
    {"x": {"name": "Oslo"}, "y": 1},
    {"x": {"name": "Oslo", "people": "many"}, "y": 1},
    {"x": {}, "y": 1},
    {"x": {"name": "Oslo", "country": "NO"}, "y": 1},
    {"x": "Oslo", "y": 1},
)
def model(x: City, y: int) -> None: ...


@case({"x": {"name": "Oslo"}}, {"name": "Oslo"}, {"x": {}}, {"x": 1})
def model_alone(x: City) -> None: ...


@case({"x": [{"name": "Oslo"}]}, {"x": [{"name": 5}]}, {"x": [{"name": "Oslo", "zip": 1}]})
def list_of_models(x: list[City]) -> None: ...


@case({"x": {"day": "2026-01-02", "count": 1}, "y": 1}, {"x": {"day": "x", "count": "1"}, "y": 1})
def strict_model(x: Strict, y: int) -> None: ...


@case({"x": {"name": "a", "more": 1}, "y": 1}, {"x": {}, "y": 1}, {"x": {"name": "a"}, "z": 1})
def open_model(x: Open, y: int = 1) -> None: ...


@case({"x": {"name": "a", "more": 1}, "y": 1}, {"x": {"name": "a"}, "y": 1})
def closed_model(x: Closed, y: int) -> None: ...


@case({"x": {"fullName": "a"}, "y": 1}, {"x": {"name": "a"}, "y": 1})
def aliased_model(x: Aliased, y: int) -> None: ...


@case(
    {"x": {"value": 1, "children": [{"value": 2}]}, "y": 1},
    {"x": {"value": 1, "children": [{"value": "b"}]}, "y": 1},
    {"x": {"value": 1, "children": [{"value": 2, "z": 1}]}, "y": 1},
)
def recursive_model(x: Tree, y: int) -> None: ...


@case({"x": {"low": 1, "high": 2}, "y": 1}, {"x": {"low": 2, "high": 1}, "y": 1})
def validated_model(x: Range, y: int) -> None: ...


@case(
    *of({"kind": "cat", "lives": 9}, {"kind": "dog", "tricks": []}, {"kind": "cow"}, {"lives": 9})
)
def tagged_union(x: Annotated[Cat | Dog, Field(discriminator="kind")]) -> None: ...


@case(*of({"kind": "cat", "lives": 9}, {"kind": "dog", "tricks": [1]}, {"kind": "cow"}))
def untagged_union(x: Cat | Dog) -> None: ...


@case({"x": {"items": [1]}, "y": 1}, {"x": {"items": ["a"]}, "y": 1}, {"x": {}, "y": 1})
def generic_model(x: Page[int], y: int) -> None: ...


@case({"x": {"items": [{"name": "a"}]}, "y": 1}, {"x": {"items": [{}]}, "y": 1})
def generic_of_models(x: Page[City], y: int) -> None: ...


@case({"x": 1}, {"x": "a"}, {})
def type_variable(x: T) -> None: ...


@case({"x": {"x": 1}, "y": 1}, {"x": {"x": "a"}, "y": 1}, {"x": {"x": 1, "z": 1}, "y": 1})
def plain_dataclass(x: Point, y: int) -> None: ...


@case({"x": {"value": 1, "rest": {"value": 2}}, "y": 1}, {"x": {"value": 1, "rest": 5}, "y": 1})
def recursive_dataclass(x: Linked, y: int) -> None: ...


@case({"x": {"title": "a"}, "y": 1}, {"x": {"year": 1}, "y": 1}, {"x": {"title": "a", "z": 1}})
def typed_dict(x: Movie, y: int = 1) -> None: ...


@case(*of([1, "a"], {"left": 1, "right": "a"}, [1]))
def named_tuple(x: Pair) -> None: ...


@case(*of(5, 0, -1, "a"))
def positive(x: PositiveInt) -> None: ...


@case(*of(1, 10, 11, 0))
def bounded(x: Annotated[int, Field(ge=1, le=10)]) -> None: ...


@case(*of(1, 10, 11, 0))
def bounded_default(x: Annotated[int, Field(ge=1, le=10, description="Few")] = 3) -> None: ...


@case(*of(1, 0))
def field_default(x: int = Field(default=5, ge=1)) -> None: ...


@case(*of("ab", "a", "abcd"))
def length(x: Annotated[str, annotated_types.Len(2, 3)]) -> None: ...


@case(*of("a1", "1a"))
def pattern(x: Annotated[str, Field(pattern="^[a-z][0-9]$")]) -> None: ...


@case(*of([1], [], [1, 2, 3]))
def few(x: Annotated[list[int], Field(min_length=1, max_length=2)]) -> None: ...


@case(*of(2, 3, "2"))
def validated(x: Annotated[int, AfterValidator(even)]) -> None: ...


@case(*of(" a ", 5))
def validated_before(x: Annotated[str, BeforeValidator(str)]) -> None: ...


@case(*of(5, "5", 5.0))
def strict_integer(x: StrictInt) -> None: ...


@case(*of([0, 1], [-1]))
def annotated_items(x: list[NonNegativeInt]) -> None: ...


@case(*of("2026-01-02T03:04:05Z", "2026-01-02", 0, "now"))
def moment(x: datetime) -> None: ...


@case(*of("2026-01-02", "2026-02-30", 0))
def day(x: date) -> None: ...


@case(*of("10:30", "25:00"))
def clock(x: time) -> None: ...


@case(*of("PT1H", 60, "an hour"))
def duration(x: timedelta) -> None: ...


@case(*of("1.10", 1.1, "a"))
def decimal(x: Decimal) -> None: ...


@case(*of("12345678-1234-5678-1234-567812345678", "x"))
def identifier(x: uuid.UUID) -> None: ...


@case(*of("https://example.org/a", "nowhere"))
def url(x: AnyUrl) -> None: ...


@case(*of("/tmp/a", 5, ""))
def path(x: Path) -> None: ...


@case(*of("abc", 5))
def binary(x: bytes) -> None: ...


@case(*of(1, "a"))
def new_type(x: UserId) -> None: ...


@case({"schema": "a", "json": 1, "copy": True}, {"schema": 5}, {"json": 1})
def names_of_models(schema: str, json: int = 1, copy: bool = False) -> None: ...


@case({"model_config": "a"}, {"model_config": 1})
def name_of_config(model_config: str) -> None: ...


@case({"_x": 1}, {"x": 1})
def underscore(_x: int) -> None: ...


@case({"x": 1}, {"x": "a"}, {"x": 1, "args": [2]})
def variadic(x: int, *args: int) -> None: ...


@case({"x": 1}, {"x": 1, "y": 2}, {"x": 1, "kwargs": {"y": 2}})
def keywords(x: int, **kwargs: int) -> None: ...


@case({"x": 1, "y": 2}, {"y": 2})
def positional_only(x: int, /, y: int = 1) -> None: ...


@case({"x": 1}, {"x": 1, "y": 5}, {})
def partly(x: int, y: int) -> None: ...


CASES["partly"] = (functools.partial(partly, y=2), CASES["partly"][1])


@case({"x": 1}, {"x": "a"})
async def asynchronous(x: int) -> None: ...


class Holder:
    def method(self, x: int, y: str = "a") -> None: ...

    @classmethod
    def class_method(cls, x: int) -> None: ...

    @staticmethod
    def static_method(x: int) -> None: ...


case({"x": 1}, {"x": "a"}, {"self": 1, "x": 1})(Holder().method)
case({"x": 1}, {"x": "a"})(Holder.class_method)
case({"x": 1}, {"x": "a"})(Holder.static_method)


class Unknown:
    pass


@case({"x": 1})
def no_schema(x: Unknown) -> None: ...


@case({"x": 1})
def function_argument(x: Callable[[int], int]) -> None: ...
