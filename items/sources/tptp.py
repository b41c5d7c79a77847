"""TPTP problems: first-order statements in FOF and CNF, one problem per file.

Owns the statements of a file (`fof(name, role, formula).`), their roles, the variables of clauses,
and the three connectives that the program's own notation lacks. `solver.language` parses the
formulas. See Sutcliffe, "The TPTP Problem Library and Associated Infrastructure". Other languages
(TFF, THF, TCF) and `include` are refused.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from items.models import Item
from items.sources import own_format
from items.sources.document import Document, Record, bad_record, decode, fields_of, read_bytes
from solver.errors import FormulaError, InputError
from solver.language.dump import declarations
from solver.language.parser import formula_of
from solver.language.signature import SignatureBuilder
from solver.phrases import phrase

BENCHMARK = "TPTP"
_GIVEN = frozenset(
    ("axiom", "hypothesis", "definition", "assumption", "lemma", "theorem", "corollary")
) | {"plain", "negated_conjecture"}
_STATUS = re.compile(r"^%\s*Status\s*:\s*(\w+)", re.MULTILINE)
_ENGLISH = re.compile(r"^%\s*English\s*:\s*(.*(?:\n%\s{6,}:\s.*)*)", re.MULTILINE)
_FOLLOWS = {"Theorem": True, "ContradictoryAxioms": True, "CounterSatisfiable": False}
_HOLDS = {"Satisfiable": True, "Unsatisfiable": False}
_TOKEN = re.compile(
    # An unclosed comment or quotation extends to the end, so that it is scanned only once.
    r"(?P<blank>\s+|%[^\n]*|/\*(?:.*?\*/|.*))|(?P<quoted>'(?:\\.|[^'\\])++(?:'|\Z))"
    r"|(?P<string>\"(?:\\.|[^\"\\])*+(?:\"|\Z))"
    r"|(?P<word>\$?\$?\w+)|(?P<sign><=>|<~>|=>|<=|~\||~&|!=|.)",
    re.DOTALL,
)
_BINARY = ("<=", "~|", "~&")
_OPENING, _CLOSING = "([{", ")]}"
MOST_LEVELS = 300
"""Most nested brackets; the limit for formulas is lower."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign, and its line number, from 1."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Statement:
    """One annotated formula."""

    language: str
    name: str
    role: str
    formula: tuple[Token, ...]
    line: int


def read_parts(path: Path) -> Iterator[Document]:
    """The whole text as one record.

    Raises:
        InputError: the file cannot be read.
    """
    yield Document(path, (Record({"tptp": decode(read_bytes(path), path)}, 0, ""),))


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record is the text of a TPTP problem."""
    return value.keys() == {"tptp"} and isinstance(value["tptp"], str)


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of a problem: whether each conjecture follows from the premises or, without a
    conjecture, whether they can hold together. The status in the header gives the gold.

    Raises:
        InputError: a statement cannot be parsed, or is in another language.
    """
    where = document.where(record)
    text = fields_of(record, where, recognises, "the text of a TPTP problem")["tptp"]
    statements = list(_statements(text, where))
    if not statements:
        raise bad_record(where, "statements such as fof(a, axiom, p).", "none")
    premises = [_formula(s, where) for s in statements if s.role in _GIVEN]
    conjectures = [(s.name, _formula(s, where)) for s in statements if s.role == "conjecture"]
    status = _STATUS.search(text)
    english = _ENGLISH.search(text)
    yield from own_format.read(
        replace(
            record,
            value={
                "id": document.path.stem,
                "text": "" if english is None else _joined(english[1]),
                "questions": _questions(conjectures, status[1] if status else ""),
                "formalization": {
                    "parameters": _declared([*premises, *(formula for _, formula in conjectures)]),
                    "premise": premises,
                },
                "attributes": {} if status is None else {"status": status[1]},
                "provenance": {
                    "benchmark": BENCHMARK,
                    "file": document.path.name,
                    "index": record.index,
                },
            },
        ),
        document,
    )


def _declared(formulas: Iterable[str]) -> dict[str, str]:
    """The declarations of symbols as used. Functions stay undeclared, so that a warning says how
    they are interpreted."""
    names = SignatureBuilder()
    for text in formulas:
        formula_of(text, names)
    functions = {(name, arity + 1) for name, arity in names.functions}
    symbols = names.signature().symbols
    listed = [symbol for key, symbol in symbols.items() if key not in functions]
    return declarations(listed, symbols.values())


def _questions(conjectures: Sequence[tuple[str, str]], status: str) -> list[dict[str, Any]]:
    questions: list[dict[str, Any]] = []
    for name, formula in conjectures:
        question = {
            "text": f"Does the conjecture {name} follow from the axioms?",
            "query": f"necessary({formula})",
        }
        follows = _FOLLOWS.get(status)
        # If not all of several conjectures are theorems, the status does not say which are.
        if follows or (follows is False and len(conjectures) == 1):
            question["gold"] = "necessary" if follows else "unnecessary"
        questions.append(question)
    if not conjectures:
        question = {"text": "Can the axioms hold together?", "query": "possible($true)"}
        if status in _HOLDS:
            question["gold"] = "possible" if _HOLDS[status] else "impossible"
        questions.append(question)
    return questions


def _joined(comment: str) -> str:
    return " ".join(line.lstrip("%").strip().lstrip(":").strip() for line in comment.splitlines())


# --- statements --------------------------------------------------------------------------------


