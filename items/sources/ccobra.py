"""CCOBRA's task format: statements in prefix notation, tasks and people's responses.

Owns reading the columns `task`, `choices` and `response` (Riesterer, Brand and Ragni, CCOBRA:
premises joined by `/`, choices by `|`, the parts of a statement by `;`), and the rows of a file. A
statement that the formal language cannot express, such as "most A are B", is kept without a
formula. `items.sources.ccobra_items` makes the items.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from items.sources.csv_table import cells_of, not_text, rows_of, text_of_table
from items.sources.document import NO_TEXT, bad_record
from solver.errors import InputError
from solver.language.parser_parts import MAX_DEPTH
from solver.language.printer import print_formula
from solver.language.syntax import (
    And,
    Count,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Variable,
    symbols_of,
)

REQUIRED_COLUMNS = ("id", "task", "choices", "response")
_OPTIONAL = ("domain", "response_type")
_HEDGED = ("mostly", "rarely")
_QUANTIFIERS = ("all", "some", "some not", "no")
_COUNTING = ("most", "most not", "few", "few not")
_HEDGING = (*_COUNTING, *_HEDGED)
_UNFORMALIZED = (*_HEDGING, "implies", "holds")
_CONNECTIVES: Mapping[str, Callable[[Formula, Formula], Formula]] = {
    "and": lambda left, right: And((left, right)),
    "or": lambda left, right: Or((left, right)),
    "xor": lambda left, right: Count("exactly", 1, (left, right)),
    "if": Implies,
    "iff": Iff,
}
_NOTHING = ("nvc", "nothing")
_PRONOUNS = frozenset(("he", "she", "they", "him", "her", "them", "his", "their"))
_WORD = re.compile(r"\w+(?=['’]s\b)|(?<!['’])\b\w+")
_PAST = re.compile(r"(?:ed|e)$")
_YES, _NO = ("true", "yes", "1"), ("false", "no", "0")
_TRUTH = ("true", "yes", "false", "no")
ACCEPT = "accept"
"""`response_type` of rows that ask whether a conclusion can be true."""
_JUDGED = ("verify", ACCEPT)
_POSSIBLE = "possible;"
"""Prefix of a conclusion for which the question is whether it can be true."""
_OWN_WORDS = (*_QUANTIFIERS, *_CONNECTIVES, "not", "then")


@dataclass(frozen=True, slots=True)
class Statement:
    """A premise or a choice."""

    text: str
    """Prefix notation with the names of the task, such as `All;A;B`; `nothing` if nothing
    follows."""
    formula: Formula | None
    """None for `nothing`, and if no formula expresses the statement."""
    can_be: bool = False
    """Whether it is right to choose it if it can be true, rather than if it follows."""

    @property
    def wording(self) -> str:
        """The statement in words."""
        return f"it can be that {self.text}" if self.can_be else self.text


NOTHING = Statement("nothing", None)
MULTIPLE_CHOICE = "multiple-choice"
"""`response_type` of rows that ask for every choice that follows."""


@dataclass(frozen=True, slots=True)
class Task:
    """A task, with its terms and sentences renamed A, B, C, … in order of occurrence, so that tasks
    with the same form are the same task."""

    premises: tuple[Statement, ...]
    choices: tuple[Statement, ...]
    """Sorted by text: tasks that differ only in the order on screen are the same."""
    several: bool = False
    """Whether every choice that follows is to be chosen, rather than one of them."""

    @property
    def id(self) -> str:
        """The premises and choices, which identify the task."""
        premises = "/".join(premise.text for premise in self.premises)
        choices = "|".join(choice.wording for choice in self.choices)
        return f"{premises} ⊢ {{{choices}}}" if self.several else f"{premises} ⊢ {choices}"

    @property
    def possible(self) -> bool:
        """Whether the question is what can be true, rather than what follows."""
        return any(choice.can_be for choice in self.choices)

    def text(self, choice: int) -> str:
        """The wording of a choice."""
        return self.choices[choice].wording

    @property
    def unsaid(self) -> str:
        """Why the task has no formulas; empty if it has."""
        wordless = [
            s for s in (*self.premises, *self.choices) if s != NOTHING and s.formula is None
        ]
        if not wordless:
            return ""
        related = [s.text for s in wordless if _wordless(s.text.split(";"))]
        hedged = [text for text in related if _hedges(text)] or [
            text
            for text in related
            if _denied(text.split(";"))[0].casefold() not in ("implies", "holds")
        ]
        if hedged:
            return f"no formula says “{hedged[0]}”"
        return f"“{wordless[0].text}” and the other statements do not name the same sentences"

    @property
    def formal(self) -> bool:
        """Whether every statement but `nothing` has a formula."""
        return all(
            statement.formula is not None or statement == NOTHING
            for statement in (*self.premises, *self.choices)
        )


@dataclass(frozen=True, slots=True)
class Response:
    """One row: the answer of a person."""

    place: str
    """Such as `answers.csv, line 3`."""
    person: str
    task: Task
    chosen_indices: frozenset[int]
    """Indices among the task's choices: one, or any number if several can be chosen."""
    domain: str = ""
    shown_choices: tuple[str, ...] = field(default=(), compare=False)
    """The choices as written in the file, in the order of the task's choices."""
    row_text: str = field(default="", compare=False)
    """The row itself as JSON: an object of columns and values."""

    @property
    def choice(self) -> int:
        """The chosen index in a task that allows one choice."""
        (choice,) = self.chosen_indices
        return choice


