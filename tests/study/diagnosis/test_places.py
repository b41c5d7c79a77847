"""One rule for who misreads, who is diagnosed and how often: where a misreading is made, what it is
made of, and what comes of premises that exclude one another as read."""

from typing import Any

import pytest

from items.answers import CountAnswer
from items.formal import formal_item
from items.models import Item
from items.seeds import Draw
from items.values.answer_text import format_answer, parse_answer
from solver.cancel import whole_budget
from study.diagnosis.attractions import attractions
from study.diagnosis.items_document import document
from study.diagnosis.misreaders import misread
from study.diagnosis.misreading_groups import Misreaders
from study.diagnosis.possible_answers import answers_to
from study.diagnosis.question_readings import QuestionReadings
from study.diagnosis.recorded_answers import GivenAnswer, explained_answers


def item(name: str, text: str, premises: tuple[str, ...], **question: Any) -> Item:
    return Item.model_validate(
        {
            "id": name,
            "text": text,
            "questions": [{"id": "1", "text": "?", **question}],
            "formalization": {"premise": list(premises)},
        }
    )


def choice(name: str, text: str, premises: tuple[str, ...], *options: str) -> Item:
    offered = [{"text": option, "formula": option} for option in options]
    return item(name, text, premises, options=offered, kind="choice")


def readings_of(asked: Item) -> QuestionReadings:
    formal = formal_item(asked)
    assert formal is not None
    return QuestionReadings(asked, formal, 0, answers_to(asked.leaves[0], ()))


CONFLICT = item(
    "conflict", "A or B. Not A.", ("A ∨ B", "¬A"), kind="necessary", query="necessary(C)"
)


@pytest.mark.parametrize(
    "rates", [{"and-for-or": 1.0}, {"and-for-or": 1.0, "necessary-as-possible": 1.0}]
)
def test_premises_that_exclude_one_another_as_read_are_guessed(rates: dict[str, float]) -> None:
    group = Misreaders(rates=rates)
    assert all(misread(CONFLICT, 0, group, Draw("x", n)) is None for n in range(20))
    assert readings_of(CONFLICT).answers_under(tuple(rates)) == (None,)
    assert misread(CONFLICT, 0, Misreaders(), Draw("x")) is not None


@pytest.mark.slow
def test_their_rate_comes_back_from_guesses_alone() -> None:
    """Who reads "or" as "and" guesses where "not A" is said; others are right."""
    items_asked = [
        item(
            f"i{n}",
            f"A or {b}. Not A.",
            ("A ∨ " + b, "¬A"),
            kind="truth",
            query=f"necessary({b})",
        )
        for n, b in enumerate("BCDEFG")
    ]
    group = Misreaders(rates={"and-for-or": 0.5})
    rows = []
    for person in range(40):
        for premise_item in items_asked:
            draw = Draw("conflict", person, premise_item.id)
            answer = misread(premise_item, 0, group, draw)
            answer = answer or draw.choice(answers_to(premise_item.leaves[0], ()))
            rows.append(GivenAnswer(f"p{person:02d}", "people", premise_item, 0, answer))
    reply = document(explained_answers(rows, both=False))["groups"]["people"]["rates"]
    # A guess and the misreading say the same here: together they are half of the answers.
    assert reply["and-for-or"]["low"] <= 0.5 <= reply["and-for-or"]["high"]
    assert reply["as it stands"]["low"] <= 0.5 <= reply["as it stands"]["high"]


THREE = choice("three", "A. B. C.", ("A", "B", "C"), "A", "B", "A ∧ B ∧ C", "D")


def test_any_one_premise_that_matters_is_forgotten_each_alike() -> None:
    first = readings_of(THREE)
    assert first.choice_sets() == (frozenset({0, 1, 2}),)
    # C is forgotten, B is, or A is.
    assert set(first.choice_sets(("premise-forgotten",))) == {
        frozenset({0, 1}),
        frozenset({0}),
        frozenset({1}),
    }
    group = Misreaders(rates={"premise-forgotten": 1.0})
    recorded_answers = [misread(THREE, 0, group, Draw("three", n)) for n in range(600)]
    shares = [sum(a == c for a in recorded_answers) / 600 for c in answers_to(THREE.leaves[0], ())]
    assert shares[0] == pytest.approx(0.5, abs=0.07)
    assert shares[1] == pytest.approx(0.5, abs=0.07)


def test_what_is_counted_without_one_premise_is_among_the_answers() -> None:
    """A or B has three models over A, B and C where C holds; six where C is forgotten, four where
    the other premise is."""
    counted = item(
        "counted", "A or B. C.", ("A ∨ B", "C"), kind="count_models", query="count_models(A, B, C)"
    )
    [[question]] = attractions([counted])
    reached = {a["answer"]: a["reached_by"] for a in question["answers"]}
    assert {answer for answer, names in reached.items() if "premise-forgotten" in names} == {
        "4",
        "6",
    }
    drawn = [
        misread(counted, 0, Misreaders(rates={"premise-forgotten": 1.0}), Draw("x", n))
        for n in range(40)
    ]
    assert {format_answer(answer, counted.leaves[0]) for answer in drawn if answer} == {"4", "6"}


