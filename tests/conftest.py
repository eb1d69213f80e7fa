"""Its place makes the modules beside it importable from every test below."""

import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest

from compiled import Package
from golden_wires import changed


@pytest.fixture(autouse=True, scope="session")
def memory_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the compiler remembers between runs is neither taken from the user nor left to him.

    The processes of one run of the tests share it.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("CI", raising=False)
        base = tmp_path_factory.getbasetemp()
        shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
        patch.setenv("XDG_CACHE_HOME", str(shared / "cache"))
        yield


@pytest.fixture(scope="session")
def pager(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The adapters of a golden wire that has much of what is rare."""
    package = Package(tmp_path_factory.mktemp("package"), "pager_adapters")
    yield package.add(changed("pager", [], tmp_path_factory.mktemp("pager")), "pager")[1]
    package.close()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write expected outputs of golden cases")


# Nothing that is imported is garbage, and of what the tests make little goes in circles.
gc.disable()
SELDOM = 200_000
"""So many more objects are made than let go before garbage is looked for."""


def pytest_collection_finish() -> None:
    """What was collected stays to the end: no collection of garbage need look at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM, 10, 10)
    gc.enable()
