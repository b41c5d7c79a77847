"""What participants learn about their own misreadings, if the study says so."""

import pytest

from items.models import Item, Question
from items.values.answer_text import parse_answer
from study.course.debriefing import Debriefing, debriefing
from study.course.plan import Plan
from study.course.state import AnswerRecord, SessionState
from study.diagnosis.question_readings import QuestionReadings
from study.stations.end import LastPage
from tui import i18n
from tui.state.debriefing import debriefing_sections


@pytest.fixture(autouse=True)
def with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is."""
    monkeypatch.setattr("study.course.debriefing.CHECKING", 600.0)
    monkeypatch.setattr("study.course.debriefing.READING_SECONDS", 60.0)


def item(name: str, premises: list[str], query: str) -> Item:
    question = {"id": "1", "kind": query.partition("(")[0], "query": query}
    return Item(
        id=name,
        text="T.",
        questions=(Question.model_validate(question),),
        formalization={"premise": premises},
    )


class _Step:
    def __init__(self, item_hash: str) -> None:
        self.item_hash, self.question = item_hash, 0


def session(answers: list[tuple[Item, str]], monkeypatch: pytest.MonkeyPatch) -> SessionState:
    state = SessionState()
    steps = tuple(_Step(item_asked.content_hash) for item_asked, _ in answers)
    monkeypatch.setattr(Plan, "steps", steps)
    for place, (item_asked, text) in enumerate(answers):
        answer = parse_answer(text, item_asked.leaves[0], item_asked.formalization)
        state.records.append(AnswerRecord(place, "confirmed", {"1": answer}, None, 0, 0))
    return state


def test_wrong_answers_are_told_by_what_would_make_them_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    items = [
        item("a", ["A → B"], "count_models(A, B)"),
        item("b", ["A → B", "C"], "count_models(A, B)"),
        item("c", ["A"], "necessary(A)"),
    ]
    wrong_answers = [(items[0], "2"), (items[1], "2"), (items[2], "necessary")]
    state = session(wrong_answers, monkeypatch)
    outcome = debriefing(state, {entry.content_hash: entry for entry in items}, seconds=60)
    assert (outcome.answers, outcome.right) == (3, 1)
    assert outcome.misread[0] == ("biconditional", 2)
    assert debriefing(state, {}, seconds=60) == Debriefing(0, 0, ())


def test_of_misreadings_that_explain_the_same_answers_one_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    items = [
        item("a", ["A → B", "B"], "necessary(A)"),
        item("b", ["C → D", "D"], "necessary(C)"),
        item("c", ["A ∨ B", "A"], "possible(B)"),
    ]
    wrong_answers = [(items[0], "necessary"), (items[1], "necessary"), (items[2], "impossible")]
    state = session(wrong_answers, monkeypatch)
    outcome = debriefing(state, {entry.content_hash: entry for entry in items}, seconds=60)
    assert outcome.misread == (("converse", 2), ("exclusive-or", 1))


def test_a_reading_that_right_answers_speak_against_comes_after_one_that_they_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three answers would be right if "must" were "can", but two others would be wrong then."""
    wrong = [(["A → B", "B"], "A"), (["A → B", "¬A"], "¬B"), (["A ∨ B", "A"], "¬B")]
    right = [(["A ∨ B"], "A"), (["A ∨ B"], "B")]
    wrong_answers = [
        *((item(f"w{n}", p, f"necessary({f})"), "necessary") for n, (p, f) in enumerate(wrong)),
        *((item(f"r{n}", p, f"necessary({f})"), "unnecessary") for n, (p, f) in enumerate(right)),
    ]
    items = {item_given.content_hash: item_given for item_given, _ in wrong_answers}
    outcome = debriefing(session(wrong_answers, monkeypatch), items, seconds=60)
    assert (outcome.answers, outcome.right) == (5, 2)
    assert outcome.misread[0] == ("converse", 2)


def test_the_words_are_kind_and_in_both_languages() -> None:
    outcome = Debriefing(3, 1, (("biconditional", 2),))
    english = " ".join(section.text for section in debriefing_sections(outcome, "en"))
    assert "careful readers make them too" in english
    assert "“if and only if”" in english or "if and only if" in english
    i18n.use("zh")
    try:
        chinese = debriefing_sections(outcome, "zh")
    finally:
        i18n.use("en")
    assert not any("Answers" in section.text for section in chinese)
    assert debriefing_sections(Debriefing(0, 0, ()), "en") == ()
    assert LastPage().profile is False


def test_only_what_both_engines_find_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    item_given = item("a", ["A → B"], "count_models(A, B)")
    state = session([(item_given, "2")], monkeypatch)
    monkeypatch.setattr(QuestionReadings, "confirmed", lambda *_: False)
    outcome = debriefing(state, {item_given.content_hash: item_given}, seconds=60)
    assert (outcome.answers, outcome.right, outcome.misread) == (1, 0, ())
