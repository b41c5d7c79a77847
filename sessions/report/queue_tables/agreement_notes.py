"""What both tables of agreement say about intervals and paradoxes."""

from dataclasses import replace

from solver.phrases import phrase
from study.metrics.uncertainty import of_interval
from study.statistics.bootstrap import Interval
from study.statistics.reliability import Figure
from study.statistics.samples import Estimate

MIN_ITEMS = 2
"""Minimum number of items for a bootstrap interval."""


def estimate_of(interval: Interval | None, n: int) -> Estimate | None:
    """The estimate; without bounds where a single item was all there was to resample."""
    estimate = of_interval(interval, n)
    if estimate is None or estimate.clusters >= MIN_ITEMS:
        return estimate
    return replace(estimate, low=None, high=None)


def paradox_note(most_frequent: tuple[object, float], defined: bool) -> str:
    """That a figure is low, or undefined, because one verdict is too frequent."""
    values = {"share": f"{most_frequent[1]:.0%}", "verdict": _value_text(most_frequent[0])}
    if defined:
        return phrase("paradox: {share} are {verdict}", **values)
    return phrase("paradox: undefined, {share} are {verdict}", **values)


def undefined_note(reason: str) -> str:
    """Why a figure is missing."""
    return phrase("undefined: {why}", why=reason)


def drawing_note(*figures: Figure) -> str:
    """Notes on the intervals: that there is none, or what they leave out."""
    intervals = [figure.interval for figure in figures if figure.interval is not None]
    if any(interval.clusters < MIN_ITEMS for interval in intervals):
        return phrase("one item: no interval")
    left_out = max((interval.undefined for interval in intervals), default=0)
    drawn = max((interval.resamples + interval.undefined for interval in intervals), default=0)
    if not left_out:
        return ""
    return phrase(
        "interval without {left_out} of {drawn} resamples: undefined",
        left_out=left_out,
        drawn=drawn,
    )


def joined(*notes: str) -> str:
    """The first two notes that are not empty, in one text."""
    texts = [note for note in notes if note]
    return (
        phrase("{first}; {second}", first=texts[0], second=texts[1])
        if texts[1:]
        else next(iter(texts), "")
    )


def _value_text(value: object) -> str:
    return (", ".join(value) or "none") if isinstance(value, tuple) else str(value)
