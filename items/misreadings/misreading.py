"""What a misreading is: a change of premises or query, with its name, words and source.

Owns the classes, and the two usual ways of making a misreading of formulas out of a rule for one
node. Which misreadings there are is `registry`'s; each is a module beside this one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from solver.language.problem import Query, Theory
from solver.language.syntax import ForAll, Formula, children, expand, rebuild

Rule = Callable[[Formula], Formula | None]
"""What a node is misread as; None where the rule does not apply to it."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a respondent reads: premises and one query about them."""

    theory: Theory
    query: Query
    sentences: Mapping[int, str] = field(default_factory=dict)
    """Number of a premise to the sentence that says it, where that is known. Misreadings of a word,
    such as "unless", apply only to sentences that use it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a respondent makes of a case under a misreading."""

    theory: Theory
    query: Query
    """With the text of the query as it was asked."""
    premises: frozenset[int] = frozenset()
    """Numbers of the premises that were misread or forgotten."""
    query_misread: bool = False


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


def everywhere(rule: Rule) -> Callable[[Case], Iterator[Reading]]:
    """Readings under which a rule is applied to every node of a formula, inner nodes first."""
    return _formulas(lambda formula, _: _every_node(formula, rule))


def where_said(rule: Rule, says: Callable[[str], bool]) -> Callable[[Case], Iterator[Reading]]:
    """Readings under which a rule is applied to the main connective of each premise whose sentence
    uses a certain word. Queries have no sentence here and are read as they are."""
    return _formulas(lambda formula, text: _main_node(formula, rule) if says(text) else formula)


def _formulas(reread: Callable[[Formula, str], Formula]) -> Callable[[Case], Iterator[Reading]]:
    """Readings in which one premise is misread, or the query, and then, where the change applies in
    several places, the reading in which all are. Defined names are read as what they stand for."""

    def readings(case: Case) -> Iterator[Reading]:
        definitions = case.theory.definitions
        misread: dict[int, Formula] = {}
        for premise in case.theory.premises:
            formula = expand(premise.formula, definitions)
            other = reread(formula, case.sentences.get(premise.number, ""))
            if other != formula:
                misread[premise.number] = other
        query = case.query
        if query.formula is not None:
            formula = expand(query.formula, definitions)
            other = reread(formula, "")
            if other != formula:
                query = replace(query, formula=other)
        for number, formula in misread.items():
            yield Reading(_with(case.theory, {number: formula}), case.query, frozenset({number}))
        if query != case.query:
            yield Reading(case.theory, query, query_misread=True)
        if len(misread) + (query != case.query) > 1:
            theory = _with(case.theory, misread)
            yield Reading(theory, query, frozenset(misread), query != case.query)

    return readings


def _with(theory: Theory, formulas: Mapping[int, Formula]) -> Theory:
    """The theory with other formulas in some premises' places."""
    return replace(
        theory,
        premises=tuple(
            replace(premise, formula=formulas.get(premise.number, premise.formula))
            for premise in theory.premises
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
