"""Recorded answers as data for the papers' tables: settings of models, and people.

Owns names of settings as the papers write them, and the languages of items: answers in each
language have rows of their own, and only those in the paper's language are shown with its figures.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean
from typing import Protocol

from items.models import Item
from sessions.report.comparing_data import ComparingData
from sessions.report.papers.published import PrintedPaper
from sessions.report.papers.thinking import Thinking, thinking
from sessions.report.respondents import Respondent, items_of, restricted_to, settings
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.circular import Circular
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Estimate, Sample

Languages = frozenset[str]
HUMAN = {"people": "Human", "simulated": "Simulated"}
"""Row names of people, by kind of respondent."""
_SHOTS = re.compile(r"(?<![0-9])([0-9]+)-shot")
NO_LOGIC = "NoLR"
"""Asked to answer without logical reasoning (DivLogicEval, 3.1)."""


@dataclass(frozen=True)
class ModelSetting:
    """The runs of one model in one setting."""

    model: str
    """The paper's name, where it has one."""
    setting: str
    """The paper's name of the setting; two settings that would get the same name keep their own."""
    runs: Sequence[Respondent]
    thinks: Thinking = ""
    """What the recorded names say about thinking."""
    languages: Languages = frozenset()
    """Languages of the items answered: one, unless languages are pooled."""
    base_name: str = ""
    """The paper's name of the model, without languages."""


@dataclass(frozen=True)
class PaperRecord:
    """Everything recorded, with the paper whose tables are to be filled."""

    data: ComparingData
    paper: PrintedPaper
    stand_ins: frozenset[str] = frozenset()
    """Benchmarks whose items count as the paper's."""
    includes: Callable[[Item], bool] | None = None
    """The items of a table; None: all."""
    first_runs: bool = False
    """Whether a table contains only the first run of each setting."""

    def restricted_to(
        self, includes: Callable[[Item], bool], *, first_runs: bool = False
    ) -> "PaperRecord":
        """The record restricted to the items of a table: where languages are pooled, rows name
        those of the answers to these items only."""
        if not self.data.pooled:
            return self
        return replace(self, includes=includes, first_runs=first_runs)

    def row_name(self, name: str, languages: Collection[str]) -> str:
        """The name of a row, with the languages of its items unless there is only the paper's."""
        if {*languages} <= {self.paper.language}:
            return name
        return f"{name} · {' + '.join(sorted(languages))}"

    def by_language(self, items: Iterable[Item]) -> Sequence[tuple[Languages, Sequence[Item]]]:
        """Items language by language, the paper's first; all together where languages are
        pooled."""
        listed = [*items]
        return [
            (languages, [item for item in listed if item.language in languages])
            for languages in self.languages_of(item.language for item in listed)
        ]

    def languages_of(self, languages: Iterable[str]) -> Sequence[Languages]:
        """Languages one by one, the paper's first; all together where they are pooled."""
        ordered_languages = sorted({*languages}, key=self._order)
        if self.data.pooled and ordered_languages:
            return [frozenset(ordered_languages)]
        return [frozenset({language}) for language in ordered_languages]

    def _order(self, language: str) -> tuple[bool, str]:
        return language != self.paper.language, language

    def _in_languages(
        self, runs: Sequence[Respondent]
    ) -> Iterator[tuple[Languages, list[Respondent]]]:
        """Runs with their answers in each language, the paper's first; unchanged where languages
        are pooled."""
        keys_by_language = self._keys
        parts: dict[str, list[Respondent]] = {}
        for language in sorted(keys_by_language, key=self._order):
            for run in runs:
                keys = keys_by_language[language] & run.items.keys()
                part = run if len(keys) == len(run.items) else restricted_to(run, keys)
                if keys and part.asked_anything:
                    parts.setdefault(language, []).append(part)
        if self.data.pooled and parts:
            yield self._answered_languages(runs) or frozenset(parts), [*runs]
            return
        for language, language_runs in parts.items():
            yield frozenset({language}), language_runs

    def _answered_languages(self, runs: Sequence[Respondent]) -> Languages:
        """The languages of the runs' answers to the items of the table."""
        return frozenset(
            item.language
            for run in (runs[:1] if self.first_runs else runs)
            for key in run.tallies
            if self.includes is None or self.includes(run.item(key))
            for item in (run.item(key),)
        )

    @cached_property
    def _keys(self) -> Mapping[str, frozenset[str]]:
        """Content hashes of all items by language."""
        keys: dict[str, set[str]] = {}
        for key, item in items_of(self.data.respondents).items():
            keys.setdefault(item.language, set()).add(key)
        return {language: frozenset(language_keys) for language, language_keys in keys.items()}

    @property
    def language_notes(self) -> Sequence[str]:
        """Notes on rows that name languages; empty where all items are in the paper's."""
        if self._keys.keys() <= {self.paper.language}:
            return ()
        language = self.paper.language
        if self.data.pooled and len(self._keys) > 1:
            note = phrase(
                "languages are combined; a row with several names them, and has no "
                "figures of the paper, whose items are in {language}",
                language=language,
            )
        else:
            note = phrase(
                "the paper's items are in {language}; answers to items in another "
                "language have separate rows, which name it and have no figures of "
                "the paper",
                language=language,
            )
        return (note,)

    @cached_property
    def models(self) -> Sequence[ModelSetting]:
        """Every setting of every model, in the order of the record, language by language."""
        model_settings: list[ModelSetting] = []
        used_names: set[tuple[str, str]] = set()
        models = [respondent for respondent in self.data.respondents if respondent.kind == "model"]
        groups = settings(models)
        names = self.paper.names([(name, setting) for name, _kind, setting, *_sort in groups])
        for (group, runs), model in zip(groups.items(), names, strict=True):
            name, _kind, setting, *_sort = group
            short = short_setting(setting)
            if (model, short) in used_names:
                short = setting
            if (model, short) in used_names:
                model = name
            used_names.add((model, short))
            thinks = thinking(name, setting)
            model_settings += [
                ModelSetting(
                    self.row_name(model, languages), short, language_runs, thinks, languages, model
                )
                for languages, language_runs in self._in_languages(runs)
            ]
        return model_settings

    @property
    def thinking_notes(self) -> Sequence[str]:
        """Notes on the rows of settings that say something about thinking, and on those not
        understood."""
        unclear = {
            f"{run.name} · {run.setting}"
            for model in self.models
            for run in model.runs
            if model.thinks == "unclear"
        }
        if not unclear:
            return (THINKING_NOTE,)
        note = phrase(
            "it is not clear whether these settings think, so they are in no row of the paper: "
            "{settings}",
            settings=", ".join(sorted(unclear)),
        )
        return (THINKING_NOTE, note)

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """The items that models were asked, by content hash."""
        return items_of([run for model in self.models for run in model.runs])

    @cached_property
    def people(self) -> Mapping[str, Sequence[Respondent]]:
        """People of all studies, and simulated respondents if requested, by the name of their
        row."""
        outcome: dict[str, Sequence[Respondent]] = {}
        for kind, name in HUMAN.items():
            of_kind = [entry for entry in self.data.respondents if entry.kind == kind]
            for languages, language_people in self._in_languages(of_kind):
                outcome[self.row_name(name, languages)] = language_people
        return outcome

    @property
    def people_by_study(self) -> Iterator[tuple[str, Respondent]]:
        """The people by study."""
        for kind, name in HUMAN.items():
            for respondent in self.data.respondents:
                if respondent.kind == kind:
                    for languages, (part,) in self._in_languages([respondent]):
                        yield self.row_name(name, languages), part


