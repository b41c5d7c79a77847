"""Gold answers against the solver: every kind of question, right and wrong."""

from pathlib import Path
from typing import Any

import pytest

from items.files.loading import load
from items.gold.check import ItemCheck, Status, check_item
from solver.cancel import Cancel
from solver.results import EngineChoice
from tests.items.source_files import own_item, write_lines

ENGINES: tuple[EngineChoice, ...] = ("worlds", "z3", "both")
RAIN = {
    "parameters": {"R": "Bool", "S": "Bool", "W": "Bool", "status": "Enum(go, stay)"},
    "premise": ["R | S", "R -> W", "W -> status = stay"],
    "variants": {
        "dry": [{"op": "add", "formula": "~R"}],
        "odd": [{"op": "add", "formula": "W & ~W"}],
    },
}
BIRDS = {
    "parameters": {"F": "Function(1)", "a": "Bird", "b": "Bird"},
    "premise": ["F(a)", "~F(b)"],
}


def check(
    tmp_path: Path, formal: Any, *questions: Any, engine: EngineChoice = "both", **changes: Any
) -> ItemCheck:
    record = own_item(questions=list(questions), formalization=formal, **changes)
    (item,) = load(write_lines(tmp_path / "x.jsonl", record), strict=True).items
    return check_item(item, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("query", "gold"),
    [
        ("possible(R & S)", "possible"),
        ("possible(R & ~W)", "impossible"),
        ("necessary(R | S)", "necessary"),
        ("necessary(R)", "unnecessary"),
        ("necessary(S) under dry", "necessary"),
        ("necessary(W) given R", "necessary"),
        ("enumerate_models(R, S)", "{(R), (S), (R, S)}"),
        ("enumerate_models(R, S) under odd", "{}"),
        ("enumerate_models(W, status) given R & S", "{(W, status=stay)}"),
        ("count_models(R, S)", 3),
        ("count_models(R, S) under dry", 1),
        ("unique_solution(R, S) under dry", "unique {(S)}"),
        ("unique_solution(R, S)", "not_unique"),
        ("unique_solution(R, S) under odd", "none"),
        ("has_alternative(R, S; R)", "alternative"),
        ("has_alternative(R, S; R | S)", "no_alternative"),
        ("projection(necessary; R | S, R, ~R | W)", "{R ∨ S, ¬R ∨ W}"),
        ("projection(possible; R & ~W, W & ~R)", "{W ∧ ¬R}"),
    ],
)
def test_right_golds_agree(tmp_path: Path, engine: EngineChoice, query: str, gold: Any) -> None:
    item_check = check(tmp_path, RAIN, {"query": query, "gold": gold}, engine=engine)
    assert [part.status for part in item_check.parts] == [Status.AGREE], item_check.reason
    assert item_check.state == "proved"
    assert item_check.reason == ""
    engines = {"worlds": ("worlds",), "z3": ("z3",), "both": ("worlds", "z3")}[engine]
    assert all(
        item_check.parts[0].text(name) == item_check.parts[0].gold_text
        for name in item_check.parts[0].by_engine
    )
    assert tuple(item_check.parts[0].by_engine) == engines


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("query", "gold", "message"),
    [
        ("possible(R & S)", "impossible", "possible"),
        ("necessary(R)", "necessary", "unnecessary"),
        ("enumerate_models(R, S)", "{(R), (S)}", "{(R), (S), (R, S)}"),
        ("enumerate_models(R, S)", "{(R), (S), (R, S), ()}", "{(R), (S), (R, S)}"),
        ("enumerate_models(R, S)", "{}", "{(R), (S), (R, S)}"),
        ("enumerate_models(R, S)", "{(), (R), (S)}", "{(R), (S), (R, S)}"),
        ("count_models(R, S)", 2, "3"),
        ("count_models(R, S)", 4, "3"),
        ("unique_solution(R, S) under dry", "unique {(R)}", "unique {(S)}"),
        ("unique_solution(R, S)", "none", "not_unique"),
        ("has_alternative(R, S; R)", "no_alternative", "alternative"),
        ("projection(necessary; R | S, R)", "{R}", "{R ∨ S}"),
    ],
)
def test_wrong_golds_are_disproved(
    tmp_path: Path, engine: EngineChoice, query: str, gold: Any, message: str
) -> None:
    item_check = check(tmp_path, RAIN, {"query": query, "gold": gold}, engine=engine)
    assert item_check.state == "disproved"
    assert item_check.parts[0].status is Status.DISAGREE
    assert {item_check.parts[0].text(name) for name in item_check.parts[0].by_engine} == {message}
    assert item_check.reason


