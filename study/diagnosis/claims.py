"""What an answer claims about the worlds that its respondent considers possible.

Owns translating an answer to a question part into conditions on a set of worlds: regions that must
contain it, regions that it must meet, and how many of some cells it meets. `consistency` decides
whether several answers fit together.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from items.answers import (
    Answer,
    ChoiceAnswer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TruthAnswer,
    UniqueAnswer,
    VerdictAnswer,
)
from items.gold.check import QUESTION_TYPE
from items.models import Item, Question
from solver.kinds.base import Statement
from solver.kinds.registry import asks_whether_follows, kind_of, verdict_word
from solver.kinds.words import Claim as Says
from solver.language.problem import Query, Target
from solver.language.syntax import EnumIs, Formula, Prop

MOST_CELLS = 4096
"""Maximum number of assignments to the targets of one question."""

Region = Callable[[Formula], int]
Values = Callable[[str], Sequence[bool | str]]


@dataclass(frozen=True, slots=True)
class Cells:
    """How many of several disjoint regions a set of worlds meets."""

    cells: tuple[int, ...]
    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Conditions on a set of worlds under which an answer is right."""

    containing: tuple[int, ...] = ()
    """Regions that contain it."""
    meets: tuple[int, ...] = ()
    """Regions that it meets."""
    cells: Cells | None = None
    empty: bool = False
    """Whether only the empty set of worlds fits: for answers such as "there is no model", and those
    that no set makes right."""


def claim_of(
    item: Item,
    leaf: Question,
    query: Query | None,
    options: Sequence[Formula],
    answer: Answer,
    region: Region,
    values: Values,
    all_worlds: int,
) -> Claim | None:
    """What an answer claims; None where that is unknown. A choice claims the selected option, and
    nothing about the others; N claims that no option is right."""
    if query is not None and query.compared:
        # It is about several sets of premises, and claims or excludes no world.
        return None
    supposed = all_worlds if query is None or query.given is None else region(query.given)

    def follows(f: int) -> int:
        return (all_worlds ^ supposed) | f

    match answer:
        case ChoiceAnswer(option=option) if options:
            return _choice(
                item, leaf, query, [region(f) for f in options], option, region, all_worlds
            )
        case TruthAnswer(value=value) if query is not None and query.formula is not None:
            f = region(query.formula)
            if not asks_whether_follows(query.kind):
                return None
            if item.open_is_false:
                if value == "true":
                    return Claim((follows(f),))
                return Claim(meets=(supposed & (all_worlds ^ f),))
            # Everything follows from an impossible supposition, so neither is right then.
            if value == "true":
                return Claim((follows(f),), (supposed,))
            if value == "false":
                return Claim((follows(all_worlds ^ f),), (supposed,))
            return Claim(meets=(supposed & f, supposed & (all_worlds ^ f)))
        case VerdictAnswer(word=word) if query is not None:
            return _verdict(query, word, region, values, supposed, all_worlds)
        case ModelsAnswer(models=models) if query is not None and supposed == all_worlds:
            cells = _cells(query.targets, region, values, all_worlds)
            if cells is None:
                return None
            if not models or not models <= cells.keys():
                return Claim(empty=True)
            model_cells = tuple(cells[world] for world in sorted(models, key=sorted))
            return Claim((_union(model_cells),), model_cells)
        case CountAnswer(count=count) if query is not None and supposed == all_worlds:
            cells = _cells(query.targets, region, values, all_worlds)
            if cells is None:
                return None
            return Claim(cells=Cells(tuple(cells.values()), count, count), empty=count == 0)
        case UniqueAnswer(verdict=verdict, solution=solution) if query and supposed == all_worlds:
            cells = _cells(query.targets, region, values, all_worlds)
            if cells is None:
                return None
            if verdict == "none" or (solution is not None and solution not in cells):
                return Claim(empty=True)
            if verdict == "unique" and solution is not None:
                return Claim((cells[solution],))
            least, most = (1, 1) if verdict == "unique" else (2, len(cells))
            return Claim(cells=Cells(tuple(cells.values()), least, most))
        case SetAnswer(members=members) if query is not None:
            picks = kind_of(query.kind).picks(query)
            return _picked(picks, members, region, supposed, all_worlds) if picks else None
    return None


