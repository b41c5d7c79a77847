"""`study new` and `study plan`: files that can run, tables that say what they rest on."""

import errno
import json
import os
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from study.design.codes import read_codes
from study.design.pools import read_sources
from study.design.protocol import load_study, parse_study
from tui.cli import main


def call(*arguments: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments), input=typed)
    return result.exit_code, result.output


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_file_of_a_new_study_can_run(tmp_path: Path, language: str) -> None:
    file = tmp_path / "own.toml"
    answers = [
        'A "quoted" title',
        language,
        "builtin:demo",
        "4",
        "0",
        "120",
        "6",
        "y",
        "y",
        "n",
        "",
    ]
    code, message = call("study", "new", str(file), typed="\n".join(answers) + "\n")
    assert code == 0, message
    study = load_study(file).study
    assert study.title == 'A "quoted" title'
    assert study.id == "a-quoted-title"
    assert [config.station for config in study.course] == [
        *("consent", "instructions", "form", "practice", "qualification", "question", "end")
    ]
    code, message = call("study", "check", str(file), "--db", str(tmp_path / "no.db"))
    assert "can run" in message, message
    blocks = tomllib.loads(file.read_text(encoding="utf-8"))["blocks"]
    tests = [block for block in blocks if block.get("station") in ("practice", "qualification")]
    instructions_of_blocks = [block["instructions"] for block in tests]
    assert len(instructions_of_blocks) == 2
    for instructions in instructions_of_blocks:
        assert all(sign in instructions for sign in ("¬A", "A → B", "A ∧ B", "A ∨ B", "F1"))
    # Strictly more than 80 % of six is five.
    assert "6" in instructions_of_blocks[1]
    assert "5" in instructions_of_blocks[1]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_new_study_with_all_defaults_gives_no_warning(tmp_path: Path, language: str) -> None:
    file = tmp_path / "own.toml"
    code, message = call("study", "new", str(file), typed=f"Mine\n{language}\n" + "\n" * 9)
    assert code == 0, message
    code, message = call("study", "check", str(file), "--db", str(tmp_path / "no.db"))
    assert "Warning" not in message
    assert code == 0


def test_questions_are_options_and_no_file_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    options = "--title 逻辑 --language zh --source builtin:demo --number 2 --seconds 60 --gate 0"
    arguments = [
        *options.split(),
        "--answers",
        "0",
        "--no-about",
        "--no-confidence",
        "--none",
        "--contact",
        "lab",
    ]
    code, message = call("study", "new", str(file), *arguments)
    assert code == 0, message
    study = load_study(file).study
    assert study.id == "own"
    assert (study.contact, study.confidence, study.blocks[0].none_option) == ("lab", False, True)
    before = file.read_bytes()
    code, message = call("study", "new", str(file), *arguments)
    assert code != 0
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("typed", "missing"),
    [("", "--title"), ("Mine\n", "--language"), ("Mine\nfr\n", "--language"),
     ("Mine\nen\n\n4\n0\n9\n0\ny", "--confidence"), ("Mine\n" + "\n" * 9, "--contact")],
)  # fmt: skip
def test_input_that_ends_is_reported_with_what_was_missing(
    tmp_path: Path, typed: str, missing: str
) -> None:
    code, message = call("study", "new", str(tmp_path / "own.toml"), typed=typed)
    assert code == 2
    assert "nothing is written" in message
    assert f"give {missing};" in message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("source", "number", "reason"),
    [("absent.jsonl", 1, "No such source"), ("text.jsonl", 1, "Too few items for main"),
     ("builtin:qmfol", 10_000, "expected 10000"), ("builtin:qmfol", 1, "")],
)  # fmt: skip
def test_a_new_study_says_what_its_source_lacks(
    tmp_path: Path, source: str, number: int, reason: str
) -> None:
    (tmp_path / "text.jsonl").write_text("no item at all\n", encoding="utf-8")
    file = tmp_path / "own.toml"
    wanted = ["--title", "Mine", "--language", "en", "--contact", "", "--source", source]
    wanted += ["--number", str(number), "--answers", "0", "--seconds", "60", "--gate", "0"]
    wanted += ["--no-about", "--no-confidence", "--no-none"]
    code, message = call("study", "new", str(file), *wanted)
    assert code == 0
    assert file.exists()
    assert ("It cannot run yet" in message) == bool(reason)
    assert reason in message


