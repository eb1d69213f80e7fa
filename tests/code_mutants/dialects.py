"""Mutants of what lowers schemas to dialects, and of what proves the dialects."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

TESTS = "test_dialect_rules test_dialects"
EDGES = "test_dialect_edges"
SERVED = "test_accepts_schemas"

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
            "        if not _takes_null(properties[name]):\n",
            "        if False:\n",
        ),
    ),
    *rows(
        f"{RUNTIME}/dialect.py",
        SERVED,
        (
            "value in self.beside[key].get(kind, ())",
            "value in sum(self.beside[key].values(), [])",
        ),
    ),
    *rows(
        f"{RUNTIME}/dialect.py",
        EDGES,
        ("return bool(kinds) and all(", "return all("),
        ('if "open" in dialect.objects and', "if False and"),
    ),
    *rows(
        f"{RUNTIME}/shaping.py",
        f"{SERVED} {EDGES}",
        ('if "open" in objects and not properties and', 'if "open" in objects and'),
        ("and out.keys().isdisjoint(SAID_OF_MEMBERS)", 'and "properties" not in out'),
        ("and out.keys().isdisjoint(SAID_OF_MEMBERS)", 'and "additionalProperties" not in out'),
    ),
    *rows(
        f"{COMPILER}/check/dialect_words.py",
        "test_checks_met",
        ("            if isinstance(listed, list):\n", "            if False:\n"),
    ),
    *rows(
        f"{COMPILER}/load/dialect.py",
        "test_checks_met",
        ("or all(isinstance(one, list) for one in values.values())", "or True"),
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
        f"{RUNTIME}/lowering.py",
        EDGES,
        ('        if "type" in schema and not type_names(schema):\n', "        if False:\n"),
        (
            '        if "anyOf" in schema and not well_formed("anyOf", schema["anyOf"]):\n',
            "        if False:\n",
        ),
        ('            self.lose(f"{path}/{key}", "malformed", why)\n', "            pass\n"),
    ),
    *rows(
        f"{RUNTIME}/united.py",
        EDGES,
        ('for key in TYPED if rows[key][0] != "describe"}', "for key in TYPED}"),
    ),
    *rows(
        f"{RUNTIME}/definitions.py",
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
        (" or not queries.optional(schema, name):", ":"),
    ),
    *rows(
        f"{RUNTIME}/schema_queries.py",
        "test_restored_arguments",
        (
            "            memo[id(schema)] = own if own is not None else all(",
            "            memo[id(schema)] = own if own is not None else any(",
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
        ("    return {} if schema is True else schema", "    return schema"),
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
    ),
    *rows(
        f"{RUNTIME}/lowered.py",
        "test_dialect_soundness",
        ("        if lowered is schema:\n", "        if not losses:\n"),
        ('or kinds_of(schema) == {"object"}:', "or True:"),
    ),
    *rows(
        f"{RUNTIME}/united.py",
        "test_dialect_soundness",
        ("if _takes_null(rest) else {}", "if True else {}"),
        ("            self.within[len(around) :] = []", "            pass"),
        ("        self.within[len(around) :] = opened_here\n", ""),
        ("return beside, path, True  # nothing", "pass  # nothing"),
    ),
    *rows(
        f"{RUNTIME}/lowered.py",
        TESTS,
        ("    if at is not None:\n        here =", "    if False:\n        here ="),
    ),
    *rows(
        f"{RUNTIME}/respelling.py",
        EDGES,
        ("        if key not in SPECIAL and not well_formed(key, value):", "        if False:"),
        ("{**_current(schema, key, {}, lose), name", "{**schema.get(key, {}), name"),
        ('code = "narrowed" if applies and rest is True else', 'code = "narrowed" if applies else'),
    ),
    *rows(
        f"{RUNTIME}/dialect.py",
        EDGES,
        ("Lowering(of_today(schema), dialect)", "Lowering(schema, dialect)"),
    ),
    *rows(
        f"{RUNTIME}/references.py",
        EDGES,
        ("or OLDER.fullmatch(draft) is None:", "or False:"),
        (" and key not in SILENT:\n            continue", ":\n            continue"),
    ),
    *rows(
        f"{RUNTIME}/united.py",
        EDGES,
        (" and HOLDERS.issuperset(keys)", ""),
        ("stay = self.dialect.respelled.isdisjoint(keys) and", "stay ="),
    ),
    *rows(
        f"{RUNTIME}/references.py",
        EDGES,
        (
            "        if key in NAMED or key in SCHEMAS:\n            at += 1\n",
            "        if False:\n            pass\n",
        ),
    ),
    *rows(
        f"{RUNTIME}/shaping.py",
        EDGES,
        ('or inner.get("default", 0) is None:', "or False:"),
        (
            '    return _takes_null(inner) or inner.get("nullable") is True\n',
            "    return _takes_null(inner)\n",
        ),
    ),
    *rows(
        f"{RUNTIME}/shaping.py",
        SERVED,
        ('    listed = dialect.types == "list"\n', "    listed = True\n"),
        (
            '        nested = type(arm) is dict and arm.keys() == {"anyOf"}\n',
            "        nested = False\n",
        ),
        (
            "    if not words:\n        return out\n    rest",
            "    if True:\n        return out\n    rest",
        ),
    ),
    *rows(
        f"{RUNTIME}/shaping.py",
        SERVED,
        (
            "        if OF_TYPE[key] not in kinds and (kinds or",
            "        if OF_TYPE[key] not in kinds and (False or",
        ),
    ),
    *rows(
        f"{RUNTIME}/references.py",
        EDGES,
        ("HOLDERS = NAMED | SCHEMA\n", "HOLDERS = NAMED | SCHEMA | SCHEMAS\n"),
    ),
    *rows(
        f"{RUNTIME}/dialect.py",
        SERVED,
        ('    if kind != "array" and "items" in node:\n', "    if False:\n"),
        ('        if "enum" in node and dialect.types == "one":\n', "        if False:\n"),
    ),
    *rows(
        f"{RUNTIME}/united.py",
        SERVED,
        ("            return _with_type_of_values(schema)\n", "            return schema\n"),
        ('    kinds -= {"integer"} if "number" in kinds else set()\n', ""),
    ),
    *rows(
        f"{RUNTIME}/counting.py", SERVED, ('            found["bare"] += 1\n', "            pass\n")
    ),
    *rows(
        f"{RUNTIME}/keywords.py",
        EDGES,
        ("type(value) is float and math.isfinite(value)", "type(value) is float"),
    ),
    *rows(
        f"{RUNTIME}/merging.py",
        EDGES,
        ("    lost += [key for key in other if key in odd]\n", ""),
        ("for k in OF_OBJECTS & s.keys() if not well_formed(k, s[k])}", "for k in ()}"),
    ),
    *rows(
        f"{RUNTIME}/member_names.py",
        "test_member_names",
        ("            elif key in INNER:\n", "            elif False:\n"),
        ("            elif key in LENGTHS and type", "            elif False and type"),
        ("elif key in REFERENCES and self.all:", "elif False:"),
        ("elif key in REFERENCES and self.all:", "elif key in REFERENCES:"),
        ("            if self.all:\n", "            if False:\n"),
        ("            if self.all:\n", "            if True:\n"),
        ("if has(ours) and not has(theirs)]", "if not has(theirs)]"),
        ('name.replace(".", "[.]")', "name"),
        ("others if theirs not in but):", "others):"),
        ("self.all = {**names.anywhere, **here}", "self.all = here"),
        ("NamesOf(self, self.others(self.queries.names(schema)))", "NamesOf(self, self.anywhere)"),
    ),
    *rows(
        f"{RUNTIME}/lowering.py",
        "test_member_names",
        ('        if key == "patternProperties" and self.names is not None:', "        if False:"),
    ),
    *rows(
        f"{RUNTIME}/lowering.py",
        EDGES,
        ("            value = self.names.of(schema).schema(value, place)\n", "            pass\n"),
        (
            "        if exclusive([self.definitions.opened(arm) for arm in lowered]):",
            "        if exclusive(lowered):",
        ),
        (
            "        if alike(arms, lowered) and not any(",
            "        if alike(arms, lowered) or not any(",
        ),
        (
            " and not any(self._lost(pointer) for pointer in reached):",
            ":",
        ),
        (
            "            if self.rewrites and (key in DEFINITIONS or key in RESOURCES):",
            "            if self.rewrites and key in DEFINITIONS:",
        ),
        ('            self._identified(lowered, schema["$id"])\n', "            pass\n"),
    ),
    *rows(
        f"{RUNTIME}/united.py",
        EDGES,
        (
            '                    if definitions.opened({"$ref": reference}) is False:',
            "                    if False:",
        ),
    ),
    *rows(
        f"{RUNTIME}/origins.py",
        "test_loss_places",
        ("        if there is schema or not path:", "        if there is not NOWHERE or not path:"),
        (
            "        if id(schema) in self.pointers:\n            return self.pointers",
            "        if False:\n            return self.pointers",
        ),
        (
            "path if there is not NOWHERE else parts[0] if parts",
            "path if there is not NOWHERE or not parts else parts[0] if parts",
        ),
        ("        self.joined(place, parts)\n", ""),
        ("        while arm := ARM.search(", "        while arm := None and ARM.search("),
        ("            for word in (key, *SAID_BY.get(key, ()))", "            for word in (key,)"),
        ("if self._at(place) is not NOWHERE), near)", "), near)"),
    ),
    *rows(
        f"{RUNTIME}/schema_queries.py",
        "test_loss_places",
        ("if not sure or len(arms) == 1 for arm in arms]", "for arm in arms]"),
    ),
    *rows(
        f"{RUNTIME}/united.py",
        "test_loss_places",
        (
            "                    lowering.origins.joined(spot.pointer, [path])\n",
            "                    pass\n",
        ),
    ),
    *rows(
        f"{COMPILER}/check/dialects.py",
        "test_checks",
        ('    if action == "omit" and keyword not in SILENT:', "    if False:"),
        ("for keyword in KEYWORDS if keyword not in has)", "for keyword in ())"),
    ),
]
