"""Two formalizations of one text told apart: what they agree on, the smallest world that only one
of them allows, and the sentence of the text that the difference turns on.

Owns which premise stands beside which, the differences with their worlds and sentences, and which
difference comes first. Comparing is `comparison`'s, the smallest world `solver.inspection`'s, and
which sentence a premise comes from `items.formalizations.alignment`'s. Which side is right is a
person's to say.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from items.formalizations.alignment import THRESHOLD, Alignment, Span, align, nearest
from items.formalizations.candidates import gold_problem
from items.formalizations.comparison import FormalComparison, compare_formalizations
from items.formalizations.queries import QueryComparer
from items.formalizations.symbols import Match
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
"""Seconds for each single question to the solver."""
WHOLE = 10.0
"""Seconds for all worlds together."""
SHARED = 0.5
"""Two premises that differ stand beside each other if they share so much of their symbols."""
PERHAPS = 0.2
"""A sentence that scores less than a likely one, but so much, is told as a guess."""
SideName = Literal["left", "right"]
Certainty = Literal["given", "likely", "perhaps", ""]
"""How the sentence of a premise was found: the formalization names it, its words match, the best of
poor matches; empty where there is none."""


@dataclass(frozen=True, slots=True)
class ReadFormalization:
    """One formalization of an item, as read."""

    name: str
    """Whose it is, as a screen says it."""
    problem: Problem | None
    """None where it cannot be read."""
    trouble: str = ""
    """Why it cannot be read."""
    sources: Mapping[str, Any] | None = None
    """The formal object, where there is one: it may say which sentences its premises come from."""
    text: str = ""
    """What was written, where it cannot be read."""


def formalized_as(name: str, written: Any) -> ReadFormalization:
    """A formalization out of a formal object, or out of what a model wrote."""
    text = written if isinstance(written, str) else ""
    if isinstance(written, str):
        read = read_written(written)
        if read.data is None:
            return ReadFormalization(name, None, read.reason, None, text)
        written = read.data
    try:
        return ReadFormalization(name, load_problem(written), "", written, text)
    except InputError as error:
        message = error.line
        return ReadFormalization(name, None, message, None, text or str(written))


def gold_of(item: Item, name: str) -> ReadFormalization:
    """An item's own formalization. Raises InputError where it has none or it cannot be read."""
    return ReadFormalization(name, gold_problem(item), "", item.formalization)


@dataclass(frozen=True, slots=True)
class Row:
    """Premises that stand beside each other, by their numbers from 0."""

    left: int | None
    right: int | None
    same: bool
    """Whether there is nothing to tell apart: both say the same, or the one that stands alone
    follows from the other side."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that one side says and the other does not."""

    side: SideName | None
    """Whose premise it is; None of a difference in what is asked."""
    number: int
    """Number of the premise on its side, or of the left side's query, from 0."""
    formula: Formula
    """The premise, over the names that both sides share; of queries, that both come to the same."""
    world: World | None
    """The smallest world found that the other side allows and in which the premise fails."""
    least: bool
    """Whether it is proved that none is smaller: has fewer individuals, or as many and fewer true
    facts."""
    spans: tuple[Span, ...]
    """The sentence of the text, where one was given or found."""
    certainty: Certainty
    """How sure it is that this sentence says the premise; empty where there is no sentence."""
    reason: str = ""
    """Why there is no world, where there is none; else why it is not proved to be the smallest."""
    under: str = ""
    """The variant of which this is, by the name of the side whose premise it is; empty for the
    baseline."""
    question: int | None = None
    """Place of the question in whose text the sentence stands, from 0; None for the item's text."""


