"""A report over some of the items, or by their attributes: `report --where`, `report --by`.

Owns which names can be used for items, and the table of accuracy by attributes. The comparing
tables are those of every report, over fewer items.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from items.models import Item
from items.shape.structure import form
from sessions.record.solver_figures import Solving
from sessions.report.accuracy_report import COMPARED, table_named
from sessions.report.column_meanings import MEANINGS
from sessions.report.comparing_tables import comparing_tables, split_respondents
from sessions.report.report_tables import Report
from sessions.report.respondents import (
    Models,
    People,
    Respondent,
    attribute,
    items_of,
    models_of,
    narrowed,
    people_and_models,
    restricted_to,
    sample_of,
    settings,
)
from sessions.report.rows import Column, Row, Rows, Unit, size
from sessions.report.sampling import Clusters
from sessions.report.unsettled_answers import NOTE
from sessions.storage.database import Database
from solver.errors import InputError
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sampling
from study.statistics.sub_questions import bounds

ITEM_PROPERTIES: dict[str, Callable[[Item], str]] = {
    "benchmark": lambda item: item.provenance.benchmark,
    "form": form,
    "language": lambda item: item.language,
}
"""Properties of an item besides its attributes; `form` distinguishes twins in words from those in
symbols."""
NONE = "(none)"
"""Value of an item without such an attribute; `--where level=(none)` selects those."""
_LOOKS_LIKE_NONE = re.compile(r"“*(?:\(none\))?”*")
"""Values that could be mistaken for it, including the empty one: they are quoted."""

_HEADS = frozenset(
    (
        *("study", "version", "respondent", "kind", "setting", "runs", "items", "answers"),
        *("right", "accuracy", "low", "high", "unsettled", "all wrong", "all right"),
    )
)
"""The heads of the other columns of the table by attributes, also in files."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which items, and how they are divided."""

    conditions: Sequence[tuple[str, str]]
    """Names with values; with several values for a name, any of them."""
    attributes: Sequence[str]

    def __bool__(self) -> bool:
        return bool(self.conditions or self.attributes)

    @property
    def in_words(self) -> str:
        """The condition on items, as text."""
        return ", ".join(f"{name} = {value}" for name, value in self.conditions)

    def wants(self, item: Item) -> bool:
        """Whether an item satisfies the condition."""
        values: dict[str, set[str]] = {}
        for name, value in self.conditions:
            values.setdefault(name, set()).add(value)
        return all(
            value_of(item, name) in accepted_values for name, accepted_values in values.items()
        )


def value_of(item: Item, name: str) -> str:
    """An item's value for a name: its attribute, else one of `ITEM_PROPERTIES`, else `NONE`; quoted
    where the value is empty or looks like `NONE`."""
    value = attribute(item, name)
    if value is None and name in ITEM_PROPERTIES:
        value = ITEM_PROPERTIES[name](item)
    if value is None:
        return NONE
    return f"“{value}”" if _LOOKS_LIKE_NONE.fullmatch(value) else value


def narrowed_report(
    db: Database,
    narrowing: Narrowing,
    study: str | None = None,
    *,
    simulated: bool = False,
    full: bool = False,
    solving: Solving | None = None,
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS,
    pooled: bool = False,
) -> Report:
    """Accuracy by the attributes, where some are named, and then the comparing tables over the
    selected items. No tables where there is no such study.

    Raises InputError where no item that somebody answered has an attribute of such a name, or where
    none is left.
    """
    clusters = Clusters(sampling)
    answered = people_and_models(db, study, clusters, simulated=simulated, full=full)
    if answered is None:
        return Report(())
    people, models = answered
    items = items_of((*models.respondents, *people.respondents)).values()
    _check(narrowing, list(items))
    left_out = sum(not narrowing.wants(item) for item in items)
    some_people, some_models = narrowed_to(db, narrowing, people, models, clusters)
    whole = not narrowing.conditions and study is None
    version, named = comparing_tables(
        db, some_people, some_models, solving or Solving(), all_items=whole, pooled=pooled
    )
    if narrowing.attributes:
        rows = _by(narrowing, some_people, some_models, pooled=pooled)
        named = ((f"accuracy by {', '.join(narrowing.attributes)}", rows), *named)
    message = narrowing.in_words
    note = (phrase("over items with {values}", values=message),) if message else ()
    everywhere: dict[str, int] = {phrase("items that are not selected"): left_out}
    return Report(
        tuple(
            table_named(
                COMPARED,
                version,
                name,
                replace(rows, notes=(*rows.notes, *note)),
                everywhere,
                sampling,
            )
            for name, rows in named
        )
    )


def narrowed_to(
    db: Database, narrowing: Narrowing, people: People, models: Models, clusters: Clusters
) -> tuple[People, Models]:
    """People and models with their answers to the selected items."""
    if not narrowing.conditions:
        return people, models
    narrowed_people = replace(people, respondents=_left(people.respondents, narrowing))
    return narrowed_people, _some(db, narrowing, models, clusters)


