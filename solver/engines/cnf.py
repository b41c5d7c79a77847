"""Quantifier-free formulas as clauses for a SAT solver.

Owns the translation (Tseitin 1968, with sharing of equal gates), the encoding of Enums by one
variable a value, and of counting constraints. A clause is a list of non-zero ints, k for variable
k and -k for its negation. Every loop spends from the budget.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isqrt

from solver.cancel import Budget, Meter
from solver.engines.atoms import BOOLS, Axis, axis_for, ground_key, refuse
from solver.language.syntax import (
    And,
    Count,
    EnumIs,
    EnumSame,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Signature,
    Truth,
)

Clause = list[int]

TRUE = 1
"""The variable that is true in every model."""
_BYTES = 160
"""About what a clause of three literals takes, here and in the solver."""


class Encoder:
    """The clauses of formulas over one signature, handed out one by one as they are made."""

    def __init__(
        self,
        signature: Signature,
        definitions: Mapping[str, Formula],
        add: Callable[[Clause], object],
        budget: Budget,
    ) -> None:
        self.signature = signature
        self.definitions = definitions
        self.variables = TRUE
        self.atoms: dict[str, int] = {}
        """Key of a Bool or ground atom to its variable."""
        self.enums: dict[str, dict[str, int]] = {}
        """Enum symbol to value to variable."""
        self.defined: dict[str, int] = {}
        self._add_clause = add
        self._gates: dict[tuple[int, ...], int] = {}
        self._same: dict[tuple[int, int], int] = {}
        self.use(budget)
        self._add([TRUE])

    def use(self, budget: Budget) -> None:
        """Spend from another budget from now on."""
        self._meter = Meter(budget, _BYTES)

    def fresh(self) -> int:
        """A variable nothing speaks of yet."""
        self.variables += 1
        return self.variables

    def _add(self, clause: Clause) -> None:
        self._meter.spend()
        self._add_clause(clause)

    # --- atoms ---------------------------------------------------------------------------------

    def atom(self, key: str) -> int:
        """The variable of a Bool or ground atom."""
        variable = self.atoms.get(key)
        if variable is None:
            variable = self.atoms[key] = self.fresh()
        return variable

    def enum(self, name: str) -> dict[str, int]:
        """The variables of an Enum's values, exactly one of which is true."""
        values = self.enums.get(name)
        if values is None:
            axis = axis_for(name, self.signature)
            if axis.values == BOOLS:
                raise KeyError(name)
            values = {str(value): self.fresh() for value in axis.values}
            literals = list(values.values())
            self._add(literals)
            self._at_most_one(literals)
            self.enums[name] = values
        return values

    def axis(self, axis: Axis) -> None:
        """See to it that an axis has variables."""
        if axis.values == BOOLS:
            self.atom(axis.key)
        else:
            self.enum(axis.key)

    def _at_most_one(self, literals: Sequence[int]) -> None:
        """The literals as a table, of which one row and one column at most may be in use (Chen
        2010): about two clauses a literal, and no long chain to propagate along."""
        if len(literals) <= 5:
            for place, literal in enumerate(literals):
                for other in literals[:place]:
                    self._add([-literal, -other])
            return
        width = isqrt(len(literals) - 1) + 1
        columns = [self.fresh() for _ in range(width)]
        rows = [self.fresh() for _ in range(0, len(literals), width)]
        for place, literal in enumerate(literals):
            self._add([-literal, rows[place // width]])
            self._add([-literal, columns[place % width]])
        self._at_most_one(rows)
        self._at_most_one(columns)

    # --- formulas ------------------------------------------------------------------------------

    def literal(self, formula: Formula) -> int:
        """A literal that is true exactly where the formula is.

        Raises `NotFinite` for quantifiers and equality, `GaveUp` at the budget's end.
        """
        match formula:
            case Prop(name):
                if name in self.definitions:
                    if name not in self.defined:
                        self.defined[name] = self.literal(self.definitions[name])
                    return self.defined[name]
                return self.atom(name)
            case Not(body):
                return -self.literal(body)
            case And(parts):
                return self.all([self.literal(part) for part in parts])
            case Or(parts):
                return -self.all([-self.literal(part) for part in parts])
            case Implies(left, right):
                return -self.all([self.literal(left), -self.literal(right)])
            case Iff(left, right):
                return self.same(self.literal(left), self.literal(right))
            case Truth(value):
                return TRUE if value else -TRUE
            case Pred():
                return self.atom(ground_key(formula))
            case EnumIs(symbol, value):
                return self.enum(symbol)[value]
            case EnumSame(left_name, right_name):
                return self._enum_same(left_name, right_name)
            case Count():
                return self._count(formula)
        raise refuse(formula)

    def all(self, literals: Iterable[int]) -> int:
        """A literal for a conjunction."""
        parts = sorted({literal for literal in literals if literal != TRUE})
        present = set(parts)
        if -TRUE in present or any(-literal in present for literal in parts):
            return -TRUE
        if not parts:
            return TRUE
        if len(parts) == 1:
            return parts[0]
        key = tuple(parts)
        gate = self._gates.get(key)
        if gate is None:
            gate = self.fresh()
            for literal in parts:
                self._add([-gate, literal])
            self._add([gate, *[-literal for literal in parts]])
            # Known only when whole: the budget may end between two clauses.
            self._gates[key] = gate
        return gate

    def same(self, left: int, right: int) -> int:
        """A literal for the equivalence of two literals."""
        sign = 1
        if left < 0:
            left, sign = -left, -sign
        if right < 0:
            right, sign = -right, -sign
        if left > right:
            left, right = right, left
        if left == right:
            return TRUE * sign
        if left == TRUE:
            return right * sign
        gate = self._same.get((left, right))
        if gate is None:
            gate = self.fresh()
            self._add([-gate, -left, right])
            self._add([-gate, left, -right])
            self._add([gate, left, right])
            self._add([gate, -left, -right])
            self._same[left, right] = gate
        return gate * sign

    def _enum_same(self, left: str, right: str) -> int:
        one, two = self.enum(left), self.enum(right)
        if left == right:
            return TRUE
        shared = [value for value in one if value in two]
        gate = self.fresh()
        for value in shared:
            # Each Enum has one value, so agreeing on any value settles the matter.
            self._add([gate, -one[value], -two[value]])
            self._add([-gate, -one[value], two[value]])
            self._add([-gate, one[value], -two[value]])
        for values in (one, two):
            for value, variable in values.items():
                if value not in one or value not in two:
                    self._add([-gate, -variable])
        return gate

    # --- counting ------------------------------------------------------------------------------

    def _count(self, formula: Count) -> int:
        parts = [self.literal(part) for part in formula.parts]
        bounds = []
        if formula.bound in ("at_least", "exactly"):
            bounds.append(self.at_least(parts, formula.n))
        if formula.bound in ("at_most", "exactly"):
            bounds.append(-self.at_least(parts, formula.n + 1))
        return self.all(bounds)

    def at_least(self, literals: Sequence[int], n: int) -> int:
        """A literal for "at least n of these are true", one written twice counting twice.

        A decision diagram over the literals in order (Eén and Sörensson 2006, section 5.3): a node
        says that what is left reaches what is still needed; it has at most one node for each
        number needed at each place.
        """
        weights: dict[int, int] = {}
        for literal in literals:
            weights[abs(literal)] = weights.get(abs(literal), 0) + (1 if literal > 0 else -1)
            if literal < 0:
                n -= 1  # a false variable counts: 1 - x
        weights.pop(TRUE, None)
        n -= sum(1 if literal > 0 else -1 for literal in literals if abs(literal) == TRUE)
        # A negative weight is a weight on the negation.
        items: list[tuple[int, int]] = []
        for variable, weight in weights.items():
            if weight > 0:
                items.append((variable, weight))
            elif weight < 0:
                items.append((-variable, -weight))
                n -= weight
        items.sort(key=lambda item: -item[1])
        rest = [0]
        for _, weight in reversed(items):
            rest.append(rest[-1] + weight)
        rest.reverse()
        # Nodes of the last place first; only numbers that can be needed there are looked at.
        needed: list[set[int]] = [{n}]
        for place, (_, weight) in enumerate(items):
            step: set[int] = set()
            for need in needed[place]:
                if 0 < need <= rest[place]:
                    self._meter.spend()
                    step.add(need)
                    step.add(need - weight)
            needed.append(step)
        below: dict[int, int] = {}
        for place in range(len(items), -1, -1):
            here: dict[int, int] = {}
            for need in needed[place]:
                if need <= 0:
                    here[need] = TRUE
                elif need > rest[place]:
                    here[need] = -TRUE
                else:
                    literal, weight = items[place]
                    here[need] = self._monotone(literal, below[need - weight], below[need])
            below = here
        return below[n]

    def _monotone(self, literal: int, high: int, low: int) -> int:
        """`high` where the literal is true, else `low`, where `low` implies `high`."""
        if high == low or low == TRUE:
            return low
        if high == TRUE:
            return -self.all([-literal, -low])
        if low == -TRUE:
            return self.all([literal, high])
        node = self.fresh()
        self._add([-node, literal, low])
        self._add([-node, high])
        self._add([node, -low])
        self._add([node, -literal, -high])
        return node

    # --- assertions ----------------------------------------------------------------------------

    def require(self, formula: Formula, guard: int = 0) -> None:
        """Add the clauses that make the formula true, where `guard` is true if there is one."""
        stack: list[tuple[Formula, bool]] = [(formula, True)]
        while stack:
            node, positive = stack.pop()
            match node:
                case Not(body):
                    stack.append((body, not positive))
                    continue
                case And(parts) if positive:
                    stack.extend((part, True) for part in reversed(parts))
                    continue
                case Or(parts) if not positive:
                    stack.extend((part, False) for part in reversed(parts))
                    continue
                case Implies(left, right) if not positive:
                    stack += [(right, False), (left, True)]
                    continue
                case Iff(left, right):
                    a, b = self.literal(left), self.literal(right)
                    b = b if positive else -b
                    self.clause([-a, b], guard)
                    self.clause([a, -b], guard)
                    continue
            self.clause(self._disjuncts(node, positive), guard)

    def clause(self, literals: Sequence[int], guard: int = 0) -> None:
        """Add a clause, unless it is true anyhow."""
        present = dict.fromkeys(literals)
        if TRUE in present or any(-literal in present for literal in present):
            self._meter.spend()
            return
        present.pop(-TRUE, None)
        self._add([*present, -guard] if guard else list(present))

    def _disjuncts(self, formula: Formula, positive: bool) -> list[int]:
        """Literals whose disjunction is the formula, or its negation."""
        literals: list[int] = []
        atoms = self.atoms
        stack = [(formula, positive)]
        while stack:
            node, sign = stack.pop()
            match node:
                case Not(body):
                    stack.append((body, not sign))
                case Or(parts) if sign:
                    for part in reversed(parts):
                        # Literals at once: most clauses are written as such.
                        body = part.body if type(part) is Not else part
                        variable = atoms.get(body.name) if type(body) is Prop else None
                        if variable is None:
                            stack.append((part, True))
                        else:
                            literals.append(variable if body is part else -variable)
                case And(parts) if not sign:
                    stack.extend((part, False) for part in reversed(parts))
                case Implies(left, right) if sign:
                    stack += [(right, True), (left, False)]
                case _:
                    literal = self.literal(node)
                    literals.append(literal if sign else -literal)
        return literals
