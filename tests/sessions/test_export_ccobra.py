"""CCOBRA's format as a source of items, and as an export that reads back as it was written."""

import csv
import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from items.answers import SetAnswer, VerdictAnswer
from items.files.loading import load
from items.models import Item, Question
from items.sources.ccobra import Response, read_rows, read_task, statement_of
from items.sources.ccobra_items import answer_of
from sessions.export.ccobra import task_of
from solver.language.parser import parse_formula
from solver.language.printer import print_formula
from solver.language.syntax import And, Formula, Iff, Implies, Not, Or, Prop
from tests.shared_data import shared_path
from tui.cli import main


def random_formula(random: Random, depth: int) -> Formula:
    if not depth or random.random() < 0.2:
        return Prop(random.choice("PQR"))
    left, right = random_formula(random, depth - 1), random_formula(random, depth - 1)
    compound: list[Formula] = [Not(left), And((left, right)), Or((left, right))]
    return random.choice([*compound, Implies(left, right), Iff(left, right)])


def test_formulas_survive_the_ccobra_format() -> None:
    random = Random(1)
    for _ in range(300):
        formula = And((Prop("P"), And((Prop("Q"), random_formula(random, 4)))))
        text = statement_of(formula)
        assert text is not None
        (premise,) = read_task(text, "nothing|P", "here")[0].premises
        assert premise.formula is not None
        names = {"P": "A", "Q": "B", "R": "C"}
        printed = "".join(names.get(letter, letter) for letter in print_formula(formula))
        assert print_formula(premise.formula) == print_formula(parse_formula(printed)) or (
            premise.formula == parse_formula(printed)
        )


def test_quantifiers_survive_the_ccobra_format() -> None:
    for text in ("All;A;B", "Some;A;B", "Some not;A;B", "No;A;B"):
        (premise,) = read_task(text, "nothing|All;B;A", "here")[0].premises
        assert premise.formula is not None
        assert statement_of(premise.formula) == text
    assert statement_of(parse_formula("∀x ∃y R(x, y)")) is None
    assert statement_of(parse_formula("A ∧ ∀x (F(x) → G(x))")) is None
    assert statement_of(Prop("nothing")) is None