def read_rows(path: Path) -> Iterator[Response | InputError]:
    """The answers of a file, with an error in place of each bad row.

    Raises:
        InputError: the file is not a table with the columns of the format.
    """
    tasks: dict[tuple[str, str, bool], tuple[Task, tuple[str, ...]]] = {}
    for place, row in _table(path):
        if isinstance(row, InputError):
            yield row
            continue
        texts = (row["task"], choices_of(row))
        several = takes_several(row)
        try:
            if not row["id"].strip():
                raise bad_record(f"{place}, column id", "the person who answered", "nothing")
            require_judged(row, place)
            if (*texts, several) not in tasks:
                tasks[*texts, several] = read_task(*texts, place, several=several)
            task, shown_choices = tasks[*texts, several]
            chosen_places = _chosen_places(
                _judged(row), task, shown_choices, f"{place}, column response"
            )
        except InputError as error:
            yield error
            continue
        domain = row.get("domain") or ""
        row_text = json.dumps(row, ensure_ascii=False)
        yield Response(
            place, row["id"].strip(), task, chosen_places, domain, shown_choices, row_text
        )


def _table(path: Path) -> Iterator[tuple[str, dict[str, str] | InputError]]:
    """The rows with their places: columns and values, or the error in a row."""
    text = text_of_table(path)
    reader = rows_of(io.StringIO(text, newline=""), path, len(text))
    header: list[str] = []
    try:
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            place = f"{path}, line {reader.line_num}"
            if not header:
                if byte := NO_TEXT.search("".join(row)):
                    raise not_text(place, byte)
                header = [plain_column(name) for name in row]
                missing = [name for name in REQUIRED_COLUMNS if header.count(name) != 1]
                if missing:
                    how = "twice" if header.count(missing[0]) > 1 else "no"
                    faults = f"{how} {f' and {how} '.join(missing)}"
                    raise bad_record(
                        str(path), f"the columns {', '.join(REQUIRED_COLUMNS)}", faults
                    )
            elif len(row) != len(header):
                yield place, bad_record(place, f"{len(header)} fields", str(len(row)))
            elif found := _bytes_of(header, row):
                name, byte = found
                yield place, not_text(f"{place}, column {name}", byte)
            else:
                yield place, cells_of(header, row)
    except csv.Error as error:
        raise InputError("File cannot be read", f"{path}: expected a table, {error}") from None
    if not header:
        raise bad_record(str(path), f"the columns {', '.join(REQUIRED_COLUMNS)}", "an empty file")


def _bytes_of(header: Sequence[str], row: Sequence[str]) -> tuple[str, re.Match[str]] | None:
    """The first byte of a row that is not UTF-8, with its column; None if there is none."""
    for name, cell in zip(header, row, strict=True):
        if byte := NO_TEXT.search(cell):
            return name, byte
    return None


