"""QMFOL's rules, claims, distractors and proofs, held to finite structures tried one by one."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.families.qmfol.distractors import are_distractors, distractors
from items.families.qmfol.proofs import by_grounding, by_z3, follows_from_rules, projected
from items.families.qmfol.rules import (
    Base,
    Join,
    Label,
    Lit,
    Side,
    Statement,
    Subject,
    basic_rules,
    claim,
    formula,
)
from items.seeds import Draw
from solver.language.printer import print_formula
from tests.effort import examples
from tests.items.families.small_structures import expandable, label

YES = [Lit(n, True) for n in range(9)]
subjects: st.SearchStrategy[Subject] = st.sampled_from(["all", "some", "named"])
joins: st.SearchStrategy[Join] = st.sampled_from(["and", "or"])


def sides(predicates: int) -> st.SearchStrategy[Side]:
    literals = st.builds(Lit, st.integers(0, predicates - 1), st.booleans())
    return st.builds(Side, st.lists(literals, min_size=1, max_size=3).map(tuple), joins)


def statements(predicates: int) -> st.SearchStrategy[Statement]:
    return st.builds(Statement, subjects, sides(predicates), st.none() | sides(predicates))


# --- rules and claims --------------------------------------------------------------------------


@given(st.integers(1, 20), st.integers(0, 20), st.integers(0, 10**6))
def test_depth_and_width_are_what_was_asked_for(depth: int, width: int, seed: int) -> None:
    base = basic_rules(depth, width, 0.3, Draw("r", seed))
    assert len(base.rules) == depth
    used = [literal for rule in base.rules for literal in rule.literals()]
    assert (
        {lit.predicate for lit in used}
        == set(range(depth + 1 + width))
        == set(range(base.predicates))
    )
    connectives = 0
    for n, rule in enumerate(base.rules):
        assert rule.subject == "all"
        assert rule.left is not None
        assert (rule.left.join, rule.right.join) == ("and", "or")
        own = [literal.predicate for literal in rule.literals()]
        assert len(own) == len(set(own))
        connectives += len(own) - 2
        assert n in {literal.predicate for literal in rule.left.literals}
        assert n + 1 in {literal.predicate for literal in rule.right.literals}
    assert connectives == width
    assert len(base.sources) + len(base.sinks) == 2 + width
    assert Counter(used).most_common(1)[0][1] <= 2


@given(st.integers(1, 6), st.integers(0, 6), st.integers(0, 10**6))
def test_the_implicit_rule_follows_and_nothing_shorter_does(
    depth: int, width: int, seed: int
) -> None:
    base = basic_rules(depth, width, 0.5, Draw("r", seed))
    clause = frozenset([*(source.denied for source in base.sources), *base.sinks])
    assert follows_from_rules(base, clause)
    for lit in clause:
        assert not follows_from_rules(base, clause - {lit})


labels: st.SearchStrategy[Label] = st.sampled_from(["true", "false", "unknown"])


@given(st.integers(1, 6), st.integers(0, 6), labels, st.booleans(), st.integers(0, 10**6))
def test_claims_have_the_label_they_are_made_for(
    depth: int, width: int, wanted: Label, named: bool, seed: int
) -> None:
    base = basic_rules(depth, width, 0.3, Draw("r", seed))
    conclusion = claim(base, wanted, named, Draw("c", seed))
    if conclusion is None:
        assert wanted == "unknown"
        assert len(base.sources) == len(base.sinks) == 1
        return
    premises = [*base.rules, *conclusion.facts]
    assert by_grounding(premises, conclusion.conclusion) == wanted
    # Not from the facts alone, and not without any one rule.
    if wanted != "unknown":
        assert by_grounding(conclusion.facts, conclusion.conclusion) == "unknown"
        for rule in base.rules:
            left = [premise for premise in premises if premise is not rule]
            assert by_grounding(left, conclusion.conclusion) == "unknown"
    subjects = {fact.subject for fact in conclusion.facts}
    assert subjects <= {"named" if named else "all"}
    if wanted == "true":
        given_literals = {fact.right.literals[0] for fact in conclusion.facts}
        sources, sinks = set(base.sources), {sink.denied for sink in base.sinks}
        assert given_literals & sources < sources
        assert given_literals & sinks < sinks


def test_both_kinds_of_unknown_are_generated() -> None:
    base = basic_rules(3, 6, 0.3, Draw("r", 1))
    claims = [claim(base, "unknown", False, Draw("c", seed)) for seed in range(40)]
    ways = Counter(entry.label_case for entry in claims if entry is not None)
    assert set(ways) == {"unknown1", "unknown2"}


# --- labels ------------------------------------------------------------------------------------


@examples(60)
@given(st.lists(statements(2), max_size=4), statements(2))
def test_grounding_decides_as_all_small_structures_do(
    premises: list[Statement], conclusion: Statement
) -> None:
    # Named individual, a witness for each of five existentials at most: six individuals suffice,
    # and with two predicates there are four types, so four more than the named one.
    assert by_grounding(premises, conclusion) == label(premises, conclusion, 2, 5)


@examples(60)
@given(st.lists(statements(4), max_size=6), statements(4))
def test_z3_agrees(premises: list[Statement], conclusion: Statement) -> None:
    assert by_z3(premises, conclusion) == by_grounding(premises, conclusion)


def test_a_problem_too_large_for_the_exact_engine_at_once_is_split() -> None:
    base = basic_rules(25, 25, 0.3, Draw("wide", 0))
    extra = distractors(base, 60, 0.3, Draw("wide d", 0)).statements
    for wanted in ("true", "false", "unknown"):
        conclusion = claim(base, wanted, False, Draw("wide c", wanted))
        assert conclusion is not None
        premises = [*base.rules, *conclusion.facts, *extra]
        assert by_grounding(premises, conclusion.conclusion) == wanted


def test_inconsistent_premises_have_no_label() -> None:
    fact = Statement("all", Side((YES[0],), "or"))
    against = Statement("some", Side((YES[0].denied,), "or"))
    assert by_grounding([fact, against], fact) is None
    assert by_z3([fact, against], fact) is None


def test_formulas_of_statements() -> None:
    rule = Statement("all", Side((YES[1], YES[2].denied), "or"), Side((YES[0],), "and"))
    assert print_formula(formula(rule)) == "∀x (P0(x) → P1(x) ∨ ¬P2(x))"
    some = Statement("some", Side((YES[1], YES[2]), "and"))
    assert print_formula(formula(some)) == "∃x (P1(x) ∧ P2(x))"
    named = Statement("named", Side((YES[1].denied,), "or"))
    assert print_formula(formula(named)) == "¬P1(a)"


# --- distractors -------------------------------------------------------------------------------

CHAIN = Base(
    (Statement("all", Side((YES[1],), "or"), Side((YES[0],), "and")),), (YES[0],), (YES[1],), 2
)


@pytest.mark.parametrize(
    ("extra", "verdict"),
    [
        (Statement("all", Side((YES[2],), "or"), Side((YES[0],), "and")), True),
        (Statement("all", Side((YES[0],), "or"), Side((YES[2],), "and")), True),
        (Statement("some", Side((YES[0], YES[2]), "or")), True),
        # Asserts that something has a used predicate.
        (Statement("some", Side((YES[0], YES[2]), "and")), False),
        (Statement("some", Side((YES[2],), "or"), Side((YES[0],), "and")), True),
        (Statement("some", Side((YES[0],), "or")), False),
        # What the rules say already adds nothing.
        (Statement("all", Side((YES[1], YES[2]), "or"), Side((YES[0],), "and")), True),
        (Statement("all", Side((YES[1],), "or"), Side((YES[0],), "and")), True),
        (Statement("all", Side((YES[0],), "or"), Side((YES[1],), "and")), False),
    ],
)
def test_what_is_a_distractor(extra: Statement, verdict: bool) -> None:
    assert are_distractors(CHAIN, [extra]) == verdict
    assert expandable(CHAIN.rules, [extra], 2, 1, 2) == verdict


def test_two_distractors_can_be_none_together() -> None:
    up = Statement("all", Side((YES[2],), "or"), Side((YES[1],), "and"))
    down = Statement("all", Side((YES[0],), "or"), Side((YES[2],), "and"))
    assert are_distractors(CHAIN, [up])
    assert are_distractors(CHAIN, [down])
    assert not are_distractors(CHAIN, [up, down])


@examples(80)
@given(st.lists(statements(4).filter(lambda s: s.subject != "named"), min_size=1, max_size=3))
def test_distractors_are_those_that_every_structure_can_bear(extra: list[Statement]) -> None:
    # Two fresh predicates and structures of up to two individuals; one alone is the hardest.
    assert are_distractors(CHAIN, extra) == expandable(CHAIN.rules, extra, 2, 2, 2)


@given(st.integers(1, 6), st.integers(0, 8), st.integers(0, 12), st.integers(0, 10**6))
def test_drawn_distractors_leave_the_label_alone(
    depth: int, width: int, count: int, seed: int
) -> None:
    base = basic_rules(depth, width, 0.3, Draw("r", seed))
    distracted = distractors(base, count, 0.3, Draw("d", seed))
    assert len(distracted.statements) == count
    assert are_distractors(base, distracted.statements)
    for wanted in ("true", "false", "unknown"):
        conclusion = claim(base, wanted, False, Draw("c", seed))
        if conclusion is not None:
            premises = [*base.rules, *conclusion.facts, *distracted.statements]
            assert by_grounding(premises, conclusion.conclusion) == wanted
    for statement in distracted.statements:
        own = {lit.predicate for lit in statement.literals()}
        assert own & set(range(base.predicates))
        assert 1 <= len(own - set(range(base.predicates))) <= 4


@given(st.integers(0, 10**6))
def test_a_longer_list_begins_with_a_shorter(seed: int) -> None:
    base = basic_rules(4, 4, 0.3, Draw("r", seed))
    short = distractors(base, 5, 0.3, Draw("d", seed)).statements
    assert distractors(base, 9, 0.3, Draw("d", seed)).statements[:5] == short


@pytest.mark.slow
def test_both_kinds_and_both_quantifiers_come() -> None:
    base = basic_rules(5, 5, 0.3, Draw("r", 1))
    distracted = distractors(base, 200, 0.3, Draw("d", 1))
    assert distracted.redrawn_count > 0
    subjects = Counter(statement.subject for statement in distracted.statements)
    assert subjects["all"] > subjects["some"] > 10
    fresh = Counter(
        len({lit.predicate for lit in statement.literals() if lit.predicate >= base.predicates})
        for statement in distracted.statements
    )
    assert set(fresh) == {1, 2, 3, 4}


@given(st.lists(st.frozensets(st.builds(Lit, st.integers(0, 3), st.booleans()), max_size=3)))
def test_projection_keeps_exactly_the_consequences_about_the_kept_symbols(
    clauses: list[frozenset[Lit]],
) -> None:
    clauses = [c for c in clauses if not any(lit.denied in c for lit in c)]
    left = projected(clauses, 2)
    assert all(lit.predicate < 2 for clause in left for lit in clause)
    for first in (False, True):
        for second in (False, True):
            projections = {0: first, 1: second}
            bears = any(
                all(
                    any(
                        {**projections, 2: c, 3: d}[lit.predicate] == lit.positive for lit in clause
                    )
                    for clause in clauses
                )
                for c in (False, True)
                for d in (False, True)
            )
            assert bears == all(
                any(projections[lit.predicate] == lit.positive for lit in clause) for clause in left
            )


def test_statements_without_clauses_are_tautologies() -> None:
    same = Statement("all", Side((YES[0],), "or"), Side((YES[0],), "and"))
    assert same.clauses() == frozenset()
