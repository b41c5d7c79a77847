"""The accuracy report: which tables there are.

Owns the list of tables and the data each covers. Versions of a study are never mixed: each has its
own tables. Pilots and withdrawn sessions are left out and counted as such, and so are simulated
respondents unless requested; then they have separate tables. The modules in `tables` own the
content of tables; the terminal draws them.
"""

from collections.abc import Container, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property

from items.asking.prices import Price
from sessions.models.answer_sheets import without_collecting
from sessions.models.columns import expect_source, source
from sessions.record.results import (
    PILOT_SESSIONS,
    RULED_OUT,
    SIMULATED_SESSIONS,
    WITHDRAWN_SESSIONS,
    VersionResults,
    keep_every,
    versions,
)
from sessions.record.solver_figures import Solving
from sessions.report import background
from sessions.report.cached_report import CachedReport, Content, content_of
from sessions.report.comparing_data import ModelTables
from sessions.report.comparing_tables import comparing_tables, ready
from sessions.report.report_tables import Report, Table
from sessions.report.respondents import (
    Models,
    People,
    look_at_items,
    models_of,
    packed,
    people_of,
    unpacked,
)
from sessions.report.rows import Rows
from sessions.report.sampling import Clusters
from sessions.report.study_data import RecordedStudy, StudyData
from sessions.report.tables import exclusions, sessions, sub_question_golds
from sessions.report.tables.registry import STUDY, WITH_EXCLUDED_SESSIONS
from sessions.storage import derived_data
from sessions.storage.database import Database
from solver.phrases import phrase
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sampling

COMPARED = "Models and people"
"""Title of the tables that compare respondents; their version is a hash over the items."""
SIMULATED = "{title} (simulated respondents)"
"""Title of the tables of a study played by scripts."""
TIMED = (sub_question_golds.NAME,)
"""Tables with a time limit for the solver, which may contain more another time."""
SHARED = 50
"""Minimum number of uncached sessions to be replayed by two processes: fewer are finished sooner
than one process could read what the other caches."""
UNRULED = phrase("the study's exclusion rules are not applied")


def left_out_of(results: VersionResults) -> dict[str, int]:
    """Numbers of sessions that no table of a version counts, by reason."""
    return {
        PILOT_SESSIONS: results.pilots,
        WITHDRAWN_SESSIONS: results.withdrawn,
        RULED_OUT: len(results.excluded),
    }


@without_collecting()
def build_report(
    db: Database,
    study: str | None = None,
    *,
    simulated: bool = False,
    full: bool = False,
    solving: Solving | None = None,
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS,
    mixed: bool = False,
    prices: Mapping[str, Price] | None = None,
    diagnose: bool = False,
    pooled: bool = False,
    recompute: bool = False,
) -> Report:
    """Every table of every version of a study (its id, title, file name or the beginning of a
    hash), or of all studies where none is named; of models and people on the same items; and of
    annotation queues, likewise. With `simulated`, also of simulated respondents, separately from
    people. With `full`, sessions that the studies' rules exclude count too. `solving` limits the
    computation of difficulty; the default is the usual limit. `sampling` determines what intervals
    are for; `prices` are costs of tokens by model. With `mixed`, a mixed logistic model is fitted;
    raises OutsideError where the package for this is not installed. With `diagnose`, answers are
    diagnosed for the misreadings behind them, and people's are compared with models'. With
    `pooled`, items in words and in symbols are taken together and, where two are compared, items of
    several languages. For a large record, a report that depends only on the record and the program
    is cached and reused, except with `recompute`."""
    solving = solving or Solving()
    plain = not (mixed or prices or diagnose) and solving.seconds is None
    keeping = None
    if plain and any(derived_data.large(db, table) for table in ("event", "response")):
        keeping = CachedReport(db, (study, simulated, full, sampling, pooled), late=True)
        cached_report = None if recompute else keeping.stored()
        if cached_report is not None:
            return cached_report
    report = _report(
        db,
        study,
        simulated=simulated,
        full=full,
        solving=solving,
        sampling=sampling,
        mixed=mixed,
        prices=prices,
        diagnose=diagnose,
        pooled=pooled,
        cached_report=keeping,
    )
    if keeping is not None and not any(table.name in TIMED for table in report.tables):
        keeping.keep(report)
    return report


