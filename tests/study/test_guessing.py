"""The chance of passing a test by guessing."""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from study.design.guessing import TOO_LIKELY, distribution, gates
from study.design.planning import make_plan
from study.design.pools import read_sources
from study.design.protocol import load_study, parse_study
from tests.study.samples import truth


def test_six_questions_of_two_answers_are_passed_by_seven_in_sixty_four() -> None:
    loaded = load_study("builtin:demo")
    pools = read_sources(loaded).pools
    items = {item.content_hash: item for pool in pools.values() for item in pool}
    (gate,) = gates(make_plan(loaded.study, pools, 0), items)
    assert (gate.questions, gate.needed, gate.chance) == (6, 5, Fraction(7, 64))
    assert gate.chance >= TOO_LIKELY
    assert "7/64, 10.9 %" in gate.sentence


def test_a_check_is_passed_by_guessing_in_any_of_its_attempts() -> None:
    text = (
        'title = "T"\n[[blocks]]\nstation = "check"\nid = "c"\nsource = "s"\nattempts = 3\n'
        'pass_above = 0.5\n[[blocks]]\nsource = "s"\n'
    )
    pool = (truth("a"), truth("b"))
    plan = make_plan(parse_study(text, "s").study, {"s": pool}, 0)
    (gate,) = gates(plan, {item.content_hash: item for item in pool})
    # Both of two questions with three answers, in one of three tries.
    assert (gate.section, gate.questions, gate.needed) == ("c", 2, 2)
    assert gate.chance == 1 - Fraction(8, 9) ** 3
    assert "in one of 3 attempts" in gate.sentence


@given(st.lists(st.fractions(0, 1, max_denominator=9), max_size=5))
def test_the_distribution_is_that_of_all_outcomes_counted_one_by_one(
    chances: list[Fraction],
) -> None:
    counted = [Fraction(0)] * (len(chances) + 1)
    for outcome in product((True, False), repeat=len(chances)):
        share = Fraction(1)
        for right, chance in zip(outcome, chances, strict=True):
            share *= chance if right else 1 - chance
        counted[sum(outcome)] += share
    assert distribution(chances) == counted
