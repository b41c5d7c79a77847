"""The atoms of a rubric that a solver can check (LLMEval-Logic, sections 2.2 and C.2).

Owns parsing a check over the gold's symbols, and deciding it for a formalization over the same
symbols: relations and constraints (`entails`, `equiv`, `literal_in_premise`) against the premises,
`query_equiv` against the queries. A judge decides atoms without a check.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from items.formalizations.answers import answer_of, same_answer
from items.formalizations.query_comparison import QueryComparer
from items.formalizations.symbols import closest, normalized, similarity
from items.models import RubricAtom
from solver.cancel import Cancel
from solver.errors import InputError
from solver.language.miniscoping import conjunction, free_variables
from solver.language.parser import formula_of
from solver.language.problem import Premise, Problem, Query, Target, Theory
from solver.language.renaming import Renaming
from solver.language.signature import SignatureBuilder
from solver.language.syntax import (
    And,
    Constant,
    ForAll,
    Formula,
    IndividualSort,
    Pred,
    Prop,
    Signature,
    Symbol,
    SymbolKey,
    Variable,
)
from solver.language.usage import substitute
from solver.premise_relation import entails
from solver.queries import Session

PREMISE_GROUPS = ("logical_relation", "stated_constraint")
"""Groups about premises: equivalent premises pass them (section C.2.3)."""
_VARIABLE = re.compile(r"(?<![A-Za-z0-9_(])\b([u-z][0-9]*)\b|(?<=[(,\s])([u-z][0-9]*)\b")
_POINT = "·"
ALIKE_NAMED = 0.3
"""Least similarity between the rubric's gloss and that of the gold symbol with the same name."""


class Outcome(StrEnum):
    """The outcome of one atom."""

    PASSED = "passed"
    FAILED = "failed"
    NONE = "none"
    """The rubric gives no solver check."""
    UNALIGNED = "unaligned"
    """It mentions something for which the gold has no symbol."""
    MALFORMED = "malformed"
    """Its check cannot be parsed."""
    UNKNOWN = "unknown"
    """Not decided within the budget."""

    @property
    def decided(self) -> bool:
        """Whether the solver reached a verdict."""
        return self in (Outcome.PASSED, Outcome.FAILED)


@dataclass(frozen=True, slots=True)
class AtomCheck:
    """An atom parsed over the gold's symbols."""

    atom: RubricAtom
    mode: str
    formulas: tuple[Formula, ...] = ()
    """One for a relation or constraint, the targets for a query. Free variables are those that a
    query asks for."""
    query_type: str = ""
    failure: Outcome | None = None
    """Why it cannot be checked."""
    reason: str = ""


def check_words(atom: RubricAtom) -> str:
    """An atom's solver check on one line, as written in the source; empty if there is none."""
    check = atom.check or {}
    mode = str(check.get("mode", ""))
    if mode == "query_equiv":
        target = check.get("target")
        texts = target if isinstance(target, list) else [target]
        return f"asks {check.get('query_type', '')}({', '.join(map(str, texts))})"
    words = {"entails": "entails", "equiv": "says", "literal_in_premise": "has"}.get(mode, mode)
    return f"{words} {check.get('formula', '')}".strip() if check else ""


def read_checks(rubric: Sequence[RubricAtom], gold: Problem) -> tuple[AtomCheck, ...]:
    """Every atom's check, over the gold's symbols."""
    return tuple(_read(atom, gold) for atom in rubric)


def _read(atom: RubricAtom, gold: Problem) -> AtomCheck:
    check = atom.check
    if check is None:
        return AtomCheck(atom, "", failure=Outcome.NONE)
    mode = str(check.get("mode", ""))
    query_type = str(check.get("query_type", ""))
    if mode == "query_equiv":
        target = check.get("target")
        texts = target if isinstance(target, list) else [target]
    elif mode in ("entails", "equiv", "literal_in_premise"):
        texts = [check.get("formula")]
    else:
        reason = f"no such mode: {mode!r}"
        return AtomCheck(atom, mode, failure=Outcome.MALFORMED, reason=reason)
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        reason = "there is no formula to check"
        return AtomCheck(atom, mode, failure=Outcome.MALFORMED, reason=reason)
    glosses = _glosses(check.get("atoms"))
    formulas: list[Formula] = []
    for text in texts:
        try:
            formulas.append(_over_gold(str(text), glosses, gold, mode == "query_equiv"))
        except _NoSymbol as error:
            reason = f"the gold has no symbol for {error}"
            return AtomCheck(atom, mode, failure=Outcome.UNALIGNED, reason=reason)
        except InputError as error:
            reason = f"{text}: {error.message}"
            return AtomCheck(atom, mode, failure=Outcome.MALFORMED, reason=reason)
    return AtomCheck(atom, mode, tuple(formulas), query_type)


