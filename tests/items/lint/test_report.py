"""The report of lint: counts, shares, ids, what is shared between tellings; the command."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.files.loading import load
from items.findings.rules import BY_NAME, RULES
from items.lint import logic
from items.lint.run import lint
from items.models import Item
from items.sources.own_format import write
from solver.results import EngineChoice
from tests.items.lint.crafted_items import choice, truth, worded
from tests.shared_data import shared_path
from tui.cli import main

BAD = truth(["A", "¬A"], "B", "true")
ODD = choice(["A", "A → B"], ["C → A", "C", "¬C", "D"])
FINE = truth(["A → B", "A"], "B", "true").model_copy(update={"id": "fine"})


def test_counts_and_shares() -> None:
    plain = Item(id="plain", text="No formulas.", questions=FINE.questions)
    report = lint([BAD, ODD, FINE, plain])
    document = report.to_json()
    assert (document["items"], document["formal"]) == (4, 3)
    assert document["wrong"] == 1
    entry = {rule["rule"]: rule for rule in document["rules"]}
    assert entry["inconsistent"]["ids"] == ["truth"]
    assert entry["inconsistent"]["percent"] == pytest.approx(100 / 3)
    assert entry["inconsistent"]["answers"] is None
    assert entry["single-premise"]["answers"] == {
        "found": 1,
        "of": 3,
        "percent": pytest.approx(100 / 3),
    }
    assert entry["stray-key"]["of"] == 4
    assert entry["single-premise"]["examples"][0]["kind"] == "a fact"
    assert json.loads(json.dumps(document)) == document


def test_a_share_of_nothing_is_none() -> None:
    document = lint([]).to_json()
    assert {rule["percent"] for rule in document["rules"]} == {None}
    assert not lint([]).wrong


def test_only_some_rules() -> None:
    report = lint([BAD, ODD], only=["vacuous"])
    assert [count.rule.name for count in report.counts] == ["vacuous"]
    assert not report.wrong
    assert not report.spreads


def test_the_solver_looks_once_at_what_differs_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    real = logic.look

    def look(item: Item, timeout: float, engine: EngineChoice) -> logic.LogicFindings:
        looked.append(item.id)
        return real(item, timeout, engine)

    monkeypatch.setattr(logic, "look", look)
    again = BAD.model_copy(update={"id": "again", "text": "Something else."})
    other = BAD.model_copy(update={"id": "other", "attributes": {"noise": 2}})
    report = lint([BAD, again, other])
    assert looked == ["truth", "other"]
    assert report.to_json()["wrong"] == 3


def test_every_rule_has_a_name_of_its_own() -> None:
    assert len(BY_NAME) == len(RULES)
    page = Path(__file__).parents[3] / "docs" / "lint.md"
    text = page.read_text(encoding="utf-8")
    for rule in RULES:
        assert f"`{rule.name}`" in text


# --- the command ---------------------------------------------------------------------------------


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["items", "lint", *arguments])
    return result.exit_code, result.stdout


@pytest.fixture
def file(tmp_path: Path) -> Path:
    glosses = {"aaa": "the ferry is late"}
    text = "It is false that the ferry is not late.\x1b[2J"
    items = [BAD, ODD, FINE, worded(text, glosses, ["¬aaa"])]
    path = tmp_path / "items.jsonl"
    path.write_text(write(items), encoding="utf-8")
    return path


def test_what_is_wrong_ends_with_1_and_is_shown(file: Path) -> None:
    code, printed = run(str(file))
    assert code == 1
    assert "wrong  inconsistent" in printed
    assert "25.0 %" in printed
    assert "truth · no world satisfies all premises" in printed
    assert "C → A follows from premise 1 alone, a fact" in printed
    assert "It is false that the ferry is not late." in printed
    assert "\x1b" not in printed


def test_notes_alone_end_with_0(file: Path) -> None:
    code, printed = run(str(file), "--rule", "single-premise")
    assert code == 0
    assert "note  single-premise" in printed
    assert "inconsistent" not in printed


def test_examples_as_many_as_wanted(file: Path) -> None:
    _, printed = run(str(file), "--examples", "0")
    assert "no world" not in printed


def test_one_json_document(file: Path) -> None:
    code, printed = run(str(file), "--json")
    assert code == 1
    document = json.loads(printed)
    assert document["items"] == 4
    assert document["problems"] == []
    assert {rule["rule"] for rule in document["rules"]} <= set(BY_NAME)


def test_an_unknown_rule_and_a_bad_record(file: Path, tmp_path: Path) -> None:
    assert run(str(file), "--rule", "nonsense")[0] == 2
    bad = tmp_path / "bad.jsonl"
    bad.write_text(write([FINE]) + '{"id": 1, "text": "x", "questions": []}\n', encoding="utf-8")
    assert run(str(bad))[0] == 2


def test_nothing_found(tmp_path: Path) -> None:
    path = tmp_path / "fine.jsonl"
    path.write_text(write([FINE]), encoding="utf-8")
    code, printed = run(str(path))
    assert code == 0
    assert "Nothing found." in printed


def test_a_spread_that_is_only_near_enough_to_chance_is_not_called_balanced(
    tmp_path: Path,
) -> None:
    def report_text(**labels: int) -> str:
        items = [
            truth(["A → B"], "A", label).model_copy(update={"id": f"{label}{n}"})
            for label, number in labels.items()
            for n in range(number)
        ]
        path = tmp_path / "labels.jsonl"
        path.write_text(write(items), encoding="utf-8")
        return run(str(path), "--rule", "labels")[1]

    assert "Unknown 48 – uneven, possibly by chance" in report_text(true=29, false=31, unknown=48)
    assert "Unknown 7 – balanced" in report_text(true=6, false=7, unknown=7)
    assert "Unknown 60 – not balanced" in report_text(true=20, false=20, unknown=60)


# --- published data ------------------------------------------------------------------------------


@pytest.mark.torture
def test_contexthub_has_its_known_defects() -> None:
    items = load(shared_path("contexthub")).items
    report = lint(items)
    counts = {count.rule.name: count for count in report.counts}
    wrong = {
        finding.id: finding.finding.excerpt for finding in counts["double-negative-wrong"].findings
    }
    right = {finding.id: finding.finding.excerpt for finding in counts["double-negative"].findings}
    assert len(wrong) == 12
    assert len(right) == 33
    proofs = "contexthub/1/abductive/000/mathematics-and-logic/proofs"
    assert wrong[proofs].startswith("Given that Theorem A cannot be proved is false")
    ferns = "contexthub/1/abductive/000/technology-and-applied-sciences/programming"
    assert right[ferns].startswith("Given that the program not being ready to deploy is false")
    assert "contexthub/2/deductive/001/religion-and-belief-systems/theology" in right
    assert len(counts["stray-key"].items) == 30
    assert len(counts["tag-in-text"].items) == 2
    assert len(counts["symbol-in-text"].items) == 4
    assert len(counts["same-sentence"].items) == 2
    assert counts["gold-disproved"].items == counts["inconsistent"].items == ()


@pytest.mark.slow
def test_llmeval_has_three_contradictory_items() -> None:
    report = lint(load(shared_path("llmeval-logic/base/llmeval_logic_base.json")).items)
    counts = {count.rule.name: count for count in report.counts}
    assert counts["inconsistent"].items == ("4", "10", "38")
    assert counts["gold-disproved"].items == ()