def plain_column(name: str) -> str:
    """A column's name; names of the format are normalized in spacing and case."""
    plain = name.strip()
    return plain.casefold() if plain.casefold() in (*REQUIRED_COLUMNS, *_OPTIONAL) else plain


def choices_of(row: Mapping[str, Any]) -> str:
    """The choices of a row. If one conclusion is to be judged, "yes" says that it follows or, with
    `accept`, that it can be true."""
    conclusion = _judged_conclusion(row)
    if conclusion is not None:
        return f"{_stated_conclusion(row, conclusion)}|nothing"
    return str(row["choices"])


def require_judged(row: Mapping[str, Any], place: str) -> None:
    """Refuse rows that ask of several conclusions whether they can be true. The format does not
    define what choosing one of them says about the others.

    Raises InputError if a row asks this of several conclusions, or of none.
    """
    if _type(row) != ACCEPT or _judged_conclusion(row) is not None:
        return
    if not _parts(row) or not all(word.casefold() in _TRUTH for word in _parts(row)):
        expected = "one conclusion to accept, alone or with nothing"
        raise bad_record(f"{place}, column choices", expected, repr(str(row["choices"])))


def _judged_conclusion(row: Mapping[str, Any]) -> str | None:
    """The one conclusion that is to be judged, with or without `nothing` next to it. None if there
    is no such conclusion, for example if the choices are the words to judge with."""
    parts = _parts(row)
    stated = [part for part in parts if part.casefold() not in _NOTHING]
    judged = _type(row) in _JUDGED and len(stated) == 1 and len(parts) <= 2
    return stated[0] if judged and stated[0].casefold() not in _TRUTH else None


def _parts(row: Mapping[str, Any]) -> list[str]:
    return [part.strip() for part in str(row["choices"]).split("|") if part.strip()]


def _stated_conclusion(row: Mapping[str, Any], conclusion: str) -> str:
    return f"{_POSSIBLE if _type(row) == ACCEPT else ''}{conclusion}"


def takes_several(row: Mapping[str, Any]) -> bool:
    """Whether a row's response lists every choice that was judged to follow."""
    return _type(row) == MULTIPLE_CHOICE


def _type(row: Mapping[str, Any]) -> str:
    return (row.get("response_type") or "").strip().casefold()


def _judged(row: Mapping[str, str]) -> str:
    """The response of a row, expressed as one of its choices."""
    response = row["response"].strip()
    conclusion = _judged_conclusion(row)
    if conclusion is None:
        return response
    word = response.casefold()
    if word in _YES or _plain(response) == _plain(conclusion):
        return _stated_conclusion(row, conclusion)
    return "nothing" if word in (*_NO, *_NOTHING) else response


def _chosen_places(
    response: str, task: Task, shown_choices: Sequence[str], place: str
) -> frozenset[int]:
    """The indices of the choices in a response."""
    if not task.several:
        return frozenset({_chosen(response, shown_choices, place)})
    parts = [part for part in response.split("|") if part.strip()] or [""]
    chosen_places = frozenset(_chosen(part, shown_choices, place) for part in parts)
    if len(chosen_places) > 1 and any(task.choices[n] == NOTHING for n in chosen_places):
        raise bad_record(
            place, "either that nothing follows, or what follows", f"both: {response!r}"
        )
    return chosen_places


def _chosen(response: str, shown_choices: Sequence[str], place: str) -> int:
    """The index of a response among the choices, regardless of spacing and case."""
    if not response.strip():
        raise bad_record(place, "one of the choices", "no response")
    plain = [_plain(text) for text in shown_choices]
    response_text = _plain(response)
    if response_text not in plain:
        if "|" in response:
            raise bad_record(place, "one of the choices", f"several: {response!r}")
        raise bad_record(place, "one of the choices", repr(response.strip()))
    return plain.index(response_text)


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    return ";".join(word.strip().casefold() for word in text.split(";"))


