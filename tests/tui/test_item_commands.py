"""`verify` and `items` on the command line: output, exit codes, cached proof states."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.files.loading import load
from items.gold.check import check_item
from sessions.record.proofs import load as load_proofs
from sessions.storage.database import Database
from tests.items.source_files import choice, own_item, write_json, write_lines
from tests.shared_data import shared_path
from tui.cli import main
from tui.console.exitcodes import ExitCode, run


@pytest.fixture(autouse=True)
def own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERMODEL_DB", str(tmp_path / "own.sqlite"))


def call(*args: str | Path, code: int = 0) -> Result:
    """The command, ended with the code its process would end with."""
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    assert result.exit_code == code, (result.output, result.exception)
    return result


def json_of(*args: str | Path, code: int = 0) -> Any:
    return json.loads(call(*args, "--json", code=code).stdout)


def wrong_item(id: str = "wrong") -> dict[str, Any]:
    return own_item(id, questions=[{"query": "necessary(S)", "gold": "unnecessary"}])


# --- verify ---------------------------------------------------------------------------------------


def test_verify_prints_json(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", own_item("a"), own_item("b"))
    outcome = json_of("verify", path)
    assert {"items", "questions", "agree", "disagree", "unchecked", "seconds"} <= set(outcome)
    assert (outcome["items"], outcome["agree"], outcome["problems"]) == (2, 2, [])


@pytest.mark.parametrize("engine", ["auto", "worlds", "z3", "both"])
def test_a_failing_gold_ends_with_one(tmp_path: Path, engine: str) -> None:
    path = write_lines(tmp_path / "x.jsonl", own_item(), wrong_item())
    outcome = json_of("verify", path, "--engine", engine, code=ExitCode.NO)
    (entry,) = outcome["disagree"]
    assert (entry["id"], entry["gold"]) == ("wrong", "unnecessary")
    assert (entry["z3"] is None) == (engine in ("auto", "worlds"))
    text = call("verify", path, "--engine", engine, code=ExitCode.NO).stdout
    failing = text.partition("Gold answers that fail\n")[2].splitlines()
    assert failing[:2] == ["  wrong · question 1 · necessary(S)", "    gold: unnecessary"]
    asked = {"auto": "worlds", "both": "worlds and z3"}.get(engine, engine)
    assert failing[2] == f"    solver: necessary ({asked})"


def test_a_bad_record_ends_with_two_and_loses_no_other(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", own_item(), "{bad")
    result = call("verify", path, "--json", code=ExitCode.USAGE)
    assert json.loads(result.stdout)["agree"] == 1
    assert "line 2" in result.stderr
    assert "line 2" in json.loads(result.stdout)["problems"][0]


def test_strict_ends_at_once(tmp_path: Path) -> None:
    declared = {"parameters": {"R": "Bool", "S": "Bool"}, "premise": ["R | S", "~R"]}
    path = write_lines(tmp_path / "x.jsonl", own_item(formalization=declared), "{bad")
    result = CliRunner().invoke(main, ["verify", str(path), "--strict"])
    assert result.exit_code == ExitCode.USAGE
    assert result.stdout == ""
    assert "line 2" in result.stderr


def test_undeclared_names_are_warned_about_and_refused_under_strict(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", own_item("a"))
    (entry,) = json_of("verify", path)["warnings"]
    assert (entry["id"], "R is not declared" in entry["warning"]) == ("a", True)
    assert "a · R is not declared" in call("verify", path).stdout
    assert "R is not declared" in call("verify", path, "--strict", code=2).stderr


def test_a_solver_that_gave_up_ends_with_three(tmp_path: Path) -> None:
    formal = {"premise": ["forall x (exists y (P(x, y)))"]}
    questions = [{"query": "possible(exists x (P(x, x)))", "gold": "possible"}]
    record = own_item(formalization=formal, questions=questions)
    path = write_lines(tmp_path / "x.jsonl", record)
    outcome = json_of("verify", path, "--engine", "worlds", code=ExitCode.OUTSIDE)
    assert outcome["unknown"][0]["reason"]
    assert json_of("verify", path)["agree"] == 1


def test_proof_states_are_stored_and_shown(tmp_path: Path) -> None:
    db = tmp_path / "db.sqlite"
    path = write_lines(tmp_path / "x.jsonl", own_item("a"), wrong_item("b"))
    before = json_of("items", "list", path)
    assert [row["proof"] for row in before] == ["unknown", "unknown"]
    call("verify", path, "--db", db, code=ExitCode.NO)
    with Database.open(db) as database:
        assert sorted(load_proofs(database).values()) == ["disproved", "proved"]
    after = json_of("items", "list", path, "--db", db)
    assert [row["proof"] for row in after] == ["proved", "disproved"]


def test_proof_states_that_cannot_be_stored_are_a_warning(tmp_path: Path) -> None:
    db = tmp_path / "db.sqlite"
    db.write_text("no database")
    path = write_lines(tmp_path / "x.jsonl", own_item())
    result = call("verify", path, "--db", db, "--json")
    assert json.loads(result.stdout)["agree"] == 1
    assert "Warning: proof states were not stored" in result.stderr


def test_ship_writes_states_by_content_hash(tmp_path: Path) -> None:
    several = [own_item(str(number), text=f"Text {number}.") for number in range(9)]
    path = write_lines(tmp_path / "x.jsonl", *several)
    call("verify", path, "--ship", tmp_path / "proofs.json")
    text = (tmp_path / "proofs.json").read_text()
    hashes = sorted(item.content_hash for item in load(path).items)
    assert text == json.dumps(dict.fromkeys(hashes, "proved"), indent=1) + "\n"


def test_columns_are_named_by_an_option(tmp_path: Path) -> None:
    formulas = {"premises": ["R -> W", "R"], "options": ["~W", "W", "S", "~P"]}
    record = choice(formulas=formulas, story="It rains.", context="no")
    path = write_json(tmp_path / "x.json", [record])
    assert json_of("verify", path, "--columns", "context=story")["agree"] == 1
    result = CliRunner().invoke(main, ["verify", str(path), "--columns", "story"])
    assert "expected field=column" in result.stderr


@pytest.mark.torture
def test_the_public_data_are_verified() -> None:
    outcome = json_of("verify", shared_path("llmeval-logic/base"))
    assert (outcome["agree"], outcome["disagree"], outcome["unknown"]) == (134, [], [])
    assert "3360" in call("verify", shared_path("contexthub")).stdout


def test_engines_that_contradict_each_other_end_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    def contradicted(*args: Any, **kwargs: Any) -> Any:
        check = check_item(*args, **kwargs)
        parts = tuple(replace(part, engines_agree=False) for part in check.parts)
        return replace(check, parts=parts, state="unknown")

    monkeypatch.setattr("items.gold.verify.check_item", contradicted)
    path = write_lines(tmp_path / "x.jsonl", own_item())
    result = call("verify", path, code=ExitCode.NO)
    assert "The engines disagree" in result.stderr


# --- items ----------------------------------------------------------------------------------------


def test_list_prints_a_table(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", own_item("a", title="标题"), own_item("b"))
    lines = call("items", "list", path).stdout.splitlines()
    assert len(lines) == 3
    assert lines[0].split() == ["id", "title", "language", "kinds", "benchmark", "proof"]
    assert lines[1].split() == ["a", "标题", "en", "necessary", "unknown"]


def test_show_prints_the_whole_item() -> None:
    text = call("items", "show", "builtin:demo", "--item", "demo/goat-on-the-roof").stdout
    for part in (
        "gold proved",
        "A  The ferry is late.   [L]",
        "gold   C",
        "¬(L ∧ B)",
        "if a goat sleeps on the roof, then the baker whistles",
        "Variant alpha",
        "replace 3  ¬S",
    ):
        assert part in text


def test_show_needs_to_know_which() -> None:
    result = CliRunner().invoke(main, ["items", "show", "builtin:demo"])
    assert result.exit_code == ExitCode.USAGE
    assert "--item ID" in result.stderr
    result = CliRunner().invoke(main, ["items", "show", "builtin:demo", "--item", "demo/dinner"])
    assert "Did you mean demo/dinner-guests?" in result.stderr


@pytest.mark.slow
def test_show_every_item_of_every_kind() -> None:
    for item in json_of("items", "list", "builtin:demo"):
        text = call("items", "show", "builtin:demo", "--item", item["id"]).stdout
        assert text.startswith(item["id"])


@pytest.mark.parametrize("command", ["list", "show"])
def test_item_text_cannot_steer_the_terminal(tmp_path: Path, command: str) -> None:
    nasty = "\x1b[2J\x1b]0;owned\x07[bold]x[/bold]\u202e"
    record = own_item(f"id{nasty}", title=nasty, text=nasty, explanation=nasty)
    record["formalization"]["translation"]["S"] = nasty
    path = write_lines(tmp_path / "x.jsonl", record)
    text = call("items", command, path).stdout
    assert not set(text) & {"\x1b", "\x07", "\u202e"}
    assert "[bold]x[/bold]" in text


def test_verdicts_on_items_with_control_sequences_are_plain(tmp_path: Path) -> None:
    record = wrong_item("\x1b[31mred")
    result = call("verify", write_lines(tmp_path / "x.jsonl", record), code=ExitCode.NO)
    assert "\x1b" not in result.output
    assert "red · question 1 · necessary(S)" in result.stdout


@pytest.mark.parametrize("form", ["own", "smtlib", "tptp"])
def test_items_are_converted(tmp_path: Path, form: str) -> None:
    output = tmp_path / "out"
    result = call("items", "convert", "builtin:practice", "--to", form, "-o", output)
    assert str(output) in result.stderr
    assert output.exists()


def test_one_item_is_converted(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", own_item("a"), own_item("b"))
    output = tmp_path / "b.smt2"
    call("items", "convert", path, "--item", "b", "--to", "smtlib", "-o", output)
    assert output.read_text().startswith("; b\n")


def test_a_missing_source_is_wrong_usage(tmp_path: Path) -> None:
    def begin() -> object:
        return main.main(["items", "list", str(tmp_path / "no")], standalone_mode=False)

    assert run(begin) == ExitCode.USAGE


def test_claims_are_printed_as_json_and_text(tmp_path: Path) -> None:
    item = {
        "id": "planted",
        "text": "t",
        "questions": [{"text": "?", "query": "necessary(B)", "gold": "necessary"}],
        "formalization": {
            "parameters": {"A": "Bool", "B": "Bool", "C": "Bool"},
            "premise": ["A", "A -> B", "C -> B"],
        },
        "claims": {"distractor": {"premises": [1]}},
    }
    source = tmp_path / "planted.jsonl"
    source.write_text(json.dumps(item) + "\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["items", "claims", str(source), "--json"])
    assert result.exit_code == 1
    outcome = json.loads(result.stdout)
    (entry,) = outcome["items"]
    claims = {claim["claim"]: claim for claim in entry["claims"]}
    assert claims["distractor"]["status"] == "refuted"
    assert claims["distractor"]["world"] == {"A": True, "B": False, "C": False}
    assert claims["gold"]["status"] == "proved"
    assert claims["branching"]["claimed"] is False
    assert outcome["counts"]["distractor"] == {"refuted": 1}
    words = CliRunner().invoke(main, ["items", "claims", str(source)])
    assert words.exit_code == 1
    assert "refuted  distractor: without premise 2 the answer to question 1 changes" in words.stdout
    only = CliRunner().invoke(main, ["items", "claims", str(source), "--claim", "gold"])
    assert only.exit_code == 0
    wrong = CliRunner().invoke(main, ["items", "claims", str(source), "--claim", "god"])
    assert wrong.exit_code == 2


def test_a_pipe_gets_complete_ids(tmp_path: Path) -> None:
    name = "long/" + "id-" * 40
    record = {"id": name, "text": "T", "questions": [{"kind": "text", "text": "Why?"}]}
    (tmp_path / "long.jsonl").write_text(json.dumps(record), encoding="utf-8")
    result = CliRunner().invoke(main, ["items", "list", str(tmp_path / "long.jsonl")])
    assert name in result.stdout.split()


def test_a_missing_database_is_refused_before_items_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.commands.items.load_sources", None)
    missing = tmp_path / "missing.db"
    result = call("items", "list", "builtin:demo", "--db", missing, code=2)
    assert f"{missing}: expected a database, found nothing" in result.stderr
