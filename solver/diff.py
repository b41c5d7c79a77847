"""What a counterfactual changes: models kept, removed and added, and the answers that change.

Owns the comparison of two variants of one problem. An engine lists each part as the models of its
own theory (both; before and not after; after and not before), over all symbols used on either side;
`queries` decides which engine. Models of first-order problems cannot be listed; for these, an
engine searches in both directions for a structure that one side allows and the other forbids.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from solver.cancel import NO_LIMIT, Budget, Cancel, GaveUp, Meter, proceed, within
from solver.engines.atoms import ground_key
from solver.kinds.registry import kind_of
from solver.language.edits import theory as theory_of
from solver.language.miniscoping import conjunction
from solver.language.problem import (
    BASELINE,
    Premise,
    Problem,
    Query,
    Target,
    Theory,
    Variant,
)
from solver.language.syntax import (
    Constant,
    EnumIs,
    EnumSame,
    Equal,
    Exists,
    ForAll,
    Formula,
    Not,
    Pred,
    Prop,
    Signature,
    expand,
    symbols_of,
    walk,
)
from solver.language.usage import query_formulas
from solver.phrases import phrase
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import (
    EngineAnswer,
    EngineChoice,
    Model,
    QueryReport,
    TheoryReport,
    Verdict,
    World,
)

_FIRST_ORDER = phrase("first-order premises have no list of models")
"""Why the models of such premises are not listed."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the difference."""

    models: tuple[Model, ...] | None
    """At most `limit` models; None if they could not be listed."""
    count: int | None
    """How many there are in total; None if that is not known."""

    @property
    def exhausted(self) -> bool:
        """True if all models are listed."""
        return self.models is not None and len(self.models) == self.count


@dataclass(frozen=True, slots=True)
class DistinguishingStructure:
    """Whether one side allows a structure that the other forbids; used where models cannot be
    listed."""

    exists: bool | None
    """None if no engine could decide."""
    world: World | None = None
    """Such a structure, where one was found."""
    reason: str = ""
    """Why `exists` is None."""


@dataclass(frozen=True, slots=True)
class QueryChange:
    """A query under both variants."""

    query: Query
    before: QueryReport
    after: QueryReport
    changed: bool | None
    """None if an engine gave up on either side, or if truncated listings cannot be compared."""
    answers: tuple[str, str] | None = None
    """The three-valued answers before and after, for a truth question; otherwise None."""


@dataclass(frozen=True, slots=True)
class Diff:
    """Everything that differs between two variants of one problem."""

    before: str
    """Name of the variant."""
    after: str
    theories: Mapping[str, TheoryReport]
    """Consistency of the two variants, by name."""
    kept: Part
    removed: Part
    added: Part
    queries: tuple[QueryChange, ...]
    reason: str = ""
    """Why models are not listed; empty if they are."""
    only_before: DistinguishingStructure | None = None
    """For first-order premises, a structure that only `before` allows; None if models are
    listed."""
    only_after: DistinguishingStructure | None = None
    """The same for `after`."""

    @property
    def count_before(self) -> int | None:
        """Number of models before, over the symbols used on either side."""
        return _sum(self.kept.count, self.removed.count)

    @property
    def count_after(self) -> int | None:
        """Number of models after, over the symbols used on either side."""
        return _sum(self.kept.count, self.added.count)

    @property
    def unknown(self) -> bool:
        """True if an engine gave up on something."""
        return any(change.changed is None for change in self.queries)


def _sum(count: int | None, other: int | None) -> int | None:
    return None if count is None or other is None else count + other


def _whole(theory: Theory, budget: Budget) -> list[Formula]:
    """The premises with definitions expanded, since the two sides may define a name differently.
    Raises `GaveUp`."""
    meter = Meter(budget)
    return [expand(premise.formula, theory.definitions, meter) for premise in theory.premises]


def _targets(
    signature: Signature, formulas: list[Formula], budget: Budget
) -> tuple[Target, ...] | None:
    """All Bool and Enum symbols and ground atoms in use, as columns, symbols first. None for
    formulas with quantifiers or equality, which no list of columns can represent. Raises
    `GaveUp`."""
    atoms: dict[str, Target] = {}
    meter = Meter(budget)
    for formula in formulas:
        for node in walk(formula):
            meter.spend()
            match node:
                case Prop(name):
                    if name not in atoms:
                        atoms[name] = Target(name, node)
                case EnumIs(name, _):
                    atoms[name] = Target(name, None, name)
                case EnumSame(left, right):
                    atoms.update({name: Target(name, None, name) for name in (left, right)})
                case Pred(_, args) if all(isinstance(arg, Constant) for arg in args):
                    key = ground_key(node)
                    atoms[key] = Target(key, node)
                case Pred() | Equal() | ForAll() | Exists():
                    return None
    ordered = [n for n, arity in within(signature.symbols, budget) if not arity and n in atoms]
    return tuple([atoms[key] for key in within(dict.fromkeys([*ordered, *atoms]), budget)])


def changed(query: Query, before: EngineAnswer, after: EngineAnswer) -> bool | None:
    """Whether the answer to a query changes; None if that cannot be decided. Raises InputError if
    the query's kind does not exist or cannot be used."""
    same = kind_of(query.kind).same(query, before, after)
    return None if same is None else not same


