"""How two sets of premises stand to each other: what each says that the other does not.

Owns the entailment of every premise by the other side, with the world that shows where it fails,
and the relation that follows. Both sides speak over the same symbols; whose symbols are whose is
the caller's to settle. Leaves deciding to `queries`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from solver.cancel import Budget, Cancel
from solver.language.problem import Premise, Query, Theory
from solver.language.syntax import Formula, Iff, Signature
from solver.queries import Session
from solver.results import EngineChoice, Verdict, World


class Relation(StrEnum):
    """What the second set of premises is to the first."""

    EQUIVALENT = "equivalent"
    STRONGER = "stronger"
    """It entails the first and says more."""
    WEAKER = "weaker"
    """It follows from the first and says less."""
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
    """None where no engine could tell within its budget."""
    world: World | None = None
    """Where it does not follow: a world of the other side in which it fails, where there is one to
    show."""
    reason: str = ""
    """Why it is not known."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sets of premises, each held against the other."""

    forward: tuple[PremiseVerdict, ...]
    """The second side's premises, under the first side's."""
    backward: tuple[PremiseVerdict, ...]
    """The first side's premises, under the second side's."""
    second_consistent: bool | None

    @property
    def extras(self) -> tuple[PremiseVerdict, ...]:
        """Premises of the second side that the first does not entail."""
        return tuple(step for step in self.forward if step.follows is False)

    @property
    def missing(self) -> tuple[PremiseVerdict, ...]:
        """Premises of the first side that the second does not entail."""
        return tuple(step for step in self.backward if step.follows is False)

    @property
    def undecided(self) -> tuple[PremiseVerdict, ...]:
        """Premises of either side of which it is not known."""
        return tuple(step for step in (*self.forward, *self.backward) if step.follows is None)

    @property
    def relation(self) -> Relation:
        """What the second side is to the first."""
        if self.extras and self.missing:
            return Relation.INCOMPARABLE
        if self.undecided:
            return Relation.UNKNOWN
        if self.extras:
            return Relation.STRONGER
        return Relation.WEAKER if self.missing else Relation.EQUIVALENT

    @property
    def equivalent(self) -> bool | None:
        """Whether both have the same models; None where that is not known."""
        if self.extras or self.missing:
            return False
        return None if self.undecided else True


def union(first: Signature, second: Signature) -> Signature:
    """Both signatures' symbols; of two with one name and arity the first's."""
    new = {key: symbol for key, symbol in second.symbols.items() if key not in first.symbols}
    return Signature({**first.symbols, **new})


def compare(
    first: Sequence[Formula],
    second: Sequence[Formula],
    signature: Signature,
    *,
    engine: EngineChoice = "auto",
    timeout: float,
    cancel: Cancel | None = None,
    shared: Budget | None = None,
) -> Comparison:
    """Hold two sets of premises against each other, both over `signature`, definitions written out.

    `timeout` is in seconds, for each entailment; `shared` bounds all of them together.
    """

    def session(premises: Sequence[Formula], others: Sequence[Formula]) -> Session:
        numbered_premises = tuple(Premise(n, formula) for n, formula in enumerate(premises))
        queries = tuple(_query(formula) for formula in others)
        return Session(
            Theory(signature, numbered_premises), queries, engine, timeout, cancel, shared
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
    """Whether two formulas have the same models, whatever the premises; None where not known.

    Variables free in both are read as any one individual: pass constants for them.
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
    """Whether the premises entail one formula; the world that shows that they do not."""
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
        reason = answer.reason if answer.unknown else "the engines contradict each other"
        return PremiseVerdict(number, formula, None, reason=reason)
    if answer.verdict == Verdict.NECESSARY:
        return PremiseVerdict(number, formula, True)
    answers = [answer, *report.engines.values()]
    world = next((a.countermodel for a in answers if a.countermodel is not None), None)
    return PremiseVerdict(number, formula, False, world)