def read_task(
    premises: str, choices: str, place: str, *, several: bool = False
) -> tuple[Task, tuple[str, ...]]:
    """A task, and its choices as written in the file, in the task's order. With `several`, more
    than one may be chosen.

    Raises:
        InputError: a statement cannot be parsed, a choice occurs twice, or there are fewer than
        two.
    """
    names: dict[str, str] = {}
    statements = [text for text in premises.split("/") if text.strip()] or [premises]
    premise_statements = tuple(
        _statement(text, names, f"{place}, column task") for text in statements
    )
    shown_choices = [text.strip() for text in choices.split("|") if text.strip()]
    options = {
        text: _choice(text, names, f"{place}, column choices") for text in sorted(shown_choices)
    }
    if len(options) < 2 or len(set(options.values())) < len(shown_choices):
        raise bad_record(f"{place}, column choices", "two or more different choices", choices)
    order = sorted(options, key=lambda text: options[text].text)
    if not _bound(premise_statements, list(options.values())):
        premise_statements = tuple(map(_without_formula, premise_statements))
        options = {text: _without_formula(statement) for text, statement in options.items()}
    return Task(premise_statements, tuple(options[text] for text in order), several), tuple(order)


def _choice(text: str, names: dict[str, str], place: str) -> Statement:
    """A choice, which may consist of several statements joined by `/`; each counts as one level
    deeper."""
    if text.startswith(_POSSIBLE):
        return replace(_choice(text.removeprefix(_POSSIBLE), names, place), can_be=True)
    part_texts = text.split("/")
    if len(part_texts) == 1:
        return _statement(text, names, place)
    parts = [_statement(part, names, place, MAX_DEPTH - 1) for part in part_texts]
    formulas = tuple(part.formula for part in parts if part.formula is not None)
    together = And(formulas) if len(formulas) == len(parts) else None
    return Statement("/".join(part.text for part in parts), together)


def _statement(text: str, names: dict[str, str], place: str, levels: int = MAX_DEPTH) -> Statement:
    """A statement with at most the number of nested levels that formulas may have."""
    words = [word.strip() for word in text.split(";")]
    if len(words) == 1 and words[0].casefold() in _NOTHING:
        return NOTHING
    if len(words) == 1 and words[0].casefold() in _TRUTH:
        return Statement(words[0], None)
    head = words[0].casefold()
    if head in (*_QUANTIFIERS, *_COUNTING) and len(words) <= 3:
        if len(words) != 3 or not all(words):
            raise bad_record(place, "a quantifier and two terms", repr(text))
        if head in _QUANTIFIERS:
            subject, predicate = (_name(word, names) for word in words[1:])
            formula = _quantified(head, subject, predicate)
            return Statement(f"{head.capitalize()};{subject};{predicate}", formula)
    if head in _UNFORMALIZED or any(word.casefold() in _UNFORMALIZED for word in words):
        message = ";".join(
            word.capitalize()
            if word.casefold() in (*_UNFORMALIZED, "not")
            else _sentence(word, names)
            for word in words
        )
        return Statement(message, _holding(words, names, place, levels))
    if _related(words):
        return Statement(_relation(words, names), None)
    named = dict(names)
    formula, rest = _prefix(words, named, place, text, levels)
    if rest:
        # Statements with words outside the format, such as "if;A;usually;B", are kept as written.
        return Statement(text, None)
    names.update(named)
    return Statement(print_formula(formula), formula)


def _related(words: Sequence[str]) -> bool:
    """Whether a word without a meaning in the format relates several terms, as "left" relates two
    things next to each other."""
    terms = _denied(words)
    own = terms[0].casefold() if terms else ""
    return len(terms) > 1 and all(terms) and own not in (*_CONNECTIVES, "not")


def _wordless(words: Sequence[str]) -> bool:
    """Whether a statement without a formula has words that the formal language cannot express."""
    return (
        _related(words)
        or words[0].casefold() in _CONNECTIVES
        or (len(words) == 1 and words[0].casefold() in _TRUTH)
    )


def _denied(words: Sequence[str]) -> Sequence[str]:
    """The words after any negations at the beginning."""
    while words and words[0].casefold() == "not":
        words = words[1:]
    return words


