"""Answers that fit together, held against every set of worlds there is."""

from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

from items.answers import ChoiceAnswer, UniqueAnswer
from items.formal import formal_item
from items.gold.right_answers import respond
from items.kinds.registry import form_of
from items.misreadings.registry import MISREADINGS
from items.models import Item, Question
from items.seeds import Draw
from items.sources.ccobra import Response
from items.values.answer_text import parse_answer
from solver.language.parser import formula_of
from solver.language.problem import Premise, Theory
from solver.language.signature import builder_for
from solver.queries import Session
from study.diagnosis.answers import answers_of
from study.diagnosis.consistency import Repairs, one_reading, one_reading_json, repairs, texts
from study.diagnosis.readers import readers_of, readings_of
from study.diagnosis.recorded_answers import ExplainedAnswers, GivenAnswer, explained_answers
from study.diagnosis.task_readings import TaskReadings
from tests.study.diagnosis.test_rates import TASKS

WORLDS = tuple(
    f"{a}A ∧ {b}B ∧ C = {c}" for a in ("", "¬") for b in ("", "¬") for c in ("red", "blue")
)
PARAMETERS = {"A": "Bool", "B": "Bool", "C": "Enum(red, blue)"}
QUERIES = (
    "necessary(A)",
    "necessary(A → B)",
    "possible(A ∧ B)",
    "possible(B) given A",
    "necessary(¬B) given A",
    "count_models(A, B)",
    "enumerate_models(A, B)",
    "enumerate_models(B)",
    "unique_solution(A)",
    "has_alternative(A, B; A)",
    "has_alternative(A, B)",
    "projection(necessary; A, B, A ∨ B)",
    "projection(possible; A ∧ B, ¬A)",
    "truth: necessary(A ∨ B)",
    "truth: necessary(B) given A",
    "choice: A, B, A → B",
    "enumerate_models(C)",
    "count_models(A, C)",
)


def item(premises: tuple[str, ...], queries: tuple[str, ...]) -> Item:
    questions = tuple(_question(str(n), query) for n, query in enumerate(queries))
    formal = {"parameters": PARAMETERS, "premise": list(premises)}
    return Item(id="x", text="A text.", questions=questions, formalization=formal)


def _question(name: str, query: str) -> Question:
    kind, colon, rest = query.partition(": ")
    if not colon:
        return Question.model_validate(
            {"id": name, "kind": query.partition("(")[0], "query": query}
        )
    if kind == "truth":
        return Question.model_validate({"id": name, "kind": kind, "query": rest})
    options = [{"text": f, "formula": f} for f in rest.split(", ")]
    return Question.model_validate({"id": name, "kind": kind, "options": options})


def some_answer(leaf: Question, seed: int) -> Any:
    """Any answer that is complete."""
    draw = Draw("c", seed, leaf.id)
    while True:
        answer = form_of(leaf).any(leaf, True, draw)
        if not (isinstance(answer, UniqueAnswer) and answer.verdict == "unique"):
            return answer


def is_right(leaf: Question, answer: Any, right: Any) -> bool:
    """As answers are marked; of a choice, any option that follows, and N where none does."""
    if isinstance(right, frozenset) and isinstance(answer, ChoiceAnswer):
        return answer.option in right if right else answer.option is None
    if isinstance(right, str):
        return bool(answer.value == right)
    return form_of(leaf).equal(answer, right)


def explain_answers(of: Item, answers: list[Any], who: str = "ann") -> ExplainedAnswers:
    return explained_answers(
        GivenAnswer(who, "people", of, n, answer) for n, answer in enumerate(answers)
    )


def right_of(of: Item, worlds: tuple[str, ...]) -> list[Any]:
    """The right answers where exactly these worlds are possible."""
    formal = formal_item(of)
    assert formal is not None
    builder = builder_for(formal.problem, strict=True)
    formula = formula_of(" ∨ ".join(f"({world})" for world in worlds), builder)
    theory = Theory(formal.problem.signature, (Premise(0, formula),))
    return [
        respond(of, formal, place, Session(theory, engine="worlds")).value
        for place in range(len(of.leaves))
    ]


