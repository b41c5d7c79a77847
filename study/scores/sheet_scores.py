"""The scores of one answer sheet for people and machines to read: in per cent, unrounded.

Owns what accompanies the metrics, which come from their registry with names and order.
"""

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Any, TypeVar

from items.models import Item
from items.shape.structure import cluster_of, form
from items.splits.registry import splits
from items.splits.split import Split
from study.metrics.counterfactual import baseline, counterfactual
from study.metrics.counterfactual_difference import counterfactual_difference
from study.metrics.metric import CHOICES, RUNS, SUB_QUESTIONS, TRUTHS, Metric, Need
from study.metrics.pc_alpha import weighed
from study.metrics.registry import metrics
from study.metrics.settled_figures import ends_of
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.scores.answer_sheets import AnswerSheet
from study.statistics.circular import Circular
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Estimate
from study.statistics.sub_questions import DECIDERS, SubQuestions
from study.statistics.truth import TruthAnswers

D = TypeVar("D")
QUESTION_TYPE = "question_type"


SEPARATE_KEYS = ("by_form", "by_language", "by_form_and_language")
"""Keys of separate scores, by the attribute in which their items differ."""


def sheet_scores(
    sheet: AnswerSheet,
    items: Mapping[str, Item],
    alpha: float | None = None,
    *,
    pooled: bool = False,
) -> dict[str, Any]:
    """All scores for which a sheet has data; `items` are by content hash. With `alpha`, PC_alpha
    too.

    Intervals are the metrics' own, for new items; the questions of an item, and items of the same
    structure, form a cluster. A score without data is None. Where items in words and in symbols, or
    in several languages, were answered, including twins, each has its own scores under one of
    `SEPARATE_KEYS`, without a total unless they are `pooled`.
    """
    sorts: dict[tuple[str, str], set[str]] = {}
    for key in sheet.answered_items:
        if key in items:
            sorts.setdefault((form(items[key]), items[key].language), set()).add(key)
    if pooled or len(sorts) < 2:
        return _scores(sheet, items, alpha)
    several = [len(set(names)) > 1 for names in zip(*sorts, strict=True)]
    place = SEPARATE_KEYS[2 if all(several) else several.index(True)]
    return {
        **_counts(sheet),
        place: {
            ", ".join(compress(names, several)): _scores(sheet.of(keys), items, alpha)
            for names, keys in sorted(sorts.items())
        },
    }