def _tokens(text: str, where: str) -> Iterator[Token]:
    """The tokens of a text. Text that cannot become a statement is refused here, before all of it
    is stored."""
    line = 1
    levels = negations = 0
    before = ""
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "blank":
            word = match[0]
            levels += (word in _OPENING) - (word in _CLOSING)
            negations = negations + 1 if word == "~" else 0
            for number, counted_kind in ((levels, "levels of brackets"), (negations, "negations")):
                if number > MOST_LEVELS:
                    raise bad_record(
                        f"{where}, line {line}", f"at most {MOST_LEVELS} {counted_kind}", "more"
                    )
            if word == "," and before in (",", *_OPENING):
                raise bad_record(f"{where}, line {line}", "something before a comma", f"{before},")
            before = word
            yield Token(word, line)
        line += match[0].count("\n")


def _statements(text: str, where: str) -> Iterator[Statement]:
    tokens = list(_tokens(text, where))
    at = 0
    while at < len(tokens):
        head = tokens[at]
        place = f"{where}, line {head.line}"
        if head.text == "include":
            hint = "Put the included statements into the file."
            raise bad_record(place, "statements of the file's own", "include", hint)
        if head.text not in ("fof", "cnf"):
            raise bad_record(place, "fof or cnf", repr(head.text))
        parts, end = _parts(tokens, at + 1, place)
        if len(parts) < 3 or len(parts[0]) != 1 or len(parts[1]) != 1 or not parts[2]:
            raise bad_record(place, f"{head.text}(name, role, formula)", f"{len(parts)} parts")
        role = parts[1][0].text
        if role not in _GIVEN and role != "conjecture":
            expected = f"a role such as axiom or conjecture, in {head.text}"
            raise bad_record(place, expected, repr(role))
        yield Statement(head.text, parts[0][0].text, role, tuple(parts[2]), parts[2][0].line)
        at = end


def _parts(tokens: Sequence[Token], index: int, place: str) -> tuple[list[list[Token]], int]:
    """The parts between the commas of the brackets that open at `index`, and the end of the
    statement."""
    parts: list[list[Token]] = [[]]
    open_: list[str] = []
    for n in range(index, len(tokens)):
        text = tokens[n].text
        if text in _OPENING:
            open_.append(_CLOSING[_OPENING.index(text)])
            if len(open_) == 1:
                continue
        elif text in _CLOSING:
            if not open_ or open_.pop() != text:
                raise bad_record(place, "brackets that match", f"{text!r} in line {tokens[n].line}")
            if not open_:
                if n + 1 >= len(tokens) or tokens[n + 1].text != ".":
                    raise bad_record(place, "a full stop after the statement", "none")
                return parts, n + 2
        elif text == "," and len(open_) == 1:
            parts.append([])
            continue
        if not open_:
            break
        parts[-1].append(tokens[n])
    raise bad_record(place, "a statement in brackets, with a full stop after it", "no end")


# --- formulas ----------------------------------------------------------------------------------


def _formula(statement: Statement, where: str) -> str:
    """The closed formula in the program's notation.

    Raises InputError if it has a free variable, or something that the parser does not accept.
    """
    place = f"{where}, line {statement.line}, {statement.name}"
    string = next((t.text for t in statement.formula if t.text.startswith('"')), None)
    if string is not None:
        raise bad_record(place, "no distinct objects", string)
    words = [token.text for token in statement.formula]
    if any(_too_many(words)):
        raise bad_record(place, "brackets around each of <=, ~| and ~&", "several next to another")
    text = _written(words)
    variables = list(dict.fromkeys(word for word in words if re.match(r"[A-Z]\w*\Z", word)))
    if statement.language == "cnf" and variables:
        text = f"! [{', '.join(variables)}] : ({text})"
    listed_words = set(words)
    if twice := [name for name in variables if f"'{name}'" in listed_words]:
        raise bad_record(place, "other names in quotes than the variables'", ", ".join(twice))
    names = SignatureBuilder()
    try:
        formula_of(text, names)
    except FormulaError as error:
        error.title = phrase("{a} cannot be read", a=place)
        raise
    used = {name for name, _ in names.signature().symbols}
    if free := [name for name in variables if name in used]:
        raise bad_record(place, "a formula without free variables", ", ".join(free))
    return text


def _too_many(words: Iterable[str]) -> Iterator[bool]:
    """For each `<=`, `~|` and `~&`, whether its brackets contain another one; the language has no
    precedence for them."""
    counts = [0]
    for word in words:
        if word in _OPENING:
            counts.append(0)
        elif word in _CLOSING:
            counts.pop()
        elif word in _BINARY:
            counts[-1] += 1
            yield counts[-1] > 1


def _written(words: list[str]) -> str:
    """The formula with `<=`, `~|` and `~&` rewritten; each connects exactly two formulas."""
    level = 0
    for n, word in enumerate(words):
        level += (word in _OPENING) - (word in _CLOSING)
        if word in _BINARY and level == 0:
            left, right = _written(words[:n]), _written(words[n + 1 :])
            if word == "<=":
                return f"({right}) => ({left})"
            return f"~ (({left}) {word[1]} ({right}))"
    outcome: list[str] = []
    n = 0
    while n < len(words):
        if words[n] == "(":
            end = _closing(words, n)
            outcome += ["(", _written(words[n + 1 : end]), ")"]
            n = end + 1
        else:
            outcome.append(words[n])
            n += 1
    return _spaced(outcome)


def _closing(words: Sequence[str], index: int) -> int:
    level = 0
    for n in range(index, len(words)):
        level += (words[n] == "(") - (words[n] == ")")
        if level == 0:
            return n
    return len(words)


def _spaced(words: Iterable[str]) -> str:
    """Words joined with spaces, except before the brackets of arguments."""
    pieces: list[str] = []
    for word in words:
        last = pieces[-1] if pieces else "("
        close = word in ("(", ")", ",") and last[-1:] not in tuple("&|~=>:")
        if pieces and not (close or last.endswith("(")):
            pieces.append(" ")
        pieces.append(word)
    return "".join(pieces)
