"""Harder: the solver's work for a hardened item compared with that for its base."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log2, prod
from typing import Any

from items.claims.case import Case
from items.claims.claim import Claim, Outcome, proved, refuted, unknown
from items.formal import formal_item
from solver.errors import InputError
from solver.language.problem import BASELINE
from solver.phrases import phrase


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of an item for a solver."""

    bits: float | None
    """Base-2 logarithm of the number of worlds to search; None for first-order premises."""
    models: int | None
    """Number of worlds that the baseline allows; None if they were not counted."""
    questions: int
    variants: int
    """Number of queried variants."""
    total_bits: float | None
    """Bits to search, summed over the questions; None for first-order premises."""


def difficulty(case: Case) -> Difficulty:
    """The difficulty of a case."""
    columns = case.columns()
    bits = models = None
    if columns is not None:
        bits = log2(prod(len(case.values(column)) for column in columns)) if columns else 0.0
        models = case.count(columns)
    places = case.places
    variants = {case.variant_of(place) for place in places} - {BASELINE}
    work = None if bits is None else bits * len(places)
    return Difficulty(bits, models, len(places), len(variants), work)


def _outcomes(case: Case, _: Mapping[str, Any] | None) -> Iterator[Outcome]:
    after = difficulty(case)
    figures = _figures("after", after)
    if case.base is None:
        yield unknown(phrase("the base is not known; now {a}", a=_text(after)), figures=figures)
        return
    try:
        formal = formal_item(case.base)
    except InputError as error:
        formal = None
        reason = error.message or error.title
    else:
        reason = phrase("it has no formalization")
    if formal is None:
        yield unknown(phrase("the base cannot be compared: {a}", a=reason), figures=figures)
        return
    base = Case(case.base, formal, None, case.engine, case.timeout, case.cancel, case.shared_budget)
    before = difficulty(base)
    figures = {**_figures("before", before), **figures}
    if before.total_bits is None or after.total_bits is None:
        yield unknown(phrase("first-order premises are not measured"), figures=figures)
        return
    text = phrase("{a} before, {b} after", a=_text(before), b=_text(after))
    harder = after.total_bits > before.total_bits
    yield (proved if harder else refuted)(text, figures=figures)


def _figures(moment: str, value: Difficulty) -> dict[str, int | float]:
    values = {
        "bits": value.bits,
        "models": value.models,
        "questions": value.questions,
        "variants": value.variants,
        "work": value.total_bits,
    }
    return {f"{name} {moment}": figure for name, figure in values.items() if figure is not None}


def _text(value: Difficulty) -> str:
    bits = (
        phrase("an open space")
        if value.bits is None
        else phrase("{a} bits", a=format(value.bits, ".1f"))
    )
    if value.questions == 1:
        return phrase("{a}, 1 question, {b} variants", a=bits, b=value.variants)
    return phrase("{a}, {b} questions, {c} variants", a=bits, b=value.questions, c=value.variants)


CLAIM = Claim(
    name="harder",
    scope="item",
    strategy="",
    title=phrase("Harder than its base"),
    meaning=phrase(
        "There are more worlds to search, in bits summed over the questions, than for the item "
        "from which it was made."
    ),
    source="LLMEval-Logic, appendix F",
    fields=(),
    outcomes=_outcomes,
)
