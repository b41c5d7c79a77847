"""Queries put to one engine or both, and what they make of them together.

Owns which engine is asked, how two answers are compared and merged, and the report of a whole
problem. `auto` asks the exact engine, by grounding where the problem is first-order and its class
has a proved bound, and Z3 only where that cannot answer; `both` asks both. Z3 is not imported until
it is asked. Leaves deciding to the engines and wording to `explain`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter

from solver.cancel import Cancel
from solver.engines.base import GaveUp, NotApplicable
from solver.kinds.base import ask as ask_engine
from solver.kinds.base import conditional
from solver.kinds.registry import kind_of
from solver.language.edits import theory as theory_of
from solver.language.problem import BASELINE, Problem, Query, Theory
from solver.language.syntax import Formula, Truth
from solver.results import (
    MAX_SUPPORTS,
    EngineAnswer,
    EngineChoice,
    EngineName,
    ProblemReport,
    QueryReport,
    Supports,
    TheoryReport,
    Verdict,
)
from solver.worlds.adapter import GroundEngine, RegionEngine

DEFAULT_TIMEOUT = 10.0
"""Seconds Z3 may take for one query."""
_SUPPORT_SECONDS = 5.0
"""About this long an engine may look for supports beside a verdict."""


# --- asking ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Session:
    """One theory, and the engines its queries are put to. Queries named beforehand share work."""

    theory: Theory
    queries: tuple[Query, ...] = ()
    engine: EngineChoice = "auto"
    timeout: float = DEFAULT_TIMEOUT
    """Seconds Z3 may take for one query."""
    cancel: Cancel | None = None

    @cached_property
    def _regions(self) -> RegionEngine | None:
        """None where the premises are first-order."""
        try:
            return RegionEngine(self.theory, self.queries)
        except NotApplicable:
            pass
        if not self.queries:
            return None
        # One first-order query must not keep the others from the plain way.
        try:
            return RegionEngine(self.theory)
        except NotApplicable:
            return None

    def exact(self, query: Query, *, limit: int | None = None) -> EngineAnswer:
        """The exact engine's answer, by grounding where the problem is first-order; UNKNOWN with
        the reason where neither applies."""
        kind = kind_of(query.kind)
        regions = self._regions
        if regions is not None and regions.applies(query):
            return ask_engine(kind, regions, query, limit)
        return ask_engine(kind, GroundEngine(self.theory), query, limit)

    def z3(self, query: Query, *, limit: int | None = None) -> EngineAnswer:
        """Z3's answer."""
        from solver.smt import backend

        return backend.answer(
            self.theory, query, limit=limit, timeout=self.timeout, cancel=self.cancel
        )

    def ask(
        self, query: Query, *, limit: int | None = None, want_supports: bool = True
    ) -> QueryReport:
        """The query's report. At most `limit` models are listed; counts stay true.

        Raises InputError where the targets of `has_alternative(targets; f)` do not determine f.
        """
        engines: dict[EngineName, EngineAnswer] = {}
        if self.engine != "z3":
            engines["worlds"] = self.exact(query, limit=limit)
        if self.engine in ("z3", "both") or (self.engine == "auto" and engines["worlds"].unknown):
            engines["z3"] = self.z3(query, limit=limit)
        answers = list(engines.values())
        kind = kind_of(query.kind)
        agree = kind.agreement(*answers) if len(answers) == 2 else None
        answer = next((one for one in answers if not one.unknown), answers[-1])
        supports = None
        if want_supports and (entailed := kind.entailed(query, answer)) is not None:
            supports = self.supports(conditional(query, entailed))
        return QueryReport(query, answer, engines, agree, supports)

    # --- premises ------------------------------------------------------------------------------

    @cached_property
    def report(self) -> TheoryReport:
        """Whether the premises are consistent, and where not, a minimal conflict."""
        consistent = self._consistent()
        return TheoryReport(consistent, self._conflict() if consistent is False else None)

    def _consistent(self) -> bool | None:
        top = Query("possible", "possible(⊤)", Truth(True))
        answer = self.z3(top) if self.engine == "z3" else self.exact(top)
        if answer.unknown and self.engine in ("auto", "both"):
            answer = self.z3(top)
        return None if answer.unknown else answer.verdict is Verdict.POSSIBLE

    def _conflict(self) -> tuple[int, ...] | None:
        found = self.supports(Truth(False), cap=1)
        return found.sets[0] if found and found.sets else None

    def supports(
        self, formula: Formula, cap: int = MAX_SUPPORTS, most: int | None = None
    ) -> Supports | None:
        """Minimal sets of premises that entail a formula, at most `cap`; None where no engine could
        find one within its time. The exact engine searches for no more than `most`, whichever it
        finds first."""
        found = None if self.engine == "z3" else self._exact_supports(formula, cap, most)
        if found is not None or self.engine == "worlds":
            return found
        from solver.smt.supports import search

        seconds = min(self.timeout, _SUPPORT_SECONDS)
        found = search(self.theory, formula, cap, timeout=seconds, cancel=self.cancel)
        return found if found.sets else None

    def _exact_supports(self, formula: Formula, cap: int, most: int | None) -> Supports | None:
        # A first support takes a check a premise; where that is too much, Z3 learns faster.
        began = perf_counter()
        self.exact(Query("necessary", "", formula))
        if (perf_counter() - began) * len(self.theory.premises) > _SUPPORT_SECONDS:
            return None
        for engine in (RegionEngine, GroundEngine):
            try:
                return engine(self.theory).supports(formula, cap=cap, most=most)
            except NotApplicable:
                continue
            except GaveUp:
                return None
        return None


# --- whole problems ----------------------------------------------------------------------------


def ask(
    theory: Theory,
    query: Query,
    *,
    engine: EngineChoice = "auto",
    limit: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
    want_supports: bool = True,
) -> QueryReport:
    """One query over one theory; `query.under` is not looked at, the theory is taken as given.

    `timeout` is in seconds and is Z3's. See `Session.ask`.
    """
    session = Session(theory, (query,), engine, timeout, cancel)
    return session.ask(query, limit=limit, want_supports=want_supports)


def solve_problem(
    problem: Problem,
    *,
    engine: EngineChoice = "auto",
    limit: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
    want_supports: bool = True,
    queries: Sequence[Query] | None = None,
) -> ProblemReport:
    """Every query of a problem (or those of `queries`), each under its variant, and the
    consistency of every variant that is asked about, the baseline always included.

    Raises InputError for a variant that does not exist or targets that leave a formula open.
    """
    asked = problem.queries if queries is None else tuple(queries)
    names = dict.fromkeys([BASELINE, *(query.under for query in asked)])
    sessions = {
        name: Session(
            theory_of(problem, name),
            tuple(query for query in asked if query.under == name),
            engine,
            timeout,
            cancel,
        )
        for name in names
    }
    reports = tuple(
        sessions[query.under].ask(query, limit=limit, want_supports=want_supports)
        for query in asked
    )
    return ProblemReport({name: session.report for name, session in sessions.items()}, reports)
