"""Gold: the gold answer to every question is correct."""

from collections.abc import Iterator, Mapping
from typing import Any

from items.claims.case import Case
from items.claims.claim import Claim, Outcome, State, proved, refuted, together, unknown
from items.gold.check import PartCheck, Status, check_item
from items.gold.refutation import refute
from solver.phrases import phrase


def _outcomes(case: Case, _: Mapping[str, Any] | None) -> Iterator[Outcome]:
    check = check_item(
        case.item,
        engine="both" if case.engine == "auto" else case.engine,
        timeout=case.timeout,
        cancel=case.cancel,
        shared_budget=case.shared_budget,
    )
    parts = [
        _judged(case, place, part)
        for place, part in enumerate(check.parts)
        if part.question.gold is not None
    ]
    if not parts:
        yield unknown(phrase("there is no gold answer"))
        return
    state = together(parts)
    worst = next(part for part in parts if part.state is state)
    reason = (
        phrase("every gold answer follows ({a})", a=len(parts))
        if state is State.PROVED
        else phrase("question {a}: {b}", a=worst.subject, b=worst.reason)
    )
    yield Outcome(state, reason, world=None if state is State.PROVED else worst.world)
    yield from parts


def _judged(case: Case, place: int, part: PartCheck) -> Outcome:
    id = part.question.id
    if part.status is Status.AGREE:
        return proved(phrase("gold {a} follows", a=part.gold_text), subject=id)
    if part.status is not Status.DISAGREE:
        return unknown(part.reason, subject=id)
    solver_text = part.text("worlds") or part.text("z3") or phrase("another answer")
    gold = part.question.gold
    world = None
    if gold is not None:
        session = case.session(case.variant_of(place))
        world = refute(case.item, case.formal, place, gold, session).world
    reason = phrase("gold {a}, the solver gives {b}", a=part.gold_text, b=solver_text)
    return refuted(reason, subject=id, world=world)


CLAIM = Claim(
    name="gold",
    scope="item",
    strategy="",
    title=phrase("Gold answers are right"),
    meaning=phrase(
        "Every gold answer is the one that the formalization gives; if both engines can answer, "
        "both agree with it."
    ),
    source="LLMEval-Logic, sections 2.1 and 2.2",
    fields=(),
    outcomes=_outcomes,
)
