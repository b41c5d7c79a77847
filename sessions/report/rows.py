"""What a table of the report consists of: columns, typed rows, and conversion of rows to cells.

Owns columns and cells, and the way from records to them. A row is a frozen dataclass whose fields
are annotated with the columns they fill: `column` for a plain one, `varying_column` for one that is
omitted where all rows are alike, `figure` for a metric's value with its interval, `figures` for
those of every metric of some data, `group` for the fields of another record, `by_name` for one
column per name. Each table says what it counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, partial
from itertools import chain
from typing import Any, Literal, Protocol, TypeVar, get_args

from sessions.report.column_meanings import MEANINGS
from solver.phrases import Phrase, phrase
from study.metrics.metric import RUNS, Metric, Need
from study.metrics.registry import metrics
from study.statistics.few_clusters import notes as few_notes
from study.statistics.samples import Estimate

Unit = Literal["text", "prose", "time", "count", "share", "seconds", "p", "money"]
D = TypeVar("D")
Excluded = Mapping[str, int] | Mapping[Phrase, int]
"""What was left out: reasons, with how many."""
Cell = str | int | float | None
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, and the type of its cells."""

    name: str
    unit: Unit = "count"
    """Prose is text that is shown in full. A time is ISO 8601 in UTC, shares are between 0 and 1; a
    cell without data is None."""
    meaning: str = field(default="", compare=False)
    """One line; empty where the name says it."""
    end_of: str = field(default="", compare=False)
    """The column whose interval has its lower or upper end in this one; else empty."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A table's content."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    n: int
    """How many sessions, answers or items were counted."""
    excluded: Mapping[str, int] = field(default_factory=dict)
    """What was left out, and why."""
    notes: tuple[str, ...] = ()
    """Notes for interpreting the figures."""
    sampled: bool = True
    """Whether its intervals, if any, are for new people and items like those of the report."""

    @property
    def bounded(self) -> bool:
        """Whether it has such intervals."""
        return self.sampled and any(column.end_of for column in self.columns)


def table_of(
    record: type[Any],
    records: Sequence[Any],
    n: int,
    excluded: Excluded | None = None,
    notes: tuple[str, ...] = (),
    *,
    ordered: bool = False,
    sampled: bool = True,
) -> Rows:
    """A table whose rows are records of one type; `ordered` by their cells from left to right, with
    numbers in text compared by size; `sampled` as in `Rows`."""
    columns, cells = Group(record).lay_out(records)
    rows = tuple(tuple(cells(entry)) for entry in records)
    if ordered:
        rows = tuple(sorted(rows, key=lambda row: tuple(map(size, row))))
    few = few_notes(chain.from_iterable(map(_estimates_in, records))) if sampled else ()
    left_out = dict[str, int](excluded.items() if excluded else ())
    return Rows(columns, rows, n, left_out, (*notes, *few), sampled)


_PLAIN_TYPES = frozenset((str, int, float, bool, type(None)))
"""Types of most values; they contain no estimates."""


@cache
def _names(record: Any) -> tuple[str, ...]:
    """The names of a record's fields."""
    return tuple(entry.name for entry in fields(record))


def _estimates_in(record: Any) -> Iterator[Estimate]:
    """The estimates in the fields of a record, including nested records and mappings."""
    kind: Any = type(record)
    for name in _names(kind):
        value = getattr(record, name)
        if value.__class__ in _PLAIN_TYPES:
            continue
        if isinstance(value, Estimate):
            yield value
        elif isinstance(value, Mapping):
            yield from (each for each in value.values() if isinstance(each, Estimate))
        elif is_dataclass(value):
            yield from _estimates_in(value)


def column(name: str, unit: Unit = "count", meaning: str = "") -> "PlainColumn":
    """For a field that fills one column. Its `meaning` is one line for the codebook; by default the
    one that several tables share."""
    return PlainColumn(Column(name, unit, meaning or MEANINGS.get(name, "")))


def varying_column(name: str, unit: Unit = "count") -> "VaryingColumn":
    """For a field that fills one column if rows differ in it, and none if all rows have the same
    value."""
    return VaryingColumn(column(name, unit))


def figure(metric: Metric[Any], *, bounded: bool | None = None, bare: bool = False) -> "Figure":
    """For a field that holds an `Estimate` of a metric, or None: its value and, where the metric
    has an interval or `bounded` says so, both ends. The main figure of a table has `bare` ends,
    named just `low` and `high`, as accuracy always has."""
    ends = metric.bounded if bounded is None else bounded
    return Figure(column_of(metric), ends, bare)


