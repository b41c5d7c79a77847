"""Free answers are judged once by each judge, an item at a time; comparisons come first."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from items.answers import TextAnswer
from items.asking.endpoints import Endpoint
from items.asking.llm import BackOff, Client
from items.models import Item, Question
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.judging import Due, Judging, JudgingTally, bundles, imported_bundles
from sessions.models.responses import Call, ModelAnswer
from sessions.record.clock import SystemClock
from sessions.record.grades import settled
from sessions.storage.database import Database
from tests.fake_endpoint import Behaviour, FakeEndpoint, Reaction, Say, Send, first

GOLDS = ("3", "空集", "甲和乙", "只有甲")
ITEM = Item(
    id="hard",
    language="zh",
    text="背景。",
    questions=tuple(
        Question(id=str(n), text=f"第{n}问？", kind="text", gold=TextAnswer(text=gold))
        for n, gold in enumerate(GOLDS, start=1)
    ),
)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    with Database.open(tmp_path / "record.db") as database:
        yield database


def store(db: Database, *texts: str, model: str = "m", run: int = 1) -> None:
    call = Call(utc="2030-01-01T00:00:00Z", prompt_hash="p")
    rows = [
        ModelAnswer(
            model,
            "llmeval",
            run,
            ITEM.content_hash,
            ITEM.id,
            str(n),
            str(n),
            0,
            "answered" if text else "unreadable",
            TextAnswer(text=text) if text else None,
            call,
        )
        for n, text in enumerate(texts, start=1)
    ]
    responses.add(db, rows, [ITEM])


def agreeing(match: bool = True) -> Behaviour:
    """A judge that finds the same of everything it is asked about."""

    def react(request: dict[str, Any], before: int) -> Reaction:
        sub_questions = json.loads(request["messages"][-1]["content"])["sub-questions"]
        verdicts = [
            {"number": q["number"], "match": match, "reason": "因为"} for q in sub_questions
        ]
        return Say(json.dumps({"verdicts": verdicts}, ensure_ascii=False))

    return react


def judge(
    db: Database, behaviour: Behaviour, name: str = "j", *, again: bool = False
) -> tuple[JudgingTally, FakeEndpoint]:
    async def run() -> JudgingTally:
        async with Client(
            Endpoint(server.url), back_off=BackOff(tries=2, first_wait=0.01)
        ) as client:
            todo = bundles(db, [ITEM], "m", {"llmeval"}, name, again=again).heaps
            return await Judging(db, todo, client, SystemClock()).run()

    with FakeEndpoint(behaviour) as server:
        return asyncio.run(run()), server


def test_one_request_per_item_gives_verdicts_for_open_answers(db: Database) -> None:
    store(db, "三种", "∅", "乙、甲", "甲")
    judged, server = judge(db, agreeing())
    assert (judged.judged, judged.unreadable, judged.failed) == (2, 0, 0)
    assert judged.tokens > 0
    (request,) = server.seen.requests
    assert (request["model"], request["temperature"]) == ("j", 0)
    sub_questions = json.loads(request["messages"][1]["content"])["sub-questions"]
    assert [q["number"] for q in sub_questions] == [1, 2, 3, 4]
    rows = list(judgements.read(db))
    parts = {row.id: row.target.part for row in responses.read(db)}
    assert [(parts[row.response], row.match, row.reason) for row in rows] == [
        ("3", True, "因为"),
        ("4", True, "因为"),
    ]
    assert [row.raw is not None for row in rows] == [True, False]
    assert len({row.prompt_hash for row in rows}) == 1


def test_what_a_comparison_settles_needs_no_judge(db: Database) -> None:
    store(db, "4", "空集", "甲和乙。", "只有甲")
    assert bundles(db, [ITEM], "m", {"llmeval"}, "j") == Due()


def test_unreadable_answers_are_not_judged(db: Database) -> None:
    store(db, "3", "空集", "", "甲")
    _, server = judge(db, agreeing())
    sub_questions = json.loads(server.seen.requests[0]["messages"][1]["content"])["sub-questions"]
    assert [q["number"] for q in sub_questions] == [1, 2, 4]


def test_no_judge_is_asked_twice_and_each_run_is_judged_separately(db: Database) -> None:
    store(db, "3", "空集", "乙、甲", "甲")
    assert judge(db, agreeing())[0].judged == 2
    assert len(judge(db, agreeing())[1].seen.requests) == 0
    store(db, "3", "空集", "乙、甲", "甲", run=2)
    assert len(judge(db, agreeing())[1].seen.requests) == 1
    assert len(judge(db, agreeing(False), "k")[1].seen.requests) == 2
    kinds = [(row.judge, row.match) for row in judgements.read(db)]
    assert kinds == [("j", True)] * 4 + [("k", False)] * 4


def test_other_models_and_settings_are_left_alone(db: Database) -> None:
    store(db, "3", "空集", "乙、甲", "甲", model="other")
    assert bundles(db, [ITEM], "m", {"llmeval"}, "j") == Due()
    assert bundles(db, [ITEM], "other", {"contexthub"}, "j") == Due()
    assert len(bundles(db, [ITEM], "other", {"llmeval"}, "j").heaps) == 1
    assert imported_bundles(db, [ITEM], "j", again=False) == Due(), "they were asked for"


def test_unreadable_verdicts_are_stored_and_asked_again_on_request(db: Database) -> None:
    store(db, "3", "空集", "乙、甲", "甲")
    judged, _ = judge(db, first(Say('{"verdicts": [{"number": 3, "match": true}]}')))
    assert (judged.judged, judged.unreadable) == (1, 1)
    for _ in range(2):
        judged, server = judge(db, agreeing())
        assert (judged, server.seen.requests) == (JudgingTally(), [])
        due = bundles(db, [ITEM], "m", {"llmeval"}, "j")
        assert (due.heaps, len(due.unreadable)) == ((), 1), "counted, and not asked about"
    judged, _ = judge(db, first(Say("nothing")), again=True)
    assert (judged.judged, judged.unreadable) == (0, 1)
    judged, _ = judge(db, agreeing(), again=True)
    assert (judged.judged, judged.unreadable) == (1, 0)
    matches = [row.match for row in judgements.read(db)]
    assert matches == [True, None, None, True]
    judged, server = judge(db, agreeing(), again=True)
    assert (judged, server.seen.requests) == (JudgingTally(), []), (
        "what was read is asked for no more"
    )
    assert bundles(db, [ITEM], "m", {"llmeval"}, "j") == Due()


def test_another_judge_is_asked_regardless_of_the_first(db: Database) -> None:
    store(db, "3", "空集", "乙、甲", "甲")
    judge(db, first(Say("nothing")))
    assert judge(db, agreeing(), "k")[0].judged == 2


@pytest.mark.parametrize("reaction", [Send(500), Send(401)])
def test_a_judge_that_fails_gives_no_verdict(db: Database, reaction: Reaction) -> None:
    store(db, "3", "空集", "乙、甲", "甲")
    judged, _ = judge(db, first(reaction))
    assert (judged.judged, judged.failed) == (0, 2)
    assert list(judgements.read(db)) == []


def test_a_persons_grade_overrides_judges(db: Database) -> None:
    store(db, "3", "空集", "乙、甲", "甲")
    judge(db, agreeing())
    row = next(iter(judgements.read(db)))
    person = Judgement(row.response, "Ada", "person", False, "", "2031-01-01T00:00:00Z")
    judgements.add(db, [person])
    counts = settled(list(judgements.read(db, row.response)))
    assert counts is not None
    assert (counts.kind, counts.match) == ("person", False)
