"""Free answers in the report's tables: matched, judged by a model, graded by a person."""

import random
from typing import cast

import pytest

from items.answers import ChoiceAnswer, CountAnswer, TextAnswer
from items.models import Item, Question
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.record import grades
from sessions.record.clock import ManualClock
from sessions.record.grades import Grade, GraderKind, answer_key
from sessions.report.accuracy_report import build_report
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from tests.sessions.test_comparing_tables import NOON, answer_row, choice, rows, tables, whole_item
from tests.study.samples import sample


@pytest.fixture
def db() -> Database:
    return Database.open(":memory:")


def test_every_table_says_who_decided_free_answers(db: Database) -> None:
    items = [whole_item(n) for n in range(4)]
    # Matched right, judged right, judged wrong but graded right by a person, matched but graded
    # wrong by a person; the numbers are all right.
    texts = ("the baker", "a bakery", "some baker", "The Baker.")
    numbers = [answer_row(items[n], CountAnswer(count=n), part=0) for n in range(4)]
    frees = [answer_row(items[n], TextAnswer(text=text), part=1) for n, text in enumerate(texts)]
    responses.add(db, [*numbers, *frees], items)
    judgements.add(
        db,
        [
            Judgement(frees[0].id, "j", "model", False, "ignored", NOON),
            Judgement(frees[1].id, "j", "model", True, "", NOON),
            Judgement(frees[2].id, "j", "model", False, "", NOON),
            Judgement(frees[2].id, "Ann", "person", True, "", NOON),
            Judgement(frees[3].id, "Ann", "person", False, "", NOON),
        ],
    )
    outcome = tables(db)
    (row,) = rows(outcome["items of several questions"])
    deciders = ("matched", "judged", "by a person")
    assert [(row[who], row[f"{who} right"]) for who in deciders] == [(5, 5), (1, 1), (2, 1)]
    (row,) = rows(outcome["accuracy of models and people"])
    assert (row["answers"], row["right"]) == (8, 7)
    assert [row[who] for who in deciders] == [5, 1, 2]
    kinds = {row["query kind"]: row for row in rows(outcome["sub-questions by query kind"])}
    assert [kinds["count_models"][who] for who in deciders] == [4, 0, 0]
    assert [kinds["necessary"][who] for who in deciders] == [1, 1, 2]


SPOKEN = """
id = "spoken"
title = "Spoken"
consent = "Yes?"

[[blocks]]
id = "one"
source = "one"
order = "fixed"
"""


@pytest.mark.slow
def test_people_s_free_answers_are_matched_judged_and_graded(db: Database) -> None:
    """Gold 4. Matched right, matched wrong, judged right, a judge's no overruled by a person."""
    item = Item(
        id="spoken",
        text="How many?",
        questions=(Question(id="f", kind="text", gold=TextAnswer(text="4")),),
    )
    for code, text in zip("ABCD", ("four", "5", "a few", "a handful"), strict=True):
        runner = Runner.open(
            db, sample(SPOKEN), code, clock=ManualClock(), pools=lambda: {"one": (item,)}, proofs={}
        )
        runner.consent(True)
        runner.proceed()
        runner.proceed()
        runner.change("f", TextAnswer(text=text))
        runner.confirm()
        runner.close()
    everything = build_report(db).tables
    (block,) = [
        row for table in everything if table.name == "accuracy by block" for row in rows(table)
    ]
    deciders = ("matched", "judged", "by a person")
    assert (block["answers"], block["right"]) == (2, 1)
    assert [block[who] for who in deciders] == [2, 0, 0]
    with db.atomic() as connection:
        for text, judge, kind, match in (
            ("5", "j", "model", True),
            ("A  few.", "j", "model", True),
            ("a handful", "j", "model", False),
            ("a handful", "Ann", "person", True),
        ):
            key = answer_key(item.content_hash, "f", TextAnswer(text=text))
            grade = Grade(
                key, item.content_hash, "f", judge, cast(GraderKind, kind), match, "", NOON
            )
            grades.insert(connection, [grade])
    responses.add(db, [answer_row(choice(1), ChoiceAnswer(option=1))], [choice(1)])
    everything = build_report(db).tables
    (block,) = [
        row for table in everything if table.name == "accuracy by block" for row in rows(table)
    ]
    assert (block["answers"], block["right"]) == (4, 3)
    assert [block[who] for who in deciders] == [2, 1, 1]
    outcome = tables(db)
    people = rows(outcome["accuracy of models and people"])[-1]
    assert (people["answers"], people["right"]) == (4, 3)
    assert [people[who] for who in deciders] == [2, 1, 1]
    (whole_,) = rows(outcome["items of several questions"])
    assert [(whole_[who], whole_[f"{who} right"]) for who in deciders] == [(2, 1), (1, 1), (1, 1)]
    assert "agreement of judges" in outcome, "the person and the judge have one answer in common"
    with db.atomic() as connection:
        for text, match in (
            ("5", False),
            ("a few", True),
            ("a handful", False),
            ("never said", True),
        ):
            key = answer_key(item.content_hash, "f", TextAnswer(text=text))
            grade = Grade(key, item.content_hash, "f", "k", "model", match, "", NOON)
            grades.insert(connection, [grade])
    agreed = {
        (row["judge"], row["other judge"]): row for row in rows(tables(db)["agreement of judges"])
    }
    row = agreed["j", "k"]
    # Three answers that people gave, each once; what nobody said is no answer.
    assert (row["answers of"], row["answers"], row["agreement"]) == ("people", 3, 2 / 3)
    assert agreed["Ann (a person)", "k"]["answers"] == 1


@pytest.mark.parametrize("seed", range(200))
def test_most_judge_models_decide_and_a_person_over_all(seed: int) -> None:
    rng = random.Random(seed)
    judgements = [
        Judgement(b"a", judge, "model", rng.choice((True, False, None)), "", NOON, prompt_hash=p)
        for judge in "jklm"[: rng.randint(0, 4)]
        for p in "12"[: rng.randint(1, 2)]
    ]
    rng.shuffle(judgements)
    first: dict[str, bool] = {}
    for judgement in judgements:
        if judgement.match is not None:
            first.setdefault(judgement.judge, judgement.match)
    # In the order in which they were asked, also where a first reply could not be read.
    judges = dict.fromkeys(judgement.judge for judgement in judgements)
    votes = [first[judge] for judge in judges if judge in first]
    yes, no = votes.count(True), votes.count(False)
    expected = None if not votes else votes[0] if yes == no else yes > no
    verdict = grades.ruling(judgements)
    assert (None if verdict is None else verdict.right) == expected
    for match in (True, False):
        verdict = grades.ruling([*judgements, Judgement(b"a", "Ann", "person", match, "", NOON)])
        assert verdict is not None
        assert (verdict.right, verdict.by_person) == (match, True)
