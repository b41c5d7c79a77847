"""What follows from which premises, for many questions about small problems.

Owns the choice between regions (all premises as integers, if there are few worlds) and a session of
the engines, behind one interface. `logic` decides what to ask.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Protocol

from solver.cancel import Budget, Meter, within
from solver.engines.atoms import NotFinite, axis_for, keys_of
from solver.engines.regions import Space, TooLarge, evaluate, space_of
from solver.language.problem import Query, Theory
from solver.language.syntax import Formula, Implies, expand, symbols_of
from solver.queries import Session
from solver.results import EngineChoice, Verdict
from solver.supports_search import hitting_sets

MAX_WORLDS = 1 << 12
"""Most worlds for which regions are used."""
_MOST_CLASSES = 4096
_MOST_SUPPORTS = 4096
_ALL = sys.maxsize


class Prover(Protocol):
    """The premises of one item under one variant. Every answer is None if no engine could
    decide."""

    @property
    def gave_up(self) -> bool:
        """Whether a question was left undecided."""

    def consistent(self) -> bool | None:
        """Whether the premises have a model."""

    def entails(self, formula: Formula) -> bool | None:
        """Whether the formula follows."""

    def alone(self, place: int, formula: Formula) -> bool | None:
        """Whether it follows from the one premise at that place."""

    def valid(self, formula: Formula) -> bool | None:
        """Whether it holds without any premise."""

    def used(self, formula: Formula, min_size: int = _ALL) -> frozenset[int] | None:
        """Indices of the premises in any minimal support of a formula that follows. If one support
        has at least `min_size` premises, only that support's."""


def prover(
    theory: Theory, formulas: Iterable[Formula], budget: Budget, engine: EngineChoice = "auto"
) -> Prover:
    """A prover for the premises; `formulas` are those it will be asked about. All questions
    together take no longer than the budget. Regions are used if the choice of engine permits.
    Raises `GaveUp`."""
    if engine in ("z3", "both"):
        return _Sessions(theory, budget, engine)
    meter = Meter(budget)
    expanded = [expand(f, theory.definitions, meter) for f in within(formulas, budget)]
    premises = [
        expand(premise.formula, theory.definitions, meter)
        for premise in within(theory.premises, budget)
    ]
    try:
        keys = keys_of(within([*premises, *expanded], budget))
        if len(keys) > MAX_WORLDS.bit_length():
            return _Sessions(theory, budget, engine)
        axes = [axis_for(key, theory.signature) for key in keys]
        return _Regions(theory, premises, space_of(axes, max_worlds=MAX_WORLDS))
    except (NotFinite, TooLarge):
        return _Sessions(theory, budget, engine)


class _Regions:
    gave_up = False

    def __init__(self, theory: Theory, premises: Sequence[Formula], space: Space) -> None:
        self._space = space
        self._definitions = theory.definitions
        self._premises = [evaluate(premise, space) for premise in premises]
        self._all = space.full
        for region in self._premises:
            self._all &= region

    def _fails(self, formula: Formula) -> int:
        return self._space.full ^ evaluate(expand(formula, self._definitions), self._space)

    def consistent(self) -> bool:
        return self._all != 0

    def entails(self, formula: Formula) -> bool:
        return not self._all & self._fails(formula)

    def alone(self, place: int, formula: Formula) -> bool:
        return not self._premises[place] & self._fails(formula)

    def valid(self, formula: Formula) -> bool:
        return not self._fails(formula)

    def used(self, formula: Formula, lacking: int = _ALL) -> frozenset[int] | None:
        classes = [(self._fails(formula), 0)]
        for number, region in enumerate(self._premises):
            split = []
            for worlds, violated in classes:
                inside = worlds & region
                if inside:
                    split.append((inside, violated))
                if inside != worlds:
                    split.append((worlds ^ inside, violated | 1 << number))
            classes = split
            if len(classes) > _MOST_CLASSES:
                return None
        union = 0
        sets = hitting_sets([violated for worlds, violated in classes if worlds])
        for count, mask in enumerate(islice(sets, _MOST_SUPPORTS + 1)):
            if count == _MOST_SUPPORTS:
                return None
            union |= mask
        return frozenset(n for n in range(len(self._premises)) if union >> n & 1)


class _Sessions:
    def __init__(self, theory: Theory, budget: Budget, engine: EngineChoice) -> None:
        self._engine: EngineChoice = engine
        self._theory = theory
        self._budget = budget
        self.gave_up = False
        self._empty = self._session_of(replace(theory, premises=()))
        self._known: dict[Formula, frozenset[tuple[str, int]]] = {}

    @cached_property
    def _session(self) -> Session:
        return self._session_of(self._theory)

    def _session_of(self, theory: Theory) -> Session:
        return Session(theory, engine=self._engine, shared_budget=self._budget)

    def _follows(self, session: Session, formula: Formula) -> bool | None:
        query = Query("necessary", "", formula)
        verdict = session.ask(query, want_supports=False).answer.verdict
        if verdict is not Verdict.UNKNOWN:
            return verdict is Verdict.NECESSARY
        self.gave_up = True
        return None

    @cached_property
    def _premise_symbols(self) -> list[frozenset[tuple[str, int]]]:
        premises = within(self._theory.premises, self._budget)
        return [self._symbols(premise.formula) for premise in premises]

    def _symbols(self, formula: Formula) -> frozenset[tuple[str, int]]:
        if formula not in self._known:
            whole = expand(formula, self._theory.definitions, Meter(self._budget))
            self._known[formula] = symbols_of(whole, self._budget)
        return self._known[formula]

    def consistent(self) -> bool | None:
        consistent = self._session.report.consistent
        self.gave_up |= consistent is None
        return consistent

    def entails(self, formula: Formula) -> bool | None:
        return self._follows(self._session, formula)

    def alone(self, place: int, formula: Formula) -> bool | None:
        premise = self._theory.premises[place]
        if self._premise_symbols[place].isdisjoint(self._symbols(formula)):
            # Without a common symbol it follows only if it is valid or the premise is
            # contradictory.
            return False
        return self._follows(self._session_of(replace(self._theory, premises=(premise,))), formula)

    def valid(self, formula: Formula) -> bool | None:
        return self._follows(self._empty, formula)

    def used(self, formula: Formula, lacking: int = _ALL) -> frozenset[int] | None:
        place_of = {premise.number: place for place, premise in enumerate(self._theory.premises)}
        if lacking <= len(place_of):
            # One support is found quickly; proving that there is no other takes a long search.
            supports = self._session.supports(formula, most=1)
            if supports is not None and supports.sets and len(supports.sets[0]) >= lacking:
                return frozenset(place_of[number] for number in supports.sets[0])
        supports = self._session.supports(formula)
        if supports is None or not supports.exhausted:
            return None
        return frozenset(place_of[number] for numbers in supports.sets for number in numbers)


def conditional(given: Formula | None, formula: Formula) -> Formula:
    """The formula that must follow for `formula` to follow together with `given`."""
    return formula if given is None else Implies(given, formula)
