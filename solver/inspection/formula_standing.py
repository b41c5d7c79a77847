"""The standing of a formula: entailed or contradicted by the premises, undetermined, or unknown.

Owns the two queries (does f follow, does ¬f follow) and merging the engines' answers, with a world
in which the formula fails and one in which it holds. Leaves single queries to `queries`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from solver.language.problem import Query
from solver.language.syntax import Formula, Implies, Truth, negation
from solver.phrases import phrase
from solver.queries import Session
from solver.results import EngineAnswer, EngineName, QueryReport, Supports, Verdict, World


class FormulaVerdict(StrEnum):
    """What the premises say about a formula."""

    ENTAILED = "entailed"
    CONTRADICTED = "contradicted"
    UNDETERMINED = "undetermined"
    INCONSISTENT = "premises inconsistent"
    """Both the formula and its negation follow."""
    UNKNOWN = "unknown"
    """No engine could decide; never an answer."""


@dataclass(frozen=True, slots=True)
class FormulaStanding:
    """The standing of one formula."""

    formula: Formula
    given: Formula | None
    """Formula added to the premises for this question only."""
    verdict: FormulaVerdict
    engines: Mapping[EngineName, FormulaVerdict]
    """One entry per engine that was used."""
    agree: bool | None
    """None if fewer than two engines decided."""
    countermodel: World | None = None
    """A model of the premises in which the formula fails, if one was found."""
    witness: World | None = None
    """A model of the premises in which the formula holds, if one was found."""
    supports: Supports | None = None
    """Supports of the formula if it is entailed, of its negation if it is contradicted, of ⊥ if the
    premises are inconsistent."""
    reason: str = ""
    """Why it is unknown, or that the engines disagree."""

    @property
    def refuted(self) -> bool:
        """True if the formula is known not to follow."""
        return self.verdict in (FormulaVerdict.CONTRADICTED, FormulaVerdict.UNDETERMINED)


def stand_of(formula_answer: EngineAnswer, negation_answer: EngineAnswer) -> FormulaVerdict:
    """The standing given by one engine's answers to `necessary(f)` and `necessary(¬f)`."""
    if formula_answer.unknown or negation_answer.unknown:
        return FormulaVerdict.UNKNOWN
    holds = formula_answer.verdict is Verdict.NECESSARY
    fails = negation_answer.verdict is Verdict.NECESSARY
    if holds and fails:
        return FormulaVerdict.INCONSISTENT
    if holds:
        return FormulaVerdict.ENTAILED
    return FormulaVerdict.CONTRADICTED if fails else FormulaVerdict.UNDETERMINED


def standing(
    session: Session,
    formula: Formula,
    *,
    given: Formula | None = None,
    want_supports: bool = True,
) -> FormulaStanding:
    """The standing of the formula with respect to the session's premises, by the session's
    engines."""
    follows = _query_report(session, formula, given)
    denied = _query_report(session, negation(formula), given)
    engines = {
        name: stand_of(follows.engines[name], denied.engines[name])
        for name in _both(follows, denied)
    }
    stands = [engine for engine in engines.values() if engine is not FormulaVerdict.UNKNOWN]
    agree = len(set(stands)) == 1 if len(stands) > 1 else None
    merged = stand_of(follows.answer, denied.answer)
    reason = (
        follows.answer.reason or denied.answer.reason if merged is FormulaVerdict.UNKNOWN else ""
    )
    if agree is False:
        merged, reason = FormulaVerdict.UNKNOWN, phrase("the engines contradict each other")
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
    """The countermodel of any engine that found one."""
    worlds = [report.answer, *report.engines.values()]
    return next((world.countermodel for world in worlds if world.countermodel is not None), None)


def _supports(
    session: Session, standing: FormulaVerdict, formula: Formula, given: Formula | None
) -> Supports | None:
    match standing:
        case FormulaVerdict.ENTAILED:
            supported = formula
        case FormulaVerdict.CONTRADICTED:
            supported = negation(formula)
        case FormulaVerdict.INCONSISTENT:
            supported = Truth(False)
        case _:
            return None
    return session.supports(supported if given is None else Implies(given, supported))