def _picked(
    picks: Sequence[Statement],
    members: frozenset[str],
    region: Region,
    supposed: int,
    all_worlds: int,
) -> Claim:
    """The claim that, of some statements, those in the answer are true and the others are not."""
    holds: list[int] = []
    meets: list[int] = []
    for pick in picks:
        if pick.formula is None:
            continue
        formula = region(pick.formula)
        if (pick.key in members) is pick.follows:
            holds.append(
                (all_worlds ^ supposed) | (formula if pick.follows else all_worlds ^ formula)
            )
        else:
            meets.append(supposed & (all_worlds ^ formula if pick.follows else formula))
    return Claim(tuple(holds), tuple(meets))


def _choice(
    item: Item,
    leaf: Question,
    query: Query | None,
    options: Sequence[int],
    option: int | None,
    region: Region,
    all_worlds: int,
) -> Claim | None:
    type_ = str(item.attributes.get(QUESTION_TYPE, "3c1e"))
    if type_ == "missing":
        if query is None or query.formula is None:
            return None
        holds = region(query.formula)
        if query.given is not None:
            holds |= all_worlds ^ region(query.given)
        if option is not None:
            return Claim(((all_worlds ^ options[option]) | holds,), (all_worlds ^ holds,))
        return Claim(meets=tuple(o & (all_worlds ^ holds) for o in options))
    if leaf.right_where_possible:
        if option is not None:
            return Claim(meets=(options[option],))
        return Claim(tuple(all_worlds ^ o for o in options))
    if type_ == "3e1c":
        if option is not None:
            return Claim(meets=(all_worlds ^ options[option],))
        return Claim(tuple(options))
    if option is not None:
        return Claim((options[option],))
    return Claim(meets=tuple(all_worlds ^ o for o in options))


def _verdict(
    query: Query, word: str, region: Region, values: Values, supposed: int, all_worlds: int
) -> Claim | None:
    if query.formula is None:
        cases = kind_of(query.kind).cases(query, word)
        if cases is None or supposed != all_worlds:
            return None
        cells = _cells(query.targets, region, values, all_worlds)
        if cells is None:
            return None
        least, most = cases[0], len(cells) if cases[1] is None else cases[1]
        return Claim(cells=Cells(tuple(cells.values()), least, most))
    f = region(query.formula)
    verdict = verdict_word(word)
    match None if verdict is None else verdict.claim:
        case Says.HOLDS:
            return Claim(meets=(supposed & f,))
        case Says.EXCLUDED:
            return Claim(((all_worlds ^ supposed) | (all_worlds ^ f),))
        case Says.FOLLOWS:
            return Claim(((all_worlds ^ supposed) | f,))
        case Says.FAILS:
            return Claim(meets=(supposed & (all_worlds ^ f),))
    return None


def _cells(
    targets: Sequence[Target], region: Region, values: Values, all_worlds: int
) -> dict[frozenset[str], int] | None:
    """Map assignments to targets, in the form of answers, to their regions; None where there are
    too many, or no targets."""
    if not targets:
        return None
    cells = {frozenset[str](): all_worlds}
    for target in targets:
        parts: list[tuple[frozenset[str], int]]
        if target.enum is not None:
            name = target.enum
            parts = [
                (frozenset({f"{target.key}={value}"}), region(EnumIs(name, str(value))))
                for value in values(name)
            ]
        else:
            f = region(target.formula or Prop(target.key))
            parts = [(frozenset({target.key}), f), (frozenset(), all_worlds ^ f)]
        if len(cells) * len(parts) > MOST_CELLS:
            return None
        cells = {
            world | written_values: bits & part
            for world, bits in cells.items()
            for written_values, part in parts
            if bits & part
        }
    return cells


def _union(regions: Sequence[int]) -> int:
    bits = 0
    for region in regions:
        bits |= region
    return bits
