"""Mutants of what lowers schemas to dialects, and of what proves the dialects."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

TESTS = "test_dialect_rules test_dialects"

MUTANTS: list[Mutant] = [
    *rows(
        f"{RUNTIME}/merging.py",
        TESTS,
        ("if any(patterns) and any(closed) and not alike(*patterns):", "if False:"),
        ("    return () if free or equal else unit", "    return ()"),
        ("    return found or NEVER", "    return found or one"),
    ),
    *rows(
        f"{RUNTIME}/respelling.py",
        TESTS,
        (
            "    return all(_apart(one, other) for at",
            "    return True or all(_apart(one, other) for at",
        ),
        ('if type_names(schema) == ["integer"]:', "if True:"),
        ("    if any(key in schema for key in IN_PLACE):", "    if False:"),
    ),
    *rows(
        f"{RUNTIME}/shaping.py",
        TESTS,
        (
            '        if "additionalProperties" in out or not properties:\n',
            "        if not properties:\n",
        ),
        (
            "            if name not in required and not _takes_null(properties[name]):",
            "            if False:",
        ),
    ),
    *rows(
        f"{RUNTIME}/united.py",
        TESTS,
        ("                elif spot.pointer in self.within:\n", "                elif False:\n"),
        (
            '        return {**schema, "enum": fitting} if fitting else False',
            "        return schema",
        ),
    ),
    *rows(
        f"{RUNTIME}/kept.py",
        TESTS,
        ("        elif key in self.open and not self._may_return():", "        elif False:"),
    ),
    *rows(
        f"{RUNTIME}/unlowered.py",
        TESTS,
        ("    if text in [value for value in listed if type(value) is str]:", "    if False:"),
    ),
    *rows(
        f"{RUNTIME}/unlowered.py",
        "test_restored_arguments",
        (" or not said_of.optional(schema, name):", ":"),
    ),
    *rows(
        f"{RUNTIME}/said_of.py",
        "test_restored_arguments",
        (
            "            known[id(schema)] = own if own is not None else all(",
            "            known[id(schema)] = own if own is not None else any(",
        ),
        ("                any(self._holds(arm,", "                all(self._holds(arm,"),
        (
            "        return self._part(schema, _unnamed) if named is True else named",
            "        return named",
        ),
        (
            "        return self._part(schema, _unplaced) if placed is True else placed",
            "        return placed",
        ),
        ("            for naming in self.all(one", "            for naming in (one"),
        ('            found += [[schema["if"], True], [', "            found += [["),
        ('    if schema.get("nullable") is True:', "    if False:"),
        ('    shut = shut or schema.get("const") is not None\n', ""),
        (
            "        return re.search(pattern, name) is not None",
            "        return re.fullmatch(pattern, name) is not None",
        ),
        (
            "    except (re.error, OverflowError):\n        return True",
            "    except (re.error, OverflowError):\n        return False",
        ),
    ),
    *rows(
        f"{RUNTIME}/lowered.py",
        TESTS,
        ("if best is None or len(losses) < len(best[1]):", "if best is None:"),
        ("    if at is not None:\n        here =", "    if False:\n        here ="),
    ),
    *rows(
        f"{COMPILER}/check/dialects.py",
        "test_checks",
        ('    if action == "omit" and keyword not in SILENT:', "    if False:"),
        ("            if keyword not in has:", "            if False:"),
    ),
]
