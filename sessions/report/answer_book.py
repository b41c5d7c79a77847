"""Every recorded answer, by item.

Owns reading the record once, sessions and model answers alike, and grouping it by item. An item
that was edited since is found by its id, and its answers are marked as belonging to another
version. `item_answers` owns the rows.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from items.answers import Answer
from items.inspection.catalogue import RecordedTallies
from items.models import Item, Question
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.responses import Response
from sessions.record.grades import ruling
from sessions.record.question_result import Result
from sessions.record.results import SessionResult, VersionResults, versions
from sessions.report.item_answers import NO_ANSWERS, ItemAnswers, RecordedAnswer
from sessions.storage.database import Database
from study.scores.scoring import Ruling, combined, score_parts


@dataclass(frozen=True)
class AnswerBook:
    """Recorded answers by item. Build it with `answer_book`."""

    people: Mapping[str, tuple[RecordedAnswer, ...]] = field(repr=False)
    """By content hash of the item."""
    models: Mapping[str, tuple[Response, ...]] = field(repr=False)
    """By content hash of the item."""
    versions: Mapping[str, tuple[str, ...]] = field(repr=False)
    """Item id to the content hashes under which it was answered."""
    rulings_by_id: Mapping[bytes, Ruling] = field(repr=False)
    """Model answer to the verdict on it that counts."""

    def answers(self, item: Item) -> ItemAnswers:
        """The answers to exactly this item; if there are none, those to other versions of it. They
        do not include the times of model answers, which `timed` adds."""
        own = item.content_hash
        if own in self.people or own in self.models:
            return ItemAnswers(self._of(own, item), False)
        others = self.versions.get(item.id, ())
        if not others:
            return NO_ANSWERS
        return ItemAnswers(
            tuple(recorded_answer for key in others for recorded_answer in self._of(key, item)),
            True,
        )

    def summaries(self, items: Iterable[Item]) -> dict[str, RecordedTallies]:
        """Item id to its figures, for the items that somebody answered."""
        return {item.id: self.answers(item).summary() for item in items if item.id in self.versions}

    def _of(self, item_hash: str, item: Item) -> tuple[RecordedAnswer, ...]:
        answered = self.models.get(item_hash, ())
        return (
            *self.people.get(item_hash, ()),
            *_model_answers(answered, item, self.rulings_by_id),
        )


def answer_book(
    db: Database, *, study: str | None = None, simulated: bool = False, full: bool = True
) -> AnswerBook:
    """Everything recorded, without pilots and withdrawn sessions; with `simulated`, of simulated
    respondents instead of people, and with `study`, of people in that study only. Without `full`,
    sessions that a study's rules exclude are left out. Replays every session: run it in the
    background, with a connection of its own."""
    people: dict[str, list[RecordedAnswer]] = {}
    models: dict[str, list[Response]] = {}
    ids: dict[str, dict[str, None]] = {}
    for version in versions(db, study, simulated=simulated, full=full):
        for session in version.sessions:
            for result in session.results:
                recorded_answer = _persons(version, session, result)
                if recorded_answer is not None:
                    people.setdefault(recorded_answer.item_hash, []).append(recorded_answer)
                    ids.setdefault(recorded_answer.item_id, {})[recorded_answer.item_hash] = None
    for response in responses.read(db):
        target = response.target
        models.setdefault(target.item_hash, []).append(response)
        ids.setdefault(target.item_id, {})[target.item_hash] = None
    verdicts: dict[bytes, list[Judgement]] = {}
    for judgement in judgements.read(db):
        verdicts.setdefault(judgement.response, []).append(judgement)
    judged = {
        key: verdict
        for key, answer_judgements in verdicts.items()
        if (verdict := ruling(answer_judgements)) is not None
    }
    return AnswerBook(
        {key: tuple(answers) for key, answers in people.items()},
        {key: tuple(answers) for key, answers in models.items()},
        {key: tuple(item_hashes) for key, item_hashes in ids.items()},
        judged,
    )


def timed(db: Database, answers: ItemAnswers) -> ItemAnswers:
    """The same answers with the times of the models' calls, where they were measured."""
    response_ids = [key for answer in answers.answers for key in answer.response_ids]
    if not response_ids:
        return answers
    calls = responses.calls(db, response_ids)

    def seconds(recorded_answer: RecordedAnswer) -> float | None:
        # Parts answered in one call share its time.
        distinct = {
            id(calls[key]): calls[key] for key in recorded_answer.response_ids if key in calls
        }
        times = [call.seconds for call in distinct.values()]
        known_times = [time for time in times if time is not None]
        return sum(known_times) if known_times and len(known_times) == len(times) else None

    return replace(
        answers,
        answers=tuple(
            replace(answer, seconds=seconds(answer)) if answer.response_ids else answer
            for answer in answers.answers
        ),
    )


def _persons(
    version: VersionResults, session: SessionResult, result: Result
) -> RecordedAnswer | None:
    if not result.over:
        return None
    return RecordedAnswer(
        respondent=session.code or session.id,
        respondent_kind="simulated" if version.are_simulated else "person",
        item_hash=result.step.item_hash,
        item_id=result.item.id,
        question_index=result.step.question,
        question=result.question,
        answers=dict(result.answers),
        scores=result.scores,
        score=result.score,
        ending=result.ending,
        seconds=result.seconds,
        confidence=result.confidence,
        study=version.study.title,
        block=result.block.id,
        note="; ".join(result.unread.values()),
    )


def _model_answers(
    responses_found: Iterable[Response], item: Item, rulings_by_id: Mapping[bytes, Ruling]
) -> Iterable[RecordedAnswer]:
    """Parts of one question in one run and mutant, combined; failures are not answers."""
    questions = {question.id: (place, question) for place, question in enumerate(item.questions)}
    groups: dict[tuple[object, ...], list[Response]] = {}
    times: dict[tuple[object, ...], int] = {}
    for response in responses_found:
        target = response.target
        if response.status == "failed" or target.question not in questions:
            continue
        question_key = (response.series, response.mutant, target.item_hash, target.question)
        # Asked again with another prompt, it is a separate answer.
        again = times.get((*question_key, target.part), 0)
        times[(*question_key, target.part)] = again + 1
        groups.setdefault((*question_key, again), []).append(response)
    for responses_of_part in groups.values():
        place, question = questions[responses_of_part[0].target.question]
        yield _model_answer(responses_of_part, item, place, question, rulings_by_id)


def _model_answer(
    part_responses: list[Response],
    item: Item,
    place: int,
    question: Question,
    rulings_by_id: Mapping[bytes, Ruling],
) -> RecordedAnswer:
    first = part_responses[0]
    answers: dict[str, Answer] = {
        response.target.part: response.answer
        for response in part_responses
        if response.answer is not None
    }
    rulings = {
        response.target.part: rulings_by_id[response.id]
        for response in part_responses
        if response.id in rulings_by_id
    }
    unread = {response.target.part for response in part_responses if response.answer is None}
    scores = score_parts(answers, question, rulings, complete=False, unread=unread)
    return RecordedAnswer(
        respondent=first.series.model,
        respondent_kind="model",
        item_hash=first.target.item_hash,
        item_id=item.id,
        question_index=place,
        question=question,
        answers=answers,
        scores=scores,
        score=combined(scores.values()),
        ending="confirmed",
        seconds=None,
        confidence=None,
        study=first.series.setting,
        block=f"run {first.series.run}",
        mutant=first.mutant,
        note="; ".join(response.note for response in part_responses if response.note),
        response_ids=tuple(response.id for response in part_responses),
    )