def by_hand(of: Item, answers: list[Any], allowed: tuple[str, ...]) -> Repairs:
    """Over every set of worlds that is not empty: which of the answers are right of it."""
    sets = chain.from_iterable(combinations(allowed, n) for n in range(1, len(allowed) + 1))
    ruled_out = set()
    for worlds in sets:
        right = right_of(of, worlds)
        ruled_out.add(
            tuple(
                n
                for n, (leaf, mine, theirs) in enumerate(
                    zip(of.leaves, answers, right, strict=True)
                )
                if not is_right(leaf, mine, theirs)
            )
        )
    least = min(map(len, ruled_out))
    return Repairs(least, tuple(sorted(counts for counts in ruled_out if len(counts) == least)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_the_smallest_sets_to_give_up_are_those_of_brute_force(seed: int) -> None:
    random = Random(seed)
    queries = tuple(random.sample(QUERIES, 5))
    premises = random.choice(((), ("A ∨ B",), ("A → B",), ("A",)))
    of = item(premises, queries)
    answers = [some_answer(leaf, seed) for leaf in of.leaves]
    outcome = explain_answers(of, answers)
    (text,) = texts(outcome)
    order = [outcome.questions[place].place for place, _ in text.answers]
    assert order == sorted(order)
    allowed = tuple(w for w in WORLDS if _fits(of, w))
    assert text.together == by_hand(of, answers, WORLDS)
    assert text.with_text == by_hand(of, answers, allowed)


def _fits(of: Item, world: str) -> bool:
    formal = formal_item(of)
    assert formal is not None
    formula = formula_of(world, builder_for(formal.problem, strict=True))
    premises = (
        *(Premise(n, f) for n, f in enumerate(formal.problem.premises)),
        Premise(9, formula),
    )
    return bool(
        Session(Theory(formal.problem.signature, premises), engine="worlds").report.consistent
    )


def test_right_answers_fit_together_and_with_the_text() -> None:
    of = item(("A ∨ B",), tuple(q for q in QUERIES if ": " not in q))
    (text,) = texts(explain_answers(of, right_of(of, WORLDS[:6])))
    assert text.together == text.with_text == Repairs(0, ((),))


def test_one_misreading_makes_wrong_answers_fit() -> None:
    of = item(("A ∨ B",), ("possible(A ∧ B)", "count_models(A, B)", "necessary(¬A) given B"))
    answers_given = ["impossible", "2", "necessary"]
    answers = [
        parse_answer(t, leaf, of.formalization)
        for t, leaf in zip(answers_given, of.leaves, strict=True)
    ]
    (text,) = texts(explain_answers(of, answers))
    assert text.together == text.with_text == Repairs(0, ((),))
    assert "exclusive-or" in text.readings
    answers[2] = parse_answer("unnecessary", of.leaves[2], of.formalization)
    (other,) = texts(explain_answers(of, answers))
    assert other.together is not None
    assert other.together == Repairs(1, ((0,), (2,)))
    assert other.readings == ()


def test_a_variant_that_adds_is_a_supposition_and_another_is_a_text_of_its_own() -> None:
    formal = {
        "parameters": {"A": "Bool", "B": "Bool"},
        "premise": ["A → B"],
        "variants": {
            "more": [{"op": "add", "formula": "A"}],
            "less": [{"op": "drop", "premise": 0}],
        },
    }
    queries = ("necessary(B) under more", "impossible(A ∧ B)", "possible(B) under less")
    questions = tuple(
        Question.model_validate({"id": str(n), "kind": kind, "query": query})
        for n, (kind, query) in enumerate(
            zip(
                ("necessary", "possible", "possible"),
                (queries[0], "possible(A ∧ B)", queries[2]),
                strict=True,
            )
        )
    )
    of = Item(id="x", text="T.", questions=questions, formalization=formal)
    words = ("necessary", "impossible", "impossible")
    answers = [parse_answer(w, leaf, formal) for w, leaf in zip(words, of.leaves, strict=True)]
    document = list(texts(explain_answers(of, answers)))
    # That B is impossible once the premise is gone does not speak of the text as it stands.
    assert [(t.variant_name, len(t.answers)) for t in document] == [("baseline", 2)]
    assert document[0].together == Repairs(0, ((),))


def test_repairs_are_the_complements_of_the_largest_parts() -> None:
    random = Random(4)
    for _ in range(50):
        number = random.randint(1, 6)
        conflicts = [
            frozenset(random.sample(range(number), random.randint(1, min(3, number))))
            for _ in range(random.randint(0, 4))
        ]

        def fits(kept: tuple[int, ...], conflicts: Any = conflicts) -> bool:
            return not any(conflict <= set(kept) for conflict in conflicts)

        subsets = list(
            chain.from_iterable(combinations(range(number), n) for n in range(number + 1))
        )
        fitting = [s for s in subsets if fits(tuple(n for n in range(number) if n not in s))]
        least = min(map(len, fitting))
        outcome = repairs(number, fits)
        assert outcome.give_up == least
        assert outcome.sets == tuple(sorted(s for s in fitting if len(s) == least))[:16]


def test_the_reading_that_somebody_follows_everywhere_is_found() -> None:
    readings = [TaskReadings(task) for task in TASKS]
    names = ("biconditional",)
    responses = [
        Response("here", "ann", task, frozenset({min(reading.right(names))}))
        for task, reading in zip(TASKS, readings, strict=True)
    ]
    responses += [
        Response("here", "bob", task, frozenset({min(reading.right())}))
        for task, reading in zip(TASKS, readings, strict=True)
    ]
    answers = answers_of(responses)
    tasks_read = readings_of(answers.tasks)
    one_readings = one_reading(answers, tasks_read, readers_of(tasks_read, answers.counts.shape[2]))
    assert one_readings["ann"].largest_part == one_readings["ann"].answers == len(TASKS)
    assert one_readings["ann"].right < len(TASKS)
    assert "biconditional" in one_readings["ann"].consistent_misreadings
    assert one_readings["ann"].answers_to_give_up == one_readings["bob"].answers_to_give_up == ()
    assert (
        one_readings["bob"].right,
        one_readings["bob"].best_readings,
        one_readings["bob"].consistent_misreadings,
    ) == (
        len(TASKS),
        ((),),
        (),
    )
    assert set(one_readings["ann"].consistent_misreadings) <= set(MISREADINGS)


def test_answers_that_no_one_reading_makes_right_are_named() -> None:
    """Of two answers to one task that choose different things, one has to go."""
    reading = TaskReadings(TASKS[0])
    right = min(reading.right())
    wrong = next(n for n in range(len(TASKS[0].choices)) if n not in reading.right())
    answers = answers_of(
        Response("here", "ann", TASKS[0], frozenset({choice}))
        for choice in (right, right, right, wrong, wrong)
    )
    tasks_read = readings_of(answers.tasks)
    one_readings = one_reading(answers, tasks_read, readers_of(tasks_read, answers.counts.shape[2]))
    assert one_readings["ann"].answers_to_give_up == ((0, wrong, 2),)
    explained = one_reading_json(answers, one_readings)["ann"]
    assert explained["give_up"] == 2
    assert explained["answers_to_give_up"] == [
        {"question": TASKS[0].id, "answer": TASKS[0].choices[wrong].text, "times": 2}
    ]
