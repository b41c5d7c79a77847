"""The nearest world to a given one in which a formula holds, by number of changed facts.

Owns the search, and the chain of single changes that leads to the world found. The search requires
a model that keeps at least n facts, for decreasing n, so that the first model found has the fewest
changes, whichever engine finds it. In a structure, the individuals and the denotations of constants
stay the same: over these individuals every quantifier is a conjunction or disjunction, and the
search is the same. Leaves the definition of facts to `facts`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from solver.cancel import NO_LIMIT, Budget, Cancel, GaveUp, Meter
from solver.diff import columns
from solver.errors import InputError
from solver.inspection.evaluate import Value, evaluate, false_premises
from solver.inspection.facts import fact_key, facts, with_facts
from solver.language.miniscoping import conjunction, disjunction
from solver.language.problem import Premise, Query, Target, Theory
from solver.language.syntax import (
    BOOL,
    Constant,
    Count,
    EnumIs,
    Equal,
    Exists,
    ForAll,
    Formula,
    Not,
    Pred,
    Prop,
    Signature,
    Symbol,
    SymbolKey,
    Term,
    Truth,
    children,
    expand,
    rebuild,
)
from solver.phrases import phrase
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import Model, Structure, Verdict, World

_FalsePremises = Callable[[frozenset[int]], tuple[int, ...]]
"""The premises that are false after some of the changes."""
EVERY_ORDER = 8
"""Maximum number of changes for which every order is tried; for more, a greedy order is used."""


@dataclass(frozen=True, slots=True)
class NearestWorld:
    """The result of the search for the nearest world."""

    world: World | None
    """The world with the changed facts; None if there is no such world, or if `reason` is given."""
    changes: Mapping[str, tuple[bool | str, bool | str]]
    """The values of each changed fact before and after; the number of changes is minimal."""
    reason: str = ""
    """Why the result is unknown; empty if it is known."""


@dataclass(frozen=True, slots=True)
class Step:
    """One change in the chain."""

    key: str
    """The fact."""
    before: bool | str
    after: bool | str
    world: World
    """The world after this change and those before it."""
    false_premises: tuple[int, ...]
    """Numbers of the premises that are false in that world."""
    value: Value
    """Value of the formula in that world."""


def nearest(
    theory: Theory,
    world: World,
    formula: Formula,
    *,
    keep_premises: bool = True,
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> NearestWorld:
    """The world with the fewest changed facts in which the formula holds and, with `keep_premises`,
    all premises. `timeout` is in seconds for the whole search.

    Raises InputError if the world is not a structure and the premises or the formula are
    first-order.
    """
    if not keep_premises:
        theory = Theory(theory.signature, (), theory.definitions)
    budget = Budget.of(timeout, cancel)
    if not isinstance(world, Structure):
        return _nearest(theory, world, formula, budget)
    try:
        over = _StructureFacts(world, theory, Meter(budget))
        ground = over.theory(theory)
        goal = over.formula(expand(formula, theory.definitions), {})
    except GaveUp as stop:
        return NearestWorld(None, {}, stop.reason)
    answer = _nearest(ground, over.facts, goal, budget)
    if answer.world is None or isinstance(answer.world, Structure):
        return answer
    return NearestWorld(with_facts(world, answer.world, theory.signature), answer.changes)


def _nearest(theory: Theory, world: Model, formula: Formula, budget: Budget) -> NearestWorld:
    query = Query("possible", "possible", formula)
    try:
        targets = columns(theory, theory, (query,), budget)
    except GaveUp as stop:
        return NearestWorld(None, {}, stop.reason)
    if targets is None:
        raise InputError(
            phrase("No nearest world"),
            phrase("first-order premises have no list of facts that could be changed one by one"),
        )
    by_key = {target.key: target for target in targets if target.key in world}
    literals = tuple(_literal(target, world[key]) for key, target in by_key.items())
    session = Session(theory, (query,), "auto", max(budget.left, 0.001), budget.cancel, budget)
    for changes in range(-1, len(literals) + 1):
        # First check whether the formula can hold at all; then the search must succeed.
        bound = None if changes < 0 else Count("at_least", len(literals) - changes, literals)
        try:
            answer = session.ask(
                Query("possible", "possible", formula, given=bound), want_supports=False
            ).answer
        except GaveUp as stop:
            return NearestWorld(None, {}, stop.reason)
        if answer.unknown:
            return NearestWorld(None, {}, answer.reason or phrase("the solver gave up"))
        if changes < 0 and answer.verdict is not Verdict.POSSIBLE:
            return NearestWorld(None, {})
        witness = answer.witness
        if changes >= 0 and answer.verdict is Verdict.POSSIBLE:
            if witness is None or isinstance(witness, Structure):
                return NearestWorld(None, {}, phrase("the engine gave no world"))
            after = {**world, **{key: witness[key] for key in by_key if key in witness}}
            changed = {key: (world[key], after[key]) for key in by_key if after[key] != world[key]}
            return NearestWorld(after, changed)
    return NearestWorld(None, {}, phrase("the engines contradict each other"))


def _literal(target: Target, value: bool | str) -> Formula:
    if target.enum is not None:
        return EnumIs(target.enum, str(value))
    assert target.formula is not None
    return target.formula if value else Not(target.formula)


class _StructureFacts:
    """Quantifier-free formulas over the individuals of one structure: every fact is a separate Bool
    or Enum."""

    def __init__(self, structure: Structure, theory: Theory, meter: Meter) -> None:
        self.structure = structure
        self.meter = meter
        self.facts = facts(structure, theory.signature)
        """The facts of the structure, and those that occur in formulas."""
        self._own: dict[SymbolKey, Symbol] = {}
        for key, value in self.facts.items():
            enum_symbol = theory.signature.get(key) if isinstance(value, str) else None
            self._own[(key, 0)] = enum_symbol or Symbol(key, BOOL)
        self.signature = Signature(self._own)

    def theory(self, theory: Theory) -> Theory:
        """The premises, with definitions expanded."""
        premises = tuple(
            Premise(premise.number, self.formula(expand(premise.formula, theory.definitions), {}))
            for premise in theory.premises
        )
        return Theory(self.signature, premises, {}, theory.name)

    def formula(self, formula: Formula, env: Mapping[str, str]) -> Formula:
        """One formula, with its variables as in `env`. Raises GaveUp at the end of the budget."""
        self.meter.spend()
        match formula:
            case ForAll(variable, body) | Exists(variable, body):
                parts = [self.formula(body, {**env, variable: e}) for e in self.structure.domain]
                return conjunction(parts) if isinstance(formula, ForAll) else disjunction(parts)
            case Pred(name, args):
                key = fact_key(name, [self._element(term, env) for term in args])
                if key not in self.facts:
                    # A false fact that was not listed because its predicate has too many rows.
                    self.facts[key] = False
                    self._own[(key, 0)] = Symbol(key, BOOL)
                return Prop(key)
            case Equal(left, right):
                return Truth(self._element(left, env) == self._element(right, env))
        below = children(formula)
        return rebuild(formula, tuple([self.formula(part, env) for part in below]))

    def _element(self, term: Term, env: Mapping[str, str]) -> str:
        if isinstance(term, Constant):
            element = self.structure.constants.get(term.name)
            if element is None:
                raise GaveUp(f"the structure does not say which individual {term.name} is")
            return element
        return env[term.name]


# --- the way there -------------------------------------------------------------------------------


def chain(
    theory: Theory,
    world: World,
    changes: Mapping[str, tuple[bool | str, bool | str]],
    formula: Formula,
    budget: Budget = NO_LIMIT,
) -> tuple[Step, ...]:
    """The changes as a sequence, in the order in which the fewest premises are false (summed over
    all steps; greedy for many changes). Raises GaveUp at the end of the budget."""
    keys = list(changes)
    broken_at: dict[frozenset[int], tuple[int, ...]] = {}

    def world_after(places: frozenset[int]) -> World:
        after = {keys[place]: changes[keys[place]][1] for place in places}
        return with_facts(world, after, theory.signature)

    def false_after(places: frozenset[int]) -> tuple[int, ...]:
        if places not in broken_at:
            broken_at[places] = false_premises(theory, world_after(places), budget)
        return broken_at[places]

    order = (
        _best(len(keys), false_after)
        if len(keys) <= EVERY_ORDER
        else _greedy(len(keys), false_after)
    )
    steps = []
    for place in range(len(order)):
        some = frozenset(order[: place + 1])
        key = keys[order[place]]
        changed_world = world_after(some)
        value = evaluate(formula, changed_world, theory.definitions, budget).value
        steps.append(Step(key, *changes[key], changed_world, false_after(some), value))
    return tuple(steps)


def _best(number: int, false_after: _FalsePremises) -> Sequence[int]:
    best: dict[frozenset[int], tuple[int, tuple[int, ...]]] = {frozenset(): (0, ())}
    for _ in range(number):
        further: dict[frozenset[int], tuple[int, tuple[int, ...]]] = {}
        for some, (cost, order) in best.items():
            for place in range(number):
                if place in some:
                    continue
                more = some | {place}
                pair = (cost + len(false_after(more)), (*order, place))
                if more not in further or pair < further[more]:
                    further[more] = pair
        best = further
    return next(iter(best.values()))[1]


def _greedy(number: int, false_after: _FalsePremises) -> Sequence[int]:
    order: list[int] = []
    while len(order) < number:
        rest = [place for place in range(number) if place not in order]
        order.append(min(rest, key=lambda place: len(false_after(frozenset([*order, place])))))
    return order
