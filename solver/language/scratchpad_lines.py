"""Parsing the lines of a scratchpad into a formal object and a problem, with an error per line.

Owns the kinds of lines, and finding the line that an error of the loader is about. Leaves formulas,
queries and all checks to the loader, so a scratchpad means the same as its formal object.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from solver.cancel import NO_LIMIT, Budget, GaveUp, for_reading
from solver.errors import FormulaError, InputError, NotRead
from solver.language.lexer import is_name
from solver.language.loader import load_problem
from solver.language.problem import Problem
from solver.language.query_parser import is_variant_name
from solver.language.sorts import read_sort
from solver.phrases import phrase

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_SYMBOL = rf"{_NAME}(?:\s*\([^()]*\))?"
_DECLARED = re.compile(
    rf"\s*({_SYMBOL}(?:\s*,\s*{_SYMBOL})*)\s*+[:：](?!=)\s*+"
    r"([A-Za-z_]\w*+\s*+(?:\([^()]*\))?)?\s*+(?:(?:--|——|—)\s*+((?:.*\S)?))?\s*\Z"
)
_PLACED = re.compile(rf"({_NAME})\s*(?:\(([^()]*)\))?\Z")
_DEFINED = re.compile(rf"\s*({_NAME})\s*[:：]=\s*")
_QUERY = re.compile(r"\s*[?？]\s*")
_GOLD = re.compile(r"\s*gold\s+for\s+([\w.-]*\w)\s*(?:[:：]\s*|\Z)")
_VARIANT = re.compile(r"\s*@\s*([^\s:]+)\s*:?\s*")
_EDIT = re.compile(r"(drop|negate|replace|add|define)\b\s*")
_NUMBER = re.compile(r"[0-9]{1,1000}")
_COMMENT = re.compile(r"(?:^|\s)#.*\Z")
_PART = re.compile(
    r"(?:(premise|question) (\d+)|define (\S+)|parameters\.(\S+)"
    r"|variants\.([^\s.\[]++)(?:\[(\d+)\])?\S*) cannot be read\Z"
)


class LineKind(StrEnum):
    """The content of a line."""

    EMPTY = "empty"
    COMMENT = "comment"
    SYMBOL = "symbol"
    DEFINITION = "definition"
    PREMISE = "premise"
    QUERY = "query"
    VARIANT = "variant"
    GOLD = "gold"


@dataclass(frozen=True, slots=True)
class ScratchLine:
    """One line of the text."""

    number: int
    """From 0."""
    kind: LineKind
    place: int | None = None
    """Index from 0 of a premise, query or definition among its kind, or of an edit in its variant;
    for a gold answer, the index of its query."""
    name: str = ""
    """Name of the definition or variant; for a gold answer, the sub-question."""
    answer: str = ""
    """The gold answer as written; empty to use the published one."""
    error: InputError | None = None
    """Why the line cannot be read."""
    column: int | None = None
    """Column of the error, from 0; None if it concerns the whole line."""


@dataclass(frozen=True, slots=True)
class Scratch:
    """The result of reading a text."""

    text: str
    lines: tuple[ScratchLine, ...]
    formalization: Mapping[str, Any] = field(repr=False)
    """The formal object of the readable lines."""
    problem: Problem | None
    """None if any line cannot be read."""
    error: InputError | None = None
    """An error of the whole text that belongs to no line."""
    answerable: Problem | None = None
    """The problem without the queries that cannot be read; None if another line, or the whole text,
    cannot be read. `place` of a query counts only readable ones."""
    unreadable_queries: tuple[tuple[str, str], ...] = ()
    """The unreadable queries, as written, each with the sub-question of the gold answer under it,
    or ""."""

    @property
    def errors(self) -> tuple[ScratchLine, ...]:
        """The lines that cannot be read."""
        return tuple(line for line in self.lines if line.error is not None)


def read_scratch(text: str, budget: Budget = NO_LIMIT) -> Scratch:
    """Read a text line by line. Premises are numbered from 1 in `@` lines. Errors are recorded with
    their lines; others, such as the end of the time, in `error`. Raises GaveUp only if the budget's
    token was cancelled, since the result is not needed then."""
    try:
        check_length(text)
        return _Reader(text, for_reading(budget)).read()
    except GaveUp as stop:
        if budget.cancel.cancelled:
            raise
        return Scratch(text, (), {}, None, InputError(phrase("The text is not read"), stop.reason))
    except InputError as error:
        return Scratch(text, (), {}, None, error)


MOST_LINES = 2_000
"""Maximum lines of a scratchpad."""
MOST_CHARACTERS = 200_000
"""Maximum characters of a scratchpad: a text area takes time for its whole text at every key."""


def check_length(text: str) -> None:
    """Raises InputError if the text is too long for a scratchpad."""
    lines, length = text.count("\n") + 1, len(text)
    reason = ""
    if lines > MOST_LINES:
        reason = phrase(
            "expected at most {a} lines, found {b}", a=f"{MOST_LINES:,}", b=f"{lines:,}"
        )
    elif length > MOST_CHARACTERS:
        reason = phrase(
            "expected at most {a} characters, found {b}", a=f"{MOST_CHARACTERS:,}", b=f"{length:,}"
        )
    if reason:
        raise InputError(phrase("The text is too long"), reason)


_LINES_AT_ONCE = 16
"""Lines that are classified between two checks of the budget."""
MOST_WRONG = 50
"""Maximum number of lines with errors that are reported. After each, the rest is read again without
it."""


@dataclass
class _Entry:
    line: ScratchLine
    names: tuple[tuple[str, str, str], ...] = ()
    """Symbols: key in `parameters`, type, key in `translation`."""
    gloss: str = ""
    body: str = ""
    """Formula, query, or edit."""
    offset: int = 0
    """Column at which the body starts."""


class _Reader:
    def __init__(self, text: str, budget: Budget) -> None:
        self.text = text
        self.budget = budget
        self.entries: list[_Entry] = []
        for number, line in enumerate(text.split("\n")):
            if number % _LINES_AT_ONCE == 0:
                budget.check()
            self.entries.append(self._entry(number, line))
        self.declared: set[str] = set()

    def read(self) -> Scratch:
        self._check_names()
        places: dict[str, int] = {}
        golden: set[int] = set()
        for entry in self.entries:
            if entry.line.kind is LineKind.GOLD:
                self._tie(entry, places.get(LineKind.QUERY, 0) - 1, golden)
                continue
            key = entry.line.name if entry.line.kind is LineKind.VARIANT else entry.line.kind
            if entry.line.kind is LineKind.VARIANT and not entry.body:
                continue
            place = places.get(key, 0)
            places[key] = place + 1
            entry.line = replace(entry.line, place=place)
        wrong = 0
        while True:
            data = self._data()
            try:
                problem: Problem | None = load_problem(data, budget=self.budget)
            except NotRead as stop:
                raise GaveUp(stop.message) from None
            except InputError as error:
                blamed = self._blamed(error)
                if blamed is None or wrong == MOST_WRONG:
                    return self._scratch(data, None, error)
                self._blame(blamed, error)
                wrong += 1
                continue
            wrong_kinds = {e.line.kind for e in self.entries if e.line.error is not None}
            answerable = problem if wrong_kinds <= {LineKind.QUERY} else None
            unread = self._without_unread()
            scratch = self._scratch(data, None if wrong_kinds else problem, None)
            return replace(scratch, answerable=answerable, unreadable_queries=unread)

    def _scratch(
        self, formalization: Mapping[str, Any], problem: Problem | None, error: InputError | None
    ) -> Scratch:
        lines = tuple(entry.line for entry in self.entries)
        return Scratch(self.text, lines, formalization, problem, error)

    def _without_unread(self) -> tuple[tuple[str, str], ...]:
        """Renumber the readable queries; the others, and their gold answers, get no place. Returns
        the unreadable queries, each with its sub-question."""
        queries = [entry for entry in self.entries if entry.line.kind is LineKind.QUERY]
        if all(entry.line.error is None for entry in queries):
            return ()
        good = [entry for entry in queries if entry.line.error is None]
        places = {entry.line.place: place for place, entry in enumerate(good)}
        names: dict[int | None, str] = {}
        for entry in self.entries:
            if entry.line.kind is LineKind.GOLD and entry.line.place is not None:
                names[entry.line.place] = entry.line.name
        unread = [(e.body, names.get(e.line.place, "")) for e in queries if e not in good]
        for entry in self.entries:
            if entry.line.kind in (LineKind.QUERY, LineKind.GOLD):
                entry.line = replace(entry.line, place=places.get(entry.line.place))
        return tuple(unread)

    # --- lines -----------------------------------------------------------------------------------

    def _entry(self, number: int, line: str) -> _Entry:
        if not line.strip():
            return _Entry(ScratchLine(number, LineKind.EMPTY))
        if line.lstrip().startswith("#"):
            return _Entry(ScratchLine(number, LineKind.COMMENT))
        declared = _DECLARED.match(line)
        if declared is not None:
            return self._symbols(number, *declared.groups())
        bare = _COMMENT.sub("", line).rstrip()
        kinds = (
            (_DEFINED, LineKind.DEFINITION),
            (_QUERY, LineKind.QUERY),
            (_GOLD, LineKind.GOLD),
            (_VARIANT, LineKind.VARIANT),
        )
        for pattern, kind in kinds:
            match = pattern.match(bare)
            if match is not None:
                name = match.group(1) if pattern.groups else ""
                body = bare[match.end() :]
                scratch_line = ScratchLine(number, kind, name=name)
                if kind is LineKind.GOLD:
                    scratch_line = replace(scratch_line, answer=body.strip())
                return _Entry(scratch_line, body=body, offset=match.end())
        start = len(bare) - len(bare.lstrip())
        return _Entry(ScratchLine(number, LineKind.PREMISE), body=bare[start:], offset=start)

    def _symbols(self, number: int, names: str, type_: str | None, gloss: str | None) -> _Entry:
        line = ScratchLine(number, LineKind.SYMBOL)
        rows: list[tuple[str, str, str]] = []
        for written in re.findall(_SYMBOL, names):
            match = _PLACED.match(written.strip())
            assert match is not None
            name, inside = match.groups()
            if inside is None:
                rows.append((name, type_ or "Bool", name))
                continue
            count = len(inside.split(","))
            if type_ is None or type_.strip().casefold() == "function":
                sort_text = f"Function({count})"
            else:
                sort_text = type_
            places = ", ".join(place.strip() for place in inside.split(","))
            rows.append((f"{name}({places})", sort_text, f"{name}({places})"))
        entry = _Entry(line, tuple(rows), (gloss or "").strip())
        for _, word, _ in rows:
            try:
                read_sort(word, self.budget)
            except ValueError as wrong:
                self._fail(entry, str(wrong))
        return entry

    def _fail(self, entry: _Entry, message: str, hint: str = "") -> None:
        if entry.line.error is None:
            error = InputError(phrase("Line cannot be read"), message, hint)
            entry.line = replace(entry.line, error=error)

    def _check_names(self) -> None:
        used_names: dict[str, int] = {}
        for entry in self.entries:
            names = [key for key, _, _ in entry.names]
            if entry.line.kind is LineKind.DEFINITION:
                names = [entry.line.name]
            elif entry.line.kind is LineKind.VARIANT and not is_variant_name(entry.line.name):
                self._fail(entry, phrase("{a} cannot name a variant", a=repr(entry.line.name)))
            for name in names:
                bare = name.partition("(")[0]
                key = f"{bare}/{name.count(',') + 1}" if "(" in name else bare
                if not is_name(bare):
                    self._fail(
                        entry, phrase("{a} is a word of the language and cannot be a name", a=bare)
                    )
                elif key in used_names:
                    self._fail(
                        entry,
                        phrase("{a} is already in line {b}", a=bare, b=used_names[key] + 1),
                    )
                else:
                    used_names[key] = entry.line.number

    def _tie(self, entry: _Entry, query: int, golden: set[int]) -> None:
        """Assign a gold answer to the query above it."""
        if query < 0:
            self._fail(
                entry, phrase("a gold answer must be below its query, but there is no query above")
            )
        elif query in golden:
            self._fail(entry, phrase("the query above already has a gold answer"))
        else:
            golden.add(query)
            entry.line = replace(entry.line, place=query)

    # --- the formal object -----------------------------------------------------------------------

    def _data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "parameters": {},
            "translation": {},
            "premise": [],
            "define": {},
            "question": [],
            "variants": {},
        }
        for entry in self.entries:
            line = entry.line
            good = line.error is None
            match line.kind:
                case LineKind.SYMBOL if good:
                    for key, type_, spoken in entry.names:
                        data["parameters"][key] = type_
                        if entry.gloss:
                            data["translation"][spoken] = entry.gloss
                case LineKind.PREMISE:
                    # An unreadable premise keeps its number.
                    data["premise"].append(entry.body if good else "⊤")
                case LineKind.DEFINITION if good:
                    data["define"][line.name] = entry.body
                case LineKind.QUERY if good:
                    data["question"].append(entry.body)
                case LineKind.VARIANT if is_variant_name(line.name):
                    data["variants"].setdefault(line.name, [])
        for entry in self.entries:
            if entry.line.kind is LineKind.VARIANT and entry.body and entry.line.error is None:
                edit = self._edit(entry, data["premise"])
                if edit is not None:
                    data["variants"][entry.line.name].append(edit)
        return {key: value for key, value in data.items() if value or key == "premise"}

    def _edit(self, entry: _Entry, premises: list[str]) -> dict[str, Any] | None:
        match = _EDIT.match(entry.body)
        if match is None:
            usage = "drop 1, negate 1, replace 1 FORMULA, add FORMULA or define NAME FORMULA"
            self._fail(
                entry,
                phrase("{a} is not an edit", a=repr(entry.body)),
                phrase("Write {a}.", a=usage),
            )
            return None
        op, rest = match.group(1), entry.body[match.end() :]
        if op == "add":
            return {"op": "add", "formula": rest}
        first, _, formula = rest.partition(" ")
        if op == "define":
            return {"op": "define", "name": first, "formula": formula.lstrip()}
        number = int(first) - 1 if _NUMBER.fullmatch(first) else -1
        if not 0 <= number < len(premises):
            text = f"there is no premise {first}" if first else f"{op} which premise?"
            self._fail(entry, f"{text}; premises go from 1 to {len(premises)}")
            return None
        if op == "replace":
            return {"op": "replace", "premise": number, "formula": formula.lstrip()}
        if formula.strip():
            self._fail(
                entry,
                phrase("{a} takes only a number, found {b}", a=op, b=repr(formula.strip())),
            )
            return None
        if op == "drop":
            return {"op": "drop", "premise": number}
        return {"op": "replace", "premise": number, "formula": f"¬({premises[number]})"}

    # --- finding the line of an error -------------------------------------------------------------

    def _active(self, kind: LineKind, name: str | None = None) -> list[_Entry]:
        return [
            entry
            for entry in self.entries
            if entry.line.kind is kind
            and (entry.line.error is None or kind is LineKind.PREMISE)
            and (name is None or entry.line.name == name)
        ]

    def _blamed(self, error: InputError) -> _Entry | None:
        """The entry of the line that an error of the loader is about."""
        match = _PART.match(error.title)
        entries: list[_Entry] = []
        if match is not None:
            kind, number, defined, parameter, variant, place = match.groups()
            if kind is not None:
                entries = self._active(LineKind(kind.replace("question", "query")))
                entries = entries[int(number) - 1 : int(number)]
            elif defined is not None:
                entries = self._active(LineKind.DEFINITION, defined)
            elif variant is not None:
                lines = [e for e in self._active(LineKind.VARIANT, variant) if e.body]
                entries = lines[int(place) :][:1] if place is not None else lines[-1:]
                entries = entries or self._active(LineKind.VARIANT, variant)
            elif parameter is not None:
                entries = [
                    e
                    for e in self._active(LineKind.SYMBOL)
                    if any(parameter == n for n, _, _ in e.names)
                ]
        if not entries:
            # The message about circular definitions names all of them.
            entries = [
                entry
                for entry in self._active(LineKind.DEFINITION)
                if re.search(rf"\b{entry.line.name}\b", error.message)
            ][-1:]
        return next((entry for entry in entries if entry.line.error is None), None)

    def _blame(self, entry: _Entry, error: InputError) -> None:
        column = None
        if isinstance(error, FormulaError):
            at = entry.body.rfind(error.text) if error.text else -1
            column = entry.offset + max(0, at) + error.position
            error.title = phrase("Line cannot be read")
        entry.line = replace(entry.line, error=error, column=column)
