"""LLMEval-Logic, Base and Hard: the public files, and files that are not quite like them."""

import json
from pathlib import Path
from typing import Any

import pytest

from items.answers import ModelsAnswer, SetAnswer, TextAnswer, VerdictAnswer
from items.files.loading import LoadedItems, load
from items.models import Choice
from items.sources.llmeval_hard import query_kind
from tests.items.source_files import base_item, write_json
from tests.shared_data import shared_path


def base(tmp_path: Path, *records: dict[str, Any]) -> LoadedItems:
    return load(write_json(tmp_path / "base.json", list(records)))


# --- the public files -----------------------------------------------------------------------------


def test_every_base_item_is_read_with_its_rubric() -> None:
    loaded = load(shared_path("llmeval-logic/base"), strict=True)
    assert len(loaded.items) == 95
    assert loaded.problems == ()
    assert loaded.skipped_files == ()
    assert all(item.rubric for item in loaded.items)
    assert sum(len(item.rubric) for item in loaded.items) == 547
    assert all(leaf.gold is not None for item in loaded.items for leaf in item.leaves)


def test_items_of_this_form_are_told_in_the_language_they_are_written_in(tmp_path: Path) -> None:
    chinese = base_item()
    english = base_item(id=2)
    english["original"] = {"background": "It rains.", "question": "Is it wet, and surely?"}
    mixed = [item.language for item in base(tmp_path, chinese, english).items]
    assert mixed == ["zh", "en"]
    entries = [
        {"id": "1", "background": "It rains.", "question": ["Is it wet?"], "answer": ["Yes."]}
    ]
    entries.append({**entries[0], "id": "2", "background": "下雨了。"})
    hard = load(write_json(tmp_path / "hard.json", entries)).items
    assert [item.language for item in hard] == ["en", "zh"]


def test_a_question_in_six_breaths_has_six_parts() -> None:
    items = load(shared_path("llmeval-logic/base/llmeval_logic_base.json")).items
    (question,) = next(item for item in items if item.id == "70").questions
    assert [part.kind for part in question.parts] == ["possible", "necessary"] * 3
    assert question.parts[1].text == "患者 X 的白细胞计数一定不高吗？"
    assert "".join(part.text for part in question.parts) == question.text
    assert question.parts[4].gold == VerdictAnswer(word="impossible")


def test_vocabulary_comes_from_the_query_with_glosses() -> None:
    items = load(shared_path("llmeval-logic/base/llmeval_logic_base.json")).items
    by_id = {item.id: item.leaves[0] for item in items}
    assert [c.key for c in by_id["26"].vocabulary] == ["F", "G"]
    assert by_id["26"].vocabulary[1].label == "中书省重拟提案"
    assert by_id["26"].gold == ModelsAnswer(models=frozenset({frozenset({"G"})}))
    assert by_id["166"].vocabulary[0] == Choice(key="a", label="甲")
    assert by_id["166"].gold == SetAnswer(members=frozenset({"a", "b", "c"}))


def test_every_hard_item_is_read() -> None:
    loaded = load(shared_path("llmeval-logic/hard"), strict=True)
    assert len(loaded.items) == 81
    leaves = [leaf for item in loaded.items for leaf in item.leaves]
    assert len(leaves) == 408
    golds = [leaf.gold for leaf in leaves]
    assert all(isinstance(gold, TextAnswer) and gold.text for gold in golds)
    assert not any(isinstance(g, TextAnswer) and g.text.startswith("{'qid'") for g in golds)


def test_conditions_of_hard_questions_lose_no_text() -> None:
    path = shared_path("llmeval-logic/hard/llmeval_logic_hard.json")
    records = json.loads(path.read_text(encoding="utf-8"))
    items = load(path).items
    conditions = 0
    for record, item in zip(records, items, strict=True):
        for text, leaf in zip(record["question"], item.questions, strict=True):
            message = "".join(((leaf.condition or "") + leaf.text).split())
            assert "".join(text.split()).endswith(message)
            assert len("".join(text.split())) - len(message) <= 3
            conditions += leaf.condition is not None
    assert conditions >= 110


# --- other files ----------------------------------------------------------------------------------


def test_the_query_decides_the_kind_not_the_label(tmp_path: Path) -> None:
    (item,) = base(tmp_path, base_item(label_type=["possible"])).items
    assert item.leaves[0].kind == "necessary"
    assert item.attributes["label_type"] == "possible"
    assert item.attributes["query_kinds"] == "necessary"
    assert item.language == "zh"
    assert item.questions[0].text == "地湿吗？"