@pytest.mark.parametrize(("gold", "state"), [("{a}", "proved"), ("{b}", "disproved")])
def test_individuals(tmp_path: Path, gold: str, state: str) -> None:
    item_check = check(tmp_path, BIRDS, {"query": "enumerate_models(F(x), x)", "gold": gold})
    assert item_check.state == state
    assert item_check.parts[0].text("z3") == "{a}"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("formula", "word"), [("R | S", "true"), ("~R & ~S", "false"), ("R", "unknown")]
)
def test_truth(tmp_path: Path, engine: EngineChoice, formula: str, word: str) -> None:
    for gold in ("true", "false", "unknown"):
        record = {"kind": "truth", "query": f"necessary({formula})", "gold": gold}
        item_check = check(tmp_path, RAIN, record, engine=engine)
        assert item_check.state == ("proved" if gold == word else "disproved")
        assert {item_check.parts[0].text(name) for name in item_check.parts[0].by_engine} == {
            word.capitalize()
        }


@pytest.mark.parametrize(
    ("formula", "word"), [("R | S", "true"), ("~R & ~S", "false"), ("R", "false")]
)
def test_truth_on_the_scale_of_two(tmp_path: Path, formula: str, word: str) -> None:
    for gold in ("true", "false", "unknown"):
        record = {"kind": "truth", "query": f"necessary({formula})", "gold": gold}
        item_check = check(tmp_path, RAIN, record, attributes={"truth_scale": "follows"})
        assert item_check.state == ("proved" if gold == word else "disproved")


def test_truth_from_contradictory_premises_is_neither(tmp_path: Path) -> None:
    record = {"kind": "truth", "query": "necessary(A)", "gold": "true"}
    item_check = check(tmp_path, {"premise": ["B", "~B"], "parameters": {"A": "Bool"}}, record)
    assert item_check.state == "disproved"
    assert item_check.inconsistent_variants == ("baseline",)
    assert item_check.parts[0].text("worlds") == "Inconsistent"


def options(*formulas: str, **changes: Any) -> dict[str, Any]:
    return {"options": [{"text": f, "formula": f} for f in formulas], **changes}


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("type_", "formulas", "right"),
    [
        (None, ("R", "R | S", "S", "W"), "B"),
        ("3c1e", ("R", "S", "W", "R -> W"), "D"),
        ("3c1e", ("R", "S", "W", "R & ~W"), "N"),
        ("3e1c", ("R | S", "R -> W", "S", "R -> status = stay"), "C"),
        ("3e1c", ("R | S", "R -> W", "S | R", "W -> status = stay"), "N"),
    ],
)
def test_choice(
    tmp_path: Path, engine: EngineChoice, type_: str | None, formulas: Any, right: str
) -> None:
    attributes = {} if type_ is None else {"question_type": type_}
    for gold in "ABCDN":
        item = options(*formulas, gold=gold)
        item_check = check(tmp_path, RAIN, item, engine=engine, attributes=attributes)
        assert item_check.state == ("proved" if gold == right else "disproved")
        assert {item_check.parts[0].text(name) for name in item_check.parts[0].by_engine} == {right}


def test_two_right_options_disprove_the_item(tmp_path: Path) -> None:
    item_check = check(tmp_path, RAIN, options("R | S", "R -> W", "R", gold="A"))
    assert item_check.state == "disproved"
    assert item_check.parts[0].text("worlds") == "A, B"
    assert item_check.reason == "2 options are right: A, B"


@pytest.mark.parametrize("engine", ENGINES)
def test_missing_premise(tmp_path: Path, engine: EngineChoice) -> None:
    attributes = {"question_type": "missing"}
    item = options("~S", "S", "R -> S", "W", gold="A", query="necessary(W)")
    assert check(tmp_path, RAIN, item, engine=engine, attributes=attributes).state == "disproved"
    item["options"] = item["options"][:3]
    assert check(tmp_path, RAIN, item, engine=engine, attributes=attributes).state == "proved"


def test_what_follows_without_an_option_is_completed_by_none(tmp_path: Path) -> None:
    item = options("R", "S", gold="N", query="necessary(R | S)")
    assert check(tmp_path, RAIN, item, attributes={"question_type": "missing"}).state == "proved"


