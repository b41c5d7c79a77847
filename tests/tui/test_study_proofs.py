"""Gold is proved before the first participant waits: by `study check`, `simulate` and `take`."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import items.gold.verify
from items.files.loading import load
from items.files.proofs import shipped
from items.gold.check import ItemCheck, check_item
from items.models import Item
from items.sources.files import builtin_names
from sessions.record import proofs
from sessions.storage.database import Database
from sessions.taking.preflight import check_study
from study.files.study_file import study_file
from tui.cli import main

STUDY = 'title = "T"\nconsent = "C"\n[[blocks]]\nsource = "items.jsonl"\n'


def record(name: str, gold: str, query: str = "necessary(A)") -> dict[str, Any]:
    return {
        "id": name,
        "text": "It rains, or it snows. It does not rain.",
        "formalization": {
            "parameters": {"A": "Bool", "B": "Bool"},
            "premise": ["A | B", "~A"],
        },
        "questions": [{"text": "?", "kind": "necessary", "query": query, "gold": gold}],
    }


INFORMAL = {"id": "informal", "text": "?", "questions": [{"kind": "text", "gold": "because"}]}
RIGHT, FALSE = record("right", "unnecessary"), record("false", "necessary")
ALSO_FALSE = record("false-too", "unnecessary", "necessary(B)")


@pytest.fixture
def study(tmp_path: Path) -> Callable[..., Path]:
    def write_study(*records: dict[str, Any], more: str = "") -> Path:
        lines = "".join(json.dumps(entry) + "\n" for entry in records)
        (tmp_path / "items.jsonl").write_text(lines, encoding="utf-8")
        path = tmp_path / "study.toml"
        path.write_text(more + STUDY, encoding="utf-8")
        return path

    return write_study


class Log(Sequence[str]):
    """Lines of a file that several processes add to."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, line: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    @property
    def lines(self) -> list[str]:
        return self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []

    def __getitem__(self, place: Any) -> Any:
        return self.lines[place]

    def __len__(self) -> int:
        return len(self.lines)


