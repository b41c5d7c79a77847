"""Distinct questions: no two ask the same thing in different words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from items.claims.case import Case, expanded, follows_from
from items.claims.claim import Claim, Outcome, proved, refuted, unknown
from solver.kinds.registry import kind_of
from solver.kinds.words import Claim as Says
from solver.language.edits import theory
from solver.language.miniscoping import conjunction
from solver.language.problem import Query, Theory
from solver.language.syntax import Formula, Iff, Not, Truth
from solver.phrases import phrase
from solver.queries import Session


def _outcomes(case: Case, _: Mapping[str, Any] | None) -> Iterator[Outcome]:
    places = [p for p in case.places if case.query(p) is not None]
    undecided: list[str] = []
    outcomes: list[Outcome] = []
    for place, other_place in combinations(places, 2):
        same = _same(case, place, other_place)
        ids = f"{case.leaf(place).id}, {case.leaf(other_place).id}"
        if same:
            outcomes.append(
                refuted(
                    phrase(
                        "questions {a} and {b} ask the same: {c} and {d}",
                        a=case.leaf(place).id,
                        b=case.leaf(other_place).id,
                        c=_text(case, place),
                        d=_text(case, other_place),
                    ),
                    subject=ids,
                    world=case.world(case.session(case.variant_of(place))),
                )
            )
        elif same is None:
            undecided.append(ids)
    if outcomes:
        yield refuted(outcomes[0].reason, world=outcomes[0].world)
        yield from outcomes
    elif undecided:
        yield unknown(phrase("not decided for questions {a}", a="; ".join(undecided)))
    elif len(case.item.leaves) < 2:
        yield unknown(phrase("there is only one question"))
    elif len(places) < 2:
        yield unknown(phrase("fewer than two questions have a query to compare"))
    else:
        yield proved(phrase("no two of {a} questions have equivalent queries", a=len(places)))


def _text(case: Case, place: int) -> str:
    query = case.query(place)
    return "" if query is None else query.text


def _same(case: Case, first_place: int, second_place: int) -> bool | None:
    """Whether two questions ask the same in every world, regardless of the premises; under two
    variants, only if these allow the same worlds. Asking what follows, what can fail and what is
    excluded is one question, since each answer determines the others."""
    left, right = case.query(first_place), case.query(second_place)
    assert left is not None
    assert right is not None
    first, second = _question_key(left), _question_key(right)
    if first.form != second.form or len(first.formulas) != len(second.formulas):
        return False
    empty = Session(
        Theory(case.problem.signature, (), {}),
        (),
        case.engine,
        case.timeout,
        case.cancel,
        case.shared_budget,
    )
    certain = True
    # The negation of a truth question is the same question.
    mirrored = case.leaf(first_place).kind == case.leaf(second_place).kind == "truth"
    for place, (a, b) in enumerate(zip(first.formulas, second.formulas, strict=True)):
        formula, against = expanded(case, a, left.under), expanded(case, b, right.under)
        equal = follows_from(empty, Iff(formula, against))
        if equal is False and mirrored and not place:
            equal = follows_from(empty, Iff(formula, Not(against)))
        if equal is False:
            return False
        certain = certain and equal is True
    if left.under != right.under:
        same = follows_from(empty, Iff(_whole(case, left.under), _whole(case, right.under)))
        if same is not True:
            return same
    return True if certain else None


@dataclass(frozen=True, slots=True)
class _QuestionKey:
    """A query without its wording."""

    form: tuple[object, ...]
    """Kind and columns; all judgments have the same kind."""
    formulas: tuple[Formula, ...]
    """The formulas asked about, then the assumption."""


def _question_key(query: Query) -> _QuestionKey:
    condition = Truth(True) if query.given is None else query.given
    if query.listed:
        listed = sorted(query.listed, key=lambda target: target.key)
        formulas = [t.formula for t in listed if t.formula is not None]
        return _QuestionKey((query.kind, query.mode), (*formulas, condition))
    if query.variable is not None:
        # Formulas with a variable are compared as written.
        return _QuestionKey((query.kind, query.variable, query.formula), (condition,))
    words = kind_of(query.kind).verdicts
    says = words[0].claim if words else None
    if query.formula is not None and says in (Says.FOLLOWS, Says.FAILS):
        return _QuestionKey(("judgment",), (query.formula, condition))
    if query.formula is not None and says in (Says.HOLDS, Says.EXCLUDED):
        return _QuestionKey(("judgment",), (Not(query.formula), condition))
    keys = frozenset(target.key for target in query.targets)
    own = () if query.formula is None else (query.formula,)
    return _QuestionKey((query.kind, keys), (*own, condition))


def _whole(case: Case, name: str) -> Formula:
    variant = theory(case.problem, name)
    return conjunction([expanded(case, p.formula, name) for p in variant.premises])


CLAIM = Claim(
    name="distinct-questions",
    scope="item",
    strategy="",
    title=phrase("Questions differ"),
    meaning=phrase(
        "No two queries are equivalent in every world: of one kind "
        "over the same targets, or judgments that are each other's "
        "answer, such as necessary(f) and possible(¬f)."
    ),
    source="LLMEval-Logic, appendix I",
    fields=(),
    outcomes=_outcomes,
)
