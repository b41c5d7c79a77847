"""Counterfactual sub-questions: by prefix and by edit, against marks made by reading."""

import re

import pytest

from items.files.loading import load
from items.models import Item, Question
from items.splits import edited_worlds
from items.splits.by_prefix import opens_so
from items.splits.edited_worlds import reasons
from items.splits.english_edits import plain
from items.splits.registry import SPLITS, splits
from items.splits.split import declared, full_text
from tests.items.split_marks import (
    ASKED_IN_AN_EDITED_WORLD,
    ASKED_IN_THE_BASELINE,
    EDITED,
)
from tests.patterns import beyond_ascii
from tests.shared_data import shared_path
from tests.tui.test_item_commands import json_of

HARD = "llmeval-logic/hard/llmeval_logic_hard.json"


def item(*texts: str, text: str = "背景") -> Item:
    questions = tuple(
        Question(id=str(n), kind="text", text=each) for n, each in enumerate(texts, start=1)
    )
    return Item(id="x", language="zh", text=text, questions=questions)


@pytest.mark.parametrize("half", [0, 1])
def test_marks_made_by_reading(half: int) -> None:
    """Each half of the items on its own reaches 0.95 in precision and recall."""
    right = wrong = missed = 0
    for each in load(str(shared_path(HARD))).items:
        if int(each.id) // 2 % 2 != half:
            continue
        marked = {str(number) for number in EDITED[int(each.id)]}
        read = SPLITS["by_edit"].counterfactual(each)
        right += len(read & marked)
        wrong += len(read - marked)
        missed += len(marked - read)
    assert right > 90
    assert right / (right + wrong) >= 0.95
    assert right / (right + missed) >= 0.95


NEUTRAL_BEFORE = (
    *("综合上述全部信息，", "就目前掌握的证据而言，", "沿用背景设定，", "在题目给定的前提下，"),
    *("按原题设定，", "不改动任何背景条件，", "依据背景中的规则与记录，", "请仔细阅读背景后回答："),
    *("在所有条件均成立的情况下，", "在保持全部规则有效的前提下，", "把所有线索放在一起，"),
)
NEUTRAL_AFTER = (
    *(
        "请勿修改背景条件。",
        "若有多个答案请全部列出。",
        "若无则写“无”。",
        "若某项无法确定，请注明。",
    ),
    *(
        "如果答案为空集，请直接写出空集。",
        "注意不要引入新的假设。",
        "无需解释。",
        "不得新增任何记录。",
    ),
    *("若结果不唯一，请写“不唯一”。", "答案去重后输出。", "不要删减任何模型。"),
)


@pytest.mark.parametrize(("before", "after"), zip(NEUTRAL_BEFORE, NEUTRAL_AFTER, strict=True))
def test_neutral_remarks_change_no_mark(before: str, after: str) -> None:
    """Each mark made by reading stays where a remark that edits nothing is added on either side."""
    for each in load(str(shared_path(HARD))).items:
        texts = [full_text(leaf) for leaf in each.leaves]
        marked = {str(number) for number in EDITED[int(each.id)]}
        for remarked in ([before + text for text in texts], [text + after for text in texts]):
            changed = SPLITS["by_edit"].counterfactual(item(*remarked, text=each.text)) ^ marked
            assert not changed


@pytest.mark.parametrize(
    ("phrase", "synonyms"),
    [
        ("若(?!干|琳)", ("如果", "倘若", "要是", "一旦")),
        ("假设", ("假如", "假若", "设想")),
        ("改为|改成", ("换成", "变为", "调整为", "更改为", "替换为")),
        ("删去|删除", ("去掉", "取消", "移除", "剔除", "拿掉")),
        ("反事实世界", ("反事实情形", "假想世界", "变体", "平行世界")),
        ("世界", ("情形", "版本", "场景", "分支")),
        ("保持不变", ("维持不变", "照旧", "沿用原设", "不作改动")),
        ("后来", ("事后", "随后", "之后", "日后")),
        ("修复", ("修正", "修补", "还原")),
        ("比较", ("对比", "对照", "比对")),
        ("α", ("ω", "alpha")),
    ],
)
def test_synonyms_keep_the_marks(phrase: str, synonyms: tuple[str, ...]) -> None:
    """At most 1 in 25 of the sub-questions with a phrase is read otherwise with a synonym."""
    for synonym in synonyms:
        replaced = otherwise = 0
        for each in load(str(shared_path(HARD))).items:
            texts = [full_text(leaf) for leaf in each.leaves]
            other = [re.sub(phrase, synonym, text) for text in texts]
            read = SPLITS["by_edit"].counterfactual(item(*other, text=each.text))
            for number, (text, new) in enumerate(zip(texts, other, strict=True), start=1):
                replaced += text != new
                otherwise += text != new and (number in EDITED[int(each.id)]) != (
                    str(number) in read
                )
        assert replaced
        assert otherwise <= replaced / 25


def test_the_papers_prefixes() -> None:
    outcome = [
        SPLITS["by_prefix"].counterfactual(each) for each in load(str(shared_path(HARD))).items
    ]
    assert sum(map(len, outcome)) == 103


@pytest.mark.parametrize("text", ASKED_IN_AN_EDITED_WORLD)
def test_edited_worlds(text: str) -> None:
    assert SPLITS["by_edit"].counterfactual(item(text)) == {"1"}


@pytest.mark.parametrize("text", ASKED_IN_THE_BASELINE)
def test_conditions_scopes_and_forms_are_not_edits(text: str) -> None:
    assert SPLITS["by_edit"].counterfactual(item(text)) == frozenset()


