"""Answers to an item: people and models, versions, distributions, times; stored figures."""

from dataclasses import replace

import pytest

from items.answers import Answer, ChoiceAnswer, TextAnswer
from items.inspection.catalogue import Catalogue, Tally, View
from items.inspection.figures import Figures
from items.models import Item
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer
from sessions.record import solver_figures as cached
from sessions.record.clock import ManualClock
from sessions.report.answer_book import AnswerBook, answer_book, timed
from sessions.report.item_answers import ItemAnswers
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.upkeep.withdraw import withdraw
from study.course.sections import Pools
from study.statistics.intervals import wilson
from tests.study.samples import BREATHS, choice, sample

STUDY = """
id = "two"
title = "Two items"
consent = "Yes?"

[[blocks]]
id = "only"
source = "main"
order = "fixed"
confidence = true
none_option = true
seconds_per_question = 30
"""
CHOICE = choice("c", gold=1, count=3)
PARTS = Item(id="parts", text="In two breaths.", questions=(BREATHS,))
POOLS: Pools = {"main": (CHOICE, PARTS)}
NOON = "2025-01-01T12:00:00Z"
RIGHT = {part.id: part.gold for part in BREATHS.parts if part.gold is not None}


def play(
    db: Database,
    code: str,
    option: int | None,
    seconds: float,
    *,
    parts: dict[str, Answer] | None = None,
    pilot: bool = False,
) -> None:
    """One participant: the choice, then the question in parts (left to time out without any)."""
    clock = ManualClock()
    runner = Runner.open(
        db, sample(STUDY), code, clock=clock, pools=lambda: POOLS, proofs={}, pilot=pilot
    )
    runner.consent(True)
    runner.proceed()
    runner.proceed()
    clock.advance(seconds)
    runner.change("q", ChoiceAnswer(option=option))
    runner.set_confidence(4)
    runner.confirm()
    if parts is None:
        clock.advance(31)
        runner.tick()
    else:
        for part, answer in parts.items():
            runner.change(part, answer)
        runner.set_confidence(2)
        runner.confirm()
    runner.close()


def answer_row(
    item: Item,
    part: str,
    answer: Answer | None,
    *,
    question: str = "q",
    model: str = "model-a",
    mutant: int = 0,
    status: responses.Status = "answered",
    call: Call | None = None,
) -> ModelAnswer:
    return ModelAnswer(
        model=model,
        setting="0-shot",
        run=1,
        item_hash=item.content_hash,
        item_id=item.id,
        question=question,
        part=part,
        mutant=mutant,
        status=status,
        answer=answer,
        call=call or Call(utc=NOON, seconds=2.5),
        note="" if status == "answered" else "no letter",
    )


@pytest.fixture
def book() -> AnswerBook:
    with Database.open(":memory:") as db:
        play(db, "P1", 1, 4.0, parts=RIGHT)
        play(db, "P2", 0, 8.0)
        play(db, "P3", None, 6.0)
        play(db, "P4", 2, 1.0, pilot=True)
        play(db, "P5", 2, 1.0)
        withdraw(db, "P5", NOON)
        responses.add(
            db,
            [
                answer_row(CHOICE, "q", ChoiceAnswer(option=1)),
                answer_row(CHOICE, "q", ChoiceAnswer(option=0), mutant=1),
                answer_row(CHOICE, "q", None, model="model-b", status="unreadable"),
                answer_row(CHOICE, "q", None, model="model-c", status="failed"),
            ],
        )
        return answer_book(db)


def test_answers_of_people_have_times_confidence_and_correctness(book: AnswerBook) -> None:
    item_answers = book.answers(CHOICE)
    assert not item_answers.other_version
    people = item_answers.of("person")
    assert [
        (person.respondent, person.right, person.seconds, person.confidence) for person in people
    ] == [
        ("P1", True, 4.0, 4),
        ("P2", False, 8.0, 4),
        ("P3", False, 6.0, 4),
    ]
    assert {person.study for person in people} == {"Two items"}
    share = item_answers.accuracy("person")
    assert share is not None
    assert (share.successes, share.n) == (1, 3)


def test_several_answers_of_one_person_count_as_one_group(book: AnswerBook) -> None:
    right, wrong, _ = book.answers(CHOICE).of("person")
    once = [replace(right if n % 2 else wrong, respondent=f"P{n}") for n in range(20)]
    single, double = ItemAnswers(tuple(once), False), ItemAnswers((*once, *once), False)
    alone, twice = single.accuracy("person"), double.accuracy("person")
    many = wilson(20, 40)
    assert alone == wilson(10, 20)
    assert alone is not None
    assert twice is not None
    assert many is not None
    assert (twice.successes, twice.n, twice.value) == (20, 40, 0.5)
    # Nothing more is known than of twenty answers; of forty, the interval would be narrower.
    assert twice.low <= alone.low + 0.01 < many.low
    assert twice.high >= alone.high - 0.01 > many.high