def _relation(words: Sequence[str], names: dict[str, str]) -> str:
    """Such a statement with the names of the task; the format's own words are kept."""
    terms = _denied(words)
    plain = [
        word if n == 0 or word.casefold() in _OWN_WORDS else _name(word, names)
        for n, word in enumerate(terms)
    ]
    return ";".join((*words[: len(words) - len(terms)], *plain))


def _hedges(text: str) -> bool:
    """Whether a statement has a word that no formula expresses."""
    return any(word.casefold() in _HEDGING for word in text.split(";"))


def _without_formula(statement: Statement) -> Statement:
    return statement if statement == NOTHING else replace(statement, formula=None)


def _holding(
    words: Sequence[str], names: dict[str, str], place: str, levels: int
) -> Formula | None:
    """The formula of "A holds", "if A holds, B holds" and conjunctions of these; None for anything
    else, such as "mostly"."""
    formulas: list[Formula] = []
    rest = words
    while rest:
        formula_and_rest = _leading_formula(rest, names, place, levels)
        if formula_and_rest is None:
            return None
        formula, rest = formula_and_rest
        if rest and not formulas:
            # A conjunction is one level deeper.
            levels -= 1
            _leading_formula(words, names, place, levels)
        formulas.append(formula)
    return formulas[0] if len(formulas) == 1 else And(tuple(formulas))


def _leading_formula(
    words: Sequence[str], names: dict[str, str], place: str, levels: int
) -> tuple[Formula, Sequence[str]] | None:
    if levels < 1:
        raise _too_deep(place)
    head, rest = words[0].casefold() if words else "", words[1:]
    if head == "holds" and rest and rest[0].casefold() not in _UNFORMALIZED:
        return Prop(_sentence(rest[0], names)), rest[1:]
    if head not in ("not", "implies"):
        return None
    first = _leading_formula(rest, names, place, levels - 1)
    if first is None:
        return None
    if head == "not":
        return Not(first[0]), first[1]
    second = _leading_formula(first[1], names, place, levels - 1)
    return None if second is None else (Implies(first[0], second[0]), second[1])


def _sentence(text: str, names: dict[str, str]) -> str:
    """The name of a sentence, which may have occurred before in other words."""
    if text not in names:
        for other in names:
            if same_sentence(other, text):
                names[text] = names[other]
                break
    return _name(text, names)


def same_sentence(sentence: str, other: str) -> bool:
    """Whether two sentences say the same thing, except that one has a third-person pronoun in place
    of a name, or "will" in place of a regular past tense: "She will study late" and "Lisa will
    study late", "Kira will mate" and "Kira mated". Sentences that differ in a name or in another
    word say different things."""
    words, others = _WORD.findall(sentence), _WORD.findall(other)
    tense = ("will" in words) != ("will" in others)
    if tense:
        words, others = ([w for w in side if w != "will"] for side in (words, others))
    if len(words) != len(others):
        return False
    for pair in zip(words, others, strict=True):
        plain = [word.casefold() for word in pair]
        if plain[0] == plain[1]:
            continue
        pronouns = [word in _PRONOUNS for word in plain]
        named = [word[0].isupper() and word.casefold() not in _PRONOUNS for word in pair]
        if any(pronouns) and any(named):
            continue
        if any(named) or not tense or _PAST.sub("", plain[0]) != _PAST.sub("", plain[1]):
            return False
    return True


def _bound(premises: Sequence[Statement], choices: Sequence[Statement]) -> bool:
    """Whether every sentence that facts and choices state also occurs in a conditional. If one does
    not, it is probably reworded, as with "she" for a name, and formulas would treat it as unrelated
    to the conditional."""
    ruled = [s.formula for s in premises if "implies" in s.text.casefold().split(";")]
    named = {name for f in ruled if f is not None for name in symbols_of(f)}
    stated = [s.formula for s in (*premises, *choices) if "holds" in s.text.casefold().split(";")]
    return all(set(symbols_of(f)) <= named for f in stated if f is not None)


