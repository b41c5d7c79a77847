"""Multiple choice: columns by name or by mapping, labels, formulas, Parquet."""

import builtins
import json
from pathlib import Path
from typing import Any

import pytest

from items.answers import ChoiceAnswer
from items.files.loading import load
from items.findings.rules import LABEL_READ
from items.lint import text_faults
from items.models import Item
from solver.errors import InputError
from tests.items.source_files import choice, write_json, write_lines

FORMULAS = {"premises": ["R -> W", "R"], "options": ["~W", "W", "S", "~P"]}


def only_item(tmp_path: Path, record: dict[str, Any], **options: Any) -> Item:
    return load(write_lines(tmp_path / "mc.jsonl", record), strict=True, **options).items[0]


def complaint(tmp_path: Path, **changes: Any) -> str:
    loaded = load(write_json(tmp_path / "mc.json", [choice(label=0), choice(**changes)]))
    assert len(loaded.items) == 1
    (message,) = map(str, loaded.problems)
    assert "index 1" in message
    return message


def test_the_published_fields(tmp_path: Path) -> None:
    item = only_item(tmp_path, choice())
    assert item.id == "mc_0"
    assert item.attributes == {"question_type": "3c1e"}
    (question,) = item.questions
    assert question.kind == "choice"
    assert [option.text for option in question.options] == choice()["answers"]
    assert question.gold == ChoiceAnswer(option=1)
    assert item.formalization is None


def test_an_id_is_made_where_there_is_none(tmp_path: Path) -> None:
    record = choice()
    del record["id_string"]
    assert only_item(tmp_path, record).id == "mc/00000"


@pytest.mark.parametrize(
    "names",
    [
        {"context": "passage", "answers": "options", "label": "gold"},
        {"context": "Content", "answers": "Choices", "label": "Answer"},
        {"context": "text", "answers": "endings", "label": "correct-answer"},
    ],
)
def test_usual_names_are_recognised(tmp_path: Path, names: dict[str, str]) -> None:
    record = {names.get(key, key): value for key, value in choice().items()}
    assert only_item(tmp_path, record).content_hash == only_item(tmp_path, choice()).content_hash


def test_named_columns_win(tmp_path: Path) -> None:
    record = choice(story=choice()["context"], right="B", context="something else")
    del record["label"]
    item = only_item(tmp_path, record, columns={"context": "story", "label": "right"})
    assert item.text == choice()["context"]
    assert item.questions[0].gold == ChoiceAnswer(option=1)
    assert item.attributes["context"] == "something else"


def test_missing_columns_list_those_found(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "mc.jsonl", {"story": "x", "opts": ["a"], "n": 1})
    with pytest.raises(InputError, match="the fields story, opts, n"):
        load(path, strict=True)
    with pytest.raises(InputError, match="found the columns story, opts, n") as caught:
        load(path, strict=True, columns={"context": "story"})
    assert "column for 'answers' and a column for 'label'" in str(caught.value)
    with pytest.raises(InputError, match="'tale'"):
        load(path, strict=True, columns={"context": "tale"})
    with pytest.raises(InputError, match="expected one of id, context"):
        load(path, strict=True, columns={"contxt": "story"})


@pytest.mark.parametrize(
    ("label", "option"), [(0, 0), ("3", 3), ("c", 2), (2.0, 2), ("It snows.", 2), (None, -1)]
)
def test_labels(tmp_path: Path, label: Any, option: int) -> None:
    gold = only_item(tmp_path, choice(label=label)).questions[0].gold
    assert gold == (None if option < 0 else ChoiceAnswer(option=option))


