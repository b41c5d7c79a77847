"""Two respondents, or two groups, on the questions that both answered, item by item.

Owns who can be named, what is compared with what, and which figures of an item are compared: the
same for the command `compare`, the report's table and the inspector's window. Comparisons are
`study.statistics.comparisons`'.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from itertools import chain, product
from statistics import fmean
from typing import Any

from items.shape.structure import form
from sessions.record.results import VersionResults, versions
from sessions.report.respondents import Respondent, clusters_of, models_of, people_of
from sessions.report.sampling import Clusters
from sessions.storage.database import Database
from solver.errors import InputError
from study.scores.answer_sheets import together
from study.statistics.comparisons import Answers, Comparison, Scores, Together, compare, corrected
from study.statistics.multi import Bounds, bounds
from study.statistics.paired import Discordance, PairedScores, discordance, sign_flip
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sampling

PEOPLE, SIMULATED, MODELS = "people", "simulated", "models"
SHOWN = 6
"""As many names are told where somebody is not found."""


@dataclass(frozen=True, slots=True)
class Sort:
    """The items a comparison is over, where the two answered items of several sorts."""

    language: str | None
    """None where all have one."""
    form: str | None
    """In words or in symbols; None where all are told alike."""
    items: frozenset[str]
    """Content hashes."""


@dataclass(frozen=True)
class Side:
    """One side of a comparison."""

    name: str
    """As it was asked for."""
    respondents: tuple[Respondent, ...]
    """Runs of models; people of one version of a study together, or one person."""
    members: frozenset[Hashable]
    """Sessions of people who answered, and runs of models."""
    sort: Sort | None = None
    """The items it is narrowed to; None: to none."""

    @property
    def single(self) -> bool:
        """Whether it is one run, or one person in one session."""
        return len(self.members) == 1

    @property
    def left_out(self) -> dict[str, int]:
        """Answers that count nowhere, by reason; never with a count of 0."""
        counts = {
            "answers not graded": sum(respondent.sheet.ungraded for respondent in self.respondents),
            "answers without gold": sum(
                respondent.sheet.no_gold for respondent in self.respondents
            ),
            "failed requests": sum(len(respondent.sheet.failed) for respondent in self.respondents),
        }
        return {why: n for why, n in counts.items() if n}

    @property
    def sampling(self) -> Sampling:
        """What its intervals are for."""
        return self.respondents[0].sampling if self.respondents else NEW_PEOPLE_AND_ITEMS

    @cached_property
    def accuracy(self) -> Mapping[str, float]:
        """Content hash of the item to the share of right answers to it."""
        import numpy

        counted = together([respondent.counted for respondent in self.respondents])
        shares = (counted.rows[:, 0] / numpy.maximum(counted.rows[:, 1], 1)).tolist()
        answers = counted.rows[:, 1].tolist()
        rows = zip(counted.items, shares, answers, strict=True)
        return {key: share for key, share, n in rows if n and self._has(key)}

    @cached_property
    def unsettled(self) -> Mapping[str, int]:
        """Content hash of the item to the free answers that nothing has settled."""
        counts: Counter[str] = Counter()
        for respondent in self.respondents:
            if respondent.sheet.ungraded:
                counts.update(
                    part.item.partition("#")[0]
                    for part in respondent.sheet.parts
                    if part.right is None
                )
        return {key: n for key, n in counts.items() if self._has(key)}

    @cached_property
    def questions(self) -> Mapping[str, frozenset[str]]:
        """Content hash of every item of several questions to the ids of those that were answered,
        with free answers that nothing has settled."""
        return self._questions(settled=False)

    @cached_property
    def settled_questions(self) -> Mapping[str, frozenset[str]]:
        """The same without questions to which no answer is settled."""
        return self._questions(settled=True)

    def _questions(self, *, settled: bool) -> Mapping[str, frozenset[str]]:
        places: set[tuple[str, str]] = set()
        for respondent in self.respondents:
            if len(respondent.asked) == len(respondent.items):  # each item is one question
                continue
            sheet = respondent.sheet
            places.update(
                (part.item.partition("#")[0], part.question)
                for part in sheet.parts
                if not settled or part.right is not None
            )
            for key in chain(respondent.circular.items, (row.key for row in sheet.truths)):
                item, sign, question = key.partition("#")
                if sign:
                    places.add((item, question))
        outcome: dict[str, set[str]] = {}
        for item, question in places:
            outcome.setdefault(item, set()).add(question)
        return {item: frozenset(questions) for item, questions in outcome.items()}

    def without(self, questions: Mapping[str, frozenset[str]]) -> "Side":
        """The same without the answers to some questions of some items."""
        if not questions:
            return self
        respondents = tuple(
            replace(respondent, sheet=respondent.sheet.without(questions))
            for respondent in self.respondents
        )
        return replace(self, respondents=respondents)

    @cached_property
    def scores(self) -> Scores:
        """The same answer by answer of several people; by item of all others."""
        people = [respondent.sheet.people for respondent in self.respondents]
        if self.single or not all(people):
            return self.accuracy
        cells = [
            (*place, right / n)
            for entry in people
            for place, (right, n) in entry.items()
            if self._has(place[0])
        ]
        return Answers(
            [person for _, person, _ in cells],
            [item for item, _, _ in cells],
            [score for _, _, score in cells],
        )

    @cached_property
    def clusters(self) -> Mapping[str, str]:
        """What each item is drawn with."""
        return clusters_of(self.respondents)

    @cached_property
    def pc(self) -> Scores:
        """Content hash of the item to its PC, where every mutant was answered; the mean over runs,
        and over the parts of an item that are choices. Of people who answered an item's mutants
        together, with what each of their answers does, unless items have several choices."""
        values: dict[str, list[float]] = {}
        for respondent in self.respondents:
            for key, score in respondent.circular.items.items():
                item_hash = key.partition("#")[0]
                if score.pc is not None and self._has(item_hash):
                    values.setdefault(item_hash, []).append(score.pc)
        scores = {key: fmean(each) if len(each) > 1 else each[0] for key, each in values.items()}
        choices = self.respondents[0].circular
        together = len(self.respondents) == 1 and choices.composite and not self.single
        if together and choices.given.keys() >= scores.keys():
            return Together(scores, lambda keys: choices.effects(keys, {"pc": 1.0}))
        return scores

    def _has(self, item_hash: str) -> bool:
        return self.sort is None or item_hash in self.sort.items

    @cached_property
    def verdicts(self) -> Mapping[str, bool]:
        """Content hash of the item to whether all of it was answered right; of its mutants the item
        as it stands counts, where it was answered. Of a single respondent. Items with a part that
        nobody graded, and none wrong, are left out."""
        (respondent,) = self.respondents
        outcome: dict[str, set[bool | None]] = {}
        for key, right in _verdicts(respondent):
            outcome.setdefault(key, set()).add(right)
        return {
            key: False not in said
            for key, said in sorted(outcome.items())
            if self._has(key) and (False in said or None not in said)
        }


@dataclass(frozen=True)
class Pair:
    """What there is to say of two."""

    left: Side
    right: Side
    accuracy: Comparison
    """Of the share of right answers to an item."""
    pc: Comparison | None
    """Of PC; None where they share no item of which both answered every mutant."""
    table: Discordance | None
    """Who was right on which items; None where either side is more than one."""
    corrected: float
    """p of accuracy, corrected for all pairs that are shown together (Holm 1979)."""
    together: int
    """How many are."""

    def as_json(self, margin: float | None = None) -> dict[str, Any]:
        """For machines: shares between 0 and 1, unrounded; with a margin, whether the two differ by
        less."""
        table = self.table
        return {
            "left": self.left.name,
            "right": self.right.name,
            "language": self.sort and self.sort.language,
            "form": self.sort and self.sort.form,
            "items": self.accuracy.n,
            "accuracy": self._json(self.accuracy, self.left.scores, self.right.scores),
            "PC": None if self.pc is None else self._json(self.pc, self.left.pc, self.right.pc),
            "p_holm": self.corrected,
            "pairs_together": self.together,
            "margin": margin,
            "equivalence_p": None if margin is None else self.accuracy.equivalence(margin),
            "both_right": table and table.both,
            "only_left_right": table and table.only_left,
            "only_right_right": table and table.only_right,
            "neither_right": table and table.neither,
            "mcnemar_p": table and table.p_value(),
            "left_out": {"left": self.left.left_out, "right": self.right.left_out},
            "shared": self.shared,
        }

    @property
    def sort(self) -> Sort | None:
        """The items they are compared over, where these are some of those that both answered."""
        return self.left.sort

    @property
    def shared(self) -> bool:
        """Whether both sides share answers."""
        return bool(self.left.members & self.right.members)

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
        }


@dataclass(frozen=True)
class OpenPair:
    """Two that cannot be compared, since free answers of theirs are unsettled."""

    left: Side
    right: Side

    @property
    def sort(self) -> Sort | None:
        """As that of `Pair`."""
        return self.left.sort

    @cached_property
    def ends(self) -> Sequence[tuple[str, Bounds, int]]:
        """Of both sides: its name, what its accuracy lies between over the items that both were
        asked, and how many of its answers are unsettled."""
        outcome: list[tuple[str, Bounds, int]] = []
        both = asked(self.left) & asked(self.right)
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
    def told(self) -> str:
        """The same in words."""
        messages: list[str] = []
        for name, ends, count in self.ends:
            low, high = 100 * ends.all_wrong, 100 * ends.all_right
            span = f"between {low:.1f} % and {high:.1f} %" if count else f"{low:.1f} %"
            messages.append(f"{name}: {span}, {count} unsettled")
        return "; ".join(messages)

    def as_json(self) -> dict[str, Any]:
        """For machines: shares between 0 and 1."""
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
    """What there is to say of two sides: their pairs, compared apart."""

    pairs: tuple[Pair, ...]
    open: tuple[OpenPair, ...]
    """Those that cannot be compared."""


class Sides:
    """Everybody who can be compared, by name."""

    def __init__(
        self, db: Database, study: str | None = None, clusters: Clusters | None = None
    ) -> None:
        self._clusters = clusters or Clusters()
        people = versions(db, study)
        if study is not None and not people:
            known = ", ".join(row[0] for row in db.tuples("SELECT DISTINCT key FROM study"))
            wanted = f"one of {known}, or four digits or more that a hash begins with"
            raise InputError(
                "No such study in the database",
                f"{db.path}: expected {wanted if known else 'no study'}, found {study!r}",
                "" if known else "Nobody has taken a study yet.",
            )
        scripted = versions(db, study, simulated=True)
        self._groups = {PEOPLE: people, SIMULATED: scripted}
        narrowed = None if study is None else people_of(people)
        self._models = models_of(db, narrowed, self._clusters).respondents
        sessions = [
            session_result.code
            for results in (*people, *scripted)
            for session_result in results.every_session
            if session_result.code
        ]
        self._codes = dict.fromkeys(sessions)
        self._runs: dict[str, list[Respondent]] = {}
        for run in self._models:
            whole = f"{run.name}/{run.setting}"
            for name in (run.name, whole, f"{whole}/{run.run}"):
                self._runs.setdefault(name, []).append(run)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who has answered: groups, models with setting and run, participants' codes."""
        groups = [name for name, group in self._groups.items() if people_of(group).respondents]
        groups += [MODELS] if self._models else []
        codes = [code for code in self._codes if people_of(self._sessions(code)).respondents]
        return (*groups, *self._runs, *codes)

    def side(self, name: str) -> Side:
        """Who is meant. Raises InputError where it is nobody, or nobody who answered."""
        runs = self._models if name == MODELS else tuple(self._runs.get(name, ()))
        if runs:
            return Side(name, runs, frozenset(run.names for run in runs))
        whole = self._groups.get(name)
        if whole is None:
            whole = self._sessions(name)
        respondents = people_of(whole, self._clusters).respondents
        if respondents:
            sessions = frozenset(
                session.id
                for results in whole
                for session in results.sessions
                if any(result.main and result.over for result in session.results)
            )
            return Side(name, respondents, sessions)
        names = self.names
        near = get_close_matches(name, names, n=3, cutoff=0.5)
        others = [other for other in names if other not in near]
        messages = [*near, *others[: SHOWN - len(near)]]
        more = len(names) - len(messages)
        raise InputError(
            "Nobody of that name answered",
            f"{name!r}: expected {PEOPLE}, {MODELS}, {SIMULATED}, the code of a participant (no"
            " pilot) or of a simulated respondent, or MODEL, MODEL/SETTING or MODEL/SETTING/RUN",
            f"There are: {', '.join(messages)}{f' and {more} more' if more else ''}."
            if messages
            else "Nobody has answered yet.",
        )

    def _sessions(self, code: str) -> tuple[VersionResults, ...]:
        """Those of one code: of a person, else of a simulated respondent."""
        for group in self._groups.values():
            alone = tuple(_alone(results, code) for results in group)
            if any(results.sessions for results in alone):
                return alone
        return ()


