"""What a table of the report is made of: columns, typed rows, and how a row becomes cells.

Owns columns and cells, and the way from records to them. A row is a frozen dataclass whose fields
are annotated with the columns they fill: `column` a plain one, `telling` one that is left out where
all rows are alike, `figure` a metric's value with its
interval, `figures` those of every metric of some data, `group` the fields of another record,
`by_name` a column a name. What tables count is said where each is made.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, partial
from itertools import chain
from typing import Any, Literal, Protocol, TypeVar, get_args

from sessions.report.meanings import MEANINGS
from study.metrics.metric import RUNS, Metric, Need
from study.metrics.registry import metrics
from study.statistics.few_clusters import notes as few_notes
from study.statistics.samples import Estimate

Unit = Literal["text", "prose", "time", "count", "share", "seconds", "p", "money"]
D = TypeVar("D")
Cell = str | int | float | None
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, and what its cells are."""

    name: str
    unit: Unit = "count"
    """Prose is text that is shown whole. A time is ISO 8601 in UTC, shares are between 0 and 1; a
    cell without data is None."""
    meaning: str = field(default="", compare=False)
    """In a line; empty where the name says it."""
    end_of: str = field(default="", compare=False)
    """The column before whose interval this is the lower or upper end of; else empty."""


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
    """What a reader must know of the figures."""
    sampled: bool = True
    """Whether its intervals, where it has any, are for new people and items as the report's are."""

    @property
    def bounded(self) -> bool:
        """Whether it has intervals of that sort."""
        return self.sampled and any(column.end_of for column in self.columns)


def table_of(
    record: type[Any],
    records: Sequence[Any],
    n: int,
    excluded: Mapping[str, int] | None = None,
    notes: tuple[str, ...] = (),
    *,
    ordered: bool = False,
    sampled: bool = True,
) -> Rows:
    """A table whose rows are records of one type; `ordered` by their cells from the first to the
    last, numbers that are written as text by their size; `sampled` as `Rows` has it."""
    columns, cells = Group(record).lay_out(records)
    rows = tuple(tuple(cells(entry)) for entry in records)
    if ordered:
        rows = tuple(sorted(rows, key=lambda row: tuple(map(size, row))))
    few = few_notes(chain.from_iterable(map(_estimates_in, records))) if sampled else ()
    return Rows(columns, rows, n, excluded or {}, (*notes, *few), sampled)


_BARE = frozenset((str, int, float, bool, type(None)))
"""Types of most values; none of them holds an estimate."""


@cache
def _names(record: Any) -> tuple[str, ...]:
    """The names of a record's fields."""
    return tuple(entry.name for entry in fields(record))


def _estimates_in(record: Any) -> Iterator[Estimate]:
    """The estimates in the fields of a record, also of records and by key."""
    kind: Any = type(record)
    for name in _names(kind):
        value = getattr(record, name)
        if value.__class__ in _BARE:
            continue
        if isinstance(value, Estimate):
            yield value
        elif isinstance(value, Mapping):
            yield from (each for each in value.values() if isinstance(each, Estimate))
        elif is_dataclass(value):
            yield from _estimates_in(value)


def column(name: str, unit: Unit = "count") -> "Plain":
    """For a field that fills one column."""
    return Plain(Column(name, unit, MEANINGS.get(name, "")))


def telling(name: str, unit: Unit = "count") -> "Telling":
    """For a field that fills one column where it tells rows apart, and none where all rows have
    the same."""
    return Telling(column(name, unit))


def figure(metric: Metric[Any], *, bounded: bool | None = None, bare: bool = False) -> "Figure":
    """For a field that holds an `Estimate` of a metric, or None: its value and, where the metric
    has an interval or `bounded` says so, both ends. What a table is about has `bare` ends, called
    no more than `low` and `high`, as accuracy always has."""
    ends = metric.bounded if bounded is None else bounded
    return Figure(column_of(metric), ends, bare)


def share(name: str, *, own_ends: bool = False) -> "Figure":
    """For a field that holds an `Estimate` of a share, or None: its value and both ends, which
    begin with its name where a table has several such fields."""
    return Figure(Column(name, "share", MEANINGS.get(name, "")), True, not own_ends)


def column_of(metric: Metric[Any]) -> Column:
    """The column of a metric's values."""
    return Column(metric.name, metric.unit, metric.meaning)


