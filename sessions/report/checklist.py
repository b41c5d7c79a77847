"""A checklist for reporting human baselines, filled in from the record (Wei et al. 2025).

Owns a short form of each question, the record's answer to it, and which points no record of this
program can know: the researcher fills those in. Points have the checklist's own numbers; a point
that does not apply, given the previous answer, is left out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from statistics import median

from sessions.models import responses
from sessions.record.results import SessionResult, VersionResults, versions
from sessions.record.snapshots import main_items
from sessions.report.accuracy_report import COMPARED
from sessions.report.checklist_entries import (
    FILE,
    NOT_KNOWN,
    PROGRAM,
    RECORD,
    Entry,
    range_of,
    unknown,
)
from sessions.report.headline import ruled_out
from sessions.report.imported_checklist import elsewhere
from sessions.report.report_tables import Report, Table
from sessions.report.respondents import ComparedRespondents, Respondent, models_of, people_of
from sessions.report.rows import Column
from sessions.storage.database import Database
from solver.phrases import Phrase, listed, phrase, plural
from study.stations.qualification import decision

NAME = phrase("reporting checklist")
UNKNOWN_POINTS = phrase("points that the record cannot know, to be filled in")
NO_MODEL, NO_MODEL_YET = phrase("no model"), phrase("no model has answered")
OPEN = "unsettled"
WHICH_TEST = phrase("that of `compare`, Holm-corrected (docs/metrics.md)")
COLUMNS = (
    Column(phrase("point"), "text"),
    Column(phrase("what it asks"), "prose"),
    Column(phrase("answer"), "prose"),
    Column(phrase("known from"), "text"),
)
NOTE = phrase(
    "points and numbers: the reporting checklist for human baselines of "
    "Wei et al. 2025; questions abridged. The researcher fills in what "
    "the record does not contain"
)


@dataclass(frozen=True)
class _Version:
    """One version of a study with the models on its items."""

    db: Database
    results: VersionResults

    @cached_property
    def models(self) -> tuple[Respondent, ...]:
        """Runs of models on the items of the main blocks."""
        return models_of(self.db, people_of((self.results,))).respondents

    @cached_property
    def models_imported(self) -> tuple[str, ...]:
        """Names of the models whose answers another program recorded."""
        names = {run.name for run in self.models}
        return tuple(sorted(names & responses.imported_models(self.db)))

    @cached_property
    def answering(self) -> tuple[SessionResult, ...]:
        """Sessions with an answer in a main block."""
        return tuple(
            session
            for session in self.results.sessions
            if any(r.over and r.main for r in session.results)
        )

    @cached_property
    def per_item(self) -> Counter[str]:
        """People by item of the main blocks."""
        return Counter(
            item
            for session_result in self.answering
            for item in {r.step.item_hash for r in session_result.results if r.over and r.main}
        )

    @cached_property
    def per_person(self) -> list[int]:
        """Items of the main blocks by person."""
        return [
            len({r.step.item_hash for r in session_result.results if r.over and r.main})
            for session_result in self.answering
        ]

    @cached_property
    def stations(self) -> set[str]:
        """Kinds of stations in the study file."""
        return {str(config.station) for config in self.results.study.tables}


def checklist(db: Database, study: str | None = None) -> Report:
    """The checklist of every version of a study, or of all studies, that people took part in;
    without any, what can be said about the models that have answered."""
    tables: list[Table] = []
    for results in versions(db, study):
        if not results.every_session:
            continue
        rows = tuple(_entries(_Version(db, results)))
        open_ = sum(row[3] == NOT_KNOWN for row in rows)
        tables.append(
            Table(
                NAME,
                results.study.title,
                results.version,
                COLUMNS,
                rows,
                len(rows),
                {UNKNOWN_POINTS: open_},
                (NOTE,),
            )
        )
    if not tables and study is None:
        tables += _without_people(db)
    return Report(tuple(tables))


def _without_people(db: Database) -> Iterator[Table]:
    """The points that apply to models alone; nothing where none has answered."""
    models = models_of(db).respondents
    if not models:
        return
    answers = sum(n for run in models for _, n in run.tallies.values())
    rows = tuple(_of_models(models, answers))
    open_ = sum(row[3] == NOT_KNOWN for row in rows)
    version = ComparedRespondents(models, {}).version
    left_out: dict[str, int] = {UNKNOWN_POINTS: open_}
    note = phrase("no people have been recorded; points about people are left out")
    yield Table(
        NAME,
        COMPARED,
        version,
        COLUMNS,
        rows,
        len(rows),
        left_out,
        (note, NOTE),
    )


def _of_models(models: Sequence[Respondent], answers: int) -> Iterator[Entry]:
    yield from _about_the_paper()
    languages = {item.language for run in models for item in run.items.values()}
    yield "0.7", phrase("language of the items"), ", ".join(sorted(languages)), RECORD
    yield unknown("0.8", phrase("items in the set"))
    yield from _asked_of(models, phrase("items that models were asked"))
    message = plural(
        "no people; {n} answer of models", "no people; {n} answers of models", n=answers
    )
    yield "1.1", phrase("number of people"), message, RECORD
    yield unknown("1.8", phrase("power analysis (`compare` gives the detectable difference)"))
    settings = ", ".join(sorted({run.setting for run in models}))
    message = phrase("same items; models with protocols {settings}", settings=settings)
    yield "3.4", phrase("same instructions"), message, RECORD
    yield unknown("3.5", phrase("same tools, and how their use was limited"))
    yield "4.1", phrase("test of the difference"), phrase("no people to test against"), RECORD
    yield "4.2", phrase("uncertainty"), phrase("95 % intervals for new items"), PROGRAM
    yield "4.2.1", phrase("kind of estimate"), phrase("point with interval"), PROGRAM
    yield from _public()


def _about_the_paper() -> Iterator[Entry]:
    yield unknown("0.1–0.4", phrase("title, link, year and venue of the paper"))
    yield unknown("0.5", phrase("type of evaluation: knowledge, capabilities, propensity, agent"))
    yield "0.6", phrase("mode of the items"), phrase("written text"), PROGRAM


def _asked_of(models: Sequence[Respondent], point: Phrase) -> Iterator[Entry]:
    """What models were asked; `point` says which items the first line covers."""
    item_hashes = {key for run in models for key in run.tallies}
    message = plural("{n} item", "{n} items", n=len(item_hashes)) if models else NO_MODEL_YET
    yield "0.9", point, message, RECORD
    runs = Counter((run.name, run.setting) for run in models)
    runs_listed = ", ".join(
        f"{name} ({setting}): {n}" for (name, setting), n in sorted(runs.items())
    )
    yield "0.10", phrase("runs of each model"), runs_listed or NO_MODEL_YET, RECORD


def _entries(version: _Version) -> Iterator[Entry]:
    imported = elsewhere(version.results, version.answering) if version.results.imported else {}
    for chapter in (_paper, _design, _recruitment, _execution, _analysis, _documentation):
        for entry in chapter(version):
            yield imported.get(entry[0], entry)


def _paper(version: _Version) -> Iterator[Entry]:
    items = main_items(version.db, version.results.version)
    yield from _about_the_paper()
    languages = sorted({r.item.language for s in version.answering for r in s.results})
    language_names = ", ".join(languages) or phrase("none answered")
    yield "0.7", phrase("language of the items"), language_names, RECORD
    message = plural(
        "{n} item that the study may show", "{n} items that the study may show", n=len(items)
    )
    yield "0.8", phrase("items in the set"), message, RECORD
    yield from _asked_of(version.models, phrase("items of this study that models were asked"))


def _design(version: _Version) -> Iterator[Entry]:
    people, study = version.answering, version.results.study
    began = len(version.results.every_session)
    yield (
        "1.1",
        phrase("number of people"),
        phrase("{n}, of {all} who began", n=len(people), all=began),
        RECORD,
    )
    yield "1.2", phrase("items that people answered"), str(len(version.per_item)), RECORD
    samples = {str(getattr(block, "sample", "same")) for block in study.blocks}
    message = phrase("{how}; seed {seed}", how=listed(sorted(samples)), seed=study.seed)
    yield "1.2.1", phrase("how the items were sampled"), message, FILE
    yield "1.3", phrase("answers to each item"), range_of(list(version.per_item.values())), RECORD
    yield "1.4", phrase("items of each person"), range_of(version.per_person), RECORD
    yield unknown("1.5", phrase("whether the design favours neither people nor models"))
    message = plural("{n} pilot session", "{n} pilot sessions", n=version.results.pilots)
    yield "1.6", phrase("whether the study was piloted"), message, RECORD
    shown_results = [r for s in people for r in s.results if r.over and r.main]
    seconds = [r.seconds for r in shown_results if r.seconds is not None]
    if seconds:
        message = phrase(
            "time limits as in the study file; median {seconds} s a question",
            seconds=f"{median(seconds):.1f}",
        )
        yield "1.7", phrase("whether effort was controlled"), message, RECORD
    else:
        yield unknown("1.7", phrase("whether effort was controlled"))
    yield unknown("1.8", phrase("power analysis (`compare` gives the detectable difference)"))
    yield unknown("1.9", phrase("ethics review"))
    yield unknown("1.10", phrase("pre-registration"))


def _recruitment(version: _Version) -> Iterator[Entry]:
    yield unknown("2.1", phrase("population of interest, and how it is restricted"))
    yield unknown("2.2", phrase("how people were recruited"))
    qualification = version.results.study.qualification
    if qualification is None:
        yield "2.3", phrase("whether people had to qualify"), phrase("no, not in the program"), FILE
    else:
        yield "2.3", phrase("whether people had to qualify"), phrase("yes"), FILE
        bar = phrase(
            "more than {share} % right in the qualification",
            share=f"{100 * qualification.pass_above:g}",
        )
        yield "2.3.1", phrase("criteria"), bar, FILE
        decided = [decision(session.state) for session in version.results.every_session]
        failed = sum(each is not None and not each.passed for each in decided)
        yield "2.3.2", phrase("how many were excluded by them"), str(failed), RECORD
    yield unknown("2.4", phrase("whether authors took part themselves"))
    yield unknown("2.5", phrase("whether people who knew the items were kept out"))
    training = version.stations & {"practice", "check"}
    if training:
        yield "2.6", phrase("whether people were trained"), phrase("yes"), FILE
        yield "2.6.1", phrase("how"), listed(map(phrase, sorted(training))), FILE
        yield unknown("2.6.2", phrase("whether training was paid, and how much"))
    else:
        yield "2.6", phrase("whether people were trained"), phrase("no, not in the program"), FILE
    yield unknown("2.7", phrase("whether people were paid, how much, with a bonus, all alike"))


def _execution(version: _Version) -> Iterator[Entry]:
    study = version.results.study
    questions_over = [sum(r.over for r in session.results) for session in version.answering]
    yield "3.1", phrase("questions in a session"), range_of(questions_over), RECORD
    orders = sorted({str(getattr(block, "order", "fixed")) for block in study.blocks})
    message = phrase("{how}; blocks {order}", how=listed(orders), order=phrase(study.block_order))
    yield "3.1.1", phrase("order of the questions"), message, FILE
    checked = "check" in version.stations
    checks = [phrase("comprehension checks") if checked else phrase("no comprehension check")]
    if any(section.watches for section in study.sections):
        checks.append(phrase("attention items"))
    checks.append(phrase("time-outs recorded"))
    yield "3.2", phrase("quality control while people answered"), listed(checks), FILE
    if study.exclude:
        rules = listed(phrase("sessions that {rule}", rule=rule.clause) for rule in study.exclude)
        yield "3.2.1", phrase("why data were excluded"), rules, FILE
    else:
        yield unknown("3.2.1", phrase("further reasons for excluding data"))
    reasons = [
        phrase("{n} withdrawn", n=version.results.withdrawn),
        phrase("{n} pilot", n=version.results.pilots),
        phrase("{n} simulated", n=version.results.simulated),
    ]
    if study.exclude:
        reasons.append(phrase("{n} by the rules of 3.2.1", n=len(version.results.excluded)))
    yield "3.2.2", phrase("what was excluded"), listed(reasons), RECORD
    message = phrase("no") if version.models else NO_MODEL
    yield "3.3", phrase("same interface for people and models"), message, PROGRAM
    if version.models:
        point, question = "3.3.1", phrase("people on screens, models by requests")
        if version.models_imported:
            message = phrase(
                "people in a terminal; answers of models were imported ({models}): how these were "
                "asked is not recorded",
                models=", ".join(version.models_imported),
            )
            yield point, question, message, NOT_KNOWN
        else:
            yield point, question, phrase("yes: a terminal, and an API"), PROGRAM
        yield unknown("3.3.2", phrase("whether the evaluation adjusts for that"))
    settings = sorted({run.setting for run in version.models})
    if settings:
        message = phrase(
            "same items; models with protocols {settings}", settings=", ".join(settings)
        )
        yield "3.4", phrase("same instructions"), message, RECORD
    else:
        yield unknown("3.4", phrase("same instructions"))
    yield unknown("3.5", phrase("same tools, and how their use was limited"))
    yield unknown("3.6", phrase("whether people were asked to explain their answers"))


def _analysis(version: _Version) -> Iterator[Entry]:
    both = bool(version.models)
    message = phrase("made by `compare`") if both else phrase("no model to test against")
    yield "4.1", phrase("test of the difference"), message, PROGRAM
    if both:
        yield "4.1.1", phrase("which test"), WHICH_TEST, PROGRAM
    yield (
        "4.2",
        phrase("uncertainty"),
        phrase("95 % intervals for new people and new items"),
        PROGRAM,
    )
    yield "4.2.1", phrase("kind of estimate"), phrase("point with interval"), PROGRAM
    message = phrase("yes, by the same code") if both else NO_MODEL
    yield "4.3", phrase("same metric for both"), message, PROGRAM
    message = phrase("yes: one gold answer") if both else NO_MODEL
    yield "4.4", phrase("same scoring criteria"), message, PROGRAM
    yield "4.5", phrase("same way of scoring"), *_scored(version)
    rules = ruled_out(version.results)
    if rules:
        answer = reduce(_behind, rules)
        yield "4.6", phrase("whether results hold under other exclusions"), answer, RECORD
    else:
        yield unknown("4.6", phrase("whether results hold under other exclusions"))


def _scored(version: _Version) -> tuple[str, str]:
    """The answer to point 4.5, and its source: who decided free answers is reported for both sides,
    since it may differ between them."""
    if not version.models:
        return NO_MODEL, PROGRAM
    people, models = (
        _deciders(side) for side in (people_of((version.results,)).respondents, version.models)
    )
    if not people and not models:
        return phrase("yes, by the same code"), PROGRAM
    message = phrase(
        "by the same code; free answers of people: {people}; of models: {models}",
        people=_decider_counts(people),
        models=_decider_counts(models),
    )
    return message, RECORD


def _deciders(respondents: Sequence[Respondent]) -> Counter[str]:
    """Who decided how many free answers; `OPEN` counts the undecided ones."""
    counts: Counter[str] = Counter()
    for respondent in respondents:
        for part in respondent.sheet.parts:
            part_asked = respondent.parts[part.item.partition("#")[0], part.question]
            if part_asked.part.kind == "text":
                counts[OPEN if part.right is None else part.decider] += 1
    return counts


def _decider_counts(counts: Counter[str]) -> str:
    return phrase(
        "{matched} matched, {judged} judged, {graded} graded by a person, {open} unsettled",
        matched=counts["matched"],
        judged=counts["judged"],
        graded=counts["by a person"],
        open=counts[OPEN],
    )


def _behind(first: str, second: str) -> str:
    """Two sentences joined."""
    return phrase("{first} {second}", first=first, second=second)


def _documentation(version: _Version) -> Iterator[Entry]:
    forms = "form" in version.stations
    if forms:
        message = phrase("answers to the study's forms are exported with it")
        yield "5.1.1", phrase("demographics"), message, RECORD
    else:
        yield unknown("5.1.1", phrase("demographics"))
    yield (
        "5.1.2",
        phrase("instructions of people"),
        phrase("in the study file and its snapshot"),
        FILE,
    )
    totals = [s.seconds / 60 for s in version.answering if s.seconds is not None]
    answered = bool(version.answering)
    message = phrase("their times were not measured") if answered else phrase("nobody answered")
    if totals:
        message = phrase("median {minutes} min of questions", minutes=f"{median(totals):.1f}")
    yield "5.1.3", phrase("time to completion"), message, RECORD
    yield unknown("5.1.4", phrase("tools with AI that people had, and versions"))
    counts = Counter(session.status.replace("_", " ") for session in version.results.every_session)
    endings = listed(
        phrase("{n} {status}", n=n, status=phrase(status)) for status, n in sorted(counts.items())
    )
    yield "5.1.5", phrase("who did not complete"), endings, RECORD
    yield from _public(by_person=True)


def _public(*, by_person: bool = False) -> Iterator[Entry]:
    yield unknown("5.2", phrase("whether the data are public"))
    if by_person:
        where = phrase("in `countermodel export`, by session")
        yield "5.2.1", phrase("data by person"), where, PROGRAM
    yield unknown(
        "5.3", phrase("whether materials are public (the export holds items and study file)")
    )
    yield unknown("5.4", phrase("whether the analysis code is public"))
