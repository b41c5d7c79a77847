"""Giveaway: one premise that alone gives every answer."""

from collections.abc import Iterator, Mapping
from typing import Any

from items.claims.case import Case, premises_text
from items.claims.claim import Claim, Outcome, proved, refuted, unknown
from items.gold.right_answers import differ, respond
from solver.phrases import phrase
from solver.results import World


def _outcomes(case: Case, _: Mapping[str, Any] | None) -> Iterator[Outcome]:
    nothing = frozenset[int]()
    resting: list[int] = []
    for place in case.places:
        # Skip questions whose answer is the same without any premises.
        under = case.variant_of(place)
        empty = case.session(under, nothing, keep=True)
        changed = differ(case.response(place), respond(case.item, case.formal, place, empty))
        if changed is None:
            yield unknown(phrase("question {a} was not decided", a=case.leaf(place).id))
            return
        if changed:
            resting.append(place)
    if not resting:
        yield unknown(phrase("no answer depends on a premise"))
        return
    undecided: list[int] = []
    example_world: World | None = None
    for number in range(len(case.problem.premises)):
        verdict, world = _alone(case, number, resting)
        if verdict is True:
            yield refuted(
                phrase(
                    "{a} alone gives every answer that depends on a premise",
                    a=premises_text([number]),
                ),
                premises=(number,),
                world=case.world(case.session("baseline", frozenset({number}), keep=True)),
            )
            return
        if verdict is None:
            undecided.append(number)
        example_world = example_world or world
    if undecided:
        yield unknown(
            phrase("not decided for {a}", a=premises_text(undecided)), premises=tuple(undecided)
        )
        return
    yield proved(
        phrase("no premise alone gives the answer that depends on premises")
        if len(resting) == 1
        else phrase(
            "no premise alone gives the {a} answers that depend on premises", a=len(resting)
        ),
        world=example_world,
    )


def _alone(case: Case, number: int, places: list[int]) -> tuple[bool | None, World | None]:
    """Whether one premise gives all these answers; if not, a world that it allows but an answer
    excludes."""
    gives_all: bool | None = True
    for place in places:
        under = case.variant_of(place)
        session = case.session(under, frozenset({number}), keep=True)
        if not session.theory.premises:
            # The variant drops the premise, so it gives nothing away there.
            return False, None
        changed = differ(case.response(place), respond(case.item, case.formal, place, session))
        if changed:
            return False, case.distinguishing_world(place, case.session(under), session)
        if changed is None:
            gives_all = None
    return gives_all, None


CLAIM = Claim(
    name="giveaway",
    scope="item",
    strategy="",
    title=phrase("No premise gives everything away"),
    meaning=phrase(
        "No premise alone gives the same answers as all premises to the questions that depend on "
        "premises."
    ),
    source="LLMEval-Logic, appendix I",
    fields=(),
    outcomes=_outcomes,
)