@dataclass(frozen=True)
class _Sides:
    """Both theories over one signature, and the settings for the engines."""

    before: Theory
    after: Theory
    engine: EngineChoice
    limit: int | None
    timeout: float
    cancel: Cancel | None

    @property
    def signature(self) -> Signature:
        """The symbols of both sides."""
        return _both(self.before, self.after)

    def budget(self) -> Budget:
        """The budget of one step."""
        return Budget.of(self.timeout, self.cancel)

    def part(self, formulas: list[Formula], targets: tuple[Target, ...]) -> tuple[Part, str]:
        """The models of some formulas over the targets, and the reason if they cannot be listed."""
        proceed(self.cancel)
        premises = Premise.numbered(formulas)
        query = Query("enumerate_models", "all models", targets=targets)
        session = Session(
            Theory(self.signature, premises), (query,), self.engine, self.timeout, self.cancel
        )
        answer = session.ask(query, limit=self.limit, want_supports=False).answer
        if answer.unknown:
            return Part(None, None), answer.reason
        return Part(answer.models, answer.count), ""

    def parts(self, queries: tuple[Query, ...]) -> tuple[Part, Part, Part, str]:
        """The kept, removed and added parts, and the reason if they cannot be listed."""
        nothing = Part(None, None)
        budget = self.budget()
        try:
            before, after = _whole(self.before, budget), _whole(self.after, budget)
            targets = columns(self.before, self.after, queries, budget)
        except GaveUp as stop:
            return nothing, nothing, nothing, stop.reason
        if targets is None:
            return nothing, nothing, nothing, _FIRST_ORDER
        kept_models, first = self.part([*before, *after], targets)
        removed, second = self.part([*before, Not(conjunction(after))], targets)
        added, third = self.part([*after, Not(conjunction(before))], targets)
        return kept_models, removed, added, first or second or third

    def distinguishing(self, allowing: Theory, forbidding: Theory) -> DistinguishingStructure:
        """A structure in which all premises of one side hold but not all of the other's."""
        try:
            allowed, forbidden = (_whole(side, self.budget()) for side in (allowing, forbidding))
        except GaveUp as stop:
            return DistinguishingStructure(None, None, stop.reason)
        premises = Premise.numbered(allowed)
        query = Query("possible", "apart", Not(conjunction(forbidden)))
        theory = Theory(self.signature, premises)
        session = Session(theory, (query,), self.engine, self.timeout, self.cancel)
        answer = session.ask(query, want_supports=False).answer
        if answer.unknown:
            return DistinguishingStructure(None, None, answer.reason)
        return DistinguishingStructure(answer.verdict is Verdict.POSSIBLE, answer.witness)


def _both(before: Theory, after: Theory) -> Signature:
    return Signature({**before.signature.symbols, **after.signature.symbols})


def columns(
    before: Theory, after: Theory, queries: tuple[Query, ...], budget: Budget = NO_LIMIT
) -> tuple[Target, ...] | None:
    """The columns of models: every symbol and ground atom that occurs in the premises of either
    side or in these queries, with definitions expanded. None for first-order premises. Raises
    `GaveUp`."""
    signature = _both(before, after)
    premises = _whole(before, budget)
    if after is not before:
        premises += _whole(after, budget)
    targets = _targets(signature, premises, budget)
    if targets is None or not queries:
        return targets
    formulas = _query_formulas(queries, before, budget) + _query_formulas(queries, after, budget)
    return _targets(signature, [*premises, *formulas], budget) or targets


def _query_formulas(queries: tuple[Query, ...], theory: Theory, budget: Budget) -> list[Formula]:
    """The formulas that queries mention, with definitions expanded, and their Enum targets."""
    meter = Meter(budget)
    formulas = [
        expand(f, theory.definitions, meter) for query in queries for f in query_formulas(query)
    ]
    formulas.extend(
        EnumSame(target.enum, target.enum)
        for query in queries
        for target in query.targets
        if target.enum is not None
    )
    return formulas


def _means(query: Query, theory: Theory) -> bool:
    """Whether the theory declares or defines every name of the query."""
    return all(
        key in theory.signature.symbols or (key[1] == 0 and key[0] in theory.definitions)
        for formula in query_formulas(query)
        for key in symbols_of(formula)
    )


def common_queries(problem: Problem, before: Theory, after: Theory) -> tuple[Query, ...]:
    """The queries of a problem that make sense on both sides, without duplicates that differ only
    in the variant they name. A query that uses a name defined on only one side is left out."""
    return tuple(
        {
            replace(query, text="", under=BASELINE): query
            for query in problem.queries
            if _means(query, before) and _means(query, after)
        }.values()
    )


def diff(
    problem: Problem,
    after: Variant | str,
    before: Variant | str = BASELINE,
    *,
    engine: EngineChoice = "auto",
    limit: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> Diff:
    """The difference between `before` and `after`; each is a variant or the name of one.

    Every query of the problem is answered under both, whatever variant it names; a query that uses
    a name defined on only one side is left out. At most `limit` models are listed per part.
    `timeout` is in seconds for each query and each side. Raises InputError as `solve_problem` does,
    `Cancelled`.
    """
    theory, after_theory = theory_of(problem, before), theory_of(problem, after)
    queries = common_queries(problem, theory, after_theory)
    sides = _Sides(theory, after_theory, engine, limit, timeout, cancel)
    kept_models, removed, added, reason = sides.parts(queries)
    first_order = reason == _FIRST_ORDER
    sessions = [Session(side, queries, engine, timeout, cancel) for side in (theory, after_theory)]
    changes = []
    for query in queries:
        proceed(cancel)
        first, second = (session.ask(query, limit=limit) for session in sessions)
        difference = changed(query, first.answer, second.answer)
        changes.append(QueryChange(query, first, second, difference))
    theories = {s.theory.name: s.report for s in sessions}
    only_before = only_after = None
    if first_order:
        only_before, only_after = (
            sides.distinguishing(theory, after_theory),
            sides.distinguishing(after_theory, theory),
        )
    return Diff(
        theory.name,
        after_theory.name,
        theories,
        kept_models,
        removed,
        added,
        tuple(changes),
        reason,
        only_before,
        only_after,
    )
