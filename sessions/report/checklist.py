"""A checklist for reporting human baselines, filled in from the record (Wei et al. 2025).

Owns what each of its points asks, in short, what the record says to it, and which points no record
of this program can know: those are for the researcher to fill in. Points go by the checklist's own
numbers; a point that does not apply, given the answer before it, is left out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from sessions.database import Database
from sessions.report.build import Report, Table
from sessions.report.headline import ruled_out
from sessions.report.respondents import Respondent, models_of, people_of
from sessions.report.rows import Column
from sessions.results import SessionResult, VersionResults, versions
from sessions.snapshots import main_items
from study.phrases import phrase
from study.stations.qualification import decision

FILL_IN = "to be filled in"
"""Stands where the record cannot know."""
RECORD, FILE, PROGRAM, NOT_KNOWN = "record", "study file", "program", "not in the record"
COLUMNS = (
    Column("point", "text"),
    Column("what it asks", "prose"),
    Column("answer", "prose"),
    Column("known from", "text"),
)
NOTE = phrase(
    "points and numbers: the reporting checklist for human baselines of Wei et al. 2025; questions "
    "in short. What the record cannot know is to be filled in by the researcher"
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
        """Kinds of stations of the study file."""
        return {str(config.station) for config in self.results.study.tables}


Entry = tuple[str, str, str | None, str]
"""Number, question, answer (None: the record cannot know), and where it is known from."""


def checklist(db: Database, study: str | None = None) -> Report:
    """The checklist of every version of a study, or of all studies, that people took part in."""
    tables: list[Table] = []
    for results in versions(db, study):
        if not results.every_session:
            continue
        entries = list(_entries(_Version(db, results)))
        rows = tuple(
            (number, question, FILL_IN if answer is None else answer, known)
            for number, question, answer, known in entries
        )
        open_ = sum(answer is None for _, _, answer, _ in entries)
        tables.append(
            Table(
                "reporting checklist",
                results.study.title,
                results.version,
                COLUMNS,
                rows,
                len(rows),
                {"points that the record cannot know, to be filled in": open_},
                (NOTE,),
            )
        )
    return Report(tuple(tables))


def _entries(version: _Version) -> Iterator[Entry]:
    yield from _paper(version)
    yield from _design(version)
    yield from _recruitment(version)
    yield from _execution(version)
    yield from _analysis(version)
    yield from _documentation(version)


def _unknown(number: str, question: str) -> Entry:
    return number, question, None, NOT_KNOWN


def _paper(version: _Version) -> Iterator[Entry]:
    items = main_items(version.db, version.results.version)
    yield _unknown("0.1–0.4", "title, link, year and venue of the paper")
    yield _unknown("0.5", "type of evaluation: knowledge, capabilities, propensity, agent")
    yield "0.6", "mode of the items", "text", PROGRAM
    languages = sorted({r.item.language for s in version.answering for r in s.results})
    yield "0.7", "language of the items", ", ".join(languages) or "none answered", RECORD
    yield "0.8", "items in the set", f"{len(items)} items that the study may show", RECORD
    asked = {key for run in version.models for key in run.tallies}
    message = f"{len(asked)} items" if version.models else "no model has answered"
    yield "0.9", "items that models were asked", message, RECORD
    runs = Counter((run.name, run.setting) for run in version.models)
    message = ", ".join(f"{name} ({setting}): {n}" for (name, setting), n in sorted(runs.items()))
    yield "0.10", "runs of each model", message or "no model has answered", RECORD


def _design(version: _Version) -> Iterator[Entry]:
    people, study = version.answering, version.results.study
    began = len(version.results.every_session)
    yield "1.1", "number of people", f"{len(people)}, of {began} who began", RECORD
    yield "1.2", "items that people answered", str(len(version.per_item)), RECORD
    samples = {str(getattr(block, "sample", "same")) for block in study.blocks}
    message = f"{', '.join(sorted(samples))}; seed {study.seed}"
    yield "1.2.1", "how the items were sampled", message, FILE
    yield "1.3", "answers to each item", _range(list(version.per_item.values())), RECORD
    yield "1.4", "items of each person", _range(version.per_person), RECORD
    yield _unknown("1.5", "whether the design favours neither people nor models")
    message = (
        f"{version.results.pilots} pilot sessions" if version.results.pilots else "no pilot session"
    )
    yield "1.6", "whether the study was piloted", message, RECORD
    shown = [r for s in people for r in s.results if r.over and r.main]
    seconds = [r.seconds for r in shown if r.seconds is not None]
    if seconds:
        message = f"time limits as in the study file; median {median(seconds):.1f} s a question"
        yield "1.7", "whether effort was controlled", message, RECORD
    else:
        yield _unknown("1.7", "whether effort was controlled")
    yield _unknown("1.8", "power analysis (`compare` tells the detectable difference)")
    yield _unknown("1.9", "ethics review")
    yield _unknown("1.10", "pre-registration")


def _recruitment(version: _Version) -> Iterator[Entry]:
    yield _unknown("2.1", "population of interest, and what it is scoped by")
    yield _unknown("2.2", "how people were recruited")
    qualification = version.results.study.qualification
    if qualification is None:
        yield "2.3", "whether people had to qualify", "no, not in the program", FILE
    else:
        yield "2.3", "whether people had to qualify", "yes", FILE
        bar = f"more than {100 * qualification.pass_above:g} % right"
        yield "2.3.1", "criteria", f"{bar} in the qualification", FILE
        decided = [decision(session.state) for session in version.results.every_session]
        failed = sum(each is not None and not each.passed for each in decided)
        yield "2.3.2", "how many were excluded by them", str(failed), RECORD
    yield _unknown("2.4", "whether authors took part themselves")
    yield _unknown("2.5", "whether people who knew the items were kept out")
    training = version.stations & {"practice", "check"}
    if training:
        yield "2.6", "whether people were trained", "yes", FILE
        yield "2.6.1", "how", ", ".join(sorted(training)), FILE
        yield _unknown("2.6.2", "whether training was paid, and how much")
    else:
        yield "2.6", "whether people were trained", "no, not in the program", FILE
    yield _unknown("2.7", "whether people were paid, how much, with a bonus, all alike")


def _execution(version: _Version) -> Iterator[Entry]:
    study = version.results.study
    shown = [sum(r.over for r in session.results) for session in version.answering]
    yield "3.1", "questions in a session", _range(shown), RECORD
    orders = sorted({str(getattr(block, "order", "fixed")) for block in study.blocks})
    message = f"{', '.join(orders)}; blocks {study.block_order}"
    yield "3.1.1", "order of the questions", message, FILE
    checks = "comprehension checks" if "check" in version.stations else "no comprehension check"
    if any(section.watches for section in study.sections):
        checks = f"{checks}; attention items"
    yield "3.2", "quality control while people answered", f"{checks}; time-outs recorded", FILE
    if study.exclude:
        message = "; ".join(f"sessions that {rule.told}" for rule in study.exclude)
        yield "3.2.1", "what data were excluded for", message, FILE
    else:
        yield _unknown("3.2.1", "what data were excluded for, beyond that")
    left = f"{version.results.withdrawn} withdrawn, {version.results.pilots} pilot, and "
    left += f"{version.results.simulated} simulated sessions"
    if study.exclude:
        left += f"; {len(version.results.excluded)} by the rules of 3.2.1"
    yield "3.2.2", "what was excluded", left, RECORD
    yield "3.3", "same interface for people and models", "no", PROGRAM
    yield "3.3.1", "people on screens, models by requests", "yes: a terminal, and an API", PROGRAM
    yield _unknown("3.3.2", "whether the evaluation adjusts for that")
    settings = sorted({run.setting for run in version.models})
    if settings:
        message = f"same items; models with protocols {', '.join(settings)}"
        yield "3.4", "same instructions", message, RECORD
    else:
        yield _unknown("3.4", "same instructions")
    yield _unknown("3.5", "same tools, and how their use was limited")
    yield _unknown("3.6", "whether people were asked to explain their answers")


def _analysis(version: _Version) -> Iterator[Entry]:
    both = bool(version.models)
    message = "made by `compare`" if both else "no model to test against"
    yield "4.1", "test of the difference", message, PROGRAM
    if both:
        yield "4.1.1", "which test", "that of `compare`, Holm-corrected (docs/metrics.md)", PROGRAM
    yield "4.2", "uncertainty", "95 % intervals for new people and new items", PROGRAM
    yield "4.2.1", "kind of estimate", "point with interval", PROGRAM
    yield "4.3", "same metric for both", "yes, by the same code" if both else "no model", PROGRAM
    yield "4.4", "same scoring criteria", "yes: one gold answer" if both else "no model", PROGRAM
    message = "yes; free answers by the same judges and graders" if both else "no model"
    yield "4.5", "same way of scoring", message, PROGRAM
    message = " ".join(ruled_out(version.results))
    if message:
        yield "4.6", "whether results hold under other exclusions", message, RECORD
    else:
        yield _unknown("4.6", "whether results hold under other exclusions")


def _documentation(version: _Version) -> Iterator[Entry]:
    forms = "form" in version.stations
    if forms:
        message = "answers to the study's forms are exported with it"
        yield "5.1.1", "demographics", message, RECORD
    else:
        yield _unknown("5.1.1", "demographics")
    yield "5.1.2", "instructions of people", "in the study file and its snapshot", FILE
    totals = [s.seconds / 60 for s in version.answering if s.seconds is not None]
    message = "their times were not taken" if version.answering else "nobody answered"
    if totals:
        message = f"median {median(totals):.1f} min of questions"
    yield "5.1.3", "time to completion", message, RECORD
    yield _unknown("5.1.4", "tools with AI that people had, and versions")
    counts = Counter(session.status.replace("_", " ") for session in version.results.every_session)
    message = ", ".join(f"{n} {status}" for status, n in sorted(counts.items()))
    yield "5.1.5", "who did not complete", message, RECORD
    yield _unknown("5.2", "whether the data are public")
    yield "5.2.1", "data by person", "in `countermodel export`, by session", PROGRAM
    yield _unknown("5.3", "whether materials are public (the export holds items and study file)")
    yield _unknown("5.4", "whether the analysis code is public")


def _range(numbers: list[int]) -> str:
    if not numbers:
        return "none"
    low, high = min(numbers), max(numbers)
    if low == high:
        return str(low)
    return f"{low} to {high}, median {median(numbers):g}"
