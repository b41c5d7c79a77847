"""Quantifier-free formulas as clauses for a SAT solver.

Owns the translation (Tseitin 1968, with sharing of equal gates), the encoding of Enums by one
variable a value, and of counting constraints. What is only asserted is written in the one direction
that matters (Plaisted and Greenbaum 1986), and what is a clause already goes through as it is. A
clause is a sequence of non-zero ints, k for variable k and -k for its negation. Every loop spends
from the budget.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count, islice
from math import isqrt
from operator import neg
from typing import Any

from solver.cancel import Budget, Meter, within
from solver.engines.atoms import BOOLS, Axis, axis_for, ground_key, refuse
from solver.language.syntax import (
    And,
    Count,
    CountBound,
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

Clause = Sequence[int]

TRUE = 1
"""The variable that is true in every model."""
_AT_ONCE = 256
"""Formulas that are put in between two looks at the budget."""
_MANY = 1024
"""Parts of a formula that are gone through without a look at the budget."""
_FEW = 5
"""Of so many literals each two are said not to be true together."""
_BYTES = 160
"""About what a clause of three literals takes, here and in the solver."""


class Encoder:
    """The clauses of formulas over one signature, handed out one by one as they are made."""

    def __init__(
        self,
        signature: Signature,
        definitions: Mapping[str, Formula],
        add: Callable[[Any], object],
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
        self._add = add
        self._gates: dict[tuple[int, ...], int] = {}
        """Conjunctions that have a literal in both directions."""
        self._sufficient: dict[tuple[int, ...], int] = {}
        """Conjunctions that have a literal which implies them."""
        self._clauses: dict[tuple[int, ...], int] = {}
        """Conjunctions that have a literal which denies them."""
        self._same: dict[tuple[int, int], int] = {}
        self._same_enums: dict[tuple[str, str], int] = {}
        self._denied: dict[str, tuple[Axis, tuple[int, ...]]] = {}
        """Enum symbol to its axis, and to the literals that deny its values."""
        self.use(budget)
        self._add([TRUE])

    def use(self, budget: Budget) -> None:
        """Spend from another budget from now on."""
        self._budget = budget
        self._meter = Meter(budget, _BYTES)

    def hand_to(self, add: Callable[[Any], object]) -> None:
        """Hand clauses out to somebody else from now on, who has those made so far."""
        self._add = add

    def fresh(self) -> int:
        """A variable nothing speaks of yet."""
        self.variables += 1
        return self.variables

    # --- atoms ---------------------------------------------------------------------------------

    def atom(self, key: str) -> int:
        """The variable of a Bool or ground atom."""
        variable = self.atoms.get(key)
        if variable is None:
            variable = self.atoms[key] = self.fresh()
        return variable

    def enum(self, name: str) -> dict[str, int]:
        """The variables of an Enum's values, exactly one of which is true. Raises KeyError where
        the name is no Enum's."""
        values = self.enums.get(name)
        if values is None:
            axis = axis_for(name, self.signature)
            if axis.values == BOOLS:
                raise KeyError(name)
            values = self._made_enum(axis)
        return values

    def put_atoms(self, keys: Iterable[str]) -> None:
        """See to it that Bools and ground atoms, named once each, have variables; nothing has one
        so far."""
        self.atoms = dict(zip(keys, count(self.variables + 1)))
        self.variables += len(self.atoms)

    def _made_enum(self, axis: Axis) -> dict[str, int]:
        first = self.variables + 1
        self.variables += len(axis.values)
        literals = range(first, self.variables + 1)
        self._meter.spend(len(literals))
        values = self.enums[axis.key] = dict(zip(map(str, axis.values), literals, strict=True))
        denied = tuple(map(neg, literals))
        self._denied[axis.key] = axis, denied
        self._add([*literals])
        if len(denied) <= _FEW:
            self._add_all(combinations(denied, 2), 0)
        else:
            self._at_most_one(literals)
        return values

    def axis(self, axis: Axis) -> None:
        """See to it that an axis has variables."""
        if axis.values == BOOLS:
            self.atom(axis.key)
        elif axis.key not in self.enums:
            self._made_enum(axis)

    def axes(self) -> tuple[Axis, ...]:
        """The axes that have variables: Bools and ground atoms, then Enums, each as they came."""
        enums = [axis for axis, _ in self._denied.values()]
        return (*[Axis(key, BOOLS) for key in self.atoms], *enums)

    def _at_most_one(self, literals: Sequence[int], guard: int = 0) -> None:
        """Where `guard` is true, if there is one, at most one of the literals is. They stand in a
        table, of which one row and one column at most may be in use (Chen 2010): about two clauses
        a literal, and no long chain to propagate along."""
        self._meter.spend(2 * len(literals))
        if len(literals) <= _FEW:
            self._add_all(combinations(map(neg, literals), 2), guard)
            return
        width = isqrt(len(literals) - 1) + 1
        columns = [self.fresh() for _ in range(width)]
        rows = [self.fresh() for _ in range(0, len(literals), width)]
        for place, literal in enumerate(within(literals, self._budget)):
            self._add([-literal, rows[place // width]])
            self._add([-literal, columns[place % width]])
        self._at_most_one(rows, guard)
        self._at_most_one(columns, guard)

    def _add_all(self, clauses: Iterable[tuple[int, ...]], guard: int) -> None:
        """Add clauses, which hold where `guard` is true if there is one."""
        add = self._add
        if guard:
            for clause in clauses:
                add((*clause, -guard))
        else:
            for clause in clauses:
                add(clause)

    # --- formulas ------------------------------------------------------------------------------

    def literal(self, formula: Formula) -> int:
        """A literal that is true exactly where the formula is.

        Raises `NotFinite` for quantifiers and equality, `GaveUp` at the budget's end.
        """
        node: Any = formula
        kind = type(node)
        if kind is Prop:
            return self._named(node.name)
        if kind is EnumIs:
            return self.enum(node.symbol)[node.value]
        if kind is Not:
            return -self.literal(node.body)
        if kind is And:
            return self.all([self.literal(part) for part in node.parts])
        if kind is Or:
            return -self.all([-self.literal(part) for part in node.parts])
        if kind is Implies:
            return -self.all([self.literal(node.left), -self.literal(node.right)])
        if kind is Iff:
            return self.same(self.literal(node.left), self.literal(node.right))
        if kind is Pred:
            return self.atom(ground_key(node))
        if kind is EnumSame:
            return self._enum_same(node)
        if kind is Count:
            return self._count(node)
        if kind is Truth:
            return TRUE if node.value else -TRUE
        raise refuse(formula)

    def _definition(self, name: str) -> int:
        literal = self.defined.get(name)
        if literal is None:
            literal = self.defined[name] = self.literal(self.definitions[name])
        return literal

    def all(self, literals: Iterable[int]) -> int:
        """A literal for a conjunction."""
        parts = _conjuncts(literals)
        if len(parts) <= 1:
            return parts[0] if parts else TRUE
        gate = self._gates.get(parts)
        if gate is None:
            self._meter.spend(len(parts) + 1)
            gate = self.fresh()
            for literal in parts:
                self._add([-gate, literal])
            self._add([gate, *[-literal for literal in parts]])
            self._gates[parts] = gate
        return gate

    def sufficient_for(self, literals: Iterable[int]) -> int:
        """A literal that implies a conjunction."""
        parts = _conjuncts(literals)
        if len(parts) <= 1:
            return parts[0] if parts else TRUE
        gate = self._gates.get(parts) or self._sufficient.get(parts)
        if gate is None:
            self._meter.spend(len(parts))
            gate = self._sufficient[parts] = self.fresh()
            add, denied = self._add, -gate
            for literal in parts:
                add((denied, literal))
        return gate

    def implying(self, formula: Formula, positive: bool = True) -> int:
        """A literal that implies the formula, or its negation; and may be true where it is."""
        node: Any = formula
        kind = type(node)
        while kind is Not:
            node, positive = node.body, not positive
            kind = type(node)
        if kind is EnumIs:
            literal = (self.enums.get(node.symbol) or self.enum(node.symbol))[node.value]
            return literal if positive else -literal
        if kind is And or kind is Or:
            if (kind is And) == positive:
                return self.sufficient_for([self.implying(part, positive) for part in node.parts])
            return self.clause_gate(self._disjuncts(node, positive))
        if kind is Implies:
            if positive:
                return self.clause_gate(self._disjuncts(node, True))
            return self.sufficient_for(
                [self.implying(node.left, True), self.implying(node.right, False)]
            )
        if kind is Count:
            return self._counting(node, positive)
        if kind is Iff:
            left, right = self.literal(node.left), self.literal(node.right)
            return self._alike(left, right if positive else -right)
        if kind is EnumSame and node.left != node.right:
            gate = self.fresh()
            self._require_enums(node, positive, gate)
            return gate
        literal = self.literal(node)
        return literal if positive else -literal

    def _alike(self, left: int, right: int) -> int:
        """A literal that implies the equivalence of two literals."""
        if left == right or left == -right or TRUE in (abs(left), abs(right)):
            return self.same(left, right)
        known = (min(abs(left), abs(right)), max(abs(left), abs(right)))
        if known in self._same:
            return self.same(left, right)
        self._meter.spend(2)
        gate = self.fresh()
        self._add([-gate, -left, right])
        self._add([-gate, left, -right])
        return gate

    def clause_gate(self, literals: Sequence[int]) -> int:
        """A literal that implies a disjunction."""
        if len(literals) == 1:
            return literals[0]
        parts = _conjuncts([-literal for literal in literals])
        if len(parts) <= 1:
            return -parts[0] if parts else -TRUE
        full = self._gates.get(parts)
        if full is not None:
            return -full
        gate = self._clauses.get(parts)
        if gate is None:
            self._meter.spend()
            gate = self._clauses[parts] = self.fresh()
            self._add([-gate, *[-literal for literal in parts]])
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
            self._meter.spend(4)
            gate = self.fresh()
            self._add([-gate, -left, right])
            self._add([-gate, left, -right])
            self._add([gate, left, right])
            self._add([gate, -left, -right])
            self._same[left, right] = gate
        return gate * sign

    def _enum_same(self, formula: EnumSame) -> int:
        """A literal that is true exactly where two Enums have one value."""
        if formula.left == formula.right:
            self.enum(formula.left)
            return TRUE
        names = formula.left, formula.right
        gate = self._same_enums.get(names)
        if gate is None:
            gate = self._same_enums[names] = self.fresh()
            self._require_enums(formula, True, gate)
            for left, right in self._shared(*names):
                self._add([gate, left, right])
        return gate

    def _require_enums(self, formula: EnumSame, positive: bool, guard: int) -> None:
        """Two Enums have one value, or different ones, where `guard` is true if there is one. Each
        has one value, so agreeing on any settles the matter."""
        last = [-guard] if guard else []
        names = formula.left, formula.right
        if formula.left == formula.right:
            self.enum(formula.left)
            if not positive:
                self._add([-TRUE, *last])
        elif not positive:
            self._add_all(self._shared(*names), guard)
        else:
            add = self._add
            for left, right in self._shared(*names):
                add([left, -right, *last])
                add([-left, right, *last])
            left_values, right_values = map(self.enum, names)
            if left_values.keys() == right_values.keys():
                return
            alone = [
                variable for value, variable in left_values.items() if value not in right_values
            ]
            alone += [
                variable for value, variable in right_values.items() if value not in left_values
            ]
            for variable in within(alone, self._budget):
                self._add([-variable, *last])

    def _shared(self, left: str, right: str) -> Iterator[tuple[int, int]]:
        """For each value that two Enums share the literals that deny it of either, in pairs."""
        known = self._denied
        if left not in known or right not in known:
            self.enum(left)
            self.enum(right)
        axis, denied = known[left]
        axis_too, denied_too = known[right]
        self._meter.spend(len(denied))
        if axis.values == axis_too.values and len(denied) <= _MANY:
            return zip(denied, denied_too, strict=True)
        left_values, right_values = self.enums[left], self.enums[right]
        pairs = [
            (-variable, -right_values[value])
            for value, variable in left_values.items()
            if value in right_values
        ]
        return within(pairs, self._budget) if len(pairs) > _MANY else iter(pairs)

    # --- counting ------------------------------------------------------------------------------

    def _count(self, formula: Count) -> int:
        parts = [self.literal(part) for part in formula.parts]
        return self.counted(parts, formula.bound, formula.n)

    def counted(self, literals: Sequence[int], bound: CountBound, n: int) -> int:
        """A literal that is true exactly where a counting constraint is."""
        bounds = []
        if bound in ("at_least", "exactly"):
            bounds.append(self.at_least(literals, n))
        if bound in ("at_most", "exactly"):
            bounds.append(-self.at_least(literals, n + 1))
        return self.all(bounds)

    def _counting(self, formula: Count, positive: bool) -> int:
        """A literal that implies the constraint, or its negation."""
        bounds = [self._reaching(literals, n) for literals, n in self._wanted(formula, positive)]
        if positive:
            return self.sufficient_for(bounds)
        # Denied, one bound or the other is missed; one that cannot be is not among them.
        return self.clause_gate(bounds)

    def _wanted(self, formula: Count, positive: bool) -> Iterator[tuple[list[int], int]]:
        """What the constraint comes to, or its negation: at least so many of some literals are
        true. "At most n" means that at least the others are false."""
        size, n = len(formula.parts), formula.n
        enough = n if positive else size - n + 1
        few = size - n if positive else n + 1
        if formula.bound == "exactly":
            # Each part is wanted as it is and denied: going through both in turn would take twice
            # as long for each constraint that stands in another, as in a chain of "either … or".
            parts = [self.literal(part) for part in formula.parts]
            yield [part if positive else -part for part in parts], enough
            yield [-part if positive else part for part in parts], few
        elif formula.bound == "at_least":
            yield [self.implying(part, positive) for part in formula.parts], enough
        else:
            yield [self.implying(part, not positive) for part in formula.parts], few

    def _reaching(self, literals: Sequence[int], n: int) -> int:
        """A literal that implies "at least n of these are true"."""
        if n <= 0:
            return TRUE
        if n > len(literals):
            return -TRUE
        if n == 1:
            return self.clause_gate(literals)
        if n == len(literals):
            return self.sufficient_for(literals)
        return self.at_least(literals, n, both=False)

    def _require_count(self, formula: Count, guard: int) -> None:
        """See `require`."""
        for literals, n in self._wanted(formula, True):
            if n == 1:
                self.clause(literals, guard)
            elif n == len(literals) - 1 and len({*map(abs, literals)}) == len(literals):
                # At most one of them is false.
                self._at_most_one([-literal for literal in literals], guard)
            elif n == len(literals):
                for literal in literals:
                    self.clause([literal], guard)
            elif n > 0:
                self.clause([self._reaching(literals, n)], guard)

    def at_least(self, literals: Sequence[int], n: int, *, both: bool = True) -> int:
        """A literal for "at least n of these are true", one written twice counting twice; or, not
        for `both` directions, a literal that implies it.

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
            by_need: dict[int, int] = {}
            for need in needed[place]:
                if need <= 0:
                    by_need[need] = TRUE
                elif need > rest[place]:
                    by_need[need] = -TRUE
                else:
                    literal, weight = items[place]
                    high, low = below[need - weight], below[need]
                    by_need[need] = self._monotone(literal, high, low, both)
            below = by_need
        return below[n]

    def _monotone(self, literal: int, high: int, low: int, both: bool) -> int:
        """`high` where the literal is true, else `low`, where `low` implies `high`."""
        if high == low or low == TRUE:
            return low
        if both:
            if high == TRUE:
                return -self.all([-literal, -low])
            if low == -TRUE:
                return self.all([literal, high])
        elif low == -TRUE:
            return self.sufficient_for([literal, high])
        self._meter.spend(4)
        node = self.fresh()
        self._add([-node, literal, low])
        if high != TRUE:
            self._add([-node, high])
        if both:
            self._add([node, -low])
            self._add([node, -literal, -high])
        return node

    # --- assertions ----------------------------------------------------------------------------

    def require_all(self, formulas: Iterable[Formula]) -> None:
        """Add the clauses that make all formulas true."""
        atoms, named, add = self.atoms.get, self._named, self._add
        rest: Iterator[Any] = iter(formulas)
        while some := list(islice(rest, _AT_ONCE)):
            self._meter.spend(len(some))
            for formula in some:
                if type(formula) is Or and len(formula.parts) <= _MANY:
                    # A clause already, of Bools: the commonest case by far in large theories.
                    clause = []
                    for part in formula.parts:
                        if type(part) is Prop:
                            clause.append(atoms(part.name) or named(part.name))
                        elif type(part) is Not and type(body := part.body) is Prop:
                            clause.append(-(atoms(body.name) or named(body.name)))
                        else:
                            break
                    else:
                        add(clause)
                        continue
                elif (
                    type(formula) is Not
                    and type(same := formula.body) is EnumSame
                    and same.left != same.right
                ):
                    for pair in self._shared(same.left, same.right):
                        add(pair)
                    continue
                self.require(formula)

    def _named(self, name: str) -> int:
        """The literal of a Bool or of a defined name."""
        variable = self.atoms.get(name)
        if variable is None:
            return self._definition(name) if name in self.definitions else self.atom(name)
        return variable

    def require(self, formula: Formula, guard: int = 0) -> None:
        """Add the clauses that make the formula true, where `guard` is true if there is one."""
        stack: list[tuple[Any, bool]] = [(formula, True)]
        while stack:
            node, positive = stack.pop()
            kind = type(node)
            if kind is Not:
                stack.append((node.body, not positive))
            elif kind is And and positive:
                stack += [(part, True) for part in backwards(node.parts, self._budget)]
            elif kind is Or and not positive:
                stack += [(part, False) for part in backwards(node.parts, self._budget)]
            elif kind is Implies and not positive:
                stack += [(node.right, False), (node.left, True)]
            elif kind is Iff:
                left, right = node.left, node.right
                self.clause(
                    [*self._disjuncts(left, False), *self._disjuncts(right, positive)], guard
                )
                self.clause(
                    [*self._disjuncts(left, True), *self._disjuncts(right, not positive)], guard
                )
            elif kind is Count and positive:
                self._require_count(node, guard)
            elif kind is EnumSame:
                self._require_enums(node, positive, guard)
            else:
                self.clause(self._disjuncts(node, positive), guard)

    def clause(self, literals: Sequence[int], guard: int = 0) -> None:
        """Add a clause. The solver leaves out what is true anyhow, and what is written twice."""
        self._meter.spend()
        self._add([*literals, -guard] if guard else list(literals))

    def _disjuncts(self, formula: Formula, positive: bool) -> list[int]:
        """Literals whose disjunction implies the formula, or its negation, and can be made true
        wherever that holds."""
        literals: list[int] = []
        stack: list[tuple[Any, bool]] = [(formula, positive)]
        while stack:
            node, sign = stack.pop()
            if not (len(stack) + 1) & 1023:
                self._budget.check()
            kind = type(node)
            if kind is Prop:
                literal = self._named(node.name)
                literals.append(literal if sign else -literal)
            elif kind is Not:
                stack.append((node.body, not sign))
            elif kind is Or and sign:
                stack += [(part, True) for part in backwards(node.parts, self._budget)]
            elif kind is And and not sign:
                stack += [(part, False) for part in backwards(node.parts, self._budget)]
            elif kind is Implies and sign:
                stack += [(node.right, True), (node.left, False)]
            else:
                literals.append(self.implying(node, sign))
        return literals


def backwards(parts: Sequence[Formula], budget: Budget) -> Iterable[Formula]:
    """The parts from the last on, so that a stack has the first on top; with a look at the budget
    where they are many."""
    return within(reversed(parts), budget) if len(parts) > _MANY else reversed(parts)


def _conjuncts(literals: Iterable[int]) -> tuple[int, ...]:
    """The literals of a conjunction in order, each once, without what is true anyhow; ⊥ alone
    where two of them contradict."""
    parts = set(literals)
    if len(parts) == 2:  # the commonest case by far
        left, right = parts
        if left != -right and abs(left) != TRUE != abs(right):
            return (left, right) if left < right else (right, left)
    parts.discard(TRUE)
    if -TRUE in parts or not parts.isdisjoint(map(neg, parts)):
        return (-TRUE,)
    return tuple(sorted(parts))
