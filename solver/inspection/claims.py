"""The claims of an answer: the formulas that the premises must entail for it to be correct.

An answer that only says that something is possible depends on no premise; it would also be correct
without any. Leaves the interpretation of an answer to its kind, and finding supports of these
formulas to `queries`.
"""

from dataclasses import replace

from solver.cancel import TimeLeft
from solver.kinds.base import conditional
from solver.kinds.registry import kind_of
from solver.language.edits import theory
from solver.language.problem import Problem, Query
from solver.language.syntax import And, Formula
from solver.queries import Session
from solver.results import EngineAnswer, EngineChoice, ProblemReport, QueryReport


def claims(session: Session, query: Query, answer: EngineAnswer) -> tuple[Formula, ...] | None:
    """The formulas that must follow for the answer to be correct; empty if it needs no premise,
    None if that cannot be decided (no answer, or a list that is too long to write as a formula).
    Raises InputError if the query's kind does not exist or cannot be used."""

    def ask(other: Query, limit: int | None) -> EngineAnswer:
        return session.ask(other, limit=limit, want_supports=False).answer

    constants = session.theory.signature.constants()
    formulas = kind_of(query.kind).rests_on(query, answer, ask, constants)
    if formulas is None:
        return None
    return tuple(conditional(query, formula) for formula in formulas)


def with_supports(
    problem: Problem,
    report: ProblemReport,
    engine: EngineChoice,
    timeout: float,
    time_left: TimeLeft | None = None,
) -> ProblemReport:
    """The report with supports added for answers that are not given by a single formula: lists,
    numbers, projections. These are the minimal sets of premises that entail all claims of the
    answer. `time_left`: of each query, `timeout` seconds if None."""
    left = time_left or TimeLeft(timeout)

    def supported(query_report: QueryReport) -> QueryReport:
        query, answer = query_report.query, query_report.answer
        if query_report.supports is not None or answer.unknown:
            return query_report
        session = Session(theory(problem, query.under), (query,), engine, timeout)
        with left.of(query.text):
            resting = claims(session, query, answer)
            if not resting:
                return query_report
            whole = resting[0] if len(resting) == 1 else And(resting)
            return replace(query_report, supports=session.supports(whole))

    return replace(report, queries=tuple(map(supported, report.queries)))
