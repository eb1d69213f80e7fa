"""Mutants of the command line."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/cli/inputs.py",
        "test_cli_inputs test_cli_edges test_cli",
        ('    if path == "-" and sys.stdin is None:\n', "    if False:\n"),
        ('data.decode("utf-8-sig")', 'data.decode("utf-8")'),
        ("    return json.loads(text, parse_constant=_no_constant)", "    return json.loads(text)"),
    ),
    *rows(
        f"{COMPILER}/cli/payloads.py",
        "test_cli_edges test_cli",
        ("            if self._resemblance(value, name)[1]\n", ""),
        ("        return -len(lacking), len(", "        return 0, len("),
        ("            arms = left or arms\n", "            arms = arms\n"),
        ("        value = plain(value, self.spelled)\n", ""),
        ("self.types(word), plain(value, self.spelled)", "self.types(word), value"),
        ("    return key if other in value else other", "    return other"),
        ("        if isinstance(value, dict) and step not in value:\n", "        if False:\n"),
        ("plain(item, spelled) for key, item", "item for key, item"),
    ),
    *rows(
        f"{COMPILER}/resolve/snaked.py",
        "test_cli",
        ("for key, other in spelled.items() if other not in keys", "for key, other in {}.items()"),
    ),
    *rows(
        f"{COMPILER}/cli/roundtrip.py",
        "test_cli",
        ("isinstance(status, int) and status >= 400", "False"),
        ("        elif repr(one) != repr(other):", "        elif one != other:"),
        ('        return all(how == EXACT for _, how in self.counts)', "        return True"),
    ),
    *rows(
        f"{COMPILER}/cli/sse.py",
        "test_cli_streams",
        ("    if data == DONE:\n        return True\n", ""),
        ("        cut.append({\"cut\": lines.pop()})\n", "        lines.pop()\n"),
        ("if complete and self.done else framed", "if self.done else framed"),
    ),
    *rows(
        f"{COMPILER}/cli/streams.py",
        "test_cli_streams",
        ("        if self.stream.done:\n            yield self.stream.done\n", ""),
        ("        self.at = 0\n        if", "        if"),
    ),
    *rows(
        f"{COMPILER}/cli/conversion.py",
        "test_cli_streams test_cli",
        ("not fold.complete and fold.error is None", "not fold.complete"),
        ('            result.failure = source.about(error)\n            return\n',
         "            result.failure = source.about(error)\n"),
        ('event["kind"] == "opaque" and event["format"] != self.target.FORMAT:', "False:"),
    ),
    *rows(
        f"{COMPILER}/cli/commands.py",
        "test_cli_inputs test_cli_edges test_cli",
        ("        sys.exit(FOUND if many else Problem.exit_code)", "        sys.exit(FOUND)"),
        ("            bad = bad or bool(complaints)\n", "            bad = bool(complaints)\n"),
        ('click.echo("\\n".join(map(one_line, text.split("\\n"))), err=err)',
         "click.echo(text, err=err)"),
        ("    if broken or not tally.all_exact:\n", "    if not tally.all_exact:\n"),
    ),
]  # fmt: skip
