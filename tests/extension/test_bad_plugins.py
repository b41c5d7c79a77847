"""Plug-ins that break while they work: each is named, and costs only what it was asked for."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.export.registry import EXPORTERS
from items.lint.checks import CHECKS
from items.misreadings.misreading import Case
from items.misreadings.registry import MISREADINGS
from items.recorded.formats import IMPORTERS
from items.sources.formats import SOURCES
from solver.errors import InputError
from solver.kinds.registry import KINDS
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.plugins import Registry, take_complaints
from study.course.entries import STATIONS
from study.metrics.registry import METRICS
from tests.extension.test_page import points, sections
from tests.plugin_distributions import install
from tui.cli import main

REGISTRIES: dict[str, Registry[Any]] = {
    "A source": SOURCES,
    "An importer": IMPORTERS,
    "An exporter": EXPORTERS,
    "A lint check": CHECKS,
    "A metric": METRICS,
    "A query kind": KINDS,
    "A misreading": MISREADINGS,
    "A station": STATIONS,
}
Plant = Callable[..., Path]


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plant]:
    """Installs the example of a section of the page, with words of it changed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COUNTERMODEL_DB", str(tmp_path / "test.db"))
    planted: list[str] = []

    def planting(title: str, *changes: tuple[str, str]) -> Path:
        blocks = sections()[title]
        written = {block.name: block.text for block in blocks if block.name}
        (name,) = [block.name for block in blocks if block.language == "python"]
        for before, after in changes:
            assert before in written[name]
            written[name] = written[name].replace(before, after)
        # A module of its own for each test: Python keeps those it has imported.
        module = f"bad_{len(list(tmp_path.parent.iterdir()))}_{abs(hash(tmp_path))}"
        written[f"{module}.py"] = written.pop(name)
        places = {
            group: {key: place.replace(name[:-3], module) for key, place in point.items()}
            for group, point in points(blocks).items()
        }
        install(tmp_path, "shaky", written, places, version="0.3")
        monkeypatch.syspath_prepend(str(tmp_path))
        REGISTRIES[title].refresh()
        # Commands that an earlier test imported have listed the names that there were then.
        for command in [m for m in sys.modules if m.startswith("tui.commands.")]:
            monkeypatch.delitem(sys.modules, command)
        planted.append(title)
        return tmp_path

    yield planting
    monkeypatch.undo()
    for title in planted:
        REGISTRIES[title].refresh()
    take_complaints()


def run(*arguments: str) -> tuple[int, str]:
    run = CliRunner().invoke(main, arguments)
    assert run.exception is None or isinstance(run.exception, SystemExit), run.exception
    assert "fault in the program" not in run.output
    return run.exit_code, run.output


def assert_names_plugin(output: str, function: str, reason: str) -> None:
    """The plug-in is named with its distribution, the function and what happened there."""
    words = " ".join(output.split())
    assert "in shaky 0.3 failed in " + function in words, output
    assert reason in words


def test_a_source_loses_the_record_it_fails_on(plant: Plant) -> None:
    plant(
        "A source", ('"text": puzzle["story"]', '"text": 1 / len(puzzle["rules"]) and puzzle["st"]')
    )
    code, output = run("verify", "puzzles.jsonl")
    assert code != 0
    assert_names_plugin(output, "read", "KeyError: 'st'")
    assert "puzzles.jsonl, line 1" in " ".join(output.split())


