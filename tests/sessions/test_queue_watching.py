"""The manager's page: counted again by plain code, and on screen."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from sessions.annotation.queue_watch import QueueWatch, glance
from sessions.annotation.results import results
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from solver.errors import InputError
from tests.sessions.annotation_samples import controls, play, saying, small_queue
from tui import i18n
from tui.apps.watch import WatchApp
from tui.cli import main
from tui.state.queue_board import board_lines, queue_lines

START = datetime(2030, 1, 1, tzinfo=UTC)


def worked(folder: Path) -> Path:
    """Ann finds i2 unclear, Bo nothing, controls included, which are unclear; Cy never comes."""
    path = folder / "r.db"
    queue = small_queue(
        folder / "q",
        annotators=("a", "b", "c"),
        overlap=2,
        controls=controls(folder / "c", {"clear": "no"}),
        control_share=0.2,
    )
    with Database.open(path) as db:
        play(db, queue, "a", saying(["i2", "i90", "i91"]), ManualClock())
        play(db, queue, "b", saying([]), ManualClock())
    return path


def test_the_glance_equals_a_plain_count(tmp_path: Path) -> None:
    path = worked(tmp_path)
    with Database.open(path) as db:
        (row,) = db.tuples("SELECT hash FROM queue")
        queue_results = results(db, row[0])
        queue_glance = glance(queue_results, START + timedelta(minutes=30))
        regular = [
            e.id
            for e in queue_results.stored_queue.queue.entries
            if not queue_results.control(e.id)
        ]
        ann, bo, cy = queue_glance.annotators
        assert [annotator.name for annotator in queue_glance.annotators] == ["a", "b", "c"]
        number = len(queue_results.stored_queue.material.controls)
        assert (ann.controls, ann.controls_right) == (number, number)
        assert (bo.controls, bo.controls_right) == (number, 0)
        assert (cy.done, cy.seconds_ago, cy.median_seconds) == (0, None, None)
        assert ann.done + bo.done == queue_glance.done
        assert ann.last_hour + bo.last_hour == queue_glance.done
        assert queue_glance.places == 2 * 6 + 3 * number
        assert cy.left == 4 + number
        assert sum(queue_glance.outcomes.values()) == len(regular) == 6
        assert queue_glance.hours_left == pytest.approx(
            (queue_glance.places - queue_glance.done) / queue_glance.done
        )
        both = [e for e in regular if len(queue_results.submissions[e]) == 2]
        same = sum(
            len({work.verdicts["clear"].verdict for work in queue_results.submissions[e].values()})
            == 1
            for e in both
        )
        (clear,) = [check for check in queue_glance.checks if check.check == "clear"]
        assert (clear.units, clear.unanimous) == (len(both), same / len(both))
        later = glance(queue_results, START + timedelta(hours=9))
        assert later.hours_left is None
        assert later.annotators[0].seconds_ago == pytest.approx(9 * 3600, abs=600)


def test_the_progress_is_printed_and_nothing_is_written(tmp_path: Path) -> None:
    path = worked(tmp_path)
    before = path.read_bytes()
    queue = str(tmp_path / "q" / "q.toml")
    result = CliRunner().invoke(main, ["annotate", "watch", queue, "--db", str(path), "--json"])
    assert result.exit_code == 0, result.stderr
    assert {load["name"] for load in json.loads(result.stdout)["annotators"]} == {"a", "b", "c"}
    run = CliRunner().invoke(main, ["annotate", "watch", "q", "--db", str(path), "--once"])
    assert "last seen" in run.stdout
    assert "unanimous" in run.stdout
    assert path.read_bytes() == before
    wrong = CliRunner().invoke(main, ["annotate", "watch", "nobody", "--db", str(path)])
    assert wrong.exit_code == 2
    assert "expected one of q, found 'nobody'" in wrong.stderr


@pytest.mark.parametrize("size", [(80, 24), (120, 35)])
async def test_the_page_follows_the_record(tmp_path: Path, size: tuple[int, int]) -> None:
    path = worked(tmp_path)
    app = WatchApp(QueueWatch(path, "q"), board_lines, path.name)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        lines = app.screen._compositor.render_strips(app.size)
        text = "\n".join("".join(segment.text for segment in line) for line in lines)
        assert "judgements done" in text
        rows = text.splitlines()
        assert all(row.strip() == "" or len(row) <= size[0] for row in rows)
        head = next(n for n, row in enumerate(rows) if row.strip().startswith("annotator"))
        ends = [rows[head].index(name) + len(name) for name in ("done", "to go", "last seen")]
        for row in rows[head + 1 : head + 4]:
            assert all(row[end - 1] != " " and row[end : end + 1] in (" ", "") for end in ends), row
        app.again()
        await pilot.pause()


def test_a_finished_queue_has_no_time_left(tmp_path: Path) -> None:
    path = worked(tmp_path)
    with Database.open(path) as db:
        (row,) = db.tuples("SELECT hash FROM queue")
        unfinished = glance(results(db, row[0]), START + timedelta(minutes=30))
    finished = replace(unfinished, done=unfinished.places, hours_left=0.0)
    for now in (finished, replace(finished, hours_left=None)):
        text = "\n".join(queue_lines(now, 100))
        assert "judgements done (100%)\n" in text
        assert "hour" not in text.replace("last hour  ", "")
    assert "hours left" in "\n".join(queue_lines(unfinished, 100))


def test_the_progress_is_shown_in_chinese(tmp_path: Path) -> None:
    path = worked(tmp_path)
    arguments = ["annotate", "watch", "q", "--db", str(path), "--once", "--language"]
    try:
        chinese = CliRunner().invoke(main, [*arguments, "zh"]).stdout
        english = CliRunner().invoke(main, [*arguments, "en"]).stdout
    finally:
        i18n.use("en")
    assert len(chinese.splitlines()) == len(english.splitlines())
    assert "标注者" in chinese
    for word in ("annotator", "last seen", "judgements", "agreed", "ago"):
        assert word in english
        assert word not in chinese


def test_an_unknown_queue_is_refused(tmp_path: Path) -> None:
    path = worked(tmp_path)
    with pytest.raises(InputError, match="Nobody has worked"):
        QueueWatch(path, "other")
