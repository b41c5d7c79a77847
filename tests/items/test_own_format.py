"""The own format: short forms, errors by line and field, and a round trip that loses nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.answers import (
    Answer,
    ChoiceAnswer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TextAnswer,
    TruthAnswer,
    UniqueAnswer,
    VerdictAnswer,
)
from items.files.loading import load
from items.formal import formal_item
from items.gold.check import Status, check_item
from items.inspection.analysis_run import analyse
from items.models import Choice, Item, Option, Provenance, Question, RubricAtom
from items.sources.files import builtin_names
from items.sources.own_format import write
from solver.errors import InputError
from tests.items.source_files import own_item, write_lines
from tests.shared_data import shared_path


def read_back(items: tuple[Item, ...], folder: Path) -> tuple[Item, ...]:
    path = folder / "back.jsonl"
    path.write_text(write(items), encoding="utf-8")
    return load(path, strict=True).items


def only_item(tmp_path: Path, record: dict[str, Any]) -> Item:
    return load(write_lines(tmp_path / "x.jsonl", record), strict=True).items[0]


def complaint(tmp_path: Path, record: dict[str, Any]) -> str:
    path = write_lines(tmp_path / "x.jsonl", own_item("first"), record)
    loaded = load(path)
    assert [item.id for item in loaded.items] == ["first"]
    (message,) = map(str, loaded.problems)
    assert f"{path}, line 2" in message
    return message


def test_short_forms(tmp_path: Path) -> None:
    item = only_item(
        tmp_path,
        {
            "id": 7,
            "text": "x",
            "questions": [
                {"text": "Which?", "options": ["one", "two"], "gold": "B"},
                {"query": "count_models(A, B)", "gold": 3},
                {"kind": "truth", "query": "necessary(A)", "gold": False},
                {"text": "Why?"},
                {
                    "text": "Both?",
                    "parts": [
                        {"query": "possible(A)", "gold": "possible"},
                        {"query": "enumerate_models(A, s)", "gold": "{(A, s=on)}"},
                    ],
                },
            ],
            "formalization": {
                "parameters": {"s": "Enum(on, off)"},
                "translation": {"A": "it rains"},
                "premise": ["A | B"],
            },
        },
    )
    assert item.id == "7"
    assert [leaf.id for leaf in item.leaves] == ["1", "2", "3", "4", "5.1", "5.2"]
    assert [leaf.kind for leaf in item.leaves] == [
        "choice",
        "count_models",
        "truth",
        "text",
        "possible",
        "enumerate_models",
    ]
    assert item.leaves[0].options == (Option(text="one"), Option(text="two"))
    assert item.leaves[2].gold == TruthAnswer(value="false")
    assert item.leaves[5].vocabulary == (
        Choice(key="A", label="it rains"),
        Choice(key="s=on", label="s = on"),
        Choice(key="s=off", label="s = off"),
    )


def test_individuals_and_formulas_are_labelled_by_gloss(tmp_path: Path) -> None:
    item = only_item(
        tmp_path,
        own_item(
            questions=[
                {"query": "enumerate_models(F(x), x)", "gold": "{b}"},
                {"query": "projection(possible; P(a, b), A & B)", "gold": "{A ∧ B}"},
            ],
            formalization={
                "translation": {"F(x)": "x flies", "P(x, y)": "x sings to y", "b": "Bert"},
                "parameters": {"F": "Function(1)", "P": "Function(2)", "a": "Bird", "b": "Bird"},
                "premise": ["F(b)", "A"],
            },
        ),
    )
    assert item.leaves[0].vocabulary == (Choice(key="a"), Choice(key="b", label="Bert"))
    assert item.leaves[1].vocabulary == (
        Choice(key="P(a, b)", label="a sings to Bert"),
        Choice(key="A ∧ B"),
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"txet": "x"}, "the unknown field 'txet'"),
        ({"questions": []}, "a list of questions"),
        ({"questions": [{"kind": "maybe"}]}, "found 'maybe'"),
        ({"questions": [{"qurey": "x"}]}, "questions[0], field qurey"),
        ({"questions": [{"kind": 3}]}, "field kind"),
        ({"questions": [{"kind": ["truth"]}]}, "questions[0], field kind"),
        ({"questions": [{"kind": "truth", "query": {"a": 1}}]}, "questions.0.query"),
        ({"questions": [{"query": "necessary(S)", "gold": "possible"}]}, "necessary or"),
        ({"questions": [{"query": "necessary(S)", "gold": 1}]}, "field gold"),
        ({"questions": [{"query": "count_models(S)", "gold": -1}]}, "greater than or equal"),
        ({"questions": [{"options": ["a", "b"], "gold": "C"}]}, "from A to B"),
        ({"questions": [{"options": ["a"], "gold": "A"}]}, "at least two options"),
        ({"questions": [{"options": "ab"}]}, "options"),
        ({"questions": [{"text": 3}]}, "questions.0.text"),
        (
            {"questions": [{"query": "necessary(S)", "gold": {"kind": "count", "count": 1}}]},
            "expected verdict, found 'count'",
        ),
        (
            {"questions": [{"options": ["a", "b"], "gold": {"kind": "choice", "option": 2}}]},
            "expected 0 to 1, or null",
        ),
        ({"formalization": {"premise": ["R |"]}}, "premise 1 cannot be read"),
        ({"formalization": []}, "formalization"),
        ({"attributes": {"x": []}}, "attributes.x"),
        ({"language": None}, "language"),
        ({"id": True}, "id"),
    ],
)
def test_what_is_wrong_is_reported_by_line_and_field(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    assert message in complaint(tmp_path, own_item(**changes))


LOST = own_item(
    questions=[
        {"query": "sometimes(S)", "gold": "often"},
        {"query": "necessary(S", "gold": "necessary"},
        {"query": "enumerate_models(S;; R)", "gold": "{(R, S)}"},
        {"options": [{"text": "a", "formula": "R &"}, {"text": "b", "formula": "S"}], "gold": "B"},
        {"query": "possible(R)", "gold": "possible"},
    ],
    formalization={
        "parameters": {"R": "Bool", "S": "Bool"},
        "premise": ["R | S"],
        "question": ["nec(R)", "necessary(R | S)"],
    },
)


def test_a_query_that_cannot_be_read_loses_itself_alone(tmp_path: Path) -> None:
    (item,) = load(write_lines(tmp_path / "lost.jsonl", LOST)).items
    assert [leaf.kind for leaf in item.leaves] == [
        *("text", "necessary", "enumerate_models", "choice", "possible"),
    ]
    assert all(leaf.gold is not None for leaf in item.leaves)
    formal = formal_item(item)
    assert formal is not None
    assert [query.text for query in formal.problem.queries] == [
        *("necessary(S)", "possible(R)", "necessary(R | S)"),
    ]
    assert list(formal.queries) == [4]
    assert formal.options == {3: (None, None)}
    assert {place: why.partition(":")[0] for place, why in formal.unreadable_parts.items()} == {
        0: "the query sometimes(S) cannot be read",
        1: "the query necessary(S cannot be read",
        2: "the query enumerate_models(S;; R) cannot be read",
        3: "the formula R & of an option cannot be read",
    }
    messages = [text for text in formal.problem.warnings if "left out" in text]
    assert [text.split(" cannot")[0] for text in messages] == [
        "The query sometimes(S)",
        "The query necessary(S",
        "The query enumerate_models(S;; R)",
        "The query necessary(R &)",
        "The query nec(R)",
    ]


def test_what_is_left_of_such_an_item_is_checked_and_analysed(tmp_path: Path) -> None:
    (item,) = load(write_lines(tmp_path / "lost.jsonl", LOST)).items
    item_check = check_item(item)
    assert [part.status for part in item_check.parts] == [
        *([Status.UNCHECKED] * 4),
        Status.AGREE,
    ]
    assert item_check.state == "not checkable"
    assert "necessary(S cannot be read" in item_check.parts[1].reason
    wrong = {**LOST, "id": "wrong"}
    wrong["questions"] = [*LOST["questions"][:4], {"query": "possible(R)", "gold": "impossible"}]
    (other,) = load(write_lines(tmp_path / "wrong.jsonl", wrong)).items
    assert check_item(other).state == "disproved"
    known = analyse(item)
    assert [asked.query is None for asked in known.questions] == [True] * 4 + [False, False]


def test_under_strict_an_unreadable_query_is_refused(tmp_path: Path) -> None:
    (item,) = load(write_lines(tmp_path / "lost.jsonl", LOST)).items
    with pytest.raises(InputError, match="question 1 cannot be read"):
        formal_item(item, strict=True)


def test_items_with_a_lost_query_are_written_and_read_back(tmp_path: Path) -> None:
    (item,) = load(write_lines(tmp_path / "lost.jsonl", LOST)).items
    path = tmp_path / "again.jsonl"
    path.write_text(write([item]), encoding="utf-8")
    (again,) = load(path).items
    assert again.content_hash == item.content_hash


def test_missing_fields_are_reported(tmp_path: Path) -> None:
    record = own_item()
    del record["text"]
    message = complaint(tmp_path, record)
    assert "field text: expected a value, found nothing" in message


@pytest.mark.slow
def test_built_in_sets_round_trip(tmp_path: Path) -> None:
    for name in builtin_names():
        items = load(f"builtin:{name}", strict=True).items
        assert read_back(items, tmp_path) == items


@pytest.mark.slow
@pytest.mark.parametrize("source", ["llmeval-logic", "contexthub/data_level1"])
def test_shared_benchmarks_round_trip(tmp_path: Path, source: str) -> None:
    items = load(shared_path(source), strict=True).items
    back = read_back(items, tmp_path)
    assert back == items
    assert [i.content_hash for i in back] == [i.content_hash for i in items]


# --- any item at all ------------------------------------------------------------------------------

_text = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12)
_key = st.sampled_from(["A", "F(a)", "s=on", "A & B", "weird key", "x, y", "(", ""])
_worlds = st.frozensets(st.frozensets(_key, max_size=3), max_size=3)
_golds: dict[str, st.SearchStrategy[Answer]] = {
    "choice": st.builds(ChoiceAnswer, option=st.sampled_from([None, 0, 1])),
    "truth": st.builds(TruthAnswer, value=st.sampled_from(["true", "false", "unknown"])),
    "necessary": st.builds(VerdictAnswer, word=st.sampled_from(["necessary", "unnecessary"])),
    "count_models": st.builds(CountAnswer, count=st.integers(0, 10**20)),
    "enumerate_models": st.one_of(
        st.builds(ModelsAnswer, models=_worlds),
        st.builds(SetAnswer, members=st.frozensets(_key)),
    ),
    "unique_solution": st.one_of(
        st.just(UniqueAnswer(verdict="none")),
        st.builds(UniqueAnswer, verdict=st.just("unique"), solution=st.frozensets(_key)),
    ),
    "projection": st.builds(SetAnswer, members=st.frozensets(_key)),
    "text": st.builds(TextAnswer, text=_text),
}
_queries = {
    "necessary": "necessary(A)",
    "truth": "necessary(A)",
    "count_models": "count_models(A)",
    "enumerate_models": "enumerate_models(A, B)",
    "unique_solution": "unique_solution(A)",
    "projection": "projection(necessary; A & B, A)",
}


@st.composite
def leaves(draw: st.DrawFn) -> Question:
    kind = draw(st.sampled_from(sorted(_golds)))
    return Question.model_validate(
        {
            "id": draw(_text),
            "text": draw(_text),
            "kind": kind,
            "query": _queries.get(kind),
            "query_kind": draw(st.none() | st.just("possible")),
            "options": draw(st.tuples(*[st.builds(Option, text=_text)] * 2))
            if kind == "choice"
            else (),
            "vocabulary": draw(st.lists(st.builds(Choice, key=_key, label=_text), max_size=2)),
            "gold": draw(st.none() | _golds[kind]),
            "condition": draw(st.none() | _text),
        }
    )


questions = leaves() | st.builds(
    Question, id=_text, text=_text, parts=st.lists(leaves(), min_size=1, max_size=2).map(tuple)
)
any_items = st.builds(
    Item,
    id=_text,
    title=_text,
    language=_text,
    text=_text,
    questions=st.lists(questions, min_size=1, max_size=3).map(tuple),
    formalization=st.none() | st.just({"premise": ["A -> B"], "translation": {"A": "天"}}),
    attributes=st.dictionaries(
        _text, st.one_of(_text, st.integers(), st.booleans(), st.floats(-1e9, 1e9)), max_size=3
    ),
    rubric=st.lists(
        st.builds(RubricAtom, id=_text, score=st.none() | st.floats(0, 1)), max_size=2
    ).map(tuple),
    explanation=_text,
    provenance=st.builds(
        Provenance, file=_text, index=st.none() | st.integers(), seed=st.none() | st.integers()
    ),
)


@pytest.mark.slow
@given(any_items)
def test_any_item_round_trips(tmp_path_factory: pytest.TempPathFactory, item: Item) -> None:
    assert read_back((item,), tmp_path_factory.mktemp("own")) == (item,)


def test_a_gold_set_without_a_formalization_reads_back(tmp_path: Path) -> None:
    names = Question(
        id="1",
        kind="enumerate_models",
        query="enumerate_models(F(x), x)",
        vocabulary=(Choice(key="A"), Choice(key="B")),
        gold=SetAnswer(members=frozenset({"A"})),
    )
    item = Item(
        id="names", text="A and B.", questions=(names, names.model_copy(update={"id": "2"}))
    )
    path = tmp_path / "names.jsonl"
    path.write_text(write([item]), encoding="utf-8")
    assert load(path, strict=True).items[0].questions == item.questions
    bare = item.model_copy(update={"questions": (names.model_copy(update={"query": None}),)})
    path.write_text(write([bare]), encoding="utf-8")
    assert load(path, strict=True).items[0].questions == bare.questions


def test_reading_has_the_time_that_is_given_to_an_item(tmp_path: Path) -> None:
    """An item stays whose formalization was not read, unless its answers are told from it."""
    formalization = {"premise": [f"p{n} -> p{n + 1}" for n in range(300)]}
    word: dict[str, Any] = {"id": "word", "text": "x", "formalization": formalization}
    word["questions"] = [{"query": "necessary(p0 -> p9)", "gold": "necessary"}]
    listed = {**word, "id": "listed"}
    listed["questions"] = [{"query": "enumerate_models(p0, p1)", "gold": "{()}"}]
    path = tmp_path / "items.jsonl"
    path.write_text("".join(f"{json.dumps(entry)}\n" for entry in (word, listed)))
    loaded = load(path, seconds=0.0)
    assert [item.id for item in loaded.items] == ["word"]
    assert loaded.items[0].formalization == formalization
    (problem,) = loaded.problems
    assert "line 2, formalization: reading the formalization was given up" in problem.message
    whole = load(path)
    assert [item.id for item in whole.items] == ["word", "listed"]
    assert whole.items[0] == loaded.items[0]
