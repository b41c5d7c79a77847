"""Answers the papers print for their own examples, by the exact engine."""

import pytest

from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.results import EngineAnswer
from tests.solver.engine_queries import Worlds


def answers(premises: list[str], *questions: str) -> list[EngineAnswer]:
    """What the engine answers to a small formal problem."""
    problem = load_problem({"premise": premises, "question": list(questions)})
    session = Worlds(theory(problem), problem.queries)
    return [session.answer(query) for query in problem.queries]


def test_which_sections_join_the_orchestra() -> None:
    """LLMEval-Logic, figure 1: horn and tuba, and nothing else. T, H, A, U: trumpet, horn, alto
    horn, tuba."""
    rules = ["H -> U", "A <-> T & ~H", "U -> ~A", "(T & ~U) | (U & ~T)", "~(T & A)", "T | H"]
    listed, unique = answers(rules, "enumerate_models(T, H, A, U)", "unique_solution(T, H, A, U)")
    expected = {"T": False, "H": True, "A": False, "U": True}
    assert listed.models == (expected,)
    assert unique.solution == expected


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [("B -> H", "necessary"), ("A", "necessary"), ("C", "unnecessary"), ("B", "unnecessary")],
)
def test_a_qualification_statement(statement: str, verdict: str) -> None:
    """The notation of DivLogicEval's symbolic version."""
    rules = ["H", "(H → A)", "((C ∨ F) → H)", "¬B"]
    assert [a.verdict for a in answers(rules, f"necessary({statement})")] == [verdict]


def test_possible_is_not_entailed_not_to_be() -> None:
    """LLMEval-Logic, appendix: from A → B and B, ¬A stays possible and is not certain."""
    engine_answers = answers(["A -> B", "B"], "possible(~A)", "necessary(~A)")
    assert [answer.verdict for answer in engine_answers] == ["possible", "unnecessary"]
    assert engine_answers[1].countermodel == {"A": True, "B": True}
    assert engine_answers[0].witness == {"A": False, "B": True}
