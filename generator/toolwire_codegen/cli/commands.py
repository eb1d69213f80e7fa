"""The commands. Each reads its input, calls what does the work, prints, and sets the exit code."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from .helping import Command
from .inputs import (
    GENERATED,
    Payload,
    Problem,
    known_format,
    load_package,
    nearest,
    one_line,
    package_folder,
    project_root,
    read_payloads,
    shown_json,
)
from .payloads import INTERMEDIATE, STREAM, WORDS, WireSchema
from .progress import Progress

FOUND = 1  # the exit code when a command found what it looks for


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="toolwire", message="toolwire %(version)s")
def toolwire() -> None:
    """One text for both directions between LLM wire formats, compiled to plain Python."""


def root_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--root", metavar="DIR", help="The project; else the nearest one from here upwards."
    )(command)


@toolwire.command(cls=Command, example="generate")
@root_option
@click.option("--show", is_flag=True, help="Then show the sample conversation in every format.")
def generate(root: str | None, show: bool) -> None:
    """Compile schemas/ to generated/toolwire. Writes nothing if the checks find anything."""
    from ..publish.memory import Memory
    from ..publish.swap import publish
    from .building import checked_project, made
    from .losses import PAGE, write_page

    folder = project_root(root)
    memory = Memory(folder)
    project, findings = checked_project(folder)
    if findings:
        _say(findings)
        sys.exit(FOUND)
    files = made(project, memory)
    changed = publish(files, folder / GENERATED)
    click.echo(f"{folder / GENERATED}: {len(files)} files, {len(changed)} changed")
    if write_page(project, folder):
        click.echo(f"{folder / PAGE}: changed")
    if show:
        from .sample import shown_sample

        _say(shown_sample(load_package(folder / GENERATED)))


@toolwire.command(cls=Command, example="check")
@root_option
def check(root: str | None) -> None:
    """Check schemas and transforms, then whether generated/ and docs/ are what they make."""
    from ..publish.drift import advice
    from ..publish.memory import Memory
    from .building import checked_project, drifted, suspected
    from .explain import coverage
    from .losses import page_drift

    folder = project_root(root)
    memory = Memory(folder)
    project, findings = checked_project(folder)
    _say(findings)
    target = folder / GENERATED
    drift = suspected(project.project, target) if findings else drifted(project, memory, target)
    drift += [] if findings else page_drift(project, folder)
    _say(drift)
    if findings or drift:
        click.echo("mend the findings first" if findings else advice(drift), err=True)
        sys.exit(FOUND)
    _say(coverage(project.project))
    click.echo(f"{len(project.formats)} formats checked; {GENERATED} is up to date")


@toolwire.command(cls=Command, example="explain {a} ToolCall")
@root_option
@click.option("--losses", is_flag=True, help="What each format carries, and why not the rest.")
@click.option("--operators", is_flag=True, help="What may stand behind a path of a transform.")
@click.option("--rules", is_flag=True, help="What may be said of an API.")
@click.argument("format_", metavar="[FORMAT]", required=False)
@click.argument("type_", metavar="[TYPE]", required=False)
def explain(
    root: str | None,
    losses: bool,
    operators: bool,
    rules: bool,
    format_: str | None,
    type_: str | None,
) -> None:
    """Show the mapping of a format, or of one of its types or profiles, as tables."""
    from ..load.project import load_project
    from ..resolve.format import resolve
    from .explain import explain as explained
    from .losses import page
    from .operators import page as operators_page
    from .rules import page as rules_page
    from .services import explain_profile, named

    if operators or rules:
        click.echo(operators_page() if operators else rules_page(), nl=False)
        return
    project = load_project(project_root(root))
    if losses:
        click.echo(page(resolve(project)), nl=False)
        return
    if format_ is None:
        raise Problem(f"which format? there are {', '.join(project.formats)}")
    if format_ not in project.formats:
        raise Problem(f"no wire format {format_!r}{nearest(format_, project.formats)}")
    width = max(80, shutil.get_terminal_size((100, 24)).columns)
    format_found = project.formats[format_]
    if type_ in format_found.profiles:
        _say(explain_profile(format_found, format_found.profiles[type_], width))
        return
    _say(explained(project, format_found, type_, width))
    if type_ is None:
        _say(named(format_found))


@toolwire.command(cls=Command, example="validate {a} request.json")
@root_option
@click.option("--as", "as_", metavar="KIND", help=f"{', '.join(WORDS)}, another entry, or a type.")
@click.argument("format_", metavar="FORMAT")
@click.argument("file")
def validate(root: str | None, as_: str | None, format_: str, file: str) -> None:
    """Check payloads against a format's schema (also: intermediate).

    FILE: JSON, JSONL, server-sent events, or - (stdin). Of a stream, each event is checked.
    """
    from .streams import lines_as_stream
    from .validation import Check

    schema = WireSchema(package_folder(root), format_)
    check = Check(schema, as_)
    payloads, _ = read_payloads(file, stream=as_ == STREAM)
    if as_ == STREAM:
        payloads = lines_as_stream(payloads, schema.framing) or payloads
    bad = False
    with Progress("validating", len(payloads)) as step:
        for payload in payloads:
            complaints, praise = _judged(check, payload)
            bad = bad or bool(complaints)
            _say(complaints or [praise])
            step()
    if bad:
        sys.exit(FOUND)


@toolwire.command(cls=Command, example="convert --from {a} --to {b} --model m body.json")
@root_option
@click.option("--from", "source", metavar="FORMAT", required=True, help="What FILE holds.")
@click.option("--to", "target", metavar="FORMAT", required=True, help="What to write.")
@click.option("--kind", metavar="KIND", help="request, response, stream or entry; else guessed.")
@click.option("--model", help="Name of the model, for a target that wants one.")
@click.option(
    "--rules", type=click.Choice(["repair", "check", "off"]),
    help="What to do about what the target's API would refuse; repair, unless from and to are one.",
)  # fmt: skip
@click.option("--profile", metavar="SERVICE", help="A service that speaks the target's wire.")
@click.argument("file", default="-")
def convert(
    root: str | None, source: str, target: str, kind: str | None, model: str | None,
    rules: str | None, profile: str | None, file: str,
) -> None:
    """Convert payloads. What is lost goes to stderr.

    FILE: JSON, JSONL, server-sent events, or - (stdin). A stream is a record with "events", the
    text of server-sent events or, with --kind stream, a list of events, or lines of them where a
    wire sends them so; that is how it goes out.
    Exit code 1: some lines were not converted.
    """
    from .conversion import Route
    from .streams import lines_as_stream

    folder = package_folder(root)
    package = load_package(folder)
    adapters = known_format(package, source), known_format(package, target)
    schema, framing = WireSchema(folder, source), WireSchema(folder, target).framing
    kinds = (*schema.entries, STREAM)
    if kind is not None and kind not in kinds:
        raise Problem(f"no kind {kind!r}{nearest(kind, kinds)}")
    profiles = getattr(adapters[1], "PROFILES", ())
    if profile is not None and profile not in profiles:
        near = nearest(profile, profiles) if profiles else "; it has none"
        raise Problem(f"{target} has no profile {profile!r}{near}")
    payloads, many = read_payloads(file, stream=kind == STREAM)
    if kind == STREAM and (lines := lines_as_stream(payloads, schema.framing)):
        payloads, many = lines, False
    route = Route(package, *adapters, schema, framing, kind, model, rules, profile)
    failed = False
    with Progress("converting", len(payloads)) as step:
        for result in route.convert(payloads):
            _say(result.complaints(), err=True)
            if result.failure:
                failed = True
            elif result.text is not None:
                click.echo(result.text, nl=False)
            else:
                click.echo(shown_json(result.body, indent=None if many else 2))
            step()
    if failed:
        sys.exit(FOUND if many else Problem.exit_code)


@toolwire.command(cls=Command, example="roundtrip {a} recorded.jsonl")
@root_option
@click.argument("format_", metavar="FORMAT")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
def roundtrip(root: str | None, format_: str, files: tuple[str, ...]) -> None:
    """Decode and encode recorded traffic; count what comes back exactly as it was.

    A line of FILE is a record: {"request": …, "response": … or null, "status": …}; of a stream it
    has "events", each {"event": name or null, "data": …}. Or FILE holds server-sent events: then
    the replies that they tell before and after are compared. What else a format converts stands in
    a record under its entry's name.
    """
    from .roundtrip import Tally, Trip

    folder = package_folder(root)
    package = load_package(folder)
    adapters = known_format(package, format_)
    schemas = WireSchema(folder, format_), WireSchema(folder, INTERMEDIATE)
    payloads = [payload for file in files for payload in read_payloads(file)[0]]
    records = [payload for payload in payloads if not payload.fault]
    broken = [f"toolwire: {one.place}: {one.fault}" for one in payloads if one.fault]
    _say(broken, err=True)
    tally = Tally()
    trip = Trip(package, adapters, *schemas, tally)
    with Progress("round trips", len(records)) as step:
        for record in records:
            trip.count(record)
            step()
    _say(tally.lines())
    if broken or not tally.all_exact:
        sys.exit(FOUND)


@toolwire.command(cls=Command, example="vendor src/app/toolwire --formats {a},{b}")
@root_option
@click.argument("destination", metavar="DEST")
@click.option("--formats", metavar="A,B", help="Only these formats; else all there are.")
@click.option("--with", "extras", metavar="PART", multiple=True, help="Also this part: tools.")
@click.option("--check", "check_", is_flag=True, help="Say what is edited or out of date.")
@click.option("--force", is_flag=True, help="Overwrite what was edited by hand.")
def vendor(
    root: str | None,
    destination: str,
    formats: str | None,
    extras: tuple[str, ...],
    check_: bool,
    force: bool,
) -> None:
    """Copy the generated package to DEST, whole or for a few formats."""
    from ..publish.swap import publish
    from ..publish.vendor import VendorError, barred, refusals
    from .building import never_written, vendored_files, vendored_state

    names = None if formats is None else [name.strip() for name in formats.split(",")]
    folder, target = package_folder(root), Path(destination)
    try:
        if check_:
            lines = vendored_state(folder, target, names, extras or None)
            _say(lines or [f"{target}: as it was copied, and up to date"])
            sys.exit(FOUND if lines else 0)
        if reasons := barred(target, never_written(folder, target)):
            _say(reasons, err=True)
            sys.exit(FOUND)
        files = vendored_files(folder, names, extras)
        reasons = [] if force else refusals(files, target)
    except VendorError as error:
        raise Problem(str(error)) from None
    if reasons:
        _say((f"{reason}; --force overwrites" for reason in reasons), err=True)
        sys.exit(FOUND)
    changed = publish(files, target)
    click.echo(f"{target}: {len(files)} files, {len(changed)} changed")


def _judged(check: Any, payload: Payload) -> tuple[list[str], str]:
    """The complaints about a payload, and what to say if there are none. Raises Problem."""
    if payload.fault:
        return [f"{payload.place}: {payload.fault}"], ""
    try:
        judged: tuple[list[str], str] = check.judge(payload)
    except Problem as problem:
        if payload.place in problem.message:
            raise
        raise Problem(f"{payload.place}: {problem.message}") from None
    return judged


def _say(lines: Any, err: bool = False) -> None:
    """Print lines; what a payload put into them cannot break out of its line."""
    for line in lines:
        text = str(line)
        click.echo("\n".join(map(one_line, text.split("\n"))), err=err)