@pytest.mark.parametrize("name", ["there.toml", "nowhere/own.toml"])
def test_an_invalid_name_is_reported_before_any_question(tmp_path: Path, name: str) -> None:
    (tmp_path / "there.toml").write_text("mine", encoding="utf-8")
    code, message = call("study", "new", str(tmp_path / name), typed="Mine\n")
    assert code == 2
    assert "Title" not in message


@pytest.mark.slow
def test_a_new_study_that_wants_a_number_of_answers_says_how_many_sessions_it_takes(
    tmp_path: Path,
) -> None:
    file, db = tmp_path / "own.toml", str(tmp_path / "own.db")
    options = "--title Mine --language en --source builtin:demo --number 4 --answers 3 --gate 0"
    arguments = [*options.split(), "--seconds", "60", "--about", "--confidence", "--no-none"]
    code, message = call("study", "new", str(file), *arguments, "--contact", "lab")
    assert code == 0, message
    (block,) = load_study(file).study.blocks
    assert (block.answers_per_item, block.number) == (3, 4)
    code, message = call("study", "check", str(file), "--db", db)
    assert "each of its 31 items 3 answers" in message
    assert "full: after 24 completed sessions" in message
    document = json.loads(call("study", "check", str(file), "--db", db, "--json")[1])
    assert (document["full"]["sessions"], document["fillings"][0]["over"]) == (24, 3)
    code, message = call("simulate", str(file), "--participants", "40", "--seed", "1", "--db", db)
    assert code == 0, message
    assert "The study is full:" in message


