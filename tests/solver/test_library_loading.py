"""Loading a library can be stopped, and goes on meanwhile."""

import sys
import threading
from pathlib import Path

import pytest

from solver.cancel import Budget, Cancel, GaveUp
from solver.engines.library_loading import loaded

SLOW = """
import tests.solver.test_library_loading as at
at.begun.set()
assert at.gate.wait(300)
value = 7
"""
begun, gate = threading.Event(), threading.Event()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_a_question_is_stopped_while_its_library_is_loaded(folder: Path) -> None:
    (folder / "slow_library.py").write_text(SLOW, encoding="utf-8")
    token = Cancel()
    ended: list[str] = []

    def ask() -> None:
        try:
            loaded("slow_library", Budget.of(600, token))
        except GaveUp as stop:
            ended.append(stop.reason)

    asking = threading.Thread(target=ask)
    asking.start()
    assert begun.wait(300)
    token.cancel(wait=0)
    asking.join(300)
    assert ended == ["interrupted"]
    with pytest.raises(GaveUp, match="timeout"):
        loaded("slow_library", Budget.of(0))
    gate.set()
    # It was being loaded all the time, once.
    assert loaded("slow_library", Budget.of(600)).value == 7
    assert loaded("slow_library", Budget.of(0)) is sys.modules["slow_library"]


def test_what_a_library_raises_is_raised_at_each_try(folder: Path) -> None:
    (folder / "broken_library.py").write_text("1 / 0\n", encoding="utf-8")
    for _turn in range(2):
        with pytest.raises(ZeroDivisionError):
            loaded("broken_library", Budget.of(600))
    with pytest.raises(ModuleNotFoundError):
        loaded("no_such_library", Budget.of(600))