def pairs(left: Side, right: Side, *, pooled: bool = False, settled: bool = False) -> Outcome:
    """Compare two sides; settings, runs, languages and forms apart, unless they are `pooled`.

    Models are compared in the same setting and run where both have one, else in the same setting,
    else in the same run, else each with each; people are one side. Pairs with free answers that
    are not settled to questions that both were asked are not compared, unless those that are
    `settled` will do. Raises InputError where the two share no question, or are the same, and where
    no pair can be compared.
    """
    if left.members == right.members:
        raise InputError(
            "Nothing to compare", f"{left.name!r} and {right.name!r}: both are the same answers"
        )
    sides = [(left, right)] if pooled else apart(_units_matched(left, right))
    sides = [alike(entry, other, settled=settled) for entry, other in sides]
    closed = [pair for pair in sides if settled or not open_between(*pair)]
    unsettled = [OpenPair(*pair) for pair in sides if not settled and open_between(*pair)]
    compared = compared_pairs(closed)
    if not compared and unsettled:
        raise InputError(
            "Free answers are unsettled",
            f"of the items that both were asked, {unsettled[0].told}",
            "Have them judged (`countermodel ask … --judge`, `countermodel judge`) or graded by"
            " people; `compare --settled` compares the others alone.",
        )
    if not compared:
        raise InputError(
            "Nothing to compare",
            f"{left.name!r} and {right.name!r}: they have no graded answer to a question in common",
        )
    return Outcome(compared, tuple(unsettled))


