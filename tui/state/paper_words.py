"""Words in the papers' tables that are the program's own: names of rows and of columns.

Owns which of them are translated; names of models, data sets and measures are not. The data files
of `sessions.report.papers`, one per paper, have the figures and the texts about them, which are
translated too.
"""

import re
from collections.abc import Mapping

from tui.i18n import mark

FORMS = (
    mark("natural language"),
    mark("symbolic"),
)
"""Forms of items: words or symbols."""
ROWS: Mapping[str, tuple[str, ...]] = {
    "form": FORMS,
    "settings": FORMS,
    "kind": (
        mark("deductive"),
        mark("abductive"),
    ),
    "model": (
        mark("Human"),
        mark("(mean of 14)"),
        mark("(best on Hard)"),
        mark("(best of 14)"),
        mark("Gold reference"),
    ),
    "metric": (
        mark("Accuracy"),
        mark("Circular"),
        mark("proposer retries"),
        mark("review → proposers"),
        mark("verify → proposers"),
        mark("answer repairs"),
    ),
    "side": (
        mark("answers and rubric"),
        mark("answers"),
        mark("rubric"),
    ),
    "judges": (
        mark("lowest of six pairs"),
        mark("highest of six pairs"),
        mark("all judges"),
    ),
    "split": (
        mark("prefix"),
        mark("edit"),
    ),
    "rubric atoms of Base": (
        mark("all"),
        mark("logical relation"),
        mark("stated constraint"),
        mark("query alignment"),
    ),
    "of": (
        mark("items"),
        mark("sub-questions"),
        mark("items of {n} sub-questions"),
    ),
    "models": (
        mark("all settings"),
        mark("thinking"),
        mark("no or low thinking"),
        mark("thinking not stated"),
    ),
    "who": (mark("Human"),),
}
"""By column, cells with words of the program; numbers in them are `{n}`."""
NAMED_CELLS = {
    "of": (
        (re.compile(r"logic (?P<name>\S+)"), mark("logic {name}")),
        (re.compile(r"type (?P<name>\S+)"), mark("type {name}")),
    ),
    "role or budget": ((re.compile(r"budget: (?P<name>.+)"), mark("budget: {name}")),),
}
"""By column, words that contain a name from the data."""
COLUMNS = (
    mark("dataset"),
    mark("data level"),
    mark("template adherence"),
    mark("fact reckoning"),
    mark("D0 and filler"),
    mark("role or budget"),
    mark("side"),
    mark("judges"),
    mark("rubric atoms of Base"),
    mark("of"),
    mark("error"),
    mark("Sub-Q"),
)
"""Columns of the papers' tables, or parts of their names."""
