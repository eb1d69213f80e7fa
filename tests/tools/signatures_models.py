"""Signatures of models, dataclasses and typed dicts, generic and recursive."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Generic, Literal, NamedTuple, NotRequired, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator
from typing_extensions import TypedDict

from tools.cases import case, of


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


@case(*of({"name": "Oslo"}, 5, {"people": 1}, "a"))
def model_or_integer(x: City | int) -> None: ...


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