def share(name: str, meaning: str = "", *, own_ends: bool = False) -> "Figure":
    """For a field that holds an `Estimate` of a share, or None: its value and both ends, whose
    names begin with the share's name where a table has several such fields. `meaning` as in
    `column`."""
    return Figure(column(name, "share", meaning).column, True, not own_ends)


def column_of(metric: Metric[Any]) -> Column:
    """The column of a metric's values."""
    return Column(metric.name, metric.unit, metric.meaning)


def figures(need: Need[Any], omitted_metrics: tuple[Metric[Any], ...] = ()) -> "Figures":
    """For a field that holds the estimates of all metrics of some data, as returned by `estimates`;
    with the number of observations of each, where the metric names them. The `omitted_metrics` have
    fields of their own."""
    return Figures(need, omitted_metrics)


def over_runs(need: Need[Any], chosen_metrics: tuple[Metric[Any], ...] = ()) -> "OverRuns":
    """For a field that holds the scores of some data run by run, as returned by `scores_of_runs`:
    each of its metrics, or only the `chosen_metrics`, followed by what the metrics of runs compute
    from it."""
    return OverRuns(need, chosen_metrics)


def group(record: type[Any], *, optional: bool = False) -> "Group":
    """For a field that holds another record, or None. If no row has an `optional` one, it fills no
    column."""
    return Group(record, optional)


def by_name(unit: Unit = "count", prefix: str = "") -> "ByName":
    """For a field that holds cells by name and fills one column per name, in order of
    appearance."""
    return ByName(unit, prefix)


class Estimates(dict[str, Estimate | None]):
    """Estimates by the key of their metric."""

    def __init__(
        self, estimates_by_key: Mapping[str, Estimate | None], numbers: Mapping[str, int]
    ) -> None:
        """`numbers` are those of what each metric counts, by key."""
        super().__init__(estimates_by_key)
        self.numbers = numbers


def estimates(
    need: Need[D], data: D | None, omitted_metrics: tuple[Metric[D], ...] = ()
) -> Estimates:
    """The estimates of every metric of some data except the `omitted_metrics`; None for each where
    there is no data."""
    listed = [metric for metric in metrics(need) if metric not in omitted_metrics]
    if data is None:
        return Estimates(dict.fromkeys((metric.key for metric in listed), None), {})
    values = {metric.key: metric.estimate(data) for metric in listed}
    return Estimates(
        values,
        {
            metric.key: metric.counted(data, values[metric.key])
            for metric in listed
            if metric.counts
        },
    )


def scores_of_runs(
    scores: Sequence[Metric[Any]], runs: Sequence[Any]
) -> Mapping[str, Sequence[float]]:
    """The value of each score in every run that has one, by key."""
    values: dict[str, Sequence[float]] = {}
    for metric in scores:
        estimates_of_runs = [metric.compute(run, None) for run in runs]
        values[metric.key] = [
            estimate.value for estimate in estimates_of_runs if estimate is not None
        ]
    return values


Cells = Callable[[Any], Iterable[Cell]]
"""Converts a field's value to its cells."""


class Part(Protocol):
    """How a field's values become cells."""

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """The columns, given the values of all rows, and the function that makes a row's cells."""


@dataclass(frozen=True, slots=True)
class PlainColumn:
    """A cell with the value itself."""

    column: Column

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """One column."""
        return (self.column,), lambda value: (value,)


@dataclass(frozen=True, slots=True)
class VaryingColumn:
    """A cell with the value itself, if rows differ in it."""

    column: PlainColumn

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """One column, or none."""
        return self.column.lay_out(values) if len(set(values)) > 1 else ((), lambda _value: ())


@dataclass(frozen=True, slots=True)
class Figure:
    """An estimate: its value and the ends of its interval."""

    value: Column
    bounded: bool
    bare: bool = False

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """One column, or three."""
        name = self.value.name
        if not self.bounded:
            return (self.value,), lambda outcome: (None if outcome is None else outcome.value,)
        own = "" if self.bare or name == "accuracy" else f"{name} "
        return (self.value, *ends_of(self.value, own)), estimate_cells


