"""What a command reads: the project, the generated package, payloads. Bad input is a Problem."""

from __future__ import annotations

import difflib
import hashlib
import importlib.util
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import click

from .sse import BrokenTextError, looks_like_events, read_events

MARK = Path("schemas/intermediate.schema.json")
GENERATED = Path("generated/toolwire")


class Problem(click.ClickException):
    """One line on stderr and exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"toolwire: {one_line(self.message)}", file=file or sys.stderr)


@dataclass(frozen=True)
class Payload:
    """A JSON value, and where it was read: ``file`` or ``file:line``.

    ``sse``: it was read from server-sent events, as a record that has only ``events``. ``fault``
    says why a line among others has no value.
    """

    place: str
    value: Any
    sse: bool = False
    fault: str = ""


def one_line(text: str) -> str:
    """The text with nothing in it that could start a line or drive a terminal."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def nearest(word: str, words: Iterable[str]) -> str:
    """`` (did you mean …?)``, or a list of what there is."""
    names = sorted(words)
    found = difflib.get_close_matches(word, names, 1, 0.5)
    return f"; did you mean {found[0]}?" if found else f"; there are {', '.join(names)}"


def project_root(given: str | None) -> Path:
    """The root named by ``--root``, or the nearest one upwards. Raises Problem."""
    if given is not None:
        if (Path(given) / MARK).parent.is_dir():
            return Path(given)
        raise Problem(f"{given} is not a toolwire project: it has no {MARK}")
    root = find_root()
    if root is None:
        raise Problem(f"no toolwire project here or above: nothing has {MARK}; see --root")
    return root


def find_root() -> Path | None:
    """The nearest folder upwards that is a toolwire project."""
    here = Path.cwd()
    return next((path for path in (here, *here.parents) if (path / MARK).is_file()), None)


def package_folder(given: str | None) -> Path:
    """The generated package: of the project, or the installed one. Raises Problem."""
    root = project_root(given) if given is not None else find_root()
    if root is not None:
        if (root / GENERATED / "__init__.py").is_file():
            return root / GENERATED
        raise Problem(f"{root / GENERATED} is not there: run `toolwire generate` first")
    spec = importlib.util.find_spec("toolwire")
    if spec is None or spec.origin is None:
        raise Problem("neither a toolwire project here or above, nor toolwire installed")
    return Path(spec.origin).parent


def load_package(folder: Path) -> Any:
    """Import the generated package in ``folder``, under a name of its own. Raises Problem.

    It works under any name, so that several can be loaded side by side.
    """
    try:
        data = (folder / "MANIFEST.json").read_bytes()
    except OSError as error:
        raise Problem(f"{folder} is not a generated package: {error.strerror}") from None
    digest = hashlib.sha256(bytes(folder.resolve()) + data).hexdigest()[:12]
    name = f"_toolwire_{digest}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            name, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        if spec is None or spec.loader is None:
            raise Problem(f"{folder} cannot be imported")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def known_format(package: Any, name: str) -> Any:
    """The adapters of a format. Raises Problem that names the nearest one."""
    if name not in package.FORMATS:
        raise Problem(f"no wire format {name!r}{nearest(name, package.FORMATS)}")
    return getattr(package, name)


def read_payloads(path: str, stream: bool = False) -> tuple[list[Payload], bool]:
    """The JSON values of a file (``-``: stdin), and whether it has one a line. Raises Problem.

    A bad line among good ones is a payload with a ``fault``: the others are not lost with it. The
    text of server-sent events is one value; ``stream`` says that what is no JSON is such text.
    """
    shown = "stdin" if path == "-" else path
    text = _text(path, shown)
    if looks_like_events(text) or (stream and text.strip()[:1] not in ("{", "[")):
        return [Payload(shown, {"events": _server_sent(text, shown)}, True)], False
    lines = text.split("\n")
    many = path.endswith((".jsonl", ".ndjson"))
    if not many:
        try:
            return [Payload(shown, parse(text))], False
        except json.JSONDecodeError as error:
            # Several values, one a line, is what is left; a broken first line is broken JSON.
            if not _starts_json_lines(lines):
                place = f"{shown}:{error.lineno}:{error.colno}"
                raise Problem(f"{place}: not JSON: {error.msg}") from None
        except (ValueError, RecursionError) as error:
            raise Problem(f"{shown}: {reason(error)}") from None
    return list(_each_line(lines, shown)), True


def _server_sent(text: str, shown: str) -> list[dict[str, Any]]:
    try:
        return list(read_events(text))
    except BrokenTextError as error:
        raise Problem(f"{shown}:{error.line}: {error}") from None


def _starts_json_lines(lines: list[str]) -> bool:
    filled = [line for line in lines if line.strip()]
    try:
        parse(filled[0])
    except (IndexError, ValueError, RecursionError):
        return False
    return len(filled) > 1


def _each_line(lines: list[str], shown: str) -> Iterator[Payload]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"{shown}:{number}"
        try:
            yield Payload(place, parse(line))
        except json.JSONDecodeError as error:
            yield Payload(f"{place}:{error.colno}", None, fault=f"not JSON: {error.msg}")
        except (ValueError, RecursionError) as error:
            yield Payload(place, None, fault=reason(error))


def _text(path: str, shown: str) -> str:
    if path == "-" and sys.stdin is None:
        raise Problem(f"{shown}: it is closed")
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Problem(f"{shown}: not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise Problem(f"{shown}: {error.strerror}") from None


def parse(text: str) -> Any:
    """A JSON text's value. Raises ValueError, and RecursionError for too deep nesting."""
    return json.loads(text, parse_constant=_no_constant)


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


def reason(error: Exception) -> str:
    """Why ``parse`` failed, in a few words."""
    if isinstance(error, json.JSONDecodeError):
        return error.msg
    return "nests too deep" if isinstance(error, RecursionError) else str(error)


def shown_json(value: Any, indent: int | None = None) -> str:
    """JSON text that can be printed: what UTF-8 has no bytes for is escaped."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = json.dumps(value, indent=indent, separators=separators)
    return text
