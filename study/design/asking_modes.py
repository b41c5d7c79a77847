"""How a block asks: what two versions of a study must share for their answers to be counted
together.

Owns which fields of a study file belong to the way of asking. The choice of items does not, as
answers are counted for each item. `sessions.taking.answer_counts` counts.
"""

from collections.abc import Mapping

from study.course.assignment import Assigned
from study.course.entries import Config
from study.course.sections import Section
from study.design.protocol import Study
from study.stations.check import Check
from study.stations.question import Block

_WORDS = frozenset({"title", "instructions", "text"})
_NOT_THE_WAY = _WORDS | {
    # These name the block, or decide whether somebody reaches it, which is checked in the course.
    "station", "id", "conditions", "sitting",
    # These decide which items are asked, and until when.
    "source", "filter", "sample", "answers_per_item", "same_as", "twin",
    # During a break no question is open.
    "break_after", "breaks",
    # Compared together with the study's default.
    "confidence",
}  # fmt: skip


def other_ways(
    earlier_study: Study, later_study: Study, block: str, condition: str
) -> tuple[str, ...]:
    """The fields of the study file, or the tests and practice runs, in which a block of a condition
    differed in the `earlier_study`; empty where it asked in the same way."""
    if (condition or None) not in (later_study.conditions or (None,)):
        return ("conditions",)
    earlier, later = (_way(study, block, condition) for study in (earlier_study, later_study))
    if earlier is None or later is None:
        return ("blocks",)
    names = dict.fromkeys([*later, *earlier])
    return tuple(name for name in names if earlier.get(name) != later.get(name))


def _way(study: Study, name: str, condition: str) -> Mapping[str, object] | None:
    """The way of asking by field; None where participants in a condition do not reach the block in
    their first sitting."""
    course = study.course_of(Assigned(condition, 0, 0))
    block = next((table for table in course if study.section_id(table) == name), None)
    if not isinstance(block, Block):
        return None
    sections = [study.section_id(table) for table in course if isinstance(table, Section)]
    mains = sum(isinstance(table, Block) for table in course)
    confidence = study.confidence if block.confidence is None else block.confidence
    return {
        "blocks": sections,
        "block_order": study.block_order if mains > 1 else "fixed",
        **block.model_dump(exclude=set(_NOT_THE_WAY)),
        "confidence": confidence,
        "seconds_per_session": study.seconds_per_session,
        "on_timeout": study.on_timeout,
        "after_timeout": study.after_timeout,
        **{
            study.section_id(table): table.model_dump(exclude=set(_WORDS))
            for table in course
            if _prepares(table)
        },
    }


def _prepares(table: Config) -> bool:
    """Whether it decides who reaches the blocks, or trains participants."""
    return isinstance(table, Check) or (isinstance(table, Section) and table.role != "main")
