"""Loading the formal JSON form (a superset of LLMEval-Logic's) as a Problem.

Owns the fields of that form, their checks and their errors. Errors name the part they are about:
premises and questions are counted from 1, while `variants.NAME[k]` is an index in the file, from 0.
Leaves formulas to `parser`, queries to `query_parser`, what variants mean to `edits`.
"""

import marshal
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import inf
from threading import Lock
from time import monotonic
from typing import Any

from solver.cancel import NO_LIMIT, Budget, GaveUp, Meter, for_reading, reading_given_up, within
from solver.errors import FormulaError, InputError, NotRead
from solver.language import lexer
from solver.language.dialect import chain_notes, dialect_of, notes
from solver.language.edits import check_definitions, check_edits, with_definitions
from solver.language.functions import axiom
from solver.language.parser import formula_of, formulas_of
from solver.language.problem import (
    BASELINE,
    Add,
    Define,
    Drop,
    Edit,
    Problem,
    Query,
    Replace,
    Variant,
)
from solver.language.query_parser import is_variant_name, parse_query, split_queries
from solver.language.signature import Gloss, SignatureBuilder
from solver.language.sorts import read_sort, symbol_with_places
from solver.language.syntax import (
    And,
    Formula,
    IndividualSort,
    PredicateSort,
    Sort,
    Symbol,
    SymbolKey,
    symbols_of,
)
from solver.phrases import Phrase, phrase, plural

_MAX_UNCHECKED_TOKENS = 1 << 14
"""Length in tokens above which a text is processed with checks of the budget."""
_APPLIED = re.compile(r"\s*([^\s()]+)\s*\(([^()]*)\)\s*\Z")


def load_problem(
    formalization: Mapping[str, object],
    *,
    strict: bool = False,
    where: str = "",
    budget: Budget = NO_LIMIT,
    lenient: bool = False,
) -> Problem:
    """Read a formalization: parameters, translation, premise, define, question, variants.

    Other keys are ignored. `where` (a file, an item) begins every error's title. Raises InputError
    for a wrong field; FormulaError for a wrong formula and, under `strict`, for undeclared names,
    which otherwise give warnings; NotRead if the budget ends first (`for_reading` limits one
    without a deadline). `lenient` skips a query that cannot be read: it is recorded in
    `unreadable_queries`, and a warning names it. Earlier readings are cached, including those given
    up within `for_reading`.
    """
    if type(formalization) is not dict and not isinstance(formalization, Mapping):
        prefix = f"{where}: " if where else ""
        raise InputError(
            f"{prefix}not a formalization", f"expected an object, found {_kind(formalization)}"
        )
    content = _content(formalization, strict, lenient)
    problem = None if content is None else _cache.get(content)
    if problem is None:
        endless = budget.deadline == inf
        began = monotonic()
        try:
            if endless and content in _given_up:
                raise GaveUp("timeout")
            problem = _Loader(formalization, strict, where, for_reading(budget), lenient).problem()
        except GaveUp as stop:
            full = reading_given_up(monotonic() - began)
            if full and endless and content is not None and not budget.cancel.cancelled:
                _given_up[content] = None
                _shorten(_given_up)
            prefix = f"{where}: " if where else ""
            raise NotRead(f"{prefix}reading the formalization was given up", stop.reason) from None
        if content is not None:
            _keep(content, problem)
    return problem


# --- cache of formalizations ---------------------------------------------------------------------

_FIELDS = ("parameters", "translation", "premise", "define", "question", "variants")
_CACHE_SIZE = 1024
"""Maximum formalizations in the cache."""
_KEPT_BYTES = 1 << 23
"""Maximum bytes of content in the cache; a longer formalization is read again each time."""
_cache: dict[bytes, Problem] = {}
_cached_bytes = 0
"""Bytes of content in the cache."""
_given_up: dict[bytes, None] = {}
"""Content whose reading was given up at the default time limit."""
_GIVEN_UP = 64
"""Maximum number of those."""
_lock = Lock()


def _content(formalization: Mapping[str, object], strict: bool, lenient: bool) -> bytes | None:
    """The content that reading depends on, as bytes; None if it is too long or not plain JSON."""
    try:
        # Format 2 does not share objects, so that equal content gives equal bytes.
        fields: Any = (strict, lenient, *map(formalization.get, _FIELDS))
        content = marshal.dumps(fields, 2)
    except ValueError:
        return None
    return content if len(content) <= _KEPT_BYTES else None