class _NoSymbol(Exception):
    """A symbol of a check without a counterpart in the gold."""


def _glosses(atoms: Any) -> dict[str, str]:
    """Maps the name of each of a check's keys, without places, to its gloss."""
    glosses: dict[str, str] = {}
    for entry in atoms if isinstance(atoms, list) else ():
        if isinstance(entry, Mapping) and isinstance(entry.get("key"), str):
            name = entry["key"].partition("(")[0].strip()
            glosses[name] = str(entry.get("nl", ""))
    return glosses


def _over_gold(text: str, glosses: Mapping[str, str], gold: Problem, query: bool) -> Formula:
    """A check's formula over the gold's symbols. Free variables of a relation are universally
    quantified; a bare predicate as a query's target is applied to its variable."""
    constants = set(gold.signature.constants())
    named = {name for pair in _VARIABLE.findall(text) for name in pair if name}
    builder = SignatureBuilder()
    try:
        formula = formula_of(text, builder, tuple(sorted(named - constants)))
    except InputError:
        # What looks like a variable is an ordinary name.
        builder = SignatureBuilder()
        formula = formula_of(text, builder)
    if query and isinstance(formula, Prop):
        alone = _predicate(formula.name, glosses, gold)
        if alone is not None:
            return alone
    names: dict[SymbolKey, str] = {}
    for symbol in builder.symbols.values():
        counterpart = _counterpart(symbol, glosses.get(symbol.name, ""), gold)
        if counterpart is None:
            raise _NoSymbol(symbol.name)
        names[(symbol.name, symbol.arity)] = counterpart.name
    document = Renaming(names).formula(formula)
    if not query:
        for variable in sorted(free_variables(document), reverse=True):
            document = ForAll(variable, document)
    return document


def _predicate(name: str, glosses: Mapping[str, str], gold: Problem) -> Formula | None:
    """A unary predicate that is named without its place, applied to a variable."""
    symbols = [s for s in gold.signature.symbols.values() if s.arity == 1]
    if any(s.name == name and not s.arity for s in gold.signature.symbols.values()):
        return None
    closest_symbol = closest(glosses.get(name, ""), symbols, name)
    symbol = (
        closest_symbol[0] if closest_symbol else next((s for s in symbols if s.name == name), None)
    )
    return None if symbol is None else Pred(symbol.name, (Variable("x"),))


def _counterpart(symbol: Symbol, gloss: str, gold: Problem) -> Symbol | None:
    """The gold symbol that a check means: by its gloss, or else by its name if the gloss does not
    contradict it."""
    individual = isinstance(symbol.sort, IndividualSort)
    fitting = [
        other
        for other in gold.signature.symbols.values()
        if other.arity == symbol.arity and isinstance(other.sort, IndividualSort) == individual
    ]
    closest_symbol = closest(gloss, fitting, symbol.name) if gloss else None
    if closest_symbol is not None:
        return closest_symbol[0]
    named = next((other for other in fitting if other.name == symbol.name), None)
    if named is None or not gloss or not named.gloss:
        return named
    # A rubric mostly uses the gold's names: the name decides unless another symbol is more similar.
    own_gloss = normalized(gloss)
    shares = {other.name: similarity(own_gloss, normalized(other.gloss)) for other in fitting}
    return named if max(shares.values()) == shares[named.name] >= ALIKE_NAMED else None