def ends_of(value: Column, prefix: str | None = None) -> tuple[Column, Column]:
    """The columns of both ends of the intervals in a column; `prefix` precedes their names, by
    default its name."""
    name, before = value.name, f"{value.name} " if prefix is None else prefix
    bounds = ((phrase("low"), "lower"), (phrase("high"), "upper"))
    low, high = (
        Column(f"{before}{end}", value.unit, f"{side} bound of the 95 % interval of {name}", name)
        for end, side in bounds
    )
    return low, high


def estimate_cells(estimate: Estimate | None) -> tuple[Cell, Cell, Cell]:
    """An estimate as cells of a row: its value and the ends of its interval."""
    return (None, None, None) if estimate is None else (estimate.value, estimate.low, estimate.high)


@dataclass(frozen=True, slots=True)
class Figures:
    """The values of all metrics of some data, each after its number of observations."""

    need: Need[Any]
    omitted_metrics: tuple[Metric[Any], ...]

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """The columns of each metric."""
        columns: list[Column] = []
        makers: list[Callable[[Estimates], Iterable[Cell]]] = []
        counted: set[str] = set()
        for metric in metrics(self.need):
            if metric in self.omitted_metrics:
                continue
            name = metric.counts
            if name and name not in counted:
                counted.add(name)
                columns.append(Column(name, "count", MEANINGS.get(name, "")))
                makers.append(partial(_counted, metric.key))
            own, cells = Figure(column_of(metric), metric.bounded).lay_out(())
            columns += own
            makers.append(partial(_of_key, metric.key, cells))
        return tuple(columns), lambda outcome: chain.from_iterable(make(outcome) for make in makers)


def _counted(key: str, estimates_by_key: Estimates) -> tuple[Cell, ...]:
    return (estimates_by_key.numbers.get(key, 0),)


def _of_key(
    key: str, cells: Cells, estimates_by_key: Mapping[str, Estimate | None]
) -> Iterable[Cell]:
    return cells(estimates_by_key[key])


@dataclass(frozen=True, slots=True)
class OverRuns:
    """The mean and spread over the runs of a setting, score by score."""

    need: Need[Any]
    chosen_metrics: tuple[Metric[Any], ...] = ()

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """For each score, one column for each metric of runs."""
        scores = self.chosen_metrics or metrics(self.need)
        pairs = [(score, metric) for score in scores for metric in metrics(RUNS)]
        columns = tuple(
            Column(f"{score.name} {metric.name}", metric.unit, metric.meaning.format(score.name))
            for score, metric in pairs
        )

        def cells(values_by_score: Mapping[str, Sequence[float]]) -> Iterator[Cell]:
            for score, metric in pairs:
                estimate = metric.estimate(values_by_score[score.key])
                yield None if estimate is None else estimate.value

        return columns, cells


@dataclass(frozen=True, slots=True)
class ByName:
    """One cell per name."""

    unit: Unit
    prefix: str

    def lay_out(self, values: Sequence[Mapping[str, Cell]]) -> tuple[tuple[Column, ...], Cells]:
        """One column per name; an empty cell where a row does not have the name."""
        names = list(dict.fromkeys(name for value in values for name in value))
        columns = tuple(Column(f"{self.prefix}{name}", self.unit) for name in names)
        return columns, lambda outcome: map(outcome.get, names)


@dataclass(frozen=True, slots=True)
class Group:
    """The fields of a record."""

    record: type[Any]
    optional: bool = False

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """The columns of all fields, in order; none where there is no record in any row."""
        records = [value for value in values if value is not None]
        if self.optional and not records:
            return (), lambda _record: ()
        columns: list[Column] = []
        makers: list[tuple[str, Cells]] = []
        for entry in fields(self.record):
            part: Part = get_args(entry.type)[1]
            own, cells = part.lay_out([getattr(record, entry.name) for record in records])
            columns += own
            makers.append((entry.name, cells))

        def cells_of(record: Any) -> Iterable[Cell]:
            if record is None:
                return (None,) * len(columns)
            return chain.from_iterable(make(getattr(record, name)) for name, make in makers)

        return tuple(columns), cells_of


def size(cell: Cell) -> tuple[int, float, str]:
    """A sort key for cells of all kinds: None first, then numbers, then text."""
    if cell is None:
        return 0, 0.0, ""
    try:
        return 1, float(cell), str(cell)
    except ValueError:
        return 2, 0.0, cell if isinstance(cell, str) else str(cell)
