"""Quantifier-free formulas as clauses for a SAT solver.

Owns the translation (Tseitin 1968, with sharing of equal gates), the encoding of Enums with one
variable per value, and of counting constraints. Formulas that are only asserted are encoded in one
direction (Plaisted and Greenbaum 1986), and formulas that are clauses are passed on unchanged. A
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
_FORMULAS_PER_CHECK = 256
"""Formulas encoded between two checks of the budget."""
_MAX_UNCHECKED_PARTS = 1024
"""Maximum parts of a formula that are visited without checking the budget."""
_MAX_PAIRWISE = 5
"""Maximum number of literals for which "at most one" is written pairwise."""
_BYTES = 160
"""Approximate size of a clause of three literals, here and in the solver."""


class Encoder:
    """Encodes formulas over one signature as clauses, passing on each clause when it is made."""

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
        """Variable of each Bool or ground atom, by key."""
        self.enums: dict[str, dict[str, int]] = {}
        """Variable of each value of each Enum symbol."""
        self.defined: dict[str, int] = {}
        self._add = add
        self._gates: dict[tuple[int, ...], int] = {}
        """Conjunctions with an equivalent literal."""
        self._sufficient: dict[tuple[int, ...], int] = {}
        """Conjunctions with a literal that implies them."""
        self._clauses: dict[tuple[int, ...], int] = {}
        """Conjunctions with a literal that implies their negation."""
        self._same: dict[tuple[int, int], int] = {}
        self._same_enums: dict[tuple[str, str], int] = {}
        self._denied: dict[str, tuple[Axis, tuple[int, ...]]] = {}
        """For each Enum symbol, its axis and the negated literals of its values."""
        self.use(budget)
        self._add([TRUE])

    def use(self, budget: Budget) -> None:
        """Use another budget from now on."""
        self._budget = budget
        self._meter = Meter(budget, _BYTES)

    def hand_to(self, add: Callable[[Any], object]) -> None:
        """Pass clauses to another receiver from now on, which already has the earlier ones."""
        self._add = add

    def fresh(self) -> int:
        """A new variable."""
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
        """The variables of an Enum's values, exactly one of which is true. Raises KeyError if the
        name is not that of an Enum."""
        values = self.enums.get(name)
        if values is None:
            axis = axis_for(name, self.signature)
            if axis.values == BOOLS:
                raise KeyError(name)
            values = self._made_enum(axis)
        return values

    def put_atoms(self, keys: Iterable[str]) -> None:
        """Create variables for Bools and ground atoms, without duplicates; must be called first."""
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
        if len(denied) <= _MAX_PAIRWISE:
            self._add_all(combinations(denied, 2), 0)
        else:
            self._at_most_one(literals)
        return values

    def axis(self, axis: Axis) -> None:
        """Create variables for an axis unless it has some."""
        if axis.values == BOOLS:
            self.atom(axis.key)
        elif axis.key not in self.enums:
            self._made_enum(axis)

    def axes(self) -> tuple[Axis, ...]:
        """The axes that have variables: Bools and ground atoms, then Enums, each in order of
        creation."""
        enums = [axis for axis, _ in self._denied.values()]
        return (*[Axis(key, BOOLS) for key in self.atoms], *enums)

    def _at_most_one(self, literals: Sequence[int], guard: int = 0) -> None:
        """At most one of the literals is true, if `guard` (when given) is true. The literals are
        arranged in a table of which at most one row and one column may be used (Chen 2010): about
        two clauses per literal, and no long propagation chains."""
        self._meter.spend(2 * len(literals))
        if len(literals) <= _MAX_PAIRWISE:
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
        """Add clauses that hold if `guard` (when given) is true."""
        add = self._add
        if guard:
            for clause in clauses:
                add((*clause, -guard))
        else:
            for clause in clauses:
                add(clause)

    # --- formulas ------------------------------------------------------------------------------

    def literal(self, formula: Formula) -> int:
        """A literal that is equivalent to the formula.

        Raises `NotFinite` for quantifiers and equality, `GaveUp` at the end of the budget.
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
            return self.equivalence(self.literal(node.left), self.literal(node.right))
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
        """A literal equivalent to a conjunction."""
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
        """A literal that implies the formula or its negation, and may be true whenever that
        holds."""
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
            return self.equivalence(left, right)
        pair = (min(abs(left), abs(right)), max(abs(left), abs(right)))
        if pair in self._same:
            return self.equivalence(left, right)
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

    def equivalence(self, left: int, right: int) -> int:
        """A literal equivalent to the equivalence of two literals."""
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
        """A literal that is true exactly if two Enums have the same value."""
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
        """Require that two Enums have the same value, or different ones, if `guard` (when given) is
        true. Each has exactly one value, so one value in common is enough."""
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
        """For each value that two Enums share, the pair of its negated literals."""
        negated_values = self._denied
        if left not in negated_values or right not in negated_values:
            self.enum(left)
            self.enum(right)
        axis, denied = negated_values[left]
        axis_too, denied_too = negated_values[right]
        self._meter.spend(len(denied))
        if axis.values == axis_too.values and len(denied) <= _MAX_UNCHECKED_PARTS:
            return zip(denied, denied_too, strict=True)
        left_values, right_values = self.enums[left], self.enums[right]
        pairs = [
            (-variable, -right_values[value])
            for value, variable in left_values.items()
            if value in right_values
        ]
        return within(pairs, self._budget) if len(pairs) > _MAX_UNCHECKED_PARTS else iter(pairs)

    # --- counting ------------------------------------------------------------------------------

    def _count(self, formula: Count) -> int:
        parts = [self.literal(part) for part in formula.parts]
        return self.counted(parts, formula.bound, formula.n)

    def counted(self, literals: Sequence[int], bound: CountBound, n: int) -> int:
        """A literal equivalent to a counting constraint."""
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
        # A negated constraint violates one of its bounds; a bound that cannot be violated is
        # omitted.
        return self.clause_gate(bounds)

    def _wanted(self, formula: Count, positive: bool) -> Iterator[tuple[list[int], int]]:
        """The constraint, or its negation, as lower bounds on the number of true literals. "At most
        n" means that at least the others are false."""
        size, n = len(formula.parts), formula.n
        enough = n if positive else size - n + 1
        few = size - n if positive else n + 1
        if formula.bound == "exactly":
            # Each part is needed both plain and negated; encoding it twice would double the time
            # for each level of nested constraints, as in a chain of "either … or".
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
                # At most one of the literals is false.
                self._at_most_one([-literal for literal in literals], guard)
            elif n == len(literals):
                for literal in literals:
                    self.clause([literal], guard)
            elif n > 0:
                self.clause([self._reaching(literals, n)], guard)

    def at_least(self, literals: Sequence[int], n: int, *, both: bool = True) -> int:
        """A literal equivalent to "at least n of these are true", where repeated literals count
        repeatedly; without `both`, a literal that implies it.

        Uses a decision diagram over the literals in order (Eén and Sörensson 2006, section 5.3): a
        node means that the remaining literals reach the number still needed; there is at most one
        node per place and number.
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
        # Build the nodes of the last place first, only for numbers that can be needed there.
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
        """A literal for "if `literal` then `high` else `low`", given that `low` implies `high`."""
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
        while some := list(islice(rest, _FORMULAS_PER_CHECK)):
            self._meter.spend(len(some))
            for formula in some:
                if type(formula) is Or and len(formula.parts) <= _MAX_UNCHECKED_PARTS:
                    # A clause of Bools, by far the most common case in large theories.
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
        """Add the clauses that make the formula true if `guard` (when given) is true."""
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
        """Add a clause. The solver removes tautologies and duplicate literals."""
        self._meter.spend()
        self._add([*literals, -guard] if guard else list(literals))

    def _disjuncts(self, formula: Formula, positive: bool) -> list[int]:
        """Literals whose disjunction implies the formula or its negation, and can be true whenever
        that holds."""
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
    """The parts in reverse, so that a stack has the first on top; checks the budget if there are
    many."""
    return within(reversed(parts), budget) if len(parts) > _MAX_UNCHECKED_PARTS else reversed(parts)


def _conjuncts(literals: Iterable[int]) -> tuple[int, ...]:
    """The sorted literals of a conjunction without duplicates and ⊤; only ⊥ if two of them
    contradict."""
    parts = set(literals)
    if len(parts) == 2:  # by far the most common case
        left, right = parts
        if left != -right and abs(left) != TRUE != abs(right):
            return (left, right) if left < right else (right, left)
    parts.discard(TRUE)
    if -TRUE in parts or not parts.isdisjoint(map(neg, parts)):
        return (-TRUE,)
    return tuple(sorted(parts))
