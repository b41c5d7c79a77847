"""Whether two items ask the same question in different words or with different equivalent formulas.

Owns the proof: both have the same symbols, their premises have the same models, and every option
and the conclusion are equivalent to their counterparts. Options must be in the same order. The
formulas represent the wording.
"""

from dataclasses import dataclass

from items.formal import FormalItem, formal_item
from items.models import Item, Question
from solver.errors import InputError
from solver.language.syntax import Formula, Signature
from solver.premise_relation import compare, equivalent, union

TIMEOUT = 5.0
"""Seconds for each question to the solver."""
_proved: set[tuple[str, str]] = set()
"""Content hashes of proved pairs; a study repeats the check for every participant."""


@dataclass(frozen=True, slots=True)
class EquivalenceProof:
    """Result of the proof."""

    proved: bool | None
    """None if no engine could decide."""
    reason: str = ""
    """What differs, or what is not known; empty if proved."""


def same_question(item: Item, other: Item) -> EquivalenceProof:
    """Whether two items with one choice question each ask the same, so that an answer to one is the
    same answer to the other."""
    pair = (item.content_hash, other.content_hash)
    if len(set(pair)) == 1 or pair in _proved:
        return EquivalenceProof(True)
    first, second = _leaf(item), _leaf(other)
    if first is None or second is None:
        return EquivalenceProof(False, "one of them is not an item with one question and options")
    if len(first.options) != len(second.options):
        return EquivalenceProof(
            False, f"{len(first.options)} options against {len(second.options)}"
        )
    if first.gold != second.gold:
        return EquivalenceProof(False, "their gold answers are in different positions")
    try:
        own, foreign = formal_item(item), formal_item(other)
    except InputError as error:
        return EquivalenceProof(None, error.message)
    if own is None or foreign is None:
        return EquivalenceProof(None, "one of them has no formalization")
    if own.problem.definitions or foreign.problem.definitions:
        return EquivalenceProof(None, "formalizations with definitions are not compared")
    message = _glosses(item, other)
    if message:
        return EquivalenceProof(False, message)
    sameness = _logic(own, foreign)
    if sameness.proved:
        _proved.add(pair)
    return sameness


def _leaf(item: Item) -> Question | None:
    leaves = item.leaves
    return leaves[0] if len(leaves) == 1 and leaves[0].multiple_choice else None


def _glosses(item: Item, other: Item) -> str:
    """Describe a symbol with different meanings in the two; empty if there is none."""
    glosses = (item.formalization or {}).get("translation", {})
    other_glosses = (other.formalization or {}).get("translation", {})
    for name in glosses.keys() & other_glosses.keys():
        if " ".join(str(glosses[name]).split()) != " ".join(str(other_glosses[name]).split()):
            return f"{name} stands for different things"
    return ""


def _logic(first: FormalItem, second: FormalItem) -> EquivalenceProof:
    signature = union(first.problem.signature, second.problem.signature)
    relation = compare(
        first.problem.premises, second.problem.premises, signature, timeout=TIMEOUT
    ).equivalent
    if relation is not True:
        return _not(relation, "their premises differ")
    conclusions = [_asked_formula(first), _asked_formula(second)]
    if (conclusions[0] is None) != (conclusions[1] is None):
        return EquivalenceProof(False, "one of them asks about a conclusion, the other does not")
    pairs = list(zip(first.options[0], second.options[0], strict=True))
    for number, (left, right) in enumerate([*pairs, (conclusions[0], conclusions[1])], 1):
        if left is None and right is None and number > len(pairs):
            continue
        part_name = f"option {number}" if number <= len(pairs) else "the conclusion"
        same = _same(left, right, signature)
        if same is not True:
            return _not(same, f"{part_name} differs")
    return EquivalenceProof(True)


def _asked_formula(item: FormalItem) -> Formula | None:
    query = item.queries.get(0)
    return None if query is None else query.formula


def _same(left: Formula | None, right: Formula | None, signature: Signature) -> bool | None:
    if left is None or right is None:
        return None
    return equivalent(left, right, signature, timeout=TIMEOUT, cancel=None)


def _not(verdict: bool | None, part_name: str) -> EquivalenceProof:
    if verdict is False:
        return EquivalenceProof(False, part_name)
    return EquivalenceProof(None, f"whether {part_name} could not be decided")
