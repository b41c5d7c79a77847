"""The rules of inference: each leads from one literal to the next.

Owns the rules and the premises of each step. A step from x to y uses the forms of
`items.wording.forms`; a rule that needs further literals receives fresh ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Lit(NamedTuple):
    """A symbol, by its number, or its negation."""

    symbol: int
    positive: bool

    @property
    def denied(self) -> "Lit":
        """The literal with the opposite sign."""
        return Lit(self.symbol, not self.positive)


class Premise(NamedTuple):
    """A premise: a form and its literals."""

    form: str
    literals: tuple[Lit, ...]


Premises = Callable[[Lit, Lit, Sequence[Lit]], tuple[Premise, ...]]
"""Builds the premises of a step from its two literals and fresh ones."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of inference as a step from one literal to another."""

    name: str
    fresh_count: int
    """Number of literals a step needs besides the two."""
    premises: Premises
    """The premises of a step from x to y."""
    idle_premises: Premises | None = None
    """Premises that look like a step from x to y but imply nothing about y if x holds; None if a
    step from the denial of x has this property."""

    def leading_nowhere(self, x: Lit, y: Lit, fresh_literals: Sequence[Lit]) -> tuple[Premise, ...]:
        """Return premises about x and y that imply nothing about y if x holds."""
        return (
            self.idle_premises(x, y, fresh_literals)
            if self.idle_premises
            else self.premises(x.denied, y, fresh_literals)
        )


def _says(form: str, *literals: Lit) -> Premise:
    return Premise(form, literals)


def _single(form: str, left: bool = True, right: bool = True, turned: bool = False) -> Premises:
    """Build steps with one premise over x and y, each affirmed or denied, with x first or last."""

    def premises(x: Lit, y: Lit, _: Sequence[Lit]) -> tuple[Premise, ...]:
        lit, other = (x if left else x.denied), (y if right else y.denied)
        return (_says(form, *((other, lit) if turned else (lit, other))),)

    return premises


RULES: Mapping[str, Rule] = {
    rule.name: rule
    for rule in (
        Rule("modus-ponens", 0, _single("implies")),
        Rule("modus-tollens", 0, _single("implies", False, False, True)),
        Rule("disjunctive-syllogism", 0, _single("or", False)),
        Rule("conjunctive-syllogism", 0, _single("nand", True, False)),
        # Either sign of x would settle y.
        Rule("biconditional-elimination", 0, _single("iff"), _single("implies", turned=True)),
        Rule(
            "hypothetical-syllogism",
            1,
            lambda x, y, z: (_says("implies", x, z[0]), _says("implies", z[0], y)),
        ),
        Rule(
            "resolution",
            1,
            lambda x, y, z: (_says("or", x.denied, z[0]), _says("or", z[0].denied, y)),
        ),
        Rule(
            "conjunction-introduction",
            1,
            lambda x, y, z: (_says("fact", z[0]), _says("both", x, z[0], y)),
        ),
        Rule("disjunction-introduction", 1, lambda x, y, z: (_says("either", x, z[0], y),)),
        Rule("de-morgan", 1, lambda x, y, z: (_says("not_both", x.denied, z[0], y),)),
        Rule(
            "proof-by-cases",
            2,
            lambda x, y, z: (
                _says("or", z[0], z[1]),
                _says("both", x, z[0], y),
                _says("both", x, z[1], y),
            ),
        ),
        Rule(
            "reductio",
            1,
            lambda x, y, z: (
                _says("both", x, y.denied, z[0]),
                _says("both", x, y.denied, z[0].denied),
            ),
        ),
    )
}
"""Name to rule."""
