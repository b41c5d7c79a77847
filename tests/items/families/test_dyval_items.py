"""DyVal items: proved, the same everywhere, and in ContextHub's form."""

import json
from pathlib import Path

import pytest

from items.executors.executor import Workers
from items.executors.local import Local
from items.families.batches import run
from items.families.dyval.generator import Dyval, Instantiation
from items.families.dyval.task import Shape
from items.families.dyval.tree import Kind
from items.files.loading import load
from items.gold.check import check_item
from items.sources.own_format import write
from solver.errors import InputError
from tests.items.families.processes import printed

ALL: tuple[Instantiation, ...] = ("abstract", "contextual", "symbols")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["deductive", "abductive"])
def test_both_engines_agree_with_every_gold(kind: Kind) -> None:
    batch = run(Dyval(Shape(kind, 4, balance=True, order="random"), 11, ALL), 12)
    assert len(batch.items) == 36
    assert batch.rejected == {}
    for item in batch.items:
        assert check_item(item, engine="both").state == "proved"
        assert item.attributes["proof"] == "proved"
        assert item.provenance.generator == "dyval"
        assert item.provenance.seed == 11


def test_instantiations_of_a_task_share_everything_but_the_words() -> None:
    items = Dyval(Shape("deductive", 3), 2, ALL, "all")(4).items
    assert len(items) == 13
    assert len({item.id for item in items}) == 13
    assert (
        len({json.dumps(item.formalization["premise"]) for item in items if item.formalization})
        == 1
    )
    assert len({item.text for item in items}) == 13


CODE = """
from items.families.batches import run
from items.families.dyval.generator import Dyval
from items.families.dyval.task import Shape
from items.sources.own_format import write
import hashlib
g = Dyval(Shape("abductive", 4, balance=True, order="random"), 5, ("abstract", "contextual"), "all")
print(hashlib.sha256(write(run(g, 20).items).encode()).hexdigest())
"""


@pytest.mark.slow
def test_same_seed_same_bytes_whatever_the_hash_seed() -> None:
    assert printed(CODE, "1") == printed(CODE, "2")


@pytest.mark.slow
def test_any_number_of_processes_gives_the_same() -> None:
    maker = Dyval(Shape("deductive", 2, balance=True), 5)
    with Workers(Local(2)) as workers:
        batch, in_processes = run(maker, 150), run(maker, 150, workers=workers)
    assert write(batch.items) == write(in_processes.items)
    assert batch.records == in_processes.records
    assert batch.rejected == in_processes.rejected


def test_an_index_makes_the_same_alone_as_in_a_run() -> None:
    maker = Dyval(Shape("deductive", 3), 5, ALL)
    assert maker(7).items == run(maker, 9).items[21:24]


def test_other_seeds_make_other_items() -> None:
    texts = {Dyval(Shape("deductive", 4), seed)(0).items[0].text for seed in range(5)}
    assert len(texts) == 5


def test_contexthub_files_read_back_as_the_same_items(tmp_path: Path) -> None:
    shape = Shape("abductive", 3, balance=True)
    batch = run(Dyval(shape, 3, ("abstract", "contextual"), "all"), 9)
    path = tmp_path / "data_level2" / "abductive_logic.json"
    path.parent.mkdir()
    path.write_text(json.dumps(list(batch.records)), encoding="utf-8")
    loaded = load(path)
    assert not loaded.problems
    assert len(loaded.items) == len(batch.items) == 9 * 12
    for ours, read in zip(batch.items, loaded.items, strict=True):
        assert read.text == ours.text
        assert read.questions == ours.questions
        assert read.formalization == ours.formalization
        for name in ("level", "kind", "domain", "category", "template", "abstract"):
            assert read.attributes[name] == ours.attributes[name]
        assert "stray" not in read.attributes


@pytest.mark.slow
def test_a_label_out_of_reach_is_counted_not_written() -> None:
    batch = run(Dyval(Shape("abductive", 3, operators=(1, 0, 0), balance=True), 3), 6)
    assert len(batch.items) == 2
    assert batch.rejected == {"label not reached": 4}


def test_trees_that_outgrow_a_vocabulary_are_refused_at_once() -> None:
    with pytest.raises(InputError, match="Tree too large for a vocabulary"):
        Dyval(Shape("deductive", 6), 1, ("contextual",))
    assert Dyval(Shape("deductive", 6), 1, ("abstract",))(0).items
