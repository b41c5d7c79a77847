"""Reading many items: nothing is done twice, and no time goes into looking for garbage."""

import gc
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from items import formal
from items.files.loading import load
from items.files.repairs import Repair, accepted
from items.models import Item
from items.sources import json_files, own_format, own_format_quick
from items.sources.document import Document, Record
from solver.errors import InputError
from solver.files import MAX_DEPTH
from solver.language.problem import Problem

GOLDS = ("True", "false", "Unknown", "N/A", "uncertain")


def record(n: int, **changes: Any) -> dict[str, Any]:
    question = {
        "text": "What follows?",
        "query": "necessary(B)",
        "kind": "choice",
        "options": [{"text": "one", "formula": "B"}, {"text": "two", "formula": "!A"}],
        "gold": "A",
        **changes,
    }
    return {
        "id": f"item {n}",
        "text": "If A then B.",
        "questions": [question],
        "formalization": {"parameters": {"A": "Bool", "B": "Bool"}, "premise": ["A", "A -> B"]},
    }


def write_records(folder: Path, *records: dict[str, Any]) -> Path:
    path = folder / "items.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in records), encoding="utf-8")
    return path


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[Problem]:
    """Every formalization that is read, as often as it is."""
    from solver.language import loader

    problems: list[Problem] = []
    read = loader.load_problem

    def counting(*args: Any, **kwargs: Any) -> Problem:
        problem = read(*args, **kwargs)
        problems.append(problem)
        return problem

    monkeypatch.setattr(loader, "load_problem", counting)
    return problems


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """No formula was read before."""
    for name in ("_formulas", "_queries", "_declared"):
        monkeypatch.setattr(own_format_quick, name, {})
    monkeypatch.setattr(own_format_quick, "_forms", set())


@pytest.mark.usefixtures("nothing_known")
def test_formulas_of_an_earlier_record_are_not_read_again(
    parsed: list[Problem], tmp_path: Path
) -> None:
    path = write_records(tmp_path, *(record(n) for n in range(5)))
    loaded = load(path)
    assert len(parsed) == 1
    careful = [item for n in range(5) for item in _careful(record(n), path)]
    assert list(loaded.items) == careful
    assert len({item.content_hash for item in careful}) == 5


def truth_record(n: int, first: str, second: str, **changes: Any) -> dict[str, Any]:
    """A record with names of its own, that asks for a truth value."""
    question = {"text": "Is it so?", "kind": "truth", "gold": "True"}
    return {
        "id": f"item {n}",
        "text": f"If {first} then {second}.",
        "questions": [question | {"query": f"necessary({second})"} | changes],
        "formalization": {
            "parameters": {first: "Bool", second: "Bool"},
            "premise": [first, f"({first} -> {second})"],
        },
    }


@pytest.mark.usefixtures("nothing_known")
def test_a_formula_of_a_known_form_is_not_read(parsed: list[Problem], tmp_path: Path) -> None:
    records = [truth_record(n, f"lamp_{n}", f"Bell{n}", gold=gold) for n, gold in enumerate(GOLDS)]
    path = write_records(tmp_path, *records)
    loaded = load(path)
    assert (len(parsed), loaded.problems) == (1, ())
    assert list(loaded.items) == [item for entry in records for item in _careful(entry, path)]


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize(
    "premise",
    [
        "A B",
        "A and B",
        "A v B",
        "A-B",
        "-A",
        "A ->",
        "A(B)",
        "all A. B",
        "A given B",
        "(A -> B",
        "A -> B)",
        "(A -> C)",
        "(é -> B)",
        "(A -> 2B)",
        "(A ⊕ B)",
    ],
)
@pytest.mark.parametrize("word", ["and", "v", "all", "given", "true", "forall", "necessary", "D"])
def test_a_record_of_another_form_is_read_as_it_is_alone(
    word: str, premise: str, tmp_path: Path
) -> None:
    """Whatever stood before it, also where its words are declared as Bools."""
    other = truth_record(1, "A", "B")
    other["formalization"]["parameters"][word] = "Bool"
    other["formalization"]["premise"].append(premise)
    other["formalization"]["premise"].append(f"({word} -> A)")
    path = write_records(tmp_path, truth_record(0, "A", "B"), other, truth_record(2, "C", "D"))
    after = load(path)
    _forget()
    alone = load(write_records(tmp_path, {}, other))
    assert [problem.message for problem in after.problems] == [
        problem.message for problem in alone.problems[1:]
    ]
    assert after.items[1:-1] == alone.items


