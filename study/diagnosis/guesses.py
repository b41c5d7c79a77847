"""Guesses at questions whose answers cannot be listed in advance.

A guess at a number is uniform from 0 to the number of assignments; a set of names is uniform over
all sets; a list of assignments has a uniform length and is then uniform over lists of that length;
a guess at whether there is one solution has one of the three verdicts, and then any assignment. So
the probability of a lucky guess does not depend on what others answered.

Owns the probability of each answer as a guess, and drawing one; also the probability of each part
of a list where only some of it is given: any length, and then any part with that length.
"""

from math import comb, prod
from typing import Any

from items.answers import Answer, CountAnswer, ModelsAnswer, SetAnswer, UniqueAnswer
from items.kinds.registry import form_of
from items.kinds.set_notation import any_row, enum_groups
from items.misreadings import misreading
from items.models import Question
from items.seeds import Draw
from solver.language.problem import Query, Target
from solver.language.syntax import EnumSort, Signature

LONGEST = 16
"""Maximum number of lengths of lists to guess."""
VERDICTS = 3
"""Verdicts on whether there is one solution: one, none, several."""


def members_asked(query: Query, signature: Signature) -> int:
    """The possible number of assignments or names in an answer to a query; 0 where that is
    unknown."""
    if query.variable is not None:
        return len(signature.constants())
    if query.listed:
        return len(query.listed)
    return prod(_values(target, signature) for target in query.targets) if query.targets else 0


def _values(target: Target, signature: Signature) -> int:
    symbol = None if target.enum is None else signature.get(target.enum)
    return len(symbol.sort.values) if symbol and isinstance(symbol.sort, EnumSort) else 2


def share(answer: Answer, members: int) -> float:
    """The probability of an answer as a guess where it may have `members` members. An impossible
    number is as probable as a possible one."""
    match answer:
        case CountAnswer():
            return 1 / (members + 1)
        case SetAnswer():
            return 0.5**members
        case ModelsAnswer(models=models):
            lists = comb(members, min(len(models), members))
            return 1 / (min(members, LONGEST) + 1) / lists
        case UniqueAnswer(solution=solution):
            return 1 / VERDICTS / (1 if solution is None else members)
    return 0.0


def members_of(value: Any) -> frozenset[Any] | None:
    """The members of an answer that is a list of models or names; None for other answers."""
    match value:
        case ModelsAnswer(models=models):
            return models
        case SetAnswer(members=members):
            return members
    return None


def lengths_told(full_answer: Any, way: str) -> range:
    """How many members of a list are given where respondents look only for its first model, or
    where the list is incomplete: two or more models, as one alone is the first. Empty where the
    list is too short for that, so that the whole is given."""
    match way, full_answer:
        case misreading.FIRST, ModelsAnswer(models=models) if len(models) > 1:
            return range(1, 2)
        case misreading.PART, ModelsAnswer(models=models):
            return range(2, len(models))
        case misreading.PART, SetAnswer(members=members):
            return range(1, len(members))
    return range(0)


def part_share(answer: Any, full_answer: Any, way: str) -> float:
    """The probability of an answer as the given part of a list; 0 where it is not a possible
    part."""
    listed, whole_members, lengths = (
        members_of(answer),
        members_of(full_answer),
        lengths_told(full_answer, way),
    )
    if (
        listed is None
        or whole_members is None
        or not listed < whole_members
        or len(listed) not in lengths
    ):
        return 0.0
    return 1 / len(lengths) / comb(len(whole_members), len(listed))


def part_told(full_answer: Answer, way: str, draw: Draw) -> Answer:
    """A random part of a list, as given in an answer."""
    members, lengths = members_of(full_answer), lengths_told(full_answer, way)
    if not members or not lengths:
        return full_answer
    length = lengths[draw.below(len(lengths))]
    chosen = frozenset(draw.sample(sorted(members, key=sorted), length))
    return (
        ModelsAnswer(models=chosen) if full_answer.kind == "models" else SetAnswer(members=chosen)
    )


def guessed(part: Question, members: int, draw: Draw) -> Answer | None:
    """A random guess; None where the question does not determine what its lists consist of."""
    form = form_of(part)
    if form.name == "count":
        return CountAnswer(count=draw.below(members + 1))
    if form.name != "models":
        return form.any(part, False, draw)
    groups = enum_groups(part)
    plain = len(part.vocabulary) - sum(map(len, groups.values()))
    if not part.vocabulary or 2**plain * prod(map(len, groups.values())) < members:
        return None
    rows: set[frozenset[str]] = set()
    length = draw.below(min(members, LONGEST) + 1)
    while len(rows) < length:
        rows.add(any_row(part, draw))
    return ModelsAnswer(models=frozenset(rows))