def told_apart(entry: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """The scores of an entry by the words for what their items differ in; by an empty text for
    scores over all."""
    return next((entry[name] for name in SEPARATE_KEYS if name in entry), {"": entry})


def _counts(sheet: AnswerSheet) -> dict[str, Any]:
    return {
        "answers": sheet.answers,
        "unreadable": len(sheet.unreadable),
        "failed": len(sheet.failed_requests),
        "without_gold": sheet.no_gold,
    }


def _scores(sheet: AnswerSheet, items: Mapping[str, Item], alpha: float | None) -> dict[str, Any]:
    entry = _counts(sheet)
    clusters = {key: cluster_of(item) for key, item in items.items()}
    if len(sheet.choices):
        scores = sheet.circular().sampled(clusters, NEW_PEOPLE_AND_ITEMS)
        entry |= circular_scores(scores, alpha)
        types: dict[str, str] = {}
        for key in scores.items:
            item = items.get(key.partition("#")[0])
            kind = item.attributes.get(QUESTION_TYPE) if item else None
            if kind is not None:
                types[key] = str(kind)
        if types:
            entry["by_question_type"] = {
                kind: circular_scores(narrow, alpha)
                for kind, narrow in scores.by_kind(types).items()
            }
    if sheet.truths:
        entry["truth"] = _truth(sheet.truth(clusters))
    if sheet.parts:
        entry["by_item"] = _by_item(sheet.by_item(clusters))
    return entry


def circular_scores(scores: Circular, alpha: float | None = None) -> dict[str, Any]:
    """The metrics of choices with their intervals, and PC_alpha if an alpha is given."""
    return _figures(
        CHOICES,
        scores,
        {"items": len(scores.items), "items_without_all_mutants": scores.incomplete},
        {} if alpha is None else {"alpha": alpha},
        () if alpha is None else (weighed(alpha),),
    )


def runs_scores(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The metrics over runs for every score of choices, over the runs of one setting, separated as
    the scores are; empty for a single run."""
    names = list(dict.fromkeys(name for run in runs for name in told_apart(run)))
    if names == [""]:
        return _over_runs(runs)
    parts = {
        name: spread
        for name in names
        if (
            spread := _over_runs([told_apart(run)[name] for run in runs if name in told_apart(run)])
        )
    }
    place = next(name for run in runs for name in SEPARATE_KEYS if name in run)
    return {place: parts} if parts else {}


def _over_runs(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for score in metrics(CHOICES):
        values = [run[score.key] for run in runs if run.get(score.key) is not None]
        if len(values) > 1:
            spread = {metric.key: metric.estimate(values) for metric in metrics(RUNS)}
            entry[score.key] = {"runs": len(values)} | {
                key: None if estimate is None else estimate.value
                for key, estimate in spread.items()
            }
    return entry


def _truth(answers: TruthAnswers) -> dict[str, Any]:
    confusion = [
        {"gold": gold, "answer": answer, "n": n}
        for (gold, answer), n in sorted(answers.whole.confusion.items())
    ]
    return {"questions": answers.n, **_figures(TRUTHS, answers, {"confusion": confusion})}


def _by_item(answers: SubQuestions) -> dict[str, Any]:
    kinds = {
        kind: _percent(SUB_QUESTION_ACCURACY.estimate(kind_answers), SUB_QUESTION_ACCURACY)
        for kind, kind_answers in answers.kinds.items()
    }
    figures = {metric.key: (metric, answers) for metric in metrics(SUB_QUESTIONS)}
    figures |= {
        f"by_query_kind.{kind}": (SUB_QUESTION_ACCURACY, kind_answers)
        for kind, kind_answers in answers.kinds.items()
    }
    figures |= {
        f"by_split.{split.key}.{name}": (metric, answers)
        for split in splits()
        for name, metric in _parts(split).items()
    }
    decided = {who.replace(" ", "_"): len(answers.decided(who)) for who in DECIDERS}
    return _figures(
        SUB_QUESTIONS,
        answers,
        {
            "by_query_kind": kinds,
            "by_split": {split.key: _halves(split, answers) for split in splits()},
            "sub_questions": len(answers.graded),
            **decided,
            "ungraded": answers.ungraded,
            "bounds": {
                key: [_scale(metric) * end for end in ends if end is not None]
                for key, (metric, metric_answers) in figures.items()
                if (ends := ends_of(metric, [metric_answers])) is not None and ends[0] is not None
            },
            "undecided_items": answers.undecided,
            "incomplete_items": answers.incomplete,
        },
    )


def _halves(split: Split, answers: SubQuestions) -> dict[str, Any]:
    """Baseline, counterfactual and their difference, for one split."""
    return {name: _percent(each.estimate(answers), each) for name, each in _parts(split).items()}


def _parts(split: Split) -> Mapping[str, Metric[SubQuestions]]:
    return {
        "baseline": baseline(split),
        "counterfactual": counterfactual(split),
        "difference": counterfactual_difference(split),
    }


def _figures(
    need: Need[D],
    data: D,
    counts: Mapping[str, Any],
    last_figures: Mapping[str, Any] | None = None,
    further_metrics: Sequence[Metric[D]] = (),
) -> dict[str, Any]:
    """Every metric of the data, the accompanying counts, and the intervals of metrics that have
    one; then the `last_figures`, and the `further_metrics`."""
    figures: dict[str, Any] = {}
    intervals: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for group, listed in ((figures, metrics(need)), (others, further_metrics)):
        for metric in listed:
            estimate = metric.estimate(data)
            outer, _, inner = metric.key.partition(".")
            if inner:
                group.setdefault(outer, {})[inner] = _percent(estimate, metric)
            else:
                group[outer] = _percent(estimate, metric)
            if metric.bounded:
                intervals[metric.key] = _bounds(estimate, metric)
    return {**figures, **counts, "intervals": intervals, **(last_figures or {}), **others}


def _percent(estimate: Estimate | None, metric: Metric[Any]) -> float | None:
    """The value; a share is in per cent."""
    return None if estimate is None else _scale(metric) * estimate.value


def _bounds(estimate: Estimate | None, metric: Metric[Any]) -> list[float] | None:
    if estimate is None or estimate.low is None or estimate.high is None:
        return None
    return [_scale(metric) * estimate.low, _scale(metric) * estimate.high]


def _scale(metric: Metric[Any]) -> int:
    return 100 if metric.unit == "share" else 1
