"""Signatures of constrained and validated values, and of what JSON writes as text."""

from __future__ import annotations

import uuid
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, NewType

import annotated_types
from pydantic import (
    AfterValidator,
    AnyUrl,
    BeforeValidator,
    Field,
    NonNegativeInt,
    PositiveInt,
    StrictInt,
)

from tools.cases import case, of

UserId = NewType("UserId", int)


def even(value: int) -> int:
    if value % 2:
        raise ValueError("not even")
    return value


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
