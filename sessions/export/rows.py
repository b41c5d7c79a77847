"""The rows of an export, and the meaning of their columns.

Owns one row per answer, per item and respondent, per session, per item and per event. `tidy_files`
decides which files contain them.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from items.answers import Answer, TextAnswer
from items.models import Item, Question
from items.shape.structure import form
from items.values.answer_text import format_answer
from sessions.export.payments import payments as due
from sessions.record import snapshots
from sessions.record.grades import answer_key
from sessions.record.question_result import Result
from sessions.record.results import SessionResult, VersionResults, excluding_rules
from sessions.report.answer_book import answer_book, timed
from sessions.report.item_answers import RecordedAnswer
from sessions.storage.database import Database
from study.stations.qualification import decision

PRIVATE = {
    "session_started": ("code", "return_key"),
    "return_key_given": ("return_key",),
    "session_completed": ("completion_code",),
}
"""Fields left out of events, by kind of event."""


@dataclass(frozen=True, slots=True)
class Field:
    """One column."""

    name: str
    meaning: str
    unit: str = "text"


RESPONDENT_FIELDS = (
    Field("kind", "person, simulated, or model"),
    Field("respondent", "for a person, the session's random id; for a model, its name"),
    Field("study", "title of the study; for a model, its setting"),
    Field("version", "hash over the study file and its items; empty for models"),
    Field("run", "run of the setting, for a model or an imported answer", "number from 1"),
    Field("block", "block of the study; empty for models"),
    Field("item", "id of the item"),
    Field("item_hash", "content hash of the item as it was answered"),
)
ANSWERS = (
    *RESPONDENT_FIELDS,
    Field(
        "role",
        "role of the block: qualification, practice or main; attention: not a result; empty for "
        "models",
    ),
    Field("place", "place of the question in the session; empty for models", "number from 0"),
    Field(
        "occasion",
        "number of the item in the block or, for imported answers, which time the item was met; "
        "empty for models",
        "number from 0",
    ),
    Field(
        "setting", "setting of a model, or of an imported answer according to its file; else empty"
    ),
    Field("question", "id of the question"),
    Field("part", "id of the part; of a question without parts, the question's own"),
    Field("question_kind", "kind of the question part"),
    Field("rotation", "rotation of the options to the left, in places", "number"),
    Field("answer", "the answer in the form of gold answers; options in the item's own order"),
    Field("answer_key", "key of a free answer, equal for equal answers; the same as in queues"),
    Field("gold", "the reference answer"),
    Field("right", "whether this part is right; empty where unknown", "true or false"),
    Field(
        "decided",
        "how that was decided: graded, matched, judged, by a person, or why it is undecided",
    ),
    Field("question_right", "whether all parts of the question are right", "true or false"),
    Field("ending", "confirmed or timed_out (wrong whatever was entered); empty for models"),
    Field(
        "seconds",
        "how long the question was open, with all its parts; for a model, how long its call took;"
        " for imported answers, the time in their file",
        "s",
    ),
    Field("confidence", "confidence, where it was asked", "1 to 5"),
    Field("changes", "number of times the draft was changed; empty for models", "number"),
    Field("note", "why it could not be read, for a model or an imported answer"),
)
SCORES = (
    *RESPONDENT_FIELDS,
    Field("rotation", "rotation of the options to the left, in places", "number"),
    Field("questions", "questions of the item that were answered or timed out", "number"),
    Field("judged", "questions that are right or wrong", "number"),
    Field("questions_right", "questions that are right", "number"),
    Field(
        "item_right",
        "whether all are right; empty where the item was not completely answered and judged",
        "true or false",
    ),
    Field("seconds", "time on the item; empty where part of it was not measured", "s"),
)
SESSIONS = (
    Field("kind", "person or simulated"),
    Field("session", "random id"),
    Field(
        "participant",
        "id of the participant's first session, the same in all their sessions of a study",
    ),
    Field("attempt", "number of the participant's attempt at the study", "number from 1"),
    Field("sitting", "number of the planned session in that attempt", "number from 1"),
    Field("study", "title of the study"),
    Field("study_id", "id of the study, which does not change with edits"),
    Field("study_hash", "SHA-256 of the study file"),
    Field("version", "hash over the study file and its items"),
    Field("language", "language of the screens"),
    Field(
        "slot",
        "place in the balanced assignment; numbered separately on each machine",
        "number from 0",
    ),
    Field("condition", "condition of the study; empty where it has none"),
    Field("status", "completed, not_qualified, timed_out, declined, or under_way"),
    Field("started", "time when the session began", "ISO 8601, UTC"),
    Field("qualification_right", "right answers in the qualification", "number"),
    Field("qualification_asked", "questions of the qualification", "number"),
    Field("qualified", "whether the participant passed the gate", "true or false"),
    Field("attention_asked", "attention items that were passed or failed", "number"),
    Field("attention_failed", "attention items that were failed", "number"),
    Field("excluded", "names of the study's rules that exclude it from the report; empty if none"),
    Field("imported", "whether another program recorded the answers", "true or false"),
    Field("seconds_used", "time on questions; empty where it was not measured", "s"),
    Field("starts", "number of times the program was started for it", "number"),
    Field("seconds_away", "time between starts", "s"),
    Field("clock_flagged", "whether a time away was measured by the wall clock", "true or false"),
    Field("times_away", "number of times the participant switched to another window", "number"),
    Field("pastes", "number of times text was pasted", "number"),
    Field("typed_at_once", "number of times text was entered faster than anybody types", "number"),
    Field("quick_answers", "answers confirmed before the question can have been read", "number"),
    Field("times_idle", "number of long periods without input while a question was open", "number"),
    Field("seconds_idle", "total length of those periods that ended with an input", "s"),
    Field("lines_lost", "number of times the participant's browser was disconnected", "number"),
    Field(
        "about",
        "what the researcher knew about the participant beforehand, such as a recruiter's ids; as"
        " JSON",
    ),
)
PAYMENTS = (
    Field("session", "random id"),
    Field(
        "participant",
        "id of the participant's first session, the same in all their sessions of a study",
    ),
    Field("study", "title of the study"),
    Field("sitting", "number of the planned session in an attempt", "number from 1"),
    Field("attempt", "number of the participant's attempt at the study", "number from 1"),
    Field("status", "completed, not_qualified, timed_out, declined, or under_way"),
    Field("base", "payment due for the session's outcome", "currency"),
    Field("bonus", "payment due for right answers", "currency"),
    Field("amount", "total payment due", "currency"),
    Field("currency", "currency in the study file"),
)
ITEMS = (
    Field("item_hash", "SHA-256 over everything that is asked or determines the gold"),
    Field("item", "id"),
    Field("language", "language of the text"),
    Field("form", "form of the text: natural language or symbolic"),
    Field("questions", "number of questions", "number"),
    Field("question_kinds", "distinct kinds of its question parts"),
    Field("formalized", "whether it has a formalization", "true or false"),
    Field("attributes", "attributes, as JSON"),
)


@dataclass(frozen=True, slots=True)
class AnswerTables:
    """Answers of all respondents."""

    answers: tuple[dict[str, Any], ...]
    scores: tuple[dict[str, Any], ...]


def recorded(db: Database, versions: Sequence[VersionResults]) -> AnswerTables:
    """The answer rows: people first, session by session, then models."""
    answers: list[dict[str, Any]] = []
    scores: list[dict[str, Any]] = []
    for version in versions:
        for session in version.sessions:
            by_item: dict[tuple[int, str, int], list[Result]] = {}
            for result in session.results:
                if result.over:
                    answers += of_person(version, session, result)
                    place = (result.step.block, result.step.item_hash, result.step.ordinal)
                    if not result.attention:
                        by_item.setdefault(place, []).append(result)
            scores += [
                {
                    **_person(version, session, item_answers[0]),
                    "rotation": max(_rotation(result) for result in item_answers),
                    **_score(item_answers[0].item, item_answers),
                }
                for item_answers in by_item.values()
            ]
    for item, group in of_models(db):
        for recorded in group:
            answers += of_model(recorded)
        scores.append(
            {
                **_model(group[0]),
                "rotation": group[0].mutant,
                **_score(item, group),
            }
        )
    return AnswerTables(tuple(answers), tuple(scores))


def sessions(versions: Iterable[VersionResults]) -> Iterator[dict[str, Any]]:
    """One row per session."""
    for version in versions:
        for session in version.sessions:
            gate = decision(session.state)
            first = session.state.started
            passed = [met.passed for met in session.facts.attention if met.passed is not None]
            yield {
                "kind": _kind(version),
                "session": session.id,
                "participant": session.person,
                "attempt": session.attempt,
                "sitting": session.sitting,
                "study": version.study.title,
                "study_id": version.study.key,
                "study_hash": version.study_hash,
                "version": version.version,
                "language": first.language if first else "",
                "slot": session.slot,
                "condition": session.state.plan.condition,
                "status": session.status,
                "started": session.started_utc,
                "qualification_right": gate.correct if gate else None,
                "qualification_asked": gate.asked if gate else None,
                "qualified": gate.passed if gate else None,
                "attention_asked": len(passed),
                "attention_failed": passed.count(False),
                "excluded": "; ".join(excluding_rules(version.study.exclude, session)),
                "imported": session.imported,
                "seconds_used": session.seconds,
                "starts": session.state.segments,
                "seconds_away": session.state.away_ns / 1e9,
                "clock_flagged": session.state.flagged,
                "times_away": session.state.asides.get("focus_lost", 0),
                "pastes": session.state.asides.get("pasted", 0),
                "typed_at_once": session.state.asides.get("typed_at_once", 0),
                "quick_answers": session.state.asides.get("answered_quickly", 0),
                "times_idle": session.state.asides.get("idle_began", 0),
                "seconds_idle": session.state.idle_ns / 1e9,
                "lines_lost": session.state.asides.get("line_lost", 0),
                "about": json.dumps(dict(first.about), ensure_ascii=False)
                if first and first.about
                else None,
                **{_own(name): value for name, value in (first.about if first else {}).items()},
            }


def payments(db: Database) -> Iterator[dict[str, Any]]:
    """One row per session of people in studies whose files define a payment."""
    for row in due(db):
        yield {
            "session": row.session,
            "participant": row.person,
            "study": row.study,
            "sitting": row.sitting,
            "attempt": row.attempt,
            "status": row.status,
            "base": f"{row.base:.2f}",
            "bonus": f"{row.bonus:.2f}",
            "amount": f"{row.amount:.2f}",
            "currency": row.currency,
        }


def own_fields(versions: Iterable[VersionResults]) -> tuple[Field, ...]:
    """One column for each attribute that the researcher knew about participants, e.g. a column of a
    list of codes."""
    names: dict[str, None] = {}
    for version in versions:
        for session in version.sessions:
            if session.state.started is not None:
                names.update(dict.fromkeys(session.state.started.about))
    own = {_own(name): name for name in sorted(names)}
    return tuple(
        Field(column, f"{name}: what the researcher knew beforehand")
        for column, name in own.items()
    )


def _own(name: str) -> str:
    """The column name for one of the researcher's attribute names."""
    return "own_" + re.sub(r"\W+", "_", name)


