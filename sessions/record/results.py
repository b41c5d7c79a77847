"""Sessions replayed and scored: the basis of every report and export.

Owns the way from the record to one result per session and question. A question that timed out was
never confirmed and is wrong, whatever was entered. Tables are `sessions.report`'s.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from sqlite3 import Row
from typing import NamedTuple

from items.answers import Answer
from items.models import Item, Question
from sessions.record import grades, snapshots
from sessions.record.answer_columns import SessionAnswers, Status, answered_of
from sessions.record.attempts import met_before
from sessions.record.cached_states import CachedStates, packed
from sessions.record.grades import Rulings
from sessions.record.question_result import Ending, Result
from sessions.storage import derived_data
from sessions.storage.database import Database
from solver.errors import CountermodelError
from solver.phrases import phrase
from study.course.sections import Step
from study.course.state import SessionState
from study.design.protocol import Study
from study.exclusions.base import Exclusion, Facts
from study.scores.scoring import Score, combined, score_parts
from study.stations.recorded import Recorded, is_imported

PILOT_SESSIONS = phrase("pilot sessions")
WITHDRAWN_SESSIONS = phrase("withdrawn sessions")
SIMULATED_SESSIONS = phrase("simulated sessions")
RULED_OUT = phrase("sessions left out by the study's rules")
"""Reasons for which reports leave sessions out."""
BATCH = 500
"""Sessions cached per transaction."""
ITEMS_READ_SINGLY = 100
"""Number of items read individually; whoever needs more will need most of them."""


@dataclass(frozen=True)
class SessionResult:
    """One session. Its answers are available as columns; where these are cached, it is replayed
    only when its state or results are needed."""

    id: str
    code: str
    slot: int
    started_utc: str
    """UTC."""
    person: str
    """The id of the first session of the same participant in the study."""
    met_before: bool
    """Whether an earlier attempt asked the participant main questions."""
    answers: SessionAnswers
    items: Mapping[str, Item] = field(repr=False)
    """The items of all sessions by content hash."""
    replay: "Callable[[], ReplayedSession]" = field(repr=False, compare=False)

    @cached_property
    def _replayed(self) -> "ReplayedSession":
        return self.replay()

    @property
    def state(self) -> SessionState:
        """Its final or current state."""
        return self._replayed.state

    @property
    def results(self) -> tuple[Result, ...]:
        """Every question of its plan."""
        return self._replayed.results

    @property
    def attempt(self) -> int:
        """Which attempt of the participant it is."""
        return self.answers.attempt

    @property
    def sitting(self) -> int:
        """Which planned session of that attempt it is."""
        return 1 if self.state.started is None else self.state.started.sitting

    @property
    def seconds(self) -> float | None:
        """Total time that questions were open; None where the time of some was not measured."""
        return self.answers.seconds

    @property
    def imported(self) -> bool:
        """Whether another program recorded it."""
        return is_imported(self.state)

    @property
    def status(self) -> Status:
        """How it ended."""
        return self.answers.status

    @property
    def facts(self) -> Facts:
        """The facts that exclusion rules use."""
        return self.answers.facts(met_before=self.met_before)


class ReplayedSession(NamedTuple):
    """A session replayed and scored."""

    state: SessionState
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class ExcludedSession:
    """A session that the study's rules exclude."""

    session: SessionResult
    rules: tuple[str, ...]
    """Names of all rules that apply to it."""


@dataclass(frozen=True, slots=True)
class VersionResults:
    """Everything recorded for one version of a study."""

    version: str
    study_hash: str
    study: Study
    sessions: tuple[SessionResult, ...]
    """The sessions that count."""
    pilots: int
    """Sessions left out because they were pilots."""
    withdrawn: int
    """Sessions left out because consent was withdrawn."""
    simulated: int = 0
    """Sessions of simulated respondents: left out, or the only ones."""
    are_simulated: bool = False
    """Whether the sessions are those of simulated respondents rather than people."""
    excluded: tuple[ExcludedSession, ...] = ()
    """Sessions excluded by the rules of the study file."""
    ruled: bool = True
    """Whether those rules were applied."""
    path: str = ""
    """The study's file, as it was named when the study began."""

    def is_named(self, study: str) -> bool:
        """Whether `study`, a study's id, title, file name or the beginning of a hash, names this
        version."""
        names = (self.study.key, self.study.title, self.path)
        return _is_named(study, names, (self.version, self.study_hash))

    @property
    def imported(self) -> bool:
        """Whether it represents another program's file of answers rather than a study of this
        program."""
        return any(isinstance(config, Recorded) for config in self.study.tables)

    @property
    def every_session(self) -> tuple[SessionResult, ...]:
        """The sessions that count and the excluded ones, by slot."""
        both = (*self.sessions, *(exclusion.session for exclusion in self.excluded))
        return tuple(
            sorted(
                both,
                key=lambda session_result: (
                    session_result.slot,
                    session_result.started_utc,
                    session_result.id,
                ),
            )
        )


