"""Lint of options that no misreading reaches, and of golds that survive a common misreading.

Owns which readings are tried: single misreadings, one at a time. `countermodel diagnose --options`
tries combinations.
"""

from collections.abc import Iterator

from items.findings import rules
from items.findings.rules import Finding
from items.formal import FormalItem, formal_item
from items.gold.right_answers import respond
from items.misreadings.misreading import Case
from items.misreadings.registry import MISREADINGS
from items.models import Item
from items.values.letters import letter
from solver.cancel import Budget
from solver.errors import InputError
from solver.language.edits import theory
from solver.language.problem import Query
from solver.language.syntax import Truth
from solver.queries import Session
from solver.results import EngineChoice

COMMON = ("converse", "biconditional", "exclusive-or", "conversion", "some-but-not-all")
"""Common misreadings (Wason and Johnson-Laird 1972; Newstead and Griggs 1983)."""


def look(item: Item, seconds: float, engine: EngineChoice = "auto") -> Iterator[Finding]:
    """Findings about multiple-choice parts whose options all have formulas."""
    budget = Budget.of(seconds)
    try:
        formal = formal_item(item, budget=budget)
    except InputError:
        return
    if formal is None:
        return
    for place, leaf in enumerate(item.leaves):
        options = formal.options.get(place, ())
        if not options or None in options or leaf.gold is None:
            continue
        reached, spared, whole = _tried(item, formal, place, budget, engine)
        for number in sorted(set(range(len(options))) - reached):
            if whole:
                yield Finding(rules.UNREACHED, f"option {letter(number)}", leaf.id)
        for name in spared:
            title = MISREADINGS[name].titles["en"]
            yield Finding(rules.SPARED, f"{title}: the gold is still right", leaf.id, kind=name)


def _tried(
    item: Item, formal: FormalItem, place: int, budget: Budget, engine: EngineChoice
) -> tuple[set[int], list[str], bool]:
    """The options that are right for the item itself or under a misreading; the common misreadings
    that apply but never change the right options; and whether everything was tried."""
    query = formal.queries.get(place) or Query("necessary", "necessary(⊤)", Truth(True))
    if item.leaves[place].right_where_possible:
        query = Query("possible", query.text, query.formula, under=query.under)
    base = theory(formal.problem, query.under)
    case = Case(base, query, {p.number: item.text for p in base.premises})
    plain = _right(
        item, formal, place, Session(base, engine=engine, timeout=max(budget.left, 0.001))
    )
    reached, whole = set(plain or ()), plain is not None
    spared: list[str] = []
    for name, misreading in MISREADINGS.working():
        readings_made, unchanged = 0, True
        for reading in misreading.readings(case):
            if budget.is_over:
                return reached, spared, False
            if reading.theory.premises == base.premises:
                # The misreading is of the question rather than the premises: the options stay the
                # same.
                continue
            session = Session(reading.theory, engine=engine, timeout=max(budget.left, 0.001))
            if session.report.consistent is not True:
                continue
            right = _right(item, formal, place, session)
            if right is None:
                whole = False
                continue
            readings_made += 1
            unchanged = unchanged and right == plain
            reached |= right
        if name in COMMON and readings_made and unchanged:
            spared.append(name)
    return reached, spared, whole


def _right(item: Item, formal: FormalItem, place: int, session: Session) -> frozenset[int] | None:
    value = respond(item, formal, place, session).value
    return value if isinstance(value, frozenset) else None