def apart(pairs: Sequence[tuple[Side, Side]]) -> list[tuple[Side, Side]]:
    """Every two once for each language and each form, in words and in symbols, of the items that
    both were asked; as they are where these have but one of each."""
    known: dict[int, Mapping[str, tuple[str, str]]] = {}
    for pair in pairs:
        for respondent in (*pair[0].respondents, *pair[1].respondents):
            if id(respondent.items) not in known:
                known[id(respondent.items)] = {
                    key: (item.language, form(item)) for key, item in respondent.items.items()
                }
    sorts = {key: sort for these in known.values() for key, sort in these.items()}
    if len(set(sorts.values())) < 2:
        return list(pairs)
    outcome: list[tuple[Side, Side]] = []
    for left, right in pairs:
        groups: dict[tuple[str, str], set[str]] = {}
        for key in asked(left) & asked(right):
            groups.setdefault(sorts[key], set()).add(key)
        if len(groups) < 2:
            outcome.append((left, right))
            continue
        several = [len({names[place] for names in groups}) > 1 for place in (0, 1)]
        for names, keys in sorted(groups.items()):
            shown = [name if told else None for name, told in zip(names, several, strict=True)]
            sort = Sort(shown[0], shown[1], frozenset(keys))
            outcome.append((replace(left, sort=sort), replace(right, sort=sort)))
    return outcome