def _quantified(head: str, subject: str, predicate: str) -> Formula:
    """ "No A are B" becomes "nothing is both A and B", which is neither a conditional nor an
    existential statement; some misreadings concern those two."""
    x = Variable("x")
    left, right = Pred(subject, (x,)), Pred(predicate, (x,))
    if head == "all":
        return ForAll("x", Implies(left, right))
    if head == "no":
        return ForAll("x", Not(And((left, right))))
    return Exists("x", And((left, Not(right) if head == "some not" else right)))


def _prefix(
    words: Sequence[str], names: dict[str, str], place: str, text: str, levels: int
) -> tuple[Formula, Sequence[str]]:
    """The formula at the beginning of the words, with at most this number of levels, and the
    remaining words."""
    if levels < 1:
        raise _too_deep(place)
    if not words or not words[0]:
        raise bad_record(place, "a statement in prefix form, such as if;A;B", repr(text))
    head, rest = words[0].casefold(), words[1:]
    if head == "not":
        body, rest = _prefix(rest, names, place, text, levels - 1)
        return Not(body), rest
    if head in _CONNECTIVES:
        left, rest = _prefix(rest, names, place, text, levels - 1)
        right, rest = _prefix(rest, names, place, text, levels - 1)
        return _CONNECTIVES[head](left, right), rest
    return Prop(_name(words[0], names)), rest


def _too_deep(place: str) -> InputError:
    expected = f"statements that nest at most {MAX_DEPTH} levels deep"
    return bad_record(place, expected, "a deeper one")


def _name(word: str, names: dict[str, str]) -> str:
    place = len(set(names.values()))
    return names.setdefault(word, chr(65 + place) if place < 26 else f"X{place}")


def statement_of(formula: Formula) -> str | None:
    """A formula in prefix notation, as `read_task` parses it; None if the format cannot express
    it."""
    match formula:
        case Prop(name) if _speakable(name):
            return name
        case Not(body) if not isinstance(body, ForAll | Exists):
            text = _operand(body)
            return None if text is None else f"not;{text}"
        case And(parts) | Or(parts) if len(parts) > 1:
            word = "and" if isinstance(formula, And) else "or"
            text = _operand(parts[-1])
            for part in reversed(parts[:-1]):
                own = _operand(part)
                text = None if text is None or own is None else f"{word};{own};{text}"
            return text
        case Implies(left, right) | Iff(left, right) | Count("exactly", 1, (left, right)):
            ends = _operand(left), _operand(right)
            if ends[0] is None or ends[1] is None:
                return None
            words = {Implies: "if", Iff: "iff", Count: "xor"}
            return f"{words[type(formula)]};{ends[0]};{ends[1]}"
    return _categorical(formula)


def _operand(formula: Formula) -> str | None:
    """An operand of a statement; None for a quantified formula, which cannot be nested."""
    return None if isinstance(formula, ForAll | Exists) else statement_of(formula)


def _categorical(formula: Formula) -> str | None:
    match formula:
        case ForAll(x, Implies(Pred(a, (Variable(y),)), Pred(b, (Variable(z),)))):
            words = "All"
        case ForAll(x, Not(And((Pred(a, (Variable(y),)), Pred(b, (Variable(z),)))))):
            words = "No"
        case ForAll(x, Implies(Pred(a, (Variable(y),)), Not(Pred(b, (Variable(z),))))):
            words = "No"
        case Not(Exists(x, And((Pred(a, (Variable(y),)), Pred(b, (Variable(z),)))))):
            words = "No"
        case Exists(x, And((Pred(a, (Variable(y),)), Not(Pred(b, (Variable(z),)))))):
            words = "Some not"
        case Exists(x, And((Pred(a, (Variable(y),)), Pred(b, (Variable(z),))))):
            words = "Some"
        case _:
            return None
    same = x == y == z and _speakable(a) and _speakable(b)
    return f"{words};{a};{b}" if same else None


def _speakable(name: str) -> bool:
    """Whether a name can be distinguished from the format's own words."""
    own = {*_QUANTIFIERS, *_UNFORMALIZED, *_CONNECTIVES, *_NOTHING, "not"}
    return name.casefold() not in own and not set(name) & set(";/|")
