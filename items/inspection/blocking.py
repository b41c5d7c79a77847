"""The fewest premises without which a wrong answer would have been right.

Owns the search by size, smallest sets first, and its caps. Leaves judging an answer over fewer
premises to `check`, what is wrong with it to `items.gold.refute`.
"""

from dataclasses import dataclass, replace
from itertools import combinations
from time import monotonic

from items.answers import Answer
from items.formal import FormalItem
from items.gold.check import Status, check_answer
from items.gold.refute import NEVER, Refutation, refute
from items.models import Item
from solver.cancel import Cancel, proceed
from solver.phrases import phrase
from solver.queries import Session

MAX_SIZE = 6
SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class BlockingPremises:
    """What came of the search."""

    premises: tuple[int, ...] | None
    """Numbers of the premises of a smallest set; None where none was found."""
    also: tuple[tuple[int, ...], ...]
    """Further sets of the same size."""
    exhausted: bool
    """With a set: True where all of its size are known. Without one: True where there is none,
    however many premises are left out."""
    reason: str = ""
    """Why there is none, or why the search ended."""


def blocking_premises(
    item: Item,
    formal: FormalItem,
    place: int,
    answer: Answer,
    session: Session,
    *,
    refutation: Refutation | None = None,
    max_size: int = MAX_SIZE,
    seconds: float = SECONDS,
    cancel: Cancel | None = None,
) -> BlockingPremises:
    """The smallest sets of premises without which the answer to the part at `place` would have
    been right. `session` holds the premises it was given under. Raises `Cancelled`."""
    if refutation is None:
        refutation = refute(item, formal, place, answer, session)
    if any(objection.why in NEVER for objection in refutation.objections):
        return BlockingPremises(
            None,
            (),
            True,
            phrase("removing premises cannot help: fewer things follow and more are possible"),
        )
    premises = session.theory.premises
    end = monotonic() + seconds
    known = True
    for size in range(1, min(max_size, len(premises)) + 1):
        outcome: list[tuple[int, ...]] = []
        for chosen in combinations(premises, size):
            proceed(cancel)
            if monotonic() > end:
                if outcome:
                    return BlockingPremises(
                        outcome[0], tuple(outcome[1:]), False, "the time was up"
                    )
                return BlockingPremises(None, (), False, "the time was up")
            remaining = tuple(premise for premise in premises if premise not in chosen)
            fewer = Session(
                replace(session.theory, premises=remaining), session.queries, "auto", 1.0, cancel
            )
            status = check_answer(item, formal, place, answer, fewer)
            if status is Status.AGREE:
                outcome.append(tuple(premise.number for premise in chosen))
            known = known and status is not Status.UNKNOWN
        if outcome:
            return BlockingPremises(outcome[0], tuple(outcome[1:]), known)
    whole = known and max_size >= len(premises)
    reason = "no set of premises helps" if whole else f"none of up to {max_size} premises helps"
    return BlockingPremises(None, (), whole, reason if known else "some sets could not be decided")