def test_options_that_are_answers_to_a_query(tmp_path: Path) -> None:
    record = {
        "kind": "choice",
        "query": "enumerate_models(R, S)",
        "options": ["{(R)}", "{(S), (R), (S, R)}", "{}"],
        "gold": "B",
    }
    item_check = check(tmp_path, RAIN, record)
    assert item_check.state == "proved"
    assert item_check.parts[0].text("z3") == "B"
    assert check(tmp_path, RAIN, {**record, "gold": "C"}).state == "disproved"


def test_what_is_possible_among_options(tmp_path: Path) -> None:
    item = options("R & ~W", "R & S", "~R & ~S", gold="B", query_kind="possible")
    assert check(tmp_path, RAIN, item).state == "proved"


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ({"text": "Why?", "gold": "Because."}, "free answer"),
        ({"query": "necessary(R)"}, "no gold answer"),
        ({"options": ["a", "b"], "gold": "A"}, "options without formulas"),
        ({"options": [{"text": "a", "formula": "R"}, "b"], "gold": "A"}, "no formula"),
        ({"kind": "truth", "gold": "True"}, "no formal query"),
        ({"kind": "truth", "query": "possible(R)", "gold": "True"}, "decided by necessary"),
        (
            {"options": ["maybe", "b"], "query": "possible(R)", "gold": "A"},
            "not an answer to the query",
        ),
        ({"query": "has_alternative(R; S)", "gold": "alternative"}, "determine"),
    ],
)
def test_what_cannot_be_checked(tmp_path: Path, question: dict[str, Any], reason: str) -> None:
    item_check = check(tmp_path, RAIN, question)
    assert item_check.state == "not checkable"
    assert reason in item_check.reason


def test_a_remark_without_gold_takes_nothing_from_the_rest(tmp_path: Path) -> None:
    right = {"query": "possible(R)", "gold": "possible"}
    assert check(tmp_path, RAIN, right, {"text": "How do you know?"}).state == "proved"
    assert check(tmp_path, RAIN, right, {"text": "How?", "gold": "So."}).state == "not checkable"


def test_without_a_formalization(tmp_path: Path) -> None:
    item_check = check(tmp_path, None, {"kind": "truth", "gold": "True"})
    assert (item_check.state, item_check.reason) == ("not checkable", "no formalization")


def test_one_wrong_part_disproves_the_item(tmp_path: Path) -> None:
    parts = [
        {"query": "possible(R)", "gold": "possible"},
        {"query": "necessary(R)", "gold": "necessary"},
    ]
    item_check = check(tmp_path, RAIN, {"parts": parts})
    assert [part.status for part in item_check.parts] == [Status.AGREE, Status.DISAGREE]
    assert item_check.state == "disproved"


def test_a_query_of_another_kind_disproves(tmp_path: Path) -> None:
    record = {"kind": "necessary", "query": "possible(R)", "gold": "necessary"}
    item_check = check(tmp_path, RAIN, record)
    assert item_check.state == "disproved"
    assert "kind" in item_check.reason


def test_inconsistent_premises_are_noted_by_variant(tmp_path: Path) -> None:
    item_check = check(
        tmp_path,
        RAIN,
        {"query": "possible(R)", "gold": "possible"},
        {"query": "necessary(R) under odd", "gold": "necessary"},
        {"query": "necessary(S) under dry", "gold": "necessary"},
    )
    assert item_check.state == "proved"
    assert item_check.inconsistent_variants == ("odd",)


def test_golds_written_otherwise_agree(tmp_path: Path) -> None:
    """An answer object may write its members in any notation."""
    record = {
        "query": "projection(necessary; R | S, R)",
        "gold": {"kind": "set", "members": ["(R \\vee S)"]},
    }
    assert check(tmp_path, RAIN, record).state == "proved"


def test_an_unreadable_formalization_is_not_checkable(tmp_path: Path) -> None:
    (item,) = load(write_lines(tmp_path / "x.jsonl", own_item())).items
    broken = item.model_copy(update={"formalization": {"premise": ["R |"]}})
    item_check = check_item(broken)
    assert item_check.state == "not checkable"
    assert "premise 1" in item_check.reason


def test_a_solver_that_gives_up_proves_nothing(tmp_path: Path) -> None:
    (item,) = load(write_lines(tmp_path / "x.jsonl", own_item())).items
    pulled = Cancel()
    pulled.cancel()
    item_check = check_item(item, engine="z3", cancel=pulled)
    assert item_check.state == "unknown"
    assert item_check.parts[0].text("z3") == "unknown"
    assert item_check.reason