def test_prefixes() -> None:
    for text in (
        "假设F1成立，",
        "2. 假如F1成立，",
        "反事实 α：",
        "（3）再设另一个独立的反事实世界β：",
        "4、另设反事实世界γ：",
        "(设 甲当选) 反事实",
        "（反事实）若甲当选，",
        "问题1：假设甲当选，",
        "小问2：假设甲当选，",
        "小题（2）：假设甲当选，",
        "第1小问：假设甲当选，",
        "子问题3：假设甲当选，",
        "题1：假如甲当选，",
        "问题一、假设甲当选，",
        "- 假设甲当选，",
        "• 假设甲当选，",
        "Ⅱ. 假设甲当选，",
        "5 假设甲当选，",
        "#5 假设甲当选，",
        "再假设甲当选，",
        "现假设甲当选，",
        "最后假设甲当选，",
        "假設甲當選，",
    ):
        assert opens_so(text), text
    for text in (
        "比较反事实α与β。",
        "设 alpha 世界中，",
        "请列出假设，",
        "若假设成立，",
        "12 个假设",
        "“假设”一词在哪里？",
        "问题的假设是什么？",
        "如果假设成立，",
        "再设计一个反事实，",
        "题中假设是哪些？",
        "问题1中的假设是什么？",
    ):
        assert not opens_so(text), text


def test_a_later_question_goes_on_in_an_earlier_world() -> None:
    outcome = item(
        "列出全部模型。",
        "反事实世界甲：删去F1。列出全部模型。",
        "仍在甲世界下，列出必然成立的命题。",
        "沿用第2问的世界，列出投影。",
        "沿用第1问的模型，列出投影。",
        "沿用第2问的格式，列出基线下的模型。",
    )
    assert SPLITS["by_edit"].counterfactual(outcome) == {"2", "3", "4"}


def test_a_letter_is_a_world_only_where_it_is_given_to_one() -> None:
    variant = "变体 α：规则二改为单向。"
    text = "在 α 下，列出全部模型。"
    assert SPLITS["by_edit"].counterfactual(item(text, text=variant)) == {"1"}
    assert not SPLITS["by_edit"].counterfactual(item(text, text="路径 α 或路径 β 可行。"))


def test_formal_questions_declare_their_variant() -> None:
    declared = Item(
        id="d",
        text="x",
        questions=(
            Question(id="1", text="Suppose you hear A.", kind="possible", query="possible(A)"),
            Question(id="2", kind="possible", query="possible(A) under alpha"),
            Question(id="3", kind="possible", query="possible(A) under baseline"),
            Question(id="4", kind="text", condition="if it rained"),
        ),
    )
    for split in splits():
        assert split.counterfactual(declared) == {"2", "4"}, split.name


def test_reasons_are_named() -> None:
    assert dict(reasons(item("列出模型。", "后来确认F2有误，列出模型。"))) == {
        "1": None,
        "2": "something is learnt later",
    }


def test_the_command_lists_both_splits() -> None:
    document = json_of("items", "splits", "builtin:demo")
    assert document["sub_questions"] == len(document["rows"])
    for key in ("by_prefix", "by_edit"):
        assert document["counterfactual"][key] == sum(row[key] for row in document["rows"])
    edited = [(row["id"], row["question"]) for row in document["rows"] if row["by_edit"]]
    assert ("demo/lamp-room", "4") in edited
    assert ("demo/lamp-room", "1") not in edited


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("difference(alpha, baseline; A)", True),
        ("union(baseline, baseline; A)", False),
        ("enumerate_models(A) under alpha", True),
        ("enumerate_models(A)", False),
    ],
)
def test_a_comparison_with_a_variant_is_counterfactual(query: str, wanted: bool) -> None:
    leaf = Question(id="1", kind=query.partition("(")[0], query=query)
    item = Item(id="i", text="T", questions=(leaf,))
    assert declared(item, leaf) is wanted


def test_which_rules_can_apply_to_a_text_in_english() -> None:
    """All others are left out where a text is `plain`."""
    patterns = {k: v for k, v in vars(edited_worlds).items() if isinstance(v, re.Pattern)}
    english = {
        name
        for name, pattern in patterns.items()
        if not beyond_ascii(pattern.pattern, pattern.flags)
    }
    only_restrict = {
        "_NAMED_GIVEN",
        "_INSIDE",
        "_SUPPOSES",
        "_NOT_SUPPOSED",
        "_BASELINE",
        "_WENT_ON",
        "_NUMBER",
    }
    signs = {"_GREEK_WORLD", "_COUNTERFACTUAL", "_REST_KEPT", "_SUPPOSED", "EDITED"}
    assert english == only_restrict | signs


@pytest.mark.parametrize(
    "text",
    [
        *(f"in {world} beta, who wins" for world in ("version", "variant", "world", "scenario")),
        "alpha counterfactual",
        "in the counterfactual case, who wins",
        "everything else stays, all else too",
        "suppose he left",
        "assume that he left",
        "imagine that he left",
        "what if he left",
        "remove rule 3. who wins",
    ],
)
def test_a_text_in_english_with_a_sign_of_an_edit_is_read_by_the_rules(text: str) -> None:
    assert not plain(text)
    assert SPLITS["by_edit"].counterfactual(item(text, text="facts")) == {
        id_ for id_, reason in reasons(item(text, text="facts")) if reason is not None
    }


@pytest.mark.parametrize("name", ["builtin:demo", "builtin:qmfol", "builtin:contexthub"])
def test_plain_texts_are_edited_by_no_rule(name: str) -> None:
    """As all rules read them; an item may still declare that it asks in another world."""
    items = load(name).items
    texts = {full_text(leaf).lower() for each in items for leaf in each.leaves} | {
        each.text.lower() for each in items
    }
    read = {text for text in texts if plain(text)}
    assert len(read) > len(texts) // 4
    for text in read:
        assert dict(reasons(item(text, text=text))) == {"1": None}
