"""Two respondents, or two groups, on the items that both answered.

Owns who can be named, and which figures of an item are compared. Comparisons are
`study.comparisons`'.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from statistics import fmean
from typing import Any

from sessions.database import Database
from sessions.report.respondents import Respondent, models_of, people_of
from sessions.results import VersionResults, versions
from solver.errors import InputError
from study.comparisons import PERMUTATION, Answers, Comparison, Scores, compare
from study.statistics.paired import Discordance, discordance

PEOPLE, SIMULATED, MODELS = "people", "simulated", "models"
SHOWN = 6
"""As many names are told where somebody is not found."""


@dataclass(frozen=True)
class Side:
    """One side of a comparison."""

    name: str
    """As it was asked for."""
    respondents: tuple[Respondent, ...]
    """Runs of models; people of one version of a study together, or one person."""
    members: frozenset[Hashable]
    """Sessions of people, and runs of models."""

    @property
    def single(self) -> bool:
        """Whether it is one run, or one person in one session."""
        return len(self.members) == 1

    @property
    def told(self) -> str:
        """How many runs or sessions it is."""
        what = "run" if self.respondents[0].kind == "model" else "session"
        return f"{len(self.members)} {what}{'' if self.single else 's'}"

    @property
    def left_out(self) -> dict[str, int]:
        """Answers that count nowhere, by reason; never with a count of 0."""
        counts = {
            "answers not graded": sum(one.sheet.ungraded for one in self.respondents),
            "answers without gold": sum(one.sheet.no_gold for one in self.respondents),
            "failed requests": sum(len(one.sheet.failed) for one in self.respondents),
        }
        return {why: n for why, n in counts.items() if n}

    def accuracy(self) -> dict[str, float]:
        """Content hash of the item to the share of right answers to it."""
        found: dict[str, tuple[int, int]] = {}
        for one in self.respondents:
            for key, (right, n) in one.tallies.items():
                before = found.get(key, (0, 0))
                found[key] = before[0] + right, before[1] + n
        return {key: right / n for key, (right, n) in found.items() if n}

    def scores(self) -> Scores:
        """The same answer by answer of several people; by item of all others."""
        people = [one.sheet.people for one in self.respondents]
        if self.single or not all(people):
            return self.accuracy()
        cells = [(*place, right / n) for one in people for place, (right, n) in one.items()]
        return Answers(
            [person for _, person, _ in cells],
            [item for item, _, _ in cells],
            [score for _, _, score in cells],
        )

    def clusters(self) -> dict[str, str]:
        """What each item is drawn with."""
        return {key: name for one in self.respondents for key, name in one.clusters.items()}

    def pc(self) -> dict[str, float]:
        """Content hash of the item to its PC, where every mutant was answered; the mean over runs,
        and over the parts of an item that are choices."""
        found: dict[str, list[float]] = {}
        for one in self.respondents:
            for key, score in one.circular.items.items():
                if score.pc is not None:
                    found.setdefault(key.partition("#")[0], []).append(score.pc)
        return {key: fmean(scores) for key, scores in found.items()}

    def verdicts(self) -> dict[str, bool]:
        """Content hash of the item to whether all of it was answered right; of its mutants the item
        as it stands counts, where it was answered. Of a single respondent. Items with a part that
        nobody graded, and none wrong, are left out."""
        (one,) = self.respondents
        found: dict[str, set[bool | None]] = {}
        for key, right in _verdicts(one):
            found.setdefault(key, set()).add(right)
        return {
            key: False not in said
            for key, said in sorted(found.items())
            if False in said or None not in said
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

    def as_json(self) -> dict[str, Any]:
        """For machines: shares between 0 and 1, unrounded; p of McNemar's test where SciPy is
        there."""
        table = self.table
        return {
            "left": self.left.name,
            "right": self.right.name,
            "items": self.accuracy.n,
            "accuracy": _json(self.accuracy),
            "PC": None if self.pc is None else _json(self.pc),
            "both_right": table and table.both,
            "only_left_right": table and table.only_left,
            "only_right_right": table and table.only_right,
            "neither_right": table and table.neither,
            "left_out": {"left": self.left.left_out, "right": self.right.left_out},
            "shared": bool(self.left.members & self.right.members),
        }


class Sides:
    """Everybody who can be compared, by name."""

    def __init__(self, db: Database, study: str | None = None) -> None:
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
        self._models = models_of(db, None if study is None else people_of(people)).respondents
        sessions = [one.code for results in people for one in results.sessions if one.code]
        self._codes = dict.fromkeys(sessions)
        self._runs: dict[str, list[Respondent]] = {}
        for run in self._models:
            whole = f"{run.name}/{run.setting}"
            for name in (run.name, whole, f"{whole}/{run.run}"):
                self._runs.setdefault(name, []).append(run)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who has answered: groups, models with setting and run, participants' codes."""
        groups = [name for name, found in self._groups.items() if people_of(found).respondents]
        groups += [MODELS] if self._models else []
        people = self._groups[PEOPLE]
        codes = [
            code
            for code in self._codes
            if people_of([_alone(results, code) for results in people]).respondents
        ]
        return (*groups, *self._runs, *codes)

    def side(self, name: str) -> Side:
        """Who is meant. Raises InputError where it is nobody, or nobody who answered."""
        runs = self._models if name == MODELS else tuple(self._runs.get(name, ()))
        if runs:
            return Side(name, runs, frozenset(run.names for run in runs))
        whole = self._groups.get(name)
        if whole is None:
            whole = tuple(_alone(results, name) for results in self._groups[PEOPLE])
        found = people_of(whole).respondents
        if found:
            sessions = frozenset(one.id for results in whole for one in results.sessions)
            return Side(name, found, sessions)
        names = self.names
        near = get_close_matches(name, names, n=3, cutoff=0.5)
        others = [other for other in names if other not in near]
        told = [*near, *others[: SHOWN - len(near)]]
        more = len(names) - len(told)
        raise InputError(
            "Nobody of that name answered",
            f"{name!r}: expected {PEOPLE}, {MODELS}, {SIMULATED}, the code of a participant (no"
            " pilot), or MODEL, MODEL/SETTING or MODEL/SETTING/RUN",
            f"There are: {', '.join(told)}{f' and {more} more' if more else ''}."
            if told
            else "Nobody has answered yet.",
        )