@pytest.mark.parametrize(
    "changes",
    [
        {"gold": "C"},
        {"gold": 1},
        {"kind": "chioce"},
        {"options": [{"text": "one", "formula": "B"}]},
        {"options": [{"text": "one", "formula": "B"}, {"text": 2}]},
        {"options": [{"text": "one", "formula": 1}, {"text": "two"}]},
        {"further": 1},
    ],
    ids=str,
)
def test_a_bad_record_after_good_ones_is_told_as_it_is_alone(
    changes: dict[str, Any], tmp_path: Path
) -> None:
    after = load(write_records(tmp_path, record(0), record(1, **changes), record(2))).problems
    alone = load(write_records(tmp_path, {}, record(1, **changes))).problems[1:]
    assert [problem.message for problem in after] == [problem.message for problem in alone]
    assert len(after) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"query": "necessary(C"},
        {"query": "necesary(B)"},
        {"options": [{"text": "one", "formula": "B &"}, {"text": "two"}]},
    ],
    ids=str,
)
def test_a_lost_query_after_good_ones_is_lost_as_it_is_alone(
    changes: dict[str, Any], tmp_path: Path
) -> None:
    after = load(write_records(tmp_path, record(0), record(1, **changes), record(2)))
    alone = load(write_records(tmp_path, {}, record(1, **changes)))
    assert after.items[1].content_hash == alone.items[0].content_hash
    assert (len(after.items), after.problems) == (3, ())
    read = formal.formal_item(after.items[1])
    assert read is not None
    assert list(read.unreadable_parts) == [0]


def test_a_name_that_is_no_bool_is_not_taken_for_the_one_of_an_earlier_record(
    tmp_path: Path,
) -> None:
    other = record(1)
    other["formalization"]["parameters"]["B"] = "Person"
    (problem,) = load(write_records(tmp_path, record(0), other)).problems
    assert "line 2" in problem.message


def _forget() -> None:
    own_format_quick.forget()


def _careful(value: dict[str, Any], path: Path) -> list[Item]:
    """What is read of a record of which nothing is known."""
    _forget()
    record = Record(value, 0, "")
    return [
        item
        for item in own_format.read(record, Document(path, (record,)))
        if isinstance(item, Item)
    ]