def test_parts_that_the_text_does_not_tell_apart_are_numbered(tmp_path: Path) -> None:
    record = base_item()
    record["formalization"] |= {
        "question": ["possible(B)", "necessary(B)"],
        "answer": ["possible", "necessary"],
    }
    (item,) = base(tmp_path, record).items
    assert item.questions[0].text == "地湿吗？"
    assert [part.text for part in item.questions[0].parts] == ["（1）", "（2）"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"answer": []}, "expected 1 answer, one per query, found 0"),
        ({"answer": ["perhaps"]}, "answer[0]: expected necessary or unnecessary, found 'perhaps'"),
        ({"answer": [["necessary"]]}, "answer[0]"),
        ({"answer": "necessary"}, ""),
        ({"question": ["nec(B)"]}, ""),
        ({"question": []}, "expected 0 answers"),
        ({"premise": ["A \\rightarrow"]}, "premise 1"),
        ({"parameters": ["A"]}, "parameters"),
    ],
)
def test_a_bad_formalization_is_reported_and_loses_no_other(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    bad = base_item(id=2)
    bad["formalization"] = {**bad["formalization"], **changes}
    loaded = base(tmp_path, base_item(id=1), bad, base_item(id=3))
    if not message:
        assert len(loaded.items) == 3
        return
    assert [item.id for item in loaded.items] == ["1", "3"]
    (problem,) = map(str, loaded.problems)
    assert "index 1" in problem
    assert message in problem


@pytest.mark.parametrize("field", ["id", "original"])
def test_a_missing_field_is_reported(tmp_path: Path, field: str) -> None:
    bad = base_item(id=2)
    del bad[field]
    loaded = base(tmp_path, base_item(id=1), bad)
    assert len(loaded.items) == 1
    assert field in str(loaded.problems[0])


def test_a_rubric_next_to_the_file_belongs_to_the_item(tmp_path: Path) -> None:
    atom = {"id": "LR1", "group": "logical_relation", "desc": "d", "reason": "r", "score": 0}
    check = {"atoms": [], "formula": "A -> B", "mode": "entails"}
    write_json(
        tmp_path / "rubrics" / "001.json", {"id": 1, "items": [atom, {**atom, "z3_check": check}]}
    )
    (item,) = base(tmp_path, base_item()).items
    assert [rubric_atom.description for rubric_atom in item.rubric] == ["d", "d"]
    assert item.rubric[1].check == check


@pytest.mark.parametrize(
    "rubric",
    [
        [],
        {"id": 1},
        {"id": 2, "items": []},
        {"id": 1, "items": ["x"]},
        {"id": 1, "items": [{"desc": "no id"}]},
        {"id": 1, "items": [{"id": "a", "score": "much"}]},
    ],
)
def test_a_bad_rubric_is_reported_and_the_item_kept(tmp_path: Path, rubric: Any) -> None:
    path = write_json(tmp_path / "rubrics" / "1.json", rubric)
    loaded = base(tmp_path, base_item())
    assert [item.rubric for item in loaded.items] == [()]
    assert str(path) in str(loaded.problems[0])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("请枚举世界 α 中所有可行的完整模型。", "enumerate_models"),
        ("此时共有多少种可行的组合？", "count_models"),
        ("他的身份是否唯一确定？", "unique_solution"),
        ("请比较 α 与 β 的完整模型，给出对称差。", None),
        ("请列出必然成立的状态。", None),
        ("只输出唯一或不唯一，不要输出数量。", None),
    ],
)
def test_query_kinds_are_read_only_where_plain(text: str, kind: str | None) -> None:
    assert query_kind(text) == kind


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"answer": ["a"]}, "a list of 2 answers"),
        ({"answer": "a"}, "a list of 2 answers"),
        ({"question": [1, "b"]}, "question[0]"),
        ({"answer": [{"x": 1}, "b"]}, "answer[0]"),
    ],
)
def test_a_bad_hard_record_is_reported(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    good = {"id": 1, "background": "x", "question": ["a", "b"], "answer": ["c", ["d", "e"]]}
    loaded = load(write_json(tmp_path / "hard.json", [good, {**good, "id": 2, **changes}]))
    (item,) = loaded.items
    assert item.questions[1].gold == TextAnswer(text="d\ne")
    assert "index 1" in str(loaded.problems[0])
    assert message in str(loaded.problems[0])
