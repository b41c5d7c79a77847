"""Respondents in the comparing tables: runs of models, the people of each version of a study, and
on request simulated respondents as a separate kind.

Owns combining them, each with the items it answered, and what rows of the tables share. Each table
decides what it counts.
"""

from collections.abc import (
    Callable,
    Collection,
    Container,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any

from items.models import Item
from sessions.models.answer_sheets import ModelSheets, model_sheets
from sessions.models.stored_answers import Usage
from sessions.record.results import (
    PILOT_SESSIONS,
    RULED_OUT,
    SIMULATED_SESSIONS,
    WITHDRAWN_SESSIONS,
    VersionResults,
    versions,
)
from sessions.record.snapshots import every_item, load_item, main_items
from sessions.report.exclusion_reasons import UNKNOWN_ITEMS
from sessions.report.people_sheet import main_questions, sheet_of
from sessions.report.presentation import Presentation, presentation_of
from sessions.report.rows import column, varying_column
from sessions.report.sampling import Clusters
from sessions.storage.database import Database
from study.scores.answer_sheets import (
    AnswerSheet,
    AskedPart,
    Tallies,
    asked_of,
    tallies_of,
    together,
)
from study.statistics.circular import Circular, drawn_with
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sample, Sampling
from study.statistics.spread import Spread, spread_of
from study.statistics.times import times_of

Names = tuple[str, str, str, int | None]
"""Respondent, kind, setting and run."""
SettingNames = tuple[str, str, str, str, str]
"""Respondent, kind, setting, form and language."""


@dataclass(frozen=True, slots=True)
class RespondentColumns:
    """Identifies the respondent of a row."""

    respondent: Annotated[str, column("respondent", "text")]
    kind: Annotated[str, column("kind", "text")]
    setting: Annotated[str, column("setting", "text")]
    form: Annotated[str, varying_column("form", "text")]
    language: Annotated[str, varying_column("language", "text")]
    run: Annotated[int | None, column("run")]

    @property
    def group(self) -> SettingNames:
        """What all runs of the setting share."""
        return self.respondent, self.kind, self.setting, self.form, self.language


@dataclass(frozen=True, slots=True)
class SettingColumns:
    """Identifies the respondent of a row where the runs of a setting are taken together."""

    respondent: Annotated[str, column("respondent", "text")]
    kind: Annotated[str, column("kind", "text")]
    setting: Annotated[str, column("setting", "text")]
    form: Annotated[str, varying_column("form", "text")]
    language: Annotated[str, varying_column("language", "text")]
    runs: Annotated[int, column("runs")]


@dataclass(frozen=True)
class Respondent:
    """One run of a model, or all people (or all simulated respondents) of one version of a study
    taken together."""

    name: str
    kind: str
    """`model`, `people` or `simulated`."""
    setting: str
    """The protocol; for people, the study."""
    run: int | None
    """None for people."""
    sheet: AnswerSheet = field(repr=False)
    items: Mapping[str, Item] = field(repr=False)
    """By content hash."""
    parts: Mapping[tuple[str, str], AskedPart] = field(repr=False)
    """By content hash and id of the part."""
    times: Mapping[str, Sequence[float]] = field(repr=False, default_factory=dict)
    """Seconds by content hash: for people, of every confirmed answer to a question; for models, of
    every response."""
    clusters: Mapping[str, str] = field(repr=False, default_factory=dict)
    """By content hash, the item's cluster."""
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS
    usage: Usage | None = field(repr=False, default=None)
    """Usage of its requests; None for people."""
    form: str = ""
    """The form of the items that its answers are restricted to (`by_sort`); empty: all."""
    language: str = ""
    """Likewise, the language."""

    @property
    def names(self) -> Names:
        """Identifies the respondent."""
        return self.name, self.kind, self.setting, self.run

    @property
    def group(self) -> SettingNames:
        """What all runs of its setting share."""
        return self.name, self.kind, self.setting, self.form, self.language

    @property
    def sort(self) -> Presentation:
        """Presentation of its items, where it is distinguished."""
        return Presentation(self.form, self.language)

    @property
    def columns(self) -> RespondentColumns:
        """The cells that identify it in a row."""
        return RespondentColumns(*self.group, self.run)

    @property
    def asked_anything(self) -> bool:
        """Whether it has any request or answer."""
        sheet = self.sheet
        return bool(
            self.tallies or sheet.parts or sheet.failed_requests or sheet.without_gold or self.times
        )

    @cached_property
    def circular(self) -> Circular:
        """ACC, CIR and PC."""
        return self.sheet.circular().sampled(self.clusters, self.sampling)

    @cached_property
    def partly_answered(self) -> Mapping[str, frozenset[int]]:
        """The items with one question of which some rotations were not answered, with those that
        were."""
        partly_answered = self.sheet.choices.partly_answered()
        return {key: mutants for key, mutants in partly_answered.items() if "#" not in key}

    @cached_property
    def counted(self) -> Tallies:
        """Right answers and answers of each item."""
        return self.sheet.tallies or tallies_of(self._counted())

    def _counted(self) -> Mapping[str, tuple[int, int]]:
        counts: dict[str, list[int]] = {}
        for key, score in self.circular.items.items():
            tally = counts.setdefault(key.partition("#")[0], [0, 0])
            tally[0] += score.right[0]
            tally[1] += score.right[1]
        for row in self.sheet.truths:
            tally = counts.setdefault(row.key.partition("#")[0], [0, 0])
            tally[0] += row.gold == row.answer
            tally[1] += 1
        for part in self.sheet.parts:
            item_hash = part.item.partition("#")[0]
            kind = self.parts[item_hash, part.question].part.kind
            # Choices and truth values of such items are in the other two as well.
            if part.right is not None and kind not in ("choice", "truth"):
                tally = counts.setdefault(item_hash, [0, 0])
                tally[0] += part.right
                tally[1] += 1
        return {item_hash: (right, n) for item_hash, (right, n) in counts.items()}

    @property
    def tallies(self) -> Mapping[str, tuple[int, int]]:
        """The tallies by content hash."""
        return self.counted.by_item

    @cached_property
    def sample(self) -> Sample:
        """The tallies as data for an interval; for people, of each person on each item."""
        return sample_of([self])

    @cached_property
    def spread(self) -> Spread | None:
        """Quantiles of all its times; None where none were measured."""
        return spread_of(times_of(self.times).seconds)

    def item(self, key: str) -> Item:
        """The item of a key of the sheet."""
        return self.items[key.partition("#")[0]]


@dataclass(frozen=True)
class ComparedRespondents:
    """All respondents."""

    respondents: tuple[Respondent, ...]
    excluded: Mapping[str, int]
    """What no table counts."""

    @cached_property
    def version(self) -> str:
        """Hash over the items answered."""
        hashes = sorted({item for respondent in self.respondents for item in respondent.items})
        return sha256("\n".join(hashes).encode()).hexdigest()


@dataclass(frozen=True)
class People:
    """The people of some versions, and simulated respondents if requested."""

    respondents: tuple[Respondent, ...]
    versions: tuple[str, ...]
    excluded: Mapping[str, int]


@dataclass(frozen=True)
class Models:
    """The runs of models over some items."""

    respondents: tuple[Respondent, ...]
    unknown: int
    """Answers to unknown items."""


def people_of(results: Sequence[VersionResults], clusters: Clusters | None = None) -> People:
    """The people of each version as one respondent; `clusters` determine what intervals are for, by
    default new people and new items."""
    excluded: dict[str, int] = {
        PILOT_SESSIONS: sum(result.pilots for result in results),
        WITHDRAWN_SESSIONS: sum(result.withdrawn for result in results),
        RULED_OUT: sum(len(result.excluded) for result in results),
        SIMULATED_SESSIONS: sum(
            result.simulated
            for result in results
            if not any(each.are_simulated and each.version == result.version for each in results)
        ),
    }
    people = tuple(_people(results, clusters or Clusters()))
    return People(people, tuple(result.version for result in results), excluded)


def models_of(
    db: Database,
    people: People | None = None,
    clusters: Clusters | None = None,
    *,
    items: Collection[str] | None = None,
) -> Models:
    """The runs of all models, over all items, or those of these content hashes or, given people,
    only those of their studies: the items that people answered or, if nobody did, those that a
    study may show. `clusters` as in `people_of`."""
    item_hashes = items
    if people is not None and item_hashes is None:
        item_hashes = {text for person in people.respondents for text in person.items}
        if not item_hashes:
            item_hashes = {item for version in people.versions for item in main_items(db, version)}
    sheets = model_sheets(db, items=item_hashes, timed=True)
    return Models(tuple(_models(sheets, clusters or Clusters())), sheets.unknown)


def people_and_models(
    db: Database, study: str | None, clusters: Clusters, *, simulated: bool, full: bool
) -> tuple[People, Models] | None:
    """The people of a study and the runs of models on its items, or those of all studies and items;
    with `simulated`, also simulated respondents, and with `full`, also sessions that a study's
    rules exclude. `clusters` as in `people_of`. None where there is no such study."""
    results = versions(db, study, full=full)
    if study is not None and not results:
        return None
    scripted = versions(db, study, simulated=True, full=full) if simulated else ()
    people = people_of((*results, *(version for version in scripted if version.sessions)), clusters)
    return people, models_of(db, None if study is None else people, clusters)


def look_at_items(db: Database, clusters: Clusters) -> None:
    """Read the items, and compute once what several processes need of them, before forking."""
    items = every_item(db)
    clusters.cluster_of_item(items.items())
    asked_of(items)


def compared(people: People, models: Models) -> ComparedRespondents:
    """Models and people together."""
    excluded = {**people.excluded, UNKNOWN_ITEMS: models.unknown}
    return ComparedRespondents((*models.respondents, *people.respondents), excluded)


def packed(people: People) -> People:
    """People without their items, for passing to another process; the counts are included."""
    for respondent in people.respondents:
        assert respondent.counted is not None
    bare = [_with_items(entry, dict.fromkeys(entry.items), {}) for entry in people.respondents]
    return replace(people, respondents=tuple(bare))


def unpacked(db: Database, people: People) -> People:
    """People with their items restored."""
    whole: list[Respondent] = []
    items_by_hash = every_item(db)
    for respondent in people.respondents:
        items = {key: items_by_hash.get(key) or load_item(db, key) for key in respondent.items}
        whole.append(_with_items(respondent, items, asked_of(items)))
    return replace(people, respondents=tuple(whole))


def _with_items(
    respondent: Respondent, items: Mapping[str, Any], parts: Mapping[tuple[str, str], AskedPart]
) -> Respondent:
    """The respondent with these items, preserving what was counted."""
    other = replace(respondent, items=items, parts=parts)
    counted = {k: v for k, v in respondent.__dict__.items() if k in ("circular", "counted")}
    other.__dict__.update(counted)
    return other


def _models(sheets: ModelSheets, clusters: Clusters) -> Iterator[Respondent]:
    named = clusters.cluster_of_item(sheets.items.items())
    for series, sheet in sheets.sheets.items():
        yield Respondent(
            series.model,
            "model",
            series.setting,
            series.run,
            sheet,
            sheets.items,
            sheets.parts,
            sheets.times.get(series, {}),
            named,
            clusters.sampling,
            sheets.usage.get(series),
        )


def _people(results: Iterable[VersionResults], clusters: Clusters) -> Iterator[Respondent]:
    for version in results:
        questions = main_questions(version.sessions)
        sheet = sheet_of(questions, [session.id for session in version.sessions])
        if not sheet.answers:
            continue
        items = questions.asked_items
        setting = f"{version.study.title} · {version.version[:8]}"
        kind = "simulated" if version.are_simulated else "people"
        name = f"{kind} ({questions.answering})"
        yield Respondent(
            name,
            kind,
            setting,
            None,
            sheet,
            items,
            asked_of(items),
            questions.times,
            clusters.cluster_of_item(items.items()),
            clusters.sampling,
        )


def sample_of(respondents: Iterable[Respondent]) -> Sample:
    """Right answers and answers as data for an interval: for people, of each person on each item;
    for runs of a model, by item, all runs together."""
    cells: dict[tuple[str, str], tuple[int, int]] = {}
    runs: list[Tallies] = []
    clusters: Mapping[str, str] = {}
    sampling = NEW_PEOPLE_AND_ITEMS
    for respondent in respondents:
        # The runs of models share one mapping.
        if respondent.clusters is not clusters:
            clusters = {**clusters, **respondent.clusters} if clusters else respondent.clusters
        sampling = respondent.sampling
        if respondent.sheet.people:
            cells.update(respondent.sheet.people)
        else:
            runs.append(respondent.counted)
    counted = together(runs)
    if not cells:
        drawn = drawn_with(clusters, counted.items)
        sample = Sample(counted.rows, counted.items, clusters=drawn)
        return sampling.of(sample)
    cells.update({(key, ""): n for key, n in counted.by_item.items()})
    items, people = zip(*cells, strict=True)
    return sampling.of(Sample(_rows(cells), items, people, drawn_with(clusters, items)))


def _rows(tallies: Mapping[Any, tuple[int, int]]) -> Any:
    import numpy

    return numpy.array(list(tallies.values()))


def narrowed(respondent: Respondent, includes: Callable[[Item], bool]) -> Respondent:
    """The respondent with its answers to the selected items only."""
    return restricted_to(
        respondent, {key for key, item in respondent.items.items() if includes(item)}
    )


def restricted_to(respondent: Respondent, keys: Container[str]) -> Respondent:
    """The respondent with its answers to the items of these content hashes only; the usage of
    requests is not known by item."""
    return replace(
        respondent,
        sheet=respondent.sheet.of(keys),
        items={key: item for key, item in respondent.items.items() if key in keys},
        parts={
            place: part_asked for place, part_asked in respondent.parts.items() if place[0] in keys
        },
        times={key: times for key, times in respondent.times.items() if key in keys},
        usage=None,
    )


def by_sort(respondents: Sequence[Respondent]) -> list[Respondent]:
    """Respondents split by form and language of the items, including twins, where they were asked
    several; all others unchanged, with the form and language that they were asked in."""
    keys_by_sort: dict[int, Mapping[Presentation, frozenset[str]]] = {}
    outcome: list[Respondent] = []
    for respondent in respondents:
        # The runs of models share their items.
        if id(respondent.items) not in keys_by_sort:
            keys: dict[Presentation, set[str]] = {}
            for key, item in respondent.items.items():
                keys.setdefault(presentation_of(item), set()).add(key)
            keys_by_sort[id(respondent.items)] = {
                sort: frozenset(sort_keys) for sort, sort_keys in sorted(keys.items())
            }
        sorts = keys_by_sort[id(respondent.items)]
        if respondent.form or not sorts:
            outcome.append(respondent)
        elif len(sorts) == 1:
            outcome.append(_told_in(respondent, *sorts))
        else:
            parts = [
                _told_in(restricted_to(respondent, keys), sort) for sort, keys in sorts.items()
            ]
            outcome += [part for part in parts if part.asked_anything]
    return outcome


def _told_in(respondent: Respondent, presentation: Presentation) -> Respondent:
    """The respondent marked with this form and language, preserving what was counted."""
    other = replace(respondent, form=presentation.form, language=presentation.language)
    other.__dict__.update({k: v for k, v in respondent.__dict__.items() if k not in other.__dict__})
    return other


def settings(respondents: Iterable[Respondent]) -> dict[SettingNames, list[Respondent]]:
    """Respondents by name, kind, setting, form and language: the runs of each setting."""
    outcome: dict[SettingNames, list[Respondent]] = {}
    for respondent in respondents:
        outcome.setdefault(respondent.group, []).append(respondent)
    return outcome


def clusters_of(respondents: Iterable[Respondent]) -> Mapping[str, str]:
    """The clusters of several respondents' items; the runs of models share one mapping."""
    mappings = list({id(entry.clusters): entry.clusters for entry in respondents}.values())
    if len(mappings) == 1:
        return mappings[0]
    return {key: name for mapping in mappings for key, name in mapping.items()}


def items_of(respondents: Iterable[Respondent]) -> dict[str, Item]:
    """The items of several respondents by content hash; the runs of models share one mapping."""
    outcome: dict[str, Item] = {}
    for items in {id(respondent.items): respondent.items for respondent in respondents}.values():
        outcome.update(items)
    return outcome


def attribute(item: Item, name: str) -> str | None:
    """An attribute as tables show it; None where the item does not have it."""
    value = item.attributes.get(name)
    if isinstance(value, bool):
        return str(value).lower()
    return None if value is None else str(value)


def benchmark(item: Item) -> str:
    """The benchmark of an item."""
    return item.provenance.benchmark
