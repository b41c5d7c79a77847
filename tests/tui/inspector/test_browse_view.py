"""The table of items: order, filter, facets, place, and columns that fit."""

import pytest

from items.inspection.catalogue import Catalogue
from items.inspection.figures import Figures
from items.models import Item, Question
from tests.interpreter_steps import steps
from tests.tui.inspector.researcher_session import demo
from tui.state.grid import Cell, Head
from tui.state.inspector.browse_view import BrowseView, number
from tui.text import fit_end, telling_apart, width


@pytest.fixture
def view() -> BrowseView:
    return BrowseView(Catalogue(demo()))


def ids(view: BrowseView) -> list[str]:
    return [view.catalogue.items[place].id for place in view.places]


def test_a_column_sorts_up_then_down_then_as_read(view: BrowseView) -> None:
    first = ids(view)
    view.sort("title")
    titles = [view.catalogue.items[place].title for place in view.places]
    assert titles == sorted(titles, key=str.casefold)
    view.sort("title")
    assert ids(view) != first
    view.sort("title")
    assert ids(view) == first


def test_the_cursor_stays_on_its_item(view: BrowseView) -> None:
    view.row = 3
    item = view.item
    view.sort("id")
    assert view.item is item
    view.filter("clock")
    assert view.item is item
    view.filter("no such words")
    assert view.item is None
    assert view.summary == f"0 of {len(demo())} items"


def test_filter_and_facets_are_combined_and_cleared_together(view: BrowseView) -> None:
    view.toggle("question=choice")
    choices = len(view.places)
    assert 0 < choices < len(demo())
    view.filter("goat")
    assert 0 < len(view.places) < choices
    assert view.summary == f"{len(view.places)} of {len(demo())} items · 1 facet"
    assert view.clear()
    assert len(view.places) == len(demo())
    assert not view.clear()


def test_facets_show_counts_and_selections(view: BrowseView) -> None:
    view.toggle("question=choice")
    drawn = [line.text for line in view.draw_facets(34, True)]
    assert all(width(line) <= 34 for line in drawn)
    assert any("[✓] choice" in line for line in drawn)
    assert any("[ ] truth" in line and line.endswith("12") for line in drawn)


@pytest.mark.parametrize("cells", [70, 78, 118, 200])
def test_columns_fit_and_the_marked_one_is_always_among_them(cells: int) -> None:
    view = BrowseView(Catalogue(demo()))
    for column in view.columns:
        view.marked_column = column.key
        heads = view.heads(cells)
        assert column.key in [head.key for head in heads]
        assert heads[0].key == "id"
        assert sum(head.cells + 2 for head in heads) - 2 <= cells


def test_figures_fill_in_and_missing_ones_are_never_zero(view: BrowseView) -> None:
    heads = [Head(key, key, 9) for key in ("gold", "models", "support")]
    assert view.row_cells(0, heads) == [Cell("…", "muted")] * 3
    view.catalogue.update(0, Figures(3, 3, "disproved", 2**70, None))
    cells = view.row_cells(0, heads)
    assert [cell.text for cell in cells] == ["✗ refuted", "≈2^70", "–"]
    assert number(12_345) == "12,345"


def test_work_grows_linearly_with_the_number_of_items() -> None:
    def work(copies: int) -> int:
        items = [
            item.model_copy(update={"id": f"{item.id}/{n}"})
            for n in range(copies)
            for item in demo()
        ]
        view = BrowseView(Catalogue(items))

        def browse() -> None:
            for text in ("g", "go", "goa", "goat"):
                view.filter(text)
                view.heads(118)
                view.row_cells(0, view.heads(118))
            view.sort("models")
            view.draw_facets(34, True)

        return steps(browse)

    few = work(5)
    assert few > 5 * len(demo())
    assert work(20) < 4.4 * few


def test_ids_that_are_too_long_keep_their_end() -> None:
    assert fit_end("contexthub/1/abductive/12", 12) == "…bductive/12"
    assert fit_end("short", 12) == "short"
    assert width(fit_end("题目/一二三四五六", 9)) <= 9


@pytest.mark.parametrize(
    ("ids", "cells", "cut_ids"),
    [
        (["set/abductive/11", "set/abductive/12"], 12, ["…bductive/11", "…bductive/12"]),
        (
            ["All;A;B ⊢ All;A;B|nothing", "No;A;B ⊢ All;A;B|nothing"],
            12,
            ["All;A;B ⊢ A…", "No;A;B ⊢ Al…"],
        ),
        (
            ["Implies;A;B/A ⊢ B|nothing", "Implies;A;B/B ⊢ B|nothing"],
            12,
            ["…A ⊢ B|noth…", "…B ⊢ B|noth…"],
        ),
    ],
)
def test_ids_are_cut_where_they_do_not_differ(
    ids: list[str], cells: int, cut_ids: list[str]
) -> None:
    assert list(map(telling_apart(ids, cells), ids)) == cut_ids


def test_tasks_that_begin_differently_are_distinguished_in_eighty_columns() -> None:
    """Their choices, at the end of their ids, are the same."""
    moods = ("All", "Some", "Some not", "No")
    pairs = [f"{a};A;B/{b};B;C" for a in moods for b in moods]
    ids = [f"{pair} ⊢ All;A;C|Some;A;C|No;A;C|nothing" for pair in pairs]
    question = Question.model_validate({"id": "1", "kind": "necessary", "query": "necessary(A)"})
    formal = {"premise": ["A"]}
    items = [Item(id=i, text=i, questions=(question,), formalization=formal) for i in ids]
    view = BrowseView(Catalogue(items))
    (head,) = (head for head in view.heads(76) if head.key == "id")
    cells = [view.row_cells(row, [head])[0].text for row in range(len(ids))]
    assert len(set(cells)) == len(ids)
    assert all(width(text) <= head.cells for text in cells)
