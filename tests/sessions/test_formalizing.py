"""The whole track of formalizing: a fake model answers with mutated golds, which are recorded,
resumed, scored and judged, and the table is counted again by plain code."""

import json
import re
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from click.testing import CliRunner

from items.asking.prompting import prompt
from items.asking.protocol import load_protocol
from items.files.loading import load
from items.formalizations.request_items import JUDGE_PROTOCOL, PROTOCOL, formalization_items
from items.scratchpads.formalize import readings_of
from items.sources.own_format import write
from sessions.annotation.desk import Desk
from sessions.models.formalizing import recorded_judges
from sessions.storage.database import Database
from solver.language.scratchpad_lines import read_scratch
from tests.effort import sampled
from tests.fake_endpoint import FakeEndpoint, Reaction, Say, Send
from tests.items.formalizations.puzzles import GOLD
from tests.sessions.annotation_samples import small_queue
from tests.shared_data import shared_path
from tui.cli import main

FLIPPED = {**GOLD, "premise": ["B -> S", "~(L & B)"]}
WEAK = {**GOLD, "premise": ["S -> B"]}
ALIKE = {**GOLD, "premise": ["~B -> ~S", "~L | ~B"]}
ONE = {**GOLD, "question": ["possible(L)"]}
ACCIDENT = {**ONE, "premise": ["S -> B", "~(L & B)", "B -> S"]}
OTHER = {**ONE, "question": ["necessary(~L)"]}
ATOMS = [
    {"key": "S", "nl": "a goat sleeps on the roof"},
    {"key": "B", "nl": "the baker whistles"},
    {"key": "L", "nl": "the ferry is late"},
]
RUBRIC = [
    {
        "id": "LR1",
        "group": "logical_relation",
        "description": "a goat on the roof makes the baker whistle",
        "check": {"atoms": ATOMS, "formula": "S -> B", "mode": "entails"},
    },
    {
        "id": "SC1",
        "group": "stated_constraint",
        "description": "not both late and whistling",
        "check": {"atoms": ATOMS, "formula": "~(L & B)", "mode": "entails"},
    },
]
SAID = {
    "same": (GOLD, GOLD),
    "alike": (GOLD, ALIKE),
    "flipped": (GOLD, FLIPPED),
    "weak": (GOLD, WEAK),
    "accident": (ONE, ACCIDENT),
    "asks": (ONE, OTHER),
    "broken": (GOLD, None),
}
"""For each item its gold, and what the model writes."""


def items(folder: Path) -> str:
    lines = []
    for name, (gold, _) in SAID.items():
        questions = [{"id": str(n), "query": q} for n, q in enumerate(gold["question"], 1)]
        formal = {key: value for key, value in gold.items() if key != "question"}
        record: dict[str, Any] = {
            "id": name,
            "text": f"The story of {name}.",
            "questions": questions,
            "formalization": formal,
            "rubric": RUBRIC if name != "asks" else [*RUBRIC[:1], _unchecked()],
        }
        lines.append(json.dumps(record))
    path = folder / "items.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def _unchecked() -> dict[str, Any]:
    return {"id": "QA1", "group": "query_alignment", "description": "asks whether L can be"}


def model(request: dict[str, Any], _: int) -> Reaction:
    """The formalization of the item that is asked about; the judge says yes of one item alone."""
    text = request["messages"][-1]["content"]
    match = re.search(r"The story of (\w+)\.", text)
    assert match is not None
    if request["model"] == "judge":
        return Say("It is.\nAnswer: True" if match[1] == "asks" else "No.\nAnswer: False")
    written = SAID[match[1]][1]
    if written is None:
        return Say("<formalization>I cannot.</formalization>")
    return Say(f"Here:\n<formalization>\n{json.dumps(written)}\n</formalization>")


def run(
    endpoint: FakeEndpoint, folder: Path, monkeypatch: pytest.MonkeyPatch, *more: str
) -> dict[str, Any]:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-nothing")
    arguments = ["formalize", items(folder), "--model", "parrot", "--base-url", endpoint.url]
    arguments += ["--db", str(folder / "record.db"), "--json", *more]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.stderr
    entry = json.loads(result.stdout)
    assert isinstance(entry, dict)
    return entry