# --- deciding ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rubric:
    """A formalization's premises and queries, over the gold's symbols, checked against a rubric."""

    premises: Sequence[Formula]
    queries: Sequence[Query]
    gold_premises: Sequence[Formula]
    """The answer expected of a matching query is computed under these."""
    signature: Signature
    timeout: float
    """Seconds for each solver question."""
    cancel: Cancel | None = None
    comparer: QueryComparer = field(init=False)

    def __post_init__(self) -> None:
        comparer = QueryComparer(self.signature, self.timeout, self.cancel)
        object.__setattr__(self, "comparer", comparer)

    def outcome(self, check: AtomCheck) -> Outcome:
        """The outcome of one atom."""
        if check.failure is not None:
            return check.failure
        match check.mode:
            case "entails":
                fulfilled = entails(
                    self.premises,
                    check.formulas[0],
                    self.signature,
                    timeout=self.timeout,
                    cancel=self.cancel,
                ).follows
            case "query_equiv":
                fulfilled = self._query_equivalent(check)
            case "equiv":
                fulfilled = self._among(check.formulas[0], self.premises)
            case _:
                fulfilled = self._among(check.formulas[0], _conjuncts(self.premises))
        if fulfilled is None:
            return Outcome.UNKNOWN
        return Outcome.PASSED if fulfilled else Outcome.FAILED

    def _among(self, formula: Formula, others: Sequence[Formula]) -> bool | None:
        """Whether some formula of a list is equivalent."""
        return _any(self.comparer.same_formula(formula, other) for other in others)

    def _query_equivalent(self, check: AtomCheck) -> bool | None:
        """Whether some query, or several together, ask what the check demands, and have the same
        answer as under the gold's premises."""
        queries = [query for query in self.queries if query.kind == check.query_type]
        if check.query_type in ("possible", "necessary"):
            return self._formulas_asked(check, queries)
        free = [free_variables(formula) for formula in check.formulas]
        variable = next(iter(free[0])) if len(free) == 1 and len(free[0]) == 1 else None
        asking = [(query, self._asks(query, check, variable)) for query in queries]
        return _any(
            False if asks is False else _all_true((asks, self._agrees(query)))
            for query, asks in asking
        )

    def _asks(self, query: Query, check: AtomCheck, variable: str | None) -> bool | None:
        """Whether a query has the targets named in the check."""
        if variable is not None:
            if query.formula is None or query.variable is None:
                return False
            return self.comparer.same_formula(
                substitute(check.formulas[0], variable, Constant(_POINT)),
                substitute(query.formula, query.variable, Constant(_POINT)),
            )
        targets = tuple(Target(str(n), formula) for n, formula in enumerate(check.formulas))
        theirs = query.listed or query.targets
        return self.comparer.same_targets(targets, theirs)

    def _formulas_asked(self, check: AtomCheck, queries: Sequence[Query]) -> bool | None:
        formulas = [query.formula for query in queries if query.formula is not None]
        among_queries = _all_true(self._among(formula, formulas) for formula in check.formulas)
        if among_queries is not True and check.query_type == "necessary" and formulas:
            # Several formulas are each necessary exactly if their conjunction is.
            together = self.comparer.same_formula(
                conjunction(list(check.formulas)), conjunction(formulas)
            )
            among_queries = _any((among_queries, together))
        kind = check.query_type
        if among_queries is False:
            return False
        agreed = (self._agrees(Query(kind, kind, formula)) for formula in check.formulas)
        return _all_true((among_queries, *agreed))

    def _agrees(self, query: Query) -> bool | None:
        """Whether a query has the same answer here and under the gold's premises."""
        return same_answer(
            answer_of(self._session(self.premises), query),
            answer_of(self._session(self.gold_premises), query),
        )

    def _session(self, premises: Sequence[Formula]) -> Session:
        numbered_premises = tuple(Premise(n, formula) for n, formula in enumerate(premises))
        theory = Theory(self.signature, numbered_premises)
        return Session(theory, timeout=self.timeout, cancel=self.cancel)


def _conjuncts(premises: Sequence[Formula]) -> list[Formula]:
    formulas: list[Formula] = []
    for premise in premises:
        formulas += [premise, *(premise.parts if isinstance(premise, And) else ())]
    return formulas


def _any(verdicts: Iterable[bool | None]) -> bool | None:
    listed = list(verdicts)
    return True if True in listed else None if None in listed else False


def _all_true(verdicts: Iterable[bool | None]) -> bool | None:
    listed = list(verdicts)
    return False if False in listed else None if None in listed else True
