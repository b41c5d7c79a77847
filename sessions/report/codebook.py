"""Meanings of the columns of the report's tables, for the codebook next to exported tables.

Owns where the texts come from: the column itself, metrics, plain columns by name, or the unit.
"""

from functools import cache

from sessions.report.column_meanings import MEANINGS
from sessions.report.rows import Column
from study.metrics.registry import METRICS

P_OF = "p of "
"""Prefix of the columns of other p-values; all others are of chi-square."""
_ENDINGS = {
    " low": "lower bound of the 95 % interval of {}",
    " high": "upper bound of the 95 % interval of {}",
    " all wrong": "{} if every unsettled free answer were wrong",
    " all right": "{} if every unsettled free answer were right",
    " at least": "the least that {} can be, however unsettled free answers are settled",
    " at most": "the greatest that {} can be, however unsettled free answers are settled",
}
_BEGINNINGS = {
    "answered ": "how often the answer was {}",
    P_OF: "two-sided p of {}",
}
_UNITS = {
    "text": "{}",
    "prose": "{}",
    "time": "when: {}",
    "count": "number of: {}",
    "share": "share: {}",
    "seconds": "seconds: {}",
    "money": "in the currency of the prices: {}",
    "p": "p of the chi-square test against {}",
}


def meaning(column: Column) -> str:
    """One line on what a column contains; never empty."""
    name = column.name
    if column.meaning:
        return column.meaning
    if column.unit != "p" or name.startswith(P_OF):
        if name in MEANINGS:
            return MEANINGS[name]
        if name in _metrics():
            return _metrics()[name]
        for ending, words in _ENDINGS.items():
            if name.endswith(ending):
                return words.format(name.removesuffix(ending))
        for beginning, words in _BEGINNINGS.items():
            if name.startswith(beginning):
                return words.format(name.removeprefix(beginning))
    return _UNITS[column.unit].format(name)


@cache
def _metrics() -> dict[str, str]:
    return {metric.name: metric.meaning for _, metric in METRICS.working()}