def test_unreadable_model_answers_are_wrong_and_failed_ones_do_not_count(book: AnswerBook) -> None:
    item_answers = book.answers(CHOICE)
    models = item_answers.models
    assert {
        name: [recorded_answer.right for recorded_answer in recorded_answers]
        for name, recorded_answers in models.items()
    } == {
        "model-a": [True, False],
        "model-b": [False],
    }
    assert [model.mutant for model in models["model-a"]] == [0, 1]
    assert models["model-b"][0].note == "no letter"


def test_parts_form_one_answer_and_a_timeout_is_wrong(book: AnswerBook) -> None:
    answers = book.answers(PARTS).answers
    assert [
        (recorded_answer.respondent, recorded_answer.right, recorded_answer.timed_out)
        for recorded_answer in answers
    ] == [
        ("P1", True, False),
        ("P2", False, True),
        ("P3", False, True),
    ]
    assert answers[0].answers == RIGHT


def test_the_table_shows_summaries_of_answers(book: AnswerBook) -> None:
    summaries = book.summaries((CHOICE, PARTS))
    assert summaries["c"].people == Tally(1, 3)
    assert summaries["c"].models == {"model-a": Tally(1, 2), "model-b": Tally(0, 1)}
    assert summaries["c"].median_seconds == 6.0
    assert summaries["parts"].median_seconds is not None
    table = Catalogue((CHOICE, PARTS), tallies=summaries)
    assert table.select(View(sort="model model-a")) == [0, 1]


def test_answers_to_another_version_are_found_by_id_and_say_so(book: AnswerBook) -> None:
    edited = CHOICE.model_copy(update={"text": "Edited since."})
    item_answers = book.answers(edited)
    assert item_answers.other_version
    assert len(item_answers.answers) == 6
    assert {answer.item_hash for answer in item_answers.answers} == {CHOICE.content_hash}
    assert book.summaries((edited,))["c"].other_version
    stranger = book.answers(choice("nobody"))
    assert (stranger.answers, stranger.other_version) == ((), False)
    assert stranger.accuracy("person") is None
    assert book.summaries((choice("nobody"),)) == {}


def test_times_of_models_parts_of_one_call_and_judges() -> None:
    free = Item.model_validate(
        {
            "id": "free",
            "text": "Say it.",
            "questions": [
                {"id": "f", "kind": "text", "gold": {"kind": "text", "text": "gold"}},
            ],
        }
    )
    call = Call(utc=NOON, seconds=3.0, prompt_hash="one")
    with Database.open(":memory:") as db:
        responses.add(
            db,
            [
                *(
                    answer_row(PARTS, id, gold, question="breaths", call=call)
                    for id, gold in RIGHT.items()
                ),
                answer_row(free, "f", TextAnswer(text="golden"), question="f"),
                answer_row(free, "f", TextAnswer(text="silver"), question="f", model="model-b"),
            ],
        )
        golden = next(r for r in responses.read(db, item_hash=free.content_hash))
        judgements.add(db, [Judgement(golden.id, "judge", "model", True, "the same", NOON)])
        book = answer_book(db)
        parts = book.answers(PARTS)
        assert [(answer.right, answer.seconds) for answer in parts.answers] == [(True, None)]
        assert [answer.seconds for answer in timed(db, parts).answers] == [3.0]
        judged = {answer.respondent: answer.right for answer in book.answers(free).answers}
        assert judged == {"model-a": True, "model-b": None}
        # Right is all that is settled: no figure comes out of it.
        answers = book.answers(free)
        assert answers.accuracy("model") is None
        assert answers.tally("model") == Tally(1, 1, 1)
        summary = book.summaries((free,))["free"]
        assert summary.models == {"model-a": Tally(1, 1), "model-b": Tally(0, 0, 1)}
        table = Catalogue((free,), tallies={"free": replace(summary, people=Tally(9, 9, 1))})
        assert table.cell(0, "people") is None
        assert table.cell(0, "model model-a") == 1.0
        assert table.cell(0, "model model-b") is None


def test_figures_are_stored_by_content_hash_and_unknown_ones_retried() -> None:
    large = Figures(3, 2, "proved", 2**100, None)
    plain = Figures(None, None, "not checkable", None, None)
    with Database.open(":memory:") as db:
        unknown = Figures(1, 1, "unknown", None, None)
        cached.store(db, {"a": large, "b": plain, "c": unknown}, "1.0", NOON)
        assert cached.load(db) == {"a": large, "b": plain}
        newer = Figures(3, 2, "disproved", 1, 2)
        cached.store(db, {"a": newer, "b": unknown}, "1.1", NOON)
        assert cached.load(db) == {"a": newer, "b": plain}
        with db.atomic() as connection:
            connection.execute("UPDATE figure SET figures = '{\"gold\": 1}' WHERE item_hash = 'a'")
        assert cached.load(db) == {"b": plain}
