"""`countermodel solve`: JSON for machines, text for people, exit codes."""

import json
import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from solver.language.loader import load_problem
from tests.shared_data import shared_path
from tests.solver.test_z3_backend import ENDLESS
from tui import i18n
from tui.cli import main
from tui.state.translation import translated
from tui.text import width

GOAT: dict[str, Any] = {
    "parameters": {"S": "Bool", "B": "Bool", "L": "Bool"},
    "translation": {
        "S": "a goat sleeps on the roof",
        "B": "the baker whistles",
        "L": "the ferry is late",
    },
    "premise": ["S -> B", "~(L & B)", "S"],
    "question": ["necessary(~L)", "necessary(L)", "enumerate_models(S, L) under alpha"],
    "variants": {
        "alpha": [{"op": "replace", "premise": 2, "formula": "~S"}],
        "broken": [{"op": "add", "formula": "~S"}],
    },
}


def write(folder: Path, value: object, name: str = "goat.json") -> str:
    path = folder / name
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return str(path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["solve", *arguments])


def solved(*arguments: str) -> list[dict[str, Any]]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    entries = json.loads(result.stdout)
    assert isinstance(entries, list)
    return entries


# --- for machines ------------------------------------------------------------------------------


def test_a_bare_formal_object_is_an_item_named_after_its_file(tmp_path: Path) -> None:
    (item,) = solved(write(tmp_path, GOAT))
    assert item["id"] == "goat"
    assert (item["consistent"], item["conflict"]) == (True, None)
    assert item["variants"] == {"alpha": {"consistent": True, "conflict": None}}
    necessary, unnecessary, listed = item["queries"]
    assert necessary["verdict"] == "necessary"
    assert (necessary["supports"], necessary["supports_exhausted"]) == ([[0, 1, 2]], True)
    assert necessary["countermodel"] is None
    assert (necessary["models"], necessary["count"], necessary["exhausted"]) == (None, None, None)
    assert unnecessary["verdict"] == "unnecessary"
    assert unnecessary["countermodel"] == {"S": True, "B": True, "L": False}
    assert unnecessary["supports"] is None
    assert listed["under"] == "alpha"
    assert listed["verdict"] is None
    assert (listed["count"], listed["exhausted"]) == (2, True)
    assert {(m["S"], m["L"]) for m in listed["models"]} == {(False, True), (False, False)}
    assert listed["engines"]["z3"] is None
    assert listed["milliseconds"] >= 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "enumerate_models(A, B)",
        "count_models(A, C, D)",
        "projection(necessary; A, B, C & D)",
        "projection(possible; ~A, C, ~D)",
        "unique_solution(A, B)",
    ],
)
def test_lists_and_counts_name_their_premises(tmp_path: Path, query: str) -> None:
    """The supports are the minimal sets of premises which alone give the same answer."""
    premises = ["A", "A -> B", "B | C", "D -> C", "C -> D", "B"]
    parameters = dict.fromkeys("ABCD", "Bool")

    def entry(numbers: Sequence[int]) -> dict[str, Any]:
        data = {
            "parameters": parameters,
            "premise": [premises[n] for n in numbers],
            "question": [query],
        }
        (item,) = solved(write(tmp_path, data))
        first_query: dict[str, Any] = item["queries"][0]
        return first_query

    whole = entry(range(6))
    answer = [whole[key] for key in ("verdict", "count", "projection", "solution")]
    same = [
        set(numbers)
        for size in range(7)
        for numbers in combinations(range(6), size)
        if [entry(numbers)[key] for key in ("verdict", "count", "projection", "solution")] == answer
    ]
    least = [numbers for numbers in same if not any(other < numbers for other in same)]
    assert sorted(map(sorted, least)) == sorted(whole["supports"])
    assert whole["supports_exhausted"] is True


def test_every_query_has_every_key(tmp_path: Path) -> None:
    for query in solved(write(tmp_path, GOAT), "--engine", "both")[0]["queries"]:
        assert set(query) >= {
            "query",
            "under",
            "verdict",
            "models",
            "solution",
            "count",
            "projection",
            "exhausted",
            "supports",
            "supports_exhausted",
            "countermodel",
            "witness",
            "engines",
            "milliseconds",
        }
        assert set(query["engines"]) == {"worlds", "z3"}
        assert query["engines"]["z3"]["milliseconds"] > 0
        assert query["agree"] is True


def test_an_individual_is_listed_under_the_variable(tmp_path: Path) -> None:
    data = {"parameters": {"a": "Person", "b": "Person"}, "premise": ["F(b)", "~F(a)"]}
    source = write(tmp_path, {**data, "question": ["enumerate_models(F(x), x)"]})
    (query,) = solved(source)[0]["queries"]
    assert query["models"] == [{"x": "b"}]