@pytest.mark.usefixtures("nothing_known")
def test_a_formalization_is_read_once_with_the_formulas_of_the_options(
    parsed: list[Problem], tmp_path: Path
) -> None:
    records = [record(n) for n in range(5)]
    for n, value in enumerate(records):
        value["formalization"]["parameters"][f"C{n}"] = "Bool"
        value["formalization"]["premise"].append("¬" * n + f"C{n}")
    loaded = load(write_records(tmp_path, *records))
    assert len(loaded.items) == 5
    assert not loaded.problems
    assert len(parsed) == 5
    assert formal.formal_item(loaded.items[0]) is not None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"options": [{"text": "1", "formula": "B"}, {"text": "2", "formula": "A ->"}]},
         "the formula A -> of an option cannot be read"),
        ({"query": "necessary(B"}, "the query necessary(B cannot be read"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_of_the_part_it_is_in(
    changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    loaded = load(write_records(tmp_path, record(1), record(2, **changes)))
    assert [item.id for item in loaded.items] == ["item 1", "item 2"]
    read = formal.formal_item(loaded.items[1])
    assert read is not None
    assert message in read.unreadable_parts[0]


def test_what_an_option_declares_by_its_use_is_not_a_choice_of_an_answer(tmp_path: Path) -> None:
    entry = record(1)
    entry["formalization"] = {"parameters": {"a": "Person"}, "premise": ["F(a)"]}
    listing = {"text": "Who?", "query": "enumerate_models(F(x), x)", "gold": "{a}"}
    entry["questions"][0].update(
        query="necessary(F(a))",
        options=[{"text": "1", "formula": "F(a)"}, {"text": "2", "formula": "F(b)"}],
    )
    entry["questions"].append(listing)
    (item,) = load(write_records(tmp_path, entry)).items
    assert [choice.key for choice in item.questions[1].vocabulary] == ["a"]


def test_no_garbage_is_looked_for_meanwhile_and_afterwards_it_is_again(tmp_path: Path) -> None:
    path = write_records(tmp_path, *(record(n) for n in range(500)))
    runs: list[str] = []

    def note(phase: str, info: dict[str, int]) -> None:
        runs.append(phase)

    gc.callbacks.append(note)
    try:
        load(path)
    finally:
        gc.callbacks.remove(note)
    assert len(runs) <= 2
    assert gc.isenabled()
    with pytest.raises(InputError):
        load(tmp_path / "nothing.jsonl")
    assert gc.isenabled()


@pytest.mark.parametrize(("levels", "fine"), [(MAX_DEPTH - 3, True), (MAX_DEPTH + 3, False)])
def test_a_record_may_nest_only_so_deep(levels: int, fine: bool, tmp_path: Path) -> None:
    deep: Any = 1
    for _ in range(levels):
        deep = [deep]
    entry = record(1)
    entry["formalization"]["note"] = deep
    loaded = load(write_records(tmp_path, entry))
    assert bool(loaded.items) is fine
    assert bool(loaded.problems) is not fine


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("changes", [
    {},
    {"attributes": {"level": 3, "share": 0.5, "hard": True, "kind": "x"}, "title": "t"},
    {"provenance": {"benchmark": "b", "seed": 1, "parameters": {"mix": {"a": [1, None, "x"]}}}},
    {"claims": {"harder": [{"than": "a"}]}, "explanation": "so", "language": "zh"},
    {"rubric": [{"id": "r", "score": 0.5, "check": {"mode": "x"}}]},
])  # fmt: skip
def test_a_line_and_its_record_give_the_same_item(changes: dict[str, Any], tmp_path: Path) -> None:
    value = record(1) | changes
    (careful,) = _careful(value, tmp_path)
    quick = own_format_quick.quick_line(_line(value))
    assert quick is not None
    assert type(quick) is Item
    assert quick == careful
    assert quick.model_dump_json() == careful.model_dump_json()
    assert quick.content_hash == careful.content_hash
    assert [type(part) for part in quick.leaves] == [type(part) for part in careful.leaves]
    assert pickle.loads(pickle.dumps(quick)) == careful


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("changes", [
    '"attributes": {"level": null}',
    '"attributes": {"level": [1]}',
    '"attributes": {"level": NaN}',
    '"attributes": {"level": 1e999}',
    '"provenance": {"parameters": {"p": Infinity}}',
    '"provenance": {"parameters": {"p": [{"q": -1e999}]}}',
    f'"provenance": {{"seed": {"9" * 200}}}',
    '"provenance": {"seed": "one"}',
    f'"claims": {{"harder": {"[" * 60}{"]" * 60}}}',
    '"claims": [1]',
    '"rubric": [{"id": "r", "check": {"mode": -Infinity}}]',
    '"more": 1',
    '"title": null',
    '"questions": []',
    '"id": 7',
])  # fmt: skip
def test_a_line_that_needs_care_is_not_read_quickly(changes: str, tmp_path: Path) -> None:
    _careful(record(1), tmp_path)
    line = json.dumps(record(1))
    assert own_format_quick.quick_line(line.encode()) is not None
    assert own_format_quick.quick_line(f"{line[:-1]}, {changes}}}".encode()) is None


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1E+0999", "9" * 200])
@pytest.mark.parametrize("deep", [False, True], ids=["flat", "deep"])
def test_a_late_line_with_a_number_that_needs_care_is_told_of_or_read_with_care(
    number: str, deep: bool, tmp_path: Path
) -> None:
    # So late that lines are read without a record, of a file that is asked as a whole.
    good = [json.dumps(record(n) | {"id": f"it/{n}"}) for n in range(2 * json_files.PART)]
    value = f'{{"q": [{number}]}}' if deep else number
    odd = json.dumps(record(1) | {"id": "odd"})[:-1]
    odd += f', "provenance": {{"parameters": {{"p": {value}}}}}}}'
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join([*good, odd]), encoding="utf-8")
    loaded = load(path)
    alone = tmp_path / "alone.jsonl"
    alone.write_text(odd, encoding="utf-8")
    by_itself = load(alone)
    assert len(loaded.items) == len(good) + len(by_itself.items)
    assert loaded.items[len(good) :] == by_itself.items
    messages = [problem.message.partition(": ")[2] for problem in loaded.problems]
    assert messages == [problem.message.partition(": ")[2] for problem in by_itself.problems]


@pytest.mark.parametrize("bad", [
    b'{"id": "x", "text": "\\ud83d", "questions": []}',
    b'{"id": "x", ',
    b"[]",
    b'{"id": "x", "attributes": {"n": NaN}}',
])  # fmt: skip
def test_lines_are_counted_and_faults_told_where_most_lines_are_read_quickly(
    bad: bytes, tmp_path: Path
) -> None:
    """Also after the first lines, from which the format is recognized."""
    lines = [_line(record(n)) for n in range(200)]
    lines[120] = bad
    lines[150] = _line(record(150, gold="Z"))
    path = tmp_path / "items.jsonl"
    path.write_bytes(b"\n".join(lines))
    loaded = load(path)
    assert len(loaded.items) == 198
    assert [item.id for item in loaded.items[118:122]] == [
        "item 118",
        "item 119",
        "item 121",
        "item 122",
    ]
    messages = sorted(problem.message for problem in loaded.problems)
    assert "line 121" in messages[0]
    assert "line 151" in messages[1]
    assert "questions[0], field gold" in messages[1]


def test_repairs_reach_lines_behind_the_first(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    lines = [_line(record(n)) for n in range(120)]
    path.write_bytes(b"\n".join(lines))
    repair = Repair(where="premise", before="A -> B", after="B -> A", accepted_by="N. N.")
    loaded = load(path, repairs=accepted([repair]))
    assert {str(item.formalization) for item in loaded.items} == {
        "{'parameters': {'A': 'Bool', 'B': 'Bool'}, 'premise': ['A', 'B -> A']}"
    }