def _report(
    db: Database,
    study: str | None,
    *,
    simulated: bool,
    full: bool,
    solving: Solving,
    sampling: Sampling,
    mixed: bool,
    prices: Mapping[str, Price] | None,
    diagnose: bool,
    pooled: bool,
    cached_report: CachedReport | None,
) -> Report:
    clusters = Clusters(sampling)
    studies = _Studies(db, study, simulated=simulated, full=full, clusters=clusters, pooled=pooled)
    if study is None and _large(db) and background.possible():
        tables, comparing = _side_by_side(
            db, studies, solving, cached_report, mixed=mixed, prices=prices, pooled=pooled
        )
    else:
        if cached_report is not None:
            cached_report.look()
        tables, comparing = studies.tables, []
        if study is None or studies.any_version:
            people = None if study is None else studies.people
            models = models_of(db, people, studies.clusters)
            comparing = _comparing(
                db,
                studies,
                models,
                solving,
                all_items=study is None,
                mixed=mixed,
                prices=prices,
                pooled=pooled,
            )
    diagnosed = _diagnosed(db, study, simulated, full, sampling, pooled) if diagnose else ()
    return Report((*tables, *comparing, *diagnosed, *_queues(db, study)))


class _Studies:
    """Data of people and simulated respondents in some studies, read on demand."""

    def __init__(
        self,
        db: Database,
        study: str | None,
        *,
        simulated: bool,
        full: bool,
        clusters: Clusters,
        pooled: bool,
    ) -> None:
        self._db = db
        self._study = study
        self.simulated = simulated
        self.full = full
        self.clusters = clusters
        self.pooled = pooled

    @cached_property
    def _all_versions(self) -> tuple[VersionResults, ...]:
        return versions(self._db, self._study, full=self.full)

    @cached_property
    def _scripted(self) -> tuple[VersionResults, ...]:
        if not self.simulated:
            return ()
        return versions(self._db, self._study, simulated=True, full=self.full)

    @property
    def any_version(self) -> bool:
        """Whether there is any version."""
        return bool(self._all_versions)

    @cached_property
    def people(self) -> People:
        """The people and their answers."""
        scripted = (
            version_results for version_results in self._scripted if version_results.sessions
        )
        return people_of((*self._all_versions, *scripted), self.clusters)

    @cached_property
    def tables(self) -> list[Table]:
        """The tables of every version."""
        tables: list[Table] = []
        for results in (*self._all_versions, *self._scripted):
            left_out = left_out_of(results)
            title = results.study.title
            if results.are_simulated:
                title = SIMULATED.format(title=title)
            elif not self.simulated:
                left_out[SIMULATED_SESSIONS] = results.simulated
            study = RecordedStudy(results, self.clusters, self.pooled)
            tables += study_tables(study, title, results.version, left_out)
        return tables


