"""Repairs that a person accepts: what is laid before them, what is read with them, who said so."""

import json
from pathlib import Path
from typing import Any

import pytest

from items.files.loading import load
from items.files.repairs import REPAIRED, Repair, accepted, proposals, read_repairs, write_repairs
from solver.errors import InputError
from tests.shared_data import shared_path
from tui.cli import main

STORY: dict[str, Any] = {
    "premises": ["Ada sings or sleeps.", "Ada does not sleep."],
    "premises-FOL": ["Sings(ada) ∨ Sleeps(ada))", "¬Sleeps(ada)"],
    "conclusion": "Ada sings.",
    "conclusion-FOL": "(Sings(ada)",
    "label": "True",
}
PREMISE, CONCLUSION = "Sings(ada) ∨ Sleeps(ada))", "(Sings(ada)"


def story(folder: Path, **changes: Any) -> Path:
    path = folder / "story.json"
    path.write_text(json.dumps([{**STORY, **changes}]), encoding="utf-8")
    return path


def by(name: str, *repairs: Repair) -> list[Repair]:
    return [repair.model_copy(update={"accepted_by": name}) for repair in repairs]


def test_a_proposal_counts_only_with_a_name(tmp_path: Path) -> None:
    path = story(tmp_path)
    (repair,) = proposals(load(path).problems)
    assert (repair.before, repair.accepted_by) == (PREMISE, "")
    assert repair.after == "Sings(ada) ∨ Sleeps(ada)"
    assert str(path) in repair.where
    assert not load(path, repairs=accepted([repair])).items
    assert not load(path, repairs=accepted(by("  ", repair))).items
    # With it the next text that cannot be read is met.
    named = by("Ada", repair)
    (further,) = proposals(load(path, repairs=accepted(named)).problems)
    assert further.before == CONCLUSION
    (item,) = load(path, repairs=accepted([*named, *by("Bo", further)])).items
    repair_note = str(item.attributes[REPAIRED])
    assert f"{PREMISE} ⇒ Sings(ada) ∨ Sleeps(ada) (Ada)" in repair_note
    assert "(Bo)" in repair_note


@pytest.mark.parametrize("key", ["premises-FOL"])
def test_a_line_of_a_text_is_repaired_and_others_stay(tmp_path: Path, key: str) -> None:
    path = story(tmp_path, **{key: f"{PREMISE}\n¬Sleeps(ada)", "conclusion-FOL": "Sings(ada)"})
    (item,) = load(path, repairs=accepted(by("Ada", *proposals(load(path).problems)))).items
    assert item.formalization is not None
    assert item.formalization["premise"] == ["Sings(ada) ∨ Sleeps(ada)", "¬Sleeps(ada)"]


def test_what_needs_no_repair_says_nothing_of_any(tmp_path: Path) -> None:
    path = story(tmp_path, **{"premises-FOL": ["Sings(ada)"], "conclusion-FOL": "Sings(ada)"})
    other = Repair(before=PREMISE, after="Sings(ada)", accepted_by="Ada")
    (item,) = load(path, repairs=accepted([other])).items
    assert REPAIRED not in item.attributes


def test_files_of_repairs(tmp_path: Path) -> None:
    path = tmp_path / "repairs.jsonl"
    repairs = (Repair(where="w", before="(A", after="A"), Repair(before="B)", after="B"))
    write_repairs(path, repairs)
    assert read_repairs(path) == repairs
    for wrong, expected in (
        ('{"before": "A"}', "line 1, field after"),
        ('{"before": "A", "after": "B", "accepted": "x"}', "no such field"),
        ('{"before": "A", "after": "B"}\n{"before": "A", "after": "C"}', "line 2, field before"),
        ('{"before": "A", "after"', "line 1"),
    ):
        path.write_text(wrong, encoding="utf-8")
        with pytest.raises(InputError) as caught:
            read_repairs(path)
        assert expected in str(caught.value)


@pytest.mark.torture
def test_every_published_story_is_read_by_a_persons_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two rounds: record 110 has two formulas that cannot be read."""
    source = shared_path("folio/folio-v0.0-validation.jsonl")
    checks = shared_path("folio/folio-v0.0-validation-verdicts.jsonl").read_text(encoding="utf-8")
    repairs, output = tmp_path / "repairs.jsonl", tmp_path / "folio.jsonl"
    command = ["items", "normalize", str(source), "--repairs", str(repairs), "-o", str(output)]
    codes = []
    for _ in range(3):
        with pytest.raises(SystemExit) as caught:
            main([*command, "--layer", "L1"])
        codes.append(caught.value.code)
        write_repairs(repairs, by("Ada", *read_repairs(repairs)))
        capsys.readouterr()
    assert codes == [2, 2, 0]
    items = load(output).items
    meant = {f"folio/{entry['index']}": entry for entry in map(json.loads, checks.splitlines())}
    assert {item.id for item in items} == meant.keys()
    assert {item.id for item in items if REPAIRED in item.attributes} == {
        f"folio/{n}" for n in (2, 87, 108, 109, 110)
    }
    proposed = {tuple(pair) for entry in meant.values() for pair in entry.get("repaired", ())}
    assert {(repair.before, repair.after) for repair in read_repairs(repairs)} == proposed
