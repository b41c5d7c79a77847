"""Who can be compared: people, simulated respondents, models and runs, by name.

Owns the names, whose answers each covers, and the figures of an item that a side contributes to a
comparison: the same for the command `compare`, the report's table and the inspector's window.
`pairs` decides what is compared with what.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from itertools import chain
from statistics import fmean

from items.models import Item
from items.shape.structure import form
from sessions.models.samples import majorities_among
from sessions.record.results import VersionResults, versions
from sessions.report.exclusion_reasons import FAILED_REQUESTS, NO_GOLD, NOT_GRADED, REPEATED
from sessions.report.respondents import Respondent, clusters_of, models_of, people_of
from sessions.report.sampling import Clusters
from sessions.storage.database import Database
from solver.errors import InputError
from study.scores.answer_sheets import AnswerSheet, together
from study.statistics.comparisons import Answers, JointScores, Scores
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sampling

PEOPLE, SIMULATED, MODELS = "people", "simulated", "models"
LISTED_NAMES = 6
"""Maximum number of names listed where a name is not found."""


@dataclass(frozen=True, slots=True)
class ComparedItems:
    """The items of a comparison, where the two answered items of several sorts."""

    language: str | None
    """None where all have the same."""
    form: str | None
    """In words or in symbols; None where all are alike."""
    items: frozenset[str]
    """Content hashes."""

    def contains(self, item: Item) -> bool:
        """Whether an item is of this language and form, answered or not."""
        return self.language in (None, item.language) and self.form in (None, form(item))


@dataclass(frozen=True)
class Side:
    """One side of a comparison."""

    name: str
    """The requested name."""
    respondents: tuple[Respondent, ...]
    """Runs of models; people of one version of a study together, or one person."""
    members: frozenset[Hashable]
    """Sessions of people who answered, and runs of models."""
    compared_items: ComparedItems | None = None
    """The items it is restricted to; None: no restriction."""
    group: bool = False
    """Whether its members represent people at large, even if it is a single person."""
    repeated: int = 0
    """Answers that were removed because they repeat others of the same side."""
    codes: frozenset[str] = frozenset()
    """Codes of the participants, where known."""

    @property
    def single(self) -> bool:
        """Whether it is one run, or one person in one session."""
        return len(self.members) == 1

    @property
    def left_out(self) -> dict[str, int]:
        """Answers that are not counted, by reason; no reason has a count of 0. Where the side is
        restricted to a language or form, those to items of these."""
        sheets = [self._sheet_of_sort(respondent) for respondent in self.respondents]
        counts = {
            NOT_GRADED: sum(sheet.ungraded for sheet in sheets),
            NO_GOLD: sum(sheet.no_gold for sheet in sheets),
            FAILED_REQUESTS: sum(len(sheet.failed_requests) for sheet in sheets),
            REPEATED: self.repeated,
        }
        return {why: n for why, n in counts.items() if n}

    def _sheet_of_sort(self, respondent: Respondent) -> AnswerSheet:
        if self.compared_items is None:
            return respondent.sheet
        contains = self.compared_items.contains
        return respondent.sheet.of(
            {key for key, item in respondent.items.items() if contains(item)}
        )

    @property
    def sampling(self) -> Sampling:
        """What its intervals are for."""
        return self.respondents[0].sampling if self.respondents else NEW_PEOPLE_AND_ITEMS

    @cached_property
    def accuracy(self) -> Mapping[str, float]:
        """Content hash of the item to the share of right answers."""
        import numpy

        counted = together([respondent.counted for respondent in self.respondents])
        shares = (counted.rows[:, 0] / numpy.maximum(counted.rows[:, 1], 1)).tolist()
        answers = counted.rows[:, 1].tolist()
        rows = zip(counted.items, shares, answers, strict=True)
        return {key: share for key, share, n in rows if n and self._has(key)}

    @cached_property
    def unsettled(self) -> Mapping[str, int]:
        """Content hash of the item to the number of unsettled free answers."""
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
        """Content hash of every item with several questions to the ids of those that were answered,
        including unsettled free answers."""
        return self._questions(settled=False)

    @cached_property
    def settled_questions(self) -> Mapping[str, frozenset[str]]:
        """The same without questions that have no settled answer."""
        return self._questions(settled=True)

    def _questions(self, *, settled: bool) -> Mapping[str, frozenset[str]]:
        places: set[tuple[str, str]] = set()
        for respondent in self.respondents:
            if len(respondent.parts) == len(respondent.items):  # each item is one question
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
        """The side without the answers to some questions of some items."""
        if not questions:
            return self
        respondents = tuple(
            replace(respondent, sheet=respondent.sheet.without(questions))
            for respondent in self.respondents
        )
        return replace(self, respondents=respondents)

    def at(self, mutants: Mapping[str, frozenset[int]]) -> "Side":
        """One run of a model with only the answers to these rotations of some items."""
        if not mutants:
            return self
        (respondent,) = self.respondents
        sheet = respondent.sheet.at(mutants)
        return replace(self, respondents=(replace(respondent, sheet=sheet),))

    @property
    def without_majorities(self) -> "Side":
        """The side without majorities whose samples it also contains: the samples count as answers
        themselves, and their majority is not another one."""
        models = [run for run in self.respondents if run.kind == "model"]
        extra = majorities_among((run.name, run.setting) for run in models)
        if not extra:
            return self
        repeats = [run for run in models if (run.name, run.setting) in extra]
        return replace(
            self,
            respondents=tuple(run for run in self.respondents if run not in repeats),
            members=self.members - {run.names for run in repeats},
            repeated=sum(run.sheet.answers for run in repeats),
        )

    @cached_property
    def scores(self) -> Scores:
        """Scores answer by answer for several people; by item for all others."""
        people = [respondent.sheet.people for respondent in self.respondents]
        if self._alone or not all(people):
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
        """The cluster of each item."""
        return clusters_of(self.respondents)

    @cached_property
    def pc(self) -> Scores:
        """Content hash of the item to its PC, where every mutant was answered; the mean over runs,
        and over the parts of an item that are choices. For people who answered an item's mutants
        together, including the effect of each answer, unless items have several choices."""
        values: dict[str, list[float]] = {}
        for respondent in self.respondents:
            for key, score in respondent.circular.items.items():
                item_hash = key.partition("#")[0]
                if score.pc is not None and self._has(item_hash):
                    values.setdefault(item_hash, []).append(score.pc)
        scores = {key: fmean(each) if len(each) > 1 else each[0] for key, each in values.items()}
        choices = self.respondents[0].circular
        together = len(self.respondents) == 1 and choices.composite and not self._alone
        if together and choices.answers_by_person.keys() >= scores.keys():
            return JointScores(scores, lambda keys: choices.effects(keys, {"pc": 1.0}))
        return scores

    @property
    def _alone(self) -> bool:
        """Whether it is compared as an individual rather than as one of many."""
        return self.single and not self.group

    def _has(self, item_hash: str) -> bool:
        return self.compared_items is None or item_hash in self.compared_items.items

    @cached_property
    def verdicts(self) -> Mapping[str, bool]:
        """Content hash of the item to whether all of it was answered right, using the lowest mutant
        that was answered, usually the unrotated one. For a single respondent. Items with an
        ungraded part and no wrong part are left out."""
        (respondent,) = self.respondents
        outcome: dict[str, set[bool | None]] = {}
        for key, right in _verdicts(respondent):
            outcome.setdefault(key, set()).add(right)
        return {
            key: False not in rights
            for key, rights in sorted(outcome.items())
            if self._has(key) and (False in rights or None not in rights)
        }


class Sides:
    """Everybody who can be compared, by name."""

    def __init__(
        self, db: Database, study: str | None = None, clusters: Clusters | None = None
    ) -> None:
        """Raises InputError where the database has no such study."""
        self._clusters = clusters or Clusters()
        people = versions(db, study)
        if study is not None and not people:
            study_keys = ", ".join(row[0] for row in db.tuples("SELECT DISTINCT key FROM study"))
            expected = f"one of {study_keys}, or four digits or more that a hash begins with"
            raise InputError(
                "No such study in the database",
                f"{db.path}: expected {expected if study_keys else 'no study'}, found {study!r}",
                "" if study_keys else "Nobody has taken a study yet.",
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
        parts = [
            f"{kind}:{name}"
            for kind, group in self._groups.items()
            for name in dict.fromkeys(results.study.key for results in group)
            if _answered(_of_study(group, name))
        ]
        groups += parts if len(parts) > 1 else []
        codes = [code for code in self._codes if people_of(self._sessions(code)).respondents]
        return (*groups, *self._runs, *codes)

    def side(self, name: str) -> Side:
        """The side of a name. Raises InputError where it names nobody, or nobody who answered."""
        runs = self._models if name == MODELS else tuple(self._runs.get(name, ()))
        if runs:
            return Side(name, runs, frozenset(run.names for run in runs))
        whole = self._group(name)
        group = whole is not None
        if whole is None:
            whole = self._sessions(name)
        respondents = people_of(whole, self._clusters).respondents
        if respondents:
            answered = [
                session
                for results in whole
                for session in results.sessions
                if any(result.main and result.over for result in session.results)
            ]
            sessions = frozenset(session.id for session in answered)
            codes = frozenset(session.code.casefold() for session in answered if session.code)
            return Side(name, respondents, sessions, group=group, codes=codes)
        names = self.names
        near = get_close_matches(name, names, n=3, cutoff=0.5)
        others = [other for other in names if other not in near]
        messages = [*near, *others[: LISTED_NAMES - len(near)]]
        more = len(names) - len(messages)
        there = (
            f"There are: {', '.join(messages)}{f' and {more} more' if more else ''}."
            if messages
            else "Nobody has answered yet."
        )
        if name in (*self._groups, MODELS):
            raise InputError(
                "Nobody of this group has answered",
                f"{name!r}: expected answers in the record, found none",
                there,
            )
        raise InputError(
            "Nobody of that name answered",
            f"{name!r}: expected {PEOPLE}, {MODELS}, {SIMULATED}, {PEOPLE}:STUDY or"
            f" {PEOPLE}:STUDY/CONDITION ({SIMULATED}: likewise), the code of a participant (no"
            " pilot) or of a simulated respondent, or MODEL, MODEL/SETTING or MODEL/SETTING/RUN",
            there,
        )

    def _group(self, name: str) -> tuple[VersionResults, ...] | None:
        """All people, or simulated respondents, or those of one study or of one of its conditions;
        None where it is another sort of name."""
        kind, sign, study = name.partition(":")
        whole = self._groups.get(kind)
        if whole is None or not sign:
            return whole
        study_sessions = _of_study(whole, study)
        if study_sessions or "/" not in study:
            return study_sessions or None
        study, _, condition = study.rpartition("/")
        return tuple(_of_condition(each, condition) for each in _of_study(whole, study)) or None

    def _sessions(self, code: str) -> tuple[VersionResults, ...]:
        """The sessions of one code: of a person, else of a simulated respondent."""
        for group in self._groups.values():
            alone = tuple(_of_code(results, code) for results in group)
            if any(results.sessions for results in alone):
                return alone
        return ()


def answered_items(side: Side) -> Set[str]:
    """Content hashes of the items with answers, settled or not."""
    return side.accuracy.keys() | side.unsettled.keys()


def side_of(respondent: Respondent) -> Side:
    """One run of a model, or the people of one version of a study, as a side."""
    if respondent.kind == "model":
        name = f"{respondent.name}/{respondent.setting}/{respondent.run}"
        return Side(name, (respondent,), frozenset([respondent.names]))
    sessions = frozenset(person for _, person in respondent.sheet.people)
    return Side(f"{respondent.name} · {respondent.setting}", (respondent,), sessions, group=True)


def _of_study(group: Iterable[VersionResults], study: str) -> tuple[VersionResults, ...]:
    """The versions of one study, by its id, title, file name, or the beginning of a hash."""
    return tuple(results for results in group if results.is_named(study))


def _answered(group: Sequence[VersionResults]) -> bool:
    return any(results.sessions for results in group)


def _of_condition(results: VersionResults, condition: str) -> VersionResults:
    """The version with only the sessions in one condition of the study."""
    condition_sessions = tuple(
        each for each in results.sessions if each.state.plan.condition == condition
    )
    return replace(results, sessions=condition_sessions, excluded=())


def _of_code(results: VersionResults, code: str) -> VersionResults:
    """The version with only the sessions of one participant."""
    code_sessions = tuple(
        session_result
        for session_result in results.every_session
        if session_result.code.casefold() == code.casefold()
        or (not session_result.code and session_result.id == code)
    )
    return replace(results, sessions=code_sessions, excluded=())


def _verdicts(respondent: Respondent) -> Iterator[tuple[str, bool | None]]:
    """Content hash of the item and whether a part of it was answered right; None where it is
    ungraded."""
    choices = respondent.sheet.choices
    for key, score in respondent.circular.items.items():
        right, n = score.first_counts if score.first_counts[1] else choices.right_at_first(key)
        if n:
            yield key.partition("#")[0], right == n
    firsts: dict[str, int] = {}
    for row in respondent.sheet.truths:
        firsts[row.key] = min(row.mutant, firsts.get(row.key, row.mutant))
    for row in respondent.sheet.truths:
        if row.mutant == firsts[row.key]:
            yield row.key.partition("#")[0], row.gold == row.answer
    for part in respondent.sheet.parts:
        yield part.item.partition("#")[0], part.right
