"""Passages in which one of two conclusions follows, and the other as soon as terms are exchanged.

Owns these passages. Two premises about the subject and two about the predicate stand over two
middle terms. One of the former gives a conclusion with each of the latter, whichever shares its
middle term with it. So the passage alone tells nothing, as each of the two conclusions is asked
about; and the question alone tells nothing, as each passage stands with it. Nor does what can be
counted of both together: an exchange of terms leaves as many middle terms that are denied here and
not there, or are subject here and predicate there. The two halves are told in different words
(`generator`), so two premises on either side have nothing in common but terms, whatever they say.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

from items.families.phrases import Clue
from items.families.syllogism.logic import DENIAL, MOODS, Form, entails

Pair = tuple[Clue, Clue]
_MIDDLES = {"M": "N", "N": "M"}


class Crossing(NamedTuple):
    """A passage, and the two conclusions of which it gives one."""

    minors: Pair
    """About S: over M, from which both conclusions come, and over N."""
    majors: Pair
    """About P: over M, which gives the first conclusion, and over N."""
    asked: Pair
    """The conclusion that follows as it stands, and the one if the terms of `majors` are
    exchanged."""

    def halves(self, *, crossed: bool) -> tuple[Pair, Pair]:
        """The premises about S and those about P."""
        if not crossed:
            return self.minors, self.majors
        over_m, over_n = (
            clue._replace(args=tuple([_MIDDLES.get(term, term) for term in clue.args]))
            for clue in self.majors
        )
        return self.minors, (over_m, over_n)

    def form(self, second: bool) -> Form:
        """Mood and figure of the premises that give the first or the second conclusion."""
        conclusion = self.asked[second]
        about_p = self.majors[second]
        premises = {"S": self.minors[0], "P": about_p}
        subject, predicate = conclusion.args
        minor, major = premises[subject], premises[predicate]
        figure = 1 + 2 * (minor.args[0] != subject) + (major.args[0] == predicate)
        return Form(major.kind + minor.kind + conclusion.kind, figure)


@cache
def crossings() -> tuple[Crossing, ...]:
    """All there are; of two that differ in which conclusion comes first, one."""
    about_s, about_n, about_p, about_q = (
        _about(*terms) for terms in (("S", "M"), ("S", "N"), ("M", "P"), ("N", "P"))
    )
    statements = _about("S", "P")
    conclusions = {
        (minor, major): [clue for clue in statements if entails((minor, major), clue)]
        for minor, major in product(about_s, about_p)
    }
    pairs: list[Crossing] = []
    for minor, other, (two, major) in product(about_s, about_n, enumerate(about_p)):
        for later in range(two + 1, len(about_p)):
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
    """Whether the middle terms stand in the same ways, taken together, once terms are exchanged.
    They do where both premises of a half use theirs in one way. And only one half says "not": the
    word would be repeated with or without a term."""
    halves = (crossing.minors, crossing.majors)
    if all(any(clue.kind == "O" for clue in half) for half in halves):
        return False
    return any(_use(over_m, "M") == _use(over_n, "N") for over_m, over_n in halves)


def _use(clue: Clue, term: str) -> tuple[int, bool, bool]:
    """How a statement uses a term: as subject or predicate, denied, of all things."""
    place = clue.args.index(term)
    return place, clue.kind in "EO" and place == 1, clue.kind in "AE"


def _decides(crossing: Crossing) -> bool:
    """Whether either passage gives its conclusion alone, and settles nothing else."""
    for crossed in (False, True):
        clues = [clue for half in crossing.halves(crossed=crossed) for clue in half]
        for place, (kind, args) in enumerate(crossing.asked):
            if entails(clues, Clue(kind, args)) != (place == crossed):
                return False
            if entails(clues, Clue(DENIAL[kind], args)):
                return False
    return True
