"""Each misreading changes what it should and nothing else, and its reading means something else.

That a reading means something else is shown by a world in which the text and the reading differ,
found by both engines.
"""

from typing import NamedTuple

import pytest

from items.misreadings.misreading import Case, Reading
from items.misreadings.registry import MISREADINGS
from solver.language.edits import theory as theory_of
from solver.language.loader import load_problem
from solver.language.printer import print_formula
from solver.queries import solve_problem
from solver.results import Verdict


class Example(NamedTuple):
    """A premise and how it is misread; `sentence` where the wording decides."""

    name: str
    premise: str
    reading: str
    sentence: str = ""


EXAMPLES = [
    Example("converse", "A → B", "B → A"),
    Example("converse", "(A → B) → ¬C", "¬C → (B → A)"),
    Example("converse", "∀x (F(x) → G(x))", "∀x (G(x) → F(x))"),
    Example("inverse", "A → B", "¬A → ¬B"),
    Example("inverse", "¬A → B", "A → ¬B"),
    Example("biconditional", "A → B", "A ↔ B"),
    Example("biconditional", "C ∧ (A → B)", "C ∧ (A ↔ B)"),
    Example("exclusive-or", "A ∨ B", "exactly_one(A, B)"),
    Example("exclusive-or", "A ∨ B ∨ C", "exactly_one(A, B, C)"),
    Example("exclusive-or", "A ∨ B → C", "exactly_one(A, B) → C"),
    Example("exclusive-or", "(A ∨ B) ∨ A ∧ B", "exactly_one(A, B)"),
    Example("exclusive-or", "(A ∨ B) ∨ B ∧ A", "exactly_one(A, B)"),
    Example("exclusive-or", "B ∧ A ∨ (A ∨ B)", "exactly_one(A, B)"),
    Example(
        "exclusive-or",
        "at_least(1; A, B) ∨ A ∧ B",
        "exactly_one(at_least(1; A, B), A ∧ B)",
    ),
    Example("exclusive-or", "(A ∨ B) ∨ A ∧ C", "exactly_one(exactly_one(A, B), A ∧ C)"),
    Example("and-for-or", "A ∨ B", "A ∧ B"),
    Example("and-for-or", "C → ¬(A ∨ B)", "C → ¬(A ∧ B)"),
    Example("only-if-reversed", "A → B", "B → A", "Ann comes only if Bob comes."),
    Example("only-if-reversed", "A → B", "B → A", "只有 Bob 来，Ann 才来。"),
    Example("only-if-reversed", "∀x (F(x) → G(x))", "∀x (G(x) → F(x))", "One sings only if glad."),
    Example("unless-biconditional", "¬B → A", "¬B ↔ A", "Ann comes unless Bob comes."),
    Example("unless-biconditional", "A ∨ B", "A ↔ ¬B", "除非 Bob 来，否则 Ann 来。"),
    Example("conversion", "∀x (F(x) → G(x))", "∀x (G(x) → F(x))"),
    Example("conversion", "∃x (F(x) ∧ ¬G(x))", "∃x (G(x) ∧ ¬F(x))"),
    Example("existential-import", "∀x (F(x) → G(x))", "∀x (F(x) → G(x)) ∧ ∃x F(x)"),
    Example(
        "existential-import", "∀x ¬(F(x) ∧ G(x))", "(∀x ¬(F(x) ∧ G(x))) ∧ (∃x F(x)) ∧ (∃x G(x))"
    ),
    Example("some-but-not-all", "∃x (F(x) ∧ G(x))", "∃x (F(x) ∧ G(x)) ∧ ∃x (F(x) ∧ ¬G(x))"),
    Example("some-but-not-all", "∃x (F(x) ∧ ¬G(x))", "∃x (F(x) ∧ ¬G(x)) ∧ ∃x (F(x) ∧ G(x))"),
    Example("negation-scope", "¬(A ∧ B)", "¬A ∧ ¬B"),
    Example("negation-scope", "¬∀x (F(x) → G(x))", "∀x (F(x) → ¬G(x))"),
    Example("negation-scope", "¬∃x (F(x) ∧ G(x))", "∃x (F(x) ∧ ¬G(x))"),
    Example("condition-as-fact", "A → B", "A ∧ B"),
    Example("condition-as-fact", "A → (B → C)", "A ∧ (B ∧ C)"),
]
UNTOUCHED = [
    Example("converse", "A ∧ B ↔ C", ""),
    Example("inverse", "A ∨ B", ""),
    Example("biconditional", "A ↔ B", ""),
    Example("exclusive-or", "A ∧ ¬B", ""),
    Example("and-for-or", "A → B", ""),
    Example("only-if-reversed", "A → B", "", "If Ann comes, Bob comes."),
    Example("only-if-reversed", "A → B", ""),
    Example("only-if-reversed", "A → B", "", "Ann comes if and only if Bob comes."),
    Example("only-if-reversed", "A → B", "", "当且仅当 Bob 来，Ann 才来。"),
    Example("unless-biconditional", "A ∨ B", "", "Ann or Bob comes."),
    Example("conversion", "∀x (F(x) → ¬G(x))", ""),
    Example("conversion", "∃x (F(x) ∧ G(x))", ""),
    Example("conversion", "A → B", ""),
    Example("existential-import", "∃x (F(x) ∧ G(x))", ""),
    Example("existential-import", "A → B", ""),
    Example("some-but-not-all", "∀x (F(x) → G(x))", ""),
    Example("some-but-not-all", "∃x F(x)", ""),
    Example("negation-scope", "∀x ¬(F(x) ∧ G(x))", ""),
    Example("negation-scope", "¬A", ""),
    Example("condition-as-fact", "A ↔ B", ""),
    Example("condition-as-fact", "∀x (F(x) → G(x))", ""),
]
OF_QUESTIONS = {"possible-as-necessary": "possible", "necessary-as-possible": "necessary"}
"""Misreading to the kind of query that it misreads."""


