"""The checks: one row a rule, with its code, what it is for, and the function that looks.

Handlers yield problems and never raise, whatever the files say; what is printed, and how, is
decided elsewhere. Several rows may share a code: one kind of mistake, found in several places.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ..load.findings import Finding, Position
from ..resolve.format import ResolvedFormat, ResolvedProject
from . import (
    absence,
    accepting,
    alternatives,
    answers,
    arm_constants,
    bodies,
    case_fields,
    clients,
    constants,
    coverage,
    definitions,
    dialect_words,
    dialects,
    failures,
    folds,
    gaps,
    going_back,
    idless,
    matching,
    names,
    numbers,
    operators,
    placement,
    profiles,
    references,
    rule_models,
    rule_names,
    rule_places,
    rule_rows,
    sequences,
    silent,
    spreads,
    tables,
    telling,
    twins,
    unions,
    unknown_kinds,
    unread,
    unused,
    via,
    writes,
)
from .rule import (
    BROKEN,
    GONE,
    MISNAMED,
    MISPLACED,
    MISSING,
    NAMING,
    OPERATED,
    UNREAD,
    WRONG,
    Rule,
)
from .stream_rules import STREAM_RULES

ENTRY = 2
"""How deep in a transform a lens, a table or a sequence is named: section, title."""

SHARED = "schemas"
"""The folder of the intermediate schema, which all formats speak of."""

RULES: tuple[Rule, ...] = (
    # schemas
    Rule("invalid-schema", "a schema is JSON Schema 2020-12", definitions.invalid),
    Rule("unsupported-schema", "a schema says its types in the part that is read here",
         definitions.unsupported, beside=frozenset({"invalid-schema"})),
    Rule("endless-type", "no type is made of itself alone", definitions.endless),
    Rule("unknown-ref", "every reference leads to a definition", definitions.unknown_refs),
    Rule("bad-name", "a definition can name a class", names.definitions),
    Rule("bad-name", "an entry can name functions", names.entries),
    Rule("misplaced", "a result answers a call", answers.misplaced),
    Rule("unknown-path", "a result repeats what its call's message has", answers.paths),
    Rule("title-mismatch", "a definition's title is its name", definitions.titles),
    Rule("repeated-title", "a title stands for one type", definitions.repeated_titles),
    Rule("undocumented", "a definition has title, description and example",
         definitions.missing_words),
    Rule("inline-object", "every object has a name", definitions.inline_objects),
    Rule("invalid-example", "examples and defaults validate", definitions.examples),
    Rule("closed-union", "a wire union takes arms not known yet", definitions.closed_unions),
    Rule("closed-record", "a wire object takes keys not known yet", definitions.closed_records),
    # names in a transform
    Rule("unknown-type", "every type that is named exists", references.unknown_types, MISSING),
    Rule("unknown-field", "every field that is named exists", references.unknown_fields),
    Rule("unknown-field", "what a sequence spreads exists", references.unknown_spreads),
    Rule("unknown-path", "every wire path that is named exists", references.unknown_paths),
    Rule("unknown-table", "every table that is named exists",
         references.unknown_tables, named=True),
    Rule("bad-name", "tables and keys give names for variables", references.bad_names),
    Rule("bad-name", "a sequence gives a function name of its own", sequences.names),
    Rule("not-a-record", "a lens joins what its rows speak of", references.not_records),
    # operators
    Rule("unknown-operator", "the set of operators is closed", operators.unknown),
    Rule("operator-arguments", "an operator has the arguments it needs", operators.arguments),
    Rule("operator-arguments", "a sum has all that its counts have in them",
         constants.short_sums, NAMING),
    Rule("operator-fields", "an operator fits the number of fields", operators.field_counts),
    Rule("misplaced", "an operator stands where it has a meaning", operators.misplaced),
    Rule("misplaced", "what is read back was read before", operators.back_before),
    Rule("misplaced", "a row stands where it has a meaning", placement.misplaced),
    Rule("misplaced", "what is numbered stands in a list", numbers.misplaced, NAMING),
    Rule("misplaced", "what may be absent is read and noted", absence.misplaced, NAMING),
    Rule("misplaced", "a sequence joins lists of units", sequences.misplaced),
    Rule("misplaced", "what units share stands in their list", folds.misplaced),
    Rule("misplaced", "a shared list stands in known objects", folds.between),
    Rule("misplaced", "a sequence has no operators", sequences.converted),
    Rule("misplaced", "what is spread has no element of its own", spreads.misplaced),
    Rule("misplaced", "what is made up belongs to calls and results",
         operators.out_of_place, NAMING, beside=OPERATED),
    # codecs of one's own
    Rule("operator-arguments", "`via` names a module and a codec", via.unnamed),
    Rule("unknown-codec", "every codec that is named exists", via.unknown),
    Rule("incomplete-codec", "a codec brings both ways, both types and samples", via.incomplete),
    Rule("bad-name", "a module of codecs has a name of its own", names.codecs),
    Rule("unlawful-codec", "a codec keeps the laws on its samples", via.unlawful),
    Rule("unlawful-client", "a client needs nothing that is not there", clients.lawful),
    Rule("too-many-codecs", "a format has few codecs of its own", via.too_many),
    # both sides of a row
    Rule("type-mismatch", "both sides of a row agree", matching.mismatches),
    Rule("type-mismatch", "what has a lens has a type on the wire", matching.unsaid, BROKEN),
    Rule("type-mismatch", "each plain type that the wire names is read", alternatives.unread,
         beside=OPERATED),
    Rule("type-mismatch", "a codec's types are the row's", via.mismatches),
    Rule("type-mismatch", "an operator finds what it is for", operators.misfits,
         NAMING, beside=OPERATED),
    Rule("type-mismatch", "what must be there has a type on the wire", alternatives.unsaid,
         BROKEN, beside=OPERATED),
    Rule("missing-lens", "two objects that meet have a lens", matching.missing_lenses, named=True),
    Rule("missing-lens", "an entry has a lens", references.missing_lenses, named=True),
    Rule("missing-lens", "a sequence has a lens for each unit",
         sequences.missing_lenses, named=True),
    Rule("missing-lens", "what is spread has lenses", spreads.missing_lenses,
         beside=MISPLACED, named=True),
    Rule("missing-lens", "a type with the keys of one that is read is read as well",
         twins.unread, within=UNREAD),
    Rule("missing-arm", "every arm of a union has a lens or a loss",
         matching.missing_arms, beside=MISPLACED, named=True),
    Rule("missing-arm", "what tells of a failure does so in each entry", bodies.forgotten,
         within=UNREAD),
    Rule("missing-arm", "some case takes a value that has no more than it must",
         case_fields.missing_cases),
    Rule("missing-arm", "a case asks for no key that may be missing beside its others",
         case_fields.optional),
    Rule("ambiguous-arms", "arms of a union can be told apart", unions.ambiguous_wires),
    Rule("ambiguous-arms", "what one of several lenses has read goes back by it",
         going_back.renamed),
    Rule("ambiguous-arms", "types of a body can be told apart", bodies.ambiguous),
    Rule("ambiguous-arms", "a value goes by what it holds, not by what is inside of that",
         bodies.half_asked),
    Rule("ambiguous-arms", "arms and cases of a lens can be told apart",
         unions.ambiguous_cases, within=UNREAD),
    Rule("unread-path", "what nobody knows has a place in each arm of a list", unions.unkept,
         within=MISPLACED),
    Rule("ambiguous-arms", "no arm reads half of what another is", unions.half_read),
    Rule("ambiguous-arms", "where an arm has its value tells it", arm_constants.left_behind,
         beside=frozenset({"path-written-twice"})),
    Rule("unread-path", "what arms share is read by one whatever it is", unions.unread_values),
    Rule("unread-path", "what is of no arm has a place", unknown_kinds.refused, within=UNREAD),
    Rule("ambiguous-arms", "what is spread is told from other elements", spreads.ambiguous,
         beside=MISPLACED),
    Rule("ambiguous-arms", "what units share is told from other elements", folds.ambiguous,
         beside=MISPLACED),
    Rule("ambiguous-arms", "each start of a text is one type's", telling.openings, NAMING),
    Rule("ambiguous-arms", "each type says what the others are told by", telling.silent, NAMING),
    Rule("ambiguous-arms", "what goes to its own wire alone is told apart", telling.owners, NAMING),
    Rule("type-mismatch", "a string for a list is read", sequences.unread_strings, NAMING),
    Rule("type-mismatch", "a string for one text is read", telling.plain_strings, NAMING),
    # completeness
    Rule("path-written-twice", "one row writes a wire path", writes.written_twice),
    Rule("field-mapped-twice", "one row maps a field", writes.mapped_twice),
    Rule("unmapped-field", "every field is mapped, or said to be lost",
         coverage.unmapped_fields, within=UNREAD),
    Rule("unmapped-field", "what is spread holds its list alone", spreads.unmapped,
         beside=MISPLACED),
    Rule("unmapped-field", "every required field is read", coverage.unread_fields, within=UNREAD),
    Rule("unwritten-path", "every required wire key is written",
         coverage.unwritten_paths, within=UNREAD),
    Rule("unwritten-path", "a shared element is whole", sequences.unwritten, within=UNREAD),
    Rule("unwritten-path", "what is around a shared list is whole", folds.unwritten,
         within=UNREAD),
    Rule("unread-path", "every wire key is read or kept", coverage.unread_paths, within=UNREAD),
    Rule("unread-path", "what has a lens is read", unread.lenses, NAMING, within=UNREAD),
    Rule("unread-path", "every constant is asked for, or read", constants.unasked, within=UNREAD),
    Rule("optional-to-required", "what may be absent has a value where it may not",
         gaps.optional_to_required, within=UNREAD, beside=MISNAMED),
    Rule("unwritten-path", "an object that must be there is made of every value",
         silent.unmade, within=UNREAD, beside=frozenset({"optional-to-required"})),
    Rule("loss-without-reason", "a way without return says what it costs", operators.one_way),
    # tables
    Rule("table-not-total", "every value of an enumeration has a row",
         tables.not_total, within=UNREAD),
    Rule("table-not-total", "every wire word is read as something",
         tables.ends_on_reading, within=UNREAD),
    Rule("table-not-total", "every word that the wire lists is read", tables.unread_words,
         within=UNREAD, beside=frozenset({"table-not-total"})),
    Rule("table-not-injective", "one wire value is read as one value", tables.not_injective),
    Rule("table-not-total", "some word says that a reply calls tools", tables.calls_unsaid),
    Rule("misplaced", "a reason that calls make another follows the message", tables.beside_calls),
    Rule("table-not-injective", "no row of a table hides another", tables.never_read),
    Rule("unknown-value", "a table speaks of values there are", tables.unknown_values),
    Rule("unknown-value", "a table of types has their names", tables.retyping),
    Rule("unknown-value", "failures are of the kinds there are", failures.kinds),
    Rule("unknown-value", "failures are told by events there are", failures.events),
    Rule("table-not-total", "every kind of failure is said", failures.unsaid, NAMING),
    Rule("table-not-total", "every event of a failure is one of a kind", failures.unread_events,
         NAMING),
    Rule("table-not-injective", "a kind of failure is read as it is said",
         failures.read_back, NAMING),
    Rule("table-not-injective", "a kind of failure has an event that is read as it",
         failures.first_events, NAMING),
    Rule("table-not-injective", "a word means one kind of failure", failures.hidden),
    Rule("unknown-value", "a reply with an error has failed", failures.other_ends, NAMING),
    # streams
    *STREAM_RULES,
    # dialects of JSON Schema
    Rule("unknown-keyword", "a dialect speaks of keywords there are", dialects.unknown_keywords),
    Rule("keyword-without-row", "a dialect says what becomes of every keyword",
         dialects.without_rows),
    Rule("repeated-keyword", "a keyword has one row", dialects.repeated),
    Rule("loss-without-reason", "what a dialect leaves out has a reason",
         dialects.without_reasons),
    Rule("misplaced", "a keyword's action means something for it", dialects.misplaced_rows,
         beside=frozenset({"unknown-keyword"})),
    Rule("misplaced", "the rules of a dialect fit together", dialects.misplaced_keys),
    Rule("misplaced", "the words of a dialect are keywords and types", dialect_words.words,
         MISSING, beside=MISPLACED | frozenset({"unreadable-row"})),
    Rule("ambiguous-dialects", "one dialect is for a use, or each has its place",
         dialects.ambiguous),
    Rule("unknown-path", "a dialect is spelled where the transform has a schema",
         dialects.unspelled, MISSING),
    Rule("unused", "a dialect is for a schema that the wire has", dialects.unused, NAMING),
    Rule("missing-meta-schema", "each dialect has a schema of what its wire accepts",
         dialects.meta_schemas, MISSING),
    Rule("invalid-schema", "what a wire accepts is JSON Schema", dialects.invalid_meta_schemas),
    # what an API accepts
    Rule("unknown-rule", "every rule is of a kind there is", accepting.kinds, UNREAD),
    Rule("rule-value", "every parameter of a rule is what it should be", accepting.values),
    Rule("rule-without-reason", "every rule says what it demands, and who says so",
         accepting.reasons),
    Rule("unknown-key", "every key of a rule has a meaning", accepting.keys),
    Rule("misplaced", "ids are left out where they are read as such", idless.demanded, NAMING),
    Rule("rule-value", "a rule demands something, and each parameter says something",
         rule_rows.idle, UNREAD, beside=WRONG),
    Rule("rule-value", "what a rule says of its words is of words that it has",
         rule_rows.unfitting, UNREAD, beside=WRONG),
    Rule("rule-value", "what is said where a word is missing says it", rule_rows.unsaid),
    Rule("unknown-path", "what a rule names is there", rule_names.unknown, MISSING, beside=WRONG),
    Rule("unknown-value", "a value that a rule names may stand there",
         rule_names.values, MISSING, beside=frozenset({"unknown-path"}) | WRONG),
    Rule("rule-value", "every word of a rule's models makes a difference",
         rule_models.models, UNREAD, beside=WRONG),
    Rule("rule-value", "rules that hold together do not contradict each other",
         rule_models.together, UNREAD, beside=WRONG),
    Rule("rule-value", "media that a place holds come from somewhere",
         rule_places.places, UNREAD, beside=WRONG),
    Rule("rule-value", "sources are types, schemes and beginnings", rule_places.sources,
         beside=WRONG),
    Rule("rule-value", "a limit can be kept", rule_places.limits, beside=WRONG),
    Rule("rule-value", "what a rule is about, sections say", rule_places.needed, UNREAD),
    Rule("unused", "a rule is about fields that the wire has", rule_places.fields, UNREAD),
    Rule("unused", "a field has several keys", rule_places.one_key, UNREAD),
    Rule("unused", "a rule is about blocks that a place holds", rule_places.unheld, UNREAD,
         beside=WRONG),
    Rule("unused", "a limit is of what the wire has", rule_places.limited, UNREAD),
    # services that speak a wire with other limits
    Rule("unknown-key", "every section of a profile has a meaning", profiles.keys),
    Rule("misplaced", "a profile is of a wire that has requests", profiles.misplaced, MISSING),
    Rule("rule-without-reason", "a profile says whose it is, and who says so", profiles.reasons),
    Rule("rule-value", "every section of a profile is what it should be", profiles.values),
    Rule("unknown-rule", "what a profile changes is there", profiles.unknown_rules, UNREAD),
    Rule("unknown-field", "a service has fields of a request", profiles.unknown_fields, NAMING),
    Rule("unknown-path", "a service has a field where the wire has it",
         profiles.unknown_places, NAMING),
    Rule("loss-without-reason", "a service lacks a field for a reason",
         profiles.unreasoned_losses),
    Rule("unknown-table", "the words of a service are of a request's field",
         profiles.unknown_tables, NAMING),
    Rule("unknown-value", "a service has some of the words of its wire", profiles.unknown_words),
    Rule("unused", "every change of a profile changes something", profiles.idle, NAMING),
    # dead text
    Rule("unused", "every lens is reached from an entry", unused.lenses, NAMING),
    Rule("unused", "every table is used", unused.tables, NAMING),
    Rule("unused", "every declared loss is one", unused.unions, NAMING),
    Rule("unused", "every module of codecs is used", via.unused, NAMING),
    Rule("unused", "every sequence has a row", unused.sequences, NAMING),
    Rule("unknown-key", "every key has a meaning", unused.keys),
)  # fmt: skip


def check_project(resolved: ResolvedProject, rules: Sequence[Rule] = RULES) -> list[Finding]:
    """All findings on a project: those of loading it and of every rule, in order of place.

    Never raises for what the project's files say; an empty list means that it can be planned.
    """
    entries = {one.transform.document.path: _entries(one) for one in resolved.formats}
    found = set(resolved.project.findings)
    begins = {place for places in entries.values() for place in places}
    for rule in rules:
        formats = {_folder(finding.position) for finding in found if finding.code in rule.after}
        if rule.named:
            gone = (f.position for f in found if f.code in GONE and f.position in begins)
            formats |= {_folder(position) for position in gone}
        inner = {_entry(entries, f.position) for f in found if f.code in rule.within}
        places = {finding.position for finding in found if finding.code in rule.beside}
        found.update(
            Finding(at, rule.code, problem.what, problem.note, problem.fix)
            for problem in rule.handler(resolved)
            if (at := problem.position) not in places
            and not formats & {_folder(at), SHARED}
            and _entry(entries, at) not in inner
        )
    return sorted(found)


def _folder(position: Position) -> str:
    return position.file.rpartition("/")[0]


def _entries(one: ResolvedFormat) -> list[Position]:
    """Where the sections of a transform begin, and the entries of each."""
    positions = one.transform.document.positions
    return sorted(place for path, place in positions.items() if 0 < len(path) <= ENTRY)


def _entry(entries: dict[str, list[Position]], position: Position) -> Position:
    """Where the entry begins that a place stands in; a place in no transform is its own."""
    begins = entries.get(position.file, [])
    index = bisect_right(begins, position)
    return begins[index - 1] if index else position