def test_a_source_that_cannot_look_leaves_the_file_to_the_others(plant: Plant) -> None:
    folder = plant("A source", ('return {"story"', 'return {}["x"] or {"story"'))
    item = {"id": "a", "text": "T", "questions": [{"query": "necessary(A)", "gold": "necessary"}],
            "formalization": {"premise": ["A"]}}  # fmt: skip
    (folder / "own.jsonl").write_text(json.dumps(item), encoding="utf-8")
    assert run("verify", "own.jsonl")[0] == 0
    take_complaints()
    code, output = run("verify", "puzzles.jsonl")
    assert code == 2
    assert_names_plugin(output + " ".join(take_complaints()), "recognises", "KeyError: 'x'")


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("lines = path", "lines = 1 / 0 or path", "ZeroDivisionError: division by zero"),
        ("def read(path: Path)", "def read(path: Path, encoding)", "missing 1 required positional"),
        ("            yield RecordedRow", "            raise LookupError('row')\n            yield "
         "RecordedRow", "LookupError: row"),
        ("yield RecordedRow(row=row, model", 'yield "row" or RecordedRow(row=row, model',
         "expected a RecordedRow or a Skip, found 'row'"),
        ("answer=answer)", "answer=[answer])", "another type for RecordedRow.answer, found ['B']"),
        ("answer=answer)", "answer=answer, run='two')", "RecordedRow.run, found 'two'"),
        ("lines = path", "raise SystemExit(5)\n    lines = path", "SystemExit: 5"),
    ],
)  # fmt: skip
def test_an_importer_that_fails_is_named(
    plant: Plant, before: str, after: str, reason: str
) -> None:
    plant("An importer", (before, after))
    code, output = run("import", "answers.txt", "--format", "bars", "--items", "builtin:demo")
    assert code == 2
    assert_names_plugin(output, "read", reason)


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("    return Sample(", "    return {}['none'] or Sample(", "KeyError: 'none'"),
        ("compute=of_sums(_sample)", "compute=lambda data: 1", "takes 1 positional argument"),
        ("compute=of_sums(_sample)", "compute=lambda data, method: 0.5",
         "expected Estimate, found float"),
        ("compute=of_sums(_sample)", "compute=lambda data, method: __import__('sys').exit(3)",
         "SystemExit: 3"),
        *(
            ("compute=of_sums(_sample)", "compute=lambda data, method: __import__("
             f"'study.statistics.samples').statistics.samples.Estimate({figure}, 2)", reason)
            for figure, reason in (
                ("float('inf'), None, None", "expected a finite number, found inf"),
                ("'0.5', None, None", "expected a finite number, found '0.5'"),
                ("0.5, float('nan'), 1.0", "expected an interval of finite numbers"),
                ("0.5, 0.1, None", "expected an interval of finite numbers"),
            )
        ),
    ],
)  # fmt: skip
def test_a_metric_that_fails_costs_its_own_figure(
    plant: Plant, before: str, after: str, reason: str
) -> None:
    plant("A metric", (before, after))
    code, output = run("score", "mutants.csv", "--format", "csv", "--items", "builtin:demo")
    assert code == 0
    assert "PC                         50.00" in output
    assert "majority                   50.00" not in output
    assert_names_plugin(output + " ".join(take_complaints()), "compute", reason)


def test_a_metric_without_a_value_has_none_in_any_form_of_the_report(plant: Plant) -> None:
    nothing = "__import__('study.statistics.samples').statistics.samples.Estimate("
    plant(
        "A metric",
        ("needs=CHOICES", "needs=ANSWERS"),
        ("import CHOICES,", "import ANSWERS, CHOICES,"),
        (
            "compute=of_sums(_sample)",
            f"compute=lambda d, m: {nothing}float('-inf'), None, None, 2)",
        ),
    )
    assert run("import", "mutants.csv", "--format", "csv", "--items", "builtin:demo")[0] == 0
    code, output = run("report", "--json")
    assert code == 0
    document = json.loads(output[: output.rindex("}") + 1])
    assert "majority" in json.dumps(document)
    assert "Infinity" not in output
    assert "inf" not in run("report")[1].split()


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("sections: list[str] = []", "sections = [1 / 0]", "ZeroDivisionError: division by zero"),
        (
            "return ExportedFiles((output,), ",
            "return ((output,), ",
            "expected ExportedFiles, found tuple",
        ),
    ],
)
def test_an_exporter_that_fails_is_named(
    plant: Plant, before: str, after: str, reason: str
) -> None:
    plant("An exporter", (before, after))
    code, output = run("items", "convert", "builtin:practice", "--to", "texts", "-o", "p.md")
    assert code == 2
    assert_names_plugin(output, "write", reason)


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("yield Finding(SHOUTING", "1 / 0\n        yield Finding(SHOUTING", "ZeroDivisionError"),
        ("yield Finding(SHOUTING, word)", "yield word", "expected a Finding, found 'NEVER'"),
        ("RULES = (SHOUTING,)", "RULES = ()", "expected a rule in RULES, found 'shouting'"),
    ],
)
def test_a_lint_check_that_fails_costs_its_own_findings(
    plant: Plant, before: str, after: str, reason: str
) -> None:
    plant("A lint check", (before, after))
    question = {"text": "Does it sail?", "kind": "truth"}
    record = {"id": "loud", "text": "It NEVER sails.", "questions": [question]}
    Path("loud.jsonl").write_text(json.dumps(record), encoding="utf-8")
    code, output = run("items", "lint", "loud.jsonl")
    assert code == 0
    assert "1 item" in output
    assert "no-gold" in output, "the other checks were made"
    assert_names_plugin(output, "look", reason)


