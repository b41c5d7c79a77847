"""Seeded assignment: the plan of one session.

Owns making a plan from study, items and slot. `study.course.sections` decides which items a section
shows, in which order and with which option first; the record assigns slots.
"""

from collections.abc import Mapping

from items.models import Item
from study.course.assignment import succession
from study.course.entries import Planned, Planner
from study.course.filling import FillingInputs, Tallies, lacking
from study.course.plan import Plan
from study.course.sections import Pools, parts
from study.design.protocol import Study


def example_of(study: Study, pools: Pools) -> Item | None:
    """The worked example that the study names, if its source contains it."""
    if study.example is None:
        return None
    example_id = study.example.item
    pool = pools.get(study.example.source, ())
    return next((item for item in pool if item.id == example_id), None)


def make_plan(
    study: Study,
    pools: Pools,
    slot: int,
    sitting: int = 1,
    filled: Mapping[str, FillingInputs] | None = None,
) -> Plan:
    """The plan of one slot and sitting. Pure: the same arguments give the same plan. `filled` has
    the inputs of blocks with `answers_per_item`, by block; without one, a block is drawn as if
    nobody had answered.

    Raises PlacedError where a section finds no items, or fewer than it needs.
    """
    assigned = study.assigned(slot)
    planner = Planner(pools, study.seed, assigned.turn, study.confidence, study.time_up)
    planner.language = study.language
    planner.sections = {study.section_id(section): section for section in study.sections}
    planner.filled = filled or {}
    planner.successions = {
        name: succession(slot, study.conditions, study.orders, section.conditions)
        for name, section in planner.sections.items()
    }
    entries: list[Planned] = []
    for table in study.course_of(assigned, sitting):
        planner.name, planner.place = study.section_id(table), study.place_of(table)
        entries.extend(table.plan(planner))
    limit = study.seconds_per_session
    return Plan(stations=tuple(entries), condition=assigned.condition, seconds=limit)


def wanting(study: Study, pools: Pools, condition: str, tallies: Tallies) -> bool:
    """Whether items of a condition have fewer answers than its blocks require (`answers_per_item`);
    always true in a study that requires no number."""
    filled = study.filled
    return not filled or any(
        lacking(parts(block, pools), tallies.get(name, {}), block.fills or 0)
        for name, block in filled.items()
        if not block.conditions or condition in block.conditions
    )
