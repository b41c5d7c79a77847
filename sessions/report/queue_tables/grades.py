"""The answers that people graded in a queue, by respondent."""

from dataclasses import dataclass
from typing import Annotated

from sessions.annotation.results import QueueResults
from sessions.report.answer_book import answer_book
from sessions.report.judged_questions import share_of
from sessions.report.rows import Rows, column, figure, table_of
from sessions.storage.database import Database
from solver.phrases import phrase
from study.metrics.item_accuracy import METRIC as ITEM_ACCURACY
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.samples import Estimate

NAME = phrase("graded answers")


@dataclass(frozen=True, slots=True)
class GradeRow:
    """One respondent in one run."""

    respondent: Annotated[str, column("respondent", "text")]
    setting: Annotated[str, column("setting", "text")]
    run: Annotated[str, column("run", "text")]
    items: Annotated[int, column("items")]
    items_right: Annotated[int, column("items right")]
    item_accuracy: Annotated[Estimate | None, figure(ITEM_ACCURACY, bare=True)]
    questions: Annotated[int, column("questions")]
    questions_right: Annotated[int, column("questions right")]
    sub_question_accuracy: Annotated[Estimate | None, figure(SUB_QUESTION_ACCURACY)]
    not_graded: Annotated[int, column("not graded")]


def table(db: Database, results: QueueResults) -> Rows:
    """Item Accuracy and Sub-Q Accuracy of the respondents to the queue's items, where people's
    grades override judges' (LLMEval-Logic, section 2.3). An item counts once all its questions are
    judged."""
    book = answer_book(db)
    items = {item.content_hash: item for item in results.stored_queue.material.items.values()}
    runs: dict[tuple[str, str, str], dict[str, dict[int, bool | None]]] = {}
    for item in items.values():
        for answer in book.answers(item).answers:
            key = (answer.respondent, answer.study, answer.block)
            document = runs.setdefault(key, {}).setdefault(item.content_hash, {})
            document.setdefault(answer.question_index, answer.right)
    rows: list[GradeRow] = []
    for key, answered in sorted(runs.items()):
        questions = [right for reply in answered.values() for right in reply.values()]
        judged = [right for right in questions if right is not None]
        whole = [
            all(reply.values())
            for hash_, reply in answered.items()
            if len(reply) == len(items[hash_].questions) and None not in reply.values()
        ]
        rows.append(
            GradeRow(
                *key,
                len(whole),
                sum(whole),
                share_of(sum(whole), len(whole)),
                len(judged),
                sum(judged),
                share_of(sum(judged), len(judged)),
                len(questions) - len(judged),
            )
        )
    return table_of(GradeRow, rows, len(items))
