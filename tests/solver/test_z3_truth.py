"""Z3's short answer, entailed, refuted or neither, against the answers of the whole backend."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cancel import Budget
from solver.engines.z3 import truth as z3_truth
from solver.language.problem import Premise, Theory
from solver.language.syntax import (
    And,
    Constant,
    Exists,
    ForAll,
    Formula,
    Implies,
    Not,
    Or,
    Pred,
    Signature,
    Variable,
)
from tests.effort import examples
from tests.solver.engine_queries import z3_entails as entails

X = Variable("x")


def truth(theory: Theory, formula: Formula, timeout: float = 600) -> str | None:
    return z3_truth(theory, formula, budget=Budget.of(timeout))


def _atom(name: str) -> Formula:
    return Pred(name, (X,))


def _theory(*formulas: Formula) -> Theory:
    premises = Premise.numbered(formulas)
    return Theory(Signature(), premises)


RULE = ForAll("x", Implies(_atom("P"), _atom("Q")))


@pytest.mark.parametrize(
    ("premises", "asked", "answer"),
    [
        ((RULE, ForAll("x", _atom("P"))), ForAll("x", _atom("Q")), "true"),
        ((RULE, ForAll("y", Pred("P", (Variable("y"),)))), ForAll("x", _atom("Q")), "true"),
        ((RULE, Exists("x", _atom("P"))), ForAll("x", Not(_atom("Q"))), "false"),
        ((RULE, Exists("x", _atom("P"))), ForAll("x", _atom("Q")), "unknown"),
        ((RULE, Pred("P", (Constant("a"),))), Pred("Q", (Constant("a"),)), "true"),
        ((RULE, Pred("P", (Constant("a"),))), Pred("Q", (Constant("b"),)), "unknown"),
        # No premise, no label.
        ((ForAll("x", _atom("P")), Exists("x", Not(_atom("P")))), RULE, None),
        # Quantifiers below a universal one stay as they are.
        (
            (RULE, ForAll("x", Or((_atom("P"), Exists("y", Pred("P", (Variable("y"),))))))),
            Exists("x", _atom("Q")),
            "true",
        ),
    ],
)
def test_answers(premises: tuple[Formula, ...], asked: Formula, answer: str | None) -> None:
    assert truth(_theory(*premises), asked) == answer


def test_forty_rules_and_facts_are_decided_at_once() -> None:
    chain = [
        ForAll("x", Implies(And((_atom(f"P{n}"), _atom(f"S{n}"))), _atom(f"P{n + 1}")))
        for n in range(20)
    ]
    facts: list[Formula] = [ForAll("x", _atom(f"S{n}")) for n in range(19)]
    start: list[Formula] = [ForAll("x", _atom("P0"))]
    premises = [*chain, *facts, *start]
    conclusion = ForAll("x", Implies(_atom("S19"), _atom("P20")))
    assert truth(_theory(*premises), conclusion, timeout=300) == "true"
    assert entails(_theory(*premises), range(len(premises)), conclusion, timeout=300) is True
    assert truth(_theory(*premises), ForAll("x", _atom("P20")), timeout=300) == "unknown"


literals = st.builds(
    lambda name, positive: _atom(name) if positive else Not(_atom(name)),
    st.sampled_from("PQR"),
    st.booleans(),
)
sentences = st.builds(
    lambda node, left, right: node("x", Or((left, right))),
    st.sampled_from([ForAll, Exists]),
    literals,
    literals,
)


@examples(40)
@given(st.lists(sentences, max_size=5), sentences)
def test_truth_is_entailment_of_the_formula_or_of_its_negation(
    premises: list[Formula], asked: Formula
) -> None:
    theory = _theory(*premises)
    numbers = range(len(premises))
    yes, no = entails(theory, numbers, asked), entails(theory, numbers, Not(asked))
    expected = {(True, False): "true", (False, True): "false", (False, False): "unknown"}
    assert truth(theory, asked) == expected.get((bool(yes), bool(no)))
