"""The differences between two formalizations of one text, with worlds and sentences.

Owns which premises are paired, the differences, and their order. A difference has the smallest
world that only one side allows, and the sentence of the text on which it depends. `comparison` owns
comparing, `solver.inspection` the smallest world, and `items.formalizations.sentence_alignment` the
sentence of a premise. Which side is right is for a person to decide.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from items.formalizations.candidates import gold_problem
from items.formalizations.comparison import FormalComparison, compare_formalizations
from items.formalizations.query_comparison import QueryComparer
from items.formalizations.sentence_alignment import THRESHOLD, Alignment, Span, align, nearest
from items.formalizations.written_formalizations import read_written
from items.models import Item
from solver.cancel import Budget, Cancel
from solver.errors import InputError
from solver.inspection.smallest_world import size, smallest
from solver.language.loader import load_problem
from solver.language.problem import Problem, Query
from solver.language.syntax import Formula, Iff, Not, symbols_of
from solver.premise_relation import PremiseVerdict
from solver.results import World

TIMEOUT = 2.0
"""Seconds for each solver question."""
TOTAL_SECONDS = 10.0
"""Seconds for all worlds together."""
MIN_COMMON_SYMBOLS = 0.5
"""Least share of common symbols for two different premises to be paired."""
PERHAPS = 0.2
"""Least score of a sentence that is shown as a guess; likely ones score more."""
SideName = Literal["left", "right"]
Certainty = Literal["given", "likely", "perhaps", ""]
"""How the sentence of a premise was found: named by the formalization, by matching words, as the
best of poor matches; empty if there is none."""


@dataclass(frozen=True, slots=True)
class ReadFormalization:
    """One parsed formalization of an item."""

    name: str
    """Its owner, as shown on a screen."""
    problem: Problem | None
    """None if it cannot be parsed."""
    error: str = ""
    """Why it cannot be parsed."""
    sources: Mapping[str, Any] | None = None
    """The formal object, if there is one; it may name the sentences of its premises."""
    text: str = ""
    """The original text, if it cannot be parsed."""


def formalized_as(name: str, formalization: Any) -> ReadFormalization:
    """Parse a formalization from a formal object, or from a model's text."""
    text = formalization if isinstance(formalization, str) else ""
    if isinstance(formalization, str):
        extracted = read_written(formalization)
        if extracted.formalization is None:
            return ReadFormalization(name, None, extracted.reason, None, text)
        formalization = extracted.formalization
    try:
        return ReadFormalization(name, load_problem(formalization), "", formalization, text)
    except InputError as error:
        message = error.line
        return ReadFormalization(name, None, message, None, text or str(formalization))


def gold_of(item: Item, name: str) -> ReadFormalization:
    """An item's own formalization. Raises InputError if there is none or it cannot be parsed."""
    return ReadFormalization(name, gold_problem(item), "", item.formalization)


@dataclass(frozen=True, slots=True)
class Row:
    """Paired premises, by their numbers from 0."""

    left: int | None
    right: int | None
    same: bool
    """Whether there is no difference: both are equivalent, or the only one follows from the other
    side."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One statement that one side makes and the other does not."""

    side: SideName | None
    """Whose premise it is; None for a difference in queries."""
    number: int
    """Number of the premise on its side, or of the left side's query, from 0."""
    formula: Formula
    """The premise, over the names shared by both sides; for queries, the statement that they
    differ."""
    world: World | None
    """The smallest world found that the other side allows and in which the premise fails."""
    least: bool
    """Whether it is proved that no world is smaller, with fewer individuals, or as many individuals
    and fewer true facts."""
    spans: tuple[Span, ...]
    """The sentence of the text, if one was given or found."""
    certainty: Certainty
    """How certain it is that this sentence states the premise; empty if there is none."""
    reason: str = ""
    """Why there is no world or, if there is one, why it is not proved to be the smallest."""
    under: str = ""
    """The variant, by the name of the side whose premise it is; empty for the baseline."""
    question: int | None = None
    """Index of the question whose text contains the sentence, from 0; None for the item's text."""


