"""Premise sets as published: weights, rules, single facts, and how often they contradict."""

from collections import Counter

import pytest

from items.families.divlogic.masks import (
    CANDIDATES,
    Statement,
    entailed_alone,
    fact,
    implies,
    region_of,
    text,
)
from items.families.divlogic.premises import (
    Premises,
    draw_published,
    draw_rule,
    draw_sized,
    draw_strict,
    insert_facts,
    most_facts,
    open_symbols,
    weights,
)
from items.families.divlogic.published_questions import candidates, crossing, number_of, together
from items.seeds import Draw
from tests.items.families import truth


def draw_many(count: int) -> list[Premises]:
    return [draw_published(Draw("published", index), 3, 8) for index in range(count)]


def test_weights_are_the_papers() -> None:
    # max(o) = 3: unused symbols weigh 4, one use 3, two uses 0.1, three uses nothing.
    assert weights([0, 1, 2, 3, 0, 0, 0, 0], 3) == [4, 3, 0.1, 0, 4, 4, 4, 4]
    assert weights([0] * 8, 3) == [1] * 8
    assert weights([1, 0], 2) == [0.1, 2]


def test_a_third_symbol_that_is_discarded_counts_where_wanted() -> None:
    discarded = Counter[tuple[str, bool, int]]()
    for index in range(400):
        for counted in (True, False):
            uses = [0] * 8
            rule = draw_rule(Draw("rule", index), uses, 3, count_discarded=counted)
            assert rule is not None
            discarded[rule.form, counted, sum(uses)] += 1
    forms = {(form, counted, used) for form, counted, used in discarded}
    assert forms == {
        ("implies", True, 3),
        ("implies", False, 2),
        ("not_both", True, 3),
        ("not_both", False, 3),
        ("either", True, 3),
        ("either", False, 3),
    }
    # Half A → B, a quarter each of the others.
    assert 160 <= discarded["implies", True, 3] <= 240
    assert 70 <= discarded["either", True, 3] <= 130


def test_no_rule_where_no_three_symbols_are_left() -> None:
    assert draw_rule(Draw("rule", 1), [3, 3, 3, 3, 3, 3, 1, 1], 3, count_discarded=True) is None


def test_facts_are_about_open_symbols_and_each_about_its_own() -> None:
    uses = [1, 2, 3, 0, 1, 1, 0, 0]
    assert open_symbols(uses, 3) == [0, 1, 4, 5]
    assert most_facts(uses, 3) == 2
    places = Counter[int]()
    negated = 0
    for index in range(600):
        statements: list[Statement] = [implies(0, 2), implies(0, 2)]
        insert_facts(Draw("facts", index), statements, uses, 3, 2)
        facts = [statement for statement in statements if statement.form == "fact"]
        symbols = [statement.literals[0] >> 1 for statement in facts]
        assert len(set(symbols)) == 2
        assert set(symbols) <= {0, 1, 4, 5}
        negated += sum(statement.literals[0] & 1 for statement in facts)
        places[statements.index(facts[0])] += 1
    assert 330 <= negated <= 470  # a third of 1,200
    assert set(places) == {0, 1, 2}


def test_published_sets_are_of_the_published_shape() -> None:
    rules = Counter[int]()
    for premises in draw_many(600):
        facts = [entry for entry in premises.statements if entry.form == "fact"]
        rules[len(premises.statements) - len(facts)] += 1
        assert len(facts) <= int(premises.open_symbols.bit_count() / 1.5)
        for statement in facts:
            assert premises.open_symbols >> (statement.literals[0] >> 1) & 1
        for statement in premises.statements:
            assert statement.form == "fact" or not any(lit & 1 for lit in statement.literals)
    assert set(rules) == {2, 3, 4}
    assert min(rules.values()) > 150


@pytest.mark.slow
def test_about_nine_in_a_hundred_contradict_themselves() -> None:
    outcome = draw_many(4000)
    share = sum(1 for premises in outcome if not region_of(premises.statements)) / len(outcome)
    assert 0.08 < share < 0.11


@pytest.mark.slow
def test_about_half_of_the_crossing_conclusions_follow_from_one_fact() -> None:
    crosses = alone = 0
    for premises in draw_many(1500):
        facts = [statement for statement in premises.statements if statement.form == "fact"]
        for conclusion in crossing(premises)[0]:
            crosses += 1
            alone += any(
                entailed_alone(statement) >> number_of(conclusion) & 1 for statement in facts
            )
    assert 0.47 < alone / crosses < 0.58


def test_facts_count_as_one_premise_next_to_rules() -> None:
    a_b, c_d, e = implies(0, 2), implies(4, 6), fact(8)
    assert together([a_b, c_d]) == [0b11, 0b1100]
    assert together([a_b, e, c_d]) == [0b11111]
    assert together([e, a_b, c_d]) == [0b10011, 0b1100]


def test_candidates_are_ordered_pairs_in_four_signs_and_literals() -> None:
    texts = [text(candidate) for candidate in candidates(Premises((), 0b101))]
    assert texts == [
        *("(¬A → ¬C)", "(¬A → C)", "(A → ¬C)", "(A → C)"),
        *("(¬C → ¬A)", "(¬C → A)", "(C → ¬A)", "(C → A)"),
        *("A", "¬A", "C", "¬C"),
    ]


def test_every_candidate_has_its_number() -> None:
    for statement in candidates(Premises((), 0b1111)):
        same = truth.truths(text(CANDIDATES[number_of(statement)]))
        assert same == truth.truths(text(statement))


def test_sized_sets_have_that_size() -> None:
    sizes = Counter(
        len(premises.statements)
        for index in range(300)
        if (premises := draw_sized(Draw("sized", index), 3, 8, 6)) is not None
    )
    assert set(sizes) == {6}
    assert sizes[6] > 100


def test_strict_sets_leave_discarded_symbols_uncounted() -> None:
    for index in range(200):
        premises = draw_strict(Draw("strict", index), 3, 8)
        assert premises is not None
        count = 0
        for statement in premises.statements:
            count |= statement.symbols
        assert not premises.open_symbols & ~count
