"""The interface of a misreading: a change of premises or query, with its name, texts and source.

Owns the classes, and the two usual ways of building a misreading of formulas from a rule for one
node. `registry` lists the misreadings; each has its own module next to this one.
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

CACHE_SIZE = 4096
"""Size of the cache of misread formulas, for each misreading."""

Rule = Callable[[Formula], Formula | None]
"""Maps a node to its misreading; None if the rule does not apply to it."""

FIRST = "first"
PART = "part"
MOSTLY = "mostly"
BELIEF = "belief"
ANSWERING = (FIRST, PART, MOSTLY, BELIEF)
"""Ways of answering: only the first of several models; some but not all of what should be listed;
what holds in most worlds taken as certain; the common-sense answer.
"""


@dataclass(frozen=True, slots=True)
class Case:
    """Premises and one query about them, as a respondent reads them."""

    theory: Theory
    query: Query
    sentences: Mapping[int, str] = field(default_factory=dict)
    """Number of a premise to its sentence, if known. Misreadings of a word, such as "unless", apply
    only to sentences that use it."""
    answering: str = ""
    """How consequences are turned into an answer, if not correctly: one of `ANSWERING`."""
    unedited: Theory | None = None
    """The premises without the edits of the variant in the question; None if there is no
    variant."""
    patched: Theory | None = None
    """Everything settled without the variant's edits that they do not mention, plus the edits; None
    if there is no variant, or if this is not known."""
    tempting: tuple[Formula, ...] = ()
    """Tempting readings of the distractors, if known."""
    belief: bool = False
    """Whether the common-sense answer is known."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A respondent's understanding of a case under a misreading."""

    theory: Theory
    query: Query
    """Keeps the text of the original query."""
    premises: frozenset[int] = frozenset()
    """Numbers of the misread or forgotten premises."""
    answering: str = ""
    """As in a case; empty leaves it unchanged."""


@dataclass(frozen=True, slots=True)
class Misreading:
    """One kind of misreading."""

    name: str
    """Name in the registry, such as `converse`."""
    titles: Mapping[str, str]
    """Language (`en`, `zh`) to a short title."""
    descriptions: Mapping[str, str]
    """Language to a one-sentence description in plain words."""
    source: str
    """Publication that describes the misreading."""
    readings: Callable[[Case], Iterator[Reading]]
    """Yields every reading of a case, the smallest changes first; nothing if it does not apply."""
    one_at_a_time: bool = False
    """Whether each reading is an alternative to the others, such as forgetting one premise or
    another; otherwise the last reading applies the misreading everywhere."""


def misfit(reading: object) -> str:
    """Return what is wrong with a reading; empty if it is valid. Only readings from plug-ins are
    checked, as their rules may return something other than a formula."""
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
    """Build readings that apply a rule to every node of a formula, inner nodes first."""
    return _formulas(lambda formula, _: _every_node(formula, rule))


def answered(mode: str) -> Callable[[Case], Iterator[Reading]]:
    """Build the reading that turns consequences into an answer in one of the ways of `ANSWERING`,
    if the question allows it."""

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
        if not case.answering and fits[mode]:
            yield Reading(case.theory, query, answering=mode)

    return readings


def is_open(formula: Formula) -> bool:
    """Whether a variable occurs free in a formula, as in the body of "all A are B"."""
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
    """Build readings that apply a rule to the main connective of each premise whose sentence uses a
    certain word. Queries have no sentence here and are not changed."""
    return as_said(lambda formula, text: rule(formula) if says(text) else None)


def as_said(
    rule: Callable[[Formula, str], Formula | None],
) -> Callable[[Case], Iterator[Reading]]:
    """The same with a rule that also receives the sentence; it is not applied where the sentence is
    not known."""
    return _formulas(
        lambda formula, text: _main_node(formula, lambda node: rule(node, text) if text else None)
    )


def _formulas(reread: Callable[[Formula, str], Formula]) -> Callable[[Case], Iterator[Reading]]:
    """Readings in which one premise is misread, or the query, and then, if the change applies in
    several places, the reading in which all are. Defined names are replaced by their definitions.
    """

    cached_misreading = lru_cache(maxsize=CACHE_SIZE)(
        lambda formula, text: _other(formula, reread(formula, text))
    )

    def readings(case: Case) -> Iterator[Reading]:
        definitions = case.theory.definitions
        misread: dict[int, Formula] = {}
        for premise in case.theory.premises:
            formula = expand(premise.formula, definitions)
            other = cached_misreading(formula, case.sentences.get(premise.number, ""))
            if other is not None:
                misread[premise.number] = other
        query = case.query
        if query.formula is not None:
            other = cached_misreading(expand(query.formula, definitions), "")
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


def _other(formula: Formula, misread_formula: Formula) -> Formula | None:
    return None if misread_formula == formula else misread_formula


def _with(theory: Theory, formulas: Mapping[int, Formula]) -> Theory:
    """The theory with some premises replaced."""
    return replace(
        theory,
        premises=tuple(
            Premise(premise.number, formulas[premise.number])
            if premise.number in formulas
            else premise
            for premise in theory.premises
        ),
    )


def _every_node(formula: Formula, rule: Rule) -> Formula:
    below = children(formula)
    if below:
        formula = rebuild(formula, tuple(_every_node(child, rule) for child in below))
    return rule(formula) or formula


def _main_node(formula: Formula, rule: Rule) -> Formula:
    """Apply the rule below the leading universal quantifiers of a formula."""
    if isinstance(formula, ForAll):
        return ForAll(formula.variable, _main_node(formula.body, rule))
    return rule(formula) or formula