@dataclass(frozen=True)
class Distinction:
    """The comparison of two formalizations of one item; the left one's names are used."""

    item: Item
    left: ReadFormalization
    right: ReadFormalization
    comparison: FormalComparison
    rows: tuple[Row, ...]
    """Every premise of both sides, once, in the left side's order."""
    differences: tuple[Difference, ...]
    """Ordered by the size of their worlds, those without a world last; then those of queries."""

    def sentence(self, difference: Difference) -> str:
        """The sentence on which a difference depends, as written; empty if none was found."""
        place = difference.question
        text = self.item.text if place is None else self.item.questions[place].text
        return " ".join(text[span.start : span.end] for span in difference.spans)

    @cached_property
    def queries(self) -> tuple[tuple[int | None, int | None], ...]:
        """Paired queries, by their numbers."""
        partners = self.comparison.partners
        rest = [n for n in range(len(self.comparison.candidate.queries)) if n not in partners]
        return (*((n, other) for n, other in enumerate(partners)), *((None, n) for n in rest))

    @property
    def equivalent(self) -> bool | None:
        """Whether both have equivalent premises and the same queries; None if unknown."""
        verdicts = (self.comparison.same_premises, self.comparison.query_same)
        return False if False in verdicts else None if None in verdicts else True


def distinction_of(
    item: Item,
    left: ReadFormalization,
    right: ReadFormalization,
    *,
    timeout: float = TIMEOUT,
    total_seconds: float = TOTAL_SECONDS,
    cancel: Cancel | None = None,
) -> Distinction:
    """Compare two formalizations of an item.

    `timeout` is in seconds for each question of the comparison, `total_seconds` for all worlds
    together. Raises InputError if a side cannot be parsed.
    """
    for side in (left, right):
        if side.problem is None:
            raise InputError("A formalization cannot be read", f"{side.name}: {side.error}")
    assert left.problem is not None
    assert right.problem is not None
    formal_comparison = compare_formalizations(
        right.problem, left.problem, timeout=timeout, cancel=cancel
    )
    rows = _rows(formal_comparison, QueryComparer(formal_comparison.signature, timeout, cancel))
    budget = Budget.of(total_seconds, cancel)
    alignments = {
        "left": _sentence_alignments(item, left),
        "right": _sentence_alignments(item, right),
    }
    claims = _claims(formal_comparison)
    differences = []
    for place, claim in enumerate(claims):
        # Unused time of one difference goes to the others.
        share = budget.at_most(budget.left / (len(claims) - place))
        plain_difference = _difference(claim, formal_comparison, rows, alignments, share)
        differences.append(_with_sentence(plain_difference, item, formal_comparison))
    apart = Distinction(
        item, left, right, formal_comparison, rows, tuple(sorted(differences, key=_order))
    )
    if formal_comparison.query_same is False:
        asked_differences = [
            _with_sentence(difference, item, formal_comparison)
            for pair in apart.queries
            for difference in _query_differences(formal_comparison, pair, timeout, budget)
        ]
        apart = replace(apart, differences=(*apart.differences, *asked_differences))
    return apart


def _order(difference: Difference) -> tuple[bool, tuple[int, int]]:
    world = difference.world
    return world is None, (0, 0) if world is None else size(world)


# --- premises ----------------------------------------------------------------------------------


