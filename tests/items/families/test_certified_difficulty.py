"""Difficulty asked for: measures counted anew by brute force, twins kept together, refusals."""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.families.batches import Batch, GeneratedItems, run
from items.families.certified_difficulty import DifficultyFilter, ItemMeasures, certified, measured
from items.families.divlogic.generator import Divlogic
from items.families.divlogic.task import Span
from items.families.dyval.generator import Dyval
from items.families.dyval.task import Shape
from items.families.dyval.tree import Kind
from items.families.qmfol.generator import LABELS, Qmfol, configurations
from items.families.rules.generator import Rules
from items.files.loading import load
from items.models import Item
from solver.errors import InputError
from tests.items.families import truth
from tests.items.families.test_dyval_extras import entails, holds, label
from tui.cli import main

Heed = Callable[[GeneratedItems], None]


def nothing(result: GeneratedItems) -> None:
    """Whoever makes items for nobody to measure."""


def premises(item: Item) -> list[str]:
    assert item.formalization is not None
    return [str(premise) for premise in item.formalization["premise"]]


@pytest.mark.slow
def test_measures_are_those_of_truth_tables() -> None:
    items = run(Divlogic(8, mix=(("3c1e", 1), ("3e1c", 1))), 16).items
    for item in items:
        values = measured(item).values
        stated = premises(item)
        names = {name for text in stated for name in text if name.isalpha()}
        names |= {n for o in item.questions[0].options for n in str(o.formula) if n.isalpha()}
        free = 2 ** (8 - len(names))
        assert values["models"] == len(truth.models(stated)) / free
        failing = Counter(
            sum(world not in truth.truths(premise) for premise in stated) for world in truth.WORLDS
        )
        assert values["near-misses"] == failing[1] / free
        bare = item.model_copy(
            update={"attributes": {k: v for k, v in item.attributes.items() if k != "support_size"}}
        )
        if item.attributes["question_type"] == "3c1e":
            assert measured(bare).values["support"] == item.attributes["support_size"]


def refuted(clauses: list[str], known: dict[str, bool], names: list[str], depth: int) -> bool:
    """By propagation statement by statement, and so many case distinctions."""
    known = dict(known)
    grown = True
    while grown:
        grown = False
        for clause in clauses:
            own = [name for name in names if name in clause]
            free = [name for name in own if name not in known]
            worlds = [
                world
                for values in product((False, True), repeat=len(free))
                if holds(clause, world := {**known, **dict(zip(free, values, strict=True))})
            ]
            if not worlds:
                return True
            for name in free:
                if len({world[name] for world in worlds}) == 1:
                    known[name] = worlds[0][name]
                    grown = True
    if not depth:
        return False
    return any(
        all(refuted(clauses, {**known, name: value}, names, depth - 1) for value in (False, True))
        for name in names
        if name not in known
    )


@pytest.mark.slow
def test_search_is_the_number_of_case_distinctions() -> None:
    search_values = Counter[int | None]()
    kinds: tuple[Kind, ...] = ("deductive", "abductive")
    for kind in kinds:
        maker = Dyval(Shape(kind=kind), 2, ("symbols",), strict=True)
        for item in run(maker, 15).items:
            measures = measured(item)
            search_values[measures.values["search"]] += 1
            assert measures.follows == (label(item) != "unknown")
            if not measures.follows:
                assert measures.values["search"] is None
                continue
            query_text = str(item.questions[0].query).removeprefix("necessary(").removesuffix(")")
            denial = f"¬{query_text}" if label(item) == "true" else query_text
            clauses = [*premises(item), denial]
            assert entails(
                premises(item), f"¬{query_text}" if label(item) == "false" else query_text
            )
            names = sorted(
                {"".join(c for c in w if c.isalpha()) for t in clauses for w in t.split()}
            )
            names = [name for name in names if name]
            depth = next(n for n in range(9) if refuted(clauses, {}, names, n))
            assert measures.values["search"] == depth
    assert search_values[0]


def rules(number: int, heed: Heed) -> Batch:
    """Items of one rule each."""
    return run(Rules(3, depth=1), number, on_result=heed)


@pytest.mark.torture
def test_twins_are_kept_or_dropped_together() -> None:
    maker = Dyval(Shape(), 2, ("symbols",), strict=True)

    def generate(number: int, heed: Heed) -> Batch:
        return run(maker, number, unique=True, on_result=heed)

    batch = certified(generate, 6, {"support": Span(3, 4), "models": Span(1, 40)})
    groups: dict[object, set[str]] = defaultdict(set)
    for item in batch.items:
        groups[item.attributes["twins"]].add(label(item))
        assert int(item.attributes["models"]) in Span(1, 40)
        if label(item) != "unknown":
            assert int(item.attributes["support_size"]) in Span(3, 4)
    assert len(batch.items) == 6
    assert all(labels == {"true", "false", "unknown"} for labels in groups.values())
    again = certified(generate, 6, {"support": Span(3, 4), "models": Span(1, 40)})
    assert [item.id for item in again.items] == [item.id for item in batch.items]


@pytest.mark.slow
def test_what_no_item_has_is_refused_with_the_reason() -> None:
    maker = Divlogic(8, mix=(("3c1e", 1),))
    with pytest.raises(InputError, match="models is not 0"):
        certified(
            lambda number, heed: run(maker, number, on_result=heed), 2, {"models": Span(0, 0)}
        )