def case(*premises: str, query: str = "necessary(Q)", sentences: tuple[str, ...] = ()) -> Case:
    """Premises with their sentences, and one query."""
    problem = load_problem({"premise": list(premises), "question": [query]})
    return Case(theory_of(problem), problem.queries[0], dict(enumerate(sentences)))


def readings(name: str, of: Case) -> list[Reading]:
    return list(MISREADINGS[name].readings(of))


def printed(reading: Reading) -> list[str]:
    return [print_formula(premise.formula) for premise in reading.theory.premises]


def printed_form(text: str) -> str:
    """A formula as this program prints it."""
    return printed(Reading(case(text).theory, case(text).query))[0]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_premise_is_misread(example: Example) -> None:
    document = case(example.premise, "Z", sentences=(example.sentence, ""))
    (reading,) = readings(example.name, document)
    assert printed(reading) == [printed_form(example.reading), "Z"]
    assert reading.premises == {0}
    assert reading.query == document.query


@pytest.mark.parametrize("example", UNTOUCHED, ids=str)
def test_other_formulas_are_not_changed(example: Example) -> None:
    assert readings(example.name, case(example.premise, sentences=(example.sentence,))) == []


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_world_separates_the_text_from_the_reading(example: Example) -> None:
    differ = f"possible(¬(({example.premise}) ↔ ({example.reading})))"
    report = solve_problem(load_problem({"premise": [], "question": [differ]}), engine="both")
    (query,) = report.queries
    assert query.answer.verdict is Verdict.POSSIBLE
    assert query.agree is True


def test_every_misreading_has_an_example_and_its_words() -> None:
    """Those of whole questions have theirs in `tests.study.diagnosis.test_question_readings`."""
    assert {example.name for example in EXAMPLES} <= set(MISREADINGS)
    for name, misreading in MISREADINGS.items():
        assert misreading.name == name
        assert misreading.source
        for words in (misreading.titles, misreading.descriptions):
            assert list(words) == ["en", "zh"]
            assert words["en"] != words["zh"]
        assert misreading.descriptions["en"].endswith(".")
        assert misreading.descriptions["zh"].endswith("。")


def test_one_place_at_a_time_then_all_together() -> None:
    both = case("A → B", "C", "B → C", query="necessary(A → C)")
    first, second, query, everything = readings("converse", both)
    assert printed(first) == ["B → A", "C", "B → C"]
    assert printed(second) == ["A → B", "C", "C → B"]
    assert printed(query) == ["A → B", "C", "B → C"]
    assert query.query != both.query
    assert query.query.formula is not None
    assert print_formula(query.query.formula) == "C → A"
    assert printed(everything) == ["B → A", "C", "C → B"]
    assert everything.premises == {0, 2}
    assert everything.query.formula == query.query.formula


def test_each_premise_can_be_forgotten() -> None:
    case_of_three = case("A", "B", "C")
    assert [printed(reading) for reading in readings("premise-forgotten", case_of_three)] == [
        ["B", "C"],
        ["A", "C"],
        ["A", "B"],
    ]
    assert [reading.premises for reading in readings("premise-forgotten", case_of_three)] == [
        {0},
        {1},
        {2},
    ]
    assert [p.number for p in readings("premise-forgotten", case_of_three)[0].theory.premises] == [
        1,
        2,
    ]


def test_defined_names_are_read_as_what_they_stand_for() -> None:
    problem = load_problem(
        {"premise": ["Rule", "A"], "define": {"Rule": "A → B"}, "question": ["necessary(B)"]}
    )
    (reading,) = readings("converse", Case(theory_of(problem), problem.queries[0]))
    assert printed(reading) == ["B → A", "A"]


@pytest.mark.parametrize("name", OF_QUESTIONS)
def test_a_question_is_misread_and_the_premises_are_not(name: str) -> None:
    kind = OF_QUESTIONS[name]
    (other,) = set(OF_QUESTIONS.values()) - {kind}
    question_case = case("A ∨ B", "A", query=f"{kind}(B)")
    (reading,) = readings(name, question_case)
    assert reading.query.kind == other
    assert reading.query.formula == question_case.query.formula
    assert reading.query != question_case.query
    assert reading.theory == question_case.theory
    assert readings(name, case("A ∨ B", query=f"{other}(B)")) == []
    assert readings(name, case("A ∨ B", query="count_models(A, B)")) == []


def test_what_is_possible_but_not_necessary_tells_the_two_questions_apart() -> None:
    problem = {"premise": ["A ∨ B", "A"], "question": ["possible(B)", "necessary(B)"]}
    report = solve_problem(load_problem(problem), engine="both")
    assert [query.answer.verdict for query in report.queries] == [
        Verdict.POSSIBLE,
        Verdict.UNNECESSARY,
    ]
    assert all(query.agree for query in report.queries)