def _rows(formal_comparison: FormalComparison, comparer: QueryComparer) -> tuple[Row, ...]:
    """Pair equivalent premises first, then those with common symbols."""
    left, right = list(formal_comparison.gold.premises), list(formal_comparison.candidate.premises)
    partner: dict[int, int] = {}
    same: set[int] = set()
    free = set(range(len(right)))
    for exact in (True, False):
        for n, formula in enumerate(left):
            if n in partner:
                continue
            for m in sorted(free, key=lambda place: (abs(place - n), place)):
                alike = symbols_of(formula) == symbols_of(right[m])
                if formula == right[m] or (
                    not exact and alike and comparer.same_formula(formula, right[m]) is True
                ):
                    partner[n] = m
                    same.add(n)
                    free.discard(m)
                    break
    missing = {
        step.premise
        for step in formal_comparison.premises.first_verdicts
        if step.follows is not True
    }
    extras = {
        step.premise
        for step in formal_comparison.premises.second_verdicts
        if step.follows is not True
    }
    for n, formula in enumerate(left):
        near = [
            (shared, -abs(m - n), m)
            for m in free
            if n not in partner
            and (n in missing or m in extras)
            and (shared := _shared(formula, right[m])) >= MIN_COMMON_SYMBOLS
        ]
        if near:
            partner[n] = max(near)[2]
            free.discard(partner[n])
    rows = [
        Row(n, partner.get(n), n in same or (n not in partner and n not in missing))
        for n in range(len(left))
    ]
    for m in sorted(free):
        # Its position among the premises of its side.
        after = [place for place, row in enumerate(rows) if row.right is not None and row.right < m]
        rows.insert(max(after, default=-1) + 1, Row(None, m, m not in extras))
    return tuple(rows)


def _shared(formula: Formula, other: Formula) -> float:
    """The share of common symbols of two formulas, from 0 to 1."""
    own_symbols, other_symbols = symbols_of(formula), symbols_of(other)
    return (
        len(own_symbols & other_symbols) / len(own_symbols | other_symbols)
        if own_symbols | other_symbols
        else 1.0
    )


@dataclass(frozen=True, slots=True)
class _Claim:
    """A premise of one side that the other does not entail, at the baseline or under a variant."""

    side: SideName
    number: int
    step: PremiseVerdict
    other_premises: tuple[Formula, ...]
    """The other side's premises in that case."""
    under: str = ""


def _claims(formal_comparison: FormalComparison) -> list[_Claim]:
    """Every difference of premises. Differences that also exist at the baseline are not
    repeated."""
    gold, candidate = formal_comparison.gold.premises, formal_comparison.candidate.premises
    premises = formal_comparison.premises
    claims = [
        *(_Claim("left", step.premise, step, candidate) for step in premises.missing),
        *(_Claim("right", extra.premise, extra, gold) for extra in premises.extras),
    ]
    listed_claims = {(claim.side, claim.step.formula) for claim in claims}
    for variant in formal_comparison.variants:
        under = [
            *(
                _Claim("left", variant.gold_numbers[step.premise], step,
                       variant.candidate_premises, variant.gold)
                for step in variant.premises.missing
            ),
            *(
                _Claim("right", variant.numbers[extra.premise], extra, variant.gold_premises,
                       variant.candidate)
                for extra in variant.premises.extras
            ),
        ]  # fmt: skip
        claims += [
            claim for claim in under if (claim.side, claim.step.formula) not in listed_claims
        ]
        listed_claims |= {(claim.side, claim.step.formula) for claim in under}
    return claims


def _difference(
    claim: _Claim,
    formal_comparison: FormalComparison,
    rows: Sequence[Row],
    alignments: Mapping[str, Sequence[Alignment]],
    budget: Budget,
) -> Difference:
    """A premise that the other side does not entail, with the smallest world that shows it."""
    step = claim.step
    signature = formal_comparison.signature
    least = smallest(signature, [*claim.other_premises, Not(step.formula)], budget)
    world = least.world if least.world is not None else step.world
    spans, how = _sentence(claim.side, claim.number, rows, alignments)
    return Difference(
        claim.side,
        claim.number,
        step.formula,
        world,
        least.least and least.world is not None,
        spans,
        how,
        least.reason or ("" if world is not None else "no finite world was found"),
        claim.under,
    )