def items(db: Database) -> Iterator[dict[str, Any]]:
    """One row per item in the record, by id and hash."""
    for row in db.rows("SELECT hash, body FROM item ORDER BY id, hash"):
        item = snapshots.parsed(row["body"], row["hash"])
        yield {
            "item_hash": row["hash"],
            "item": item.id,
            "language": item.language,
            "form": form(item),
            "questions": len(item.questions),
            "question_kinds": list(dict.fromkeys(str(leaf.kind) for leaf in item.leaves)),
            "formalized": item.formalization is not None,
            "attributes": json.dumps(dict(item.attributes), ensure_ascii=False, sort_keys=True),
        }


def events(db: Database, session: str) -> Iterator[dict[str, Any]]:
    """A session's events without fields that identify a person or computer. Raises OutsideError
    where a stored row is not an event."""
    for row in db.rows(
        "SELECT seq, kind, mono_ns, utc, payload FROM event WHERE session = ? ORDER BY seq", session
    ):
        try:
            payload = dict(json.loads(row["payload"]))
        except (ValueError, TypeError):
            place = f"event {row['seq']} of session {session}"
            raise snapshots.damaged(place, "the stored text is not an event") from None
        for name in PRIVATE.get(row["kind"], ()):
            payload.pop(name, None)
        yield {
            "session": session,
            "seq": row["seq"],
            "kind": row["kind"],
            "mono_ns": row["mono_ns"],
            "utc": row["utc"],
            "payload": payload,
        }


