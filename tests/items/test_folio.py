"""FOLIO: both published forms, labels against the solver, and formulas that need a repair."""

import json
from pathlib import Path
from typing import Any

import pytest

from items.answers import TruthAnswer
from items.loading import Loaded, load
from items.verify import verify
from tests.items.writing import write_json
from tests.shared_data import shared_path

STORY: dict[str, Any] = {
    "premises": ["Every owl that hoots is awake.", "Ada is an owl or a heron, not both."],
    "premises-FOL": ["∀x (Owl(x) ∧ Hoots(x) → Awake(x))", "Owl(ada) ⊕ Heron(ada)"],
    "conclusion": "If Ada hoots and is no heron, she is awake.",
    "conclusion-FOL": "Hoots(ada) ∧ ¬Heron(ada) → Awake(ada)",
    "label": "True",
}


def folio(tmp_path: Path, *records: dict[str, Any]) -> Loaded:
    return load(write_json(tmp_path / "folio.json", list(records)))


def test_a_story_is_a_truth_question_over_declared_symbols(tmp_path: Path) -> None:
    (item,) = folio(tmp_path, STORY).items
    assert item.id == "folio/0"
    assert item.text.splitlines() == STORY["premises"]
    question = item.questions[0]
    assert question.kind == "truth"
    assert question.gold == TruthAnswer(value="true")
    assert item.formalization is not None
    assert item.formalization["parameters"] == {
        "Owl": "Function(1)",
        "Hoots": "Function(1)",
        "Awake": "Function(1)",
        "ada": "Individual",
        "Heron": "Function(1)",
    }


def test_texts_with_a_premise_a_line_are_the_same(tmp_path: Path) -> None:
    joined = {
        **STORY,
        "story_id": 7,
        "premises": "\n".join(STORY["premises"]),
        "premises-FOL": "\n".join(STORY["premises-FOL"]) + "\n",
    }
    listed, lines = folio(tmp_path, STORY, joined).items
    assert lines.text == listed.text
    assert lines.formalization == listed.formalization
    assert lines.attributes == {"label": "True", "story_id": 7}


def test_a_name_that_is_bound_elsewhere_is_not_declared(tmp_path: Path) -> None:
    (item,) = folio(tmp_path, {**STORY, "conclusion-FOL": "Awake(x)", "label": "Uncertain"}).items
    assert item.formalization is not None
    assert "x" not in item.formalization["parameters"]


@pytest.mark.parametrize("name", ["label", "conclusion-FOL"])
def test_a_field_that_is_not_there_is_said_to_be_missing(tmp_path: Path, name: str) -> None:
    record = {key: value for key, value in STORY.items() if key != name}
    (problem,) = folio(tmp_path, record).problems
    assert f"field {name}: expected" in str(problem)
    assert "found no such field" in str(problem)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"label": "Perhaps"}, "field label: expected True, False or Uncertain"),
        ({"label": None}, "found None"),
        ({"premises-FOL": 3}, "field premises-FOL: expected a list"),
        ({"conclusion-FOL": ""}, "field conclusion-FOL: expected a formula"),
        ({"conclusion-FOL": "Owl(ada))"}, "Did you mean: Owl(ada)"),
        ({"premises-FOL": ["Owl(ada), Heron(ada)"]}, "Did you mean: Owl(ada) ∧ Heron(ada)"),
    ],
)
def test_a_bad_record_is_reported_and_the_others_are_read(
    tmp_path: Path, change: dict[str, Any], expected: str
) -> None:
    loaded = folio(tmp_path, {**STORY, **change}, STORY)
    assert [item.id for item in loaded.items] == ["folio/1"]
    (problem,) = loaded.problems
    assert "index 0" in str(problem)
    assert expected in str(problem)


def test_published_stories_are_decided_as_an_independent_check_decides_them(
    tmp_path: Path,
) -> None:
    path = shared_path("folio/folio-v0.0-validation.jsonl")
    lines = shared_path("folio/folio-v0.0-validation-verdicts.jsonl").read_text(encoding="utf-8")
    checks = [json.loads(line) for line in lines.splitlines()]
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    loaded = load(path)
    readable = [check for check in checks if check["verdict"] != "unreadable"]
    assert [item.id for item in loaded.items] == [f"folio/{check['index']}" for check in readable]
    assert len(loaded.problems) == len(checks) - len(readable)
    assert all("Did you mean" in str(problem) for problem in loaded.problems)
    # With the independent verdict in the label's place, every item is right ...
    truths = folio(tmp_path, *({**records[c["index"]], "label": c["verdict"]} for c in readable))
    figures = verify(truths.items, engine="z3").to_json()
    assert (figures["agree"], figures["disagree"]) == (len(readable), [])
    # ... and so the published labels that fail are those that differ from it.
    wrong = [
        item for item, check in zip(loaded.items, readable, strict=True) if not check["agrees"]
    ]
    refuted = verify(wrong, engine="z3").to_json()["disagree"]
    assert [entry["id"] for entry in refuted] == [item.id for item in wrong]
    assert [item.id for item in wrong] == [
        f"folio/{n}" for n in (5, 27, 29, 47, 112, 114, 138, 139)
    ]


def test_one_unreadable_record_has_one_verdict_whichever_bracket_is_meant(tmp_path: Path) -> None:
    """Every text that leaves out one closing bracket, or adds an opening one, in the formula that
    cannot be read: of record 108 all that are formulas give the same verdict, its label. So that
    record is decided without a choice among repairs; none is made."""
    records = shared_path("folio/folio-v0.0-validation.jsonl").read_text(encoding="utf-8")
    story = json.loads(records.splitlines()[108])
    premises = story["premises-FOL"]
    (wrong,) = [text for text in premises if text.count(")") > text.count("(")]
    texts = {wrong[:n] + wrong[n + 1 :] for n, char in enumerate(wrong) if char == ")"}
    texts |= {f"{wrong[:n]}({wrong[n:]}" for n in range(len(wrong) + 1)}
    repaired = [
        {**story, "premises-FOL": [text if premise == wrong else premise for premise in premises]}
        for text in sorted(texts)
    ]
    items = folio(tmp_path, *repaired).items
    assert len(items) >= 10
    assert {item.attributes["label"] for item in items} == {"Uncertain"}
    assert verify(items, engine="worlds").to_json()["agree"] == len(items)
