"""The fewest premises without which a wrong answer would be right.

Owns the search by size, smallest sets first, and its limits. `items.gold.check` judges an answer
over fewer premises, `items.gold.refutation` says what is wrong with it.
"""

from dataclasses import dataclass, replace
from itertools import combinations
from time import monotonic

from items.answers import Answer
from items.formal import FormalItem
from items.gold.check import Status, check_answer
from items.gold.refutation import NEVER, Refutation, refute
from items.models import Item
from solver.cancel import Cancel, proceed
from solver.phrases import phrase
from solver.queries import Session

MAX_SIZE = 6
SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class BlockingPremises:
    """The result of the search."""

    premises: tuple[int, ...] | None
    """Numbers of the premises in a smallest set; None if none was found."""
    further_sets: tuple[tuple[int, ...], ...]
    """Further sets of the same size."""
    exhausted: bool
    """With a set: whether all sets of its size are known. Without one: whether there is provably
    none, regardless of size."""
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
    """The smallest sets of premises without which the answer to the part at `place` would be right.
    `session` holds the premises it was given under. Raises `Cancelled`."""
    if refutation is None:
        refutation = refute(item, formal, place, answer, session)
    if any(objection.kind in NEVER for objection in refutation.objections):
        return BlockingPremises(
            None,
            (),
            True,
            phrase("removing premises cannot help: fewer things follow and more are possible"),
        )
    premises = session.theory.premises
    end = monotonic() + seconds
    all_decided = True
    for size in range(1, min(max_size, len(premises)) + 1):
        outcome: list[tuple[int, ...]] = []
        for chosen in combinations(premises, size):
            proceed(cancel)
            if monotonic() > end:
                if outcome:
                    return BlockingPremises(
                        outcome[0], tuple(outcome[1:]), False, phrase("the time limit was reached")
                    )
                return BlockingPremises(None, (), False, phrase("the time limit was reached"))
            remaining = tuple(premise for premise in premises if premise not in chosen)
            fewer = Session(
                replace(session.theory, premises=remaining), session.queries, "auto", 1.0, cancel
            )
            status = check_answer(item, formal, place, answer, fewer)
            if status is Status.AGREE:
                outcome.append(tuple(premise.number for premise in chosen))
            all_decided = all_decided and status is not Status.UNKNOWN
        if outcome:
            return BlockingPremises(outcome[0], tuple(outcome[1:]), all_decided)
    whole = all_decided and max_size >= len(premises)
    reason = (
        phrase("no set of premises helps") if whole else f"none of up to {max_size} premises helps"
    )
    return BlockingPremises(
        None, (), whole, reason if all_decided else phrase("some sets could not be decided")
    )