def test_tasks_of_a_table_are_items(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_text(
        "id,task,choices,response\n"
        "ann,A/if;A;B,B|not;B|nothing,B\n"
        "bob,A/if;A;B,not;B|B|nothing,nothing\n"
        "ann,All;x;y/All;y;z,All;x;z|Some;x;z|NVC,NVC\n"
        "ann,All;x;y/No;y;z,All;x;z|NVC,NVC\n",
        encoding="utf-8",
    )
    loaded = load(path)
    assert [item.id for item in loaded.items] == [
        "A/A → B ⊢ B|nothing|¬B",
        "All;A;B/All;B;C ⊢ All;A;C|Some;A;C|nothing",
        "All;A;B/No;B;C ⊢ All;A;C|nothing",
    ]
    assert not loaded.problems
    judged = loaded.items[2].questions[0]
    assert (judged.kind, judged.query) == ("necessary", "necessary(∀x (A(x) → C(x)))")
    assert loaded.items[0].formalization == {"premise": ["A", "A → B"]}


@pytest.mark.slow
def test_a_played_study_is_read_back(tmp_path: Path) -> None:
    db, folder = str(tmp_path / "d.db"), tmp_path / "files"
    run = CliRunner()
    played = ["simulate", "builtin:demo", "--participants", "3", "--seed", "1", "--db", db]
    assert run.invoke(main, played).exit_code == 0
    result = run.invoke(
        main, ["export", "--db", db, "--to", str(folder), "--ccobra", "--simulated", "--json"]
    )
    assert result.exit_code == 0, result.output
    outcome = json.loads(result.stdout)
    assert outcome["rows"] > 0
    path = folder / "ccobra.csv"
    with path.open(encoding="utf-8", newline="") as file:
        written = list(csv.DictReader(file))
    read = list(read_rows(path))
    assert len(read) == len(written) == outcome["rows"]
    for row, back in zip(written, read, strict=True):
        assert isinstance(back, Response), back
        assert back.person == row["id"]
        choices = set(row["response"].split("|"))
        if row["response_type"] == "accept":
            choices = {row["choices"]} if choices == {"True"} else {"nothing"}
        assert {back.shown_choices[n] for n in back.chosen_indices} == choices
        assert back.task.several == (row["response_type"] == "multiple-choice")
    types = {row["response_type"] for row in written}
    assert types == {"single-choice", "multiple-choice", "accept"}
    diagnosed = run.invoke(main, ["diagnose", str(path), "--format", "ccobra", "--json"])
    assert diagnosed.exit_code == 0, diagnosed.output
    assert json.loads(diagnosed.stdout)["answers"] == outcome["rows"]
    nobody = run.invoke(main, ["export", "--db", db, "--to", str(folder), "--ccobra", "--json"])
    assert json.loads(nobody.stdout)["rows"] == 0
    # The other files have simulated respondents anyway, and say who is one.
    others = ["export", "--db", db, "--to", str(folder), "--diagnose"]
    refused = run.invoke(main, [*others, "--simulated"])
    assert refused.exit_code == 2
    assert "the column kind distinguishes them" in " ".join(refused.stderr.split())
    assert run.invoke(main, others).exit_code == 0
    with (folder / "answers.csv").open(encoding="utf-8", newline="") as file:
        answers = list(csv.DictReader(file))
    assert {row["kind"] for row in answers} == {"simulated"}
    assert {"right", "misread"} <= {row["diagnosis"] for row in answers}


def test_imported_answers_are_exported_for_their_models(tmp_path: Path) -> None:
    source, db, folder = tmp_path / "in.csv", str(tmp_path / "d.db"), tmp_path / "out"
    source.write_text(
        "id,sequence,task,choices,response,response_type,domain\n"
        "1,0,All;x;y/No;y;z,No;x;z|NVC,NVC,single-choice,syllogistic\n"
        "1,1,Some;x;y/All;y;z,Some;x;z|All;x;z|NVC,Some;x;z,single-choice,syllogistic\n"
        "2,0,A/if;A;B,B|not;B|nothing,nothing,single-choice,propositional\n"
        "2,1,All;x;y/All;y;z/All;z;w,All;x;w|All;w;x|NVC,All;w;x,single-choice,quantified\n"
        "2,2,A/All;x;y,A|All;y;x|NVC,NVC,single-choice,mixed\n",
        encoding="utf-8",
    )
    run = CliRunner()
    brought = run.invoke(main, ["import", str(source), "--format", "ccobra", "--db", db])
    assert brought.exit_code == 0, brought.output
    exported = run.invoke(main, ["export", "--db", db, "--to", str(folder), "--ccobra"])
    assert exported.exit_code == 0, exported.output
    read = [
        list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        for path in (source, folder / "ccobra.csv")
    ]
    for before, after in zip(*read, strict=True):
        assert after["domain"] == before["domain"]
        assert (after["response"] == "NVC") == (before["response"] == "NVC")
        assert ("NVC" in after["choices"].split("|")) == ("NVC" in before["choices"].split("|"))
        assert after["response"] in after["choices"].split("|")


def test_items_that_the_format_cannot_express_are_named() -> None:
    question = Question.model_validate(
        {"id": "1", "kind": "count_models", "query": "count_models(A)"}
    )
    item = Item(id="x", text="T.", questions=(question,), formalization={"premise": ["A"]})
    assert task_of(item, 0) == "a question of another kind"


def test_sets_of_choices_are_written_and_read_back() -> None:
    query = "projection(necessary; A, B, ¬C, B ∨ C)"
    question = Question.model_validate({"id": "1", "kind": "projection", "query": query})
    item = Item(id="x", text="T.", questions=(question,), formalization={"premise": ["A", "A → B"]})
    task = task_of(item, 0)
    assert not isinstance(task, str)
    assert task.choices == ("A", "B", "not;C", "or;B;C", "nothing")
    for keys, text in ((["¬C", "A"], "A|not;C"), ([], "nothing"), (["B ∨ C"], "or;B;C")):
        assert task.response(SetAnswer(members=frozenset(keys))) == text
    assert task.response(SetAnswer(members=frozenset({"D"}))) is None
    assert task.response(None) is None


def test_accept_tasks_are_written_and_read_back(tmp_path: Path) -> None:
    question = Question.model_validate({"id": "1", "kind": "possible", "query": "possible(A ∧ B)"})
    item = Item(id="x", text="T.", questions=(question,), formalization={"premise": ["A → B"]})
    task = task_of(item, 0)
    assert not isinstance(task, str)
    assert (task.choices, task.type) == (("and;A;B",), "accept")
    path = tmp_path / "back.csv"
    for word, text in (("possible", "True"), ("impossible", "False")):
        assert task.response(VerdictAnswer.model_validate({"word": word})) == text
        path.write_text(
            "id,task,choices,response,response_type\n"
            f"1,{task.premises},{task.choices[0]},{text},accept\n",
            encoding="utf-8",
        )
        (back,) = read_rows(path)
        assert isinstance(back, Response)
        assert back.task.possible
        assert answer_of(back.task, back.chosen_indices) == VerdictAnswer.model_validate(
            {"word": word}
        )


def round_trip(source: Path, tmp_path: Path) -> list[list[list[str]]]:
    """Task, choices, response and type of each row of a table, and as they come out again, sorted:
    persons come out by number, and in no order."""
    db, folder = str(tmp_path / "d.db"), tmp_path / "out"
    run = CliRunner()
    brought = run.invoke(main, ["import", str(source), "--format", "ccobra", "--db", db])
    assert brought.exit_code == 0, brought.output
    exported = run.invoke(main, ["export", "--db", db, "--to", str(folder), "--ccobra"])
    assert exported.exit_code == 0, exported.output
    names = ("task", "choices", "response", "response_type")
    tables = []
    for path in (source, folder / "ccobra.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            tables.append(sorted([row[name] for name in names] for row in csv.DictReader(file)))
    return tables


def test_imported_rows_are_exported_unchanged(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(
        "id,sequence,task,choices,response,response_type,domain\n"
        "1,0,Not;rain/or;wet;rain,not;wet|wet|nothing,wet,single-choice,propositional\n"
        "1,1,if;A;B/A,not;B,false,accept,propositional\n"
        "2,1,Left;a;b,Left;b;a,TRUE,accept,relational\n"
        "2,2,All;x;y,Some;x;y|NVC|All;y;x,Some;x;y|All;y;x,multiple-choice,syllogistic\n"
        "2,3,Most;x;y/Most;y;z,Most;x;z|NVC,NVC,single-choice,syllogistic\n",
        encoding="utf-8",
    )
    before, after = round_trip(source, tmp_path)
    assert before == after


@pytest.mark.slow
def test_the_shared_answers_are_exported_unchanged(tmp_path: Path) -> None:
    source = shared_path("human/propositional.csv")
    before, after = round_trip(source, tmp_path)
    assert len(before) > 600
    assert before == after