def test_a_structure_is_printed_as_json(tmp_path: Path) -> None:
    data = {"premise": [r"\forall x (F(x) \rightarrow G(x))"], "question": "necessary(F(a))"}
    (query,) = solved(write(tmp_path, data))[0]["queries"]
    assert query["countermodel"] == {
        "domain": ["a"],
        "constants": {"a": "a"},
        "predicates": {"F": [], "G": []},
        "values": {},
    }


def test_the_limit_does_not_change_the_count(tmp_path: Path) -> None:
    data = {"premise": ["A | B"], "question": "enumerate_models(A, B)"}
    (query,) = solved(write(tmp_path, data), "--limit", "1")[0]["queries"]
    assert (len(query["models"]), query["count"], query["exhausted"]) == (1, 3, False)


def test_only_json_is_on_standard_output(tmp_path: Path) -> None:
    lines = [json.dumps({"id": "bad", "premise": ["A &"]}), json.dumps({**GOAT, "id": "good"})]
    path = tmp_path / "several.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    result = run(str(path), "--json")
    assert result.exit_code == 2
    assert [item["id"] for item in json.loads(result.stdout)] == ["good"]
    assert "several.jsonl" in result.stderr
    assert run(str(path), "--json", "--strict").exit_code == 2


# --- for people --------------------------------------------------------------------------------


def test_the_text_output_has_every_section(tmp_path: Path) -> None:
    result = run(write(tmp_path, GOAT))
    assert result.exit_code == 0
    text = result.stdout
    assert text.index("The premises are consistent.") < text.index("1  necessary(¬L)")
    assert "needs premises 1 2 3" in text
    assert "S  B  L\n    ●  ●  ·" in text
    assert "A goat sleeps on the roof." in text
    assert all(width(line) <= 80 for line in text.splitlines())


def test_two_solutions_are_both_shown(tmp_path: Path) -> None:
    either = {
        "parameters": {"A": "Bool", "B": "Bool"},
        "premise": ["A | B", "~(A & B)"],
        "question": ["unique_solution(A, B)"],
    }
    result = run(write(tmp_path, either))
    assert result.exit_code == 0
    first, second = result.stdout.split("Another is this:")
    assert "One world is this:\n    A  B\n    ●  ·" in first
    assert second.startswith("\n    A  B\n    ·  ●")


def test_a_conflict_comes_first_and_names_its_premises(tmp_path: Path) -> None:
    result = run(write(tmp_path, {**GOAT, "question": ["necessary(L) under broken"]}))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[2].startswith("✗ The premises under broken contradict one another")
    assert "    3  S" in lines
    assert "    4  ¬S" in lines


def test_text_of_items_is_never_obeyed(tmp_path: Path) -> None:
    nasty = {
        **GOAT,
        "title": "\x1b[2Jgone [bold]loud[/bold]",
        "translation": {"S": "bell\x07 [red]rings[/red]", "B": "\x1b]0;x\x07b", "L": "\u202elate"},
    }
    result = run(write(tmp_path, nasty))
    assert result.exit_code == 0
    assert not set(result.stdout) & {"\x1b", "\x07", "\u202e"}
    assert "[bold]loud[/bold]" in result.stdout
    assert "[red]rings[/red]" in result.stdout


def test_chinese_keeps_to_the_width(tmp_path: Path) -> None:
    names = "ABCDEFGHIJ"
    result = run(
        write(
            tmp_path,
            {
                "language": "zh",
                "title": "屋顶上的山羊",
                "translation": {name: f"第{name}只山羊睡在面包师的屋顶上" for name in names},
                "premise": [" | ".join(names)],
                "question": ["necessary(A)"],
            },
        )
    )
    assert "不必然" in result.stdout
    assert "并非" in result.stdout
    assert all(width(line) <= 80 for line in result.stdout.splitlines())


def test_a_wide_table_continues_below(tmp_path: Path) -> None:
    names = [f"a_rather_long_name_{n}" for n in range(9)]
    query = f"enumerate_models({', '.join(names)})"
    result = run(write(tmp_path, {"premise": [" & ".join(names)], "question": query}))
    assert all(width(line) <= 80 for line in result.stdout.splitlines())
    assert all(name in result.stdout for name in names)


# --- choosing, failing -------------------------------------------------------------------------