@dataclass(frozen=True, slots=True)
class _Scored:
    """A scored answer to a question of an item; shared by all sessions that gave it."""

    item: Item
    question: Question
    scores: Mapping[str, Score]
    score: Score


class _Items(dict[str, Item]):
    """The items of a database by content hash, each read on demand; after `ITEMS_READ_SINGLY`
    items, all at once."""

    def __init__(self, db: Database) -> None:
        super().__init__()
        self._db = db

    def __missing__(self, item_hash: str) -> Item:
        if len(self) == ITEMS_READ_SINGLY:
            for each, item in snapshots.every_item(self._db).items():
                self.setdefault(each, item)
            if item_hash in self:
                return self[item_hash]
        item = self[item_hash] = snapshots.load_item(self._db, item_hash)
        return item


class Scorer:
    """Scores answers to the items of a database, each distinct answer once."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.items: Mapping[str, Item] = _Items(db)
        self._scores_by_place: dict[Hashable, _Scored] = {}
        self._scores_by_answers: dict[
            tuple[str, int, bool, tuple[str, ...], int], tuple[Mapping[str, Answer], _Scored]
        ] = {}
        """By item, question, whether the answers are whole, and `id()` of the answers, which many
        sessions share; it also holds the answers, so that their ids are not reused."""

    @cached_property
    def _rulings(self) -> Rulings:
        return Rulings(grades.read(self._db))

    @property
    def rulings(self) -> str:
        """Identifies the rulings used for scoring."""
        return self._rulings.digest

    def scored(
        self,
        step: Step,
        answers: Mapping[str, Answer],
        complete: bool = True,
        unread: Iterable[str] = (),
    ) -> _Scored:
        """The score of the confirmed answers at a step, by part; after a time-out, of no answers.
        Unless answers are `complete`, missing parts have an unknown score, except those
        `unread`."""
        lost = tuple(unread)
        shared = step.item_hash, step.question, complete, lost, id(answers)
        pair = self._scores_by_answers.get(shared)
        if pair is not None:
            return pair[1]
        place = (step.item_hash, step.question, complete, lost, *answers.items())
        score = self._scores_by_place.get(place)
        if score is None:
            score = self._scores_by_place[place] = self._score(step, answers, complete, lost)
        self._scores_by_answers[shared] = answers, score
        return score

    def _score(
        self, step: Step, answers: Mapping[str, Answer], complete: bool, unread: tuple[str, ...]
    ) -> _Scored:
        item = self.items[step.item_hash]
        question = item.questions[step.question]
        rulings = self._rulings.of(step.item_hash, answers)
        scores = score_parts(answers, question, rulings, complete=complete, unread=unread)
        return _Scored(item, question, scores, combined(scores.values()))


def versions(
    db: Database, study: str | None = None, *, simulated: bool = False, full: bool = False
) -> tuple[VersionResults, ...]:
    """All versions with sessions, oldest first, with the sessions of people or of simulated
    respondents; never both. `study` selects by a study's id, title, file name, or the beginning of
    a hash. With `full`, sessions that the study's rules exclude count too."""
    rows = db.rows(
        "SELECT version.hash, study_hash, key, title, path FROM version"
        " JOIN study ON study.hash = version.study_hash ORDER BY version.utc, version.hash"
    )
    scorer, states = Scorer(db), CachedStates(db)
    outcome = tuple(
        replace(_version(db, row["hash"], simulated, full, scorer, states), path=row["path"])
        for row in rows
        if study is None
        or _is_named(
            study, (row["key"], row["title"], row["path"]), (row["hash"], row["study_hash"])
        )
    )
    states.keep()
    return outcome


def _is_named(study: str, names: Iterable[str], hashes: Iterable[str]) -> bool:
    return study in names or (len(study) >= 4 and any(each.startswith(study) for each in hashes))


def _version(
    db: Database,
    version_hash: str,
    simulated: bool,
    full: bool,
    scorer: Scorer,
    states: CachedStates,
) -> VersionResults:
    version = snapshots.load_version(db, version_hash)
    rows = db.rows(
        "SELECT session.id, code, slot, pilot, simulated, session.utc,"
        " withdrawal.session IS NOT NULL AS gone,"
        " (SELECT first.id FROM session AS first JOIN version ON version.hash = first.version"
        "  JOIN study ON study.hash = version.study_hash WHERE first.code = session.code"
        "  AND study.key = ? AND NOT first.pilot AND first.simulated = session.simulated"
        "  ORDER BY first.utc, first.id LIMIT 1) AS person"
        " FROM session LEFT JOIN withdrawal ON withdrawal.session = session.id"
        " WHERE version = ? ORDER BY slot, session.utc, session.id",
        version.study.key,
        version_hash,
    )
    version_rows = [row for row in rows if bool(row["simulated"]) is simulated]
    sessions = tuple(
        _session(db, row, scorer, states)
        for row in version_rows
        if not row["gone"] and not row["pilot"]
    )
    rules = () if full else version.study.exclude
    left_out = tuple(
        ExcludedSession(session, names)
        for session in sessions
        if rules and (names := excluding_rules(rules, session))
    )
    excluded_ids = {exclusion.session.id for exclusion in left_out}
    return VersionResults(
        version=version_hash,
        study_hash=version.study_hash,
        study=version.study,
        sessions=tuple(session for session in sessions if session.id not in excluded_ids),
        pilots=sum(bool(row["pilot"]) and not row["gone"] for row in version_rows),
        withdrawn=sum(bool(row["gone"]) for row in version_rows),
        simulated=sum(bool(row["simulated"]) and not row["gone"] for row in rows),
        are_simulated=simulated,
        excluded=left_out,
        ruled=not full,
    )


