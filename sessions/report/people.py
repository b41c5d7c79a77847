"""The answer sheet of a group of people, from their sessions replayed and scored.

Owns which of a person's answers count and under which mutant; models' sheets are `models.sheets`'.
"""

from collections.abc import Collection

from sessions.results import SessionResult
from study.sheets import Asked, Sheet, asked


def people_sheet(sessions: Collection[SessionResult]) -> Sheet:
    """The answers of a group of people, over their main blocks, as one sheet; the mutant is the
    rotation each was shown. A time-out is an answer that could not be read: none was given. An item
    of several questions counts once for each person, by its content hash and the session."""
    sheet = Sheet()
    known: dict[str, dict[str, Asked]] = {}
    for session in sessions:
        before = len(sheet.parts)
        for result in session.results:
            if result.block.role != "main" or not result.over:
                continue
            item_hash = result.step.item_hash
            parts = known.get(item_hash)
            if parts is None:
                parts = known[item_hash] = {one.part.id: one for one in asked(result.item)}
            confirmed = result.ending == "confirmed"
            for part in result.question.leaves:
                count = len(part.options)
                given = result.answers.get(part.id) if confirmed else None
                sheet.put(
                    parts[part.id],
                    result.step.shift % count if count else 0,
                    "unreadable" if given is None else "answered",
                    given,
                    respondent=session.id,
                    ruling=result.scores[part.id].ruling,
                    note="" if given is not None else "time ran out",
                )
        for place in range(before, len(sheet.parts)):
            one = sheet.parts[place]
            sheet.parts[place] = one._replace(item=f"{one.item}#{session.id}")
    return sheet
