"""Decides records with a formula that has one bracket too many or too few, if every reading agrees.

Owns the formulas that result from adding or removing one bracket, and the verdict that all of them
share. None is chosen or put into the record: a person has to accept a repair (`repairs`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from items.files.repairs import Repair, accepted, formula_error
from items.formal import formal_item
from items.gold.check import check_item
from items.models import Item, ProofState
from solver.cancel import Budget
from solver.errors import InputError
from solver.results import EngineChoice

MOST_SIGNS = 400
"""Longer formulas are left to a person immediately."""
SECONDS = 20.0
"""Time limit for all readings of one record."""
_INSIDE = re.compile(r"\w\Z"), re.compile(r"\A\w")


@dataclass(frozen=True, slots=True)
class BracketVerdict:
    """A record that cannot be parsed but has the same verdict under every reading."""

    id: str
    state: ProofState
    """`proved` or `disproved`, under every reading."""
    readings: int
    """Number of different formalizations with one bracket more or less; all were checked."""
    formula: str
    """As written in the record."""


def bracket_verdict(
    problem: InputError, *, engine: EngineChoice = "both", timeout: float
) -> BracketVerdict | None:
    """The result for a record, regardless of how the bracket of its one unreadable formula is
    repaired; None if that makes a difference, is not decided in time, or something else cannot be
    parsed.

    `timeout` is in seconds, for each query.
    """
    fault = formula_error(problem)
    if problem.read_with_repairs is None or fault is None or len(fault.text) > MOST_SIGNS:
        return None
    budget = Budget.of(SECONDS)
    states: set[ProofState] = set()
    keys: set[object] = set()
    id = ""
    for text in one_bracket(fault.text.strip()):
        repair = Repair(before=fault.text.strip(), after=text, accepted_by="any")
        for item in problem.read_with_repairs(accepted([repair])):
            key = _key(item)
            if key is None or key in keys:
                continue
            keys.add(key)
            states.add(check_item(item, engine=engine, timeout=timeout, shared_budget=budget).state)
            if len(states) > 1 or not states <= {"proved", "disproved"}:
                return None
            id = item.id
    return BracketVerdict(id, states.pop(), len(keys), fault.text.strip()) if states else None


def one_bracket(text: str) -> Iterator[str]:
    """Every text with one surplus bracket removed or one missing bracket inserted, outside of
    names; none if the numbers of brackets differ by more than one."""
    more = text.count("(") - text.count(")")
    if abs(more) != 1:
        return
    surplus, lacking = ("(", ")") if more > 0 else (")", "(")
    for place, char in enumerate(text):
        if char == surplus:
            yield text[:place] + text[place + 1 :]
    for place in range(len(text) + 1):
        before, after = text[:place], text[place:]
        if not (_INSIDE[0].search(before) and _INSIDE[1].search(after)):
            yield before + lacking + after


def _key(item: Item) -> object:
    """Premises and queries; None if they cannot be parsed."""
    try:
        formal = formal_item(item)
    except InputError:
        return None
    if formal is None or formal.unreadable_parts:
        return None
    problem = formal.problem
    return problem.premises, tuple((query.kind, query.formula) for query in problem.queries)
