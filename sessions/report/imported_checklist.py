"""The reporting checklist for people whose answers another program recorded.

Owns the points that differ from those for people who used this program: for a study that is a file
of answers, its screens, its rules and who gave up are unknown. `checklist` owns all other points.
"""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from sessions.record.results import SessionResult, VersionResults
from sessions.report.checklist_entries import NOT_KNOWN, RECORD, Entry, range_of
from solver.phrases import phrase, plural

NO_STUDY = phrase("not recorded: another program asked the questions, and its study is not here")
NO_RULES = phrase("not recorded: the file does not say who else took part, or who was left out")
NO_SCREEN = phrase("not recorded: the file does not say where people answered")
NO_TIMES = phrase("not recorded: the file has no times")


def elsewhere(results: VersionResults, answering: Sequence[SessionResult]) -> Mapping[str, Entry]:
    """Points by number, for the study that represents a file; `answering` are the sessions with an
    answer."""
    return {entry[0]: entry for entry in _points(results, answering)}


def _points(results: VersionResults, answering: Sequence[SessionResult]) -> Iterator[Entry]:
    items = {result.step.item_hash for session in answering for result in session.results}
    message = plural(
        "{n} item in the file; how many there were is not recorded",
        "{n} items in the file; how many there were is not recorded",
        n=len(items),
    )
    yield "0.8", phrase("items in the set"), message, RECORD
    message = plural(
        "{n} in the file; how many began is not recorded",
        "{n} in the file; how many began is not recorded",
        n=len(answering),
    )
    yield "1.1", phrase("number of people"), message, RECORD
    yield "1.2.1", phrase("how the items were sampled"), NO_STUDY, NOT_KNOWN
    yield "1.6", phrase("whether the study was piloted"), NO_RULES, NOT_KNOWN
    all_results = [result for session in answering for result in session.results]
    seconds = [result.seconds for result in all_results if result.seconds is not None]
    effort = phrase("whether effort was controlled")
    if seconds:
        message = phrase(
            "not recorded; median {seconds} s a question, as another program took the time of {n} "
            "of {all}",
            seconds=f"{median(seconds):.1f}",
            n=len(seconds),
            all=len(all_results),
        )
        yield "1.7", effort, message, NOT_KNOWN
    else:
        yield "1.7", effort, NO_STUDY, NOT_KNOWN
    yield "2.3", phrase("whether people had to qualify"), NO_STUDY, NOT_KNOWN
    yield "2.6", phrase("whether people were trained"), NO_STUDY, NOT_KNOWN
    number = range_of([len(session.results) for session in answering])
    message = phrase("{n} in the file; how many were asked is not recorded", n=number)
    yield "3.1", phrase("questions in a session"), message, RECORD
    yield "3.1.1", phrase("order of the questions"), NO_STUDY, NOT_KNOWN
    yield "3.2", phrase("quality control while people answered"), NO_STUDY, NOT_KNOWN
    message = phrase(
        "{n} withdrawn here; what was excluded before is not recorded", n=results.withdrawn
    )
    yield "3.2.2", phrase("what was excluded"), message, RECORD
    yield "3.3", phrase("same interface for people and models"), NO_SCREEN, NOT_KNOWN
    yield "3.3.1", phrase("people on screens, models by requests"), NO_SCREEN, NOT_KNOWN
    yield "3.4", phrase("same instructions"), NO_STUDY, NOT_KNOWN
    yield "5.1.2", phrase("instructions of people"), NO_STUDY, NOT_KNOWN
    yield _completion(answering)
    yield "5.1.5", phrase("who did not complete"), NO_RULES, NOT_KNOWN


def _completion(answering: Sequence[SessionResult]) -> Entry:
    """How long people took, over those for whom every question has a time."""
    question = phrase("time to completion")
    totals = [session.seconds / 60 for session in answering if session.seconds is not None]
    if totals:
        message = plural(
            "median {minutes} min of questions, as another program took them ({n} person)",
            "median {minutes} min of questions, as another program took them ({n} people)",
            n=len(totals),
            minutes=f"{median(totals):.1f}",
        )
        return "5.1.3", question, message, RECORD
    if any(result.seconds is not None for session in answering for result in session.results):
        message = phrase("not recorded: nobody has a time of every question in the file")
        return "5.1.3", question, message, NOT_KNOWN
    return "5.1.3", question, NO_TIMES, NOT_KNOWN