def _keep(content: bytes, problem: Problem) -> None:
    """Add an immutable problem to the cache; the oldest are removed if there are too many."""
    global _cached_bytes
    with _lock:
        if content not in _cache:
            _cached_bytes += len(content)
        _cache[content] = problem
        while len(_cache) > _CACHE_SIZE or _cached_bytes > _KEPT_BYTES:
            oldest = next(iter(_cache))
            del _cache[oldest]
            _cached_bytes -= len(oldest)


def _shorten(given_up: dict[bytes, None]) -> None:
    with _lock:
        while len(given_up) > _GIVEN_UP:
            del given_up[next(iter(given_up))]


def forget() -> None:
    """Empty the cache, as in a new process."""
    global _cached_bytes
    with _lock:
        _cache.clear()
        _given_up.clear()
        _cached_bytes = 0


@lru_cache(maxsize=1024)
def _premise(number: int) -> Phrase:
    return phrase("premise {a}", a=number)


@lru_cache(maxsize=1024)
def _question(number: int) -> Phrase:
    return phrase("question {a}", a=number)


class _Loader:
    def __init__(
        self,
        formalization: Mapping[str, object],
        strict: bool,
        where: str,
        budget: Budget,
        lenient: bool,
    ) -> None:
        self.formalization = formalization
        self.lenient = lenient
        self.unreadable_queries: dict[int, str] = {}
        self.meter = Meter(budget)
        self.prefix = f"{where}: " if where else ""
        self.names = SignatureBuilder(strict=strict)
        self.names.report = True
        self.names.budget = budget
        self.notes: dict[str, str] = {}

    def problem(self) -> Problem:
        """The whole formalization."""
        names = self.names
        self._declare()
        defined = self._mapping("define")
        variants = self._variant_lists()
        for name in defined:
            self._check_defined_name(name, "define")
            names.define(name)
        for variant, entries in variants.items():
            for entry in entries:
                new = entry.get("name")
                if entry.get("op") == "define" and isinstance(new, str) and new not in defined:
                    self._check_defined_name(new, f"variants.{variant}")
                    names.scoped_names.setdefault(new, set()).add(variant)
        texts = self._texts(defined, variants)
        names.budget.check()
        names.dialect = dialect_of(texts, names.budget)
        names.budget.check()
        premises = self._premises()
        names.scope = BASELINE
        definitions = {
            name: self._formula(text, phrase("define {a}", a=name))
            for name, text in defined.items()
        }
        queries = self._queries(variants)
        edits = {
            name: Variant(name, self._edits(name, entries, len(premises)))
            for name, entries in variants.items()
        }
        for gloss in names.glosses.values():
            self.notes[gloss.key] = gloss.text
        functions = tuple(names.functions)
        premises += tuple(axiom(name, arity) for name, arity in functions)
        problem = Problem(names.signature(), premises, definitions, queries, edits, (), self.notes)
        if definitions or edits:
            self._check_cycles(problem)
        names.budget.check()
        messages = notes(names.dialect, texts, names.budget)
        names.budget.check()
        if functions:
            listed = ", ".join(dict.fromkeys(name for name, _ in functions))
            messages += (
                phrase(
                    "Functions are read as relations with one more place: {a}. "
                    "The last premises say that each has exactly one value.",
                    a=listed,
                ),
            )
        messages += chain_notes(names.dialect, names.codes, names.budget)
        reading = (*messages, *dict.fromkeys(names.notes))
        warnings = (*reading, *names.warnings, *self._unused(problem))
        if not warnings:
            return problem
        return Problem(
            problem.signature,
            premises,
            definitions,
            queries,
            edits,
            warnings,
            self.notes,
            functions,
            self.unreadable_queries,
            reading,
        )

    # --- symbols ---------------------------------------------------------------------------------

    def _declare(self) -> None:
        parameters = self._mapping("parameters")
        translation = self._mapping("translation")
        names = self.names
        sorts: dict[SymbolKey, Sort] = {}
        for written, type_word in within(parameters.items(), names.budget):
            try:
                name, sort = written, read_sort(type_word, names.budget)
            except ValueError as wrong:
                raise self._error(f"parameters.{written}", str(wrong)) from None
            # A predicate or an individual may have a number as its name: 1984(x), 2000.
            if not lexer.is_name(name) and not (
                isinstance(sort, PredicateSort | IndividualSort) and lexer.is_value(name)
            ):
                name = self._applied_key(written, sort)
            sorts[(name, sort.arity if isinstance(sort, PredicateSort) else 0)] = sort
        # A plain key glosses the symbol of that name without places; the rest needs more work.
        rest = {key: text for key, text in translation.items() if (key, 0) not in sorts}
        glosses = self._glosses(rest, sorts) if rest else {}
        for key, sort in within(sorts.items(), names.budget):
            if not key[1]:
                names.declare(Symbol(key[0], sort, translation.get(key[0], "")))
                continue
            gloss = glosses.pop(key, None)
            if gloss is None:
                names.declare(Symbol(key[0], sort))
            else:
                names.declare(Symbol(key[0], sort, gloss.text, gloss.places))
        names.glosses = glosses

    def _applied_key(self, key: str, sort: Sort) -> str:
        """The name in a parameter written as `F(x)`, whose type must have the same number of
        places."""
        applied = _APPLIED.match(key)
        places = applied.group(2).split(",") if applied else []
        if applied is None or not lexer.is_name(applied.group(1)):
            raise self._error(f"parameters.{key}", phrase("{a} is not a name", a=key))
        if not isinstance(sort, PredicateSort) or sort.arity != len(places):
            message = plural(
                "{a} has {n} place, but its type has another number",
                "{a} has {n} places, but its type has another number",
                n=len(places),
                a=key,
            )
            raise self._error(f"parameters.{key}", message)
        return applied.group(1)

    def _glosses(
        self, translation: Mapping[str, str], sorts: Mapping[SymbolKey, Sort]
    ) -> dict[SymbolKey, Gloss]:
        glosses: dict[SymbolKey, Gloss] = {}
        plain: dict[str, str] = {}
        for key, text in translation.items():
            if lexer.is_name(key):
                plain[key] = text
            else:
                applied = _APPLIED.match(key)
                places = tuple(p.strip() for p in applied.group(2).split(",")) if applied else ()
                named = applied is not None and lexer.is_name(applied.group(1))
                # `F(a)` with a constant states a fact; it is not a gloss of the predicate.
                fact = any((place, 0) in sorts for place in places)
                if (
                    applied is None
                    or not named
                    or fact
                    or not all(map(lexer.is_name, places))
                    or (applied.group(1), len(places)) in glosses
                ):
                    self.notes[key] = text
                else:
                    name = applied.group(1)
                    glosses[(name, len(places))] = Gloss(text, _places_in(text, places), key)
        for name, text in plain.items():
            # A plain key glosses a predicate if no Bool of that name is declared.
            arities = [arity for other, arity in sorts if other == name]
            owner = (name, arities[0]) if len(arities) == 1 else (name, 0)
            if owner not in glosses:
                glosses[owner] = Gloss(text, (), name)
        return glosses

    # --- premises, definitions, queries, variants ------------------------------------------------

    def _texts(
        self, defined: Mapping[str, str], variants: Mapping[str, list[Mapping[str, object]]]
    ) -> list[str]:
        """Every string of the record that is a formula or a query."""
        texts: list[object] = []
        for field in ("premise", "question"):
            value = self.formalization.get(field)
            texts += value if isinstance(value, list | tuple) else [value]
        texts += defined.values()
        for entries in variants.values():
            texts += [entry.get("formula") for entry in entries]
        return [text for text in texts if isinstance(text, str)]

    def _premises(self) -> tuple[Formula, ...]:
        value = self.formalization.get("premise", ())
        if isinstance(value, str):
            self.names.where = "premise"
            if not value.strip():
                return ()
            try:
                return formulas_of(value, self.names)
            except FormulaError as error:
                raise self._named(error, "premise") from None
        return tuple(
            [
                self._formula(text, _premise(number))
                for number, text in enumerate(self._strings("premise", value), 1)
            ]
        )

    def _queries(self, variants: Mapping[str, object]) -> tuple[Query, ...]:
        value = self.formalization.get("question", ())
        if isinstance(value, str):
            value = split_queries(value)
        names = self.names
        queries = []
        for number, text in enumerate(self._strings("question", value), 1):
            part = _question(number)
            names.where = part
            self.meter.spend()
            try:
                queries.append(parse_query(text, names, variants))
            except FormulaError as error:
                if not self.lenient:
                    raise self._named(error, part) from None
                self.unreadable_queries[number - 1] = error.reason
                at = phrase("character {a}", a=error.position + 1)
                names.warnings.append(
                    phrase(
                        "The query {a} cannot be read: {b}, at {c}. It is left out.",
                        a=text,
                        b=error.reason,
                        c=at,
                    )
                )
        return tuple(queries)

    def _variant_lists(self) -> dict[str, list[Mapping[str, object]]]:
        value = self.formalization.get("variants")
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise self._error("variants", f"expected an object, found {_kind(value)}")
        variant_lists: dict[str, list[Mapping[str, object]]] = {}
        for name, entries in value.items():
            if not isinstance(name, str) or not is_variant_name(name):
                raise self._error("variants", phrase("{a} cannot name a variant", a=repr(name)))
            if not isinstance(entries, list | tuple):
                part = f"variants.{name}"
                raise self._error(part, f"expected a list of edits, found {_kind(entries)}")
            for place, entry in enumerate(entries):
                if not isinstance(entry, Mapping):
                    part = f"variants.{name}[{place}]"
                    raise self._error(part, f"expected an object, found {_kind(entry)}")
            variant_lists[name] = list(entries)
        return variant_lists

    def _edits(
        self, variant: str, entries: Sequence[Mapping[str, object]], premises: int
    ) -> tuple[Edit, ...]:
        self.names.scope = variant
        edits: list[Edit] = []
        for place, entry in enumerate(entries):
            part = f"variants.{variant}[{place}]"
            op = entry.get("op")
            allowed_fields = {
                "drop": {"premise"},
                "add": {"formula"},
                "replace": {"premise", "formula"},
                "define": {"name", "formula"},
            }
            if not isinstance(op, str) or op not in allowed_fields:
                raise self._error(
                    part, f"op is {op!r}; expected one of {', '.join(allowed_fields)}"
                )
            extra = set(entry) - allowed_fields[op] - {"op"}
            if extra:
                raise self._error(part, f"{op} takes no {', '.join(sorted(map(str, extra)))}")
            if op == "drop":
                edits.append(Drop(self._number(entry, part, premises)))
                continue
            text = entry.get("formula")
            if not isinstance(text, str):
                raise self._error(f"{part}.formula", f"expected a formula, found {_kind(text)}")
            if op == "replace":
                number = self._number(entry, part, premises)
                edits.append(Replace(number, self._formula(text, part)))
            elif op == "add":
                edits.append(Add(self._formula(text, part)))
            else:
                name = entry.get("name")
                if not isinstance(name, str):
                    raise self._error(f"{part}.name", f"expected a name, found {_kind(name)}")
                edits.append(Define(name, self._formula(text, part)))
        try:
            check_edits(edits, premises)
        except InputError as error:
            raise self._error(f"variants.{variant}", error.title, error.hint) from None
        return tuple(edits)

    def _number(self, entry: Mapping[str, object], part: str, premises: int) -> int:
        number = entry.get("premise")
        if not isinstance(number, int) or isinstance(number, bool):
            raise self._error(f"{part}.premise", f"expected a number, found {_kind(number)}")
        if not 0 <= number < premises:
            between = f"from 0 to {premises - 1}" if premises else "but there are none"
            raise self._error(f"{part}.premise", f"there is no premise {number}; they go {between}")
        return number

    # --- helpers ---------------------------------------------------------------------------------

    def _formula(self, text: str, part: str) -> Formula:
        self.meter.spend()
        self.names.where = part
        try:
            return formula_of(text, self.names)
        except FormulaError as error:
            raise self._named(error, part) from None

    def _named(self, error: FormulaError, part: str) -> FormulaError:
        error.title = f"{self.prefix}{part} cannot be read"
        return error

    def _check_defined_name(self, name: str, part: str) -> None:
        if not lexer.is_name(name):
            raise self._error(part, phrase("{a} is not a name", a=repr(name)))
        if (name, 0) in self.names.symbols:
            raise self._error(part, f"{name} is declared in parameters and defined here")

    def _check_cycles(self, problem: Problem) -> None:
        for variant in (None, *problem.variants.values()):
            definitions = with_definitions(problem.definitions, variant)
            if variant is not None and definitions is problem.definitions:
                continue
            try:
                check_definitions(definitions, self.names.budget)
            except InputError as error:
                part = f"variants.{variant.name}" if variant else "define"
                message = f"{error.title}: {error.message}"
                raise self._error(part, message, error.hint) from None

    def _unused(self, problem: Problem) -> tuple[str, ...]:
        """A warning for each declared symbol that is not used."""
        names = self.names
        # If all names are Bools, it is enough to look at the words of the texts.
        if not (names.constants or names.enums or names.predicates):
            unseen = {*names.props}
            for tokens in within(names.words, names.budget):
                unseen.difference_update(
                    within(tokens, names.budget) if len(tokens) > _MAX_UNCHECKED_TOKENS else tokens
                )
                if not unseen:
                    return ()
        used = _used_keys(problem, names.budget)
        symbols = within(problem.signature.symbols.items(), names.budget)
        return tuple(
            [
                phrase("{a} is declared but not used.", a=symbol_with_places(symbol))
                for key, symbol in symbols
                if key not in used and symbol.declared
            ]
        )

    def _mapping(self, field: str) -> Mapping[str, str]:
        value = self.formalization.get(field)
        if value is None:
            return {}
        if type(value) is not dict and not isinstance(value, Mapping):
            raise self._error(field, f"expected an object, found {_kind(value)}")
        for key, text in value.items():
            if type(text) is not str or type(key) is not str:
                raise self._error(f"{field}.{key}", f"expected a string, found {_kind(text)}")
        return value

    def _strings(self, field: str, value: object) -> Sequence[str]:
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            raise self._error(field, f"expected a string or a list, found {_kind(value)}")
        for number, text in enumerate(value, 1):
            if not isinstance(text, str):
                raise self._error(f"{field} {number}", f"expected a string, found {_kind(text)}")
        return value

    def _error(self, part: str, message: str, hint: str = "") -> InputError:
        return InputError(f"{self.prefix}{part} cannot be read", message, hint)


