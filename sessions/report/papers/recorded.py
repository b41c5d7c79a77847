"""Recorded answers as the papers' tables take them: settings of models, and people.

Owns names of settings as the papers write them, and which items are worded and which symbolic.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Protocol

from items.models import Item
from sessions.report.compared import ComparingData
from sessions.report.papers.published import PrintedPaper
from sessions.report.papers.thinking import Thinking, thinking
from sessions.report.respondents import Respondent, items_of, settings
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.circular import Circular
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Estimate, Sample

LANGUAGE = "en"
"""Of the items of papers A to D; of E they are Chinese."""
HUMAN = {"people": "Human", "simulated": "Simulated"}
"""What rows of people are called, by kind of respondent."""
_SHOTS = re.compile(r"(?<![0-9])([0-9]+)-shot")
NO_LOGIC = "NoLR"
"""Asked to answer without logical reasoning (DivLogicEval, 3.1)."""


@dataclass(frozen=True)
class ModelSetting:
    """The runs of one model in one setting."""

    model: str
    """As the paper calls it, where it has it."""
    setting: str
    """Likewise; two settings that the paper would call the same keep their own names."""
    runs: Sequence[Respondent]
    thinks: Thinking = ""
    """What the recorded names say of thinking."""


@dataclass(frozen=True)
class Recorded:
    """Everything recorded, with the paper whose tables are to be filled."""

    data: ComparingData
    printed: PrintedPaper
    stand_ins: frozenset[str] = frozenset()
    """Benchmarks whose items count as the paper's."""

    @cached_property
    def models(self) -> Sequence[ModelSetting]:
        """Every setting of every model, in the order of the record."""
        model_settings: list[ModelSetting] = []
        taken: set[tuple[str, str]] = set()
        models = [respondent for respondent in self.data.respondents if respondent.kind == "model"]
        groups = settings(models)
        names = self.printed.names([(name, setting) for name, _kind, setting, *_told in groups])
        for (group, runs), model in zip(groups.items(), names, strict=True):
            name, _kind, setting, *_told = group
            short = short_setting(setting)
            if (model, short) in taken:
                short = setting
            if (model, short) in taken:
                model = name
            taken.add((model, short))
            model_settings.append(ModelSetting(model, short, runs, thinking(name, setting)))
        return model_settings

    @property
    def thinking_notes(self) -> Sequence[str]:
        """In which rows settings that say something of thinking stand, and which say what is not
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
            "what these settings say of thinking is not understood, and they stand in no row of "
            "the paper: {settings}",
            settings=", ".join(sorted(unclear)),
        )
        return (THINKING_NOTE, note)

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """The items that models were asked, by content hash."""
        return items_of([run for model in self.models for run in model.runs])

    @cached_property
    def people(self) -> Mapping[str, Sequence[Respondent]]:
        """People, and simulated respondents where they are asked for, by the name of their row."""
        respondents: dict[str, list[Respondent]] = {}
        for respondent in self.data.respondents:
            if respondent.kind in HUMAN:
                respondents.setdefault(HUMAN[respondent.kind], []).append(respondent)
        return respondents


class Named(Protocol):
    """What has a model and a setting."""

    @property
    def model(self) -> str:
        """As the paper calls it."""

    @property
    def setting(self) -> str:
        """Likewise."""


FIRST_NOTE = phrase("of several settings of a model the first stands beside the paper's figures")


def names_of(listed: Sequence[Named]) -> Sequence[str]:
    """A name for each setting where rows are of models: the model's, with the setting from a
    model's second one on."""
    names: list[str] = []
    for named in listed:
        names.append(f"{named.model} · {named.setting}" if named.model in names else named.model)
    return names


THINKING_NOTE = phrase(
    "a setting that says that it thinks, or that it does not, stands in no row that says "
    "otherwise; one that does not say stands in a row that does where no other setting fits"
)


def settings_of(listed: Sequence[Named]) -> Mapping[str, str]:
    """The setting that stands in each row, by the names of `names_of`."""
    return dict(zip(names_of(listed), (named.setting for named in listed), strict=True))


def short_setting(setting: str) -> str:
    """A setting as the papers write it: `0-shot`, `3-shot`, `NoLR`; else its own name."""
    if "no-logic" in setting or "nolr" in setting.casefold():
        return NO_LOGIC
    shots = _SHOTS.search(setting)
    return f"{shots[1]}-shot" if shots else setting


def choices_of(respondent: Respondent, wanted: Callable[[Item], bool]) -> Circular:
    """A respondent's multiple-choice answers to some items."""
    return Circular(
        {
            key: score
            for key, score in respondent.circular.items.items()
            if wanted(respondent.item(key))
        }
    )


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of those that have a value; None over none."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def mean_over_people(
    respondents: Collection[Respondent], wanted: Callable[[Item], bool]
) -> tuple[Estimate | None, int, int]:
    """The mean of people's accuracies over some items, with its interval, how many people, and how
    many answers. Every answer counts, whatever rotation it was
    given to."""
    cells: list[tuple[str, str, str, int, int]] = []
    answers: Counter[str] = Counter()
    for respondent in respondents:
        for (item_hash, person), (right, n) in respondent.sheet.people.items():
            if n and wanted(respondent.items[item_hash]):
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
