"""Every claim on random items, against its definition worked out world by world."""

import random
from typing import Any

import pytest

from items.claims.claim import State
from items.claims.run import claims_of
from items.models import Item
from tests.items.claims import brute
from tests.items.claims.results import result_of

SEEDS = range(60)


def state(item: Item, claim: str) -> State:
    return result_of(claims_of(item, only=(claim,)), claim).state


def verdict(truth: bool | None) -> State:
    if truth is None:
        return State.UNKNOWN
    return State.PROVED if truth else State.REFUTED


@pytest.mark.parametrize("seed", SEEDS)
def test_branching(seed: int) -> None:
    rng = random.Random(f"branching {seed}")
    small = brute.small(rng)
    axes = rng.sample(sorted(small.domains), min(len(small.domains), rng.randint(2, 3)))
    outcome = state(small.item({"branching": {"axes": axes}}), "branching")
    assert outcome is verdict(brute.branching(small, axes))


@pytest.mark.parametrize("seed", SEEDS)
def test_distractors(seed: int) -> None:
    rng = random.Random(f"distractor {seed}")
    small = brute.small(rng)
    number = rng.randrange(len(small.premises))
    reading = brute.formula(rng, small.domains)
    if rng.random() < 0.7:
        # One in the words of the premise; any other is seldom tied to it.
        words = brute.depends(small, small.premises[number])
        reading = brute.literal(
            rng, {n: v for n, v in small.domains.items() if n in words} or small.domains
        )
    declared: dict[str, Any] = {"premises": [number], "readings": [brute.text(reading)]}
    outcome = state(small.item({"distractor": declared}), "distractor")
    assert outcome is verdict(brute.distractor(small, (number,), reading))


@pytest.mark.parametrize("seed", SEEDS)
def test_uncertainty(seed: int) -> None:
    rng = random.Random(f"uncertainty {seed}")
    small = brute.small(rng)
    axis = rng.choice(sorted(small.domains))
    outcome = state(small.item({"uncertainty": {"axis": axis}}), "uncertainty")
    assert outcome is verdict(brute.uncertainty(small, axis))


@pytest.mark.parametrize("seed", SEEDS)
def test_counterfactuals(seed: int) -> None:
    small = brute.small(random.Random(f"counterfactual {seed}"), lambda s: len(s.variants) == 2)
    assert state(small.item(), "counterfactual") is verdict(brute.counterfactual(small))


@pytest.mark.parametrize("seed", SEEDS)
def test_aliases(seed: int) -> None:
    rng = random.Random(f"alias {seed}")
    small = brute.small(rng)
    if rng.random() < 0.7:
        same: brute.Formula = ("iff", ("is", "P", True), ("is", "Q", True))
        small = brute.Small(small.domains, (*small.premises, same), small.questions, small.variants)
    outcome = state(small.item({"alias": {"names": [["P", "Q"]]}}), "alias")
    assert outcome is verdict(brute.alias(small, "P", "Q"))


@pytest.mark.parametrize("seed", SEEDS)
def test_giveaways(seed: int) -> None:
    small = brute.small(random.Random(f"giveaway {seed}"))
    truth = brute.giveaway(small)
    outcome = state(small.item(), "giveaway")
    assert outcome is verdict(truth)


def test_the_random_items_have_claims_of_both_sorts() -> None:
    """Else the comparisons above would show little."""
    smalls = [brute.small(random.Random(seed), lambda s: len(s.variants) == 2) for seed in SEEDS]
    assert {brute.counterfactual(s) for s in smalls} == {True, False}
    assert {brute.branching(s, sorted(s.domains)) for s in smalls} == {True, False}
