"""Whole sources against the solver: the public benchmarks, the report, memory of equal problems."""

from pathlib import Path
from typing import Any

import pytest

from items.answers import ModelsAnswer, SetAnswer
from items.files.loading import load
from items.files.proofs import proof_of, read_proofs, write_proofs
from items.gold import check
from items.gold.check import ItemCheck, Status
from items.gold.verify import VerifyJob, checking
from items.models import Item
from solver.errors import InputError
from solver.queries import Session
from solver.results import EngineAnswer, Verdict
from tests.items.source_files import own_item, template, write_json, write_lines
from tests.items.verified import verify
from tests.shared_data import shared_path


@pytest.mark.slow
def test_every_base_gold_agrees_on_both_engines() -> None:
    report = verify(load(shared_path("llmeval-logic/base"), strict=True).items)
    figures = report.to_json()
    assert (figures["items"], figures["questions"]) == (95, 95)
    assert figures["agree"] == sum(len(check.parts) for check in report.checks) == 134
    assert figures["disagree"] == figures["unchecked"] == figures["unknown"] == []
    assert figures["engines_disagree"] == []
    assert [entry["id"] for entry in figures["inconsistent"]] == ["4", "10", "38"]
    assert figures["proofs"] == {"proved": 95}


def test_every_propositional_base_gold_agrees_without_z3() -> None:
    items = load(shared_path("llmeval-logic/base"), strict=True).items
    chosen = [item for item in items if item.attributes["logictype"] == "pl"]
    figures = verify(chosen, engine="worlds").to_json()
    assert figures["proofs"] == {"proved": len(chosen)} == {"proved": 82}


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["worlds", "both"])
def test_every_contexthub_label_agrees(engine: Any) -> None:
    items = load(shared_path("contexthub"), strict=True).items
    figures = verify(items, engine=engine).to_json()
    assert figures["agree"] == figures["items"] == len(items) == 3360
    assert figures["proofs"] == {"proved": 3360}
    assert figures["inconsistent"] == []


def test_hard_items_are_not_checkable() -> None:
    figures = verify(load(shared_path("llmeval-logic/hard"), strict=True).items).to_json()
    assert figures["proofs"] == {"not checkable": 81}
    assert {entry["reason"] for entry in figures["unchecked"]} == {"free answer"}
    assert len(figures["unchecked"]) == 408


def test_the_report_names_what_fails(tmp_path: Path) -> None:
    wrong = own_item("wrong")
    wrong["questions"] = [{"query": "necessary(S)", "gold": "unnecessary"}]
    path = write_lines(tmp_path / "x.jsonl", own_item("right"), wrong, own_item("third"))
    report = verify(load(path, strict=True).items)
    figures = report.to_json()
    assert figures["agree"] == 2
    assert figures["disagree"] == [
        {
            "id": "wrong",
            "question": "1",
            "query": "necessary(S)",
            "gold": "unnecessary",
            "worlds": "necessary",
            "z3": "necessary",
            "reason": "the solver's answer differs",
        }
    ]
    assert figures["proofs"] == {"proved": 2, "disproved": 1}


def test_equal_problems_are_put_to_z3_once_and_reported_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = template(answer=False)
    path = write_json(tmp_path / "data_level1" / "deductive_logic.json", [record, template()])
    problems_put: list[str] = []
    real = check.check_item

    def counted(item: Item, **kwargs: Any) -> ItemCheck:
        problems_put.append(item.id)
        return real(item, **kwargs)

    monkeypatch.setattr("items.gold.verify.check_item", counted)
    figures = verify(load(path, strict=True).items).to_json()
    assert len(problems_put) == 2
    assert figures["agree"] == 2
    assert [entry["id"] for entry in figures["disagree"]] == [
        "contexthub/1/deductive/000/arts/opera",
        "contexthub/1/deductive/000/abstract/0",
    ]


def test_contradicting_engines_prove_nothing_and_are_loud(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Session.z3

    def lying(self: Session, *args: Any, **kwargs: Any) -> EngineAnswer:
        truth = real(self, *args, **kwargs)
        if truth.verdict is Verdict.NECESSARY:
            return EngineAnswer("z3", Verdict.UNNECESSARY)
        return truth

    monkeypatch.setattr(Session, "z3", lying)
    report = verify(load(write_lines(tmp_path / "x.jsonl", own_item()), strict=True).items)
    (check,) = report.checks
    assert check.state == "unknown"
    assert check.parts[0].status is Status.UNKNOWN
    (entry,) = report.to_json()["engines_disagree"]
    assert (entry["worlds"], entry["z3"]) == ("necessary", "unnecessary")
    assert isinstance(check.contradictions[0].by_engine["z3"], EngineAnswer)


def test_progress_and_cancel(tmp_path: Path) -> None:
    from solver.cancel import Cancel

    items = load(write_lines(tmp_path / "x.jsonl", *map(own_item, "abcd")), strict=True).items
    cancel = Cancel()
    progress_seen: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        progress_seen.append((done, total))
        if done == 2:
            cancel.cancel()

    job = VerifyJob("worlds", cancel=cancel)
    checks = list(checking(items, job, progress=progress, total=len(items)))
    assert progress_seen == [(0, 4), (1, 4), (2, 4), (2, 4)]
    assert len(checks) == 2


def test_proofs_are_written_read_and_merged(tmp_path: Path) -> None:
    (item,) = load(write_lines(tmp_path / "x.jsonl", own_item()), strict=True).items
    path = tmp_path / "proofs.json"
    write_proofs(path, [(item.content_hash, "disproved")])
    read = read_proofs(path)
    assert read == {item.content_hash: "disproved"}
    assert proof_of(item) == "unknown"
    assert proof_of(item, read) == "disproved"
    shipped = load("builtin:demo").items[0]
    assert proof_of(shipped, {shipped.content_hash: "unknown"}) == "proved"
    assert proof_of(shipped, {shipped.content_hash: "disproved"}) == "disproved"


@pytest.mark.parametrize("text", ["[]", '{"x": "maybe"}', "{", "7"])
def test_bad_proofs_are_reported(tmp_path: Path, text: str) -> None:
    path = tmp_path / "proofs.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"proofs\.json"):
        read_proofs(path)


def test_the_form_with_individuals_is_decided_as_the_solver_decides_it(tmp_path: Path) -> None:
    record = {
        "id": "names",
        "text": "Ann is not Bob.",
        "formalization": {
            "parameters": {"a": "Person", "b": "Person", "B": "Bool"},
            "premise": ["~(a = b)", "B"],
        },
        "questions": [
            {"query": "enumerate_models(x = a, x)", "gold": "{a}"},
            {"query": "enumerate_models(B -> x = b, x) given B", "gold": "{a}"},
            {"query": "enumerate_models(B)", "gold": "{(B)}"},
        ],
    }
    (read,) = load(write_lines(tmp_path / "x.jsonl", record), strict=True).items
    first, second, third = (question.gold for question in read.questions)
    assert first == second == SetAnswer(members=frozenset({"a"}))
    assert third == ModelsAnswer(models=frozenset({frozenset({"B"})}))
    checks = verify([read]).checks[0].parts
    assert [part.status for part in checks] == [Status.AGREE, Status.DISAGREE, Status.AGREE]