def test_an_importer_may_give_a_list(plant: Plant) -> None:
    row = 'RecordedRow(row="line 1", model="lark", item_id="demo/scenic-tram", answer="B")'
    plant("An importer", ("    lines = path", f"    return [{row}]\n    lines = path"),
          ("            yield RecordedRow(row=row, model=model, item_id=item, answer=answer)",
           "            pass"),
          ("            yield Skip(row,", "            print(row,"))  # fmt: skip
    code, output = run("import", "answers.txt", "--format", "bars", "--items", "builtin:demo")
    assert code == 0, output
    assert "1 answer imported" in output


def test_a_metric_of_another_class_is_left_out(plant: Plant) -> None:
    fields = "name key needs formula unit meaning source compute shown interval"
    values = ", ".join(f"{field}=print" for field in fields.split())
    other = f"from types import SimpleNamespace\nMETRIC = SimpleNamespace({values})\n_ = Metric("
    plant("A metric", ("METRIC = Metric(", other))
    code, output = run("score", "mutants.csv", "--format", "csv", "--items", "builtin:demo")
    assert code == 0
    messages = output + " ".join(take_complaints())
    assert "to be of class Metric, found SimpleNamespace" in " ".join(messages.split())


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("most = query.number or 0", "most = 1 // 0", "ZeroDivisionError"),
        ("engine: Engine, query: Query, limit: int | None", "engine, query", "positional"),
        ('return EngineAnswer(engine.name, "more" if found.count > most else "at_most")',
         'return "more"', "expected EngineAnswer, found str"),
    ],
)  # fmt: skip
def test_a_kind_that_fails_leaves_its_queries_unknown(
    plant: Plant, before: str, after: str, reason: str
) -> None:
    folder = plant("A query kind", (before, after))
    record = json.loads((folder / "guests.json").read_text(encoding="utf-8"))
    record[0]["questions"].append({"id": "3", "query": "possible(B)", "gold": "possible"})
    (folder / "guests.json").write_text(json.dumps(record), encoding="utf-8")
    _code, output = run("solve", "guests.json")
    assert "possible: " in output
    assert "unknown" in output
    assert_names_plugin(output + " ".join(take_complaints()), "answer", reason)
    _code, output = run("verify", "guests.json", "--json")
    figures = json.loads(output[output.index("{") : output.rindex("}") + 1])
    assert (figures["agree"], figures["disagree"]) == (1, [])


def test_a_misreading_that_fails_is_passed_by(plant: Plant) -> None:
    plant("A misreading", ("readings=everywhere(_weakened)", "readings=lambda case: 1 / 0"))
    problem = load_problem({"premise": ["~(L & R)"], "question": ["necessary(~L)"]})
    case = Case(theory(problem), problem.queries[0])
    assert list(MISREADINGS["iff-as-if"].readings(case)) == []
    (complaint,) = take_complaints()
    assert_names_plugin(complaint, "readings", "ZeroDivisionError: division by zero")


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("return Implies(left, right)", "return 'L -> R'", "expected a formula, found 'L -> R'"),
        ("return Implies(left, right)", "return Implies(left, 7)", "expected a formula, found 7"),
        ("readings=everywhere(_weakened)", "readings=lambda case: [case]", "expected a Reading"),
    ],
)  # fmt: skip
def test_a_misreading_that_gives_no_formula_is_named_and_passed_by(
    plant: Plant, before: str, after: str, reason: str
) -> None:
    plant("A misreading", (before, after))
    problem = load_problem({"premise": ["L <-> R", "R"], "question": ["necessary(L)"]})
    case = Case(theory(problem), problem.queries[0])
    assert list(MISREADINGS["iff-as-if"].readings(case)) == []
    (complaint,) = take_complaints()
    assert_names_plugin(complaint, "readings", reason)


@pytest.mark.parametrize(
    ("before", "after", "function"),
    [
        ("return ComprehensionChecked(", "raise KeyError(check.id)\n        return "
         "ComprehensionChecked(", "commands"),
        ("if respondent.careless:", "if respondent.no_such_thing:", "simulate"),
    ],
)  # fmt: skip
def test_a_station_that_fails_is_named(
    plant: Plant, before: str, after: str, function: str
) -> None:
    plant("A station", (before, after))
    code, output = run("simulate", "study.toml", "--participants", "3", "--seed", "5")
    assert code == 2
    assert_names_plugin(output, function, "Error: ")


def test_what_is_not_a_fault_of_a_plug_in_passes(plant: Plant) -> None:
    plant("A source", ("puzzle = record.value", "raise bad_record('here', 'a', 'b')"))
    with pytest.raises(InputError, match="here: expected a, found b") as caught:
        list(SOURCES["yesno"].read(None, None))  # type: ignore[arg-type]
    assert "plug-in" not in str(caught.value)
