"""Encoding narrowed first-order formulas directly as clauses, all instances of a formula at once.

Owns the instances: a formula under k universal quantifiers over n elements gives n^k clauses, and
each of its atoms a column of n^k literals. Whole columns are created and combined, without a tree
per instance. Also owns the laws of equality. Leaves the elements, and the choice of those for
existentials, to `grounding`; gates and counting to `cnf`.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice, product, repeat, starmap
from operator import neg
from typing import Any

from solver.cancel import Budget, within
from solver.engines.atoms import ground_key
from solver.engines.cnf import TRUE, Encoder
from solver.language.miniscoping import free_variables
from solver.language.syntax import (
    And,
    Constant,
    Count,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Signature,
    Term,
    Truth,
    Variable,
)

_INSTANCES_PER_PART = 4096
"""Instances made at once; more are made in parts, with checks of the budget between them."""

_CONSTANT = frozenset([Constant])

Env = Mapping[str, int]
"""Number of the element for each variable with a fixed element."""
Column = list[int]
"""A literal for each assignment of elements to some variables; the last variable varies fastest."""


def same_name(left: str, right: str) -> str:
    """The atom which says that two elements are equal."""
    return f"{left} = {right}"


def width(formula: Formula) -> int:
    """Number of fresh constants that the existentials of a narrowed formula need."""
    match formula:
        case And(parts):
            return sum(width(part) for part in parts)
        case Or(parts):
            return max(width(part) for part in parts)
        case Exists(_, body):
            return 1 + width(body)
    return 0


def instances(formula: Formula, size: int) -> int:
    """Approximate number of instances of a narrowed formula over `size` elements."""
    node: Any = formula
    kind = type(node)
    if kind is ForAll:
        return size * instances(node.body, size)
    if kind is Exists:
        return instances(node.body, size)
    if kind is And or kind is Or:
        return sum([instances(part, size) for part in node.parts])
    return 1


def _literally(text: str) -> str:
    """A text, escaped for use in a format string."""
    return text.replace("{", "{{").replace("}", "}}")


@lru_cache(maxsize=128)
def _places(strides: tuple[int, ...], size: int) -> tuple[int, ...]:
    """Indices into a column for all assignments to some variables; `strides` has the stride of each
    variable in the column, 0 for a variable that the column does not have."""
    places = [0]
    for stride in strides:
        steps = range(0, stride * size, stride) if stride else (0,) * size
        places = [place + step for place in places for step in steps]
    return tuple(places)


class GroundEncoder(Encoder):
    """The clauses of narrowed formulas over named elements."""

    def __init__(
        self,
        signature: Signature,
        elements: Sequence[str],
        constants: int,
        add: Callable[[Any], object],
        budget: Budget,
    ) -> None:
        """The first `constants` elements are named; existentials use those after them."""
        super().__init__(signature, {}, add, budget)
        self.elements = elements
        self.size = len(elements)
        self._constants = constants
        self._number = dict(zip(elements, range(self.size), strict=True))
        self._columns: dict[tuple[str, tuple[int, ...]], Column] = {}

    # --- sentences -----------------------------------------------------------------------------

    def sentence(self, formula: Formula, start: int, guard: int = 0) -> None:
        """Require a narrowed sentence if `guard` (when given) is true; its existentials use fresh
        constants from `start` on."""
        self._sentence(formula, {}, self._constants + start, guard)

    def _sentence(self, formula: Formula, env: Env, start: int, guard: int) -> None:
        if isinstance(formula, And):
            for part in formula.parts:
                self._sentence(part, env, start, guard)
                start += width(part)
        elif isinstance(formula, Exists):
            self._sentence(formula.body, {**env, formula.variable: start}, start + 1, guard)
        elif literal := self._fact(formula):
            self._meter.spend()
            self._add([literal, -guard] if guard else [literal])
        else:
            self._universal(formula, (), env, start, guard)

    def _fact(self, formula: Formula) -> int:
        """The literal of an atom without variables, or of its negation; 0 for any other formula. A
        fast path, since there may be one for each pair of constants."""
        positive = type(formula) is not Not
        atom: Any = formula if positive else formula.body  # type: ignore[union-attr]
        kind = type(atom)
        if kind is Equal:
            left, right = atom.left, atom.right
            if type(left) is not Constant or type(right) is not Constant:
                return 0
            literal = self.equal(self._number[left.name], self._number[right.name])
        elif kind is Pred and _CONSTANT.issuperset(map(type, atom.args)):
            literal = self.atom(ground_key(atom))
        else:
            return 0
        return literal if positive else -literal

    def _universal(
        self, formula: Formula, variables: tuple[str, ...], env: Env, start: int, guard: int
    ) -> None:
        """Require the formula for all elements as values of these variables."""
        node: Any = formula
        while type(node) is ForAll:
            variables, node = (*variables, node.variable), node.body
        if type(node) is And and variables:
            for part in node.parts:
                free = free_variables(part)
                needed = tuple([variable for variable in variables if variable in free])
                self._universal(part, needed, env, start, guard)
            return
        if type(node) is And:
            self._sentence(node, env, start, guard)
            return
        parts = list(_disjuncts(node, True))
        quantified = [part for part, _ in parts if type(part) is ForAll]
        if len(quantified) == 1:
            # A ∨ ∀x B is ∀x (A ∨ B), since variables of narrowed formulas have distinct names.
            chain: Any = quantified[0]
            while type(chain) is ForAll:
                variables, chain = (*variables, chain.variable), chain.body
            inner: list[tuple[Formula, bool]] = []
            for part, positive in parts:
                inner += _disjuncts(chain, True) if part is quantified[0] else [(part, positive)]
            parts = inner
        self._rows(parts, variables, env, start, guard)

    def _rows(
        self,
        parts: Sequence[tuple[Formula, bool]],
        variables: tuple[str, ...],
        env: Env,
        start: int,
        guard: int,
    ) -> None:
        """Add a clause for each assignment of elements to these variables."""
        if len(variables) > 1 and self.size ** len(variables) > _INSTANCES_PER_PART:
            for element in range(self.size):
                self._rows(parts, variables[1:], {**env, variables[0]: element}, start, guard)
            return
        number = self.size ** len(variables)
        self._meter.spend(number)
        columns: list[Iterable[int]] = [
            self._column(part, positive, variables, env, start) for part, positive in parts
        ]
        if guard:
            columns.append(repeat(-guard))
        if len(variables) == 0:
            self._add([next(iter(column)) for column in columns])
        else:
            rows = zip(*columns, strict=False)
            some = rows if number <= _INSTANCES_PER_PART else within(rows, self._meter.budget)
            deque(map(self._add, some), maxlen=0)

    # --- columns -------------------------------------------------------------------------------

    def _column(
        self,
        formula: Formula,
        positive: bool,
        variables: tuple[str, ...],
        env: Env,
        start: int,
        both: bool = False,
    ) -> Column:
        """For each assignment a literal that implies the formula or its negation; with `both`, one
        that is equivalent to it."""
        node: Any = formula
        kind = type(node)
        if kind is Pred or kind is Equal:
            column = self._atoms(node, variables, env)
            return column if positive else [*map(neg, column)]
        if kind is Not:
            return self._column(node.body, not positive, variables, env, start, both)
        free = free_variables(node)
        own = tuple([variable for variable in variables if variable in free])
        if len(own) < len(variables):
            column = self._column(node, positive, own, env, start, both)
            return self._spread(column, own, variables)
        self._meter.spend(self.size ** len(variables))
        if kind is And or kind is Or:
            signed = [(part, positive) for part in node.parts]
            return self._joined(signed, (kind is And) == positive, variables, env, start, both)
        if kind is Implies:
            signed = [(node.left, not positive), (node.right, positive)]
            return self._joined(signed, not positive, variables, env, start, both)
        if kind is Iff:
            left = self._column(node.left, True, variables, env, start, True)
            right = self._column(node.right, positive, variables, env, start, True)
            return [*map(self.equivalence, left, right)]
        if kind is Count:
            return self._counted(node, positive, variables, env, start, both)
        if kind is Exists:
            inner = {**env, node.variable: start}
            return self._column(node.body, positive, variables, inner, start + 1, both)
        if kind is ForAll:
            column = self._column(node.body, True, (*variables, node.variable), env, start)
            cut = range(0, len(column), self.size)
            return [self.sufficient_for(column[at : at + self.size]) for at in cut]
        if kind is Truth:
            return [TRUE if node.value == positive else -TRUE] * self.size ** len(variables)
        literal = self.literal(node)
        return [literal if positive else -literal] * self.size ** len(variables)

    def _joined(
        self,
        parts: Sequence[tuple[Formula, bool]],
        conjoined: bool,
        variables: tuple[str, ...],
        env: Env,
        start: int,
        both: bool,
    ) -> Column:
        columns: list[Column] = []
        for part, positive in parts:
            columns.append(self._column(part, positive, variables, env, start, both))
            if conjoined:
                start += width(part)
        rows = zip(*columns, strict=True)
        if conjoined:
            return [*map(self.all if both else self.sufficient_for, rows)]
        if both:
            return [-self.all(map(neg, row)) for row in rows]
        return [*map(self.clause_gate, rows)]

    def _counted(
        self,
        formula: Count,
        positive: bool,
        variables: tuple[str, ...],
        env: Env,
        start: int,
        both: bool,
    ) -> Column:
        columns = [self._column(part, True, variables, env, start, True) for part in formula.parts]
        rows = [*map(list, zip(*columns, strict=True))] or [
            [] for _ in range(self.size ** len(variables))
        ]
        sign = 1 if positive else -1
        return [sign * self.counted(row, formula.bound, formula.n) for row in rows]

    def _atoms(self, atom: Pred | Equal, variables: tuple[str, ...], env: Env) -> Column:
        """The column of an atom."""
        terms = atom.args if isinstance(atom, Pred) else (atom.left, atom.right)
        own: list[str] = []
        # Constants and fixed variables by number, other variables as -1, -2, … by first occurrence.
        shape: list[int] = []
        for term in terms:
            if isinstance(term, Variable) and term.name not in env:
                if term.name not in own:
                    own.append(term.name)
                shape.append(-1 - own.index(term.name))
            else:
                shape.append(self._element(term, env))
        column = self._shaped(atom, tuple(shape), len(own))
        return self._spread(column, own, variables)

    def _element(self, term: Term, env: Env) -> int:
        return self._number[term.name] if isinstance(term, Constant) else env[term.name]

    def _shaped(self, atom: Pred | Equal, shape: tuple[int, ...], free_count: int) -> Column:
        """The column over an atom's own variables."""
        equal = isinstance(atom, Equal)
        key = ("=" if equal else atom.name, shape)  # type: ignore[union-attr]
        column = self._columns.get(key)
        if column is not None:
            return column
        column = []
        numbers = product(range(self.size), repeat=free_count)
        names = product(self.elements, repeat=free_count)
        written = "" if equal else self._key_form(atom.name, shape)  # type: ignore[union-attr]
        while len(column) < self.size**free_count:
            self._meter.spend(256)
            if equal:
                for values in islice(numbers, 256):
                    pair = [values[-1 - place] if place < 0 else place for place in shape]
                    column.append(self.equal(*pair))
            else:
                column += map(self.atom, starmap(written.format, islice(names, 256)))
        self._columns[key] = column
        return column

    def _key_form(self, name: str, shape: tuple[int, ...]) -> str:
        """The keys of a predicate's atoms as a format string over the values of variables."""
        terms = [
            f"{{{-1 - place}}}" if place < 0 else _literally(self.elements[place])
            for place in shape
        ]
        return f"{_literally(name)}({', '.join(terms)})"

    def _spread(
        self, column: Column, own_variables: Sequence[str], variables: Sequence[str]
    ) -> Column:
        """Extend a column over some of the variables to all of them."""
        if tuple(own_variables) == tuple(variables):
            return column
        self._meter.spend(self.size ** len(variables))
        step = {
            name: self.size ** (len(own_variables) - 1 - place)
            for place, name in enumerate(own_variables)
        }
        places = _places(tuple([step.get(name, 0) for name in variables]), self.size)
        return [*map(column.__getitem__, places)]

    # --- equality ------------------------------------------------------------------------------

    def equal(self, left: int, right: int) -> int:
        """The literal which says that two elements, given by number, are equal."""
        if left == right:
            return TRUE
        if left > right:
            left, right = right, left
        return self.atom(same_name(self.elements[left], self.elements[right]))

    def laws(
        self, predicates: Iterable[tuple[str, int]], distinct_pairs: Collection[tuple[str, str]]
    ) -> None:
        """Require the laws of equality for predicates, given by name and arity. Pairs of elements
        in `distinct_pairs`, in either order, are known to be different, without a guard."""
        size = self.size
        different = {(self._number[a], self._number[b]) for a, b in distinct_pairs}
        different |= {(b, a) for a, b in different}
        places = list(predicates)
        # Spend the budget for all clauses before making any of them.
        near = [size - 1] * size
        """For each element the number of others that it may equal."""
        for a, _ in different:
            near[a] -= 1
        self._meter.spend(sum(number * (number - 1) // 2 for number in near))
        self._meter.spend(sum(near) * sum(arity * size ** (arity - 1) for _, arity in places))
        equal: list[Column] = []
        for a in range(size):
            self._budget.check()
            earlier = [row[a] for row in equal]
            equal.append([*earlier, *[self.equal(a, b) for b in range(a, size)]])
        for a in range(size):
            for b in range(size):
                if not b & 15:
                    self._budget.check()
                if a == b or (a, b) in different:
                    continue
                for c in range(a + 1, size):
                    if c != b and (b, c) not in different:
                        self._add([-equal[a][b], -equal[b][c], equal[a][c]])
        listed = within(combinations(range(size), 2), self._budget)
        pairs = [pair for pair in listed if pair not in different]
        for name, arity in places:
            self._congruent(name, arity, [(a, b, equal[a][b]) for a, b in pairs])

    def _congruent(self, name: str, arity: int, pairs: Sequence[tuple[int, int, int]]) -> None:
        """Require that equal elements have the same properties, one place at a time."""
        if not pairs:
            return
        atoms = self._shaped(Pred(name, ()), tuple(range(-1, -1 - arity, -1)), arity)
        for place in range(arity):
            stride = self.size ** (arity - 1 - place)
            listed = within(range(len(atoms)), self._budget)
            others = [k for k in listed if k // stride % self.size == 0]
            rows = [[atoms[k + a * stride] for k in others] for a in range(self.size)]
            denied = [[*map(neg, row)] for row in rows]
            for a, b, same in pairs:
                guard = repeat(-same)
                there = zip(guard, denied[a], rows[b], strict=False)
                back = zip(guard, rows[a], denied[b], strict=False)
                both = chain.from_iterable(zip(there, back, strict=True))
                some = both if len(others) <= _INSTANCES_PER_PART else within(both, self._budget)
                deque(map(self._add, some), maxlen=0)


def _disjuncts(formula: Formula, positive: bool) -> Iterator[tuple[Formula, bool]]:
    """The parts of a disjunction with their signs, recursively."""
    node: Any = formula
    while type(node) is Not:
        node, positive = node.body, not positive
    if (type(node) is Or and positive) or (type(node) is And and not positive):
        for part in node.parts:
            yield from _disjuncts(part, positive)
    elif type(node) is Implies and positive:
        yield from _disjuncts(node.left, False)
        yield from _disjuncts(node.right, True)
    else:
        yield node, positive
