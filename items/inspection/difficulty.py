"""Numerical measures of an item's difficulty, from the solver's figures and the text.

Owns the set of measures. `vacuity` defines vacuous; `study.statistics.ranks` relates the measures
to the performance of people and models.
"""

from items.inspection.figures import Figures
from items.models import Item
from items.recorded.placeholders import without_text

MEASURES = ("models", "support", "premises", "symbols", "vacuous", "characters")
"""Number of models of the premises, size of the smallest support of the answer that needs most,
number of premises, symbols in use, whether an implication follows vacuously (1) or not (0), and
length of the text with its questions and options."""


def measures(item: Item, figures: Figures | None) -> dict[str, float | None]:
    """Every measure of an item; None if it is not defined or unknown.

    A number of models too large for a float becomes infinite, which gives the right rank.
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
    """Number of characters in the background, questions and options."""
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
