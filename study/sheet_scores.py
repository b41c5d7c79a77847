"""The scores of one answer sheet for people and machines to read: in per cent, unrounded.

Owns their names and their order. Formulas are `metrics`'.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from items.models import Item
from study.sheets import Sheet
from study.statistics.bootstrap import Interval, bootstrap_mean
from study.statistics.circular import Circular
from study.statistics.intervals import Share
from study.statistics.runs import over_runs
from study.statistics.truth import LABELS

QUESTION_TYPE = "question_type"


def sheet_scores(
    sheet: Sheet, items: Mapping[str, Item], alpha: float | None = None
) -> dict[str, Any]:
    """All scores a sheet has something for; `items` are by content hash. With `alpha`, PC_alpha
    too.

    Intervals are Wilson's for shares of items, else from a bootstrap by item. A score over no data
    is None.
    """
    found: dict[str, Any] = {
        "answers": sheet.answers,
        "unreadable": len(sheet.unreadable),
        "failed": len(sheet.failed),
        "without_gold": sheet.no_gold,
    }
    if len(sheet.choices):
        scores = sheet.circular()
        found |= circular_scores(scores, alpha)
        types: dict[str, str] = {}
        for key in scores.items:
            item = items.get(key.partition("#")[0])
            kind = item.attributes.get(QUESTION_TYPE) if item else None
            if kind is not None:
                types[key] = str(kind)
        if types:
            found["by_question_type"] = {
                kind: circular_scores(narrow, alpha)
                for kind, narrow in scores.by_kind(types).items()
            }
    if sheet.truths:
        found["truth"] = _truth(sheet)
    if sheet.parts:
        found["by_item"] = _by_item(sheet)
    return found


def circular_scores(scores: Circular, alpha: float | None = None) -> dict[str, Any]:
    """ACC, CIR and PC with their intervals, and PC_alpha where an alpha is given."""
    pc = bootstrap_mean(scores.pcs)
    cir = scores.cir_share or bootstrap_mean(scores.cirs)
    found: dict[str, Any] = {
        "ACC": _percent(scores.acc),
        "CIR": _percent(cir),
        "PC": _percent(pc),
        "items": len(scores.items),
        "items_without_all_mutants": scores.incomplete,
        "intervals": {"ACC": _bounds(scores.acc), "CIR": _bounds(cir), "PC": _bounds(pc)},
    }
    if alpha is not None:
        values = [v for one in scores.complete if (v := one.pc_alpha(alpha)) is not None]
        weighed = bootstrap_mean(values)
        found["alpha"], found["PC_alpha"] = alpha, _percent(weighed)
        found["intervals"]["PC_alpha"] = _bounds(weighed)
    return found


def runs_scores(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Mean, sample standard deviation and CV of ACC, CIR and PC over the runs of one setting;
    empty for a single run."""
    found: dict[str, Any] = {}
    for name in ("ACC", "CIR", "PC"):
        values = [run[name] for run in runs if run.get(name) is not None]
        spread = over_runs(values) if len(values) > 1 else None
        if spread is not None:
            found[name] = {
                "runs": spread.n,
                "mean": spread.mean,
                "sd": spread.sd,
                "CV": spread.cv,
            }
    return found


def _truth(sheet: Sheet) -> dict[str, Any]:
    scores = sheet.truth()
    return {
        "questions": scores.n,
        "accuracy": _percent(scores.accuracy),
        "F1": {label: _times(scores.f1(label)) for label in LABELS},
        "macro_F1": _times(scores.macro),
        "weighted_F1": _times(scores.weighted),
        "mean_F1_of_gold_labels": _times(scores.present),
        "confusion": [
            {"gold": gold, "answer": answer, "n": n}
            for (gold, answer), n in sorted(scores.confusion.items())
        ],
        "intervals": {"accuracy": _bounds(scores.accuracy)},
    }


def _by_item(sheet: Sheet) -> dict[str, Any]:
    scores = sheet.by_item()
    return {
        "item_accuracy": _percent(scores.item_accuracy),
        "sub_question_accuracy": _percent(scores.sub_accuracy),
        "gap": _times(scores.gap),
        "baseline": _percent(scores.baseline),
        "counterfactual": _percent(scores.counterfactual),
        "by_query_kind": {kind: _percent(one) for kind, one in scores.kinds.items()},
        "sub_questions": scores.sub_questions,
        "matched": scores.sub_questions - scores.judged - scores.by_person,
        "judged": scores.judged,
        "by_a_person": scores.by_person,
        "ungraded": scores.ungraded,
        "undecided_items": scores.undecided_items,
        "intervals": {
            "item_accuracy": _bounds(scores.item_accuracy),
            "sub_question_accuracy": _bounds(scores.sub_accuracy),
        },
    }


def _percent(value: Share | Interval | None) -> float | None:
    return None if value is None else 100 * value.value


def _bounds(value: Share | Interval | None) -> list[float] | None:
    return None if value is None else [100 * value.low, 100 * value.high]


def _times(value: float | None) -> float | None:
    return None if value is None else 100 * value
