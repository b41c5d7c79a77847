"""The game of reasons: a player who claims that a formula is true or false must justify it.

Owns the positions of the game and whose move it is (Hintikka, "Logic, Language-Games and
Information", 1973). A person claims that a formula has a value. The side that calls a disjunction
or an existential true, or a conjunction or a universal false, chooses the part or individual;
otherwise the other side chooses. The side that says that at least n parts are true chooses n of
them. At an atom the world decides. The program moves according to `evaluate`, so it never loses if
the claim is false; the person wins exactly if the claim is true and all of their choices were
correct.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import comb

from solver.cancel import NO_LIMIT, Budget
from solver.inspection.evaluate import Value, evaluate
from solver.language.syntax import (
    And,
    Count,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Prop,
    negation,
)
from solver.results import Structure, World


class Mover(StrEnum):
    """Who moves."""

    PERSON = "person"
    PROGRAM = "program"
    NOBODY = "nobody"
    """There is only one continuation, or the game is over."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The person's claim that a formula has a value."""

    formula: Formula
    value: bool
    env: Mapping[str, str]
    """The individuals that the variables denote."""
    individual: str = ""
    """The individual that was chosen in the last move."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The possible continuations of a claim."""

    mover: Mover
    choices: tuple[Claim, ...]
    """Empty if the game is over."""


class Game:
    """The game about formulas in one world."""

    def __init__(
        self,
        world: World,
        definitions: Mapping[str, Formula] | None = None,
        budget: Budget = NO_LIMIT,
    ) -> None:
        self.world = world
        self.definitions = dict(definitions or {})
        self.budget = budget

    def turn(self, claim: Claim) -> Turn:
        """Whose move it is, and the choices."""
        formula, value, env = claim.formula, claim.value, claim.env

        def on(part: Formula, wanted: bool) -> Claim:
            return Claim(part, wanted, env)

        match formula:
            case Not(body):
                return Turn(Mover.NOBODY, (on(body, not value),))
            case And(parts):
                mover = Mover.PROGRAM if value else Mover.PERSON
                return Turn(mover, tuple(on(part, value) for part in parts))
            case Or(parts):
                mover = Mover.PERSON if value else Mover.PROGRAM
                return Turn(mover, tuple(on(part, value) for part in parts))
            case Implies(left, right):
                mover = Mover.PERSON if value else Mover.PROGRAM
                return Turn(mover, (on(left, not value), on(right, value)))
            case Iff(left, right):
                if value:
                    implications = (Implies(left, right), Implies(right, left))
                    return Turn(Mover.PROGRAM, tuple(on(way, True) for way in implications))
                sides = (And((left, negation(right))), And((negation(left), right)))
                return Turn(Mover.PERSON, tuple(on(side, True) for side in sides))
            case ForAll(variable, body) | Exists(variable, body) if isinstance(
                self.world, Structure
            ):
                named = isinstance(formula, Exists) is value
                return Turn(
                    Mover.PERSON if named else Mover.PROGRAM,
                    tuple(
                        Claim(body, value, {**env, variable: element}, element)
                        for element in self.world.domain
                    ),
                )
            case Count():
                return _counted(claim)
            case Prop(name) if name in self.definitions:
                return Turn(Mover.NOBODY, (Claim(self.definitions[name], value, {}),))
        return Turn(Mover.NOBODY, ())

    def value(self, claim: Claim) -> Value:
        """The value of the formula. Raises GaveUp at the end of the budget."""
        return evaluate(claim.formula, self.world, self.definitions, self.budget, claim.env).value

    def right(self, claim: Claim) -> bool | None:
        """Whether the claim is true; None if the world does not determine it."""
        value = self.value(claim)
        return None if value is None else value is claim.value

    def reply(self, claim: Claim) -> Claim:
        """The program's move: a false claim if there is one."""
        choices = self.turn(claim).choices
        return next((choice for choice in choices if self.right(choice) is False), choices[0])


MOST_SETS = 60
"""Maximum sets of parts offered as one choice; if there are more, parts are chosen one by one."""


def _counted(claim: Claim) -> Turn:
    """The possible continuations of a claim about how many parts are true."""
    assert isinstance(claim.formula, Count)
    bound, n, parts = claim.formula.bound, claim.formula.n, claim.formula.parts
    value, env = claim.value, claim.env
    if bound == "exactly":
        bounds = (Count("at_least", n, parts), Count("at_most", n, parts))
        mover = Mover.PROGRAM if value else Mover.PERSON
        return Turn(mover, tuple(Claim(bounded, value, env) for bounded in bounds))
    if bound == "at_most":
        return Turn(Mover.NOBODY, (Claim(Count("at_least", n + 1, parts), not value, env),))
    if not 0 < n <= len(parts):
        return Turn(Mover.NOBODY, ())
    formulas: list[Formula]
    if comb(len(parts), n) <= MOST_SETS:
        formulas = [And(chosen) if n > 1 else chosen[0] for chosen in combinations(parts, n)]
    else:
        first, rest = parts[0], parts[1:]
        with_it = And((first, Count("at_least", n - 1, rest))) if n > 1 else first
        formulas = [with_it, Count("at_least", n, rest)]
    mover = Mover.NOBODY if len(formulas) == 1 else Mover.PERSON if value else Mover.PROGRAM
    return Turn(mover, tuple(Claim(way, value, env) for way in formulas))
