"""What an answer rests on: the formulas the premises must entail for it to be right.

Owns the reading of answers as entailments: a verdict, a solution, a whole list of assignments. An
answer that only says that something is possible rests on no premise; it would stand without any.
Leaves finding the supports of those formulas to `supports`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from solver.language.narrow import conjunction, disjunction
from solver.language.problem import Query, QueryKind, Target
from solver.language.syntax import Constant, EnumIs, Formula, Implies, Not, Truth, negation
from solver.language.usage import substitute
from solver.queries import Session
from solver.results import EngineAnswer, Model, Verdict

MAX_ASSIGNMENTS = 256
"""Longer lists are not written out as one formula."""


def claims(session: Session, query: Query, answer: EngineAnswer) -> tuple[Formula, ...] | None:
    """The formulas that must follow for the answer to be right; none where it needs no premise,
    and None where that cannot be told (no answer, or a list too long to write out)."""
    found = _claims(session, query, answer)
    if found is None or query.given is None:
        return found
    return tuple(Implies(query.given, formula) for formula in found)


def _claims(session: Session, query: Query, answer: EngineAnswer) -> tuple[Formula, ...] | None:
    formula = query.formula
    match answer.verdict:
        case Verdict.UNKNOWN:
            return None
        case Verdict.POSSIBLE | Verdict.UNNECESSARY | Verdict.NOT_UNIQUE | Verdict.ALTERNATIVE:
            return ()
        case Verdict.NONE:
            return (Truth(False),)
        case Verdict.UNIQUE if answer.solution is not None:
            return (pin(query.targets, answer.solution),)
        case Verdict.IMPOSSIBLE if formula is not None:
            return (negation(formula),)
        case Verdict.NECESSARY | Verdict.NO_ALTERNATIVE if formula is not None:
            return (formula,)
    if query.kind is QueryKind.PROJECTION:
        return _listed(query, answer)
    if query.variable is not None:
        return _individuals(session, query)
    return _closed(session, query)


def _listed(query: Query, answer: EngineAnswer) -> tuple[Formula, ...]:
    held = set(answer.projection or ())
    if query.mode == "necessary":
        return tuple(t.formula for t in query.listed if t.key in held and t.formula is not None)
    return tuple(
        negation(t.formula) for t in query.listed if t.key not in held and t.formula is not None
    )


def _individuals(session: Session, query: Query) -> tuple[Formula, ...] | None:
    """Of those not listed, that the formula cannot hold of them."""
    asked = replace(query, kind=QueryKind.ENUMERATE_MODELS)
    answer = session.ask(asked, want_supports=False).answer
    if answer.unknown or answer.models is None or query.formula is None or query.variable is None:
        return None
    possible = {str(model[query.variable]) for model in answer.models}
    return tuple(
        negation(substitute(query.formula, query.variable, Constant(name)))
        for name in session.theory.signature.constants()
        if name not in possible
    )


def _closed(session: Session, query: Query) -> tuple[Formula, ...] | None:
    """That no assignment but those listed can be."""
    asked = replace(query, kind=QueryKind.ENUMERATE_MODELS, formula=None)
    answer = session.ask(asked, limit=MAX_ASSIGNMENTS, want_supports=False).answer
    if answer.unknown or answer.models is None or not answer.exhausted:
        return None
    return (disjunction([pin(query.targets, model) for model in answer.models]),)


def pin(targets: Sequence[Target], model: Model | Mapping[str, bool | str]) -> Formula:
    """The formula that says: the targets have these values."""
    parts: list[Formula] = []
    for target in targets:
        value = model[target.key]
        if target.enum is not None:
            parts.append(EnumIs(target.enum, str(value)))
        elif target.formula is not None:
            parts.append(target.formula if value else Not(target.formula))
    return conjunction(parts)
