"""Lint of generated items' claims about their form.

Owns the number of people in knights puzzles, mood and figure of syllogisms, rule and depth of rules
of inference, and depth of trees and chains, which are read from the formulas at almost no cost.
`false_claims` owns claims that need a solver, such as the size of a support.
"""

import re
from collections.abc import Iterator

from items.families.agreement import MODE, STRICT
from items.families.dyval.tree_depth import layers_above, layers_of
from items.families.rules.rule_and_depth import Steps, steps_of
from items.findings import rules
from items.findings.rules import Finding
from items.formal import FormalItem, formal_item
from items.models import Item
from solver.errors import InputError

_STATEMENT = re.compile(
    r"(?:necessary\()?([∀∃])x \((\w{1,40})\(x\) ([→∧]) (¬?)(\w{1,40})\(x\)\)\)?"
)
_KINDS = {("∀", "→", ""): "A", ("∀", "→", "¬"): "E", ("∃", "∧", ""): "I", ("∃", "∧", "¬"): "O"}


def look(item: Item) -> Iterator[Finding]:
    """Claims about an item's form that contradict its formulas."""
    formal, generator = item.formalization, item.provenance.generator
    if formal is None:
        return
    if generator == "knights":
        people, parameter_count = item.attributes.get("people"), len(formal.get("parameters") or ())
        if isinstance(people, int) and people != parameter_count:
            message = f"people: {people} claimed, {parameter_count} found"
            yield Finding(rules.CLAIM_FALSE, message, kind="people")
    elif generator == "syllogism":
        yield from _syllogism(item, [str(text) for text in formal.get("premise", ())])
    elif generator == "rules":
        yield from _inference(item)
    elif generator == "dyval":
        yield from _tree(item)
    elif generator == "qmfol":
        yield from _chains(item, [str(text) for text in formal.get("premise", ())])


def _inference(item: Item) -> Iterator[Finding]:
    """A claimed rule of inference, or number of applications, that the premises do not have. Yields
    nothing if the premises fit no rule, which the family's reader reports."""
    rule, depth = item.attributes.get("rule"), item.attributes.get("depth")
    applied_steps = _applied(item)
    if not applied_steps or (rule is None and depth is None):
        return
    if rule is not None and rule not in {name for name, _ in applied_steps}:
        names = " or ".join(sorted({name for name, _ in applied_steps}))
        message = f"rule: {rule} claimed, but the premises are those of {names}"
        yield Finding(rules.CLAIM_FALSE, message, kind="rule")
    elif depth is not None and depth not in {
        n for name, n in applied_steps if rule in (None, name)
    }:
        depths = " or ".join(str(n) for name, n in sorted(applied_steps) if rule in (None, name))
        message = f"depth: {depth} claimed, but the premises give {depths}"
        yield Finding(rules.CLAIM_FALSE, message, kind="depth")


def _applied(item: Item) -> frozenset[Steps]:
    """The possible rules and depths of an item's formulas; empty if they cannot be parsed."""
    formal = _read(item)
    if formal is None or len(formal.queries) != 1:
        return frozenset()
    (query,) = formal.queries.values()
    return (
        frozenset() if query.formula is None else steps_of(formal.problem.premises, query.formula)
    )


def _tree(item: Item) -> Iterator[Finding]:
    """A claimed depth that differs from the number of layers leading to the questioned statement of
    a deductive task, or from there to the given one of an abductive task."""
    depth = item.attributes.get("depth")
    formal = _read(item)
    goal = None if formal is None or len(formal.queries) != 1 else formal.queries[0].formula
    if formal is None or goal is None or not isinstance(depth, int):
        return
    abductive = item.attributes.get("kind") == "abductive"
    layers = (layers_above if abductive else layers_of)(formal.problem.premises, goal)
    if layers not in (None, depth):
        lead = "lead from what is asked to what is given" if abductive else "lead to what is asked"
        message = f"depth: {depth} claimed, but {layers} layers {lead}"
        yield Finding(rules.CLAIM_FALSE, message, kind="depth")


def _chains(item: Item, premises: list[str]) -> Iterator[Finding]:
    """Claimed depth, width and distractors that the premises of a chain task do not have. A strict
    task has two chains with their facts, a published one has one chain."""
    claimed = [item.attributes.get(name) for name in ("depth", "width", "distractors")]
    numbers = [value for value in claimed if isinstance(value, int)]
    if len(numbers) != len(claimed):
        return
    depth, width, distractors = numbers
    strict = item.attributes.get(MODE) == STRICT
    linked, most = sum("→" in text for text in premises), depth * (1 + strict) + distractors
    if not most - distractors <= linked <= most:
        message = f"depth: {depth} claimed, rules among the premises: {linked}"
        yield Finding(rules.CLAIM_FALSE, message, kind="depth")
    elif strict and len(premises) != 2 * (depth + width) + 1 + distractors:
        message = (
            f"width: depth {depth}, width {width} and {distractors} distractors claimed, "
            f"{len(premises)} premises found"
        )
        yield Finding(rules.CLAIM_FALSE, message, kind="width")


def _read(item: Item) -> FormalItem | None:
    try:
        return formal_item(item)
    except InputError:
        return None


def _syllogism(item: Item, premises: list[str]) -> Iterator[Finding]:
    """A claimed mood and figure that no two premises have with the questioned statement. The major
    premise has its predicate, the minor premise its subject."""
    mood, figure = item.attributes.get("mood"), item.attributes.get("figure")
    queries = [leaf.query for leaf in item.leaves if leaf.query]
    conclusion = _statement(queries[0]) if len(queries) == 1 else None
    statements = [statement for text in premises if (statement := _statement(text)) is not None]
    if conclusion is None or len(statements) != len(premises) or mood is None or figure is None:
        return
    kind, subject, predicate = conclusion
    forms = {
        (major[0] + minor[0] + kind, 1 + 2 * (minor[1] != subject) + (major[1] == predicate))
        for major in statements
        for minor in statements
        if predicate in major[1:] and subject in minor[1:]
    }
    if forms and mood not in {each for each, _ in forms}:
        yield Finding(
            rules.CLAIM_FALSE, f"mood: {mood} claimed, but no premises have it", kind="mood"
        )
    elif forms and (mood, figure) not in forms:
        message = f"figure: {figure} claimed, but no premises have it"
        yield Finding(rules.CLAIM_FALSE, message, kind="figure")


def _statement(text: str) -> tuple[str, str, str] | None:
    """Kind, subject and predicate of a categorical statement; None for anything else."""
    match = _STATEMENT.fullmatch(text.strip())
    kind = None if match is None else _KINDS.get((match[1], match[3], match[4]))
    return None if match is None or kind is None else (kind, match[2], match[5])
