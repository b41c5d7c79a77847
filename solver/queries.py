"""Answering queries with one engine or both, and combining their answers.

Owns the choice of engine, the comparison and merging of two answers, and the report on a whole
problem. `auto` uses the exact engine (with grounding if the problem is first-order and its class
has a proved bound), and Z3 only if that gives no answer; `both` uses both. Z3 is imported when it
is first used. Leaves deciding to the engines and wording to `explain`.
"""

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property

from solver.cancel import NO_LIMIT, Budget, Cancel, TimeLeft
from solver.engines.base import GaveUp
from solver.engines.engine_choice import ExactEngine
from solver.kinds.assignments import instances
from solver.kinds.base import ask as ask_engine
from solver.kinds.base import conditional
from solver.kinds.registry import kind_of
from solver.language.edits import theory as theory_of
from solver.language.problem import BASELINE, Problem, Query, Target, Theory
from solver.language.syntax import Formula, Signature, Truth
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

DEFAULT_TIMEOUT = 10.0
"""Seconds that one query may take."""
_SUPPORT_SECONDS = 5.0
"""Maximum seconds spent on supports in addition to a verdict."""
_FIRST_SHARE = 0.6
"""Share of the time that the exact engine gets if Z3 may be used after it."""


def asked_about(
    queries: Iterable[Query], signature: Signature, budget: Budget = NO_LIMIT
) -> tuple[list[Formula], list[Target]]:
    """The closed formulas and the targets of queries over a signature. Raises `GaveUp`."""
    formulas: list[Formula] = []
    targets: list[Target] = []
    for query in queries:
        targets += query.targets
        formulas += [target.formula for target in query.listed if target.formula is not None]
        if query.given is not None:
            formulas.append(query.given)
        if query.variable is not None:
            formulas += instances(query, signature.constants(), budget).values()
        elif query.formula is not None:
            formulas.append(query.formula)
    return formulas, targets


