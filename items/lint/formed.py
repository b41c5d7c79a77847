"""Lint of what generated items say of their form: people of knights, mood and figure of syllogisms.

Owns reading these off the formulas, which costs next to nothing. What costs a solver, such as the
size of a support, is `claimed`'s.
"""

import re
from collections.abc import Iterator

from items.findings import rules
from items.findings.rules import Finding
from items.models import Item

_STATEMENT = re.compile(
    r"(?:necessary\()?([∀∃])x \((\w{1,40})\(x\) ([→∧]) (¬?)(\w{1,40})\(x\)\)\)?"
)
_KINDS = {("∀", "→", ""): "A", ("∀", "→", "¬"): "E", ("∃", "∧", ""): "I", ("∃", "∧", "¬"): "O"}


def look(item: Item) -> Iterator[Finding]:
    """What an item says of its form that its formulas are not."""
    formal, generator = item.formalization, item.provenance.generator
    if formal is None:
        return
    if generator == "knights":
        people, there = item.attributes.get("people"), len(formal.get("parameters") or ())
        if isinstance(people, int) and people != there:
            what = f"people: {people} are claimed, {there} are there"
            yield Finding(rules.CLAIM_FALSE, what, kind="people")
    elif generator == "syllogism":
        yield from _syllogism(item, [str(text) for text in formal.get("premise", ())])


def _syllogism(item: Item, premises: list[str]) -> Iterator[Finding]:
    """A mood and a figure that no two premises have with what is asked: the major one has the
    predicate of that, the minor one its subject."""
    mood, figure = item.attributes.get("mood"), item.attributes.get("figure")
    queries = [leaf.query for leaf in item.leaves if leaf.query]
    asked = _statement(queries[0]) if len(queries) == 1 else None
    said = [statement for text in premises if (statement := _statement(text)) is not None]
    if asked is None or len(said) != len(premises) or mood is None or figure is None:
        return
    kind, subject, predicate = asked
    forms = {
        (major[0] + minor[0] + kind, 1 + 2 * (minor[1] != subject) + (major[1] == predicate))
        for major in said
        for minor in said
        if predicate in major[1:] and subject in minor[1:]
    }
    if forms and mood not in {each for each, _ in forms}:
        yield Finding(rules.CLAIM_FALSE, f"mood: {mood} is claimed, and is not there", kind="mood")
    elif forms and (mood, figure) not in forms:
        what = f"figure: {figure} is claimed, and no premises have it"
        yield Finding(rules.CLAIM_FALSE, what, kind="figure")


def _statement(text: str) -> tuple[str, str, str] | None:
    """Kind, subject and predicate of a categorical statement; None for anything else."""
    match = _STATEMENT.fullmatch(text.strip())
    kind = None if match is None else _KINDS.get((match[1], match[3], match[4]))
    return None if match is None or kind is None else (kind, match[2], match[5])
