"""How a formula stands to the premises: entailed, contradicted, left open, or beyond telling.

Owns the question asked both ways (does f follow, does ¬f follow) and what the engines make of it
together, with the world in which the formula fails and the one in which it holds. Leaves single
queries to `queries`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from solver.language.problem import Query
from solver.language.syntax import Formula, Implies, Truth, negation
from solver.queries import Session
from solver.results import EngineAnswer, EngineName, QueryReport, Supports, Verdict, World


class Stand(StrEnum):
    """What the premises say of a formula."""

    ENTAILED = "entailed"
    CONTRADICTED = "contradicted"
    UNDETERMINED = "undetermined"
    INCONSISTENT = "premises inconsistent"
    """Both the formula and its negation follow."""
    UNKNOWN = "unknown"
    """No engine could tell; never an answer."""


@dataclass(frozen=True, slots=True)
class FormulaStanding:
    """How one formula stands to the premises."""

    formula: Formula
    given: Formula | None
    """What was added to the premises for this one question."""
    stand: Stand
    engines: Mapping[EngineName, Stand]
    """One entry an engine that was asked."""
    agree: bool | None
    """None where fewer than two engines could tell."""
    countermodel: World | None = None
    """A model of the premises in which the formula fails, where there is one to show."""
    witness: World | None = None
    """A model of the premises in which the formula holds, where there is one to show."""
    supports: Supports | None = None
    """Of the formula where it is entailed, of its negation where it is contradicted, of the
    contradiction where the premises are inconsistent."""
    reason: str = ""
    """Why unknown, or why the engines are not at one."""

    @property
    def refuted(self) -> bool:
        """True where the formula is known not to follow."""
        return self.stand in (Stand.CONTRADICTED, Stand.UNDETERMINED)


def stand_of(follows: EngineAnswer, denied: EngineAnswer) -> Stand:
    """What one engine's answers to `necessary(f)` and `necessary(¬f)` say together."""
    if follows.unknown or denied.unknown:
        return Stand.UNKNOWN
    holds = follows.verdict is Verdict.NECESSARY
    fails = denied.verdict is Verdict.NECESSARY
    if holds and fails:
        return Stand.INCONSISTENT
    if holds:
        return Stand.ENTAILED
    return Stand.CONTRADICTED if fails else Stand.UNDETERMINED


def standing(
    session: Session,
    formula: Formula,
    *,
    given: Formula | None = None,
    want_supports: bool = True,
) -> FormulaStanding:
    """How the formula stands to the session's premises, by the engines the session names."""
    follows = _query_report(session, formula, given)
    denied = _query_report(session, negation(formula), given)
    engines = {
        name: stand_of(follows.engines[name], denied.engines[name])
        for name in _both(follows, denied)
    }
    stands = [engine for engine in engines.values() if engine is not Stand.UNKNOWN]
    agree = len(set(stands)) == 1 if len(stands) > 1 else None
    merged = stand_of(follows.answer, denied.answer)
    reason = follows.answer.reason or denied.answer.reason if merged is Stand.UNKNOWN else ""
    if agree is False:
        merged, reason = Stand.UNKNOWN, "the engines contradict each other"
    supports = None
    if want_supports:
        supports = _supports(session, merged, formula, given)
    return FormulaStanding(
        formula,
        given,
        merged,
        engines,
        agree,
        countermodel=_world(follows),
        witness=_world(denied),
        supports=supports,
        reason=reason,
    )


def _query_report(session: Session, formula: Formula, given: Formula | None) -> QueryReport:
    query = Query("necessary", "necessary", formula, given=given)
    return session.ask(query, want_supports=False)


def _both(query_report: QueryReport, other: QueryReport) -> list[EngineName]:
    return [name for name in query_report.engines if name in other.engines]


def _world(report: QueryReport) -> World | None:
    """The countermodel of any engine that has one to show."""
    worlds = [report.answer, *report.engines.values()]
    return next((world.countermodel for world in worlds if world.countermodel is not None), None)


def _supports(
    session: Session, stand: Stand, formula: Formula, given: Formula | None
) -> Supports | None:
    match stand:
        case Stand.ENTAILED:
            wanted = formula
        case Stand.CONTRADICTED:
            wanted = negation(formula)
        case Stand.INCONSISTENT:
            wanted = Truth(False)
        case _:
            return None
    return session.supports(wanted if given is None else Implies(given, wanted))