def test_mutated_golds_are_scored_through_all_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeEndpoint(model) as endpoint:
        document = run(endpoint, tmp_path, monkeypatch)
        assert (document["asked"], document["already"], document["failed"]) == (7, 0, 0)
        by_item = {entry["item"]: entry for entry in document["formalizations"]}
        assert {name: (entry["z3"], entry["rubric"]) for name, entry in by_item.items()} == {
            "same": (True, True),
            "alike": (True, True),
            "flipped": (False, False),
            "weak": (False, False),
            "accident": (True, True),
            "asks": (None, None),
            "broken": (False, False),
        }
        assert by_item["alike"]["rubric_by"] == "equivalent premises"
        assert by_item["flipped"]["z3_by"] == "content"
        assert by_item["accident"]["verdict"] == "right by accident"
        assert sorted(by_item["asks"]["to_judge"]) == ["atom QA1", "z3"]
        (row,) = document["table"]
        assert row == counted(document["formalizations"]) | {"model": "parrot", "run": 1}
        assert (row["items"], row["unreadable"], row["undecided"]) == (7, 1, 1)

        judged = run(endpoint, tmp_path, monkeypatch, "--judge", "judge")
        assert (judged["asked"], judged["already"]) == (0, 7)
        asks = next(entry for entry in judged["formalizations"] if entry["item"] == "asks")
        assert (asks["z3"], asks["z3_by"]) == (True, "judge")
        assert asks["rubric_atoms"]["QA1"] == {"passed": True, "by": "judge"}
        assert asks["rubric_atoms"]["LR1"] == {"passed": True, "by": "equivalent premises"}
        (row,) = judged["table"]
        assert row == counted(judged["formalizations"]) | {"model": "parrot", "run": 1}
        assert row["undecided"] == 0
        before = len(endpoint.seen.requests)
        again = run(endpoint, tmp_path, monkeypatch, "--judge", "judge")
        assert again["table"] == judged["table"]
        assert len(endpoint.seen.requests) == before


def test_a_judge_who_does_not_know_decides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsure(request: dict[str, Any], before: int) -> Reaction:
        judged = request["model"] == "judge"
        return Say("Hard to tell.\nAnswer: Unknown") if judged else model(request, before)

    with FakeEndpoint(unsure) as endpoint:
        document = run(endpoint, tmp_path, monkeypatch, "--judge", "judge")
        asks = next(entry for entry in document["formalizations"] if entry["item"] == "asks")
        assert (asks["z3"], asks["rubric_atoms"]["QA1"]["passed"]) == (None, None)
        assert document["table"][0]["undecided"] == 1


