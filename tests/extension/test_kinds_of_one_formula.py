"""A kind of another distribution that asks whether a formula follows, or can hold, decides whatever
`necessary` and `possible` decide: truth questions, options, and what completes an argument.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.answers import ChoiceAnswer, TruthAnswer, VerdictAnswer
from items.files.loading import load
from items.formal import formal_item
from items.gold.refutation import refute
from items.gold.right_answers import respond
from items.inspection.vacuity import is_vacuous
from items.models import Item
from solver.kinds.registry import KINDS, asks_whether_follows, asks_whether_possible
from solver.language.edits import theory
from solver.plugins import take_complaints
from solver.queries import Session
from study.diagnosis.question_readings import QuestionReadings
from tests.plugin_distributions import install
from tui.cli import main

MODULE = '''"""`certain(f)` and `conceivable(f)`: necessary and possible by other words."""

from dataclasses import replace

from solver.kinds.necessary import Necessary
from solver.kinds.possible import Possible
from solver.kinds.words import Text


def renamed(kind, words):
    return tuple(
        replace(word, verdict=name, meaning=Text(f"{name}: as said", name), spellings=())
        for word, name in zip(kind.verdicts, words)
    )


class Certain(Necessary):
    word = "certain"
    verdicts = renamed(Necessary, ("certain", "uncertain"))

    def answer(self, engine, query, limit):
        answer = super().answer(engine, query, limit)
        return replace(answer, verdict={"necessary": "certain"}.get(answer.verdict, "uncertain"))


class Conceivable(Possible):
    word = "conceivable"
    verdicts = renamed(Possible, ("conceivable", "inconceivable"))

    def answer(self, engine, query, limit):
        answer = super().answer(engine, query, limit)
        words = {"possible": "conceivable"}
        return replace(answer, verdict=words.get(answer.verdict, "inconceivable"))


CERTAIN, CONCEIVABLE = Certain(), Conceivable()
'''
KINDS_GIVEN = {"certain": "degrees:CERTAIN", "conceivable": "degrees:CONCEIVABLE"}
LETTERS = {"A": "Ann comes", "B": "Bob comes", "C": "Cem comes"}


def record(question: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An item with the premises A -> B and A, and one question."""
    return {
        "id": "guests",
        "text": "If Ann comes, Bob comes. Ann comes.",
        "formalization": {"premise": ["A -> B", "A"], "translation": LETTERS},
        "questions": [{"id": "1", **question}],
        **more,
    }


def options(*formulas: str) -> list[dict[str, str]]:
    return [{"text": formula, "formula": formula} for formula in formulas]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to write in, while the two kinds are installed."""
    install(
        tmp_path / "plugin", "degrees", {"degrees.py": MODULE}, {"countermodel.kinds": KINDS_GIVEN}
    )
    monkeypatch.syspath_prepend(str(tmp_path / "plugin"))
    KINDS.refresh()
    yield tmp_path
    monkeypatch.undo()
    KINDS.refresh()
    assert take_complaints() == ()


def loaded(folder: Path, entry: dict[str, Any]) -> tuple[Item, Path]:
    path = folder / "guests.json"
    path.write_text(json.dumps([entry]), encoding="utf-8")
    (item,) = load(path, strict=True).items
    return item, path


def response(item: Item) -> Any:
    """What the solver answers to the item's one question."""
    formal = formal_item(item)
    assert formal is not None
    query = formal.queries.get(0)
    session = Session(theory(formal.problem, "baseline" if query is None else query.under))
    return respond(item, formal, 0, session).value


def verified(path: Path) -> tuple[int, int]:
    """How many golds `verify` agrees with, and disagrees with."""
    run = CliRunner().invoke(main, ["verify", str(path), "--json"])
    figures = json.loads(run.stdout)
    return figures["agree"], len(figures["disagree"])


def test_what_they_ask(folder: Path) -> None:
    assert [asks_whether_follows(word) for word in ("certain", "conceivable")] == [True, False]
    assert [asks_whether_possible(word) for word in ("certain", "conceivable")] == [False, True]
    for word in (None, "no_such_kind", "enumerate_models", "has_alternative"):
        assert not asks_whether_follows(word)
        assert not asks_whether_possible(word)


@pytest.mark.parametrize(
    ("formula", "gold"), [("B", "true"), ("~B", "false"), ("C", "unknown")], ids=str
)
def test_a_truth_question(folder: Path, formula: str, gold: str) -> None:
    question = {"kind": "truth", "query": f"certain({formula})", "gold": gold}
    item, path = loaded(folder, record(question))
    assert response(item) == gold
    assert verified(path) == (1, 0)
    for wrong in {"true", "false", "unknown"} - {gold}:
        _, path = loaded(folder, record({**question, "gold": wrong}))
        assert verified(path) == (0, 1)


def test_a_truth_question_is_not_decided_by_what_can_hold(folder: Path) -> None:
    question = {"kind": "truth", "query": "conceivable(B)", "gold": "true"}
    _, path = loaded(folder, record(question))
    assert verified(path) == (0, 0)


def test_options_that_can_hold(folder: Path) -> None:
    question = {
        "kind": "choice",
        "query_kind": "conceivable",
        "options": options("~A", "C & B", "~B"),
        "gold": "B",
    }
    item, path = loaded(folder, record(question))
    assert item.questions[0].right_where_possible
    assert response(item) == frozenset({1})
    assert verified(path) == (1, 0)
    formal = formal_item(item)
    assert formal is not None
    readings = QuestionReadings(item, formal, 0, [ChoiceAnswer(option=n) for n in range(3)])
    assert [readings.confirmed(choice, ()) is True for choice in range(3)] == [False, True, False]
    _, path = loaded(folder, record({**question, "gold": "A"}))
    assert verified(path) == (0, 1)


def test_what_completes_an_argument(folder: Path) -> None:
    question = {
        "kind": "choice",
        "query": "certain(C)",
        "options": options("B", "B -> C", "C -> B"),
        "gold": "B",
    }
    entry = record(question, attributes={"question_type": "missing"})
    item, path = loaded(folder, entry)
    assert response(item) == frozenset({1})
    assert verified(path) == (1, 0)


def test_a_wrong_answer_is_met_with_a_world(folder: Path) -> None:
    item, _ = loaded(folder, record({"kind": "truth", "query": "certain(C)", "gold": "unknown"}))
    formal = formal_item(item)
    assert formal is not None
    session = Session(theory(formal.problem, "baseline"))
    objection = refute(item, formal, 0, TruthAnswer(value="true"), session)
    assert objection.world is not None


def test_a_claim_that_follows_vacuously(folder: Path) -> None:
    question = {"query": "certain(~A -> C)", "gold": "certain"}
    item, _ = loaded(folder, record(question))
    assert item.questions[0].gold == VerdictAnswer(word="certain")
    assert is_vacuous(item) is True