def test_warnings_do_not_bury_the_answers(tmp_path: Path) -> None:
    data = {"premise": [" | ".join(f"n{n}" for n in range(40))], "question": ["possible(n1)"]}
    source = write(tmp_path, data)
    assert "… and 35 more warnings" in run(source).stdout
    assert len(solved(source)[0]["warnings"]) == 40


def test_one_item_of_many_is_solved(tmp_path: Path) -> None:
    source = write(tmp_path, [{**GOAT, "id": "one"}, {**GOAT, "id": "two"}])
    assert [item["id"] for item in solved(source, "--item", "two")] == ["two"]
    result = run(source, "--item", "too")
    assert result.exit_code == 2
    assert "Did you mean two?" in result.stderr


def test_a_solver_that_gives_up_is_exit_code_3_and_never_an_answer(tmp_path: Path) -> None:
    source = write(tmp_path, {"premise": ENDLESS, "question": ["necessary(F(a))"]})
    result = run(source, "--json", "--timeout", "0.3", "--engine", "worlds")
    assert result.exit_code == 3
    (query,) = json.loads(result.stdout)[0]["queries"]
    assert query["verdict"] == "unknown"
    assert query["reason"]
    assert "not decided" in run(source, "--timeout", "0.3", "--engine", "worlds").stdout


def test_undetermining_targets_fail_one_item_only(tmp_path: Path) -> None:
    bad = {"id": "open", "premise": ["A | B"], "question": ["has_alternative(A; B)"]}
    result = run(write(tmp_path, [bad, {**GOAT, "id": "good"}]), "--json")
    assert result.exit_code == 2
    first, second = json.loads(result.stdout)
    assert first["queries"] == []
    assert first["reason"]
    assert len(second["queries"]) == 3
    assert "open" in result.stderr


def test_strict_refuses_undeclared_names(tmp_path: Path) -> None:
    source = write(tmp_path, {**GOAT, "premise": ["S -> Bee", "B", "S"]})
    assert run(source).exit_code == 0
    assert "Bee" in run(source).stdout
    assert run(source, "--strict").exit_code == 2


@pytest.mark.parametrize("arguments", [[], ["no-such-file.json"], ["x.json", "--engine", "oracle"]])
def test_wrong_usage(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""


@pytest.mark.slow
def test_the_base_data_is_solved_by_both_engines() -> None:
    source = str(shared_path("llmeval-logic/base/llmeval_logic_base.json"))
    items = solved(source, "--engine", "both", "--limit", "1000")
    assert len(items) == 95
    assert [item["id"] for item in items if not item["consistent"]] == ["4", "10", "38"]
    assert all(query["agree"] is not False for item in items for query in item["queries"])


READ_SO = {
    "parameters": {"A": "Bool", "B": "Bool", "C": "Bool", "F": "Function(1)", "a": "Person"},
    "premise": ["A → B → C", "∀x F(a)"],
    "question": ["necessary(A)"],
    "answer": ["unnecessary"],
}
CHAIN, IDLE = "A chain of → is read from the right", "A quantifier binds x"
DIALECT = "Read as formulas of NLTK or Prover9"


@pytest.mark.parametrize("command", ["solve", "verify"])
def test_how_a_formalization_was_read_is_reported(tmp_path: Path, command: str) -> None:
    path = write(tmp_path, READ_SO)
    if command == "verify":
        item = {"id": "one", "text": "…", "questions": [{"id": "1", "query": "necessary(A)"}]}
        path = write(tmp_path, [{**item, "formalization": READ_SO}], "items.json")
    result = CliRunner().invoke(main, [command, path])
    document = json.loads(CliRunner().invoke(main, [command, path, "--json"]).stdout)
    warned = str(document)
    for note in (CHAIN, IDLE):
        assert note in " ".join(result.stdout.split())
        assert note in warned
    other = {**READ_SO, "premise": ["A -> B -> -C", "all x.F(a)"]}
    output = run(write(tmp_path, other, "nltk.json")).stdout
    assert DIALECT in output
    assert CHAIN not in output


def test_how_a_formalization_was_read_is_reported_in_chinese() -> None:
    premises = (
        *(["A -> B -> C", "∀x F(a)"], ["A -> B -> -C", "A ^ B"], ["A ^ B"]),
        *(["forall x.P(x) -> Q(x)"], ["all x.P(x) -> Q(b)", "∀x P(x) → Q(b)"], ["P(f(a))"]),
    )
    notes = {note for listed in premises for note in load_problem({"premise": listed}).reading}
    assert len(notes) == 9
    i18n.use("zh")
    try:
        for note in notes:
            translation = re.sub("Prover9|some|exist", "", translated(note))
            assert not re.search("[a-z]{4}", translation), translation
    finally:
        i18n.use("en")