class NamedSetting(Protocol):
    """Has a model and a setting."""

    @property
    def model(self) -> str:
        """The paper's name of the model."""

    @property
    def setting(self) -> str:
        """The paper's name of the setting."""


FIRST_NOTE = phrase("if a model has several settings, the first is next to the paper's figures")


def names_of(settings: Sequence[NamedSetting]) -> Sequence[str]:
    """A name for each setting where rows are of models: the model's, with the setting from a
    model's second one on."""
    names: list[str] = []
    for named in settings:
        names.append(f"{named.model} · {named.setting}" if named.model in names else named.model)
    return names


THINKING_NOTE = phrase(
    "a setting that states whether it thinks is only in rows that agree with it; one that does "
    "not state it is in such a row if no other setting fits"
)


def settings_of(settings: Sequence[NamedSetting]) -> Mapping[str, str]:
    """The setting of each row, by the names of `names_of`."""
    return dict(zip(names_of(settings), (named.setting for named in settings), strict=True))


def short_setting(setting: str) -> str:
    """A setting as the papers write it: `0-shot`, `3-shot`, `NoLR`; else its own name."""
    if "no-logic" in setting or "nolr" in setting.casefold():
        return NO_LOGIC
    shots = _SHOTS.search(setting)
    return f"{shots[1]}-shot" if shots else setting


def choices_of(respondent: Respondent, includes: Callable[[Item], bool]) -> Circular:
    """A respondent's multiple-choice answers to some items."""
    return Circular(
        {
            key: score
            for key, score in respondent.circular.items.items()
            if includes(respondent.item(key))
        }
    )


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of the values other than None; None if there are none."""
    known_values = [value for value in values if value is not None]
    return fmean(known_values) if known_values else None


def mean_over_people(
    respondents: Collection[Respondent], includes: Callable[[Item], bool]
) -> tuple[Estimate | None, int, int]:
    """The mean of people's accuracies over some items, with its interval, the number of people, and
    the number of answers. Every answer counts, at any rotation."""
    cells: list[tuple[str, str, str, int, int]] = []
    answers: Counter[str] = Counter()
    for respondent in respondents:
        for (item_hash, person), (right, n) in respondent.sheet.people.items():
            if n and includes(respondent.items[item_hash]):
                drawn = respondent.clusters.get(item_hash, item_hash)
                cells.append((item_hash, person, drawn, right, n))
                answers[person] += n
    sampling = NEW_PEOPLE_AND_ITEMS
    for respondent in respondents:
        sampling = respondent.sampling
    sample = Sample(
        [(right, n) for *_, right, n in cells],
        [item for item, *_ in cells],
        [person for _, person, *_ in cells],
        [drawn for _, _, drawn, *_ in cells],
        [1 / answers[person] for _, person, *_ in cells],
        n=answers.total(),
    )
    return ACCURACY.estimate(sampling.of(sample)), len(answers), answers.total()
