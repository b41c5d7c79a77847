"""Free answers: what a comparison decides, what a judge receives, how verdicts are read."""

import json
import re

import pytest

from items.answers import TextAnswer
from items.files.loading import load
from items.models import Item, Question
from study.scores.free_answers import Match, MatchMethod, compare
from study.scores.judging import Verdict, judge_messages, read_verdicts
from tests.shared_data import shared_path


@pytest.mark.parametrize(
    ("answer", "gold", "right", "how"),
    [
        ("四种", "4", True, "number"),
        ("共 4 个", "4种", True, "number"),
        ("5", "4种", False, "number"),
        ("four kinds", "4", True, "number"),
        ("不是", "否", True, "yes or no"),
        ("Yes", "no", False, "yes or no"),
        ("∅", "空集。", True, "empty set"),
        ("{}", "∅", True, "empty set"),
        ("", "空集", False, "empty set"),
        ("{R1}", "空集", False, "empty set"),
        ("③、①", "{①, ③}", True, "numbered set"),
        ("{C2, C5}", "{C2, C5, C7}", False, "numbered set"),
        ("空集", "{C2}", False, "numbered set"),
        ("闽南戊。", "闽南戊", True, "same text"),
        ("  The  Red one", "the red one", True, "same text"),
    ],
)
def test_settled_without_a_judge(answer: str, gold: str, right: bool, how: MatchMethod) -> None:
    assert compare(answer, gold) == Match(right, how)


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("4种：甲、乙、丙、丁", "4种"),
        ("没有任何车队符合", "∅"),
        ("0", "空集"),
        ("{2, 5}", "{C2, C5}"),
        ("红牛车队", "{红牛车队，迈凯伦车队}"),
        ("可能", "可能但不必然"),
        ("是，因为甲在", "是"),
        ("", "4"),
    ],
)
def test_left_to_a_judge(answer: str, gold: str) -> None:
    assert compare(answer, gold) is None


def test_every_gold_answer_matches_itself_and_nothing_else_by_accident() -> None:
    path = shared_path("llmeval-logic/hard/llmeval_logic_hard.json")
    golds = [
        leaf.gold.text
        for item in load(path).items
        for leaf in item.leaves
        if isinstance(leaf.gold, TextAnswer)
    ]
    assert all(compare(gold, gold) == Match(True, "same text") for gold in golds)
    structured = [gold for gold in golds if compare(f"{gold} ", gold) and compare("7777", gold)]
    assert len(structured) > 15


ITEM = Item(
    id="x",
    language="zh",
    title="题目",
    text="背景。",
    questions=(
        Question(id="a", text="几种？", kind="text", gold=TextAnswer(text="3")),
        Question(
            id="b", text="哪些？", kind="text", gold=TextAnswer(text="甲和乙"), condition="设甲在。"
        ),
        Question(id="c", text="多少？", kind="count_models"),
        Question(id="d", text="为什么？", kind="text"),
    ),
)


def test_a_judge_is_told_all_of_an_item_at_once() -> None:
    system, user = judge_messages(ITEM, {"a": "三种", "b": "乙、甲", "d": "因为"})
    assert (system.role, user.role) == ("system", "user")
    document = json.loads(user.content)
    assert document["background"] == "背景。"
    assert document["sub-questions"] == [
        {"number": 1, "question": "几种？", "reference": "3", "answer": "三种"},
        {
            "number": 2,
            "condition": "设甲在。",
            "question": "哪些？",
            "reference": "甲和乙",
            "answer": "乙、甲",
        },
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_rules_are_in_both_languages(language: str) -> None:
    system, _ = judge_messages(ITEM.model_copy(update={"language": language}), {"a": "3"})
    assert bool(re.search("[一-龥]", system.content)) == (language == "zh")
    for part in ('"number"', '"match"', '"reason"', "∅", "4"):
        assert part in system.content


@pytest.mark.parametrize(
    "reply",
    [
        '{"verdicts": [{"number": 1, "match": true, "reason": "same"}, '
        '{"number": 2, "match": false, "reason": ""}]}',
        '```json\n{"verdicts": [{"number": 2, "match": false}, '
        '{"number": 1, "match": true, "reason": " same "}]}\n```',
        '[{"number": 1, "match": true, "reason": "same"}, {"number": 2, "match": false}]',
        '<think>{"number": 1, "match": false}</think>{"number": 1, "match": true, "reason": "same"}'
        ' {"number": 2, "match": false} {"number": 7, "match": true}',
    ],
)
def test_verdicts(reply: str) -> None:
    assert read_verdicts(reply, [1, 2]) == {1: Verdict(True, "same"), 2: Verdict(False, "")}


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "true",
        '{"verdicts": 5}',
        '{"verdicts": [5, null]}',
        '{"verdicts": [{"number": 1, "match": "true"}]}',
        '{"verdicts": [{"number": true, "match": true}]}',
        '{"number": 1, "match": true} {"number": 1, "match": false}',
    ],
)
def test_verdicts_nobody_can_read(reply: str) -> None:
    verdicts = read_verdicts(reply, [1])
    assert list(verdicts) == [1]
    assert verdicts[1].match is None


def test_a_broken_list_gives_its_whole_entries() -> None:
    reply = '{"verdicts": [{"number": 1, "match": true}, {"number": 2, "mat'
    assert [verdict.match for verdict in read_verdicts(reply, [1, 2]).values()] == [True, None]
