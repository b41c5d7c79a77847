"""The exact engine behind the engines' protocol: regions where the problem is finite, ground atoms
where it is first-order and its class has a proved bound.

Owns the translation of the protocol's questions, and of what these engines raise.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from solver.engines.base import GaveUp, Listing, NotApplicable
from solver.kinds.base import ask
from solver.kinds.registry import kind_of
from solver.language.narrow import Stuck, conjunction, quantified
from solver.language.problem import Premise, Query, Target, Theory
from solver.language.syntax import Formula, Iff, Prop, expand
from solver.results import EngineAnswer, EngineName, Supports, World
from solver.worlds.engine import Worlds
from solver.worlds.formula import NotFinite, collect_keys
from solver.worlds.ground import GroundTheory, ground
from solver.worlds.grounded import structure_of
from solver.worlds.query import query_keys
from solver.worlds.small import SmallWorlds
from solver.worlds.space import TooLarge


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except NotFinite as trouble:
        raise NotApplicable(trouble.message or trouble.title) from trouble
    except TooLarge as trouble:
        raise GaveUp(trouble.message or trouble.title) from trouble
    except Stuck as trouble:
        raise NotApplicable(f"cannot be grounded: {trouble}") from trouble


class RegionEngine:
    """A theory without quantifiers, held as a region of worlds or reduced for each question.

    Raises NotApplicable where the theory or a query named beforehand is first-order.
    """

    name: EngineName = "worlds"
    note = ""

    def __init__(
        self, theory: Theory, queries: Sequence[Query] = (), *, worlds: Worlds | None = None
    ) -> None:
        self.theory = theory
        with _translated():
            self._worlds = Worlds(theory, queries) if worlds is None else worlds

    def applies(self, query: Query) -> bool:
        """Whether nothing in the query needs first-order means."""
        try:
            query_keys(self.theory, [query])
        except NotFinite:
            return False
        return True

    def _covering(self, formulas: Iterable[Formula], targets: Sequence[Target] = ()) -> Worlds:
        keys: dict[str, None] = {}
        for target in targets:
            if target.enum is not None:
                keys[target.enum] = None
        for formula in chain(formulas, (t.formula for t in targets if t.formula is not None)):
            collect_keys(formula, keys)
        return self._worlds.covering(keys)

    def world(self, *assumed: Formula) -> World | None:
        """The first world, over all symbols in use."""
        with _translated():
            return self._covering(assumed).backend.world(conjunction(list(assumed)))

    def satisfiable(self, *assumed: Formula) -> bool:
        """Whether there is a world."""
        with _translated():
            backend = self._covering(assumed).backend
            formula = conjunction(list(assumed))
            if isinstance(backend, SmallWorlds):
                return backend.sides(formula, None)[0]
            return backend.world(formula) is not None

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """Always all of them: counting costs nothing here."""
        with _translated():
            backend = self._covering(assumed, targets).backend
            formula = conjunction(list(assumed)) if assumed else None
            found = backend.assignments(targets, formula, None, limit)
            return Listing(found.models, found.count)

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """Whether worlds that agree on the targets agree on the formula."""
        with _translated():
            backend = self._covering((formula, *assumed), targets).backend
            return backend.determines(
                targets, formula, conjunction(list(assumed)) if assumed else None
            )

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """Minimal supports, by duality or search."""
        from solver.supports import supports

        with _translated():
            return supports(self.theory, formula, cap, most=most)


class GroundEngine:
    """A first-order theory decided over ground atoms, up to a proved bound on its models."""

    name: EngineName = "worlds"

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.note = ""

    def _ground(self, assumed: Sequence[Formula], theory: Theory | None = None) -> GroundTheory:
        made = ground(self.theory if theory is None else theory, assumed)
        self.note = f"by grounding; {made.bound}"
        return made

    def world(self, *assumed: Formula) -> World | None:
        """A finite structure."""
        with _translated():
            formula = conjunction(list(assumed))
            made = self._ground([formula])
            whole = _with(made.theory, made.background, made.positive(0))
            world = Worlds(whole).backend.world(None)
            return None if world is None else structure_of(made, self.theory, [formula], world)

    def satisfiable(self, *assumed: Formula) -> bool:
        """Whether there is a structure."""
        with _translated():
            made = self._ground([conjunction(list(assumed))])
            return Worlds(_with(made.theory, made.background, made.positive(0))).consistent

    def _columns(
        self, targets: Sequence[Target], formulas: Sequence[Formula], assumed: Sequence[Formula]
    ) -> tuple[RegionEngine, tuple[Target, ...], list[Formula]]:
        """The ground theory with targets and formulas over ground atoms; what is quantified becomes
        a Bool made equal to it."""
        columns: list[Formula] = []
        equal: list[Formula] = []
        for place, formula in enumerate(
            [*(t.formula for t in targets if t.formula is not None), *formulas]
        ):
            written = expand(formula, self.theory.definitions)
            if quantified(written):
                column = Prop(f"column {place}")
                equal.append(Iff(column, written))
                columns.append(column)
            else:
                columns.append(written)
        made = self._ground(columns, _with(self.theory, *assumed, *equal))
        places = iter(range(len(columns)))
        renamed = tuple(
            t if t.formula is None else Target(t.key, made.positive(next(places))) for t in targets
        )
        return (
            RegionEngine(_with(made.theory, made.background)),
            renamed,
            [made.positive(place) for place in places],
        )

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """Distinct assignments to the targets."""
        with _translated():
            engine, columns, _ = self._columns(targets, (), assumed)
            return engine.assignments(columns, limit=limit, most=most)

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """Whether structures that agree on the targets agree on the formula."""
        with _translated():
            engine, columns, (column,) = self._columns(targets, [formula], assumed)
            return engine.determines(columns, column)

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """Minimal supports, over ground atoms."""
        from solver.supports import supports
        from solver.worlds.ground import entailment

        with _translated():
            made = entailment(self.theory, formula)
            return supports(made.theory, made.goal, cap, background=made.background, most=most)


def answer(theory: Theory, query: Query, *, limit: int | None = None) -> EngineAnswer:
    """The answer over ground atoms; UNKNOWN with the reason where the problem is outside the class
    that can be grounded, or too large."""
    return ask(kind_of(query.kind), GroundEngine(theory), query, limit)


def _with(theory: Theory, *formulas: Formula | None) -> Theory:
    """The theory with further premises."""
    number = max((premise.number for premise in theory.premises), default=-1) + 1
    more = [formula for formula in formulas if formula is not None]
    added = [Premise(number + place, formula) for place, formula in enumerate(more)]
    return Theory(theory.signature, (*theory.premises, *added), theory.definitions, theory.name)
