"""An item's questions as separate statements for another prover.

Owns splitting question parts into entailments and satisfiability checks, each with the outcome
claimed by the gold answer. `smtlib` and `tptp` own the notation.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from items.answers import Answer, ChoiceAnswer, SetAnswer, TruthAnswer, VerdictAnswer
from items.formal import FormalItem, formal_item
from items.gold.check import QUESTION_TYPE
from items.models import Item, Question
from solver.errors import InputError
from solver.kinds.registry import kind_of
from solver.language.edits import theory
from solver.language.problem import BASELINE, Query, Theory
from solver.language.syntax import Formula, Not, expand


@dataclass(frozen=True, slots=True)
class Obligation:
    """One statement about the premises of one variant."""

    name: str
    """Unique within the item: question id and, if one query gives several statements, a number."""
    query_text: str
    """The query, for a comment."""
    premises: tuple[Formula, ...]
    """With definitions expanded and `given` added."""
    formula: Formula | None
    """With definitions expanded; None if only the premises are passed on."""
    entailed: bool
    """True: does the formula follow? False: can it hold together with the premises?"""
    expected: bool | None
    """The answer claimed by the gold; None if it claims none."""


@dataclass(frozen=True, slots=True)
class UnstatedQuestion:
    """A question part that cannot be stated this way."""

    name: str
    reason: str


def stated_of(
    item: Item, omissions: list[tuple[str, str]]
) -> tuple[FormalItem, tuple[Obligation, ...]] | None:
    """The item's problem and statements, or None; what cannot be stated is added to `omissions`."""
    try:
        formal = formal_item(item)
    except InputError as error:
        omissions.append((item.id, error.line))
        return None
    if formal is None:
        omissions.append((item.id, "no formalization"))
        return None
    stated: list[Obligation] = []
    for obligation in obligations(item, formal):
        if isinstance(obligation, UnstatedQuestion):
            omissions.append((f"{item.id}, question {obligation.name}", obligation.reason))
        else:
            stated.append(obligation)
    return (formal, tuple(stated)) if stated else None


def obligations(item: Item, formal: FormalItem) -> Iterator[Obligation | UnstatedQuestion]:
    """Every statement of the item, in the order of its parts."""
    for place, leaf in enumerate(item.leaves):
        query = formal.queries.get(place)
        options = formal.options.get(place, ())
        if leaf.multiple_choice and options and None not in options:
            yield from _choice(item, formal, leaf, query, [o for o in options if o is not None])
        elif query is None:
            yield UnstatedQuestion(leaf.id, formal.no_query(place))
        elif leaf.truth:
            yield from _truth(item, formal, leaf, query)
        else:
            yield from _query(formal, leaf, query)


def _query(
    formal: FormalItem, leaf: Question, query: Query
) -> Iterator[Obligation | UnstatedQuestion]:
    gold = leaf.gold
    under = theory(formal.problem, query.under)
    for n, statement in enumerate(kind_of(query.kind).statements(query), start=1):
        name, claimed = leaf.id, _word(gold, statement.verdict)
        if statement.key:
            name = f"{leaf.id}.{n}"
            claimed = statement.key in gold.members if isinstance(gold, SetAnswer) else None
        yield _one(name, query, under, statement.formula, statement.follows, claimed)


def _truth(
    item: Item, formal: FormalItem, leaf: Question, query: Query
) -> Iterator[Obligation | UnstatedQuestion]:
    if query.formula is None:
        yield UnstatedQuestion(leaf.id, "its query has no formula")
        return
    under = theory(formal.problem, query.under)
    value = leaf.gold.value if isinstance(leaf.gold, TruthAnswer) else None
    true = None if value is None else value == "true"
    yield _one(f"{leaf.id}.true", query, under, query.formula, True, true)
    if not item.open_is_false:
        false = None if value is None else value == "false"
        yield _one(f"{leaf.id}.false", query, under, Not(query.formula), True, false)


def _choice(
    item: Item, formal: FormalItem, leaf: Question, query: Query | None, options: list[Formula]
) -> Iterator[Obligation | UnstatedQuestion]:
    type_ = item.attributes.get(QUESTION_TYPE, "3c1e")
    possible = leaf.right_where_possible
    under = theory(formal.problem, query.under if query is not None else BASELINE)
    for n, option in enumerate(options):
        right = leaf.gold.option == n if isinstance(leaf.gold, ChoiceAnswer) else None
        name = f"{leaf.id}.{'ABCDEFGHIJKLM'[n] if n < 13 else n + 1}"
        if type_ == "missing":
            if query is None or query.formula is None:
                yield UnstatedQuestion(name, "no conclusion to complete")
                continue
            yield _one(name, query, under, query.formula, True, right, option)
        else:
            holds = None if right is None else right != (type_ == "3e1c")
            kind = "possible" if possible else "necessary"
            option_query = Query(kind, f"{kind}(option {n + 1})")
            yield _one(name, option_query, under, option, not possible, holds)


def _one(
    name: str,
    query: Query,
    theory: Theory,
    formula: Formula | None,
    entailed: bool,
    expected: bool | None,
    added_premise: Formula | None = None,
) -> Obligation:
    definitions = theory.definitions
    premises = theory.formulas
    premises += [extra for extra in (query.given, added_premise) if extra is not None]
    return Obligation(
        name,
        query.text,
        tuple(expand(premise, definitions) for premise in premises),
        None if formula is None else expand(formula, definitions),
        entailed,
        expected,
    )


def _word(gold: Answer | None, positive_word: str) -> bool | None:
    return gold.word == positive_word if positive_word and isinstance(gold, VerdictAnswer) else None
