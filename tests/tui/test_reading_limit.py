"""No command reads a formalization without a time limit."""

import json
import math
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.files.loading import load
from items.sources import own_format_quick
from solver import cancel
from solver.cancel import Budget, Cancel, GaveUp
from solver.errors import NotRead
from solver.language import loader
from solver.language.loader import forget, load_problem
from solver.language.scratchpad_lines import read_scratch
from tui.cli import main

FORMAL = {
    "parameters": {"likes": "Function(2)", "ann": "Person", "ben": "Person"},
    "premise": ["likes(ann, ben)", "∀x (likes(ann, x) → likes(x, ann))"],
}
ITEM = {
    "id": "one",
    "text": "Ann likes Ben. Whoever Ann likes likes Ann.",
    "formalization": FORMAL,
    "questions": [
        {
            "id": "1",
            "text": "Does Ben like Ann?",
            "kind": "necessary",
            "query": "necessary(likes(ben, ann))",
            "gold": "necessary",
        }
    ],
}
COMMANDS = (
    "verify FILE",
    "solve FILE",
    "diff FILE --edit drop-1",
    "diagnose FILE",
    "ask FILE --dry-run --model m --base-url http://localhost:1/v1",
    "items audit FILE",
    "items claims FILE",
    "items convert FILE --to own -o OUT.jsonl",
    "items dedupe FILE -o OUT.jsonl",
    "items lint FILE",
    "items list FILE",
    "items normalize FILE -o OUT.jsonl",
    "items sample FILE -n 1 -o OUT.jsonl",
    "items show FILE",
    "items splits FILE",
    "generate perturbed FILE -o OUT.jsonl",
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "items.jsonl"
    path.write_text(json.dumps(ITEM, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_reading_any_file_ends_in_time(
    command: str, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadlines: list[float] = []
    real = loader._Loader.problem

    def noted(self: loader._Loader) -> object:
        deadlines.append(self.meter.budget.deadline)
        return real(self)

    monkeypatch.setattr(loader._Loader, "problem", noted)
    names = {"FILE": str(file), "OUT.jsonl": str(tmp_path / "out.jsonl"), "drop-1": "drop 1"}
    arguments = [names.get(word, word) for word in command.split()]
    forget()
    first = CliRunner().invoke(main, arguments)
    assert first.exception is None or isinstance(first.exception, SystemExit), first.output
    assert deadlines, first.output
    assert all(map(math.isfinite, deadlines))
    # The same where there is no time at all: it ends, and is no fault of the program.
    monkeypatch.setattr(cancel, "READING_SECONDS", 0.0)
    forget()
    (tmp_path / "out.jsonl").unlink(missing_ok=True)
    second = CliRunner().invoke(main, arguments)
    assert second.exception is None or isinstance(second.exception, SystemExit), second.output
    assert "Traceback" not in second.output


def test_abandoned_readings_are_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[float] = []
    real = loader._Loader.problem

    def noted(self: loader._Loader) -> object:
        tried.append(self.meter.budget.deadline)
        return real(self)

    monkeypatch.setattr(loader._Loader, "problem", noted)
    monkeypatch.setattr(cancel, "READING_SECONDS", 0.0)
    forget()
    for _turn in range(3):
        with pytest.raises(NotRead, match="given up") as caught:
            load_problem(FORMAL)
        assert caught.value.message == "timeout"
    assert len(tried) == 1
    # Whoever gives it time of their own is served, and so is everybody after.
    assert load_problem(FORMAL, budget=Budget.of(600)).premises
    assert load_problem(FORMAL).premises
    assert len(tried) == 2
    # Stopping one reading says nothing about the text.
    token = Cancel()
    token.cancel()
    forget()
    monkeypatch.setattr(cancel, "READING_SECONDS", 60.0)
    with pytest.raises(NotRead, match="given up"):
        load_problem(FORMAL, budget=Budget(math.inf, token))
    assert load_problem(FORMAL).premises
    forget()
    assert not loader._given_up


def test_reading_other_data_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cancel, "READING_SECONDS", 0.0)
    forget()
    scratch = read_scratch("A: Bool\nA & (\nA\n? possible(A)\n")
    assert scratch.error is not None
    assert scratch.error.message == "timeout"
    path = tmp_path / "x.pad"
    path.write_text("B: Bool\nB\n? possible(B)\n", encoding="utf-8")
    loaded = load(path)
    assert not loaded.items
    assert "timeout" in str(loaded.problems[0])
    with pytest.raises(GaveUp):
        cancel.for_reading(cancel.NO_LIMIT).check()
    assert cancel.for_reading(Budget.of(100)).left > 50
    forget()


def test_a_file_of_what_cannot_be_read_in_time_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Abandoned readings use up the file's time, and successful ones do not."""
    limits: list[float] = []
    now = [0.0]
    real = loader._Loader.problem

    def slow(self: loader._Loader) -> object:
        limits.append(self.meter.budget.left)
        now[0] += 40.0
        if "Slow" in str(self.formalization["premise"]):
            raise GaveUp("timeout")
        return real(self)

    def formal(n: int, word: str) -> dict[str, object]:
        return {
            "parameters": {word: "Bool", f"p{n}": "Bool"},
            "premise": [f"{'~' * n}{word} & p{n}"],
        }

    monkeypatch.setattr(loader, "monotonic", lambda: now[0])
    monkeypatch.setattr(loader._Loader, "problem", slow)
    question = {"kind": "text", "text": "?"}
    words = ["Slow", "Fine"] * 10
    path = tmp_path / "items.jsonl"
    whole = {"text": "x", "questions": [question]}
    items = [
        whole | {"id": str(n), "formalization": formal(n, word)} for n, word in enumerate(words)
    ]
    path.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    forget()
    own_format_quick.forget()
    loaded = load(path)
    assert len(loaded.items) == 20, "an item without answers to be built is there all the same"
    tries = limits[::2]
    assert len(limits) == 20
    assert all(50 < limit <= 60 for limit in tries[:7]), "of 300 s, 40 s each"
    assert 0 < tries[7] <= 20
    assert max(tries[8:]) <= cancel.MIN_SECONDS
    assert min(limits[1::2]) > 0
    # What had all its time is not tried again; what had less is.
    limits.clear()
    load(path)
    assert len(limits) == 3
    assert all(limit > 50 for limit in limits)
    forget()
