"""Mutants of findings on slips in a project's files: each is told once, in its own words."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

READ = "test_checks_read"
MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/load/answers.py",
        READ,
        ('            self._complain((), "answers names no entry")\n', ""),
    ),
    *rows(
        f"{COMPILER}/load/failures.py",
        READ,
        ("if not isinstance(data, dict) or not data:", "if not isinstance(data, dict):"),
    ),
    *rows(
        f"{COMPILER}/load/framing.py",
        READ,
        ("        if key not in FRAMING_KEYS:", "        if False:"),
        ("    if not mapping:\n", "    if False:\n"),
        ("    elif kind == NDJSON and len(mapping) > 1:", "    elif False:"),
    ),
    *rows(
        f"{COMPILER}/load/givens.py",
        READ,
        ("if mapping is not None and not isinstance(mapping, dict):", "if False:"),
        ("            if not PATH.fullmatch(key):\n", "            if False:\n"),
        ('if key == "." or key', "if key"),
        ('if key == "." or key.rpartition(".")[2] == "0":', 'if key == ".":'),
    ),
    *rows(
        f"{COMPILER}/load/grammar.py",
        READ,
        ('            self.complain(path, f"{path[-1]} is not a mapping", ', "            print("),
        ('            if "0" in name.split("."):', "            if False:"),
        ("        if target is None or target.path:\n", "        if True:\n"),
        ("if several or len(texts) > 1 else", "if len(texts) > 1 else"),
        ("if several or len(texts) > 1 else", "if several else"),
        ("if len(known) == len(parts) else None", "if known else None"),
        ("if cases is not None and not isinstance(cases, list):", "if False:"),
        ("            if not word:\n", "            if False:\n"),
    ),
    *rows(
        f"{COMPILER}/load/positions.py",
        READ,
        ("        if self.check_event(yaml.AliasEvent):", "        if False:"),
        ("_position(shown, text, longest.start()),", "Position(shown, 1, 1),"),
        ("        if len(line) - len(line.lstrip(\" \")) > 8 * MAX_DEPTH:", "        if False:"),
        ("        if not isinstance(key_node, yaml.ScalarNode):", "        if False:"),
        ("            except ValueError:\n", "            except KeyError:\n"),
    ),
    *rows(
        f"{COMPILER}/load/profile.py",
        READ,
        ("        if document is None:\n            continue\n", ""),
    ),
    *rows(
        f"{COMPILER}/load/project.py",
        READ,
        ("        except (OSError, ValueError) as error:", "        except OSError as error:"),
    ),
    *rows(
        f"{COMPILER}/load/sequence.py",
        READ,
        ("match is None or not isinstance(mapping, dict) or not WORDS", "not WORDS"),
        ("not (unit and isinstance(key, str)):", "not unit:"),
        ("not (unit and isinstance(key, str)):", "not isinstance(key, str):"),
    ),
    *rows(
        f"{COMPILER}/load/accepts.py",
        READ,
        ("    if not isinstance(entry, dict):\n        return entry\n", ""),
    ),
    *rows(
        f"{COMPILER}/check/accepting.py",
        READ,
        ("                continue  # told as no", "                entry = {}  # told as no"),
    ),
    *rows(
        f"{COMPILER}/check/rules.py",
        READ,
        ('.unsupported, beside=frozenset({"invalid-schema"}))', ".unsupported)"),
    ),
    *rows(
        f"{COMPILER}/check/stream_rules.py",
        READ,
        ("stream_placement.blockless, BROKEN | UNREAD)", "stream_placement.blockless, BROKEN)"),
    ),
]
