"""Formulas as Z3 expressions in one context.

Owns the translation and the decoding of values; leaves solving to `z3`. Definitions are expanded.
Names of the formal language get a prefix for their sort, so that `F` and `F(x)`, or a constant and
a bound variable, never clash. Every node spends from the budget.
"""

import ctypes
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any

import z3

from solver.cancel import Budget, GaveUp, Meter, within
from solver.language.syntax import (
    And,
    Constant,
    Count,
    EnumIs,
    EnumSame,
    EnumSort,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Signature,
    Term,
    Truth,
)

_BYTES = 400
"""Approximate size of a node in Z3."""
_MOST_PARTS = 1024
"""Maximum operands of one ∧ or ∨."""
_MOST_OPERANDS = 16_384
"""Maximum operands of all counting constraints together; above it, Z3 works on them for up to
seconds without checking its limit."""
_FEW_OPERANDS = 8
"""Operands of a counting constraint that is not counted there."""
_MOST_BOUND = 3_000
"""Maximum nodes under one quantifier; Z3 processes them in quadratic time without checking its
limit."""
_JOINED = 1_000
"""Nodes from which the conjuncts of universal sentences are no longer put under the same
quantifier."""

Expr = Any
"""A Z3 expression; the library has no types."""
Env = Mapping[str, Any]
"""The expression of each bound variable."""


