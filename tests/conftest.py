"""Its place makes the modules beside it importable from every test below."""

import gc
import os
import ssl
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from compiled import Package
from golden_wires import changed
from toolwire_codegen.load import project
from toolwire_codegen.load.findings import Finding
from toolwire_codegen.load.schema import Schema


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


MANY = 40
"""So many schemas are remembered."""


@pytest.fixture(autouse=True, scope="session")
def schemas_read_once() -> Iterator[None]:
    """Most projects of the tests differ in their transforms: the same schema is read once."""
    read: dict[tuple[str, bytes], Schema] = {}
    read_anew = project._schema

    def known(path: Path, shown: str, findings: list[Finding]) -> Schema | None:
        key = shown, path.read_bytes() if path.is_file() else b""
        if key not in read:
            before = len(findings)
            found = read_anew(path, shown, findings)
            if found is None or len(findings) > before:
                return found
            if len(read) >= MANY:
                read.clear()
            read[key] = found
        return read[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project, "_schema", known)
        yield


@pytest.fixture(autouse=True, scope="session")
def certificates_read_once() -> Iterator[None]:
    """Each client of an SDK reads them anew, and none of the tests speaks to a server with any."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
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
