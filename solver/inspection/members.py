"""The parts of an answer, each with its evidence.

The evidence for a row that a variant allows is a world of that variant; for a row that it forbids,
the minimal sets of premises that exclude it. Leaves the choice of parts to the kind
(`Kind.members`), and the analysis of premises to `solver.inspection.reasons`.
"""

from dataclasses import replace

from solver.cancel import Budget, Cancel, TimeLeft
from solver.engines.base import GaveUp
from solver.kinds.base import AnswerClaim, Member, Members, conditional
from solver.kinds.registry import kind_of
from solver.language.edits import theory
from solver.language.problem import Problem, Query, Theory
from solver.language.syntax import negation
from solver.queries import Session
from solver.results import (
    EngineAnswer,
    EngineChoice,
    PartReport,
    ProblemReport,
    QueryReport,
    Supports,
    World,
)


class Parts:
    """The parts of one query's answer, which share one budget."""

    def __init__(
        self,
        problem: Problem,
        query: Query,
        *,
        engine: EngineChoice = "auto",
        timeout: float = 5.0,
        cancel: Cancel | None = None,
    ) -> None:
        self.problem = problem
        self.query = query
        self.engine: EngineChoice = engine
        self.timeout = timeout
        self.budget = Budget.of(timeout, cancel)
        self._sessions: dict[str, Session] = {}

    def theory(self, under: str) -> Theory:
        """The premises of one of the query's variants."""
        return self._session(under).theory

    def _session(self, under: str) -> Session:
        if under not in self._sessions:
            variant_theory = theory(self.problem, under)
            session = Session(
                variant_theory,
                (),
                self.engine,
                self.timeout,
                self.budget.cancel,
                shared_budget=self.budget,
            )
            self._sessions[under] = session
        return self._sessions[under]

    def _ask(self, query: Query, limit: int | None) -> EngineAnswer:
        session = self._session(query.under)
        return (
            replace(session, queries=(query,)).ask(query, limit=limit, want_supports=False).answer
        )

    def members(self, answer: EngineAnswer) -> Members:
        """The rows that the answer lists and those that it omits; empty if the answer depends on
        one formula, or if time runs out."""
        constants: dict[str, None] = {}
        for name in self.query.variants:
            constants.update(dict.fromkeys(self.theory(name).signature.constants()))
        try:
            return kind_of(self.query.kind).members(self.query, answer, self._ask, list(constants))
        except GaveUp:
            return Members(whole=False)

    def report(self, member: Member) -> PartReport:
        """A part with its evidence."""
        worlds: dict[str, World | None] = {}
        supports: dict[str, Supports | None] = {}
        for statement in member.claims:
            if statement.can:
                worlds[statement.under] = self._ask(possibly(statement, self.query), 0).witness
            else:
                excluded = conditional(self.query, negation(statement.formula))
                supports[statement.under] = self._session(statement.under).supports(excluded)
        return PartReport(member.key, member.held, worlds, supports)


def possibly(statement: AnswerClaim, query: Query) -> Query:
    """The query whether the claim's formula can hold."""
    return Query(
        "possible", "possible", statement.formula, given=query.given, under=statement.under
    )


def with_parts(
    problem: Problem,
    report: ProblemReport,
    engine: EngineChoice,
    timeout: float,
    time_left: TimeLeft | None = None,
) -> ProblemReport:
    """The report with the parts of every answer that has neither supports nor a world.
    `time_left`: of each query, `timeout` seconds if None."""
    left = time_left or TimeLeft(timeout)

    def parted(query_report: QueryReport) -> QueryReport:
        query, answer = query_report.query, query_report.answer
        evidence = query_report.supports or answer.countermodel or answer.witness
        if evidence is not None or answer.unknown:
            return query_report
        with left.of(query.text):
            parts = Parts(problem, query, engine=engine, timeout=timeout)
            listed = parts.members(answer).members
            return replace(query_report, parts=tuple(map(parts.report, listed)) or None)

    return replace(report, queries=tuple(map(parted, report.queries)))
