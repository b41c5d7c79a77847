"""A respondent's profile, selected from a diagnosis and described."""

import pytest

from items.answers import VerdictAnswer
from items.models import Item, Question
from sessions.report.diagnosed_data import DiagnosedData
from sessions.report.tables.misreadings import table
from study.diagnosis.items_document import document
from study.diagnosis.profiles import profile_of
from study.diagnosis.recorded_answers import GivenAnswer, explained_answers
from tests.sessions.test_diagnosed_report import answers
from tui.state.inspector.profile_view import profile_lines
from tui.text import width


@pytest.mark.slow
def test_a_profile_stands_beside_people_and_models() -> None:
    recorded_answers = [a for n in range(4) for a in answers(f"p{n}", "people", {"converse": 0.9})]
    recorded_answers += answers("gpt/zero-shot/run 1", "models", {"exclusive-or": 0.7})
    entry = document(explained_answers(recorded_answers, both=False))
    profile = profile_of(entry, "p1")
    assert profile is not None
    assert (profile.group, profile.answers, profile.decided) == ("people", 15, 15)
    assert profile.right <= profile.largest_part <= 15
    assert profile.right + len(profile.wrong) == 15
    assert set(profile.rates["converse"][1]) == {"people", "models"}
    lines = profile_lines(profile)
    assert lines[0] == "p1 · people · 15 answers"
    (converse,) = (line for line in lines if line.startswith("Converse  "))
    # 15 answers of one person hardly tell the person's own rate: it has no bar.
    assert converse.count("░") + converse.count("█") == 2 * 7
    (heads,) = (line for line in lines if line.lstrip().startswith("own, interval"))
    assert lines[lines.index(heads) + len(profile.rates) + 3].startswith("? The interval is")
    for column in (heads.index("own"), heads.index("people"), heads.index("models")):
        assert converse[column] in "?░█"
        assert converse[column - 1] == " "
    assert all(width(line) <= 76 for line in lines[: lines.index(heads) + len(profile.rates) + 3])
    assert "Rates are drawn towards the group's" in "\n".join(lines)
    assert profile_of(entry, "nobody") is None


@pytest.mark.slow
def test_four_answers_settle_nothing() -> None:
    """The profile names the two of four answers that do not fit the text, and gives no rate."""
    query_texts = ("necessary(B)", "necessary(A)", "possible(¬A)", "possible(C)")
    questions = tuple(
        Question.model_validate({"id": f"{n}", "kind": query.partition("(")[0], "query": query})
        for n, query in enumerate(query_texts, start=1)
    )
    formal = {"premise": ["A", "A → B", "B ∨ C"]}
    item = Item(id="i", text="A text.", questions=questions, formalization=formal)
    words = ("necessary", "unnecessary", "possible", "possible")
    recorded_answers = [
        GivenAnswer("ann", "people", item, place, VerdictAnswer(word=word))
        for place, word in enumerate(words)
    ]
    outcome = explained_answers(recorded_answers, both=False)
    profile = profile_of(document(outcome), "ann")
    assert profile is not None
    lines = profile_lines(profile)
    remaining = "question 2 (unnecessary); question 3 (possible)"
    assert f"i: 2 of 4 answers fit the text; removed: {remaining}" in lines
    assert any(line.startswith("4 answers are too few to tell") for line in lines)
    assert not any(mark in line for line in lines for mark in "░█?")
    rows = table(DiagnosedData(outcome, {}))
    assert rows is not None
    assert {row[-1] for row in rows.rows} == {None}


def test_an_answer_that_was_given_twice_is_listed_so() -> None:
    question = Question.model_validate({"id": "1", "kind": "necessary", "query": "necessary(A)"})
    item = Item(
        id="i", text="A text.", questions=(question,), formalization={"premise": ["A → B", "B"]}
    )
    words = {"ann": ("necessary", "necessary", "unnecessary"), "ben": ("necessary",)}
    recorded_answers = [
        GivenAnswer(person, "people", item, 0, VerdictAnswer(word=word))
        for person, mine in words.items()
        for word in mine
    ]
    entry = document(explained_answers(recorded_answers, both=False))
    rows_by_person = {}
    for person in words:
        profile = profile_of(entry, person)
        assert profile is not None
        assert sum(wrong.times for wrong in profile.wrong) == profile.decided - profile.right
        rows_by_person[person] = [
            line for line in profile_lines(profile) if "answer necessary" in line
        ]
    assert "answer necessary ×2: " in rows_by_person["ann"][0]
    assert "answer necessary: " in rows_by_person["ben"][0]
    assert len(rows_by_person["ann"]) == len(rows_by_person["ben"]) == 1
