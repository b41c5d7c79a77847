"""`annotate new` and `annotate export`, and telling a queue from a command."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.files.loading import load
from sessions.annotation import export
from sessions.annotation.desk import Desk
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from solver.errors import InputError
from study.annotation.queue import load_queue
from tests.sessions.annotation_samples import play, saying, small_queue, write_items
from tests.study.annotation.samples import item
from tui.cli import main
from tui.commands.annotate import AnnotateGroup, annotate


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["annotate", *arguments], standalone_mode=False)


def test_new_draws_a_queue_and_reports_its_strata(tmp_path: Path) -> None:
    source = write_items(tmp_path / "items.jsonl", [item(n) for n in range(30)])
    path = tmp_path / "q.toml"
    arguments = ("new", str(path), "--from", source, "--sample", "0.2", "--by", "level,domain")
    who = ("--annotators", "ann, ben", "--overlap", "2", "--scheme", "hardened-item")
    document = json.loads(run(*arguments, *who, "--seed", "3", "--json").stdout)
    assert document["entries"] == 6
    assert [entry["drawn"] for entry in document["strata"]] == [1] * 6
    queue = load_queue(path).queue
    assert (queue.annotators, queue.overlap, queue.seed) == (("ann", "ben"), 2, 3)
    assert queue.sources == (source,)
    again = run(*arguments, *who)
    assert again.exception is not None
    assert "already exists" in str(again.exception)
    assert run(*arguments, *who, "--force").exception is None


def test_a_source_without_a_readable_item_is_refused_with_its_errors(
    tmp_path: Path,
) -> None:
    source = tmp_path / "broken.csv"
    source.write_text('id,text,A,B,label\n1,"It rains,Yes,No,A\n', encoding="utf-8")
    who = ("--annotators", "ann", "--scheme", "hardened-item")
    outcome = run("new", str(tmp_path / "q.toml"), "--from", str(source), *who)
    assert isinstance(outcome.exception, InputError)
    text = str(outcome.exception)
    assert text.startswith("Nothing to draw from")
    assert f"{source}, line 2: expected 5 cells" in text
    assert not (tmp_path / "q.toml").exists()


def test_controls_that_are_all_there_is_are_named(tmp_path: Path) -> None:
    source = write_items(tmp_path / "items.jsonl", [item(n) for n in range(3)])
    known = write_items(tmp_path / "known.jsonl", [item(n) for n in range(3)])
    who = ("--annotators", "ann", "--scheme", "hardened-item")
    outcome = run("new", str(tmp_path / "q.toml"), "--from", source, "--controls", known, *who)
    assert isinstance(outcome.exception, InputError)
    expected = f"{source}: expected items that are not among the controls of {known}, found none"
    assert outcome.exception.message == expected


def test_a_built_in_queue_that_there_is_not_is_no_missing_file(tmp_path: Path) -> None:
    outcome = run("builtin:demo", "--db", str(tmp_path / "r.db"))
    assert isinstance(outcome.exception, InputError)
    assert outcome.exception.message == "expected builtin:demo-hard, found 'builtin:demo'"


def test_an_attribute_that_no_item_has_is_no_stratum(tmp_path: Path) -> None:
    source = write_items(tmp_path / "items.jsonl", [item(n) for n in range(3)])
    who = ("--annotators", "ann", "--scheme", "hardened-item")
    outcome = run("new", str(tmp_path / "q.toml"), "--from", source, "--by", "levle", *who)
    assert isinstance(outcome.exception, InputError)
    assert "Wrong --by" in str(outcome.exception)
    assert "found 'levle'" in str(outcome.exception)
    assert "level" in str(outcome.exception)


def test_items_about_which_the_scheme_asks_nothing_are_named(tmp_path: Path) -> None:
    plain = item(1)
    atom = {"id": "R1", "group": "relations", "description": "rain"}
    with_rubric = item(2, rubric=[atom])
    who = ("--annotators", "ann", "--scheme", str(tmp_path / "atoms.toml"))
    (tmp_path / "g.md").write_text("# How", encoding="utf-8")
    (tmp_path / "atoms.toml").write_text(
        'name = "atoms"\ntitle = "Atoms"\nguidelines = "g.md"\n[[checks]]\nid = "there"\n'
        'text = "Is it there?"\nkind = "yes_no"\neach = "atom"\naccept = ["yes"]\n',
        encoding="utf-8",
    )
    source = write_items(tmp_path / "plain.jsonl", [plain])
    outcome = run("new", str(tmp_path / "q.toml"), "--from", source, *who)
    assert isinstance(outcome.exception, InputError)
    assert "expected checks about these items, found none" in str(outcome.exception)
    source = write_items(tmp_path / "rubric.jsonl", [with_rubric])
    assert run("new", str(tmp_path / "q.toml"), "--from", source, *who).exception is None


def test_export_writes_the_requested_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    queue = small_queue(tmp_path)
    database = tmp_path / "work.db"
    with Database.open(database) as db:
        for who in "ab":
            play(db, queue, who, saying(["i0"]), ManualClock())
    out = [str(tmp_path / name) for name in ("v.csv", "f.jsonl", "i.jsonl")]
    files = ("--verdicts", out[0], "--final", out[1], "--items", out[2])
    for named in (queue.path, "q"):
        run_outcome = run("export", named, *files, "--db", str(database), "--json")
        document = json.loads(run_outcome.stdout)
        assert (document["accepted"], document["not_accepted"], document["open"]) == (5, 1, 0)
    assert len(load(out[2]).items) == 5
    plainly = run("export", queue.path, *files, "--db", str(database)).stdout
    assert plainly.splitlines()[-3:] == ["accepted: 5", "not accepted: 1", "open: 0"]
    accepted = export.accepted

    def proved(*arguments: Any, **more: Any) -> Any:
        return replace(accepted(*arguments, **more), proofs={"an item": "proved"})

    monkeypatch.setattr(export, "accepted", proved)
    plainly = run("export", queue.path, *files, "--db", str(database)).stdout
    assert plainly.splitlines()[-1] == "formalization attached to an item: proved"
    assert len(Path(out[0]).read_text(encoding="utf-8").splitlines()) == 1 + document["verdicts"]


def test_export_needs_a_queue_with_work(tmp_path: Path) -> None:
    Database.open(tmp_path / "work.db").close()
    files = ("--items", str(tmp_path / "i.jsonl"), "--db", str(tmp_path / "work.db"))
    result = run("export", "nothing", *files)
    assert "Nobody has worked on this queue" in str(result.exception)
    assert "expected the queue 'nothing', found no queue" in str(result.exception)
    assert "none" not in str(result.exception)


@pytest.mark.parametrize("names", [" ,", "ann,ann"])
def test_annotators_are_checked_before_the_overlap(tmp_path: Path, names: str) -> None:
    queue = str(tmp_path / "q.toml")
    scheme = ("--scheme", "instantiated-item", "--annotators", names, "--overlap", "2")
    result = run("new", queue, "--from", "builtin:contexthub", *scheme)
    assert "Wrong --annotators" in str(result.exception)
    assert not Path(queue).exists()


def resolved(*arguments: str) -> tuple[str | None, list[str]]:
    assert isinstance(annotate, AnnotateGroup)
    context = annotate.make_context("annotate", list(arguments), resilient_parsing=True)
    name, _, rest = annotate.resolve_command(context, [*context._protected_args, *context.args])
    return name, rest


def test_an_argument_that_is_not_a_command_is_a_queue() -> None:
    assert resolved("new", "q.toml") == ("new", ["q.toml"])
    queue, rest = resolved("q.toml", "--annotator", "a")
    assert queue not in ("new", "export")
    assert rest == ["q.toml", "--annotator", "a"]
    assert resolved("--annotator", "a", "q.toml")[1] == ["q.toml", "--annotator", "a"]


def test_a_changed_queue_is_named_and_absent_annotators_are_listed(
    tmp_path: Path,
) -> None:
    queue = small_queue(tmp_path)
    database = tmp_path / "work.db"
    clock = ManualClock()
    with Database.open(database) as db:
        for who in "ab":
            play(db, queue, who, saying(["i0"]), clock)
    path = Path(queue.path)
    path.write_text(path.read_text().replace('title = "q"', 'title = "new"'), encoding="utf-8")
    files = ("--final", str(tmp_path / "f.jsonl"), "--db", str(database))
    for command in (
        ("watch", str(path), "--once", "--db", str(database)),
        ("export", path, *files),
    ):
        message = str(run(*map(str, command)).exception)
        assert "Nobody has worked on this version" in message
        assert "Give the id, q," in message
    clock.advance(60)
    with Database.open(database) as db:
        play(db, load_queue(path), "b", saying([]), clock)
    watch_output = run("watch", str(path), "--once", "--db", str(database)).stdout
    assert "12 of 12 judgements done" in watch_output
    assert "a has not opened this version: 6 judgements from an earlier one counted" in watch_output
    run_outcome = run("export", str(path), *files)
    assert "6 judgements from an earlier version counted" in run_outcome.stderr
    rows = [json.loads(line) for line in (tmp_path / "f.jsonl").read_text().splitlines()]
    assert len({row["entry"] for row in rows}) == 6


@pytest.mark.parametrize(
    ("field", "wrong"), [("scheme", '"none-such"'), ("sources", '["none-such.jsonl"]')]
)
def test_a_wrong_source_or_scheme_is_reported_with_the_queue_and_the_line(
    tmp_path: Path, field: str, wrong: str
) -> None:
    path = Path(small_queue(tmp_path).path)
    lines = path.read_text(encoding="utf-8").splitlines()
    (number,) = [n for n, line in enumerate(lines, 1) if line.startswith(f"{field} = ")]
    lines[number - 1] = f"{field} = {wrong}"
    path.write_text("\n".join(lines), encoding="utf-8")
    with Database.open(tmp_path / "work.db") as db, pytest.raises(InputError) as caught:
        Desk.open(db, load_queue(path), "a")
    assert f"{path}, line {number}, {field}: " in caught.value.message
    assert "none-such" in caught.value.message
