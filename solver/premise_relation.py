"""The relation of two sets of premises: what each entails that the other does not.

Owns the entailment of every premise by the other side, with a countermodel where it fails, and the
resulting relation. Both sides use the same symbols; the caller matches them beforehand. Leaves
deciding to `queries`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from solver.cancel import Budget, Cancel
from solver.language.problem import Premise, Query, Theory
from solver.language.syntax import Formula, Iff, Signature
from solver.phrases import phrase
from solver.queries import Session
from solver.results import Verdict, World


class Relation(StrEnum):
    """The relation of the second set of premises to the first."""

    EQUIVALENT = "equivalent"
    STRONGER = "stronger"
    """It entails the first, but not vice versa."""
    WEAKER = "weaker"
    """It is entailed by the first, but not vice versa."""
    INCOMPARABLE = "incomparable"
    UNKNOWN = "unknown"
    """Some entailment could not be decided within its budget."""


@dataclass(frozen=True, slots=True)
class PremiseVerdict:
    """Whether one premise follows from the other side."""

    premise: int
    """Its number on its own side, from 0."""
    formula: Formula
    follows: bool | None
    """None if no engine could decide within its budget."""
    world: World | None = None
    """Where it does not follow: a world of the other side in which it fails, if one was found."""
    reason: str = ""
    """Why `follows` is None."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sets of premises, each compared with the other."""

    second_verdicts: tuple[PremiseVerdict, ...]
    """The second side's premises, under the first side's."""
    first_verdicts: tuple[PremiseVerdict, ...]
    """The first side's premises, under the second side's."""
    second_consistent: bool | None

    @property
    def extras(self) -> tuple[PremiseVerdict, ...]:
        """Premises of the second side that the first does not entail."""
        return tuple(step for step in self.second_verdicts if step.follows is False)

    @property
    def missing(self) -> tuple[PremiseVerdict, ...]:
        """Premises of the first side that the second does not entail."""
        return tuple(step for step in self.first_verdicts if step.follows is False)

    @property
    def undecided(self) -> tuple[PremiseVerdict, ...]:
        """Premises of either side whose entailment was not decided."""
        return tuple(
            step for step in (*self.second_verdicts, *self.first_verdicts) if step.follows is None
        )

    @property
    def relation(self) -> Relation:
        """The relation of the second side to the first."""
        if self.extras and self.missing:
            return Relation.INCOMPARABLE
        if self.undecided:
            return Relation.UNKNOWN
        if self.extras:
            return Relation.STRONGER
        return Relation.WEAKER if self.missing else Relation.EQUIVALENT

    @property
    def equivalent(self) -> bool | None:
        """Whether both have the same models; None if that is not known."""
        if self.extras or self.missing:
            return False
        return None if self.undecided else True


def union(first: Signature, second: Signature) -> Signature:
    """The symbols of both signatures; the first takes precedence for the same name and arity."""
    new = {key: symbol for key, symbol in second.symbols.items() if key not in first.symbols}
    return Signature({**first.symbols, **new})


def compare(
    first: Sequence[Formula],
    second: Sequence[Formula],
    signature: Signature,
    *,
    timeout: float,
    cancel: Cancel | None = None,
    shared_budget: Budget | None = None,
) -> Comparison:
    """Compare two sets of premises, both over `signature` and with definitions expanded.

    `timeout` is in seconds per entailment; `shared_budget` limits all of them together.
    """

    def session(premises: Sequence[Formula], others: Sequence[Formula]) -> Session:
        numbered_premises = tuple(Premise(n, formula) for n, formula in enumerate(premises))
        queries = tuple(_query(formula) for formula in others)
        return Session(
            Theory(signature, numbered_premises), queries, "auto", timeout, cancel, shared_budget
        )

    under_first, under_second = session(first, second), session(second, first)
    forward = tuple(
        _followed(under_first, n, formula, formula in first) for n, formula in enumerate(second)
    )
    backward = tuple(
        _followed(under_second, n, formula, formula in second) for n, formula in enumerate(first)
    )
    return Comparison(forward, backward, under_second.report.consistent)


def equivalent(
    formula: Formula, other: Formula, signature: Signature, *, timeout: float, cancel: Cancel | None
) -> bool | None:
    """Whether two formulas have the same models, regardless of any premises; None if not known.

    Replace free variables by constants before the call.
    """
    if formula == other:
        return True
    follows = entails((), Iff(formula, other), signature, timeout=timeout, cancel=cancel)
    return follows.follows


def entails(
    premises: Sequence[Formula],
    formula: Formula,
    signature: Signature,
    *,
    timeout: float,
    cancel: Cancel | None = None,
) -> PremiseVerdict:
    """Whether the premises entail a formula, with a countermodel if they do not."""
    numbered_premises = tuple(Premise(n, premise) for n, premise in enumerate(premises))
    query = _query(formula)
    session = Session(Theory(signature, numbered_premises), (query,), "auto", timeout, cancel)
    return _followed(session, 0, formula, formula in premises)


def _query(formula: Formula) -> Query:
    return Query("necessary", "necessary", formula)


def _followed(session: Session, number: int, formula: Formula, assumed: bool) -> PremiseVerdict:
    if assumed:
        return PremiseVerdict(number, formula, True)
    report = session.ask(_query(formula), want_supports=False)
    answer = report.answer
    if answer.unknown or report.agree is False:
        reason = answer.reason if answer.unknown else phrase("the engines contradict each other")
        return PremiseVerdict(number, formula, None, reason=reason)
    if answer.verdict == Verdict.NECESSARY:
        return PremiseVerdict(number, formula, True)
    answers = [answer, *report.engines.values()]
    world = next((a.countermodel for a in answers if a.countermodel is not None), None)
    return PremiseVerdict(number, formula, False, world)