def pair(left: Side, right: Side) -> Pair:
    """Compare two sides. Raises InputError where they share no item, or are the same."""
    if left.members == right.members:
        raise InputError(
            "Nothing to compare", f"{left.name!r} and {right.name!r}: both are the same answers"
        )
    clusters = left.clusters() | right.clusters()
    accuracy = compare(left.scores(), right.scores(), clusters=clusters)
    if accuracy is None:
        raise InputError(
            "Nothing to compare",
            f"{left.name!r} and {right.name!r}: they answered no item in common",
        )
    table = None
    if left.single and right.single:
        table = discordance(left.verdicts(), right.verdicts())
    return Pair(left, right, accuracy, compare(left.pc(), right.pc(), clusters=clusters), table)


def _alone(results: VersionResults, code: str) -> VersionResults:
    """The same with the sessions of one participant."""
    those = tuple(one for one in results.sessions if one.code.casefold() == code.casefold())
    return replace(results, sessions=those)


def _verdicts(one: Respondent) -> Iterator[tuple[str, bool | None]]:
    """Content hash of the item and whether a part of it was answered right; None where nobody
    graded it."""
    for key, score in one.circular.items.items():
        right, n = score.first if score.first[1] else score.right
        yield key.partition("#")[0], right == n
    firsts = {row.key for row in one.sheet.truths if row.mutant == 0}
    for row in one.sheet.truths:
        if row.mutant == 0 or row.key not in firsts:
            yield row.key.partition("#")[0], row.gold == row.answer
    for part in one.sheet.parts:
        yield part.item.partition("#")[0], part.right


def _json(found: Comparison) -> dict[str, Any]:
    return {
        "items": found.n,
        "left": found.left,
        "right": found.right,
        "difference": found.difference.value,
        "interval": [found.difference.low, found.difference.high],
        "test": found.test,
        "p": found.p,
        "permutation_p": found.p if found.test == PERMUTATION else None,
        "permutation_exact": found.exact if found.test == PERMUTATION else None,
        "detectable_difference": found.detectable,
    }
