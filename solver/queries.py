"""Queries put to one engine or both, and what they make of them together.

Owns which engine is asked, how two answers are compared and merged, and the report of a whole
problem. `auto` asks the exact engine, by grounding where the problem is first-order and its class
has a proved bound, and Z3 only where that cannot answer; `both` asks both. Z3 is not imported until
it is asked. Leaves deciding to the engines and wording to `explain`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter

from solver.cancel import Cancel
from solver.language.edits import theory as theory_of
from solver.language.narrow import Stuck
from solver.language.problem import BASELINE, Problem, Query, QueryKind, Theory
from solver.language.syntax import Formula, Implies, Truth, negation
from solver.results import (
    MAX_SUPPORTS,
    EngineAnswer,
    EngineChoice,
    EngineName,
    Model,
    ProblemReport,
    QueryReport,
    Supports,
    TheoryReport,
    Verdict,
)
from solver.worlds import grounded
from solver.worlds.engine import Worlds
from solver.worlds.formula import NotFinite
from solver.worlds.ground import entailment
from solver.worlds.space import TooLarge

DEFAULT_TIMEOUT = 10.0
"""Seconds Z3 may take for one query."""
_SUPPORT_SECONDS = 5.0
"""About this long an engine may look for supports beside a verdict."""


# --- comparing ---------------------------------------------------------------------------------


def _rows(models: Iterable[Model]) -> frozenset[frozenset[tuple[str, bool | str]]]:
    return frozenset(frozenset(model.items()) for model in models)


def agreement(one: EngineAnswer, other: EngineAnswer) -> bool | None:
    """Whether two engines said the same; None where one of them gave no answer.

    Verdict, count, solution, projection and models are compared where both give them, in no order;
    model lists only where both are whole. Countermodels and witnesses may differ.
    """
    if one.unknown or other.unknown:
        return None
    if one.verdict != other.verdict:
        return False
    # A reason beside an answer says that counting was cut short.
    counted = not (one.reason or other.reason) and None not in (one.count, other.count)
    if counted and one.count != other.count:
        return False
    if one.solution is not None and other.solution is not None and one.solution != other.solution:
        return False
    if one.projection is not None and other.projection is not None:
        return set(one.projection) == set(other.projection)
    if one.models is not None and other.models is not None and one.exhausted and other.exhausted:
        return _rows(one.models) == _rows(other.models)
    return True


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
    def _worlds(self) -> Worlds | NotFinite:
        try:
            return Worlds(self.theory, self.queries)
        except NotFinite as trouble:
            # One first-order query must not keep the others from the plain way.
            try:
                return Worlds(self.theory) if self.queries else trouble
            except NotFinite:
                return trouble

    def exact(self, query: Query, *, limit: int | None = None) -> EngineAnswer:
        """The exact engine's answer, by grounding where the problem is first-order; UNKNOWN with
        the reason where neither applies."""
        began = perf_counter()
        worlds = self._worlds
        try:
            if isinstance(worlds, Worlds):
                return worlds.answer(query, limit=limit)
        except NotFinite:
            pass
        except TooLarge as trouble:
            return _too_large(trouble, (perf_counter() - began) * 1000)
        return grounded.answer(self.theory, query, limit=limit)

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
        agree = agreement(*answers) if len(answers) == 2 else None
        answer = next((one for one in answers if not one.unknown), answers[-1])
        supports = None
        if want_supports and (entailed := _entailed(query, answer)) is not None:
            supports = self.supports(entailed)
        return QueryReport(query, answer, engines, agree, supports)

    # --- premises ------------------------------------------------------------------------------

    @cached_property
    def report(self) -> TheoryReport:
        """Whether the premises are consistent, and where not, a minimal conflict."""
        consistent = self._consistent()
        return TheoryReport(consistent, self._conflict() if consistent is False else None)

    def _consistent(self) -> bool | None:
        top = Query(QueryKind.POSSIBLE, "possible(⊤)", Truth(True))
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
        from solver.supports import supports

        # A first support takes a check a premise; where that is too much, Z3 learns faster.
        began = perf_counter()
        self.exact(Query(QueryKind.NECESSARY, "", formula))
        if (perf_counter() - began) * len(self.theory.premises) > _SUPPORT_SECONDS:
            return None
        try:
            return supports(self.theory, formula, cap, most=most)
        except TooLarge:
            return None
        except NotFinite:
            pass
        try:
            made = entailment(self.theory, formula)
            return supports(made.theory, made.goal, cap, background=made.background, most=most)
        except (Stuck, TooLarge, NotFinite):
            return None


def _too_large(trouble: TooLarge, milliseconds: float) -> EngineAnswer:
    return EngineAnswer(
        "worlds",
        Verdict.UNKNOWN,
        exhausted=False,
        milliseconds=milliseconds,
        reason=trouble.message or trouble.title,
    )


def _entailed(query: Query, answer: EngineAnswer) -> Formula | None:
    """What the premises entail where the answer says so; `given` goes before it."""
    formula = query.formula
    if formula is None:
        return None
    match answer.verdict:
        case Verdict.IMPOSSIBLE:
            formula = negation(formula)
        case Verdict.NECESSARY | Verdict.NO_ALTERNATIVE:
            pass
        case _:
            return None
    return formula if query.given is None else Implies(query.given, formula)


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
