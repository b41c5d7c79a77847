"""What makes an item hard, as numbers: from the solver's figures and the text.

Owns which measures there are. What is vacuous is `vacuity`'s; how well people and models do against
the measures is `study.statistics.ranks`'s.
"""

from items.inspection.figures import Figures
from items.models import Item
from items.recorded.placeholders import without_text

MEASURES = ("models", "support", "premises", "symbols", "vacuous", "characters")
"""Number of models of the premises, size of the smallest support of the answer that needs most,
premises, symbols in use, whether an implication follows vacuously (1) or not (0), and the length of
the text with its questions and options."""


def measures(item: Item, figures: Figures | None) -> dict[str, float | None]:
    """Every measure of an item; None where it has none or it is not known.

    A number of models past what a float holds becomes infinite, which ranks as it should.
    """
    values: dict[str, float | None] = dict.fromkeys(MEASURES)
    if figures is not None:
        values["models"] = _float(figures.models)
        values["support"] = _float(figures.support_size)
        values["premises"] = _float(figures.premises)
        values["symbols"] = _float(figures.symbols)
        values["vacuous"] = None if figures.vacuous is None else float(figures.vacuous)
    if not without_text(item):
        values["characters"] = float(text_length(item))
    return values


def text_length(item: Item) -> int:
    """Characters of everything that is read: background, questions, options."""
    length = sum(
        len(leaf.text) + sum(len(option.text) for option in leaf.options) for leaf in item.leaves
    )
    return len(item.text) + length


def _float(value: int | None) -> float | None:
    if value is None:
        return None
    try:
        return float(value)
    except OverflowError:
        return float("inf")
