"""A scheme of one's own, as a file or as a plug-in: a queue is made, judged and counted by it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sessions.annotation.desk import Desk
from sessions.annotation.new_queue import Order, new_queue
from sessions.annotation.results import results
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from solver.errors import InputError
from solver.plugins import take_complaints
from study.annotation.queue import load_queue
from study.annotation.scheme import PLUGINS, load_scheme, scheme_names
from tests.extension.test_page import sections
from tests.plugin_distributions import install
from tests.sessions.annotation_samples import write_items
from tests.study.annotation.samples import item

(MODULE,) = [block.text for block in sections()["A scheme"] if block.language == "python"]
POINT = {"countermodel.schemes": {"clarity": "clarity_scheme"}}


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The distribution of the page, and another whose module holds no scheme."""
    install(tmp_path, "clarity", {"clarity_scheme.py": MODULE}, POINT)
    nothing = {"countermodel.schemes": {"empty": "empty_scheme"}}
    install(tmp_path, "empty", {"empty_scheme.py": '"""Nothing."""\n'}, nothing)
    monkeypatch.syspath_prepend(str(tmp_path))
    PLUGINS.refresh()
    yield
    monkeypatch.undo()
    PLUGINS.refresh()
    take_complaints()


@pytest.mark.usefixtures("plugged")
def test_a_plug_in_is_known_by_name_after_the_own_ones() -> None:
    names = scheme_names()
    assert names[-2:] == ("clarity", "empty")
    assert "hardened-item" in names
    loaded = load_scheme("clarity")
    assert [check.id for check in loaded.scheme.checks] == ["clear", "fault"]
    assert loaded.guidelines.startswith("# Clarity")


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("as_file", [True, False])
def test_a_queue_is_judged_by_it(tmp_path: Path, as_file: bool) -> None:
    scheme = "clarity"
    if as_file:
        scheme = str(tmp_path / "own.toml")
        Path(scheme).write_text(load_scheme("clarity").text, encoding="utf-8")
    path = tmp_path / "queue.toml"
    source = write_items(tmp_path / "items.jsonl", [item(n) for n in range(2)])
    order = Order(path=path, sources=(source,), scheme=scheme, annotators=("ann",), seed=1)
    path.write_text(new_queue(order).text, encoding="utf-8")
    with Database.open(":memory:") as db:
        desk = Desk.open(db, load_queue(path), "ann", clock=ManualClock())
        for verdict, codes in (("yes", None), ("no", ("scope",))):
            assert desk.next() is not None
            desk.give("clear", verdict, "two readings")
            if codes is not None:
                desk.give("fault", codes)
            desk.submit()
        desk.close()
        queue_results = results(db, desk.stored_queue.hash)
        entries = [entry.id for entry in queue_results.stored_queue.queue.entries]
        assert {queue_results.final(entry).accepted for entry in entries} == {True, False}


@pytest.mark.usefixtures("plugged")
def test_a_plug_in_without_a_scheme_is_reported() -> None:
    with pytest.raises(InputError, match="SCHEME"):
        load_scheme("empty")
