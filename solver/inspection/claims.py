"""What an answer rests on: the formulas the premises must entail for it to be right.

An answer that only says that something is possible rests on no premise; it would stand without any.
Leaves the reading of an answer to its kind, finding the supports of those formulas to `supports`.
"""

from solver.kinds.base import conditional
from solver.kinds.registry import kind_of
from solver.language.problem import Query
from solver.language.syntax import Formula
from solver.queries import Session
from solver.results import EngineAnswer


def claims(session: Session, query: Query, answer: EngineAnswer) -> tuple[Formula, ...] | None:
    """The formulas that must follow for the answer to be right; none where it needs no premise,
    and None where that cannot be told (no answer, or a list too long to write out)."""

    def ask(other: Query, limit: int | None) -> EngineAnswer:
        return session.ask(other, limit=limit, want_supports=False).answer

    constants = session.theory.signature.constants()
    formulas = kind_of(query.kind).rests_on(query, answer, ask, constants)
    if formulas is None:
        return None
    return tuple(conditional(query, formula) for formula in formulas)