@dataclass(frozen=True)
class Apart:
    """Two formalizations of one item, held against each other; the left one's names are used."""

    item: Item
    left: ReadFormalization
    right: ReadFormalization
    comparison: FormalComparison
    rows: tuple[Row, ...]
    """Every premise of both sides, once, in the left side's order."""
    differences: tuple[Difference, ...]
    """That with the smallest world first, those without a world last; then those of queries."""

    def sentence(self, difference: Difference) -> str:
        """The sentence that a difference turns on, as it is written; empty where none was found."""
        place = difference.question
        text = self.item.text if place is None else self.item.questions[place].text
        return " ".join(text[span.start : span.end] for span in difference.spans)

    @property
    def matches(self) -> Sequence[Match]:
        """Which symbol of the right side is which of the left's."""
        return self.comparison.alignment.matches

    @cached_property
    def queries(self) -> tuple[tuple[int | None, int | None], ...]:
        """Queries beside each other, by their numbers."""
        partners = self.comparison.partners
        rest = [n for n in range(len(self.comparison.candidate.queries)) if n not in partners]
        return (*((n, other) for n, other in enumerate(partners)), *((None, n) for n in rest))

    @property
    def same(self) -> bool | None:
        """Whether both say the same and ask the same; None where that is not known."""
        verdicts = (self.comparison.same_premises, self.comparison.query_same)
        return False if False in verdicts else None if None in verdicts else True


def tell_apart(
    item: Item,
    left: ReadFormalization,
    right: ReadFormalization,
    *,
    timeout: float = TIMEOUT,
    whole: float = WHOLE,
    cancel: Cancel | None = None,
) -> Apart:
    """Hold two formalizations of an item against each other.

    `timeout` is in seconds for each question of the comparison, `whole` for all worlds together.
    Raises InputError where a side cannot be read.
    """
    for side in (left, right):
        if side.problem is None:
            raise InputError("A formalization cannot be read", f"{side.name}: {side.trouble}")
    assert left.problem is not None
    assert right.problem is not None
    formal_comparison = compare_formalizations(
        right.problem, left.problem, timeout=timeout, cancel=cancel
    )
    rows = _rows(formal_comparison, QueryComparer(formal_comparison.signature, timeout, cancel))
    budget = Budget.of(whole, cancel)
    alignments = {
        "left": _sentence_alignments(item, left),
        "right": _sentence_alignments(item, right),
    }
    claims = _claims(formal_comparison)
    differences = []
    for place, claim in enumerate(claims):
        # What one does not use of its share of the time is left to the others.
        share = budget.at_most(budget.left / (len(claims) - place))
        plain_difference = _difference(claim, formal_comparison, rows, alignments, share)
        differences.append(_with_sentence(plain_difference, item, formal_comparison))
    apart = Apart(
        item, left, right, formal_comparison, rows, tuple(sorted(differences, key=_order))
    )
    if formal_comparison.query_same is False:
        asked_differences = [
            _with_sentence(difference, item, formal_comparison)
            for pair in apart.queries
            for difference in _asked(formal_comparison, pair, timeout, budget)
        ]
        apart = replace(apart, differences=(*apart.differences, *asked_differences))
    return apart


def _order(difference: Difference) -> tuple[bool, tuple[int, int]]:
    world = difference.world
    return world is None, (0, 0) if world is None else size(world)


# --- premises ----------------------------------------------------------------------------------


def _rows(formal_comparison: FormalComparison, comparer: QueryComparer) -> tuple[Row, ...]:
    """Premises that say the same stand beside each other; then those that speak of the same."""
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
        step.premise for step in formal_comparison.premises.backward if step.follows is not True
    }
    extras = {
        step.premise for step in formal_comparison.premises.forward if step.follows is not True
    }
    for n, formula in enumerate(left):
        near = [
            (shared, -abs(m - n), m)
            for m in free
            if n not in partner
            and (n in missing or m in extras)
            and (shared := _shared(formula, right[m])) >= SHARED
        ]
        if near:
            partner[n] = max(near)[2]
            free.discard(partner[n])
    rows = [
        Row(n, partner.get(n), n in same or (n not in partner and n not in missing))
        for n in range(len(left))
    ]
    for m in sorted(free):
        # Where it stands among its own side's premises.
        after = [place for place, row in enumerate(rows) if row.right is not None and row.right < m]
        rows.insert(max(after, default=-1) + 1, Row(None, m, m not in extras))
    return tuple(rows)


