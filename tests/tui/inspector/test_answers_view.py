"""Who answered what: shares with numbers, names with times, and what speaks against an answer."""

from dataclasses import replace
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.report.answer_book import answer_book, timed
from sessions.storage.database import Database
from solver.cancel import Cancel
from study.scores.scoring import Score
from tests.items.inspected_items import own
from tests.tui.inspector.researcher_session import demo, open_inspector, record
from tests.tui.inspector.test_item_view import choice_item
from tui.screens.inspector.answers import (
    AnswersScreen,
    blocking_lines,
    checked_golds,
    reason_lines,
    reason_of,
)
from tui.state.inspector.answers_view import AnswersView
from tui.state.inspector.diagnosis_view import misread_lines
from tui.state.inspector.notation import FormulaStyle
from tui.widgets.line_pane import LinePane


@pytest.fixture
def view(tmp_path: Path) -> AnswersView:
    path = tmp_path / "answers.db"
    record(path)
    with Database.open(path) as db:
        goat = demo()[0]
        return AnswersView(goat, timed(db, answer_book(db).answers(goat)))


def test_every_option_has_its_share_and_the_right_one_is_marked(view: AnswersView) -> None:
    lines = [line.text.split() for line in view.distribution_lines(80, False)]
    rows = {words[2]: words for words in lines if len(words) > 3 and words[1] in "✓✗"}
    rows |= {words[1]: words for words in lines if len(words) > 3 and words[0] in "✓✗"}
    assert {key: words[-4:] for key, words in rows.items()} == {
        "A": ["40", "%", "1", "1"],
        "B": ["0", "%", "0", "0"],
        "C": ["60", "%", "2", "1"],
        "D": ["0", "%", "0", "0"],
    }
    assert view.summary == "people 2/3 67 % (21–94) · models 1/2 50 % (9–91)"


def test_an_unsettled_answer_gives_bounds_and_no_share(view: AnswersView) -> None:
    # Of two right answers of three one is open: none is told to be right out of the others.
    answers = view.answers.answers
    place = next(n for n, a in enumerate(answers) if a.respondent_kind == "person" and a.right)
    open_one = replace(answers[place], score=Score(None, "ungraded"))
    answers = (*answers[:place], open_one, *answers[place + 1 :])
    unsettled = AnswersView(view.item, replace(view.answers, answers=answers))
    assert unsettled.summary == "people – (33–67 %, 1 unsettled) · models 1/2 50 % (9–91)"


def test_without_answers_no_option_has_a_share(view: AnswersView) -> None:
    unanswered = AnswersView(view.item, replace(view.answers, answers=()))
    text = "\n".join(line.text for line in unanswered.distribution_lines(70, False))
    assert "–" in text
    assert " %" not in text


def test_the_most_frequent_wrong_answer_is_selected_first(view: AnswersView) -> None:
    assert view.group is not None
    assert view.group.answer == ChoiceAnswer(option=0)
    assert view.group.right is False
    who = "\n".join(line.text for line in view.who_lines(70, False))
    assert "A  The ferry is late. · 2 of 5" in who
    assert "P1" in who
    assert "9.0 s  sure 4/5" in who
    assert "model-a" in who
    assert "2.5 s  0-shot · run 1" in who


def test_missing_times_and_confidence_are_mentioned_once(view: AnswersView) -> None:
    group = view.group
    assert group is not None
    person = next(answer for answer in group.answers if answer.respondent_kind == "person")
    bare = [replace(person, respondent=f"P{n}", seconds=None, confidence=None) for n in range(3)]
    for answers, times, dashes in ((bare, 1, False), ([*bare, person], 0, True)):
        view.groups = tuple(
            replace(entry, answers=tuple(answers)) if entry.key == group.key else entry
            for entry in view.groups
        )
        lines = [line.text for line in view.who_lines(70, False)]
        assert sum("neither times nor confidence" in line for line in lines) == times
        assert any("sure –" in line for line in lines) == dashes