# --- parts of rows -------------------------------------------------------------------------------


def _kind(version: VersionResults) -> str:
    return "simulated" if version.are_simulated else "person"


def _person(version: VersionResults, session: SessionResult, result: Result) -> dict[str, Any]:
    return {
        "kind": _kind(version),
        "respondent": session.id,
        "study": version.study.title,
        "version": version.version,
        "run": result.run,
        "block": result.block.id,
        "item": result.item.id,
        "item_hash": result.step.item_hash,
    }


def of_person(
    version: VersionResults, session: SessionResult, result: Result
) -> Iterator[dict[str, Any]]:
    """A person's answer to a question, one row per recorded part."""
    for leaf in result.question.leaves:
        if result.scores[leaf.id].why == "not recorded":
            continue
        yield {
            **_person(version, session, result),
            "role": "attention" if result.attention else result.block.role,
            "place": result.step.index,
            "occasion": result.step.ordinal,
            "setting": result.setting,
            **_answered(result, leaf, result.answers.get(leaf.id)),
            "rotation": _rotation(result),
            "question_right": result.score.right,
            "ending": result.ending,
            "seconds": result.seconds,
            "confidence": result.confidence,
            "changes": result.changes,
            "note": result.unread.get(leaf.id, ""),
        }


def _rotation(result: Result) -> int:
    """Rotation of the options; 0 where there are no options."""
    options = len(result.question.options)
    return result.step.shift % options if options else 0