@pytest.fixture
def proved_ids(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Log:
    """The ids of the items put to the solver, as they are, in whichever process."""
    ids = Log(tmp_path / "proved.log")

    def counted(item: Item, **settings: Any) -> ItemCheck:
        ids.add(item.id)
        return check_item(item, **settings)

    monkeypatch.setattr(items.gold.verify, "check_item", counted)
    monkeypatch.setattr("tui.apps.participant.ParticipantApp.run_to_the_end", lambda _app: 0)
    return ids


def call(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--db", str(folder / "record.db")])


def refusal(result: Result) -> str:
    """The output of a refused command, whoever prints it."""
    assert result.exit_code
    return f"{result.stderr} {getattr(result.exception, 'title', '')} {result.exception}"


@pytest.mark.parametrize(
    "command",
    [
        ("study", "check"),
        ("take",),
        ("take", "--pilot"),
        ("take", "--participant", "P1"),
        ("simulate", "--participants", "1", "--seed", "1"),
    ],
)
def test_two_false_golds_are_refused_at_once_with_their_ids(
    command: tuple[str, ...], study: Callable[..., Path], tmp_path: Path, proved_ids: Log
) -> None:
    path = study(RIGHT, FALSE, ALSO_FALSE)
    result = call(tmp_path, *command, str(path))
    assert "gold is wrong" in refusal(result)
    assert "refutes 2: false, false-too" in refusal(result)
    assert sorted(proved_ids) == ["false", "false-too", "right"]
    with Database.open(tmp_path / "record.db") as db:
        states = sorted(proofs.load(db).values())
        assert db.rows("SELECT * FROM session") == []
    assert states == ["disproved", "disproved", "proved"]


@pytest.mark.usefixtures("proved_ids")
def test_false_gold_that_is_allowed_is_named(study: Callable[..., Path], tmp_path: Path) -> None:
    path = study(RIGHT, FALSE, INFORMAL, more="allow_disproved = true\n")
    result = call(tmp_path, "study", "check", str(path))
    assert result.exit_code == 1
    assert "1 item: gold refuted by the solver, used anyway: false\n" in result.stdout
    assert "1 item: gold that no solver can prove: informal\n" in result.stdout
    assert call(tmp_path, "take", str(path)).stderr == "", "participants are told nothing"


@pytest.mark.slow
@pytest.mark.usefixtures("proved_ids")
@pytest.mark.parametrize(
    ("table", "role"),
    [
        ('[example]\nsource = "judged.jsonl"\nitem = "false"\n', "the worked example has false"),
        ('[qualification]\nsource = "judged.jsonl"\n', "a test has false"),
        (
            '[[blocks]]\nstation = "practice"\nid = "warm"\nsource = "judged.jsonl"\n',
            "a practice run has false",
        ),
        ('[[blocks]]\nstation = "check"\nsource = "judged.jsonl"\n', "has false"),
    ],
)
@pytest.mark.parametrize("command", [("study", "check"), ("take",), ("take", "--pilot")])
def test_a_refuted_gold_is_not_used_in_practice_or_scoring(
    study: Callable[..., Path], tmp_path: Path, table: str, role: str, command: tuple[str, ...]
) -> None:
    path = study(RIGHT, more="allow_disproved = true\n")
    path.write_text(f"{path.read_text()}{table}", encoding="utf-8")
    judged = tmp_path / "judged.jsonl"
    judged.write_text(json.dumps(FALSE) + "\n", encoding="utf-8")
    message = refusal(call(tmp_path, *command, str(path)))
    assert "taught or judged by a gold that is wrong" in message
    assert role in message
    # The same with a right gold is nothing to refuse, nor is a wrong one among what is not scored.
    judged.write_text(json.dumps({**RIGHT, "id": "false"}) + "\n", encoding="utf-8")
    assert call(tmp_path, "take", str(path)).exit_code == 0


@pytest.mark.usefixtures("proved_ids")
def test_a_worked_example_is_proved_as_any_item(study: Callable[..., Path], tmp_path: Path) -> None:
    path = study(RIGHT)
    (tmp_path / "example.jsonl").write_text(json.dumps(FALSE) + "\n", encoding="utf-8")
    table = '[example]\nsource = "example.jsonl"\nitem = "false"\n'
    path.write_text(f"{path.read_text()}{table}", encoding="utf-8")
    assert "refutes 1: false" in refusal(call(tmp_path, "study", "check", str(path)))


@pytest.mark.slow
def test_an_item_is_proved_once_and_again_when_its_gold_is_edited(
    study: Callable[..., Path], tmp_path: Path, proved_ids: Log
) -> None:
    path = study(RIGHT, INFORMAL)
    assert call(tmp_path, "take", str(path)).exit_code == 0
    assert sorted(proved_ids) == ["informal", "right"]
    assert call(tmp_path, "take", str(path)).stderr == ""
    assert call(tmp_path, "study", "check", str(path)).exit_code == 1
    assert len(proved_ids) == 2
    path = study({**RIGHT, "questions": FALSE["questions"]}, INFORMAL)
    assert "refutes 1: right" in refusal(call(tmp_path, "take", str(path)))
    assert proved_ids[2:] == ["right"]


def test_undecided_items_are_named_and_not_retried_at_every_start(
    study: Callable[..., Path], tmp_path: Path, proved_ids: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = study(RIGHT, FALSE)
    assert check_study.__kwdefaults__ is not None
    monkeypatch.setitem(check_study.__kwdefaults__, "seconds", 1e-9)
    result = call(tmp_path, "take", "--pilot", str(path))
    assert "2 items: gold not proved: right, false" in result.stderr
    assert len(proved_ids) == 2
    assert call(tmp_path, "take", str(path)).exit_code == 0
    assert len(proved_ids) == 2, "this program tried them before"
    assert "refutes 1: false" in refusal(call(tmp_path, "study", "check", str(path)))
    assert len(proved_ids) == 4


def test_a_session_resumes_although_its_items_are_now_false(
    study: Callable[..., Path], tmp_path: Path, proved_ids: Log
) -> None:
    path = study(RIGHT)
    assert (
        call(tmp_path, "simulate", str(path), "--participants", "1", "--seed", "1").exit_code == 0
    )
    with Database.open(tmp_path / "record.db") as db, db.atomic() as connection:
        connection.execute("UPDATE session SET simulated = 0, code = 'P1'")
    study(FALSE)
    proved_ids.path.unlink()
    assert call(tmp_path, "take", str(path), "--participant", "p1").exit_code == 0
    assert proved_ids.lines == []
    assert call(tmp_path, "take", str(path)).exit_code == 0, "P1 may type the code"
    assert proved_ids.lines == ["false"]


@pytest.mark.slow
def test_the_items_that_ship_are_known(proved_ids: Log, tmp_path: Path) -> None:
    for name in builtin_names():
        for item in load(f"builtin:{name}").items:
            assert item.content_hash in shipped(), item.id
    assert study_file("builtin:demo").builtin_alone
    assert call(tmp_path, "take", "builtin:demo").stderr == ""
    assert proved_ids.lines == []
    assert not (tmp_path / "record.db").exists()


def test_sources_are_distinguished(study: Callable[..., Path]) -> None:
    path = study(RIGHT)
    assert not study_file(path).builtin_alone
    path.write_text('title = "T"\n', encoding="utf-8")
    assert not study_file(path).builtin_alone
    path.write_text('[[blocks]]\nsource = ["builtin:demo", "builtin:practice"]\n')
    assert study_file(path).builtin_alone
    path.write_text('[[blocks]]\nsource = ["builtin:demo", "mine.json"]\n')
    assert not study_file(path).builtin_alone


def test_no_link_is_written_for_a_study_with_a_false_gold(
    study: Callable[..., Path], tmp_path: Path
) -> None:
    arguments = ["-n", "1", "--db", str(tmp_path / "r.db")]
    refused = CliRunner().invoke(main, ["invite", str(study(RIGHT, FALSE)), *arguments])
    assert refused.exit_code == 2
    assert "/s/" not in refused.output
    assert "false" in refused.output
    named = CliRunner().invoke(main, ["invite", str(study(RIGHT, INFORMAL)), *arguments])
    assert named.exit_code == 0
    assert "/s/" in named.stdout
    assert "gold that no solver can prove: informal" in named.stderr


def test_premises_that_contradict_one_another_are_named(
    study: Callable[..., Path], tmp_path: Path
) -> None:
    broken = record("broken", "necessary")
    broken["formalization"]["premise"] = ["A | B", "~A", "A"]
    arguments = ["--db", str(tmp_path / "r.db")]
    result = CliRunner().invoke(main, ["study", "check", str(study(broken)), *arguments])
    assert result.exit_code == 1
    assert "1 item: premises that contradict one another" in result.output
    assert "broken" in result.output.split("contradict")[1]
    fine = CliRunner().invoke(main, ["study", "check", str(study(RIGHT)), *arguments])
    assert "contradict" not in fine.output