def _sentence_alignments(item: Item, side: ReadFormalization) -> Sequence[Alignment]:
    """The sentence that each premise of a side comes from, including poor matches."""
    assert side.problem is not None
    data = None if side.sources is None else dict(side.sources)
    try:
        with_sources = item.model_copy(update={"formalization": data})
        return align(with_sources, side.problem, threshold=PERHAPS)
    except InputError:
        # Its sources cannot be read; match by words instead.
        informal_item = item.model_copy(update={"formalization": None})
        return align(informal_item, side.problem, threshold=PERHAPS)


def _sentence(
    side: SideName, number: int, rows: Sequence[Row], alignments: Mapping[str, Sequence[Alignment]]
) -> tuple[tuple[Span, ...], Certainty]:
    """The sentence of a premise, or that of its partner if it is more certain."""
    row = next((r for r in rows if (r.left if side == "left" else r.right) == number), None)
    if row is None:
        # What a variant adds does not come from a sentence of the text.
        return (), ""
    other = row.right if side == "left" else row.left
    named = [alignments[side][number]]
    if other is not None:
        named.append(alignments["right" if side == "left" else "left"][other])
    certainties: Sequence[Certainty] = ("given", "likely", "perhaps", "")
    best = min(named, key=lambda alignment: certainties.index(_how(alignment)))
    return best.spans, _how(best)


def _with_sentence(
    difference: Difference, item: Item, formal_comparison: FormalComparison
) -> Difference:
    """The difference with the closest sentence, if it has none yet: for a premise in the text, for
    a variant or a query also in the questions."""
    if difference.certainty:
        return difference
    of_query, under = difference.side is None, bool(difference.under)
    near = nearest(
        item,
        difference.formula,
        formal_comparison.signature,
        text=True,
        questions=of_query or under,
    )
    if near is None:
        return difference
    return replace(difference, spans=(near.span,), certainty="perhaps", question=near.question)


def _how(alignment: Alignment) -> Certainty:
    if not alignment.spans:
        return ""
    if alignment.score is None:
        return "given"
    return "likely" if alignment.score >= THRESHOLD else "perhaps"


# --- queries -----------------------------------------------------------------------------------


def _query_differences(
    formal_comparison: FormalComparison,
    pair: tuple[int | None, int | None],
    timeout: float,
    budget: Budget,
) -> Iterator[Difference]:
    """Two queries of one kind about different formulas, with a world in which these differ: one of
    the left side's models, if possible."""
    left, right = pair
    if left is None or right is None:
        return
    query, other = formal_comparison.gold.queries[left], formal_comparison.candidate.queries[right]
    comparer = QueryComparer(formal_comparison.signature, timeout, budget.cancel)
    for own_formula, other_formula in _differing_formulas(query, other, comparer):
        apart = Not(Iff(own_formula, other_formula))
        premises = formal_comparison.gold.premises
        least = smallest(formal_comparison.signature, [*premises, apart], budget)
        if least.world is None:
            least = smallest(formal_comparison.signature, [apart], budget)
        yield Difference(None, left, apart, least.world, least.least, (), "", least.reason)


def _differing_formulas(
    query: Query, other: Query, comparer: QueryComparer
) -> Iterator[tuple[Formula, Formula]]:
    """Pairs of corresponding but different formulas of two queries: the main formula, the given
    one, and the targets and listed formulas that the other side does not have, in order."""
    if query.kind != other.kind or query.variable or other.variable:
        return
    pairs = [(query.formula, other.formula), (query.given, other.given)]
    for own_targets, other_targets in (
        (query.targets, other.targets),
        (query.listed, other.listed),
    ):
        left = [target.formula for target in own_targets]
        right = [target.formula for target in other_targets]
        for formula in list(left):
            same = next((f for f in right if comparer.same_formula(formula, f) is True), None)
            if formula is not None and same is not None:
                left.remove(formula)
                right.remove(same)
        pairs += zip(left, right, strict=False)
    for own_formula, other_formula in pairs:
        if (
            own_formula is not None
            and other_formula is not None
            and comparer.same_formula(own_formula, other_formula) is False
        ):
            yield own_formula, other_formula
