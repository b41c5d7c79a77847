"""Miniscoping: pushing quantifiers inwards so that no existential depends on a universal.

Owns negation normal form and miniscoping; leaves the use of the form to `ground`. All steps are
equivalences in non-empty domains: moving negations to the atoms, distributing ∀ over ∧ and ∃ over
∨, moving parts without the variable out of its scope, and distributing ∧ and ∨ where a quantifier
is stuck.
"""

from collections.abc import Callable, Mapping
from functools import reduce
from itertools import combinations, count, product
from typing import Any

from solver.cancel import NO_LIMIT, Budget, Meter
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
    Prop,
    Term,
    Truth,
    Variable,
    children,
    contains,
    negation,
    rebuild,
)

MAX_PARTS = 512
"""Maximum clauses of a distribution."""
_BYTES = 300
"""Approximate size of a node of a normal form."""


_QUANTIFIERS = frozenset([ForAll, Exists])
_ATOMS = frozenset([Equal, Pred, Prop])


class NotMiniscopable(Exception):
    """The formula cannot be brought into the form, or would become too large."""


def quantified(formula: Formula) -> bool:
    """True if a quantifier occurs."""
    node: Any = formula
    while type(node) is Not:
        node = node.body
    # Most formulas are literals; there may be one for each pair of constants.
    return type(node) not in _ATOMS and contains(node, _QUANTIFIERS)


def conjunction(parts: list[Formula]) -> Formula:
    """∧ of any number of parts, flattened."""
    flat: list[Formula] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, And) else (part,))
    if not flat:
        return Truth(True)
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def disjunction(parts: list[Formula]) -> Formula:
    """∨ of any number of parts, flattened."""
    flat: list[Formula] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Or) else (part,))
    if not flat:
        return Truth(False)
    return flat[0] if len(flat) == 1 else Or(tuple(flat))


def free_variables(formula: Formula) -> frozenset[str]:
    """Variables that no quantifier of the formula binds."""
    node: Any = formula
    while type(node) is Not:
        node = node.body
    kind = type(node)
    if kind is Pred or kind is Equal:
        terms = node.args if kind is Pred else (node.left, node.right)
        return frozenset([term.name for term in terms if type(term) is Variable])
    if kind is ForAll or kind is Exists:
        return free_variables(node.body) - {node.variable}
    return frozenset[str]().union(*[free_variables(child) for child in children(node)])


def replace_variables(formula: Formula, terms: Mapping[str, Term], meter: Meter) -> Formula:
    """A quantifier-free formula with terms substituted for its variables."""
    if not terms:
        return formula
    meter.spend()

    def term(argument: Term) -> Term:
        return argument if isinstance(argument, Constant) else terms.get(argument.name, argument)

    match formula:
        case Pred(name, args):
            return Pred(name, tuple(term(arg) for arg in args))
        case Equal(left, right):
            return Equal(term(left), term(right))
    below = children(formula)
    if not below:
        return formula
    return rebuild(formula, tuple(replace_variables(child, terms, meter) for child in below))


# --- negation normal form ----------------------------------------------------------------------


def _at_least(parts: tuple[Formula, ...], n: int) -> Formula:
    """At least n of the parts, written with ∧ and ∨."""
    if n <= 0:
        return Truth(True)
    chosen = list(combinations(parts, n)) if n <= len(parts) else []
    if len(chosen) > MAX_PARTS:
        raise NotMiniscopable("a cardinality over quantified formulas is too wide")
    return disjunction([conjunction(list(choice)) for choice in chosen])


def _counted(formula: Count) -> Formula:
    low = _at_least(formula.parts, formula.n)
    high = Not(_at_least(formula.parts, formula.n + 1))
    if formula.bound == "exactly":
        return conjunction([low, high])
    return low if formula.bound == "at_least" else high


class _Normal:
    """Negation normal form in which every bound variable has a distinct name."""

    def __init__(self, opaque: bool, meter: Meter) -> None:
        self._numbers = count(1)
        self._meter = meter
        self._opaque = opaque
        """Leave quantifier-free parts as they are, under at most one negation."""

    def form(self, formula: Formula, positive: bool, names: Mapping[str, Term]) -> Formula:
        # A chain of n equivalences gives 2^n parts.
        self._meter.spend()
        if self._opaque and not quantified(formula):
            renamed = replace_variables(formula, names, self._meter)
            return renamed if positive else negation(renamed)
        match formula:
            case Not(body):
                return self.form(body, not positive, names)
            case And(parts) | Or(parts):
                below = [self.form(part, positive, names) for part in parts]
                both = isinstance(formula, And) == positive
                return conjunction(below) if both else disjunction(below)
            case Implies(left, right):
                return self.form(Or((Not(left), right)), positive, names)
            case Iff(left, right):
                cases = (And((left, right)), And((Not(left), Not(right))))
                if not positive:
                    cases = (And((left, Not(right))), And((Not(left), right)))
                return self.form(Or(cases), True, names)
            case Count():
                return self.form(_counted(formula), positive, names)
            case ForAll(variable, body) | Exists(variable, body):
                fresh = f"{variable} {next(self._numbers)}"
                inner = self.form(body, positive, {**names, variable: Variable(fresh)})
                if fresh not in free_variables(inner):
                    return inner  # domains are non-empty
                for_all = isinstance(formula, ForAll) == positive
                return ForAll(fresh, inner) if for_all else Exists(fresh, inner)
            case Truth(value):
                return Truth(value == positive)
        renamed = replace_variables(formula, names, self._meter)
        return renamed if positive else Not(renamed)