def _side_by_side(
    db: Database,
    studies: _Studies,
    solving: Solving,
    cached_report: CachedReport | None,
    *,
    mixed: bool,
    prices: Mapping[str, Price] | None,
    pooled: bool,
) -> tuple[list[Table], list[Table]]:
    """The tables of all studies and the comparing ones. Another process reads people's data while
    this one reads the models' answers; work that fails there is repeated here. A third process,
    started earlier, reads the record's content for `cached_report`, if that was not done, while
    this process imports libraries. These two share the replay of sessions if there are many."""
    with ExitStack() as stack:
        content_seen = shared = None
        looks = cached_report is not None and not cached_report.looked
        shares = derived_data.missing(db) >= SHARED
        if looks or shares:
            early = stack.enter_context(
                background.Background(_Record(db.path, simulated=studies.simulated))
            )
        if looks:
            begun, answers = early.submit(_begin_to_look), early.submit(_answers)
            content_seen = early.submit(_content)
        if shares:
            shared = early.submit(_keep_first_half)
        _load_libraries()
        look_at_items(db, studies.clusters)
        if cached_report is not None and content_seen is not None:
            if begun() and cached_report.unchanged:
                expect_source(db, answers)
            else:
                content_seen = None
        worker = _TablesElsewhere(
            db.path,
            simulated=studies.simulated,
            full=studies.full,
            clusters=studies.clusters,
            pooled=studies.pooled,
        )
        other = stack.enter_context(background.Background(worker))
        if shared is not None:
            other.submit(_keep_second_half)
        else:
            packed_people, made_tables = other.submit(_people), other.submit(_study_tables)
        models = models_of(db, clusters=studies.clusters)
        models_ready = ready(models, pooled=pooled)
        if shared is not None:
            shared()
            packed_people, made_tables = other.submit(_people), other.submit(_study_tables)
        outcome = packed_people()
        people = None if outcome is None else unpacked(db, outcome)
        comparing = _comparing(
            db,
            studies,
            models,
            solving,
            all_items=True,
            models_ready=models_ready,
            people=people,
            mixed=mixed,
            prices=prices,
            pooled=pooled,
        )
        tables = made_tables()
        if cached_report is not None and content_seen is not None:
            cached_report.take_content(content_seen())
        return studies.tables if tables is None else tables, comparing


def _load_libraries() -> None:
    """Import what intervals and tests need before forking, since otherwise each process would
    import it itself."""
    import numpy  # noqa: F401
    import scipy.special  # noqa: F401


class _Record:
    """A database that another process opens for itself."""

    def __init__(self, path: str, *, simulated: bool) -> None:
        self._path = path
        self.simulated = simulated
        """Whether simulated respondents are included."""

    @cached_property
    def db(self) -> Database:
        """The database."""
        return Database.open(self._path, create=False)

    @cached_property
    def answers(self) -> bytes:
        """Identifies the state of models' answers."""
        return source(self.db)


class _TablesElsewhere(_Record):
    """A record with its studies."""

    def __init__(
        self, path: str, *, simulated: bool, full: bool, clusters: Clusters, pooled: bool
    ) -> None:
        super().__init__(path, simulated=simulated)
        self._full = full
        self._clusters = clusters
        self._pooled = pooled

    @cached_property
    def studies(self) -> _Studies:
        """All studies, read once."""
        return _Studies(
            self.db,
            None,
            simulated=self.simulated,
            full=self._full,
            clusters=self._clusters,
            pooled=self._pooled,
        )


def _begin_to_look(record: _Record) -> bool:
    """Begin a transaction, so that everything read from here on is the record as it is now."""
    record.db.connection.execute("BEGIN")
    return bool(record.db.tuples("SELECT count(*) FROM migration"))


def _answers(record: _Record) -> bytes:
    return record.answers


def _content(record: _Record) -> Content | None:
    """The record's content."""
    try:
        return content_of(record.db, record.answers)
    finally:
        record.db.connection.execute("ROLLBACK")


def _keep_first_half(record: _Record) -> bool:
    """Replay and cache every other session that is not cached."""
    keep_every(record.db, 2, 0, simulated=record.simulated)
    return True


def _keep_second_half(record: _Record) -> bool:
    """Replay and cache the remaining sessions."""
    keep_every(record.db, 2, 1, simulated=record.simulated)
    return True


def _people(worker: _TablesElsewhere) -> People:
    return packed(worker.studies.people)


def _study_tables(worker: _TablesElsewhere) -> list[Table]:
    return worker.studies.tables


