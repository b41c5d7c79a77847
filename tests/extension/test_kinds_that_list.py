"""Kinds of another distribution that list formulas or rows, or count rows, are read, misread and
exported as the program's own of the same sort.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from items.answers import CountAnswer, SetAnswer
from items.files.loading import load
from items.formal import FormalItem, formal_item
from items.formalizations.answers import answer_of
from items.misreadings.misreading import FIRST, MOSTLY, PART, Case, answered
from items.models import Item
from items.scratchpads.sub_questions import published_answer
from sessions.export.ccobra import _choices
from solver.kinds.registry import KINDS, kind_of
from solver.language.edits import theory
from solver.language.printer import print_formula
from solver.plugins import take_complaints
from solver.queries import Session
from study.diagnosis.claims import Claim, claim_of
from study.diagnosis.question_readings import QuestionReadings
from tests.plugin_distributions import install

MODULE = '''"""Which formulas follow, which rows there are, and how many."""

from solver.kinds.base import Kind, Statement, given
from solver.kinds.count_models import CountModels
from solver.kinds.enumerate_models import EnumerateModels
from solver.kinds.grammar import Arguments
from solver.kinds.words import Text
from solver.language.syntax import negation
from solver.results import EngineAnswer


class WhichFollow(Kind):
    """`which_follow(f, g, …)`: those that hold in every world."""

    word = "which_follow"
    forms = ("set",)
    question = Text("Which follow?", "哪些成立？")

    def read(self, cursor):
        return Arguments(listed=cursor.listed())

    def inside(self, query):
        return ", ".join(target.key for target in query.listed)

    def vocabulary(self, query):
        return "formulas"

    def statements(self, query):
        for target in query.listed:
            yield Statement(target.formula, True, key=target.key)

    def answer(self, engine, query, limit):
        keys = [
            target.key
            for target in query.listed
            if not engine.satisfiable(*given(query), negation(target.formula))
        ]
        return EngineAnswer(engine.name, None, projection=tuple(keys))


class Rows(EnumerateModels):
    word = "rows"


class HowMany(CountModels):
    word = "how_many"
    listed_by = "rows"


WHICH, ROWS, MANY = WhichFollow(), Rows(), HowMany()
'''
GIVEN = {"which_follow": "lists:WHICH", "rows": "lists:ROWS", "how_many": "lists:MANY"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to write in, while the kinds are installed."""
    install(tmp_path / "plugin", "lists", {"lists.py": MODULE}, {"countermodel.kinds": GIVEN})
    monkeypatch.syspath_prepend(str(tmp_path / "plugin"))
    KINDS.refresh()
    yield tmp_path
    monkeypatch.undo()
    KINDS.refresh()
    assert take_complaints() == ()


def item_asking(folder: Path, query: str, **more: Any) -> tuple[Item, FormalItem]:
    """An item with the premises A -> B and A, and a question that puts the query."""
    entry = {
        "id": "guests",
        "text": "If Ann comes, Bob comes. Ann comes.",
        "formalization": {
            "parameters": dict.fromkeys("ABC", "Bool"),
            "premise": ["A -> B", "A"],
            "question": [query],
        },
        "questions": [{"id": "1", "query": query, **more}],
    }
    path = folder / "guests.json"
    path.write_text(json.dumps([entry]), encoding="utf-8")
    (item,) = load(path, strict=True).items
    formal = formal_item(item)
    assert formal is not None
    return item, formal


def possible_errors(formal: FormalItem) -> list[str]:
    """The ways of answering that somebody may fall into."""
    case = Case(theory(formal.problem), formal.queries[0])
    return [way for way in (FIRST, PART, MOSTLY) if list(answered(way)(case))]


@pytest.mark.parametrize(
    ("query", "own", "expected"),
    [
        ("which_follow(A, B, C)", "projection(necessary; A, B, C)", [PART, MOSTLY]),
        ("rows(B, C)", "enumerate_models(B, C)", [FIRST, PART]),
        ("how_many(B, C)", "count_models(B, C)", []),
    ],
)
def test_they_are_misread_as_the_own_ones(
    folder: Path, query: str, own: str, expected: list[str]
) -> None:
    _, formal = item_asking(folder, query)
    _, same = item_asking(folder, own)
    assert possible_errors(formal) == possible_errors(same) == expected


def test_what_an_answer_claims(folder: Path) -> None:
    """Regions are over the eight worlds of A, B and C."""
    regions = {"A": 0b10101010, "B": 0b11001100, "C": 0b11110000}
    claims = []
    for query in ("which_follow(A, B, C)", "projection(necessary; A, B, C)"):
        item, formal = item_asking(folder, query)
        answer = SetAnswer(members=frozenset({"A", "B"}))
        claims.append(
            claim_of(
                *(item, item.leaves[0], formal.queries[0], (), answer),
                *(lambda formula: regions[print_formula(formula)], lambda _: (), 0b11111111),
            )
        )
    assert claims[0] == claims[1] == Claim((regions["A"], regions["B"]), (0b00001111,))


@pytest.mark.parametrize(
    "query", ["which_follow(A, B, C)", "projection(necessary; A, B, C)"], ids=["other", "own"]
)
def test_readings_confirm_the_right_set(folder: Path, query: str) -> None:
    item, formal = item_asking(folder, query, gold="{A, B}")
    choices = [SetAnswer(members=frozenset(members)) for members in ("A", "AB", "ABC", "")]
    readings = QuestionReadings(item, formal, 0, choices)
    assert [readings.confirmed(n, ()) is True for n in range(4)] == [False, True, False, False]


def test_formulas_that_follow_are_choices_of_ccobra(folder: Path) -> None:
    item, formal = item_asking(folder, "which_follow(A, C)", gold="{A}")
    choices = _choices(item, formal, 0)
    assert not isinstance(choices, str)
    assert {frozenset(a.members) for a in choices if isinstance(a, SetAnswer)} == {
        frozenset("A"),
        frozenset("C"),
        frozenset(),
    }


def test_counts_are_compared_by_the_rows_behind_them(folder: Path) -> None:
    item, formal = item_asking(folder, "how_many(A, B, C)")
    _, own = item_asking(folder, "count_models(A, B, C)")
    outcomes = [
        answer_of(Session(theory(f.problem), f.problem.queries), f.queries[0])
        for f in (formal, own)
    ]
    assert outcomes[0] == outcomes[1]
    assert (outcomes[0].value, outcomes[0].cases) == ([2, 3], 2)
    assert published_answer("2", item.leaves[0]) == CountAnswer(count=2)
    assert kind_of("how_many").listed_by == "rows"
