"""The answer sheet of a group of people, from their sessions replayed and scored.

Owns which of a person's answers count and under which mutant; models' sheets are in
`sessions.models.answer_sheets`.
"""

from collections.abc import Collection

from sessions.record.results import Result, SessionResult
from study.scores.answer_sheets import AnswerSheet, Asked, asked


def people_sheet(sessions: Collection[SessionResult]) -> AnswerSheet:
    """The answers of a group of people, over their main blocks, as one sheet; the mutant is the
    rotation each was shown. A time-out is an answer that could not be read: none was given; a part
    of which an imported file says nothing is no answer. An item of several questions counts once
    for each person, by its content hash and the session."""
    sheet = AnswerSheet()
    known: dict[tuple[str, int], tuple[Asked, ...]] = {}
    for session in sessions:
        before = len(sheet.parts)
        for result in session.results:
            if not result.main or not result.over:
                continue
            step = result.step
            parts = known.get((step.item_hash, step.question))
            if parts is None:
                parts = known[step.item_hash, step.question] = _parts(result)
            given = result.final
            for part in parts:
                answer = given.get(part.part.id)
                if answer is None and not result.block.whole:
                    continue
                options = len(part.part.options)
                sheet.put(
                    part,
                    step.shift % options if options else 0,
                    "unreadable" if answer is None else "answered",
                    answer,
                    respondent=session.id,
                    ruling=result.scores[part.part.id].ruling,
                    note="time ran out" if answer is None else "",
                )
        for place in range(before, len(sheet.parts)):
            sub_answer = sheet.parts[place]
            sheet.parts[place] = sub_answer._replace(item=f"{sub_answer.item}#{session.id}")
    return sheet


def _parts(result: Result) -> tuple[Asked, ...]:
    ids = {part.id for part in result.question.leaves}
    return tuple(question for question in asked(result.item) if question.part.id in ids)
