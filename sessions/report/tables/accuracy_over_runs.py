"""Accuracy of models averaged over the runs of each setting."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Annotated

from items.shape.structure import form
from sessions.report.compared import ComparingData
from sessions.report.counted import Counted
from sessions.report.respondents import Respondent, SettingWho, Who, items_of, over, settings
from sessions.report.rows import Rows, column, group, over_runs, scores_of_runs, table_of
from sessions.report.tables.multiple_choice_over_runs import NOTE
from sessions.report.unsettled import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled import Between, between
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.metric import ANSWERS
from study.statistics.multi import Bounds, bounds
from study.statistics.samples import Sample

SCORES = (ACCURACY,)


@dataclass(frozen=True, slots=True)
class Told:
    """How the items are told that a row is over."""

    form: Annotated[str, column("form", "text")]


@dataclass(frozen=True, slots=True)
class AccuracyOverRunsRow:
    """One setting of a model; on the items of one form, where its runs are not of the same."""

    who: Annotated[SettingWho, group(SettingWho)]
    told: Annotated[Told | None, group(Told, optional=True)]
    scores: Annotated[Mapping[str, Sequence[float]], over_runs(ANSWERS, SCORES)]
    unsettled: Annotated[int, column("runs with unsettled answers")]
    """They have no accuracy, nor has the setting."""
    between: Annotated[Between | None, group(Between, optional=True)]
    """What the mean then lies between."""


@dataclass(frozen=True, slots=True)
class Run:
    """The answers of one run."""

    who: Who
    sample: Sample | None
    """Right answers and answers; None where some are unsettled."""
    right: int
    answers: int
    """Settled ones."""
    ungraded: int
    form: str = ""
    """Where it is over the items of one form."""

    @property
    def ends(self) -> Bounds | None:
        """What its accuracy lies between; None of no answers."""
        return bounds(self.right, self.answers, self.ungraded)


def run_of(counted: Counted) -> Run:
    """A run whose answers are counted."""
    sample = None if counted.ungraded else counted.sample
    return Run(counted.who, sample, counted.right, counted.answers, counted.ungraded)


def table(data: ComparingData) -> Rows:
    """Every setting of several runs, mean and standard deviation (LLMEval-Logic, table 1)."""
    models = [entry for entry in data.respondents if entry.kind == "model"]
    forms = {key: form(item) for key, item in items_of(models).items()}
    several = len(set(forms.values())) > 1
    runs: list[Run] = []
    for these in settings(models).values():
        keys = [_by_form(run, forms) if several else {} for run in these]
        if len({frozenset(by_form) for by_form in keys}) < 2:
            runs += map(_run, these)
            continue
        runs += [
            replace(_run(over(run, hashes)), form=name)
            for run, by_form in zip(these, keys, strict=True)
            for name, hashes in by_form.items()
        ]
    return table_over(runs)


def _run(entry: Respondent) -> Run:
    right, answers = entry.counted.total
    ungraded = entry.sheet.ungraded
    return Run(entry.who, None if ungraded else entry.sample, right, answers, ungraded)


def _by_form(run: Respondent, forms: Mapping[str, str]) -> Mapping[str, set[str]]:
    """Content hashes of the items answered, by form."""
    keys: dict[str, set[str]] = {}
    for key in run.sheet.answered_items:
        keys.setdefault(forms[key], set()).add(key)
    return keys


def table_over(models: Iterable[Run]) -> Rows:
    """The same of some runs."""
    groups: dict[tuple[str, str, str, str], list[Run]] = {}
    for run in models:
        who = run.who
        groups.setdefault((who.respondent, who.kind, who.setting, run.form), []).append(run)
    several = {names: these for names, these in groups.items() if len(these) > 1}
    rows: list[AccuracyOverRunsRow] = []
    for (name, kind, setting_name, told_in), these in several.items():
        known = [run.sample for run in these if run.sample is not None]
        # A mean of the runs that happen to be settled is none of the setting.
        scores = scores_of_runs(SCORES, known if len(known) == len(these) else [])
        setting = SettingWho(name, kind, setting_name, len(these))
        ends = [run.ends for run in these]
        told = [each for each in ends if each is not None]
        mean: Bounds | None = None
        if len(told) == len(ends):
            low, high = (fmean(each[place] for each in told) for place in (0, 1))
            mean = Bounds(low, high)
        unsettled = between(sum(run.ungraded for run in these), mean)
        told_as = Told(told_in) if told_in else None
        rows.append(
            AccuracyOverRunsRow(setting, told_as, scores, len(these) - len(known), unsettled)
        )
    runs = sum(map(len, several.values()))
    excluded = {"settings of a single run": len(groups) - len(several)}
    notes = (NOTE, UNSETTLED_NOTE) if any(row.between for row in rows) else (NOTE,)
    return table_of(AccuracyOverRunsRow, rows, runs, excluded, notes)
