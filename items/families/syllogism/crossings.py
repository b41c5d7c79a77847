"""Passages in which one of two conclusions follows, and the other if two terms are exchanged.

Owns these passages. Two premises about the subject and two about the predicate share two middle
terms. One of the former yields a conclusion with each of the latter, depending on which shares its
middle term. The passage alone reveals nothing, as both conclusions are asked about; the question
alone reveals nothing, as it appears with both passages. Counts of both together reveal nothing
either: an exchange of terms preserves how many middle terms are denied in one half only, or are
subject in one half and predicate in the other. The two halves use different wordings (`generator`),
so that a premise of one half shares only terms with a premise of the other.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

from items.families.phrases import Clue
from items.families.syllogism.logic import DENIAL, MOODS, Form, entails

Pair = tuple[Clue, Clue]
_MIDDLES = {"M": "N", "N": "M"}


class Crossing(NamedTuple):
    """A passage, and the two conclusions of which it yields one."""

    minors: Pair
    """About S: over M, used for both conclusions, and over N."""
    majors: Pair
    """About P: over M, used for the first conclusion, and over N."""
    conclusions: Pair
    """The conclusion of the passage as it is, and the one after the terms of `majors` are
    exchanged."""

    def halves(self, *, crossed: bool) -> tuple[Pair, Pair]:
        """Return the premises about S and those about P."""
        if not crossed:
            return self.minors, self.majors
        over_m, over_n = (
            clue._replace(args=tuple([_MIDDLES.get(term, term) for term in clue.args]))
            for clue in self.majors
        )
        return self.minors, (over_m, over_n)

    def form(self, second: bool) -> Form:
        """Return mood and figure of the premises that yield the first or the second conclusion."""
        conclusion = self.conclusions[second]
        about_p = self.majors[second]
        premises = {"S": self.minors[0], "P": about_p}
        subject, predicate = conclusion.args
        minor, major = premises[subject], premises[predicate]
        figure = 1 + 2 * (minor.args[0] != subject) + (major.args[0] == predicate)
        return Form(major.kind + minor.kind + conclusion.kind, figure)


@cache
def crossings() -> tuple[Crossing, ...]:
    """Return all crossings, without duplicates that differ only in the order of the conclusions."""
    about_s, about_n, about_p, about_q = (
        _about(*terms) for terms in (("S", "M"), ("S", "N"), ("M", "P"), ("N", "P"))
    )
    statements = _about("S", "P")
    conclusions = {
        (minor, major): [clue for clue in statements if entails((minor, major), clue)]
        for minor, major in product(about_s, about_p)
    }
    pairs: list[Crossing] = []
    for minor, other, (number, major) in product(about_s, about_n, enumerate(about_p)):
        for later in range(number + 1, len(about_p)):
            conclusion_pairs = product(
                conclusions[minor, major], conclusions[minor, about_p[later]]
            )
            for first, second in conclusion_pairs:
                crossing = Crossing((minor, other), (major, about_q[later]), (first, second))
                if _counts_alike(crossing) and _decides(crossing):
                    pairs.append(crossing)
    return tuple(pairs)


def _about(subject: str, predicate: str) -> tuple[Clue, ...]:
    """All statements about two terms."""
    return tuple(
        [
            Clue(mood, args)
            for mood in MOODS
            for args in ((subject, predicate), (predicate, subject))
        ]
    )


def _counts_alike(crossing: Crossing) -> bool:
    """Whether the uses of the middle terms, taken together, are unchanged by the exchange. This
    holds if both premises of a half use their middle term in the same way. At most one half may
    contain "not": otherwise the word would be repeated with or without a term."""
    halves = (crossing.minors, crossing.majors)
    if all(any(clue.kind == "O" for clue in half) for half in halves):
        return False
    return any(_use(over_m, "M") == _use(over_n, "N") for over_m, over_n in halves)


def _use(clue: Clue, term: str) -> tuple[int, bool, bool]:
    """How a statement uses a term: its place (subject 0, predicate 1), whether it is denied, and
    whether the statement is universal."""
    place = clue.args.index(term)
    return place, clue.kind in "EO" and place == 1, clue.kind in "AE"


def _decides(crossing: Crossing) -> bool:
    """Whether each passage yields its own conclusion only, and settles nothing else."""
    for crossed in (False, True):
        clues = [clue for half in crossing.halves(crossed=crossed) for clue in half]
        for place, (kind, args) in enumerate(crossing.conclusions):
            if entails(clues, Clue(kind, args)) != (place == crossed):
                return False
            if entails(clues, Clue(DENIAL[kind], args)):
                return False
    return True
