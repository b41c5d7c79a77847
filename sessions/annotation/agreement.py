"""How far annotators agree, as tables: by check and subset, and by pair of annotators.

Owns rows, intervals as they are shown, and notes; the figures are `study.metrics`', which verdicts
count is `units`'.
"""

from sessions.annotation.results import QueueResults
from sessions.annotation.units import check_units, subsets
from sessions.report.rows import Column, Row, Rows
from study.statistics.agreement import Kappa, cohen
from study.statistics.bootstrap import Interval
from study.statistics.reliability import Figure, Reliability, Unit, paradox, reliability

CHECK = Column("check", "text")
SUBSET = Column("subset", "text")
NOTE = Column("note", "text")
FEWEST = 2
"""Items from which on drawing them again tells how sure a figure is."""


def by_agreement(found: QueueResults) -> Rows:
    """Raw agreement, Fleiss' kappa and Krippendorff's alpha of every check and subset, with
    bootstrap intervals over items."""
    rows: list[Row] = []
    most = 0
    for subset, entries in subsets(found):
        for one in check_units(found, entries):
            figures = reliability(one.units, ordered=one.ordered)
            if not figures.units:
                continue
            most = max(most, figures.units)
            rows.append(
                (
                    subset,
                    one.name,
                    figures.units,
                    *_figure(figures.raw),
                    *_figure(figures.fleiss),
                    *_figure(figures.alpha),
                    *(_figure(figures.ordinal) if figures.ordinal else (None, None, None)),
                    None if figures.most is None else figures.most[1],
                    _note(figures),
                )
            )
    columns = (
        SUBSET,
        CHECK,
        Column("units"),
        Column("raw", "share"),
        Column("raw low", "share"),
        Column("raw high", "share"),
        *(
            Column(f"{name}{end}")
            for name in ("Fleiss' kappa", "alpha", "ordinal alpha")
            for end in ("", " low", " high")
        ),
        Column("most frequent", "share"),
        NOTE,
    )
    return Rows(columns, tuple(rows), most)


def by_pair(found: QueueResults) -> Rows:
    """Cohen's kappa of every two annotators, by check and subset."""
    rows: list[Row] = []
    names = found.stored.queue.annotators
    pairs = [(a, b) for n, a in enumerate(names) for b in names[n + 1 :]]
    for subset, entries in subsets(found):
        for one in check_units(found, entries):
            for left, right in pairs:
                units = [u for u in one.units if left in u.values and right in u.values]
                kappa = cohen(
                    {n: u.values[left] for n, u in enumerate(units)},
                    {n: u.values[right] for n, u in enumerate(units)},
                    clusters={n: u.cluster for n, u in enumerate(units)},
                )
                if kappa is None:
                    continue
                interval = _interval(kappa.kappa)
                who = f"{left} · {right}"
                told = _pair_note(kappa, units, left, right)
                rows.append((subset, one.name, who, kappa.n, kappa.observed, *interval, told))
    columns = (
        SUBSET,
        CHECK,
        Column("pair", "text"),
        Column("units"),
        Column("raw", "share"),
        Column("Cohen's kappa"),
        Column("low"),
        Column("high"),
        NOTE,
    )
    return Rows(columns, tuple(rows), len(pairs))


# --- parts of rows -------------------------------------------------------------------------------


def _interval(found: Interval | None) -> Row:
    """Value, low, high; no bounds where a single item was all there was to draw from."""
    if found is None:
        return (None, None, None)
    if found.clusters < FEWEST:
        return (found.value, None, None)
    return (found.value, found.low, found.high)


def _figure(figure: Figure) -> Row:
    return _interval(figure.interval)


def _note(figures: Reliability) -> str:
    """A paradox, or why a figure is missing, in few words; how many resamples had none."""
    if figures.most is not None and figures.paradox:
        undefined = "" if figures.fleiss.value is not None else "undefined, "
        told = f"paradox: {undefined}{figures.most[1]:.0%} are {_told(figures.most[0])}"
    else:
        told = "" if figures.fleiss.value is not None else f"undefined: {figures.fleiss.why}"
    return _joined(told, _drawn(figures.raw, figures.fleiss, figures.alpha))


def _pair_note(kappa: Kappa, units: list[Unit], left: str, right: str) -> str:
    only = [Unit(u.cluster, {left: u.values[left], right: u.values[right]}) for u in units]
    figures = reliability(only)
    own = Figure(kappa.kappa, "" if kappa.kappa else figures.fleiss.why)
    if paradox(kappa.observed, own, figures.most) and figures.most is not None:
        undefined = "" if own.value is not None else "undefined, "
        told = f"paradox: {undefined}{figures.most[1]:.0%} are {_told(figures.most[0])}"
    else:
        told = "" if own.value is not None else "undefined: each gave one verdict only"
    return _joined(told, _drawn(figures.raw, own))


def _drawn(*figures: Figure) -> str:
    """What must be known of the intervals: that there is none, or what they leave out."""
    found = [figure.interval for figure in figures if figure.interval is not None]
    if any(one.clusters < FEWEST for one in found):
        return "one item: no interval"
    left_out = max((one.undefined for one in found), default=0)
    drawn = max((one.resamples + one.undefined for one in found), default=0)
    return f"interval without {left_out} of {drawn} resamples: undefined" if left_out else ""


def _joined(*told: str) -> str:
    return "; ".join(one for one in told if one)


def _told(value: object) -> str:
    return (", ".join(value) or "none") if isinstance(value, tuple) else str(value)
