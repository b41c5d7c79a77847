"""FOLIO: both published forms, labels against the solver, and formulas that need a repair."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.answers import TruthAnswer
from items.files.brackets import bracket_verdict
from items.files.loading import LoadedItems, load
from tests.items.source_files import write_json
from tests.items.verified import verify
from tests.shared_data import shared_path
from tui.cli import main

STORY: dict[str, Any] = {
    "premises": ["Every owl that hoots is awake.", "Ada is an owl or a heron, not both."],
    "premises-FOL": ["∀x (Owl(x) ∧ Hoots(x) → Awake(x))", "Owl(ada) ⊕ Heron(ada)"],
    "conclusion": "If Ada hoots and is no heron, she is awake.",
    "conclusion-FOL": "Hoots(ada) ∧ ¬Heron(ada) → Awake(ada)",
    "label": "True",
}


def folio(tmp_path: Path, *records: dict[str, Any]) -> LoadedItems:
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_what_is_decided_whichever_bracket_is_meant_is_counted_apart(tmp_path: Path) -> None:
    """The shared records: 199 are decided as they are written, two more whichever bracket is
    meant."""
    path = shared_path("folio/folio-v0.0-validation.jsonl")
    problems = load(path).problems
    decided = [
        decision for p in problems if (decision := bracket_verdict(p, engine="worlds", timeout=5))
    ]
    assert [(decision.id, decision.state, decision.readings) for decision in decided] == [
        ("folio/2", "proved", 2),
        ("folio/108", "proved", 2),
    ]


EITHER = "(Sings(ada) ∧ Wins(ada)) ∨ ¬Sings(ada) ∧ ¬Wins(ada))"


@pytest.mark.parametrize(
    ("premises", "label", "state"),
    [
        ([EITHER, "Sings(ada)", "Wins(ada)"], "True", "proved"),
        ([EITHER, "Sings(ada)", "Wins(ada)"], "False", "disproved"),
        # ∨ ¬(S ∧ ¬W) leaves open what ∨ (¬S ∧ ¬W) excludes.
        ([EITHER, "Wins(ada)"], "True", None),
        ([EITHER, "Sings(ada", "Wins(ada)"], "True", None),
        (["Sings(ada))) ∨ Wins(ada)", "Sings(ada)"], "True", None),
        (["Sings(ada), Wins(ada)", "Sings(ada)"], "True", None),
    ],
)
def test_a_bracket_that_makes_a_difference_is_left_to_a_person(
    tmp_path: Path, premises: list[str], label: str, state: str | None
) -> None:
    story = {**STORY, "premises-FOL": premises, "conclusion-FOL": "Sings(ada)", "label": label}
    (problem,) = folio(tmp_path, story).problems
    outcome = bracket_verdict(problem, timeout=5)
    assert (None if outcome is None else outcome.state) == state


def test_verify_and_normalize_tell_what_is_decided_whichever_bracket_is_meant(
    tmp_path: Path,
) -> None:
    story = {
        **STORY,
        "premises-FOL": [EITHER, "Sings(ada)", "Wins(ada)"],
        "conclusion-FOL": "Sings(ada)",
    }
    path = str(write_json(tmp_path / "folio.json", [story, STORY]))
    result = CliRunner().invoke(main, ["verify", path])
    assert result.exit_code == 2, "the record is still a person's to repair"
    assert "2   1 as written, 1 whichever bracket is meant" in result.stdout
    assert f"folio/0 · proved · 2 readings · {EITHER}" in result.stdout
    document = json.loads(CliRunner().invoke(main, ["verify", path, "--json"]).stdout)
    assert document["any_bracket"] == [
        {"id": "folio/0", "state": "proved", "readings": 2, "formula": EITHER}
    ]
    assert document["agree"] == 1
    notes = CliRunner().invoke(main, ["items", "normalize", path]).stderr
    assert "Decided whichever bracket is meant" in notes
    assert "folio/0" in notes
    wrong = str(write_json(tmp_path / "wrong.json", [{**story, "label": "False"}]))
    assert CliRunner().invoke(main, ["verify", wrong]).exit_code == 1
