"""The table of many items: filter, order, facets, and how long a keystroke takes."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.inspection.catalogue import DISAGREE, PENDING, Catalogue, RecordedTallies, Tally, View
from items.inspection.figures import Figures
from items.models import Item, Provenance, Question
from tests.interpreter_steps import steps

WORDS = ("river", "Stone", "窗户", "lamp", "lantern", "9", "10")


def make_item(
    id: str, text: str = "", title: str = "", kind: str = "text", **attributes: str
) -> Item:
    question = Question.model_validate({"id": "1", "kind": kind})
    return Item(
        id=id,
        title=title,
        text=text,
        questions=(question,),
        attributes=dict(attributes),
        provenance=Provenance(benchmark="set " + id[0]),
    )


ITEMS = (
    make_item("b10", "A lamp by the river.", kind="truth", level="2"),
    make_item("b9", "Lanterns of STONE.", "Late", kind="possible", level="1"),
    make_item("a1", "窗户开着。", "Lamp", kind="truth", level="2"),
)


def figures_of(models: int | None, gold: str = "proved") -> Figures:
    figures = Figures.from_json(
        {
            "premises": 3,
            "symbols": 2,
            "gold": gold,
            "models": None if models is None else hex(models),
            "least": None,
            "vacuous": None,
            "inconsistent": False,
        }
    )
    assert figures is not None
    return figures


def ids(catalogue: Catalogue, view: View) -> list[str]:
    return [catalogue.items[place].id for place in catalogue.select(view)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ["b10", "b9", "a1"]),
        ("LAMP", ["b10", "a1"]),
        ("lamp river", ["b10"]),
        ("river lamp", ["b10"]),
        ("b9", ["b9"]),
        ("窗户", ["a1"]),
        ("xyzzy", []),
    ],
)
def test_the_filter_looks_at_id_title_and_text(text: str, wanted: list[str]) -> None:
    assert ids(Catalogue(ITEMS), View(text)) == wanted


def test_typing_on_and_taking_back() -> None:
    catalogue = Catalogue(ITEMS)
    for text in ("l", "la", "lam", "lamp", "lam", "lan", "", "stone", "stone l"):
        assert ids(catalogue, View(text)) == ids(Catalogue(ITEMS), View(text))


@given(st.lists(st.lists(st.sampled_from([*WORDS, "l", "la", "s"]), max_size=3), max_size=6))
def test_what_was_typed_before_never_matters(typed: list[list[str]]) -> None:
    items = [make_item(f"i{n}", " ".join(WORDS[n % 3 : n % 7])) for n in range(20)]
    catalogue = Catalogue(items)
    for words in typed:
        view = View(" ".join(words))
        assert ids(catalogue, view) == ids(Catalogue(items), view)


def test_ids_are_sorted_as_people_count() -> None:
    catalogue = Catalogue(ITEMS)
    assert ids(catalogue, View(sort="id")) == ["a1", "b9", "b10"]
    assert ids(catalogue, View(sort="id", descending=True)) == ["b10", "b9", "a1"]


def test_what_has_no_value_comes_last_either_way() -> None:
    catalogue = Catalogue(ITEMS)
    catalogue.update(0, figures_of(7))
    catalogue.update(2, figures_of(2**70))
    assert ids(catalogue, View(sort="models")) == ["b10", "a1", "b9"]
    assert ids(catalogue, View(sort="models", descending=True)) == ["a1", "b10", "b9"]
    assert catalogue.pending() == [1]
    catalogue.update(1, figures_of(1))
    assert ids(catalogue, View(sort="models")) == ["b9", "b10", "a1"]
    with pytest.raises(KeyError):
        catalogue.cell(0, "colour")


def test_facets_count_what_the_rest_of_the_view_leaves() -> None:
    catalogue = Catalogue(ITEMS, {ITEMS[0].content_hash: figures_of(1, "disproved")})
    assert catalogue.facets == ("benchmark", "question", "gold", "level")
    view = View("lamp", {"level": frozenset({"2"}), "question": frozenset({"possible"})})
    assert ids(catalogue, view) == []
    kinds = catalogue.facet("question", view)
    assert [(v.value, v.count, v.chosen) for v in kinds] == [
        ("truth", 2, False),
        ("possible", 0, True),
    ]
    gold = catalogue.facet("gold", View())
    assert {(v.value, v.count) for v in gold} == {(PENDING, 2), ("disproved", 1)}
    catalogue.update(1, figures_of(1))
    assert ("proved", 1) in {(v.value, v.count) for v in catalogue.facet("gold", View())}
    assert ids(catalogue, View(facets={"level": frozenset({"1", "2"})})) == ["b10", "b9", "a1"]


def test_attributes_that_tell_items_apart_are_not_facets() -> None:
    items = [make_item(f"i{n}", number=str(n), same="yes", half=str(n % 2)) for n in range(100)]
    assert Catalogue(items).facets == ("benchmark", "question", "gold", "half")


def test_people_and_models() -> None:
    recorded = {
        "b10": RecordedTallies(Tally(3, 4), {"m": Tally(0, 4)}, 12.5),
        "b9": RecordedTallies(Tally(1, 4), {"m": Tally(0, 1), "n": Tally(0, 1)}),
        "a1": RecordedTallies(Tally(0, 0), {"m": Tally(1, 1)}),
    }
    catalogue = Catalogue(ITEMS, tallies=recorded)
    columns = catalogue.columns[-4:]
    assert [column.title for column in columns] == ["people", "m", "n", "median time"]
    assert [catalogue.cell(0, column.key) for column in columns] == [0.75, 0.0, None, 12.5]
    assert [catalogue.cell(2, column.key) for column in columns] == [None, 1.0, None, None]
    assert ids(catalogue, View(facets={DISAGREE: frozenset({"disagree"})})) == ["b10"]
    assert ids(catalogue, View(facets={DISAGREE: frozenset({"agree"})})) == ["b9"]
    assert ids(catalogue, View(sort="people")) == ["b9", "b10", "a1"]
    assert ids(catalogue, View(sort="model n")) == ["b9", "b10", "a1"]
    assert len(Catalogue(ITEMS).columns) == 9


@pytest.mark.parametrize(
    ("people", "models", "disagree"),
    [
        (Tally(3, 3, 2), Tally(0, 3, 2), True),
        (Tally(3, 3, 3), Tally(0, 3, 2), None),
        (Tally(3, 3, 2), Tally(0, 3, 4), None),
        (Tally(0, 0, 1), Tally(0, 3), None),
    ],
)
def test_people_and_models_disagree_whatever_becomes_of_unsettled_answers(
    people: Tally, models: Tally, disagree: bool | None
) -> None:
    assert RecordedTallies(people, {"m": models}).disagree is disagree


@pytest.mark.parametrize("view", [View(), View("t"), View(facets={"level": frozenset({"2"})})])
def test_counts_are_kept_up_as_items_and_figures_come(view: View) -> None:
    items = [make_item(f"i{n}", f"t{n}", level=str(n % 3 + n // 5 % 2)) for n in range(30)]
    growing = Catalogue(items[:10])
    figures: dict[str, Figures] = {}
    for start in (10, 20, 30):
        for name in growing.facets:
            growing.facet(name, view)
        growing.extend(items[start : start + 10])
        for place in range(start - 10, start, 3):
            figures[items[place].content_hash] = figures_of(place)
            growing.update(place, figures_of(place))
    anew = Catalogue(items, figures)
    assert growing.facets == anew.facets
    for name in anew.facets:
        assert growing.facet(name, view) == anew.facet(name, view)
    assert {value.count for value in anew.facet("gold", View())} == {12, 18}


@pytest.mark.slow
def test_work_grows_no_faster_than_the_number_of_items() -> None:
    """How long it takes is measured by `python -m benchmarks browse`."""

    def work(number: int) -> list[int]:
        items = [
            make_item(f"item {n}", f"river {n * 7919 % 20011}", level=str(n % 4))
            for n in range(number)
        ]
        catalogue = Catalogue(items)
        catalogue.update(0, figures_of(1))
        views = [View("river"), View("no such word"), View("river", {"level": frozenset("1")})]
        views += [View(sort=column.key) for column in catalogue.columns]
        numbers_read = []
        for view in views:
            catalogue.select(View())
            numbers_read.append(steps(partial(catalogue.select, view)))
        return numbers_read

    for few, many in zip(work(250), work(1000), strict=True):
        assert few > 250, "something is counted for every item"
        assert many < 4.4 * few


def test_symbols_are_counted_before_the_solver_was_asked() -> None:
    from items.files.loading import load
    from items.inspection.compute_figures import compute_figures

    items = load("builtin:demo").items
    catalogue = Catalogue(items)
    for place in range(0, len(items), 6):
        assert catalogue.cell(place, "symbols") == compute_figures(items[place]).symbols
    assert catalogue.cell(0, "gold") == "not yet known"