def _some(db: Database, narrowing: Narrowing, models: Models, clusters: Clusters) -> Models:
    """The models' answers to the selected items."""
    if any(respondent.sheet.superseded for respondent in models.respondents):
        # Which items the answers to an earlier wording belong to is known only when they are read.
        items = items_of(models.respondents)
        item_hashes = {key for key, item in items.items() if narrowing.wants(item)}
        selected_models = models_of(db, clusters=clusters, items=item_hashes)
        return Models(selected_models.respondents, models.unknown)
    return replace(models, respondents=_left(models.respondents, narrowing))


def _left(respondents: Sequence[Respondent], narrowing: Narrowing) -> tuple[Respondent, ...]:
    """The respondents with their answers to the selected items, without those who were asked none
    of them."""
    some = [narrowed(respondent, narrowing.wants) for respondent in respondents]
    return tuple(each for each in some if each.asked_anything)


def _check(narrowing: Narrowing, items: Sequence[Item]) -> None:
    """Check that the attributes exist and that items are left. Raises InputError."""
    known_names = sorted({*ITEM_PROPERTIES, *(name for item in items for name in item.attributes)})
    for name in (*(name for name, _ in narrowing.conditions), *narrowing.attributes):
        if name not in known_names:
            expected = f"expected one of {', '.join(known_names)}"
            raise InputError("No item answered has this attribute", f"{expected}; found {name!r}")
    if items and not any(narrowing.wants(item) for item in items):
        messages = []
        for name, _ in narrowing.conditions:
            values = sorted({value_of(item, name) for item in items})
            listed_values = ", ".join(values[:20]) + (", …" if len(values) > 20 else "")
            messages.append(f"{name}: expected one of {listed_values}")
        text = " and ".join(f"{name}={value}" for name, value in narrowing.conditions)
        raise InputError("No item answered is left", f"{'; '.join(messages)}; found {text}")


def _by(narrowing: Narrowing, people: People, models: Models, *, pooled: bool) -> Rows:
    """Accuracy of every setting, and of people, for each combination of values; separately by form
    and language, unless they are `pooled` or distinguished by the values."""
    columns = (
        *(Column(_head(name), "text") for name in narrowing.attributes),
        *(Column(name, "text") for name in ("respondent", "kind", "setting")),
        Column("runs"),
        Column("items"),
        Column("answers"),
        Column("right"),
        Column("accuracy", "share"),
        Column("low", "share", "lower bound of the 95 % interval of accuracy", "accuracy"),
        Column("high", "share", "upper bound of the 95 % interval of accuracy", "accuracy"),
    )
    everybody = split_respondents((*models.respondents, *people.respondents), pooled=pooled)
    sort_columns = [
        (place, name)
        for place, name in enumerate(("form", "language"), 3)
        if len({getattr(entry, name) for entry in everybody}) > 1
        and name not in narrowing.attributes
    ]
    more = (Column(name, "text") for _, name in sort_columns)
    columns = (*columns[:-7], *more, *columns[-7:])
    free = any(respondent.sheet.ungraded for respondent in everybody)
    if free:
        open_ends: Sequence[tuple[str, Unit]] = (
            ("unsettled", "count"),
            ("all wrong", "share"),
            ("all right", "share"),
        )
        columns = (*columns, *(Column(name, unit, MEANINGS[name]) for name, unit in open_ends))
    rows: list[Row] = []
    total = 0
    for names, runs in settings(everybody).items():
        open_parts = _unsettled(runs)
        groups: dict[tuple[str, ...], set[str]] = {}
        for key, item in items_of(runs).items():
            place = tuple(value_of(item, name) for name in narrowing.attributes)
            groups.setdefault(place, set()).add(key)
        for place, keys in groups.items():
            tallies = [run.tallies[key] for run in runs for key in keys if key in run.tallies]
            right, n = sum(count for count, _ in tallies), sum(of for _, of in tallies)
            unsettled = sum(open_parts[key] for key in keys)
            if not n and not unsettled:
                continue
            total += n
            share = None
            if not unsettled:
                share = ACCURACY.estimate(sample_of([restricted_to(run, keys) for run in runs]))
            figures: Row = (None, None, None)
            if share is not None:
                figures = share.value, share.low, share.high
            if free:
                ends = bounds(right, n, unsettled) if unsettled else None
                low, high = (None, None) if ends is None else (ends.all_wrong, ends.all_right)
                figures = (*figures, unsettled, low, high)
            answered = len({key for run in runs for key in keys & run.tallies.keys()})
            several = len(runs) if names[1] == "model" else None
            who = (*names[:3], *(names[place] for place, _ in sort_columns))
            rows.append((*place, *who, several, answered, n, right, *figures))
    rows.sort(
        key=lambda row: tuple(map(size, row[: len(narrowing.attributes) + 3 + len(sort_columns)]))
    )
    notes = (phrase("answers to all mutants count alike"), *((NOTE,) if free else ()))
    return Rows(columns, tuple(rows), total, {}, notes)


def _head(name: str) -> str:
    """The head of an attribute's column, which is not that of another column of the table."""
    return phrase("{name} of the item", name=name) if name in _HEADS else name


def _unsettled(runs: Sequence[Respondent]) -> Counter[str]:
    """Unsettled free answers, by content hash of the item."""
    return Counter(
        part.item.partition("#")[0]
        for run in runs
        if run.sheet.ungraded
        for part in run.sheet.parts
        if part.right is None
    )
