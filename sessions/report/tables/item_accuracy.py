"""Item Accuracy and Sub-Q Accuracy of a study: all questions of an item right, and each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged import Count, Decided, count, sample_of, total
from sessions.report.rows import Rows, column, figure, group, table_of
from sessions.report.sampling import Clusters
from sessions.report.study import StudyData
from sessions.results import Result
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.item_accuracy import METRIC as ITEM_ACCURACY
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.scoring import FREE
from study.statistics.samples import Estimate, Sample


@dataclass(frozen=True, slots=True)
class WholeItemRow:
    """One block, or all of them."""

    block: Annotated[str, column("block", "text")]
    items: Annotated[int, column("items")]
    items_right: Annotated[int, column("items right")]
    item_accuracy: Annotated[Estimate | None, figure(ITEM_ACCURACY, bare=True)]
    questions: Annotated[int, column("questions")]
    questions_right: Annotated[int, column("questions right")]
    sub_question_accuracy: Annotated[Estimate | None, figure(SUB_QUESTION_ACCURACY)]
    decided: Annotated[Decided | None, group(Decided, optional=True)]


def table(study: StudyData) -> Rows:
    """Every block and all together. An item counts once all its questions are over and judged."""
    blocks = study.results.study.main_ids
    begun = 0
    right: dict[str, list[bool]] = {name: [] for name in blocks}
    whole: dict[str, list[list[Result]]] = {name: [] for name in blocks}
    for these in _items(study.main):
        rights = [result.score.right for result in these if result.over]
        begun += bool(rights)
        if len(rights) == len(these) and None not in rights:
            block = these[0].block.id
            right[block].append(all(rights))
            whole[block].append(these)
    each = {name: [r for these in items for r in these] for name, items in whole.items()}
    free = any(r.score.why in FREE for these in each.values() for r in these)
    counts = {name: count(each[name]) for name in blocks}
    clusters = study.clusters
    rows = [_row(name, right[name], whole[name], counts[name], free, clusters) for name in blocks]
    items = sum(map(len, whole.values()))
    every_right = [one for name in blocks for one in right[name]]
    every = [these for name in blocks for these in whole[name]]
    rows.append(_row("all blocks", every_right, every, total(counts.values()), free, clusters))
    excluded = {"items begun but not wholly judged": begun - items}
    return table_of(WholeItemRow, rows, items, excluded)


def _row(
    block: str,
    right: Sequence[bool],
    items: Sequence[Sequence[Result]],
    counted: Count,
    free: bool,
    clusters: Clusters,
) -> WholeItemRow:
    """A row of one block; `right` says of each item whether all of it is."""
    answers, right_answers, *who = counted
    firsts = [these[0] for these in items]
    whole = Sample(
        [(int(one), 1) for one in right],
        [result.step.item_hash for result in firsts],
        [result.session for result in firsts],
        [clusters.of(result.step.item_hash, result.item) for result in firsts],
    )
    return WholeItemRow(
        block,
        len(items),
        sum(right),
        ACCURACY.estimate(clusters.sampling.of(whole)),
        answers,
        right_answers,
        ACCURACY.estimate(sample_of([result for these in items for result in these], clusters)),
        Decided(*who) if free else None,
    )


def _items(results: Iterable[Result]) -> Iterator[list[Result]]:
    """Results item by item, whose questions stand together."""
    these: list[Result] = []
    for result in results:
        if result.step.question == 0 and these:
            yield these
            these = []
        these.append(result)
    if these:
        yield these