def test_a_new_study_can_start_from_one_that_ships(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    code, message = call("study", "new", str(file), "--from", "builtin:qmfol", "--contact", "lab")
    assert code == 0, message
    study, original = load_study(file).study, load_study("builtin:qmfol").study
    assert (study.id, study.contact, study.title) == ("own", "lab", original.title)
    assert study.design == original.design
    assert study.exclude == original.exclude
    other = tmp_path / "other.toml"
    for wrong in (("--from", "builtin:none"), ("--from", "builtin:qmfol", "--number", "3")):
        code, message = call("study", "new", str(other), *wrong)
        assert code == 2, message
        assert not other.exists()


@pytest.mark.slow
def test_a_plan_marks_sufficient_designs() -> None:
    options = [
        "--people",
        "4,60",
        "--items",
        "40",
        "--against",
        "0.9",
        "--accuracy",
        "0.6",
        "--repetitions",
        "40",
    ]
    code, message = call("study", "plan", *options)
    assert code == 0, message
    rows = [line for line in message.splitlines() if "points" in line]
    assert [row.startswith("*") for row in rows] == [False, True]
    assert "40 simulated studies per row." in message
    code, message = call("study", "plan", *options, "--json")
    assert [row["enough"] for row in json.loads(message)["designs"]] == [False, True]


def test_with_equal_accuracies_there_is_no_difference_to_find() -> None:
    small = ["--people", "5", "--items", "5", "--repetitions", "20"]
    code, message = call("study", "plan", *small, "--accuracy", "0.8", "--against", "0.8")
    assert code == 0
    assert "There is no difference to find" in message
    assert "more people" not in message


@pytest.mark.parametrize("option", ["--accuracy", "--against"])
def test_the_help_of_a_plan_takes_the_shares_it_names(option: str) -> None:
    code, message = call("study", "plan", option, "1")
    assert code == 2
    assert "0<x<1" in message


@pytest.mark.parametrize("number", ["1", "x", "10,,20", "3000"])
def test_invalid_numbers_of_people_are_refused(number: str) -> None:
    code, message = call("study", "plan", "--people", number)
    assert code == 2
    assert "expected" in message


def test_lists_of_codes_are_written_and_added_to(tmp_path: Path) -> None:
    path = tmp_path / "codes.csv"
    new = ["study", "codes", str(path), "-n", "20", "--column", "recruiter", "--column", "room"]
    code, message = call(*new)
    assert code == 0, message
    assert 'file = "codes.csv"' in message
    first = read_codes(path)
    assert first.columns == ("recruiter", "room")
    assert len(first.rows) == 20
    path.write_text(path.read_text().rstrip("\n").replace(",", ";"), encoding="utf-8")
    again = ["study", "codes", str(path), "-n", "1"]
    assert call(*again)[0] == 2
    assert call(*again, "--add")[0] == 0
    added = read_codes(path)
    assert len(added.rows) == 21
    assert added.rows.keys() > first.rows.keys()


def test_codes_are_written_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "codes.csv"
    assert call("study", "codes", str(path), "-n", "1", "--column", "a?b")[0] == 2
    assert list(tmp_path.iterdir()) == []
    before = "\ufeffcode,room\r\nP-1,\r\n".encode()
    path.write_bytes(before)
    assert call("study", "codes", str(path), "-n", "2", "--add")[0] == 0
    assert path.read_bytes().startswith(before)
    assert len(read_codes(path).rows) == 3
    content_before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    code, message = call("study", "codes", str(path), "-n", "2", "--add")
    assert code == 3
    assert "No space left on device" in message
    new = tmp_path / "new.toml"
    assert call("study", "new", str(new), "--from", "builtin:demo")[0] == 3
    assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == {
        path.name: content_before
    }


def test_check_says_who_may_take_part_and_refuses_a_faulty_list(tmp_path: Path) -> None:
    study, codes = tmp_path / "study.toml", tmp_path / "codes.csv"
    study.write_text(
        'title = "T"\nconsent = "Yes?"\n[codes]\nwho = "list"\nfile = "codes.csv"\n'
        'again = "attempt"\n[[blocks]]\nsource = "builtin:practice"\n',
        encoding="utf-8",
    )
    codes.write_text("code,recruiter\nP1,\n", encoding="utf-8")
    checked = ["study", "check", str(study), "--db", str(tmp_path / "one.db")]
    code, message = call(*checked)
    assert "only codes in codes.csv can take part" in message
    assert "1 code, with the column recruiter" in message
    assert "the rule repeated, under [[exclude]]" in message
    assert code == 1
    codes.write_text("code\nP1\np1\n", encoding="utf-8")
    code, message = call(*checked)
    assert code == 2
    assert "line 3: expected each code once" in message
    codes.unlink()
    code, message = call(*checked)
    assert code == 2
    assert "codes.csv" in message


def test_check_says_which_answers_in_the_database_do_not_count(tmp_path: Path) -> None:
    file, database = tmp_path / "study.toml", str(tmp_path / "one.db")
    text = (
        'id = "t"\ntitle = "T"\nconsent = "Yes?"\n[[blocks]]\nid = "b"\n'
        'source = "builtin:practice"\nanswers_per_item = 2\n'
    )
    before = parse_study(text, "study.toml")
    sources = read_sources(before)
    with Database.open(database) as db:
        clock = ManualClock(datetime.now(UTC))
        runner = Runner.open(db, before, "P1", clock=clock, pools=lambda: sources.pools, proofs={})
        runner.close()
    file.write_text(text + 'instructions = "Read."\n', encoding="utf-8")
    assert "another version" not in call("study", "check", str(file), "--db", database)[1]
    file.write_text(text + "rotate = false\n", encoding="utf-8")
    code, message = call("study", "check", str(file), "--db", database)
    assert code == 1
    assert "Warning: b: the answers of 1 session with another version" in " ".join(message.split())
    assert f"(hash {before.study_hash[:8]}) do not count" in " ".join(message.split())


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--choose", "5"), "--choose needs --diagnose"),
        (("--diagnose", "builtin:demo", "--people", "10"), "--people cannot be combined"),
        (("--diagnose", "builtin:demo", "--seed", "2"), "--seed cannot be combined"),
        (("--power", "0.9"), "--power needs --against"),
    ],
)
def test_no_option_of_a_plan_is_ignored(options: tuple[str, ...], named: str) -> None:
    code, message = call("study", "plan", *options)
    assert code == 2
    assert named in message


def test_an_argument_that_is_not_a_number_is_reported_plainly(tmp_path: Path) -> None:
    code, message = call("study", "new", str(tmp_path / "n.toml"), "--number", "n")
    assert code == 2
    assert "'n' is not a whole number." in message
    assert "range" not in message.split("'n'")[1]
    code, message = call("study", "new", str(tmp_path / "n.toml"), "--number", "0")
    assert code == 2
    assert "range" in message