def test_a_study_shared_by_all_is_named_once(view: AnswersView) -> None:
    group = view.group
    assert group is not None
    person = next(answer for answer in group.answers if answer.respondent_kind == "person")
    people = [replace(person, respondent=f"P{n}", study="propositional") for n in range(3)]
    other = replace(person, respondent="P9", study="another study")
    for answers, times in ((people, 1), ([*people, other], 3), (people[:1], 1)):
        view.groups = tuple(
            replace(entry, answers=tuple(answers)) if entry.key == group.key else entry
            for entry in view.groups
        )
        lines = [line.text for line in view.who_lines(70, False)]
        assert sum("propositional" in line for line in lines) == times
        assert sum("another study" in line for line in lines) == (other in answers)
    view.groups = tuple(
        replace(entry, answers=tuple(people)) if entry.key == group.key else entry
        for entry in view.groups
    )
    # Nothing is cut in the pane of a screen of 80 cells.
    lines = [line.text for line in view.who_lines(38, False)]
    assert any(line.strip() == "propositional" for line in lines)
    assert "…" not in "".join(lines[1:])


def test_a_wrong_answer_has_its_world_and_the_misreading_that_makes_it_right() -> None:
    goat = demo()[0]
    reason = reason_of(goat, 0, ChoiceAnswer(option=0), Cancel())
    lines = [line.text for line in reason_lines(reason, FormulaStyle.UNICODE, "en", 60)]
    assert "· A: L does not follow" in lines
    assert any(line.split() == ["●", "●", "·"] for line in lines)
    # In a window of 80 cells the pane has 28: what was misread stands in its first lines.
    first = [
        line.text for line in misread_lines(reason.misreading, FormulaStyle.UNICODE, "en", 28)[:4]
    ]
    assert first[0] == "Right if misread"
    assert first[1].startswith(" Converse + ")
    assert " ".join(" ".join(first).split()).endswith("Premise 1 is read as: B → S")
    assert reason.misreading is not None
    assert reason.misreading.combinations[0] in reason.misreading.confirmed
    misread_texts = [
        line.text.strip()
        for line in misread_lines(reason.misreading, FormulaStyle.UNICODE, "en", 60)
    ]
    assert "Checked by both engines." in misread_texts
    item = choice_item(["A", "A → B"], ["B", "C"])
    none = reason_of(item, 0, ChoiceAnswer(option=None), Cancel())
    text = " ".join(line.text for line in reason_lines(none, FormulaStyle.ASCII, "en", 60))
    assert "A: B follows" in text
    text = " ".join(line.text for line in blocking_lines(none, FormulaStyle.ASCII, "en", 60))
    assert "Without premise 1 it would be right." in text
    assert "It would also be right without premise 2." in text


def test_an_unreadable_formalization_is_reported_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    record(path)
    goat = demo()[0]
    lost = ModelAnswer(
        model="model-c",
        setting="0-shot",
        run=1,
        item_hash=goat.content_hash,
        item_id=goat.id,
        question="1",
        part="1",
        mutant=0,
        status="unreadable",
        answer=None,
        call=Call(utc="2025-01-01T12:00:00Z", seconds=1.0),
        note="there is no line `Answer:`",
    )
    with Database.open(path) as db:
        responses.add(db, [lost])
        view = AnswersView(goat, timed(db, answer_book(db).answers(goat)))
    (group,) = (entry for entry in view.groups if entry.answer is None)
    assert group.label == "unreadable"
    assert group.remark == (
        "The reply could not be read. It counts as wrong.",
        "model-c: there is no line `Answer:`",
    )
    assert {entry.remark for entry in view.groups if entry.right} == {("This answer is right.",)}
    for cells in (43, 80):
        assert any("– unreadable " in line.text for line in view.distribution_lines(cells, False))
    silent = replace(
        group, answers=tuple(replace(recorded_answer, note="") for recorded_answer in group.answers)
    )
    assert silent.label == "no answer"
    assert silent.remark == ("Nothing was answered. It counts as wrong.",)