def _comparing(
    db: Database,
    studies: _Studies,
    models: Models,
    solving: Solving,
    *,
    all_items: bool,
    models_ready: ModelTables | None = None,
    people: People | None = None,
    mixed: bool = False,
    prices: Mapping[str, Price] | None = None,
    pooled: bool = False,
) -> list[Table]:
    """The comparing tables, some of them made in another process if the models' data is prepared;
    `people` if they are already read."""
    version, named = comparing_tables(
        db,
        studies.people if people is None else people,
        models,
        solving,
        all_items=all_items,
        ready_models=models_ready,
        mixed=mixed,
        prices=prices,
        pooled=pooled,
    )
    sampling = studies.clusters.sampling
    return [_table(COMPARED, version, name, rows, sampling) for name, rows in named]


def _diagnosed(
    db: Database,
    study: str | None,
    simulated: bool,
    full: bool,
    sampling: Sampling,
    pooled: bool,
) -> Iterator[Table]:
    # Diagnosing imports much that other reports do not need.
    from sessions.report.diagnosed_tables import diagnosed_tables

    version, named = diagnosed_tables(
        db, study, simulated=simulated, full=full, sampling=sampling, pooled=pooled
    )
    for name, rows in named:
        yield _table(COMPARED, version, name, rows, sampling)


def _queues(db: Database, queue_name: str | None) -> Iterator[Table]:
    if not db.tuples("SELECT 1 FROM queue LIMIT 1"):
        return
    # Annotation imports much that other reports do not need.
    from sessions.report.queue_tables.registry import queue_tables

    for title, queue, name, rows in queue_tables(db, queue_name):
        yield _table(title, queue, name, rows)


def table_named(
    title: str,
    version: str,
    name: str,
    rows: Rows,
    excluded_everywhere: Mapping[str, int],
    sampling: Sampling,
) -> Table:
    """A table of the report, including what no table counts."""
    whole = replace(rows, excluded={**excluded_everywhere, **rows.excluded})
    return _table(title, version, name, whole, sampling)


def _table(
    title: str, version: str, name: str, rows: Rows, sampling: Sampling | None = None
) -> Table:
    excluded = {why: n for why, n in rows.excluded.items() if n}
    notes = rows.notes
    if sampling is not None and rows.bounded:
        notes = (*notes, sampling.note)
    return Table(name, title, version, rows.columns, rows.rows, rows.n, excluded, notes)


def _large(db: Database) -> bool:
    """Whether the record is large enough in both halves to justify two processes."""
    return all(derived_data.large(db, table) for table in ("event", "response"))


def known_studies(db: Database) -> tuple[str, ...]:
    """Ids (or titles) of the studies in a database, and ids of annotation queues."""
    rows = db.rows("SELECT DISTINCT key FROM study ORDER BY key")
    queues = db.rows("SELECT DISTINCT id FROM queue ORDER BY id")
    return (*(row["key"] for row in rows), *(row["id"] for row in queues))


def study_tables(
    study: StudyData,
    title: str,
    version: str,
    left_out: Mapping[str, int],
    *,
    omitted_tables: Container[str] = (),
) -> Iterator[Table]:
    """The tables of a version of a study, including what none of them counts; without
    `omitted_tables`. None where nobody began it."""
    if not study.sessions and not any(left_out.values()):
        return
    last = sessions.NAME if study.counted == len(study.sessions) else exclusions.NAME
    unruled = (UNRULED,) if study.rules and not study.ruled else ()
    for name, module in STUDY.items():
        rows: Rows | None = None if name in omitted_tables else module.table(study)
        if rows is not None:
            excluded = {**left_out, **rows.excluded}
            if name in WITH_EXCLUDED_SESSIONS:
                del excluded[RULED_OUT]
            whole = replace(rows, excluded=excluded, notes=(*rows.notes, *unruled))
            yield _table(title, version, name, whole, study.sampling)
        if not study.counted and name == last:
            # The tables so far show what was left out; the others would all be empty.
            return