def test_in_a_tie_of_judges_the_first_one_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report takes the same one as the command, in whatever order the command names them."""

    def divided_models(request: dict[str, Any], before: int) -> Reaction:
        if request["model"] in ("early", "also"):
            return Say("Answer: True" if request["model"] == "early" else "Answer: False")
        return model(request, before)

    with FakeEndpoint(divided_models) as endpoint:
        run(endpoint, tmp_path, monkeypatch, "--judge", "early", "--judge", "also")
        orders = (("early", "also"), ("also", "early"))
        documents = [
            run(endpoint, tmp_path, monkeypatch, "--judge", first, "--judge", second)
            for first, second in orders
        ]
    for document in documents:
        asks = next(entry for entry in document["formalizations"] if entry["item"] == "asks")
        assert (asks["z3"], asks["z3_by"]) == (True, "1 of 2 judges")
    with Database.open(tmp_path / "record.db") as db:
        assert recorded_judges(db) == ("early", "also")


def counted(scores: list[dict[str, Any]]) -> dict[str, Any]:
    """The row, by plain counting."""
    number = len(scores)
    return {
        "symbols": "free",
        "setting": scores[0]["setting"],
        "items": number,
        "unreadable": sum(score["verdict"] == "unreadable" for score in scores),
        "z3": 100 * sum(score["z3"] is True for score in scores) / number,
        "rubric": 100 * sum(score["rubric"] is True for score in scores) / number,
        "both": 100
        * sum(score["z3"] is True and score["rubric"] is True for score in scores)
        / number,
        "z3_undecided": 100 * sum(score["z3"] is None for score in scores) / number,
        "rubric_undecided": 100 * sum(score["rubric"] is None for score in scores) / number,
        "both_undecided": 100 * sum(score["both"] is None for score in scores) / number,
        "undecided": sum(score["z3"] is None or score["rubric"] is None for score in scores),
        "without_rubric": 0,
        "assumed": sum(
            bool(score.get("assumed")) and (score["z3"], score["rubric"]) != (None, None)
            for score in scores
        ),
    }


def test_a_soft_review_decides_failed_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    responses_said = dict(SAID)
    # The same answer without the premise that the rubric wants.
    SAID["asks"] = (ONE, {**ONE, "premise": ["~(L & B)"]})
    try:
        with FakeEndpoint(model) as endpoint:
            document = run(endpoint, tmp_path, monkeypatch, "--max-items", "6")
            (asks,) = (entry for entry in document["formalizations"] if entry["item"] == "asks")
            assert (asks["gate"], asks["atoms"]["LR1"]) == ("soft review", "failed")
            assert sorted(asks["to_judge"]) == ["atom QA1", "missing 0"]
            judged = run(endpoint, tmp_path, monkeypatch, "--max-items", "6", "--judge", "judge")
            (asks,) = (entry for entry in judged["formalizations"] if entry["item"] == "asks")
            assert asks["rubric_atoms"]["LR1"] == {"passed": True, "by": "judge"}
    finally:
        SAID.update(responses_said)


APART = {
    "translation": {
        "X": "an animal slumbers up there",
        "Y": "whoever makes the bread pipes a tune",
        "Z": "ships arrive behind schedule",
    },
    "premise": ["X -> Y", "~(Z & Y)", "X"],
    "question": ["possible(Z)"],
}
"""The gold of ONE with a premise more, in words that no rule matches."""


RENAMED: Any = {
    "parameters": {"X": "Bool", "Y": "Bool", "Z": "Bool"},
    "translation": dict(zip("XYZ", ONE["translation"].values(), strict=True)),
    "premise": ["X -> Y", "~(Z & Y)"],
    "question": ["necessary(Z)"],
}
"""The gold of ONE under other names, with another question."""


@pytest.mark.slow
def test_a_judge_reads_symbols_premises_and_queries_under_the_same_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def judging(request: dict[str, Any], before: int) -> Reaction:
        if request["model"] == "judge":
            asked.append(request["messages"][-1]["content"])
        return model(request, before)

    monkeypatch.setitem(SAID, "asks", (ONE, RENAMED))
    with FakeEndpoint(judging) as endpoint:
        run(endpoint, tmp_path, monkeypatch, "--judge", "judge")
    points = [text for text in asked if "The story of asks." in text]
    (atom,) = [text for text in points if "Requirement: asks whether L can be" in text]
    (answers,) = [text for text in points if "Reference answer" in text]
    assert "Queries:\nnecessary(L)\n" in atom
    assert "S → B" in atom
    assert "necessary(L): " in answers
    for text in (atom, answers):
        assert f"L: {ONE['translation']['L']}" in text
        assert not re.search(r"\b[XYZ]\b", text)


@pytest.mark.slow
def test_a_judge_reads_what_holds_under_the_variant_that_a_query_asks_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def judging(request: dict[str, Any], before: int) -> Reaction:
        if request["model"] == "judge":
            asked.append(request["messages"][-1]["content"])
        return model(request, before)

    edits = [{"op": "drop", "premise": 1}, {"op": "add", "formula": "~Y"}]
    varied = {
        **RENAMED,
        "variants": {"beta": edits, "unasked": [{"op": "drop", "premise": 0}]},
        "question": ["necessary(Z) under beta"],
    }
    monkeypatch.setitem(SAID, "asks", (ONE, varied))
    with FakeEndpoint(judging) as endpoint:
        run(endpoint, tmp_path, monkeypatch, "--judge", "judge")
    points = [text for text in asked if "The story of asks." in text]
    (atom,) = [text for text in points if "Requirement: asks whether L can be" in text]
    (answers,) = [text for text in points if "Reference answer" in text]
    under = (
        "Premises under the variant beta, compared with the baseline:\nwithout ¬(L ∧ B)\nwith ¬B\n"
    )
    assert f"Premises:\nS → B\n¬(L ∧ B)\n{under}Queries:\nnecessary(L) under beta\n" in atom
    assert f"{under}What the solver says" in answers
    assert "unasked" not in atom + answers


@pytest.mark.slow
def test_a_model_aligns_what_glosses_leave_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    responses_said = dict(SAID)
    SAID["asks"] = (ONE, APART)
    replies: list[str] = ['{"X": "S", "Y": "B", "Z": "L"}']

    def aligner(request: dict[str, Any], before: int) -> Reaction:
        text = request["messages"][-1]["content"]
        if "<alignment>" not in text:
            return model(request, before)
        assert "- X [Bool]: an animal slumbers up there" in text
        assert "- S [Bool]: a goat sleeps on the roof" in text
        return Say(f"They are:\n<alignment>{replies[0]}</alignment>")

    def row_of_asks(document: dict[str, Any]) -> dict[str, Any]:
        (row,) = (entry for entry in document["formalizations"] if entry["item"] == "asks")
        assert isinstance(row, dict)
        return row

    try:
        with FakeEndpoint(aligner) as endpoint:
            alone = run(endpoint, tmp_path, monkeypatch)
            assert row_of_asks(alone)["verdict"] == "not comparable"
            with_judge = run(endpoint, tmp_path, monkeypatch, "--judge", "judge")
            row = row_of_asks(with_judge)
            assert {entry["by"] for entry in row["symbols"]} == {"model"}
            assert (row["relation"], row["extras"]) == ("stronger", [2])
            sent = len(endpoint.seen.requests)
            # What was said is in the record: nothing is asked again, also without the judge.
            assert row_of_asks(run(endpoint, tmp_path, monkeypatch, "--judge", "judge")) == row
            assert row_of_asks(run(endpoint, tmp_path, monkeypatch))["extras"] == [2]
            assert len(endpoint.seen.requests) == sent
        replies[0] = '{"X": "S", "Y": "S", "Z": "nothing"}'
        with FakeEndpoint(aligner) as endpoint:
            other = tmp_path / "other"
            other.mkdir()
            row = row_of_asks(run(endpoint, other, monkeypatch, "--judge", "judge"))
            assert (row["symbols"], row["verdict"]) == ([], "not comparable")
    finally:
        SAID.update(responses_said)


def test_requests_that_failed_are_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(request: dict[str, Any], before: int) -> Reaction:
        return Send(status=400) if "alike" in str(request["messages"]) else model(request, before)

    monkeypatch.setenv("OPENAI_API_KEY", "sk-nothing")
    with FakeEndpoint(refuses) as endpoint:
        arguments = ["formalize", items(tmp_path), "--model", "parrot", "--base-url", endpoint.url]
        result = CliRunner().invoke(
            main, [*arguments, "--db", str(tmp_path / "record.db"), "--json"]
        )
        assert result.exit_code == 3
        assert json.loads(result.stdout)["failed"] >= 1
    with FakeEndpoint(model) as endpoint:
        entry = run(endpoint, tmp_path, monkeypatch)
        assert entry["table"][0]["items"] == 7


@pytest.mark.parametrize("language", ["en", "zh"])
def test_prompts_give_the_text_and_only_fixed_ones_the_symbols(language: str) -> None:
    item = load("builtin:demo").items[0].model_copy(update={"language": language})
    loaded = load_protocol(PROTOCOL)
    prompts = {}
    for symbols in ("free", "fixed"):
        gold_items = formalization_items([item], symbols)[item.id]
        (message,) = prompt(gold_items, gold_items.leaves, loaded.protocol).messages
        prompts[symbols] = message.content
        assert item.text in message.content
        assert "<formalization>" in message.content
        assert "{{" not in message.content
    assert item.formalization is not None
    glosses = list(item.formalization["translation"].values())
    assert all(gloss in prompts["fixed"] for gloss in glosses)
    premise = item.formalization["premise"][0]
    assert premise not in prompts["fixed"]
    assert load_protocol(JUDGE_PROTOCOL).protocol.kinds == ("truth",)


# --- table 2 -----------------------------------------------------------------------------------

Record = dict[str, Any]


def mutated(number: int) -> tuple[list[Any], dict[str, Record]]:
    """Shared Base items, and for each one candidate of the reference whose atoms are all decided
    there."""
    base = load(shared_path("llmeval-logic/base/llmeval_logic_base.json")).items
    path = shared_path("llmeval-logic/premise-equivalence.jsonl")
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    decided = [
        record
        for record in records
        if set(record["truth"]["atoms"].values()) <= {"passed", "failed"}
        and record["mutation"] != "renamed"
    ]
    entry: dict[str, Record] = {}
    items = {}
    for item in base:
        own = [r for r in decided if str(r["item"]) == (item.id.lstrip("0") or "0")]
        if own and item.rubric:
            # Another mutation for each item, so that all kinds occur.
            entry[item.id], items[item.id] = own[len(entry) % len(own)], item
    chosen = list(sampled(list(items), number))
    return [items[id] for id in chosen], {id: entry[id] for id in chosen}


def by_truth(item: Any, record: Record) -> tuple[bool, bool]:
    """Z3 and rubric where a judge always says no: from the reference alone."""
    truth = record["truth"]
    groups = {atom.id: atom.group for atom in item.rubric}
    checked = {atom.id for atom in item.rubric if atom.check is not None}
    atoms = [
        (truth["equivalent"] and groups[id] != "query_alignment")
        or (outcome == "passed" and id in checked)
        for id, outcome in truth["atoms"].items()
    ]
    return truth["answers_same"], all(atoms) and len(atoms) == len(item.rubric)


def _without_query_checks(item: Any) -> Any:
    rubric = tuple(
        atom.model_copy(update={"check": None}) if atom.group == "query_alignment" else atom
        for atom in item.rubric
    )
    return item.model_copy(update={"rubric": rubric})


@pytest.mark.slow
@pytest.mark.scaled
def test_table_2_agrees_with_the_reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    items, records = mutated(8)
    # Of three items a judge has to say whether the query is the right one.
    items[:3] = [_without_query_checks(item) for item in items[:3]]
    texts = {item.text: json.dumps(records[item.id]["fl"], ensure_ascii=False) for item in items}

    def writes(request: dict[str, Any], _: int) -> Reaction:
        content = request["messages"][-1]["content"]
        if request["model"].startswith("judge"):
            return Say("不是。\nAnswer: False")
        (text,) = [text for text in texts if text in content]
        return Say(f"<formalization>{texts[text]}</formalization>")

    monkeypatch.setenv("OPENAI_API_KEY", "sk-nothing")
    source, db = tmp_path / "base.jsonl", str(tmp_path / "record.db")
    source.write_text(write(items), encoding="utf-8")
    asking = ["formalize", str(source), "--model", "parrot", "--db", db, "--json"]
    with FakeEndpoint(writes) as endpoint:
        for symbols, judge in (("free", "judge-a"), ("free", "judge-b"), ("fixed", "judge-a")):
            result = CliRunner().invoke(
                main, [*asking, "--symbols", symbols, "--judge", judge, "--base-url", endpoint.url]
            )
            assert result.exit_code == 0, result.stderr
    expected = [by_truth(item, records[item.id]) for item in items]
    shares = {
        "Z3": fmean(z3 for z3, _ in expected),
        "Rubric": fmean(rubric for _, rubric in expected),
        "Both": fmean(z3 and rubric for z3, rubric in expected),
    }
    assert 0 < shares["Both"] < 1
    report = CliRunner().invoke(main, ["report", "--paper", "E", "--db", db, "--json"])
    assert report.exit_code == 0, report.stderr
    tables = {member["name"]: member for member in json.loads(report.stdout)["tables"]}

    def row(table: str, **heads: str) -> dict[str, Any]:
        names = tables[table]["columns"]
        rows = [dict(zip(names, cells, strict=True)) for cells in tables[table]["rows"]]
        (fields,) = [row for row in rows if all(row[k] == v for k, v in heads.items())]
        return fields

    entry = row("table 2", model="parrot")
    for symbols in ("Free", "Fixed"):
        for name, share in shares.items():
            assert entry[f"{symbols} {name}"] == pytest.approx(share), (symbols, name)
    assert (entry["Free undecided"], entry["Fixed undecided"]) == (0, 0)
    gold = row("table 2", model="Gold reference")
    assert (gold["Free Z3"], gold["Free Rubric (paper)"]) == (1, 1)
    assert row("figure 5", model="parrot")["Δ Z3"] == pytest.approx(0)
    assert row("table 2", model="Claude Opus 4.6")["Free Rubric (paper)"] == 0.5041
    # Both judges said no to everything they were asked.
    assert row("table 5", side="rubric", judges="judge-a and judge-b")["agreement"] == 1


def test_what_people_attached_is_scored_by_the_same_code(tmp_path: Path) -> None:
    source = tmp_path / "items.jsonl"
    source.write_text("\n".join(map(json.dumps, (_record("same"), _record("weak")))))
    golds = load(source).items
    bare = [item.model_copy(update={"formalization": None}) for item in golds]
    queue = small_queue(tmp_path / "q", bare, annotators=("ann",), overlap=1)
    glosses = "".join(f"{name}: Bool -- {gloss}\n" for name, gloss in GOLD["translation"].items())
    queries = "".join(f"? {query}\n" for query in GOLD["question"])
    premises = {"same": "~B -> ~S\n~L | ~B\n", "weak": "S -> B\n"}
    with Database.open(tmp_path / "record.db") as db:
        desk = Desk.open(db, queue, "ann")
        while (current := desk.next()) is not None:
            scratch = read_scratch(glosses + premises[current.item.id] + queries)
            assert scratch.problem is not None
            desk.attach(scratch.formalization, readings_of(current.item, scratch))
            desk.give("clear", "yes")
            desk.submit()
        desk.close()
    arguments = ["--db", str(tmp_path / "record.db"), "--json"]
    result = CliRunner().invoke(main, ["formalize", str(source), "--people", *arguments])
    assert result.exit_code == 0, result.stderr
    outcome = json.loads(result.stdout)
    assert {
        entry["item"]: (entry["z3"], entry["rubric"]) for entry in outcome["formalizations"]
    } == {
        "same": (True, True),
        "weak": (False, False),
    }
    (row,) = outcome["table"]
    assert (row["model"], row["setting"], row["z3"]) == ("ann", "person", 50)
    report = CliRunner().invoke(main, ["report", "--paper", "E", *arguments])
    (table,) = [t for t in json.loads(report.stdout)["tables"] if t["name"] == "table 2"]
    names = table["columns"]
    rows = {cells[0]: dict(zip(names, cells, strict=True)) for cells in table["rows"]}
    assert rows["ann (a person) · en"]["Free Both"] == 0.5
    assert rows["Gold reference"]["Free Z3"] == "not recorded"
    # Of items without a rubric, there is nothing that the rubric could say.
    bare_source = tmp_path / "bare.jsonl"
    records = ({**_record(name), "rubric": []} for name in ("same", "weak"))
    bare_source.write_text("\n".join(map(json.dumps, records)))
    arguments = ["formalize", str(bare_source), "--people", "--db", str(tmp_path / "record.db")]
    row = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)["table"][0]
    assert (row["z3"], row["rubric"], row["both"]) == (50, None, None)
    assert (row["undecided"], row["without_rubric"]) == (0, 2)
    lines = CliRunner().invoke(main, arguments).stdout.splitlines()
    assert [line.split() for line in lines[2:5]] == [
        ["Z3", "50.00", "%"],
        ["Rubric", "–"],
        ["Both", "–"],
    ]
    assert lines[5:] == ["  2 items without a rubric: Z3 only"]
    assert rows["ann (a person) · en"]["Fixed Both"] == "not recorded"


def test_of_a_person_the_last_attachment_to_the_same_text_counts(tmp_path: Path) -> None:
    source = tmp_path / "items.jsonl"
    source.write_text("\n".join(map(json.dumps, (_record("same"), _record("weak")))))
    golds = load(source).items
    bare = [item.model_copy(update={"formalization": None}) for item in golds]
    other_item = bare[1].model_copy(update={"text": "Another story under the same id."})
    queue = small_queue(tmp_path / "q", [bare[0], other_item], annotators=("ann", "bob"), overlap=2)
    glosses = "".join(f"{name}: Bool -- {gloss}\n" for name, gloss in GOLD["translation"].items())
    queries = "".join(f"? {query}\n" for query in GOLD["question"])
    written = {"ann": ("L -> S\n", "S -> B\n~(L & B)\n"), "bob": ("S -> B\n",)}
    with Database.open(tmp_path / "record.db") as db:
        for name, texts in written.items():
            desk = Desk.open(db, queue, name)
            while (current := desk.next()) is not None:
                for premises in texts:
                    scratch = read_scratch(glosses + premises + queries)
                    desk.attach(scratch.formalization, readings_of(current.item, scratch))
                desk.give("clear", "yes")
                desk.submit()
            desk.close()
    arguments = ["formalize", str(source), "--people", "--db", str(tmp_path / "record.db")]
    document = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)
    assert {
        (entry["item"], entry["model"]): (entry["z3"], entry["rubric"])
        for entry in document["formalizations"]
    } == {("same", "ann"): (True, True), ("same", "bob"): (False, False)}


def _record(name: str) -> dict[str, Any]:
    questions = [{"id": str(n), "query": query} for n, query in enumerate(GOLD["question"], 1)]
    formal = {key: value for key, value in GOLD.items() if key != "question"}
    text = f"The story of {name}."
    return {"id": name, "text": text, "questions": questions, "formalization": formal,
            "rubric": RUBRIC}  # fmt: skip


def test_people_chose_their_own_symbols(tmp_path: Path) -> None:
    arguments = ["formalize", items(tmp_path), "--people", "--symbols", "fixed"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "leave out --symbols fixed" in result.stderr
