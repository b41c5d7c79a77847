"""Two respondents, or two groups, on the questions that both answered, item by item.

Owns what is compared with what, and the figures of each pair: the same for the command `compare`,
the report's table and the inspector's window. `sides` decides who can be compared, and with which
figures; `study.statistics.comparisons` compares.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from items.shape.structure import form
from sessions.report.respondents import clusters_of
from sessions.report.sides import ComparedItems, Side, answered_items, side_of
from solver.errors import InputError
from study.statistics.comparisons import Comparison, Scores, compare, corrected
from study.statistics.paired import Discordance, PairedScores, discordance, sign_flip
from study.statistics.sub_questions import Bounds, bounds


@dataclass(frozen=True)
class Pair:
    """The comparison of two sides."""

    left: Side
    right: Side
    accuracy: Comparison
    """Of the share of right answers per item."""
    pc: Comparison | None
    """Of PC; None where they share no item for which both answered every mutant."""
    table: Discordance | None
    """Who was right on which items; None where either side has more than one member."""
    corrected: float
    """p of accuracy, corrected for all pairs that are shown together (Holm 1979)."""
    compared_pairs: int
    """Number of these pairs."""

    def as_json(self, margin: float | None = None) -> dict[str, Any]:
        """As JSON: shares between 0 and 1, unrounded; with a margin, whether the two differ by
        less."""
        table = self.table
        return {
            "left": self.left.name,
            "right": self.right.name,
            "language": self.sort and self.sort.language,
            "form": self.sort and self.sort.form,
            "items": self.accuracy.n,
            "over_structures": self.accuracy.structures,
            "people_on_both_sides": self.people_on_both,
            "accuracy": self._json(self.accuracy, self.left.scores, self.right.scores),
            "PC": None if self.pc is None else self._json(self.pc, self.left.pc, self.right.pc),
            "p_holm": self.corrected,
            "pairs_together": self.compared_pairs,
            "margin": margin,
            "equivalence_p": None if margin is None else self.accuracy.equivalence(margin),
            "both_right": table and table.both_right,
            "only_left_right": table and table.only_left,
            "only_right_right": table and table.only_right,
            "neither_right": table and table.neither_right,
            "mcnemar_p": table and table.p_value(),
            "left_out": {"left": self.left.left_out, "right": self.right.left_out},
            "shared": self.shared,
        }

    @property
    def scores(self) -> PairedScores:
        """The share of right answers to each item, for both sides."""
        left, right = (
            scores if isinstance(scores, Mapping) else scores.by_item
            for scores in (self.left.scores, self.right.scores)
        )
        return PairedScores(left, right, {**self.left.clusters, **self.right.clusters})

    @property
    def sort(self) -> ComparedItems | None:
        """The items they are compared over, if these are only some of those that both answered."""
        return self.left.compared_items

    @property
    def shared(self) -> bool:
        """Whether the sides share answers."""
        return bool(self.left.members & self.right.members)

    @property
    def people_on_both(self) -> int:
        """Number of participants who answered on both sides, in separate sessions: they are
        resampled as if they were different people."""
        return len(self.left.codes & self.right.codes) if not self.shared else 0

    def _json(self, comparison: Comparison, left: Scores, right: Scores) -> dict[str, Any]:
        p, exact = None, None
        if isinstance(left, Mapping) and isinstance(right, Mapping):
            clusters = {**self.left.clusters, **self.right.clusters}
            p, exact = sign_flip(PairedScores(left, right, clusters).by_cluster)
        return {
            "items": comparison.n,
            "left": comparison.left,
            "right": comparison.right,
            "difference": comparison.difference.value,
            "interval": [comparison.difference.low, comparison.difference.high],
            "test": comparison.test,
            "p": comparison.p,
            "permutation_p": p,
            "permutation_exact": exact,
            "detectable_difference": comparison.detectable,
            "largest_cluster": comparison.largest,
            "rests_on": {
                "people": comparison.difference.people,
                "items": comparison.difference.items,
            },
        }


@dataclass(frozen=True)
class OpenPair:
    """Two sides that cannot be compared, because of unsettled free answers."""

    left: Side
    right: Side

    @property
    def sort(self) -> ComparedItems | None:
        """See `Pair.sort`."""
        return self.left.compared_items

    @cached_property
    def ends(self) -> Sequence[tuple[str, Bounds, int]]:
        """For both sides: its name, the bounds of its accuracy over the items that both were asked,
        and the number of its unsettled answers."""
        outcome: list[tuple[str, Bounds, int]] = []
        both = answered_items(self.left) & answered_items(self.right)
        for side in (self.left, self.right):
            tallies = [
                respondent.tallies[key]
                for respondent in side.respondents
                for key in both
                if key in respondent.tallies
            ]
            count = sum(side.unsettled.get(key, 0) for key in both)
            ends = bounds(sum(n for n, _ in tallies), sum(n for _, n in tallies), count)
            assert ends is not None
            outcome.append((side.name, ends, count))
        return outcome

    @property
    def in_words(self) -> str:
        """The bounds, as text."""
        messages: list[str] = []
        for name, ends, count in self.ends:
            low, high = 100 * ends.all_wrong, 100 * ends.all_right
            span = f"between {low:.1f} % and {high:.1f} %" if count else f"{low:.1f} %"
            messages.append(f"{name}: {span}, {count} unsettled")
        return "; ".join(messages)

    def as_json(self) -> dict[str, Any]:
        """As JSON: shares between 0 and 1."""
        sides = ("left", "right")
        ends = zip(sides, self.ends, strict=True)
        return {
            "left": self.left.name,
            "right": self.right.name,
            "language": self.sort and self.sort.language,
            "form": self.sort and self.sort.form,
            "between": {
                side: {"all_wrong": ends.all_wrong, "all_right": ends.all_right, "unsettled": n}
                for side, (_name, ends, n) in ends
            },
        }


@dataclass(frozen=True)
class Outcome:
    """The comparison of two sides: their pairs, compared separately."""

    pairs: tuple[Pair, ...]
    open_pairs: tuple[OpenPair, ...]
    """Pairs that cannot be compared."""


def pairs(left: Side, right: Side, *, pooled: bool = False, settled: bool = False) -> Outcome:
    """Compare two sides, separately by setting, run, language and form, unless they are `pooled`.

    Models are compared in the same setting and run where both have one, else in the same setting,
    else in the same run, else each with each; people are one side. When pooled, a side has no
    majorities in addition to their samples. Pairs with unsettled free answers to questions that
    both were asked are not compared, unless `settled` accepts using only the settled ones. Raises
    InputError where the two share no question, or are the same, and where no pair can be compared.
    """
    if pooled:
        left, right = left.without_majorities, right.without_majorities
    if left.members == right.members:
        raise InputError(
            "Nothing to compare", f"{left.name!r} and {right.name!r}: both are the same answers"
        )
    sides = [(left, right)] if pooled else split_pairs(_units_matched(left, right))
    sides = [alike(entry, other, settled=settled) for entry, other in sides]
    closed = [pair for pair in sides if settled or not open_between(*pair)]
    unsettled = [OpenPair(*pair) for pair in sides if not settled and open_between(*pair)]
    compared = compared_pairs(closed)
    if not compared and unsettled:
        raise InputError(
            "Free answers are unsettled",
            f"of the items that both were asked, {unsettled[0].in_words}",
            "Have them judged (`countermodel ask … --judge`, `countermodel judge`) or graded by"
            " people; `compare --settled` compares the others alone.",
        )
    if not compared:
        raise InputError(
            "Nothing to compare",
            f"{left.name!r} and {right.name!r}: they have no graded answer to a question in common",
        )
    return Outcome(compared, tuple(unsettled))


def split_pairs(pairs: Sequence[tuple[Side, Side]]) -> list[tuple[Side, Side]]:
    """Each pair once for each language and form of the items that both were asked; unchanged where
    there is only one."""
    sorts_by_items: dict[int, Mapping[str, tuple[str, str]]] = {}
    for pair in pairs:
        for respondent in (*pair[0].respondents, *pair[1].respondents):
            if id(respondent.items) not in sorts_by_items:
                sorts_by_items[id(respondent.items)] = {
                    key: (item.language, form(item)) for key, item in respondent.items.items()
                }
    sorts = {
        key: sort for sorts_by_key in sorts_by_items.values() for key, sort in sorts_by_key.items()
    }
    if len(set(sorts.values())) < 2:
        return list(pairs)
    outcome: list[tuple[Side, Side]] = []
    for left, right in pairs:
        groups: dict[tuple[str, str], set[str]] = {}
        for key in answered_items(left) & answered_items(right):
            groups.setdefault(sorts[key], set()).add(key)
        if len(groups) < 2:
            outcome.append((left, right))
            continue
        several = [len({names[place] for names in groups}) > 1 for place in (0, 1)]
        for names, keys in sorted(groups.items()):
            shown_pairs = [
                name if differs else None for name, differs in zip(names, several, strict=True)
            ]
            sort = ComparedItems(shown_pairs[0], shown_pairs[1], frozenset(keys))
            outcome.append(
                (replace(left, compared_items=sort), replace(right, compared_items=sort))
            )
    return outcome


def compared_pairs(sides: Sequence[tuple[Side, Side]]) -> tuple[Pair, ...]:
    """Every two sides that share questions, made `alike` and with p corrected for all of them."""
    rows = [(left, right, _accuracy(left, right)) for left, right in sides]
    listed = [
        (left, right, comparison) for left, right, comparison in rows if comparison is not None
    ]
    p_values = corrected([comparison for _, _, comparison in listed])
    return tuple(
        _pair(left, right, comparison, p, len(listed))
        for (left, right, comparison), p in zip(listed, p_values, strict=True)
    )


def alike(left: Side, right: Side, *, settled: bool = False) -> tuple[Side, Side]:
    """Both sides restricted to the same questions of each item that both were asked: for an item
    with several questions those that both answered or, with `settled`, those for which both have a
    settled answer; between two runs of models, to the same rotations of its options. People are
    asked one rotation each, at random."""
    ours, theirs = (side.settled_questions if settled else side.questions for side in (left, right))
    both = ours.keys() & theirs.keys()
    left = left.without({key: more for key in both if (more := ours[key] - theirs[key])})
    right = right.without({key: more for key in both if (more := theirs[key] - ours[key])})
    if all(side.single and side.respondents[0].kind == "model" for side in (left, right)):
        return left.at(_missing(left, right)), right.at(_missing(right, left))
    return left, right


def _missing(side: Side, other: Side) -> Mapping[str, frozenset[int]]:
    """The items of a side of which the other lacks some rotations, with those that both answered;
    without items that only one was asked."""
    (run,), (other_run,) = side.respondents, other.respondents
    asked, own = run.sheet.choices.items, run.partly_answered
    return {
        key: common
        for key, mutants in other_run.partly_answered.items()
        if key in asked and (common := own.get(key, mutants) & mutants) != own.get(key)
    }


def open_between(left: Side, right: Side) -> frozenset[str]:
    """The items with a question that both were asked and for which a free answer of either is
    unsettled. A figure over the others would cover only what was easy to settle."""
    if not left.unsettled and not right.unsettled:
        return frozenset()
    left, right = alike(left, right)
    unsettled = left.unsettled.keys() | right.unsettled.keys()
    if not unsettled:
        return frozenset()
    return frozenset(answered_items(left) & answered_items(right) & unsettled)


def matched(sides: Sequence[tuple[Side, Side]]) -> list[tuple[Side, Side]]:
    """The pairs with the same setting and run; if there are none, with the same setting; then with
    the same run; else all of them. Pairs with people always match."""
    for same in _MATCH_KEYS:
        matching_entries = [(entry, other) for entry, other in sides if same(entry) == same(other)]
        if matching_entries:
            return matching_entries
    return list(sides)


def _setting(side: Side) -> str:
    return side.respondents[0].setting


def _run(side: Side) -> int | None:
    return side.respondents[0].run


_MATCH_KEYS: tuple[Callable[[Side], Hashable], ...] = (
    lambda side: (_setting(side), _run(side)),
    _setting,
    _run,
)


def _units_matched(left: Side, right: Side) -> list[tuple[Side, Side]]:
    """The units of two sides paired by setting and run."""
    units = [
        (member, other)
        for member, other in product(_units(left), _units(right))
        if member.members != other.members
    ]
    return matched(units)


def _units(side: Side) -> list[Side]:
    """Runs of models separately; people as they are."""
    several = len(side.respondents) > 1 and side.respondents[0].kind == "model"
    return [side_of(respondent) for respondent in side.respondents] if several else [side]


def _accuracy(left: Side, right: Side) -> Comparison | None:
    clusters = clusters_of((*left.respondents, *right.respondents))
    # Unsettled answers were not looked for in items that only one side was asked.
    groups = left.group and right.group and not (left.unsettled or right.unsettled)
    return compare(
        left.scores, right.scores, clusters=clusters, sampling=left.sampling, structures=groups
    )


def _pair(left: Side, right: Side, accuracy: Comparison, p: float, compared_pairs: int) -> Pair:
    clusters = clusters_of((*left.respondents, *right.respondents))
    pc = compare(left.pc, right.pc, clusters=clusters, sampling=left.sampling)
    table = None
    if left.single and right.single:
        table = discordance(left.verdicts, right.verdicts)
    return Pair(left, right, accuracy, pc, table, p, compared_pairs)
