"""Rule and depth of a task about rules of inference, inferred from its formulas alone.

Owns which rules and depths are compatible with the premises and the statement in the question.
Nothing here draws tasks; only forms, numbers of premises and the distance between the given facts
and the statement are used.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from items.wording.forms import FormulaShape, Sign, shape_of
from solver.errors import InputError
from solver.language.syntax import Formula


class Steps(NamedTuple):
    """A rule and the number of its applications."""

    rule: str
    depth: int


class _Kind(NamedTuple):
    """What a step of a rule requires."""

    forms: Mapping[str, int]
    """Number of premises of each form, without facts."""
    given: int
    """Further facts."""
    links: int
    """Premises between one literal and the next."""


_STRANDS = 3
_KINDS: Mapping[str, _Kind] = {
    "modus-ponens": _Kind({"implies": 1}, 0, 1),
    "modus-tollens": _Kind({"implies": 1}, 0, 1),
    "disjunctive-syllogism": _Kind({"or": 1}, 0, 1),
    "conjunctive-syllogism": _Kind({"nand": 1}, 0, 1),
    "biconditional-elimination": _Kind({"iff": 1}, 0, 1),
    "hypothetical-syllogism": _Kind({"implies": 2}, 0, 2),
    "resolution": _Kind({"or": 2}, 0, 2),
    "conjunction-introduction": _Kind({"both": 1}, 1, 1),
    "disjunction-introduction": _Kind({"either": 1}, 0, 1),
    "de-morgan": _Kind({"not_both": 1}, 0, 1),
    "proof-by-cases": _Kind({"or": 1, "both": 2}, 0, 1),
    "reductio": _Kind({"both": 2}, 0, 1),
}


def steps_of(premises: Sequence[Formula], asked_formula: Formula) -> frozenset[Steps]:
    """Return the rules and depths compatible with the premises and the literal in the question;
    empty if no task matches. There are several if two steps of one rule look like one step of
    another and strands have separate ends."""
    try:
        shapes = [shape_of(premise) for premise in premises]
        (end,) = shape_of(asked_formula).literals
    except (InputError, ValueError):
        return frozenset()
    facts = [shape.literals[0] for shape in shapes if shape.form == "fact"]
    rules = [shape for shape in shapes if shape.form != "fact"]
    return frozenset(_fitting(facts, rules, end))


def _fitting(facts: Sequence[Sign], rules: Sequence[FormulaShape], end: Sign) -> Iterator[Steps]:
    if all(sign.symbol != end.symbol for rule in rules for sign in rule.literals):
        return
    farthest = _farthest(facts, rules, end)
    for name, kind in _KINDS.items():
        step = sum(kind.forms.values()) * _STRANDS
        depth, rest = divmod(len(rules), step)
        if rest or depth < 1 or len(facts) != 1 + kind.given * _STRANDS * depth:
            continue
        if not _of_forms(name, rules, kind, depth):
            continue
        if farthest is not None and farthest != depth * kind.links:
            continue
        if name in ("modus-ponens", "hypothetical-syllogism") and not _begins(facts, rules, 0):
            continue
        if name == "modus-tollens" and not _begins(facts, rules, -1):
            continue
        if kind.links == 2 and _broken(rules, end):
            continue  # with these rules, the strand to nowhere breaks off one premise earlier
        if _whole_at_the_end(name, rules, end):
            continue
        yield Steps(name, depth)


def _of_forms(name: str, rules: Sequence[FormulaShape], kind: _Kind, depth: int) -> bool:
    counts: dict[str, int] = {}
    for rule in rules:
        counts[rule.form] = counts.get(rule.form, 0) + 1
    expected = {form: number * _STRANDS * depth for form, number in kind.forms.items()}
    if name == "biconditional-elimination":
        # An equivalence would settle the statement, so the strand to nowhere has an "if" instead.
        return counts in (expected, {"iff": expected["iff"] - 1, "implies": 1})
    return counts == expected


def _farthest(facts: Sequence[Sign], rules: Sequence[FormulaShape], end: Sign) -> int | None:
    """Largest distance, in premises, between a fact and the statement in the question; None if a
    fact has no chain of shared symbols to it."""
    groups = [frozenset(sign.symbol for sign in rule.literals) for rule in rules]
    reached, near, steps = {end.symbol: 0}, {end.symbol}, 0
    while near:
        steps += 1
        near = {
            symbol for group in groups if group & near for symbol in group if symbol not in reached
        }
        reached |= dict.fromkeys(near, steps)
    away = [reached.get(fact.symbol) for fact in facts]
    distances = [steps for steps in away if steps is not None]
    return max(distances, default=None) if len(distances) == len(away) else None


def _begins(facts: Sequence[Sign], rules: Sequence[FormulaShape], side: int) -> bool:
    """Whether the given literal is on the given side of an arrow."""
    return any(rule.literals[side].symbol == facts[0].symbol for rule in rules)


def _broken(rules: Sequence[FormulaShape], end: Sign) -> bool:
    """Whether a premise with the symbol in the question shares its other symbol with the preceding
    premise, but with a sign that does not fit."""
    for last in rules:
        if all(sign.symbol != end.symbol for sign in last.literals):
            continue
        for sign in _clause(last):
            others = [
                other
                for rule in rules
                if rule is not last
                for other in _clause(rule)
                if other.symbol == sign.symbol != end.symbol
            ]
            if any(other.positive == sign.positive for other in others):
                return True
    return False


def _whole_at_the_end(name: str, rules: Sequence[FormulaShape], end: Sign) -> bool:
    """Whether all strands end in the symbol in the question and none breaks off at its last
    premise, as one strand does for rules with a single premise."""
    if name not in ("modus-ponens", "modus-tollens", "disjunctive-syllogism"):
        return False
    last = [rule for rule in rules if any(sign.symbol == end.symbol for sign in rule.literals)]
    return len(rules) > _STRANDS == len(last) and not _broken(rules, end)


def _clause(rule: FormulaShape) -> tuple[Sign, ...]:
    """Literals of the disjunction equivalent to an "if" or an "or"."""
    if rule.form == "implies":
        first, second = rule.literals
        return Sign(first.symbol, not first.positive), second
    return rule.literals
