"""A formalization held against a gold one: premises, queries, answers and the rubric's atoms.

Owns the comparison of one with the other over the gold's symbols, and the verdict that comes of it,
right by accident included (LLMEval-Logic, sections 3.3 and C.2, appendix E). Leaves reading
candidates to `candidates` and judging what a solver cannot settle to a judge.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from items.formalizations.answers import QueryAnswer, answer_of, same_answer
from items.formalizations.mapping import completed
from items.formalizations.queries import QueryComparer, counterparts
from items.formalizations.rubric import Outcome, Rubric, read_checks
from items.formalizations.symbols import SymbolAlignment, align_symbols
from items.models import RubricAtom
from solver.cancel import Cancel
from solver.language.problem import Premise, Problem, Theory
from solver.language.renaming import Renaming, premises_under, renamed
from solver.language.syntax import Formula, Signature, SymbolKey, symbols_of
from solver.queries import Session
from solver.relation import Comparison, Relation, compare, union

TIMEOUT = 5.0
"""Seconds for each single question to the solver."""


class Standing(StrEnum):
    """What comes of a comparison, in a word."""

    EQUIVALENT = "equivalent"
    """Premises, queries and answers are the gold's."""
    OTHER_QUERY = "other query"
    """The premises are the gold's, and something else is asked."""
    ACCIDENT = "right by accident"
    """The answers are the gold's, the premises are not."""
    DIFFERENT = "different"
    """Neither premises nor answers are the gold's."""
    NOT_COMPARABLE = "not comparable"
    """Nothing in it stands for symbols that the gold's premises or queries use."""
    UNKNOWN = "unknown"


class Gate(StrEnum):
    """What equivalence of premises does to the rubric's relations and constraints (C.2.3)."""

    EQUIVALENT = "equivalent"
    """They pass."""
    SOFT_REVIEW = "soft review"
    """Every difference is to be judged: all are defensible, or the checks stand."""
    FAILED = "failed"
    """The checks stand, and every difference is an error."""
    UNKNOWN = "unknown"


class Pattern(StrEnum):
    """In which way premises that are not the gold's differ (appendix E)."""

    OVER_CONSTRAINED = "over-constrained"
    FLIPPED = "flipped relation"
    OMITTED = "omitted constraint"


@dataclass(frozen=True)
class FormalComparison:
    """One formalization beside the gold one, all of it over the gold's symbols."""

    gold: Problem
    candidate: Problem
    """Under the gold's names."""
    alignment: SymbolAlignment
    signature: Signature
    premises: Comparison
    """The gold's premises are the first side."""
    answers: tuple[QueryAnswer, ...]
    gold_answers: tuple[QueryAnswer, ...]
    partners: tuple[int | None, ...]
    """For each of the gold's queries the place of the candidate's that is held against it."""
    query_same: bool | None
    atoms: Mapping[str, Outcome]
    """The rubric's atoms, each decided by the solver where it can."""

    @cached_property
    def answers_same(self) -> bool | None:
        """Whether every query of the gold gets the gold's answer."""
        if len(self.answers) != len(self.gold_answers):
            return False
        verdicts = [
            False if mine is None else same_answer(self.answers[mine], gold)
            for mine, gold in zip(self.partners, self.gold_answers, strict=True)
        ]
        return False if False in verdicts else None if None in verdicts else True

    @cached_property
    def lost(self) -> tuple[SymbolKey, ...]:
        """Symbols that the gold uses and nothing of the candidate stands for."""
        used: set[SymbolKey] = set()
        for formula in _formulas(self.gold):
            used |= symbols_of(formula)
        unmatched = [(symbol.name, symbol.arity) for symbol in self.alignment.unmatched]
        return tuple(key for key in unmatched if key in used)

    @cached_property
    def comparable(self) -> bool:
        """Whether the candidate speaks of what the gold speaks of, at least in part, or has no
        symbols of its own beside those of the gold."""
        return not (self.lost and self.alignment.free)

    @property
    def equivalent(self) -> bool | None:
        """Whether the premises are; None where that is not known, or they speak of different
        things for all that is known."""
        same = self.premises.equivalent
        return None if same is False and not self.comparable else same

    @cached_property
    def standing(self) -> Standing:
        """What comes of it all."""
        same = self.premises.equivalent
        if same is False and not self.comparable:
            return Standing.NOT_COMPARABLE
        if same is None or (same and self.query_same is None):
            return Standing.UNKNOWN
        if same:
            return Standing.EQUIVALENT if self.query_same else Standing.OTHER_QUERY
        if self.answers_same is None:
            return Standing.UNKNOWN
        return Standing.ACCIDENT if self.answers_same else Standing.DIFFERENT

    @cached_property
    def gate(self) -> Gate:
        """What becomes of relations and constraints, by the premises as a whole."""
        if self.equivalent is None:
            return Gate.UNKNOWN
        if self.equivalent:
            return Gate.EQUIVALENT
        if self.answers_same is None:
            return Gate.UNKNOWN
        return Gate.SOFT_REVIEW if self.answers_same else Gate.FAILED

    @cached_property
    def patterns(self) -> tuple[Pattern, ...]:
        """In which ways the premises differ; none where they are equivalent."""
        extras, missing = self.premises.extras, self.premises.missing
        replaced = self._replaced
        outcome: list[Pattern] = []
        changed = {mine for mine, _ in replaced}
        if any(extra.premise not in changed for extra in extras):
            outcome.append(Pattern.OVER_CONSTRAINED)
        if replaced:
            outcome.append(Pattern.FLIPPED)
        gone = {theirs for _, theirs in replaced}
        if any(step.premise not in gone for step in missing):
            outcome.append(Pattern.OMITTED)
        return tuple(outcome)

    @cached_property
    def _replaced(self) -> tuple[tuple[int, int], ...]:
        """Premises that say something else of the same symbols: the candidate's and the gold's."""
        mine, theirs = self.candidate.premises, self.gold.premises
        extras = {extra.premise for extra in self.premises.extras}
        missing = {step.premise for step in self.premises.missing}
        new = [n for n, premise in enumerate(mine) if premise not in theirs]
        gone = [n for n, premise in enumerate(theirs) if premise not in mine]
        pairs: list[tuple[int, int]] = []
        for n in new:
            for other in gone:
                same = symbols_of(mine[n]) == symbols_of(theirs[other])
                if same and (n in extras or other in missing):
                    pairs.append((n, other))
                    gone.remove(other)
                    break
        return tuple(pairs)

    @property
    def relation(self) -> str:
        """What the candidate's premises are to the gold's; `not comparable` where they do not speak
        of the same."""
        relation = self.premises.relation
        if relation is not Relation.EQUIVALENT and not self.comparable:
            return Standing.NOT_COMPARABLE
        return relation