# --- narrowing ---------------------------------------------------------------------------------


def _explode(formula: Formula, meter: Meter) -> Formula:
    """The formula with quantifier-free parts expanded to literals; quantified parts unchanged."""
    if isinstance(formula, ForAll | Exists):
        return formula
    if quantified(formula):
        return rebuild(formula, tuple([_explode(child, meter) for child in children(formula)]))
    return _Normal(False, meter).form(formula, True, {})


def _distribute(formula: Formula, outer: type, inner: type) -> list[Formula]:
    """The parts of an equivalent formula with the connective `outer` above `inner`: for (Or, And)
    its disjunctive normal form, for (And, Or) its conjunctive normal form."""
    join = conjunction if inner is And else disjunction
    if isinstance(formula, outer):
        return [part for child in children(formula) for part in _distribute(child, outer, inner)]
    if isinstance(formula, inner):
        columns = [_distribute(child, outer, inner) for child in children(formula)]
        size = reduce(lambda total, column: total * len(column), columns, 1)
        if size > MAX_PARTS:
            raise NotMiniscopable("pushing a quantifier inwards makes the formula too large")
        return [join(list(choice)) for choice in product(*columns)]
    return [formula]


def _push(
    variable: str,
    body: Formula,
    node: Callable[[str, Formula], Formula],
    connective: type,
    dual: type,
    is_settled: Callable[[Formula], bool],
    meter: Meter,
) -> Formula:
    """Push one quantifier inwards: it distributes over `connective` (∧ for ∀, ∨ for ∃), and the
    parts of a `dual` that do not mention its variable move out of its scope."""
    meter.spend()
    join_over = conjunction if connective is And else disjunction
    join_under = conjunction if dual is And else disjunction
    if variable not in free_variables(body):
        return body
    if isinstance(body, connective):
        return join_over(
            [
                _push(variable, part, node, connective, dual, is_settled, meter)
                for part in children(body)
            ]
        )
    if isinstance(body, dual):
        parts = children(body)
        out = [part for part in parts if variable not in free_variables(part)]
        stay = [part for part in parts if variable in free_variables(part)]
        if out:
            inside = _push(variable, join_under(stay), node, connective, dual, is_settled, meter)
            return join_under([*out, inside])
    if not is_settled(body):
        whole = join_over(_distribute(_explode(body, meter), connective, dual))
        if whole != body:
            return _push(variable, whole, node, connective, dual, is_settled, meter)
    return node(variable, body)


def _narrow(formula: Formula, dependent: bool, meter: Meter) -> Formula:
    """The formula with its quantifiers pushed inwards; `dependent`: it is in the scope of a
    universal."""
    match formula:
        case And(parts):
            return conjunction([_narrow(part, dependent, meter) for part in parts])
        case Or(parts):
            return disjunction([_narrow(part, dependent, meter) for part in parts])
        case ForAll(variable, body):
            inner = _narrow(body, True, meter)
            return _push(
                variable,
                inner,
                ForAll,
                And,
                Or,
                lambda f: not contains(f, (Exists,)),
                meter,
            )
        case Exists(variable, body):
            inner = _narrow(body, dependent, meter)
            if not dependent:
                return Exists(variable, inner)
            return _push(
                variable, inner, Exists, Or, And, lambda f: free_variables(f) <= {variable}, meter
            )
    return formula


def _check(formula: Formula, dependent: bool) -> None:
    if isinstance(formula, Exists) and dependent:
        raise NotMiniscopable("an existential depends on a universal")
    for child in children(formula):
        _check(child, dependent or isinstance(formula, ForAll))


def narrowed(formula: Formula, budget: Budget = NO_LIMIT) -> Formula:
    """An equivalent of a closed formula without definitions, in which only ∧ and ∨ occur above or
    between quantifiers, every bound variable has a distinct name, and no ∃ is in the scope of a ∀.
    Quantifier-free parts may have any form. Every formula with only one-place predicates and no
    equality has such an equivalent. Raises `NotMiniscopable` if none was found, `GaveUp` at the
    end of the budget.
    """
    if not quantified(formula):
        return formula
    meter = Meter(budget, _BYTES)
    normal = _narrow(_Normal(True, meter).form(formula, True, {}), False, meter)
    _check(normal, False)
    return normal