def excluding_rules(rules: Iterable[Exclusion], session: SessionResult) -> tuple[str, ...]:
    """Names of the rules that exclude a session."""
    facts = session.facts
    return tuple(rule.name for rule in rules if rule.leaves_out(facts))


def _session(db: Database, row: Row, scorer: Scorer, states: CachedStates) -> SessionResult:
    session, person = row["id"], row["person"]

    replay = partial(_replayed, session, person, states, scorer)
    answered = states.answered(session, scorer.rulings)
    if answered is None:
        replayed = replay()
        answered = answered_of(*replayed)
        states.note(session, replayed.state, answered, scorer.rulings)
        replay = partial(ReplayedSession._make, replayed)
    met = met_before(db, session, answered.attempt)
    named = session, row["code"], row["slot"], row["utc"]
    return SessionResult(*named, person, met, answered, scorer.items, replay)


def keep_every(db: Database, step: int, first_place: int, *, simulated: bool) -> None:
    """Replay, score and cache every `step`-th session from `first_place` on that is not cached yet,
    so that several processes can share the work of `versions`; `simulated` includes simulated
    respondents.

    Raises OutsideError where events cannot be read or contradict one another.
    """
    rows = db.tuples(
        "SELECT id FROM session LEFT JOIN withdrawal ON withdrawal.session = session.id"
        " WHERE withdrawal.session IS NULL AND NOT pilot AND simulated <= ? ORDER BY id",
        simulated,
    )
    scorer, states = Scorer(db), CachedStates(db)
    missing = [session for (session,) in rows[first_place::step] if not states.holds(session)]
    for first_of_batch in range(0, len(missing), BATCH):
        _keep(missing[first_of_batch : first_of_batch + BATCH], states, scorer)


def keep_session(db: Database, session: str) -> None:
    """Replay, score and cache a session that has just ended, only in a large database, so that the
    next report need not do it. A session that cannot be replayed is left to the report, which says
    why."""
    if derived_data.large(db, "event"):
        with suppress(CountermodelError):
            _keep((session,), CachedStates(db, fresh=True), Scorer(db))


def _keep(sessions: Iterable[str], states: CachedStates, scorer: Scorer) -> None:
    """Cache these sessions, in one transaction."""
    for session in sessions:
        replayed = _replayed(session, "", states, scorer)
        states.note(session, replayed.state, answered_of(*replayed), scorer.rulings)
    states.keep()


def kept_form(session: str, state: SessionState, scorer: Scorer) -> bytes | None:
    """A finished session in its cached form; None where it has none."""
    answered = answered_of(state, tuple(_results(session, "", state, scorer)))
    return packed(state, answered, scorer.rulings)


def _replayed(session: str, person: str, states: CachedStates, scorer: Scorer) -> ReplayedSession:
    state = states.of(session)
    return ReplayedSession(state, tuple(_results(session, person, state, scorer)))


def _results(session: str, person: str, state: SessionState, scorer: Scorer) -> Iterator[Result]:
    records = {record.step: record for record in state.records}
    blocks = state.plan.blocks
    for step in state.plan.steps:
        record = records.get(step.index)
        ending: Ending = "open"
        answers: Mapping[str, Answer] = {}
        confidence, changes = None, 0
        seconds: float | None = 0.0
        unread: Mapping[str, str] = {}
        setting, run = "", None
        if record is not None:
            ending, answers, confidence = record.outcome, record.answers, record.confidence
            seconds = None if record.used_ns is None else record.used_ns / 1e9
            changes = record.changes
            unread, setting, run = record.unread, record.setting, record.run
        elif step.index < state.position:
            ending = "not_reached"
        final = {} if record is None else record.final
        scored = scorer.scored(step, final, blocks[step.block].whole, unread)
        yield Result(
            session,
            step,
            blocks[step.block],
            scored.item,
            scored.question,
            ending,
            answers,
            confidence,
            seconds,
            changes,
            scored.scores,
            scored.score,
            final,
            unread,
            setting,
            run,
            person,
        )
