"""Comparison of a formalization with a gold one: premises, queries, answers and the rubric's atoms.

Owns the comparison over the gold's symbols, and the resulting verdict, including "right by
accident" (LLMEval-Logic, sections 3.3 and C.2, appendix E). `candidates` reads candidates; a judge
decides what a solver cannot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from items.formalizations.answers import QueryAnswer, answer_of, same_answer
from items.formalizations.assumed_matches import AssumedMatch, assumed_matches
from items.formalizations.flipped_relations import flipped_premises
from items.formalizations.model_alignment import with_model_matches
from items.formalizations.proved_matches import completed
from items.formalizations.query_comparison import QueryComparer, counterparts
from items.formalizations.rubric import Outcome, Rubric, read_checks
from items.formalizations.symbols import SymbolAlignment, align_symbols
from items.models import RubricAtom
from solver.cancel import Cancel
from solver.language.edits import theory
from solver.language.problem import BASELINE, Premise, Problem, Query, Theory
from solver.language.renaming import Renaming, premises_under, renamed
from solver.language.syntax import Formula, Signature, SymbolKey, symbols_of
from solver.premise_relation import Comparison, Relation, compare, union
from solver.queries import Session

TIMEOUT = 5.0
"""Seconds for each solver question."""


class ComparisonVerdict(StrEnum):
    """The result of a comparison in one word."""

    EQUIVALENT = "equivalent"
    """Premises, queries and answers agree with the gold's."""
    OTHER_QUERY = "other query"
    """The premises agree with the gold's, but the queries differ."""
    ACCIDENT = "right by accident"
    """The answers agree with the gold's, but the premises do not."""
    DIFFERENT = "different"
    """Neither premises nor answers agree with the gold's."""
    NOT_COMPARABLE = "not comparable"
    """Its symbols do not cover symbols that the gold's premises or queries use."""
    UNKNOWN = "unknown"


class Gate(StrEnum):
    """How equivalence of the premises affects the rubric's relations and constraints (C.2.3)."""

    EQUIVALENT = "equivalent"
    """They pass."""
    SOFT_REVIEW = "soft review"
    """Every difference is judged: if all are defensible they pass, otherwise the checks decide."""
    FAILED = "failed"
    """The checks decide, and every difference is an error."""
    UNKNOWN = "unknown"


class Pattern(StrEnum):
    """How premises differ from the gold's (appendix E)."""

    OVER_CONSTRAINED = "over-constrained"
    """A premise that the gold's premises do not entail."""
    FLIPPED = "flipped relation"
    """A gold premise with one relation flipped; see `flipped_relations`."""
    OMITTED = "omitted constraint"
    """A gold premise that does not follow."""


@dataclass(frozen=True, slots=True)
class VariantComparison:
    """The premises of both sides under the variants of two matched queries. Authors name variants
    freely, so the queries determine which variants correspond."""

    candidate: str
    """The candidate's name for the variant."""
    gold: str
    premises: Comparison
    """The gold's premises are the first side; premises are identified by their index in the lists
    below."""
    candidate_premises: tuple[Formula, ...]
    """The candidate's premises under its variant."""
    gold_premises: tuple[Formula, ...]
    numbers: tuple[int, ...]
    """The candidate's numbers of these premises, from 0; premises added by the variant are numbered
    after the others."""
    gold_numbers: tuple[int, ...]


