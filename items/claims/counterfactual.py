"""Counterfactual: variants of one edit each that change the answers under them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from items.claims.case import Case
from items.claims.claim import Claim, Outcome, State, proved, refuted, together, unknown
from items.gold.right_answers import differ
from solver.language.edits import theory
from solver.language.miniscoping import conjunction
from solver.language.problem import BASELINE, Query
from solver.language.syntax import Formula, Not, expand
from solver.phrases import phrase
from solver.results import Verdict, World

MIN_VARIANTS = 2
"""Minimum number of variants."""


def _outcomes(case: Case, _: Mapping[str, Any] | None) -> Iterator[Outcome]:
    by_variant: dict[str, list[int]] = {}
    for place in case.places:
        if case.variant_of(place) != BASELINE:
            by_variant.setdefault(case.variant_of(place), []).append(place)
    questions = [outcome for name in by_variant for outcome in _recomputed(case, by_variant[name])]
    variants = [_flip(case, name, by_variant[name], questions) for name in by_variant]
    parts = [*variants, *_alike(case, by_variant)]
    if len(by_variant) < MIN_VARIANTS:
        count = phrase("no variant is") if not by_variant else phrase("only one variant is")
        yield refuted(phrase("{a} asked about", a=count), world=case.world(case.session()))
    else:
        state = together(parts)
        first = next((part for part in parts if part.state is state), None)
        text = (
            phrase(
                "{a} variants of one edit each change the answers under them, each in a different"
                " way",
                a=len(by_variant),
            )
            if state is State.PROVED
            else (first.reason if first is not None else "")
        )
        yield Outcome(state, text, world=None if first is None else first.world)
    yield from parts
    yield from questions


def _recomputed(case: Case, places: list[int]) -> Iterator[Outcome]:
    """For each question under a variant, whether its answer differs from that at the baseline."""
    for place in places:
        yield recomputed(case, place)


def recomputed(case: Case, place: int) -> Outcome:
    """Whether the answer to a question under a variant differs from that at the baseline."""
    name, id = case.variant_of(place), case.leaf(place).id
    before, after = case.response(place, under=BASELINE), case.response(place)
    changed = differ(before, after)
    if changed is None:
        reason = after.reason or before.reason or phrase("the lists are too long to compare")
        return unknown(phrase("not decided under {a}: {b}", a=name, b=reason), subject=id)
    session, changed_session = case.session(BASELINE), case.session(name)
    if not changed:
        world = case.world(changed_session)
        return refuted(phrase("{a} does not change its answer", a=name), subject=id, world=world)
    world = case.distinguishing_world(place, session, changed_session) or case.distinguishing_world(
        place, changed_session, session
    )
    return proved(phrase("{a} changes its answer", a=name), subject=id, world=world)


def _flip(case: Case, name: str, places: list[int], questions: list[Outcome]) -> Outcome:
    """Check one variant: a single edit, consistent premises, every answer changed."""
    edits = case.problem.variants[name].edits
    if len(edits) != 1:
        return refuted(phrase("{a} has {b} edits, not one", a=name, b=len(edits)), subject=name)
    consistent = case.consistent(name)
    if consistent is False and case.consistent() is not False:
        return refuted(
            phrase("the premises contradict one another under {a}", a=name), subject=name
        )
    ids = {case.leaf(place).id for place in places}
    own = [outcome for outcome in questions if outcome.subject in ids]
    state = together(own)
    worst = next(outcome for outcome in own if outcome.state is state)
    if state is State.PROVED:
        return proved(
            phrase("{a} changes question {b}", a=name, b=", ".join(sorted(ids))), subject=name
        )
    return Outcome(
        state, phrase("question {a}: {b}", a=worst.subject, b=worst.reason), name, worst.world
    )


def _alike(case: Case, by_variant: Mapping[str, list[int]]) -> Iterator[Outcome]:
    """Check pairs of variants: whether they allow the same worlds, or give the same questions the
    same answers."""
    for name, other in combinations(by_variant, 2):
        pair = f"{name}, {other}"
        distinguishing = _distinguishing_world(case, name, other)
        if distinguishing is None:
            yield unknown(phrase("not decided whether they allow the same worlds"), subject=pair)
            continue
        if distinguishing is False:
            yield refuted(
                phrase("{a} and {b} allow the same worlds", a=name, b=other), subject=pair
            )
            continue
        repeated = _repeated(case, by_variant[name], by_variant[other])
        if repeated:
            yield refuted(
                phrase(
                    "{a} and {b} give the same question the same answer ({c} and {d})",
                    a=name,
                    b=other,
                    c=repeated[0],
                    d=repeated[1],
                ),
                subject=pair,
                world=None if distinguishing is True else distinguishing,
            )
            continue
        world = None if distinguishing is True else distinguishing
        yield proved(
            phrase("a world distinguishes {a} from {b}", a=name, b=other), subject=pair, world=world
        )


def _repeated(case: Case, places: list[int], other_places: list[int]) -> tuple[str, str] | None:
    """Two questions that differ only in the variant, if all questions of both variants can be
    paired in this way and have equal answers."""

    def comparable(place: int) -> tuple[Any, ...]:
        query = case.query(place)
        plain = None if query is None else replace(query, text="", under=BASELINE)
        return plain, case.formal.options.get(place), case.response(place).value

    first, second = [comparable(p) for p in places], [comparable(p) for p in other_places]
    if all(entry in second for entry in first) and all(entry in first for entry in second):
        return case.leaf(places[0]).id, case.leaf(other_places[second.index(first[0])]).id
    return None


def _distinguishing_world(case: Case, text: str, other: str) -> World | bool | None:
    """A world that only one of the variants allows; True if there is one but none was found, False
    if there is none, None if that is not known."""
    certain = True
    for name, against in ((text, other), (other, text)):
        session = case.session(name)
        formula = Not(_whole(case, against))
        answer = session.ask(Query("possible", "possible", formula), want_supports=False).answer
        if answer.verdict == Verdict.POSSIBLE:
            return True if answer.witness is None else answer.witness
        certain = certain and not answer.unknown
    return False if certain else None


def _whole(case: Case, name: str) -> Formula:
    """A variant's premises as one formula, with its definitions expanded."""
    variant = theory(case.problem, name)
    return conjunction([expand(p.formula, variant.definitions) for p in variant.premises])


CLAIM = Claim(
    name="counterfactual",
    scope="strategy",
    strategy="add_counterfactual_variant",
    title=phrase("Variants flip what is asked"),
    meaning=phrase(
        "At least two variants have questions. Each has one edit, keeps the premises consistent, "
        "and changes the answer to every question under it; and no two of them allow the same "
        "worlds or give the same question the same answer."
    ),
    source="LLMEval-Logic, appendix B.2, 5, and appendix I",
    fields=(),
    outcomes=_outcomes,
)
