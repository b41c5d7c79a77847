"""The built-in sets that generators make: what is in them, and that they can be made again."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import pytest

from items import shipped
from items.files.loading import load
from items.models import Item
from items.sources.files import BUILTIN_FOLDER
from items.sources.own_format import write


def items(name: str) -> tuple[Item, ...]:
    return load(f"builtin:{name}", strict=True).items


def values(name: str, *attributes: str) -> Counter[tuple[object, ...]]:
    return Counter(
        tuple(item.attributes[attribute] for attribute in attributes) for item in items(name)
    )


@pytest.mark.parametrize(
    ("name", "items_made"),
    [("contexthub", shipped.contexthub), ("divlogic-zh", partial(shipped.divlogic_zh, 4))],
)
def test_the_first_items_are_made_again_byte_for_byte(
    name: str, items_made: Callable[[], Iterator[Item]]
) -> None:
    first = write(islice(items_made(), 4)).splitlines()
    lines = (BUILTIN_FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines[:4] == first


@pytest.mark.torture
@pytest.mark.parametrize("name", shipped.SETS)
def test_every_set_is_made_again_byte_for_byte(name: str) -> None:
    written = write(shipped.SETS[name]())
    assert (BUILTIN_FOLDER / f"{name}.jsonl").read_text(encoding="utf-8") == written


def test_divlogic_tells_every_question_in_words_and_in_symbols() -> None:
    pairs = values("divlogic", "kind", "question_type")
    kinds = ("multiple choice", "symbolic")
    types = ("3c1e", "3e1c", "missing")
    assert pairs == {(kind, type_): 40 for kind in kinds for type_ in types}
    twins: dict[object, list[Item]] = {}
    for item in items("divlogic"):
        twins.setdefault(item.attributes["twin"], []).append(item)
    for entry, other in twins.values():
        assert entry.formalization is not None
        assert other.formalization is not None
        assert entry.formalization["premise"] == other.formalization["premise"]
        assert entry.questions[0].gold == other.questions[0].gold
    positions = Counter(item.attributes["gold_position"] for item in items("divlogic"))
    assert set(positions.values()) == {60}


def test_of_two_lists_each_has_every_template_once() -> None:
    cells = values("contexthub", "list", "kind", "level", "abstract")
    assert set(cells.values()) == {3}
    lists: dict[object, list[object]] = {}
    for item in items("contexthub"):
        template = [item.attributes[name] for name in ("kind", "level", "template")]
        lists.setdefault(item.attributes["list"], []).append(tuple(template))
    assert set(map(len, lists.values())) == {18}
    assert all(len(set(templates)) == 18 for templates in lists.values())
    abstract = [item for item in items("contexthub") if item.attributes["abstract"]]
    golds = Counter(getattr(item.questions[0].gold, "value", None) for item in abstract)
    assert set(golds.values()) == {6}


def test_of_three_lists_each_has_every_task_once_and_every_level_equally_often() -> None:
    cells = values("qmfol", "list", "depth", "distractors")
    assert set(cells.values()) == {3}
    assert set(values("qmfol", "list", "depth", "kind", "distractors").values()) == {1}
    bases: dict[object, set[object]] = {}
    for item in items("qmfol"):
        base = (item.attributes["twins"], item.attributes["kind"])
        bases.setdefault((item.attributes["list"], base), set()).add(item.id)
    assert set(map(len, bases.values())) == {1}, "nobody meets a task twice"


def test_hard_items_have_several_questions_and_free_answers_with_gold() -> None:
    for item in items("hard"):
        assert len(item.questions) >= 5
        free = [question for question in item.questions if question.free]
        assert len(free) == 2
        assert all(question.gold is not None for question in item.questions)


@pytest.mark.parametrize("name", ["attention", "attention-zh"])
def test_an_instructed_item_names_the_option_that_is_right(name: str) -> None:
    for item in items(name):
        (question,) = item.questions
        gold = getattr(question.gold, "option", None)
        named = [
            place
            for place, option in enumerate(question.options)
            if option.text.rstrip(".。") in item.text
        ]
        assert gold in named
        # Quoted is the right one alone.
        quoted = [
            place
            for place, option in enumerate(question.options)
            if f"“{option.text.rstrip('.。')}" in item.text
        ]
        assert quoted == [gold], item.id