@pytest.mark.slow
async def test_the_screen_says_that_an_answer_is_right(tmp_path: Path) -> None:
    record(tmp_path / "r.db")
    async with open_inspector(database=tmp_path / "r.db") as at:
        await at.press("enter", "a", "down", "down")
        assert "This answer is right." in at.text()
        assert "Nothing can be said" not in at.text()


def test_the_sentences_that_refute_an_answer_are_highlighted() -> None:
    goat = demo()[0]
    reason = reason_of(goat, 0, ChoiceAnswer(option=None), Cancel())
    lines = reason_lines(reason, FormulaStyle.UNICODE, "en", 80)
    chosen = [piece.text for line in lines for piece in line.pieces if piece.role == "chosen"]
    assert chosen == ["S → B", "¬(L ∧ B)", "S"]
    lit = [piece.text for line in lines for piece in line.pieces if piece.role == "marked"]
    assert lit
    assert all(text in goat.text for text in lit)
    assert "“A goat sleeps on the roof.”" in [line.text.strip() for line in lines]


def test_without_gold_the_solver_judges_and_the_misreading_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    record(path)
    goat = demo()[0]
    leaf = goat.questions[0].model_copy(update={"gold": None})
    bare = goat.model_copy(update={"questions": (leaf, *goat.questions[1:])})
    with Database.open(path) as db:
        view = AnswersView(bare, timed(db, answer_book(db).answers(goat)))
    assert all(view.right(group) is None for group in view.groups if group.place == 0)
    view.checked_golds = checked_golds(bare, view.groups, Cancel())
    judged = {group.label: view.right(group) for group in view.groups if group.place == 0}
    wrong = AnswersView(goat, view.answers)
    assert judged == {g.label: wrong.right(g) for g in wrong.groups if g.place == 0}
    assert False in judged.values()
    distribution = " ".join(line.text for line in view.distribution_lines(80, False))
    assert "refuted" not in distribution
    reason = reason_of(bare, 0, ChoiceAnswer(option=0), Cancel())
    assert reason.misreading is not None
    assert reason.misreading.combinations or reason.misreading.exhausted


CONTRADICTORY = {
    "id": "contradictory",
    "text": "The tide is high, and it is not. The gull leaves.",
    "questions": [
        {"id": "1", "text": "Which follows?", "kind": "choice", "gold": "B",
         "options": [{"text": "It leaves.", "formula": "G"},
                     {"text": "It stays.", "formula": "¬G"}]},
        {"id": "2", "text": "Must it leave?", "query": "necessary(G)", "gold": "necessary"},
    ],
    "formalization": {"parameters": {"T": "Bool", "G": "Bool"}, "premise": ["T ∧ ¬T", "G"]},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 35)])
async def test_contradictory_premises_are_marked_wherever_answers_and_claims_are_shown(
    size: tuple[int, int], tmp_path: Path
) -> None:
    item = own(CONTRADICTORY)
    record(tmp_path / "answers.db")
    async with open_inspector([item], size=size, database=tmp_path / "answers.db") as at:
        await at.press("enter")
        assert "e evaluate" not in at.text()
        await at.press("a")
        assert "‼ inconsistent" in at.header()
        for _answer in range(4):
            why = " ".join(line.text for line in at.app.screen.query_one("#why", LinePane).lines)
            assert "‼ The premises contradict one another" in why
            assert "the solver proves it" not in why
            assert "e evaluate" not in at.text()
            await at.press("down")
        await at.press("escape", "c")
        assert "‼ inconsistent" in at.header()
        assert "✓" not in at.text()
        assert "‼ 2: gold necessary follows" in at.text()


@pytest.mark.slow
async def test_a_world_can_be_questioned_only_where_one_is_shown(tmp_path: Path) -> None:
    record(tmp_path / "answers.db")
    async with open_inspector(demo()[:1], size=(120, 35), database=tmp_path / "answers.db") as at:
        await at.press("enter", "a", "home")
        assert "e evaluate" in at.text()
        screen = at.app.screen
        assert isinstance(screen, AnswersScreen)
        assert screen.offers("question")
        await at.press("down", "down")
        assert "This answer is right." in at.text()
        assert "e evaluate" not in at.text()
        assert not screen.offers("question")
