"""The table of models: selected columns, order, how often each symbol is true; structures."""

import pytest

from items.models import Item
from solver.cancel import Cancel, Cancelled, GaveUp
from solver.inspection.model_table import ModelPage, ModelView
from solver.language.problem import BASELINE
from tests.tui.inspector.researcher_session import demo
from tui.screens.inspector.models import rows_of
from tui.screens.inspector.models_windows import Side
from tui.state.inspector.models_view import ModelsView, TableOrder
from tui.state.inspector.structures_view import StructuresView


def item(name: str) -> Item:
    return next(entry for entry in demo() if entry.id == f"demo/{name}")


def models_view(
    name: str, order: TableOrder | None = None, variant_name: str = BASELINE
) -> ModelsView:
    outcome = rows_of(item(name), Side((variant_name,)), None, order, Cancel())
    assert outcome.table is not None
    assert outcome.page is not None
    view = ModelsView(outcome.theory, "en", outcome.table.columns, outcome.table, outcome.order)
    view.show(outcome.order, outcome.view, outcome.page)
    return view


def rows(view: ModelsView) -> list[str]:
    heads = view.heads(80)
    return [" ".join(cell.text for cell in view.row_cells(n, heads)) for n in range(view.total)]


def test_each_model_has_a_row_and_counts_are_shown() -> None:
    view = models_view("scenic-tram")
    assert view.summary == "13 models"
    cells = [row.split()[1:] for row in rows(view)]
    assert cells == sorted(cells, key=lambda row: [cell == "●" for cell in row])
    notes = {head.key: head.note for head in view.heads(80)}
    for place, key in enumerate(view.order.keys):
        assert notes[key] == str(sum(row[place] == "●" for row in cells))


def out_of_time(_view: ModelView, _start: int = 0, _size: int = 50) -> ModelPage:
    raise GaveUp("timeout")


def test_a_table_out_of_time_is_replaced_by_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    table = models_view("scenic-tram").rows
    assert table is not None
    wanted = set(table.page(0, 100).rows)
    monkeypatch.setattr(ModelView, "page", out_of_time)
    outcome = rows_of(item("scenic-tram"), Side(), None, None, Cancel())
    assert outcome.view is None
    assert outcome.page is not None
    assert set(outcome.page.rows) == wanted


def test_stopped_work_lists_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ModelView, "page", out_of_time)
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        rows_of(item("scenic-tram"), Side(), None, None, cancel)


def test_projecting_onto_selected_symbols_reduces_rows() -> None:
    order = models_view("scenic-tram").toggled("E")
    view = models_view("scenic-tram", order)
    assert "E" not in view.order.keys
    assert view.summary == f"{view.total} rows over 5 of 6 symbols"
    assert view.total < 13
    alone = view.only_column("C")
    assert alone.keys == ("C",)
    cells = [row.split() for row in rows(models_view("scenic-tram", alone))]
    assert [row[2] for row in cells] == ["·", "●"]
    assert sum(int(row[1]) for row in cells) == models_view("scenic-tram").total


def test_the_last_column_cannot_be_removed() -> None:
    view = models_view("scenic-tram", TableOrder(("C",)))
    assert view.toggled("C") == view.order


def test_rows_are_sorted_by_a_column_in_both_directions() -> None:
    view = models_view("scenic-tram", TableOrder(("H", "C"), "C", True))
    cells = [row.split()[2] for row in rows(view)]
    assert cells == sorted(cells, reverse=True, key=lambda cell: cell == "●")
    assert view.sorted("C") == TableOrder(("H", "C"))
    assert view.sorted("H") == TableOrder(("H", "C"), "H")


def test_under_a_variant_there_are_other_models() -> None:
    assert models_view("goat-on-the-roof").total == 1
    assert models_view("goat-on-the-roof", variant_name="alpha").total == 3


def test_symbols_with_their_glosses_and_the_row_in_sentences() -> None:
    view = models_view("goat-on-the-roof")
    symbols = "\n".join(line.text for line in view.symbol_lines(50, False))
    assert "[✓] S" in symbols
    assert "a goat sleeps on the roof" in symbols
    assert "must hold" in symbols
    assert "cannot hold" in symbols
    row = " ".join(line.text.strip() for line in view.row_lines(60, False))
    assert row.startswith("A goat sleeps on the roof. The baker whistles.")


def test_first_order_items_show_structures() -> None:
    outcome = rows_of(item("singing-divers"), Side(), None, None, Cancel())
    assert outcome.structures is not None
    view = StructuresView(outcome.theory, "en", outcome.structures)
    assert view.summary.startswith("structure 1 of ")
    first = [line.text for line in view.lines(60)]
    assert "pavel" in first[1]
    view.step(1)
    assert [line.text for line in view.lines(60)] != first
    view.step(-5)
    assert [line.text for line in view.lines(60)] == first