def _shared(formula: Formula, other: Formula) -> float:
    """What the symbols of two formulas have in common, from 0 to 1."""
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
    held: tuple[Formula, ...]
    """What the other side holds there."""
    under: str = ""


def _claims(formal_comparison: FormalComparison) -> list[_Claim]:
    """Every difference of premises. What differs at the baseline too is not told again."""
    gold, candidate = formal_comparison.gold.premises, formal_comparison.candidate.premises
    premises = formal_comparison.premises
    claims = [
        *(_Claim("left", step.premise, step, candidate) for step in premises.missing),
        *(_Claim("right", extra.premise, extra, gold) for extra in premises.extras),
    ]
    known = {(claim.side, claim.step.formula) for claim in claims}
    for variant in formal_comparison.variants:
        under = [
            *(
                _Claim("left", variant.gold_numbers[step.premise], step, variant.held, variant.gold)
                for step in variant.premises.missing
            ),
            *(
                _Claim("right", variant.numbers[extra.premise], extra, variant.gold_held,
                       variant.candidate)
                for extra in variant.premises.extras
            ),
        ]  # fmt: skip
        claims += [claim for claim in under if (claim.side, claim.step.formula) not in known]
        known |= {(claim.side, claim.step.formula) for claim in under}
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
    least = smallest(signature, [*claim.held, Not(step.formula)], budget)
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
    """Which sentence each premise of a side comes from, poor matches included."""
    assert side.problem is not None
    data = None if side.sources is None else dict(side.sources)
    try:
        with_sources = item.model_copy(update={"formalization": data})
        return align(with_sources, side.problem, least=PERHAPS)
    except InputError:
        # What it says of its sources cannot be read; the words still tell.
        informal_item = item.model_copy(update={"formalization": None})
        return align(informal_item, side.problem, least=PERHAPS)


def _sentence(
    side: SideName, number: int, rows: Sequence[Row], alignments: Mapping[str, Sequence[Alignment]]
) -> tuple[tuple[Span, ...], Certainty]:
    """The sentence of a premise, or that of the one that stands beside it if it is the surer."""
    row = next((r for r in rows if (r.left if side == "left" else r.right) == number), None)
    if row is None:
        # What a variant adds comes from no sentence of the text.
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
    """The difference with the sentence nearest to it, where it has none yet: of a premise in the
    text, of a variant's or a query in the text or a question."""
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


def _asked(
    formal_comparison: FormalComparison,
    pair: tuple[int | None, int | None],
    timeout: float,
    budget: Budget,
) -> Iterator[Difference]:
    """Two queries of one kind about different formulas, with a world in which these differ: one of
    the left side's models, where there is one."""
    left, right = pair
    if left is None or right is None:
        return
    query, other = formal_comparison.gold.queries[left], formal_comparison.candidate.queries[right]
    comparer = QueryComparer(formal_comparison.signature, timeout, budget.cancel)
    for own_formula, other_formula in _told_otherwise(query, other, comparer):
        apart = Not(Iff(own_formula, other_formula))
        premises = formal_comparison.gold.premises
        least = smallest(formal_comparison.signature, [*premises, apart], budget)
        if least.world is None:
            least = smallest(formal_comparison.signature, [apart], budget)
        yield Difference(None, left, apart, least.world, least.least, (), "", least.reason)


def _told_otherwise(
    query: Query, other: Query, comparer: QueryComparer
) -> Iterator[tuple[Formula, Formula]]:
    """What stands in one place of two queries and says different things: the formula, what is
    given, the targets and listed formulas that the other side has not, in their order."""
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