def used_symbols(problem: Problem) -> tuple[Symbol, ...]:
    """The symbols that occur in premises, definitions, queries or variants, as declared.

    A query over individuals (`enumerate_models(F(x), x)`) uses every constant.
    """
    used = _used_keys(problem, NO_LIMIT)
    return tuple([symbol for key, symbol in problem.signature.symbols.items() if key in used])


def _used_keys(problem: Problem, budget: Budget) -> set[SymbolKey]:
    """The keys of the used symbols. Raises `GaveUp`."""
    named: set[SymbolKey] = set()
    formulas: list[Formula | None] = [*problem.premises, *problem.definitions.values()]
    for variant in problem.variants.values():
        formulas += [edit.formula for edit in variant.edits if not isinstance(edit, Drop)]
    for query in problem.queries:
        formulas += [query.formula, query.given]
        for target in (*query.targets, *query.listed):
            formulas.append(target.formula)
            if target.enum is not None:
                named.add((target.enum, 0))
        if query.variable is not None:
            named.update((name, 0) for name in problem.signature.constants())
    written = And(tuple([f for f in within(formulas, budget) if f is not None]))
    return named | symbols_of(written, budget)


def _places_in(gloss: str, places: tuple[str, ...]) -> tuple[str, ...]:
    """The places with the names used in the gloss: a key `G(x)` for "y is secret" has the place
    y."""
    if all(re.search(rf"(?<![A-Za-z]){place}(?![A-Za-z])", gloss) for place in places):
        return places
    loose = re.findall(r"(?<![A-Za-z])[u-z](?![A-Za-z])", gloss)
    entries = tuple(dict.fromkeys(loose))
    return entries if len(entries) == len(places) and not set(entries) & set(places) else places


def _kind(value: object) -> str:
    """The type of a JSON value, in a word."""
    names = {dict: "an object", list: "a list", str: "a string", bool: "true or false"}
    if value is None:
        return "nothing"
    return names.get(
        type(value), "a number" if isinstance(value, int | float) else phrase("something else")
    )
