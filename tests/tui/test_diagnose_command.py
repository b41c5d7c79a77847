"""The command `diagnose` on a small file, as a table and as JSON, and what it refuses."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.files.loading import load
from items.sources.own_format import write
from tests.items.source_files import own_item, write_lines
from tui import i18n
from tui.cli import main

ROWS = """id,sequence,task,choices,response,domain
ann,0,A/if;A;B,B|not;B|nothing,B,propositional
ann,1,B/if;A;B,A|not;A|nothing,A,propositional
bob,0,A/if;A;B,B|not;B|nothing,B,propositional
bob,1,B/if;A;B,A|not;A|nothing,nothing,propositional
cleo,0,B/if;A;B,A|not;A|nothing,C,propositional
"""


def write_answers(folder: Path, text: str = ROWS) -> str:
    path = folder / "answers.csv"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.slow
def test_the_json_document_is_complete(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main, ["diagnose", write_answers(tmp_path), "--format", "ccobra", "--json"]
    )
    assert result.exit_code == 0
    outcome = json.loads(result.stdout)
    assert (outcome["answers"], outcome["persons"], outcome["tasks"]) == (4, 2, 2)
    assert outcome["diagnoses"]["right"] == 3
    shared = {tuple(e["misreadings"]): e["answers"] for e in outcome["diagnoses"]["misread"]}
    assert sum(shared.values()) == 1
    assert shared[("converse",)] == shared[("biconditional",)] == shared[("inverse",)]
    assert outcome["checked"] == {
        "confirmed": len(shared),
        "contradicted": 0,
        "without_formula": 0,
        "undecided": 0,
        "not_asked": 0,
    }
    assert outcome["inferences"]["shares"]["AC"]["successes"] == 1
    assert outcome["inferences"]["shares"]["DA"] is None
    whole = outcome["consistency"]["respondents"]["bob"]
    assert [given_up["answer"] for given_up in whole["answers_to_give_up"]] == []
    # Two answers each say nothing of a person: no mean is told, and none is in the document.
    assert outcome["rates"]["persons_mean"]["guess"] is None
    assert outcome["rates"]["persons_with_enough"] == 0
    assert outcome["not_told_apart"] != []
    assert outcome["rates"]["persons"]["ann"]["some-but-not-all"] is None
    (skipped,) = outcome["skipped"]
    assert "line 6, column response" in skipped


@pytest.mark.slow
def test_the_table_shows_figures_and_says_what_was_omitted(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["diagnose", write_answers(tmp_path), "--format", "ccobra"])
    assert result.exit_code == 0
    assert "4 answers of 2 persons to 2 tasks" in result.stdout
    assert "right as the task stands                         0.750" in result.stdout
    assert "1 row left out" in result.stdout
    pattern = r"^Checked by both engines: ([1-9]\d*) of \1 combinations"
    assert re.search(pattern, result.stdout, re.M)


@pytest.mark.slow
def test_the_table_is_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    command = ["diagnose", write_answers(tmp_path), "--format", "ccobra", "--language", "zh"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0
    assert "2 人 对 2 道任务 的 4 个回答" in result.stdout
    assert "照原题正确" in result.stdout
    assert "两个引擎都核对过" in result.stdout
    # Names of misreadings are titles there; what a table of one's own says stays as it is.
    assert "biconditional" not in result.stdout
    i18n.use("en")


@pytest.mark.slow
def test_theories_are_shown_next_to_the_readings(tmp_path: Path) -> None:
    choices = "All;x;z|Some;x;z|No;x;z|NVC"
    rows = f"id,task,choices,response\nann,All;x;y/All;y;z,{choices},All;x;z\n"
    folder = tmp_path / "theories"
    folder.mkdir()
    (folder / "Plain.csv").write_text("Syllogism,Prediction\nAA1,Aac;Iac\n", encoding="utf-8")
    command = [
        "diagnose",
        write_answers(tmp_path, rows),
        "--format",
        "ccobra",
        "--theories",
        str(folder),
    ]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0
    assert "  theory Plain                                     0.500" in result.stdout
    assert "  as it stands                                     1.000" in result.stdout
    assert "of theories left out" not in result.stdout
    (folder / "Torn.csv").write_bytes(b"Syllogism,Prediction\nAA1,Aac\nAA2,A\xffac\n")
    torn = CliRunner().invoke(main, command)
    assert torn.exit_code == 0
    assert "  theory Torn                                      1.000" in torn.stdout
    assert "1 row of theories left out; the theory is not compared on its syllogism" in torn.stdout
    assert f"{folder / 'Torn.csv'}, line 3, column Prediction: expected text in" in torn.stdout
    refused = CliRunner().invoke(main, [*command[:-1], str(tmp_path / "none")])
    assert refused.exit_code == 2
    assert "expected a folder of CSV files, found none" in refused.stderr


def test_unreadable_input_is_refused(tmp_path: Path) -> None:
    nowhere = CliRunner().invoke(main, ["diagnose", "none.csv", "--format", "ccobra"])
    other = write_answers(tmp_path, "id,answer\n1,A\n")
    table = CliRunner().invoke(main, ["diagnose", other, "--format", "ccobra"])
    assert (nowhere.exit_code, table.exit_code) == (2, 2)
    assert "expected the columns id, task, choices, response" in table.stderr


@pytest.mark.slow
def test_options_and_plans_say_by_their_code_that_something_could_not_be_read(
    tmp_path: Path,
) -> None:
    bad, good = tmp_path / "bad.json", tmp_path / "good.jsonl"
    bad.write_text("{bad", encoding="utf-8")
    good.write_text(write(load("builtin:qualification").items[:3]), encoding="utf-8")
    run = CliRunner()
    options = run.invoke(main, ["diagnose", "--options", str(good), str(bad), "--json"])
    assert options.exit_code == 2
    outcome = json.loads(options.stdout)
    assert outcome["items"] > 0
    assert "bad.json" in outcome["problems"][0]
    pools = ["--diagnose", str(good), "--diagnose", str(bad), "--choose", "2"]
    assert run.invoke(main, ["study", "plan", *pools]).exit_code == 2
    assert run.invoke(main, ["study", "plan", *pools[:2], "--choose", "2"]).exit_code == 0


@pytest.mark.slow
def test_tasks_without_formulas_are_reported_with_the_reason(tmp_path: Path) -> None:
    rows = ROWS + "dan,0,Mostly;x;y/All;y;z,Most;x;z|Few;x;z,Few;x;z,x\n"
    result = CliRunner().invoke(
        main, ["diagnose", write_answers(tmp_path, rows), "--format", "ccobra"]
    )
    assert result.exit_code == 0
    assert "no formula says “Mostly;A;B”" in result.output


@pytest.mark.slow
def test_answers_to_the_same_task_several_times_are_predicted(tmp_path: Path) -> None:
    rows = "".join(
        f"p{person},{n},A/if;A;B,B|not;B|nothing,{'B' if (person + n) % 3 else 'nothing'},x\n"
        f"p{person},{n},B/if;A;B,A|not;A|nothing,{'A' if person % 2 else 'nothing'},x\n"
        for person in range(8)
        for n in range(3)
    )
    path = write_answers(tmp_path, ROWS.splitlines()[0] + "\n" + rows)
    result = CliRunner().invoke(main, ["diagnose", path, "--format", "ccobra", "--json"])
    assert result.exit_code == 0, result.output
    outcome = json.loads(result.stdout)
    assert 0 <= outcome["predicted"] <= 1
    shares = {tuple(entry["misreadings"]): entry["share"] for entry in outcome["readings"]}
    assert 0 < shares[()] < 1
    assert 0 < shares["biconditional",] < 1
    # What changes nothing in these tasks explains nothing.
    assert shares["exclusive-or",] is None


def test_a_question_out_of_time_is_undecided(tmp_path: Path) -> None:
    """Reading a formalization counts, so that with no time at all nothing is decided."""
    # An item that no other test has: what was read or decided before in this process stays so.
    formal = {
        "parameters": dict.fromkeys(("Quillon", "Zephyr", "Marrow"), "Bool"),
        "premise": ["Quillon -> Zephyr", "Zephyr | Marrow"],
        "question": ["necessary(Marrow)"],
    }
    question = {"query": "necessary(Marrow)", "gold": "unnecessary"}
    item = own_item("late", formalization=formal, questions=[question])
    run = ["diagnose", str(write_lines(tmp_path / "late.jsonl", item)), "--options", "--json"]
    late = CliRunner().invoke(main, [*run, "--timeout", "1e-9"])
    assert late.exit_code == 0, late.output
    questions = json.loads(late.stdout)["questions"]
    assert questions
    assert all(question["undecided"] for question in questions)
    again = json.loads(CliRunner().invoke(main, run).stdout)["questions"]
    assert [question["undecided"] for question in again] == [""]
