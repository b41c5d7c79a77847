"""The built-in sets as their tests read them, and a few questions put to the solver.

Owns what several test modules ask of the sets; what must hold is in the tests.
"""

from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from items.files.loading import load
from items.formal import formal_item
from items.gold.check import ItemCheck, check_item
from items.models import Item
from solver.kinds.registry import KINDS
from solver.language.edits import theory
from solver.language.problem import Premise, Problem, Query, Theory
from solver.language.syntax import Formula, Implies, negation
from solver.queries import Session
from solver.results import Verdict

SETS = ("demo", "practice", "practice-zh", "qualification", "qualification-zh")
QUERY_KINDS = frozenset(KINDS)


@cache
def items(name: str) -> tuple[Item, ...]:
    loaded = load(f"builtin:{name}", strict=True)
    return loaded.items


def everything() -> tuple[Item, ...]:
    return tuple(item for name in SETS for item in items(name))


def english() -> tuple[Item, ...]:
    return tuple(item for item in items("demo") if item.language == "en")


def choices() -> tuple[Item, ...]:
    return tuple(i for i in everything() if any(q.kind == "choice" for q in i.leaves))


def originals() -> dict[str, Item]:
    return {item.id: item for item in everything()}


@cache
def problem_of(id: str) -> Problem:
    formal = formal_item(originals()[id])
    assert formal is not None
    return formal.problem


@cache
def checked(id: str) -> ItemCheck:
    return check_item(originals()[id], engine="both")


def parametrize_items(items_: tuple[Item, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("item", items_, ids=[item.id for item in items_])


def untranslated(item: Item) -> Mapping[str, object]:
    return {k: v for k, v in (item.formalization or {}).items() if k != "translation"}


def gold_of(item: Item) -> int:
    gold = item.questions[0].gold
    assert gold is not None
    option = getattr(gold, "option", None)
    assert isinstance(option, int)
    return option


def entails(premises: Theory, formula: Formula) -> bool:
    query = Query("necessary", "", formula=formula)
    verdict = Session(premises).ask(query, want_supports=False).answer.verdict
    assert verdict in (Verdict.NECESSARY, Verdict.UNNECESSARY)
    return verdict is Verdict.NECESSARY


def consistent(premises: Theory) -> bool:
    return Session(premises).report.consistent is True


def with_premise(problem: Problem, *formulas: Formula) -> Theory:
    base = theory(problem)
    number = len(base.premises)
    added = tuple(Premise(number + n, f) for n, f in enumerate(formulas))
    return Theory(base.signature, base.premises + added, base.definitions)


def without_premises(problem: Problem) -> Theory:
    base = theory(problem)
    return Theory(base.signature, (), base.definitions)


def supports(premises: Theory, formula: Formula) -> tuple[tuple[int, ...], ...]:
    outcome = Session(premises).supports(formula)
    assert outcome is not None
    assert outcome.exhausted
    return outcome.sets


def vacuous(premises: Theory, formula: Formula) -> bool:
    """An implication that holds because its one side never or its other side always does."""
    return isinstance(formula, Implies) and (
        entails(premises, negation(formula.left)) or entails(premises, formula.right)
    )


def texts(item: Item) -> Iterator[str]:
    """Everything of an item that is set in sentences."""
    yield item.text
    yield item.explanation
    for question in item.questions:
        for leaf in (question, *question.parts):
            yield leaf.text
            if leaf.condition:
                yield leaf.condition
            yield from (option.text for option in leaf.options)


def labels(item: Item) -> Iterator[str]:
    for leaf in item.leaves:
        yield from (choice.label for choice in leaf.vocabulary)
