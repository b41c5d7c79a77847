"""A plan of false claims: items of which a claim is true, broken in one place, all found out."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from items.claims.claim import State
from items.claims.run import CheckedClaim, claims_of
from solver.results import Structure
from tests.items.claims import brute
from tests.items.claims.brute import Asked, Formula, Small
from tests.items.claims.results import result_of

PLANTED = 20
Truth = Callable[[Small], bool | None]

SAME: Formula = ("iff", ("is", "P", True), ("is", "Q", True))
READING: Formula = ("is", "P", True)


def _idle(small: Small) -> bool:
    return brute.distractor(small, (0,), READING)


PLAN: dict[str, tuple[dict[str, Any], Truth]] = {
    "branching": ({"axes": ["P", "Q"]}, lambda s: brute.branching(s, ("P", "Q"))),
    "distractor": ({"premises": [0], "readings": ["P"]}, _idle),
    "uncertainty": ({"axis": "P"}, lambda s: brute.uncertainty(s, "P")),
    "counterfactual": ({}, brute.counterfactual),
    "alias": ({"names": [["P", "Q"]]}, lambda s: brute.alias(s, "P", "Q")),
}


def _ready(rng: random.Random, claim: str) -> Small:
    """A random item of the sort that can make the claim."""
    small = brute.small(rng)
    if claim == "alias":
        small = replace(small, premises=(SAME, *small.premises))
    if claim in ("uncertainty", "alias"):
        more = [
            Asked("unique_solution", None, ("P",)),
            Asked("count_models", None, tuple(sorted(set(small.domains) - {"P"}))),
        ]
        small = replace(small, questions=(*small.questions, *more))
    if claim == "counterfactual":
        small = brute.small(rng, lambda s: len(s.variants) == 2)
    return small


def _broken(rng: random.Random, small: Small) -> Small:
    """The item with one premise, question or edit changed."""
    change = rng.choice(["premise", "more", "question", "edit", "twice"])
    if change == "premise":
        place = rng.randrange(len(small.premises))
        changed = brute.formula(rng, small.domains)
        return replace(
            small,
            premises=(*small.premises[:place], changed, *small.premises[place + 1 :]),
        )
    if change == "more":
        return replace(small, premises=(*small.premises, brute.literal(rng, small.domains)))
    if change == "question":
        place = rng.randrange(len(small.questions))
        formula = brute.question(rng, small.domains, small.questions[place].under)
        return replace(
            small, questions=(*small.questions[:place], formula, *small.questions[place + 1 :])
        )
    if not small.variants:
        return small
    name = rng.choice(sorted(small.variants))
    edit: tuple[Any, ...] = ("add", brute.literal(rng, small.domains))
    edits = (edit,) if change == "edit" else (*small.variants[name], edit)
    return replace(small, variants={**small.variants, name: edits})


def planted(claim: str) -> list[tuple[Small, Small]]:
    """Items of which the claim is true, each with one of which it is not."""
    rng = random.Random(f"planted {claim}")
    _, truth = PLAN[claim]
    pairs: list[tuple[Small, Small]] = []
    while len(pairs) < PLANTED:
        small = _ready(rng, claim)
        if not truth(small):
            continue
        for _ in range(40):
            broken = _broken(rng, small)
            if broken.models() and truth(broken) is False:
                pairs.append((small, broken))
                break
    return pairs


def checked(claim: str, small: Small) -> CheckedClaim:
    return result_of(claims_of(small.item({claim: PLAN[claim][0]})), claim)


@pytest.mark.slow
@pytest.mark.parametrize("claim", PLAN)
def test_every_planted_falsehood_is_found_and_no_truth_is_refuted(claim: str) -> None:
    for small, broken in planted(claim):
        assert checked(claim, small).state is State.PROVED
        check = checked(claim, broken)
        assert check.claimed
        assert check.state is State.REFUTED
        assert check.outcome.reason


@pytest.mark.slow
@pytest.mark.parametrize("claim", PLAN)
def test_a_world_that_is_shown_is_a_world_of_the_item(claim: str) -> None:
    """Over values of its symbols; of a refutation it satisfies the premises that are left."""
    worlds = 0
    for _, broken in planted(claim):
        world = checked(claim, broken).outcome.world
        if world is None:
            continue
        assert not isinstance(world, Structure)
        assert all(value in broken.domains[name] for name, value in world.items())
        worlds += 1
    assert worlds >= PLANTED // 2


@pytest.mark.slow
def test_the_world_of_a_refuted_distractor_is_one_that_it_excludes() -> None:
    refuted_count = 0
    for _, broken in planted("distractor"):
        outcome = checked("distractor", broken).outcome
        if "without premise" not in outcome.reason or outcome.world is None:
            continue
        world = dict(outcome.world)  # type: ignore[arg-type]
        world = {**next(broken.space()), **world}
        assert not brute.holds(broken.premises[0], world)
        refuted_count += 1
    assert refuted_count