def asked(side: Side) -> Set[str]:
    """Content hashes of the items with answers, settled or not."""
    return side.accuracy.keys() | side.unsettled.keys()


def compared_pairs(sides: Sequence[tuple[Side, Side]]) -> tuple[Pair, ...]:
    """Every two that share questions, with p corrected for all of them; the two `alike`."""
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
    """Both sides with the same questions of each item that both were asked: of an item of several
    questions those that both answered or, for `settled` answers, to which both have one that is."""
    ours, theirs = (side.settled_questions if settled else side.questions for side in (left, right))
    both = ours.keys() & theirs.keys()
    return (
        left.without({key: more for key in both if (more := ours[key] - theirs[key])}),
        right.without({key: more for key in both if (more := theirs[key] - ours[key])}),
    )


def open_between(left: Side, right: Side) -> frozenset[str]:
    """The items of which both were asked a question to which a free answer of either is unsettled.
    A figure over the others would be one of whatever was easy to settle."""
    left, right = alike(left, right)
    unsettled = left.unsettled.keys() | right.unsettled.keys()
    if not unsettled:
        return frozenset()
    return frozenset(asked(left) & asked(right) & unsettled)


def side_of(respondent: Respondent) -> Side:
    """One run of a model, or the people of one version of a study, as a side."""
    if respondent.kind == "model":
        name = f"{respondent.name}/{respondent.setting}/{respondent.run}"
        return Side(name, (respondent,), frozenset([respondent.names]))
    sessions = frozenset(person for _, person in respondent.sheet.people)
    return Side(f"{respondent.name} · {respondent.setting}", (respondent,), sessions)