def of_models(db: Database) -> Iterator[tuple[Item, list[RecordedAnswer]]]:
    """Each item with a model's answers to it in one run and rotation."""
    book = answer_book(db)
    bodies = {row["hash"]: row["body"] for row in db.rows("SELECT hash, body FROM item")}
    for item_hash in book.models:
        if item_hash not in bodies:
            continue
        item: Item = snapshots.parsed(bodies[item_hash], item_hash)
        groups: dict[tuple[object, ...], list[RecordedAnswer]] = {}
        for recorded in timed(db, book.answers(item)).answers:
            if recorded.respondent_kind == "model":
                key = (recorded.respondent, recorded.study, recorded.block, recorded.mutant)
                groups.setdefault(key, []).append(recorded)
        for group in groups.values():
            yield item, group


def _model(answer: RecordedAnswer) -> dict[str, Any]:
    return {
        "kind": "model",
        "respondent": answer.respondent,
        "study": answer.study,
        "version": "",
        "run": int(answer.block.removeprefix("run ")),
        "block": "",
        "item": answer.item_id,
        "item_hash": answer.item_hash,
    }


def of_model(recorded_answer: RecordedAnswer) -> Iterator[dict[str, Any]]:
    """A model's answer to a question, one row per recorded part."""
    for leaf in recorded_answer.question.leaves:
        if recorded_answer.scores[leaf.id].why == "not recorded":
            continue
        yield {
            **_model(recorded_answer),
            "role": "",
            "place": None,
            "occasion": None,
            "setting": recorded_answer.study,
            **_answered(recorded_answer, leaf, recorded_answer.answers.get(leaf.id)),
            "rotation": recorded_answer.mutant,
            "question_right": recorded_answer.score.right,
            "ending": "",
            "seconds": recorded_answer.seconds,
            "confidence": None,
            "changes": None,
            "note": recorded_answer.note,
        }


def _answered(
    recorded: Result | RecordedAnswer, leaf: Question, answer: Answer | None
) -> dict[str, Any]:
    item_hash = recorded.step.item_hash if isinstance(recorded, Result) else recorded.item_hash
    scored = recorded.scores[leaf.id]
    free = isinstance(answer, TextAnswer)
    return {
        "question": recorded.question.id,
        "part": leaf.id,
        "question_kind": str(leaf.kind),
        "answer": None if answer is None else format_answer(answer, leaf),
        "answer_key": answer_key(item_hash, leaf.id, answer).hex() if free and answer else "",
        "gold": None if leaf.gold is None else format_answer(leaf.gold, leaf),
        "right": scored.right,
        "decided": scored.why,
    }


def _score(item: Item, answers: Sequence[Result | RecordedAnswer]) -> dict[str, Any]:
    """The score of the answers to one item, one answer per question."""
    judged = [answer.score.right for answer in answers if answer.score.right is not None]
    seconds = [answer.seconds for answer in answers if answer.seconds is not None]
    n = len(answers)
    right = False if False in judged else True if len(judged) == n else None
    return {
        "questions": n,
        "judged": len(judged),
        "questions_right": sum(judged),
        "item_right": right if n == len(item.questions) else None,
        "seconds": sum(seconds) if len(seconds) == n else None,
    }