@pytest.mark.slow
def test_which_premise_was_forgotten_is_reported() -> None:
    item_asked = item(
        "which",
        "A. If A, then B. C.",
        ("A", "A → B", "C"),
        kind="truth",
        query="necessary(B)",
    )
    unknown = answers_to(item_asked.leaves[0], ())[2]
    reply = document(
        explained_answers([GivenAnswer("p", "people", item_asked, 0, unknown)], both=True)
    )
    (row,) = reply["given"]
    place = row["combinations"].index(["premise-forgotten"])
    assert row["forgotten"][place] == [1, 2]
    (explanation,) = [
        m for m in reply["diagnoses"]["misread"] if m["misreadings"] == ["premise-forgotten"]
    ]
    assert set(explanation["forgotten"]) == {"1", "2"}
    assert sum(explanation["forgotten"].values()) == pytest.approx(explanation["answers"])


@pytest.mark.slow
def test_the_rate_of_forgetting_comes_back_whichever_premise_it_is() -> None:
    letters = "BDEFGHIJ"
    items_asked = [
        item(
            f"i{n}",
            f"A. {b}. C. X and Y and Z.",
            ("A", b, "C", "X ∧ Y ∧ Z"),
            kind="count_models",
            query=f"count_models(A, {b}, C, X, Y, Z)",
        )
        for n, b in enumerate(letters)
    ]
    group = Misreaders(rates={"premise-forgotten": 0.4})
    rows = []
    for person in range(30):
        for item_asked in items_asked:
            answer = misread(item_asked, 0, group, Draw("forgets", person, item_asked.id))
            assert answer is not None
            rows.append(GivenAnswer(f"p{person:02d}", "people", item_asked, 0, answer))
    assert len({str(row.answer) for row in rows}) > 2, "different premises are forgotten"
    rate = document(explained_answers(rows, both=False))["groups"]["people"]["rates"][
        "premise-forgotten"
    ]
    assert rate["low"] <= 0.4 <= rate["high"]
    observed_rate = sum(row.answer != CountAnswer(count=1) for row in rows) / len(rows)
    assert rate["value"] == pytest.approx(observed_rate, abs=0.02)
    assert rate["high"] - rate["low"] < 0.4


ONLY_IF = "Ann sings only if Ben dances. If Cleo paints, Dan cooks. Dan cooks."
PREMISES = ("A → B", "C → D", "D")


def reached(asked: Item, option: str) -> set[str]:
    [[reply]] = attractions([asked])
    (answer,) = [a for n, a in enumerate(reply["answers"]) if "CDXY"[n] == option]
    return set(answer["reached_by"])


def test_a_misreading_of_a_word_needs_the_word_in_the_premises_own_sentence() -> None:
    options = ("C", "D", "¬A", "¬C")
    assert "only-if-reversed" not in reached(choice("x", ONLY_IF, PREMISES, *options), "C")
    other = "If Ann sings, Ben dances. Cleo paints only if Dan cooks. Dan cooks."
    assert "only-if-reversed" in reached(choice("x", other, PREMISES, *options), "C")
    # What cannot be matched is not taken to use the word, unless the text is one sentence.
    more = f"It is Monday. {other}"
    assert "only-if-reversed" not in reached(choice("x", more, PREMISES, *options), "C")
    sentence = "Ann sings if Ben dances, Cleo paints only if Dan cooks, and Dan cooks."
    assert "only-if-reversed" in reached(choice("x", sentence, PREMISES, *options), "C")


@pytest.mark.slow
def test_answers_that_nothing_makes_right_count_in_the_profile() -> None:
    list_item = item("list", "A or B.", ("A ∨ B",), kind="count_models", query="count_models(A, B)")
    other = item("plain", "A.", ("A",), kind="truth", query="necessary(A)")
    rows = [
        GivenAnswer(
            "p",
            "people",
            list_item,
            0,
            parse_answer("17", list_item.leaves[0], list_item.formalization),
        ),
        GivenAnswer("p", "people", other, 0, answers_to(other.leaves[0], ())[0]),
    ]
    reply = document(explained_answers(rows, both=False))["groups"]["people"]["consistency"]
    assert reply["respondents"]["p"]["answers"] == 2
    assert reply["respondents"]["p"]["right"] == 1
    assert reply["respondents"]["p"]["largest_part"] == 1


def test_readings_are_made_only_while_there_is_time() -> None:
    """An item of thousands of premises has as many readings, each with all its premises."""
    asked = item(
        "chain", "x", ("A → B", "B → C", "C → D"), kind="necessary", query="necessary(A → D)"
    )
    late = readings_of(asked)
    with whole_budget(0.0):
        assert not late.explanation(1).exhausted
    assert len(late._cases) == 1
    early = readings_of(asked)
    early.explanation(1)
    assert len(early._cases) > 1