@pytest.mark.slow
def test_a_measure_that_such_items_do_not_have_is_refused_before_many_are_made() -> None:
    numbers: list[int] = []
    configs = configurations(("Food",), (2,), (2,), LABELS, (0,), range(20))

    def generate(number: int, heed: Heed) -> Batch:
        numbers.append(number)
        return run(Qmfol(configs, strict=True), number, on_result=heed)

    for name in ("models", "search"):
        with pytest.raises(
            InputError, match=f"{name} is counted for propositional .* available: support"
        ):
            certified(generate, 60, {name: Span(1, None)})
    assert numbers == [12, 12]
    with pytest.raises(InputError, match="search is counted up to 3"):
        certified(generate, 60, {"search": Span(4, None)})
    assert len(numbers) == 2
    batch = certified(generate, 3, {"support": Span(1, None)})
    assert len(batch.items) == 3


@pytest.mark.slow
def test_a_search_of_none_is_a_measure() -> None:
    with pytest.raises(InputError, match="search is not 3") as refused:
        certified(rules, 6, {"search": Span(3, 3)})
    assert "is not defined" not in refused.value.message


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    few = ["generate", "dyval", "-n", "6", "-o", str(path), "--db", str(tmp_path / "db")]
    invocation = CliRunner().invoke(
        main, [*few, "--certify", "support=3-", "--certify", "search=0"]
    )
    assert invocation.exit_code == 0, invocation.output
    items = load(path).items
    assert len(items) == 6
    for item in items:
        if label(item) != "unknown":
            assert int(item.attributes["support_size"]) >= 3
            assert item.attributes["search"] == 0
    for wrong in ("cheese=1", "models", "models=a", "models=5-2", "models="):
        assert CliRunner().invoke(main, [*few, "--certify", wrong]).exit_code == 2
    contexthub = [*few, "--format", "contexthub", "--certify", "models=1-"]
    assert CliRunner().invoke(main, contexthub).exit_code == 2


@pytest.mark.parametrize("count", [3, 60])
def test_a_stopped_run_does_not_report_that_no_item_is_so_difficult(count: int) -> None:
    numbers: list[int] = []

    def stopped(number: int, heed: Heed) -> Batch:
        numbers.append(number)
        return Batch(run(Rules(3, depth=1), 2, on_result=heed).items, (), {}, 0.1, stopped=True)

    batch = certified(stopped, count, {"support": Span(7, None)})
    assert batch.items == ()
    assert batch.stopped
    assert sum(batch.rejected.values()) == 2
    assert len(numbers) == 1, "after Ctrl+C nothing more is made"
    batches: list[GeneratedItems] = []
    certifying = DifficultyFilter({"support": Span(7, None)}, batches.append)
    certifying.add(GeneratedItems(run(Rules(3, depth=1), 1).items))
    certifying.close(stopped=True)
    assert batches == [] or not any(result.items for result in batches)
    with pytest.raises(InputError, match="that difficult"):
        certified(rules, 3, {"support": Span(7, None)})


class _Stopping:
    """Measures as usual; Ctrl+C falls into one of the calls."""

    def __init__(self, stop_at: int) -> None:
        self.stop_at = stop_at
        self.calls = 0

    def __call__(self, item: Item) -> ItemMeasures:
        self.calls += 1
        if self.calls == self.stop_at:
            raise KeyboardInterrupt
        return measured(item)


def test_after_ctrl_c_nothing_more_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    measure = _Stopping(7)
    monkeypatch.setattr("items.families.certified_difficulty.measured", measure)
    batch = certified(rules, 10, {"support": Span(0, None)})
    assert batch.stopped
    assert [item.id for item in batch.items] == [item.id for item in rules(6, nothing).items]
    assert all("models" in item.attributes for item in batch.items)
    assert measure.calls == 7


def test_what_was_made_and_not_measured_is_left_out_with_its_twins() -> None:
    items = run(Dyval(Shape(), 2, ("symbols",), strict=True), 6, unique=True).items

    def stopped(number: int, heed: Heed) -> Batch:
        heed(GeneratedItems(items[:4]))
        return Batch(items, (), {}, 0.1, stopped=True)

    batch = certified(stopped, 6, {"support": Span(0, None), "models": Span(0, None)})
    assert [item.id for item in batch.items] == [item.id for item in items[:3]]


@pytest.mark.parametrize(("stop_at", "kept"), [(5, 4), (14, 13)])
def test_of_what_is_made_of_items_nothing_more_is_measured_after_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, stop_at: int, kept: int
) -> None:
    measure = _Stopping(stop_at)
    monkeypatch.setattr("items.families.certified_difficulty.measured", measure)
    items = rules(20, nothing).items
    batches: list[GeneratedItems] = []
    certifying = DifficultyFilter({"support": Span(0, None)}, batches.append)
    for item in items[: stop_at - 1]:
        certifying.add(GeneratedItems((item,)))
    with pytest.raises(KeyboardInterrupt):
        certifying.add(GeneratedItems((items[stop_at - 1],)))
    certifying.close(stopped=True)
    written = [item.id for result in batches for item in result.items]
    assert written == [item.id for item in items[:kept]]
    assert certifying.written == kept
    assert measure.calls == stop_at