def matched(sides: Sequence[tuple[Side, Side]]) -> list[tuple[Side, Side]]:
    """Those of some pairs that are of the same setting and run; where there are none, of the same
    setting; then of the same run; else all of them. Pairs with people are."""
    for same in _SAME:
        those = [(entry, other) for entry, other in sides if same(entry) == same(other)]
        if those:
            return those
    return list(sides)


def _setting(side: Side) -> str:
    return side.respondents[0].setting


def _run(side: Side) -> int | None:
    return side.respondents[0].run


_SAME: tuple[Callable[[Side], Hashable], ...] = (
    lambda side: (_setting(side), _run(side)),
    _setting,
    _run,
)


def _units_matched(left: Side, right: Side) -> list[tuple[Side, Side]]:
    """What the two sides are made of, by setting and run."""
    every = [
        (member, other)
        for member, other in product(_units(left), _units(right))
        if member.members != other.members
    ]
    return matched(every)


def _units(side: Side) -> list[Side]:
    """Runs of models by themselves; people as they are."""
    several = len(side.respondents) > 1 and side.respondents[0].kind == "model"
    return [side_of(respondent) for respondent in side.respondents] if several else [side]


def _accuracy(left: Side, right: Side) -> Comparison | None:
    clusters = clusters_of((*left.respondents, *right.respondents))
    return compare(left.scores, right.scores, clusters=clusters, sampling=left.sampling)


def _pair(left: Side, right: Side, accuracy: Comparison, p: float, together: int) -> Pair:
    clusters = clusters_of((*left.respondents, *right.respondents))
    pc = compare(left.pc, right.pc, clusters=clusters, sampling=left.sampling)
    table = None
    if left.single and right.single:
        table = discordance(left.verdicts, right.verdicts)
    return Pair(left, right, accuracy, pc, table, p, together)


def _alone(results: VersionResults, code: str) -> VersionResults:
    """The same with the sessions of one participant."""
    those = tuple(
        session_result
        for session_result in results.every_session
        if session_result.code.casefold() == code.casefold()
        or (not session_result.code and session_result.id == code)
    )
    return replace(results, sessions=those, excluded=())


def _verdicts(respondent: Respondent) -> Iterator[tuple[str, bool | None]]:
    """Content hash of the item and whether a part of it was answered right; None where nobody
    graded it."""
    for key, score in respondent.circular.items.items():
        right, n = score.first if score.first[1] else score.right
        yield key.partition("#")[0], right == n
    firsts = {row.key for row in respondent.sheet.truths if row.mutant == 0}
    for row in respondent.sheet.truths:
        if row.mutant == 0 or row.key not in firsts:
            yield row.key.partition("#")[0], row.gold == row.answer
    for part in respondent.sheet.parts:
        yield part.item.partition("#")[0], part.right