# --- asking ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Session:
    """One theory with the engines that answer its queries. Queries given in advance share work."""

    theory: Theory
    queries: tuple[Query, ...] = ()
    engine: EngineChoice = "auto"
    timeout: float = DEFAULT_TIMEOUT
    """Seconds that one query may take, including all engines and supports."""
    cancel: Cancel | None = None
    shared_budget: Budget | None = None
    """Budget of all queries of the session together; None if each has its own."""
    shows: bool = True
    """Whether verdicts come with worlds that demonstrate them; see `Engine.shows`."""

    def _budget(self) -> Budget:
        if self.shared_budget is not None:
            return self.shared_budget.at_most(self.timeout)
        return Budget.of(self.timeout, self.cancel)

    @cached_property
    def _exact(self) -> ExactEngine:
        """The exact engine, which processes the premises once for all queries. Raises `GaveUp`."""
        budget = self._budget()
        formulas, targets = asked_about(self.queries, self.theory.signature, budget)
        return ExactEngine(self.theory, formulas, targets, budget=budget, shows=self.shows)

    def exact(
        self, query: Query, *, limit: int | None = None, budget: Budget | None = None
    ) -> EngineAnswer:
        """The exact engine's answer, by grounding if the problem is first-order; UNKNOWN with the
        reason if it has none. Raises InputError if the query's kind does not exist or cannot be
        used."""
        try:
            exact = self._exact
        except GaveUp as stop:
            return _gave_up("worlds", stop.reason)
        exact.budget = budget or self._budget()
        return ask_engine(kind_of(query.kind), exact, query, limit)

    def z3(
        self, query: Query, *, limit: int | None = None, budget: Budget | None = None
    ) -> EngineAnswer:
        """Z3's answer. Raises InputError if the query's kind does not exist or cannot be used."""
        budget = budget or self._budget()
        try:
            budget.check()
            subjects = asked_about([query], self.theory.signature, budget)
        except GaveUp as stop:
            return _gave_up("z3", stop.reason)
        from solver.engines.z3 import Z3Engine

        engine = Z3Engine(self.theory, *subjects, budget=budget, shows=self.shows)
        return ask_engine(kind_of(query.kind), engine, query, limit)

    def ask(
        self, query: Query, *, limit: int | None = None, want_supports: bool = True
    ) -> QueryReport:
        """The query's report. At most `limit` models are listed, but counts are complete. All
        engines and the search for supports share one budget.

        Raises InputError if the targets of `has_alternative(targets; f)` do not determine f.
        """
        budget = self._budget()
        engines: dict[EngineName, EngineAnswer] = {}
        if self.engine != "z3":
            engines["worlds"] = self.exact(query, limit=limit, budget=self._first(budget))
        if self.engine in ("z3", "both") or (self.engine == "auto" and engines["worlds"].unknown):
            engines["z3"] = self.z3(query, limit=limit, budget=budget)
        answers = list(engines.values())
        kind = kind_of(query.kind)
        agree = kind.agreement(*answers) if len(answers) == 2 else None
        answer = next(
            (engine_answer for engine_answer in answers if not engine_answer.unknown), answers[-1]
        )
        supports = None
        if want_supports and (entailed := kind.entailed(query, answer)) is not None:
            supports = self._supports(conditional(query, entailed), MAX_SUPPORTS, None, budget)
        return QueryReport(query, answer, engines, agree, supports)

    # --- premises ------------------------------------------------------------------------------

    @cached_property
    def report(self) -> TheoryReport:
        """Whether the premises are consistent, and a minimal conflict if they are not."""
        budget = self._budget()
        consistent = self._consistent(budget)
        conflict = None
        if consistent is False:
            supports = self._supports(Truth(False), 1, None, budget)
            conflict = supports.sets[0] if supports and supports.sets else None
        return TheoryReport(consistent, conflict)

    def _consistent(self, budget: Budget) -> bool | None:
        top = Query("possible", "possible(⊤)", Truth(True))
        if self.engine == "z3":
            answer = self.z3(top, budget=budget)
        else:
            answer = self.exact(top, budget=self._first(budget))
        if answer.unknown and self.engine in ("auto", "both"):
            answer = self.z3(top, budget=budget)
        return None if answer.unknown else answer.verdict is Verdict.POSSIBLE

    def _first(self, budget: Budget) -> Budget:
        """The exact engine's part of a budget, which leaves time for Z3."""
        return budget if self.engine == "worlds" else budget.at_most(budget.left * _FIRST_SHARE)

    def supports(
        self, formula: Formula, cap: int = MAX_SUPPORTS, most: int | None = None
    ) -> Supports | None:
        """At most `cap` minimal sets of premises that entail a formula; None if no engine found one
        in time. The search ends once it has found `most`, not necessarily the smallest."""
        return self._supports(formula, cap, most, self._budget())

    def _supports(
        self, formula: Formula, cap: int, most: int | None, budget: Budget
    ) -> Supports | None:
        budget = budget.at_most(_SUPPORT_SECONDS)
        if self.engine != "z3":
            try:
                exact = self._exact
                exact.budget = self._first(budget)
                supports = exact.supports(formula, cap=cap, most=most)
                if supports.sets or supports.exhausted or self.engine == "worlds":
                    return supports if supports.sets or supports.exhausted else None
            except GaveUp:
                if self.engine == "worlds":
                    return None
        if budget.is_over:
            return None
        from solver.engines.z3 import Z3Engine

        try:
            supports = Z3Engine(self.theory, [formula], budget=budget).supports(
                formula, cap=cap, most=most
            )
        except GaveUp:
            return None
        return supports if supports.sets else None


def _gave_up(engine: EngineName, reason: str) -> EngineAnswer:
    return EngineAnswer(engine, Verdict.UNKNOWN, exhausted=False, reason=reason)


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
    """Answer one query over one theory; `query.under` is ignored.

    `timeout` is in seconds, for all engines together. See `Session.ask`.
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
    time_left: TimeLeft | None = None,
) -> ProblemReport:
    """Answer every query of a problem (or those in `queries`), each under its variant, and check
    the consistency of every queried variant and of the baseline. `time_left`: if given, what each
    query takes here is subtracted from it.

    Raises InputError for a variant that does not exist, or for targets that do not determine a
    formula.
    """
    chosen = problem.queries if queries is None else tuple(queries)
    names = dict.fromkeys([BASELINE, *(name for query in chosen for name in query.variants)])
    sessions = {
        name: Session(
            theory_of(problem, name),
            tuple(query for query in chosen if query.under == name),
            engine,
            timeout,
            cancel,
        )
        for name in names
    }
    reports: list[QueryReport] = []
    for query in chosen:
        session = sessions[query.under]
        with nullcontext() if time_left is None else time_left.of(query.text):
            reports.append(session.ask(query, limit=limit, want_supports=want_supports))
    theories = {name: session.report for name, session in sessions.items()}
    return ProblemReport(theories, tuple(reports))
