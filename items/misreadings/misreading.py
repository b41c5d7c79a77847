"""What a misreading is: a change of premises or query, with its name, words and source.

Owns the classes, and the two usual ways of making a misreading of formulas out of a rule for one
node. Which misreadings there are is `registry`'s; each is a module beside this one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from solver.kinds.registry import asks_whether_follows, kind_of
from solver.language.problem import Premise, Query, Theory
from solver.language.syntax import (
    Equal,
    Exists,
    ForAll,
    Formula,
    Pred,
    Variable,
    children,
    expand,
    rebuild,
    walk,
)

KEPT = 4096
"""Formulas whose misreading is remembered, of each misreading."""

Rule = Callable[[Formula], Formula | None]
"""What a node is misread as; None where the rule does not apply to it."""

FIRST = "first"
PART = "part"
MOSTLY = "mostly"
BELIEF = "belief"
ANSWERING = (FIRST, PART, MOSTLY, BELIEF)
"""Ways of answering: the first model of several alone; some of what should be listed, but not all;
what holds in most worlds taken as certain; what common sense says."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a respondent reads: premises and one query about them."""

    theory: Theory
    query: Query
    sentences: Mapping[int, str] = field(default_factory=dict)
    """Number of a premise to the sentence that says it, where that is known. Misreadings of a word,
    such as "unless", apply only to sentences that use it."""
    answering: str = ""
    """How what follows is turned into an answer, where not as it should be: one of `ANSWERING`."""
    unedited: Theory | None = None
    """The premises without the edits of the variant that is asked about; None where none is."""
    patched: Theory | None = None
    """What was settled without the variant's edits and speaks of nothing they speak of, with the
    edits; None where no variant is asked about, or where that is not known."""
    tempting: tuple[Formula, ...] = ()
    """What somebody takes the distractors to say who falls for them, where that is known."""
    belief: bool = False
    """Whether the answer is known that common sense gives."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a respondent makes of a case under a misreading."""

    theory: Theory
    query: Query
    """With the text of the query as it was asked."""
    premises: frozenset[int] = frozenset()
    """Numbers of the premises that were misread or forgotten."""
    answering: str = ""
    """As in a case; empty leaves it as it was."""


@dataclass(frozen=True, slots=True)
class Misreading:
    """One way of misreading."""

    name: str
    """As the registry has it, such as `converse`."""
    titles: Mapping[str, str]
    """Language (`en`, `zh`) to a short title."""
    descriptions: Mapping[str, str]
    """Language to one sentence in plain words."""
    source: str
    """Where the misreading is described."""
    readings: Callable[[Case], Iterator[Reading]]
    """Every reading of a case, the smallest changes first; none where it does not apply."""
    one_at_a_time: bool = False
    """Whether each reading is one way of misreading beside the others, as forgetting this premise
    or that one; else the last reading makes the misreading wherever it applies."""


def misfit(reading: object) -> str:
    """What is wrong with what a misreading gives; empty where nothing is. Only a plug-in's readings
    are looked at, whose rule may have given something else than a formula."""
    if not isinstance(reading, Reading):
        return f"expected a Reading, found {reading!r}"
    formulas = [premise.formula for premise in reading.theory.premises]
    if reading.query.formula is not None:
        formulas.append(reading.query.formula)
    for formula in formulas:
        node: Any
        for node in walk(formula):
            if not isinstance(node, Formula):
                return f"expected a formula, found {node!r}"
    return ""


def everywhere(rule: Rule) -> Callable[[Case], Iterator[Reading]]:
    """Readings under which a rule is applied to every node of a formula, inner nodes first."""
    return _formulas(lambda formula, _: _every_node(formula, rule))


