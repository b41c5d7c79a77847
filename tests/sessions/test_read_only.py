"""A database on a medium that cannot be written is read as any other, and nothing is made there."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from sessions.storage.database import Database, ReadOnlyError
from sessions.upkeep.backup import back_up
from tests.effort import tally
from tests.sessions.player import Player
from tests.study.samples import sample
from tui.cli import main


@pytest.fixture
def medium(tmp_path: Path) -> Iterator[Path]:
    """A file system of the test's own with the files as a kill leaves them, as a closed program
    leaves them, and as `backup` makes them; then read-only."""
    place = tmp_path / "medium"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=32m", "none", str(place)]
    if os.geteuid() or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        live = tmp_path / "live.db"
        with Database.open(live) as db:
            Player(db, sample(), 1).play()
            for end in ("", "-wal"):
                shutil.copyfile(f"{live}{end}", place / f"killed.db{end}")
        shutil.copyfile(live, place / "closed.db")
        back_up(live, place / "copy.db")
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", ["killed.db", "closed.db", "copy.db"])
def test_reading_commands_work_on_a_read_only_file(medium: Path, tmp_path: Path, name: str) -> None:
    before = sorted(medium.iterdir())
    db = ("--db", str(medium / name))
    assert json.loads(run("check-db", *db, "--json"))["problems"] == []
    assert json.loads(run("report", *db, "--json"))["tables"]
    run("report", *db, "--html", str(tmp_path / "report.html"))
    run("export", "--to", str(tmp_path / "out"), *db)
    assert "answer" in (tmp_path / "out" / "events.jsonl").read_text()
    run("merge", str(tmp_path / "all.db"), str(medium / name))
    run("backup", str(tmp_path / "backup.db"), *db)
    run("check-db", *db, "--rescue", str(tmp_path / "saved.db"))
    (study,) = json.loads(run("watch", *db, "--json"))
    assert study["counts"]["completed"] == 1
    assert study["study"] in run("watch", *db, "--once")
    run("payments", *db, "--to", str(tmp_path / "payments.csv"))
    refused = CliRunner().invoke(main, ["backup", str(medium / "backup.db"), *db])
    assert refused.exit_code == 3
    assert f"{medium / 'backup.db'}: Read-only file system" in refused.output
    assert sorted(medium.iterdir()) == before
    tally("medium that cannot be written, every command that reads", 10, 10)
    with pytest.raises(ReadOnlyError):
        Database.open(medium / name)


@pytest.mark.parametrize("name", ["killed.db", "closed.db"])
def test_a_screen_that_keeps_watching_is_refused_with_the_way_out(medium: Path, name: str) -> None:
    for command in (["watch"], ["annotate", "watch", "q"]):
        refused = CliRunner().invoke(main, [*command, "--db", str(medium / name)])
        assert refused.exit_code == 3
        text = " ".join(refused.output.split())
        assert f"{medium / name}: its folder cannot be written" in text
        assert "`--once` shows the current state." in text


def test_inspect_says_how_to_get_a_copy(medium: Path) -> None:
    path = medium / "closed.db"
    refused = CliRunner().invoke(main, ["inspect", "builtin:demo", "--db", str(path)])
    assert refused.exit_code == 3
    assert str(path) in refused.output
    assert "countermodel backup COPY --db FILE" in refused.output


def test_a_file_that_cannot_be_written_is_refused_before_work_is_done_for_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "r.db"
    with Database.open(path) as db, Database.open(path) as other:
        db.require_writable()
        db.wait_for_others(0)
        with other.atomic():
            db.require_writable()  # another program's transaction will end
        db.connection.execute("PRAGMA query_only = ON")
        with pytest.raises(ReadOnlyError):
            db.require_writable()