@dataclass(frozen=True)
class FormalComparison:
    """One formalization compared with the gold one, everything over the gold's symbols."""

    gold: Problem
    candidate: Problem
    """With the gold's names."""
    alignment: SymbolAlignment
    signature: Signature
    premises: Comparison
    """The gold's premises are the first side."""
    variants: tuple[VariantComparison, ...]
    """Further comparisons under variants of the queries; each pair of variants once."""
    answers: tuple[QueryAnswer, ...]
    gold_answers: tuple[QueryAnswer, ...]
    partners: tuple[int | None, ...]
    """For each gold query, the index of the candidate's query that it is compared with."""
    query_same: bool | None
    atoms: Mapping[str, Outcome]
    """The rubric's atoms, each decided by the solver if possible."""
    assumed: tuple[AssumedMatch, ...] = ()
    """Matches of symbols whose glosses differ: the whole comparison depends on them."""
    queried_variants: Mapping[str, tuple[Formula, ...]] = field(default_factory=dict)
    """The candidate's premises under each variant that its queries ask about, by the candidate's
    name for it."""

    @cached_property
    def answers_same(self) -> bool | None:
        """Whether every gold query gets the gold answer."""
        if len(self.answers) != len(self.gold_answers):
            return False
        verdicts = [
            False if place is None else same_answer(self.answers[place], gold)
            for place, gold in zip(self.partners, self.gold_answers, strict=True)
        ]
        return False if False in verdicts else None if None in verdicts else True

    @cached_property
    def uncovered_symbols(self) -> tuple[SymbolKey, ...]:
        """Symbols that the gold uses and the candidate does not cover."""
        used: set[SymbolKey] = set()
        for formula in _formulas(self.gold):
            used |= symbols_of(formula)
        unmatched = [(symbol.name, symbol.arity) for symbol in self.alignment.unmatched]
        return tuple(key for key in unmatched if key in used)

    @cached_property
    def comparable(self) -> bool:
        """Whether the candidate covers the gold's topic at least in part, or has no symbols beyond
        the gold's."""
        return not (self.uncovered_symbols and self.alignment.free)

    @cached_property
    def same_premises(self) -> bool | None:
        """Whether the premises have the same models, at the baseline and under each queried
        variant; None if unknown."""
        verdicts = [comparison.equivalent for comparison in self._comparisons]
        return False if False in verdicts else None if None in verdicts else True

    @property
    def _comparisons(self) -> tuple[Comparison, ...]:
        return (self.premises, *(variant.premises for variant in self.variants))

    @property
    def equivalent(self) -> bool | None:
        """Whether the premises are equivalent, including under variants; None if unknown, or if
        they may be about different things."""
        same = self.same_premises
        return None if same is False and not self.comparable else same

    @cached_property
    def standing(self) -> ComparisonVerdict:
        """The overall verdict."""
        same = self.same_premises
        if same is False and not self.comparable:
            return ComparisonVerdict.NOT_COMPARABLE
        if same is None or (same and self.query_same is None):
            return ComparisonVerdict.UNKNOWN
        if same:
            return (
                ComparisonVerdict.EQUIVALENT if self.query_same else ComparisonVerdict.OTHER_QUERY
            )
        if self.answers_same is None:
            return ComparisonVerdict.UNKNOWN
        return ComparisonVerdict.ACCIDENT if self.answers_same else ComparisonVerdict.DIFFERENT

    @cached_property
    def gate(self) -> Gate:
        """How relations and constraints are treated, given the premises as a whole."""
        if self.equivalent is None:
            return Gate.UNKNOWN
        if self.equivalent:
            return Gate.EQUIVALENT
        if self.answers_same is None:
            return Gate.UNKNOWN
        return Gate.SOFT_REVIEW if self.answers_same else Gate.FAILED

    @cached_property
    def patterns(self) -> tuple[Pattern, ...]:
        """How the premises differ, including under variants; empty if they are equivalent."""
        signature = self.signature
        present = _patterns(self.premises, self.candidate.premises, self.gold.premises, signature)
        for variant in self.variants:
            present |= _patterns(
                variant.premises, variant.candidate_premises, variant.gold_premises, signature
            )
        return tuple(pattern for pattern in Pattern if pattern in present)

    @property
    def relation(self) -> str:
        """The relation of the candidate's premises to the gold's, including under variants; `not
        comparable` if they are about different things."""
        relation = _relation(self._comparisons)
        if relation is not Relation.EQUIVALENT and not self.comparable:
            return ComparisonVerdict.NOT_COMPARABLE
        return relation


def _relation(comparisons: Sequence[Comparison]) -> Relation:
    """The relation of the second sides to the first, over all comparisons."""
    more = any(comparison.extras for comparison in comparisons)
    less = any(comparison.missing for comparison in comparisons)
    if more and less:
        return Relation.INCOMPARABLE
    if any(comparison.undecided for comparison in comparisons):
        return Relation.UNKNOWN
    if more:
        return Relation.STRONGER
    return Relation.WEAKER if less else Relation.EQUIVALENT


def _patterns(
    comparison: Comparison,
    premises: Sequence[Formula],
    gold_premises: Sequence[Formula],
    signature: Signature,
) -> set[Pattern]:
    """How one set of premises differs from the gold's."""
    extras = {step.premise for step in comparison.extras}
    missing = {step.premise for step in comparison.missing}
    if not extras and not missing:
        return set()
    new = {n: premise for n, premise in enumerate(premises) if premise not in gold_premises}
    absent = {n: premise for n, premise in enumerate(gold_premises) if premise not in premises}
    turned = [
        pair
        for pair in flipped_premises(new, absent, signature)
        if pair.premise in extras or pair.gold in missing
    ]
    patterns: set[Pattern] = {Pattern.FLIPPED} if turned else set()
    if extras - {pair.premise for pair in turned if pair.whole}:
        patterns.add(Pattern.OVER_CONSTRAINED)
    if missing - {pair.gold for pair in turned if pair.whole}:
        patterns.add(Pattern.OMITTED)
    return patterns


