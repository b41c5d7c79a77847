"""Item Accuracy and Sub-Q Accuracy of a study: all questions of an item right, and each."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated

from sessions.report.judged import Count, Decided, columns_of, count, total
from sessions.report.rows import Rows, column, figure, group, table_of
from sessions.report.study import StudyData
from sessions.report.unsettled import Between
from sessions.results import Result
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.item_accuracy import METRIC as ITEM_ACCURACY
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.scoring import FREE
from study.statistics.samples import Estimate

ALL = "all blocks"


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
    between: Annotated[Between | None, group(Between, optional=True)]
    """Of Item Accuracy, where items have free answers that nothing has settled."""


def table(study: StudyData) -> Rows:
    """Every block and all together. An item counts once all its questions are over and judged."""
    whole: list[list[Result]] = []
    right: list[bool] = []
    begun = 0
    unsettled: Counter[str] = Counter()
    open_items: Counter[str] = Counter()
    """Of these, the ones of which nothing is wrong yet."""
    for these in _items(study.main):
        rights = [result.score.right for result in these if result.over]
        begun += bool(rights)
        if None in rights:
            unknown = (result for result in these if result.over and result.score.right is None)
            if any(result.score.why != "no gold" for result in unknown):
                for name in (these[0].block.id, ALL):
                    unsettled[name] += 1
                    open_items[name] += False not in rights
        elif len(rights) == len(these):
            whole.append(these)
            right.append(False not in rights)
    answers = list(chain.from_iterable(whole))
    free = not {result.score.why for result in answers}.isdisjoint(FREE)
    items = columns_of([these[0] for these in whole], study.clusters, right)
    # Where every item has one question, the two are the same.
    questions = items if len(answers) == len(whole) else columns_of(answers, study.clusters)
    blocks = study.results.study.main_ids
    wholes: dict[str, list[int]] = {name: [] for name in blocks}
    asked: dict[str, list[int]] = {name: [] for name in blocks}
    for place, these in enumerate(whole):
        wholes[these[0].block.id].append(place)
    for place, result in enumerate(answers):
        asked[result.block.id].append(place)

    def row(
        name: str, places: Sequence[int], counted: Count, answered: Sequence[int]
    ) -> WholeItemRow:
        number, right_answers, *who = counted
        items_right = sum([right[place] for place in places])
        waiting = unsettled[name]
        ends: Between | None = None
        if waiting:
            number_of_items = len(places) + waiting
            most = items_right + open_items[name]
            ends = Between(waiting, items_right / number_of_items, most / number_of_items)
        return WholeItemRow(
            name,
            len(places),
            items_right,
            None if waiting else ACCURACY.estimate(items.sample(places)),
            number,
            right_answers,
            None if waiting else ACCURACY.estimate(questions.sample(answered)),
            Decided(*who) if free else None,
            ends,
        )

    counts = {name: count(answers[place] for place in asked[name]) for name in blocks}
    rows = [row(name, wholes[name], counts[name], asked[name]) for name in blocks]
    everything = range(len(whole)), total(counts.values()), range(len(answers))
    rows.append(row(ALL, *everything))
    return table_of(
        WholeItemRow, rows, len(whole), {"items begun but not wholly judged": begun - len(whole)}
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