def answered(way: str) -> Callable[[Case], Iterator[Reading]]:
    """The reading under which what follows is turned into an answer in one of the ways of
    `ANSWERING`, where the question allows it."""

    def readings(case: Case) -> Iterator[Reading]:
        query, kind = case.query, kind_of(case.query.kind)
        picks = kind.picks(query)
        fits = {
            FIRST: kind.lists(query),
            PART: kind.lists(query) or bool(picks),
            MOSTLY: asks_whether_follows(query.kind)
            or (bool(picks) and all(statement.follows for statement in picks)),
            BELIEF: case.belief,
        }
        if not case.answering and fits[way]:
            yield Reading(case.theory, query, answering=way)

    return readings


def is_open(formula: Formula) -> bool:
    """Whether a variable occurs free in a formula, as in the inside of "all A are B"."""
    return _has_free(formula, frozenset())


def _has_free(formula: Formula, bound: frozenset[str]) -> bool:
    if isinstance(formula, ForAll | Exists):
        return _has_free(formula.body, bound | {formula.variable})
    if isinstance(formula, Pred):
        return any(isinstance(t, Variable) and t.name not in bound for t in formula.args)
    if isinstance(formula, Equal):
        ends = (formula.left, formula.right)
        return any(isinstance(t, Variable) and t.name not in bound for t in ends)
    return any(_has_free(part, bound) for part in children(formula))


def where_said(rule: Rule, says: Callable[[str], bool]) -> Callable[[Case], Iterator[Reading]]:
    """Readings under which a rule is applied to the main connective of each premise whose sentence
    uses a certain word. Queries have no sentence here and are read as they are."""
    return as_said(lambda formula, text: rule(formula) if says(text) else None)


def as_said(
    rule: Callable[[Formula, str], Formula | None],
) -> Callable[[Case], Iterator[Reading]]:
    """The same with a rule that looks at the sentence, which is empty where it is not known."""
    return _formulas(
        lambda formula, text: _main_node(formula, lambda node: rule(node, text) if text else None)
    )


def _formulas(reread: Callable[[Formula, str], Formula]) -> Callable[[Case], Iterator[Reading]]:
    """Readings in which one premise is misread, or the query, and then, where the change applies in
    several places, the reading in which all are. Defined names are read as what they stand for."""

    known = lru_cache(maxsize=KEPT)(lambda formula, text: _other(formula, reread(formula, text)))

    def readings(case: Case) -> Iterator[Reading]:
        definitions = case.theory.definitions
        misread: dict[int, Formula] = {}
        for premise in case.theory.premises:
            formula = expand(premise.formula, definitions)
            other = known(formula, case.sentences.get(premise.number, ""))
            if other is not None:
                misread[premise.number] = other
        query = case.query
        if query.formula is not None:
            other = known(expand(query.formula, definitions), "")
            if other is not None:
                query = replace(query, formula=other)
        for number, formula in misread.items():
            yield Reading(_with(case.theory, {number: formula}), case.query, frozenset({number}))
        if query != case.query:
            yield Reading(case.theory, query)
        if len(misread) + (query != case.query) > 1:
            theory = _with(case.theory, misread)
            yield Reading(theory, query, frozenset(misread))

    return readings


def _other(formula: Formula, misread: Formula) -> Formula | None:
    return None if misread == formula else misread


def _with(theory: Theory, formulas: Mapping[int, Formula]) -> Theory:
    """The theory with other formulas in some premises' places."""
    return replace(
        theory,
        premises=tuple(
            Premise(number, formulas.get(number, formula)) for number, formula in theory.premises
        ),
    )


def _every_node(formula: Formula, rule: Rule) -> Formula:
    below = children(formula)
    if below:
        formula = rebuild(formula, tuple(_every_node(child, rule) for child in below))
    return rule(formula) or formula


def _main_node(formula: Formula, rule: Rule) -> Formula:
    """The rule applied below the universal quantifiers that a formula begins with."""
    if isinstance(formula, ForAll):
        return ForAll(formula.variable, _main_node(formula.body, rule))
    return rule(formula) or formula