@pytest.mark.parametrize("label", [4, -1, "E", "7", True, 1.5, [1], "9" * 5000])
def test_wrong_labels_are_reported(tmp_path: Path, label: Any) -> None:
    assert "an index from 0 to 3 or a letter" in complaint(tmp_path, id_string="x", label=label)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"answers": ["a"]}, "expected 2 to 25 options, found 1"),
        ({"answers": ["a", "b", "c", 4]}, "answers[3]"),
        ({"answers": "abcd"}, "a list of options"),
        ({"context": None}, "field context"),
        ({"formulas": []}, "an object with premises and options"),
        ({"formulas": {"premises": ["A"]}}, "formulas.options"),
        ({"formulas": {**FORMULAS, "options": ["A"]}}, "4 formulas"),
        ({"formulas": {**FORMULAS, "premises": ["R ->"]}}, "premise 1"),
        ({"formulas": {**FORMULAS, "premisses": []}}, "'premisses'"),
        ({"formulas": FORMULAS, "question_label": "2c2e"}, "3c1e, 3e1c, missing"),
        ({"formulas": FORMULAS, "question_label": "missing"}, "formulas.conclusion"),
    ],
)
def test_what_is_wrong_is_reported(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    assert message in complaint(tmp_path, **{"id_string": "x", **changes})


def test_options_as_an_object(tmp_path: Path) -> None:
    answers = choice()["answers"]
    lettered = dict(zip("ABCD", answers, strict=True))
    columnar = {"text": answers, "label": list("ABCD")}
    for form in (lettered, columnar):
        item = only_item(tmp_path, choice(answers=form))
        assert [option.text for option in item.questions[0].options] == answers


def test_formulas_become_a_formalization(tmp_path: Path) -> None:
    item = only_item(tmp_path, choice(formulas={**FORMULAS, "translation": {"R": "it rains"}}))
    assert item.formalization == {"translation": {"R": "it rains"}, "premise": ["R -> W", "R"]}
    assert [option.formula for option in item.questions[0].options] == FORMULAS["options"]


def test_missing_has_a_query_for_its_conclusion(tmp_path: Path) -> None:
    formulas = {"premises": ["R -> W"], "options": ["~W", "R", "S", "~P"], "conclusion": "W"}
    item = only_item(tmp_path, choice(question_label="missing", formulas=formulas))
    assert item.questions[0].query == "necessary(W)"


@pytest.mark.slow
def test_parquet_is_read_like_json(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    records = [choice(id_string=f"mc_{n}", label=n, explanation=None) for n in range(4)]
    path = tmp_path / "mc.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(records), path)
    loaded = load(path, strict=True)
    wanted = load(write_json(tmp_path / "mc.json", records), strict=True)
    assert [i.content_hash for i in loaded.items] == [i.content_hash for i in wanted.items]
    parquet.write_table(pyarrow.Table.from_pylist([choice(label=9), choice()]), path)
    document = load(path)
    assert len(document.items) == 1
    assert "row 0" in str(document.problems[0])


def test_parquet_lists_its_columns(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "mc.parquet"
    parquet.write_table(pyarrow.Table.from_pylist([{"story": "x", "n": 1}]), path)
    assert "the columns story, n" in str(load(path).problems[0])


def test_a_file_that_is_no_parquet_is_reported(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "mc.parquet"
    path.write_bytes(b"not parquet")
    assert "expected Parquet" in str(load(path).problems[0])


def test_parquet_without_its_extra_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mc.parquet"
    path.write_bytes(b"PAR1")
    real = builtins.__import__

    def import_without_pyarrow(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.split(".")[0] == "pyarrow":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", import_without_pyarrow)
    assert "countermodel[parquet]" in str(load(path).problems[0])


def told_of(path: Path) -> str:
    (problem,) = load(path).problems
    return str(problem)


@pytest.mark.slow
def test_parquet_that_unpacks_to_too_much_is_reported_before_its_rows_are_made(
    tmp_path: Path,
) -> None:
    """A text is in the file once, and in each of the rows."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "mc.parquet"
    for column in ("record", "question"):
        table = pyarrow.table({column: ["a" * 4_000_000] * 40})
        parquet.write_table(table, path, compression="zstd")
        assert path.stat().st_size < 10_000
        assert "packed from more than 160000" in told_of(path)


def test_parquet_of_many_columns_and_of_odd_times_is_reported(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "mc.parquet"
    parquet.write_table(pyarrow.table({f"c{n}": [1] for n in range(1_001)}), path)
    assert "found 1001 columns, of at most 1000" in told_of(path)
    times = pyarrow.array([1, 2**50], pyarrow.timestamp("ms"))
    parquet.write_table(pyarrow.table({"question": times, "answer": [0, 1]}), path)
    assert "date value out of range" in told_of(path)


def test_parquet_of_any_sort_of_text_is_read_in_the_same_way(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "mc.parquet"
    questions = [{"id": "1", "text": "So?", "kind": "text"}]
    lines = [json.dumps({"id": f"i/{n}", "text": "T.", "questions": questions}) for n in range(70)]
    plain = pyarrow.array(lines)
    sorts = (plain, plain.cast(pyarrow.large_string()), plain.dictionary_encode())
    read = []
    for column in sorts:
        parquet.write_table(pyarrow.table({"record": column}), path)
        read.append([item.id for item in load(path).items])
    assert read[0] == read[1] == read[2] == [f"i/{n}" for n in range(70)]


def labelled(tmp_path: Path, labels: list[Any], **options: Any) -> Any:
    records = [choice(id_string=f"mc_{n}", label=label) for n, label in enumerate(labels)]
    return load(write_json(tmp_path / "mc.json", records), **options)


def test_a_label_0_says_where_labels_begin(tmp_path: Path) -> None:
    items = labelled(tmp_path, [2, 0, "1"]).items
    assert [item.questions[0].gold for item in items] == [
        ChoiceAnswer(option=place) for place in (2, 0, 1)
    ]
    assert not any("label_read" in item.provenance.parameters for item in items)


def test_labels_that_do_not_tell_where_they_begin_are_said_to_be_read_from_0(
    tmp_path: Path,
) -> None:
    items = labelled(tmp_path, [2, 1, "C"]).items
    assert items[0].questions[0].gold == ChoiceAnswer(option=2)
    assert ["label_read" in item.provenance.parameters for item in items] == [True, True, False]
    findings = [
        finding
        for item in items
        for finding in text_faults.look(item)
        if finding.rule is LABEL_READ
    ]
    assert len(findings) == 2


def test_labels_that_may_count_from_1_are_refused_until_it_is_said(tmp_path: Path) -> None:
    loaded = labelled(tmp_path, [2, 4, "C"])
    assert [item.id for item in loaded.items] == ["mc_2"]
    assert all("label_from_1=" in (error.hint or "") for error in loaded.problems)
    items = labelled(tmp_path, [2, 4, "C"], columns={"label_from_1": "label"}).items
    assert [item.questions[0].gold for item in items] == [
        ChoiceAnswer(option=place) for place in (1, 3, 2)
    ]
    assert not any("label_read" in item.provenance.parameters for item in items)
    refused = labelled(tmp_path, [0, 1], columns={"label_from_1": "label"})
    assert "from 1 to 4" in str(refused.problems[0])


def test_a_number_that_is_also_an_options_text_is_refused_until_it_is_said(
    tmp_path: Path,
) -> None:
    record = choice(answers=["3", "2", "1", "7"], label="2")
    for value in ("2", 2):
        (error,) = load(write_json(tmp_path / "m.json", [record | {"label": value}])).problems
        assert "option C" in str(error)
        assert "option B" in str(error)
    texts = only_item(tmp_path, record, columns={"label_text": "label"})
    assert texts.questions[0].gold == ChoiceAnswer(option=1)
    assert only_item(tmp_path, record | {"label": "7"}).questions[0].gold == ChoiceAnswer(option=3)


def test_a_label_may_be_the_key_of_its_option(tmp_path: Path) -> None:
    answers = dict(zip("1234", choice()["answers"], strict=True))
    item = only_item(tmp_path, choice(answers=answers, label=2))
    assert item.questions[0].gold == ChoiceAnswer(option=1)
    assert "label_read" not in item.provenance.parameters


def test_chinese_rows_without_a_language_are_chinese(tmp_path: Path) -> None:
    rows = "context,A,B,label\n如果下雨，街道就会湿。今天下雨。,街道湿了。,街道没有湿。,A\n"
    rows += "If it rains the street is wet.,It is wet.,It is dry.,A\n"
    rows += "The film 卧虎藏龙 was shown.,It was.,It was not.,B\n"
    path = tmp_path / "mc.csv"
    path.write_text(rows, encoding="utf-8")
    assert [item.language for item in load(path, strict=True).items] == ["zh", "en", "en"]
    named = rows.replace("label\n", "label,lang\n", 1).replace(",A\n", ",A,fr\n")
    path.write_text(named.replace(",B\n", ",B,fr\n"), encoding="utf-8")
    assert {item.language for item in load(path, strict=True).items} == {"fr"}