class Encoder:
    """The formulas of one signature in one Z3 context.

    Individuals form one uninterpreted sort, which Z3 takes to be non-empty; an Enum is a bit vector
    with the index of its value.
    """

    def __init__(
        self,
        context: Any,
        signature: Signature,
        definitions: Mapping[str, Formula],
        budget: Budget,
        prefix: str = "",
    ) -> None:
        self.budget = budget
        self.laws: list[Expr] = []
        """Constraints to be asserted for the symbols so far: an Enum has one of its values."""
        self._meter = Meter(budget, _BYTES)
        self.context = context
        self.signature = signature
        self.definitions = definitions
        self.prefix = prefix
        self._definitions: dict[str, Expr] = {}
        self._props: dict[str, Expr] = {}
        self._enums: dict[str, Expr] = {}
        self._individual = z3.DeclareSort(f"{prefix}individual", context)
        self._fresh = 0
        self._operands = 0

    def copy(self) -> "Encoder":
        """An encoder with a separate copy of all symbols and individuals."""
        return Encoder(
            self.context, self.signature, self.definitions, self.budget, f"{self.prefix}copy "
        )

    # --- symbols -------------------------------------------------------------------------------

    def truth(self, value: bool) -> Expr:
        """⊤ or ⊥."""
        return z3.BoolVal(value, self.context)

    def all(self, parts: Sequence[Expr]) -> Expr:
        """The conjunction; ⊤ if there are no parts."""
        return self._joined(z3.And, parts) if parts else self.truth(True)

    def any(self, parts: Sequence[Expr]) -> Expr:
        """The disjunction; ⊥ if there are no parts."""
        return self._joined(z3.Or, parts) if parts else self.truth(False)

    def _joined(self, operator: Callable[[Sequence[Expr]], Expr], parts: Sequence[Expr]) -> Expr:
        """The operator applied to all parts, in nested groups if there are many, since z3 processes
        each part again."""
        while len(parts) > _MOST_PARTS:
            groups: list[Expr] = []
            for start in range(0, len(parts), _MOST_PARTS):
                self._meter.spend(Meter.STEPS_PER_CHECK)
                groups.append(operator(list(parts[start : start + _MOST_PARTS])))
            parts = groups
        return operator(list(parts))

    def negated(self, expression: Expr) -> Expr:
        """The negation of a Bool expression."""
        return z3.Not(expression)

    def fresh(self, hint: str) -> Expr:
        """A new Bool that occurs in no other expression."""
        self._fresh += 1
        return z3.Bool(f"{self.prefix}fresh {self._fresh} {hint}", self.context)

    def prop(self, name: str) -> Expr:
        """A Bool symbol, or the formula of a defined name."""
        if name in self.definitions:
            if name not in self._definitions:
                self._definitions[name] = self.formula(self.definitions[name])
            return self._definitions[name]
        if name not in self._props:
            self._props[name] = z3.Bool(f"{self.prefix}bool {name}", self.context)
        return self._props[name]

    def values(self, name: str) -> tuple[str, ...]:
        """The values of an Enum symbol. Raises KeyError if the name is not that of an Enum."""
        symbol = self.signature.get(name)
        if symbol is None or not isinstance(symbol.sort, EnumSort):
            raise KeyError(name)
        return symbol.sort.values

    def _digit(self, name: str, value: str) -> Expr:
        return z3.BitVecVal(self.values(name).index(value), self.enum(name).size(), self.context)

    def enum(self, name: str) -> Expr:
        """An Enum symbol."""
        if name not in self._enums:
            size = len(self.values(name))
            width = max(1, (size - 1).bit_length())
            symbol = z3.BitVec(f"{self.prefix}enum {name}", width, self.context)
            self._enums[name] = symbol
            if size < 1 << width:
                self.laws.append(z3.ULE(symbol, z3.BitVecVal(size - 1, width, self.context)))
        return self._enums[name]

    def enum_is(self, name: str, value: str) -> Expr:
        """An Enum symbol has a value."""
        return self.enum(name) == self._digit(name, value)

    def enum_same(self, left: str, right: str, encoder: "Encoder") -> Expr:
        """Two Enum symbols, the second one in another `encoder`, have the same value."""
        texts, two = self.values(left), encoder.values(right)
        if texts == two:
            return self.enum(left) == encoder.enum(right)
        return self.any(
            [
                self.all([self.enum_is(left, value), encoder.enum_is(right, value)])
                for value in texts
                if value in two
            ]
        )

    # --- individuals ---------------------------------------------------------------------------

    def term(self, term: Term, env: Env) -> Expr:
        """A constant or a bound variable."""
        if isinstance(term, Constant):
            return z3.Const(f"{self.prefix}constant {term.name}", self._individual)
        return env[term.name]

    def predicate(self, name: str, args: Sequence[Term], env: Env) -> Expr:
        """A predicate applied to terms."""
        sorts = [self._individual] * len(args) + [z3.BoolSort(self.context)]
        function = z3.Function(f"{self.prefix}predicate {name}/{len(args)}", *sorts)
        return function(*(self.term(arg, env) for arg in args))

    def equal(self, left: Term, right: Term, env: Env) -> Expr:
        """Two terms denote the same individual."""
        return self.term(left, env) == self.term(right, env)

    def quantified(self, formula: ForAll | Exists, env: Env) -> Expr:
        """A quantifier over all individuals."""
        bound = z3.Const(f"{self.prefix}variable {formula.variable}", self._individual)
        before = self._meter.steps
        body = self.formula(formula.body, {**env, formula.variable: bound})
        self._check_bound(before)
        return (z3.ForAll if isinstance(formula, ForAll) else z3.Exists)([bound], body)

    def universals(self, formulas: Iterable[ForAll]) -> list[Expr]:
        """Universal sentences combined into few, since ∀ distributes over ∧: model checking then
        instantiates a single quantifier, while with forty it may run for seconds and give up."""
        bound = z3.Const(f"{self.prefix}variable x", self._individual)
        groups: list[list[Expr]] = [[]]
        before = self._meter.steps
        for formula in formulas:
            body = formula.body
            for part in body.parts if isinstance(body, And) else [body]:
                groups[-1].append(self.formula(part, {formula.variable: bound}))
                if self._check_bound(before) > _JOINED:
                    groups.append([])
                    before = self._meter.steps
        return [z3.ForAll([bound], self.all(bodies)) for bodies in groups if bodies]

    def _check_bound(self, before: int) -> int:
        """The number of nodes since `before`, which are under one quantifier. Raises `GaveUp`."""
        nodes = self._meter.steps - before
        if nodes > _MOST_BOUND:
            raise GaveUp("quantified formula too large for Z3")
        return nodes

    # --- formulas ------------------------------------------------------------------------------

    def formula(self, formula: Formula, env: Env | None = None) -> Expr:
        """The formula as a Z3 expression; `env` has the expressions of its free variables."""
        self._meter.spend()
        env = env or {}
        match formula:
            case Truth(value):
                return self.truth(value)
            case Prop(name):
                return self.prop(name)
            case Pred(name, args):
                return self.predicate(name, args, env)
            case Equal(left_term, right_term):
                return self.equal(left_term, right_term, env)
            case EnumIs(symbol, value):
                return self.enum_is(symbol, value)
            case EnumSame(left_name, right_name):
                return self.enum_same(left_name, right_name, self)
            case Not(body):
                return z3.Not(self.formula(body, env))
            case And(parts):
                return self.all([self.formula(part, env) for part in parts])
            case Or(parts):
                return self.any([self.formula(part, env) for part in parts])
            case Implies(left, right):
                return z3.Implies(self.formula(left, env), self.formula(right, env))
            case Iff(left, right):
                return self.formula(left, env) == self.formula(right, env)
            case Count():
                return self._count(formula, env)
            case ForAll() | Exists():
                return self.quantified(formula, env)

    def _count(self, formula: Count, env: Env) -> Expr:
        parts = [self.formula(part, env) for part in formula.parts]
        bounds = []
        if formula.bound in ("at_least", "exactly"):
            bounds.append(self._at_least(parts, formula.n))
        if formula.bound in ("at_most", "exactly"):
            bounds.append(z3.Not(self._at_least(parts, formula.n + 1)))
        return self.all(bounds)

    def _at_least(self, parts: Sequence[Expr], n: int) -> Expr:
        if n <= 0:
            return self.truth(True)
        if n > len(parts):
            return self.truth(False)
        if len(parts) > _FEW_OPERANDS:
            self._operands += len(parts)
        if self._operands > _MOST_OPERANDS:
            raise GaveUp("counting constraint too large for Z3")
        # As `z3.PbGe`, whose own loops would not check the budget.
        operands = (z3.Ast * len(parts))(*[part.as_ast() for part in within(parts, self.budget)])
        ones = (ctypes.c_int * len(parts))(*repeat(1, len(parts)))
        made = z3.Z3_mk_pbge(self.context.ref(), len(parts), operands, ones, n)
        return z3.BoolRef(made, self.context)

    # --- reading back --------------------------------------------------------------------------

    def is_true(self, model: Any, expression: Expr) -> bool:
        """The value of a quantifier-free Bool expression; values that the model leaves open are
        false."""
        return bool(z3.is_true(model.eval(expression, model_completion=True)))

    def enum_value(self, model: Any, name: str) -> str:
        """The value of an Enum symbol; any value if the model leaves it open."""
        digit = model.eval(self.enum(name), model_completion=True)
        return self.values(name)[int(digit.as_long())]
