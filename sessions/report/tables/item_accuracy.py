"""Item Accuracy and Sub-Q Accuracy of a study: all questions of an item right, and each."""

from dataclasses import dataclass
from typing import Annotated, Any

from sessions.report.judged_questions import Deciders, JudgedQuestions
from sessions.report.presentation import Presentation
from sessions.report.rows import Rows, column, figure, group, table_of
from sessions.report.study_data import StudyData
from sessions.report.unsettled_answers import UnsettledRange
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.item_accuracy import METRIC as ITEM_ACCURACY
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.samples import Estimate

NAME = phrase("item accuracy")
ALL = phrase("all blocks")


@dataclass(frozen=True, slots=True)
class SubQuestionsBetween:
    """The two bounds of Sub-Q Accuracy that unsettled answers leave open."""

    unsettled: Annotated[int, column("unsettled questions")]
    all_wrong: Annotated[float, column("Sub-Q Accuracy all wrong", "share")]
    all_right: Annotated[float, column("Sub-Q Accuracy all right", "share")]


@dataclass(frozen=True, slots=True)
class WholeItemRow:
    """One block, or all of them."""

    block: Annotated[str, column("block", "text")]
    presentation: Annotated[Presentation, group(Presentation)]
    items: Annotated[int, column("items")]
    items_right: Annotated[int, column("items right")]
    item_accuracy: Annotated[Estimate | None, figure(ITEM_ACCURACY, bare=True)]
    questions: Annotated[int, column("questions")]
    questions_right: Annotated[int, column("questions right")]
    sub_question_accuracy: Annotated[Estimate | None, figure(SUB_QUESTION_ACCURACY)]
    decided: Annotated[Deciders | None, group(Deciders, optional=True)]
    unsettled_range: Annotated[UnsettledRange | None, group(UnsettledRange, optional=True)]
    """Bounds of Item Accuracy, where items have unsettled free answers."""
    questions_between: Annotated[
        SubQuestionsBetween | None, group(SubQuestionsBetween, optional=True)
    ]
    """Bounds of Sub-Q Accuracy, over the same items."""


def table(study: StudyData) -> Rows:
    """Every block and all together. An item counts once all its questions are finished and
    judged."""
    import numpy

    judged = study.judged
    questions_asked = judged.questions
    rounds = numpy.stack(
        [
            questions_asked.session,
            questions_asked.block,
            questions_asked.item,
            questions_asked.occasion,
        ],
        axis=1,
    )
    _, begins, of = numpy.unique(rounds, axis=0, return_index=True, return_inverse=True)
    of = of.reshape(-1)
    n = len(begins)
    begun: Any = numpy.bincount(of, minlength=n)
    unknown: Any = numpy.bincount(of, questions_asked.right < 0, minlength=n) > 0
    wrong: Any = numpy.bincount(of, questions_asked.right == 0, minlength=n) > 0
    waits: Any = numpy.bincount(of, judged.unsettled, minlength=n) > 0
    questions = {number: item.questions for number, item in study.items.items()}
    numbers, places = study.coded(questions, questions_asked.item[begins])
    planned: Any = numpy.array(numbers, dtype=numpy.int64)[places] if n else begun
    whole = ~unknown & (begun == planned)
    blocks = questions_asked.block[begins]
    # Its first question represents an item.
    items = begins[whole]
    right: Any = numpy.zeros(len(questions_asked), dtype=bool)
    right[items] = ~wrong[whole]
    answers: Any = whole[of].nonzero()[0]
    free = questions_asked.free(answers)
    rows: list[WholeItemRow] = []
    all_rounds: Any = numpy.arange(n)
    groups: list[tuple[str, Presentation, Any]] = []
    for name in (*study.main_blocks, ALL):
        own_rounds = all_rounds if name == ALL else all_rounds[blocks == study.blocks.index(name)]
        sorts = study.by_sort(questions_asked, begins[own_rounds])
        groups += [(name, sort, numpy.isin(begins, first)) for sort, first in sorts]
    for name, sort, group_places in groups:
        whole_items, answered = items[group_places[whole]], answers[group_places[of[answers]]]
        number, right_answers, *who = questions_asked.count(answered)
        items_right = int(right[whole_items].sum())
        waiting = int((waits & group_places).sum())
        ends: UnsettledRange | None = None
        by_question: SubQuestionsBetween | None = None
        if waiting:
            by_question = _by_question(judged, ((whole | waits) & group_places)[of])
            total = len(whole_items) + waiting
            most = items_right + int((waits & ~wrong & group_places).sum())
            ends = UnsettledRange(waiting, items_right / total, most / total)
        rows.append(
            WholeItemRow(
                name,
                sort,
                len(whole_items),
                items_right,
                None if waiting else _share(study, whole_items, right),
                number,
                right_answers,
                None if waiting else _share(study, answered),
                Deciders(*who) if free else None,
                ends,
                by_question,
            )
        )
    judged_items = int(whole.sum())
    return table_of(
        WholeItemRow,
        rows,
        judged_items,
        {phrase("items begun but not completely judged"): n - judged_items},
    )


def _by_question(questions: JudgedQuestions, places: Any) -> SubQuestionsBetween:
    """Bounds over the questions at some places, whose items are complete except for unsettled
    answers."""
    unsettled = int((questions.unsettled & places).sum())
    right = int(((questions.questions.right > 0) & places).sum())
    total = int(places.sum())
    return SubQuestionsBetween(unsettled, right / total, (right + unsettled) / total)


def _share(study: StudyData, places: Any, yes: Any = None) -> Estimate | None:
    return ACCURACY.estimate(
        study.judged.questions.sample(places, study.sampling, right_shares=yes)
    )
