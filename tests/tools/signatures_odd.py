"""Functions of every kind and shape, and some that cannot be tools."""

from __future__ import annotations

import functools
from collections.abc import Callable

from tools.cases import CASES, case


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