def compare_formalizations(
    candidate: Problem,
    gold: Problem,
    rubric: Sequence[RubricAtom] = (),
    *,
    timeout: float = TIMEOUT,
    cancel: Cancel | None = None,
    by_name: bool = False,
    names: Mapping[str, str] | None = None,
) -> FormalComparison:
    """Compare a formalization with the gold: match symbols by meaning, then compare everything
    else.

    `timeout` is in seconds, for each solver question. What is undecided by then is None or
    `unknown`, never a verdict. `by_name`: the symbols were prescribed, so that names decide.
    `names`: a model's matches of symbols, used for those that nothing else matches.
    """
    alignment = align_symbols(candidate, gold, by_name=by_name)
    alignment = completed(alignment, candidate, gold, timeout=timeout)
    alignment = with_model_matches(alignment, names or {})
    renamed_candidate = renamed(candidate, alignment.renaming())
    gold_problem = renamed(gold, Renaming({}))
    signature = union(gold_problem.signature, renamed_candidate.signature)
    premises = compare(
        gold_problem.premises, renamed_candidate.premises, signature, timeout=timeout, cancel=cancel
    )
    variants = _Variants(candidate, gold, alignment.renaming(), signature, timeout, cancel)
    comparer = QueryComparer(signature, timeout, cancel)
    partners = counterparts(
        comparer, renamed_candidate.queries, gold_problem.queries, variants.equivalent_premises
    )
    checker = Rubric(
        renamed_candidate.premises,
        renamed_candidate.queries,
        gold_problem.premises,
        signature,
        timeout,
        cancel,
    )
    return FormalComparison(
        gold_problem,
        renamed_candidate,
        alignment,
        signature,
        premises,
        variants.of(renamed_candidate.queries, gold_problem.queries, partners),
        _answers(candidate, renamed_candidate, alignment.renaming(), timeout, cancel),
        _answers(gold, gold_problem, Renaming({}), timeout, cancel),
        tuple(partners),
        comparer.same_queries(renamed_candidate.queries, gold_problem.queries),
        {check.atom.id: checker.outcome(check) for check in read_checks(rubric, gold)},
        assumed_matches(alignment, given=by_name),
        {
            name: premises_under(candidate, name, alignment.renaming())
            for query in candidate.queries
            for name in query.variants
            if name != BASELINE
        },
    )


class _Variants:
    """Comparisons of variants of both sides, each pair computed once."""

    def __init__(
        self,
        candidate: Problem,
        gold: Problem,
        renaming: Renaming,
        signature: Signature,
        timeout: float,
        cancel: Cancel | None,
    ) -> None:
        self.candidate = candidate
        self.gold = gold
        self.renaming = renaming
        self.signature = signature
        self.timeout = timeout
        self.cancel = cancel
        self._comparisons: dict[tuple[str, str], VariantComparison] = {}

    def between(self, own_variant: str, gold_variant: str) -> VariantComparison:
        """The comparison of one of the candidate's variants with one of the gold's."""
        pair = (own_variant, gold_variant)
        if pair not in self._comparisons:
            own_premises = premises_under(self.candidate, own_variant, self.renaming)
            gold_held = premises_under(self.gold, gold_variant, Renaming({}))
            whole = (
                theory(self.gold, gold_variant).signature,
                theory(self.candidate, own_variant).signature,
            )
            extended = union(self.signature, union(whole[0], whole[1]))
            self._comparisons[pair] = VariantComparison(
                own_variant,
                gold_variant,
                compare(
                    gold_held, own_premises, extended, timeout=self.timeout, cancel=self.cancel
                ),
                own_premises,
                gold_held,
                tuple(premise.number for premise in theory(self.candidate, own_variant).premises),
                tuple(premise.number for premise in theory(self.gold, gold_variant).premises),
            )
        return self._comparisons[pair]

    def equivalent_premises(self, query: Query, other: Query) -> bool | None:
        """Whether the candidate's query and the gold's are asked under equivalent premises."""
        if BASELINE in (query.under, other.under):
            return query.under == other.under
        return self.between(query.under, other.under).premises.equivalent

    def of(
        self,
        queries: Sequence[Query],
        gold_queries: Sequence[Query],
        partners: Sequence[int | None],
    ) -> tuple[VariantComparison, ...]:
        """The comparisons for the variants of matched queries."""
        pairs = [
            (queries[place].under, query.under)
            for query, place in zip(gold_queries, partners, strict=True)
            if place is not None and BASELINE not in (queries[place].under, query.under)
        ]
        return tuple(self.between(*pair) for pair in dict.fromkeys(pairs))


def _answers(
    problem: Problem,
    renamed_problem: Problem,
    renaming: Renaming,
    timeout: float,
    cancel: Cancel | None,
) -> tuple[QueryAnswer, ...]:
    """The answer to every query, under its own variant; `renamed_problem` is the renamed
    problem."""
    sessions: dict[str, Session] = {}
    for name in dict.fromkeys(query.under for query in renamed_problem.queries):
        formulas = premises_under(problem, name, renaming)
        premises = tuple(Premise(n, formula) for n, formula in enumerate(formulas))
        queries = tuple(query for query in renamed_problem.queries if query.under == name)
        theory = Theory(renamed_problem.signature, premises)
        sessions[name] = Session(theory, queries, "auto", timeout, cancel)
    return tuple(answer_of(sessions[query.under], query) for query in renamed_problem.queries)


def _formulas(problem: Problem) -> list[Formula]:
    formulas = list(problem.premises)
    for query in problem.queries:
        parts = (
            query.formula,
            query.given,
            *(t.formula for t in (*query.targets, *query.listed)),
        )
        formulas += [formula for formula in parts if formula is not None]
    return formulas