def compare_formalizations(
    candidate: Problem,
    gold: Problem,
    rubric: Sequence[RubricAtom] = (),
    *,
    timeout: float = TIMEOUT,
    cancel: Cancel | None = None,
    by_name: bool = False,
) -> FormalComparison:
    """Hold a formalization against the gold: symbols by what they say, then everything else.

    `timeout` is in seconds, for each question to the solver. What is not decided within it is
    None or `unknown`, never a verdict. `by_name`: symbols were given, so that names decide.
    """
    alignment = align_symbols(candidate, gold, by_name=by_name)
    alignment = completed(alignment, candidate, gold, timeout=timeout)
    mine = renamed(candidate, alignment.renaming())
    theirs = renamed(gold, Renaming({}))
    signature = union(theirs.signature, mine.signature)
    premises = compare(theirs.premises, mine.premises, signature, timeout=timeout, cancel=cancel)
    comparer = QueryComparer(signature, timeout, cancel)
    checker = Rubric(mine.premises, mine.queries, theirs.premises, signature, timeout, cancel)
    return FormalComparison(
        theirs,
        mine,
        alignment,
        signature,
        premises,
        _answers(candidate, mine, alignment.renaming(), timeout, cancel),
        _answers(gold, theirs, Renaming({}), timeout, cancel),
        tuple(counterparts(comparer, mine.queries, theirs.queries)),
        comparer.same_queries(mine.queries, theirs.queries),
        {check.atom.id: checker.outcome(check) for check in read_checks(rubric, gold)},
    )


def _answers(
    problem: Problem, over: Problem, renaming: Renaming, timeout: float, cancel: Cancel | None
) -> tuple[QueryAnswer, ...]:
    """The answer to every query, under its own variant; `over` is the problem renamed."""
    sessions: dict[str, Session] = {}
    for name in dict.fromkeys(query.under for query in over.queries):
        formulas = premises_under(problem, name, renaming)
        premises = tuple(Premise(n, formula) for n, formula in enumerate(formulas))
        asked = tuple(query for query in over.queries if query.under == name)
        theory = Theory(over.signature, premises)
        sessions[name] = Session(theory, asked, "auto", timeout, cancel)
    return tuple(answer_of(sessions[query.under], query) for query in over.queries)


def _formulas(problem: Problem) -> list[Formula]:
    formulas = list(problem.premises)
    for query in problem.queries:
        asked = (query.formula, query.given, *(t.formula for t in (*query.targets, *query.listed)))
        formulas += [formula for formula in asked if formula is not None]
    return formulas