def figures(need: Need[Any], omitted_metrics: tuple[Metric[Any], ...] = ()) -> "Figures":
    """For a field that holds the estimates of all metrics of some data, as `estimates` makes them;
    with how many things each is over, where the metric says what these are. The `omitted_metrics`
    have fields of their own."""
    return Figures(need, omitted_metrics)


def over_runs(need: Need[Any], only: tuple[Metric[Any], ...] = ()) -> "OverRuns":
    """For a field that holds the scores of some data run by run, as `scores_of_runs` makes them:
    each metric of them, or `only` some, then what the metrics of runs make of it."""
    return OverRuns(need, only)


def group(record: type[Any], *, optional: bool = False) -> "Group":
    """For a field that holds another record, or None. Where no row has an `optional` one, it fills
    no column."""
    return Group(record, optional)


def by_name(unit: Unit = "count", prefix: str = "") -> "ByName":
    """For a field that holds cells by name and fills a column a name, in order of appearance."""
    return ByName(unit, prefix)


def estimates(
    need: Need[D], data: D | None, omitted_metrics: tuple[Metric[D], ...] = ()
) -> Mapping[str, Estimate | None]:
    """The estimates of every metric of some data but the `omitted_metrics`, by key;
    None of each where there are no data."""
    return {
        metric.key: None if data is None else metric.estimate(data)
        for metric in metrics(need)
        if metric not in omitted_metrics
    }


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
"""From a field's value to its cells."""


class Part(Protocol):
    """How a field's values become cells."""

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """The columns, given the values of all rows, and what makes the cells of one."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A cell as it stands."""

    column: Column

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """One column."""
        return (self.column,), lambda value: (value,)


@dataclass(frozen=True, slots=True)
class Telling:
    """A cell as it stands, where rows differ in it."""

    plain: Plain

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """One column, or none."""
        return self.plain.lay_out(values) if len(set(values)) > 1 else ((), lambda _value: ())


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


def ends_of(value: Column, own: str | None = None) -> tuple[Column, Column]:
    """The columns of both ends of the intervals in a column; `own` stands before their names, by
    default its name."""
    name, before = value.name, f"{value.name} " if own is None else own
    return (
        Column(f"{before}low", value.unit, f"lower bound of the 95 % interval of {name}", name),
        Column(f"{before}high", value.unit, f"upper bound of the 95 % interval of {name}", name),
    )


def estimate_cells(estimate: Estimate | None) -> tuple[Cell, Cell, Cell]:
    """An estimate as cells of a row: its value and the ends of its interval."""
    return (None, None, None) if estimate is None else (estimate.value, estimate.low, estimate.high)


@dataclass(frozen=True, slots=True)
class Figures:
    """The values of all metrics of some data, each after how many things it is over."""

    need: Need[Any]
    omitted_metrics: tuple[Metric[Any], ...]

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """The columns of each metric."""
        columns: list[Column] = []
        makers: list[Callable[[Mapping[str, Estimate | None]], Iterable[Cell]]] = []
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


def _counted(key: str, estimates_by_key: Mapping[str, Estimate | None]) -> tuple[Cell, ...]:
    estimate = estimates_by_key[key]
    return (estimate.n if estimate else 0,)


def _of_key(
    key: str, cells: Cells, estimates_by_key: Mapping[str, Estimate | None]
) -> Iterable[Cell]:
    return cells(estimates_by_key[key])


@dataclass(frozen=True, slots=True)
class OverRuns:
    """What the runs of a setting have in common, and how far they differ, score by score."""

    need: Need[Any]
    only: tuple[Metric[Any], ...] = ()

    def lay_out(self, values: Sequence[Any]) -> tuple[tuple[Column, ...], Cells]:
        """For each score, a column for each metric of runs."""
        scores = self.only or metrics(self.need)
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
    """A cell a name."""

    unit: Unit
    prefix: str

    def lay_out(self, values: Sequence[Mapping[str, Cell]]) -> tuple[tuple[Column, ...], Cells]:
        """A column a name; no cell where a row has no such name."""
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
    """A sort key that takes cells of all kinds: nothing, numbers, then text."""
    if cell is None:
        return 0, 0.0, ""
    try:
        return 1, float(cell), str(cell)
    except ValueError:
        return 2, 0.0, cell if isinstance(cell, str) else str(cell)
