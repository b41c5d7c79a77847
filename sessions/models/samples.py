"""Several samples of each answer, and their majority as an answer of its own.

Owns how the samples of `ask --samples` are stored, and storing the majority of them. Samples are
runs of their setting: with five samples, runs 1 to 5 belong to the first answer. The majority has a
setting of its own, with the judges' verdicts on the sample that it repeats. `study.scores.voting`
counts votes.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from items.answers import TextAnswer
from items.models import Item
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer, Response, Target
from sessions.record.clock import Clock
from sessions.storage.database import Database
from study.scores.voting import Vote, vote

_MAJORITY = " majority-of-"
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Majorities:
    """The outcome for recorded samples; question parts are counted."""

    stored: int = 0
    """New ones."""
    unchanged: int = 0
    tied: int = 0
    """Number of majorities in which another answer has as many votes."""
    waiting: int = 0
    """Answers with a missing sample: its request failed or was not sent yet."""

    def plus(self, other: "Majorities") -> "Majorities":
        """The sum of both."""
        return Majorities(
            self.stored + other.stored,
            self.unchanged + other.unchanged,
            self.tied + other.tied,
            self.waiting + other.waiting,
        )


def majority_setting(setting: str, samples: int) -> str:
    """The setting of the majority of this many samples of a setting."""
    return f"{setting}{_MAJORITY}{samples}"


def majorities_among(settings: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """The majorities whose samples are also among these models and settings. Used together, they
    would count the same responses twice."""
    known_settings = frozenset(settings)
    outcome: set[tuple[str, str]] = set()
    for model, setting in known_settings:
        samples_of, sign, number = setting.rpartition(_MAJORITY)
        if sign and number.isdecimal() and (model, samples_of) in known_settings:
            outcome.add((model, setting))
    return frozenset(outcome)


def store_majorities(
    db: Database,
    items: Collection[Item],
    model: str,
    setting: str,
    runs: int,
    samples: int,
    clock: Clock,
) -> Majorities:
    """Store the majority of a model's samples, for these items and `runs` answers to each question.
    A majority whose samples have not changed is already stored."""
    hashes = {item.content_hash for item in items}
    by_target: dict[tuple[Target, int], dict[int, Response]] = {}
    for response in responses.read(db, model=model, setting=setting):
        if response.series.run <= runs * samples and response.target.item_hash in hashes:
            by_target.setdefault((response.target, response.mutant), {})[response.series.run] = (
                response
            )
    rows: list[ModelAnswer] = []
    tied = waiting = 0
    for samples_by_number in by_target.values():
        for run in range(1, runs + 1):
            several = [samples_by_number.get(number) for number in _numbers(run, samples)]
            received_samples = [
                entry for entry in several if entry is not None and entry.status != "failed"
            ]
            if len(received_samples) < samples:
                waiting += 1
                continue
            outcome = vote([entry.answer for entry in received_samples])
            tied += outcome.is_tied
            rows.append(
                _majority(received_samples, outcome, majority_setting(setting, samples), run, clock)
            )
    added = responses.add(db, rows).added
    return Majorities(added, len(rows) - added, tied, waiting)


def carry_verdicts(
    db: Database,
    items: Collection[Item],
    model: str,
    setting: str,
    samples: int,
    judge: str,
    clock: Clock,
) -> int:
    """Copy a judge's verdicts on samples to the majorities, preferring readable ones: a majority in
    free text is the text of one of its samples, and no judge is asked twice about one text. Returns
    how many were new."""
    hashes = {item.content_hash for item in items}
    verdicts: dict[bytes, Judgement] = {}
    for judgement in judgements.read(db):
        if (judgement.judge, judgement.kind) == (judge, "model"):
            _prefer(verdicts, judgement.response, judgement)
    sample_verdicts: dict[tuple[Target, int, int, str], Judgement] = {}
    for response in responses.read(db, model=model, setting=setting):
        verdict = verdicts.get(response.id)
        if verdict is not None and isinstance(response.answer, TextAnswer):
            run = (response.series.run - 1) // samples + 1
            place = (response.target, response.mutant, run, response.answer.text)
            _prefer(sample_verdicts, place, verdict)
    rows: list[Judgement] = []
    for response in responses.read(db, model=model, setting=majority_setting(setting, samples)):
        if response.target.item_hash not in hashes or not isinstance(response.answer, TextAnswer):
            continue
        before, run, text = verdicts.get(response.id), response.series.run, response.answer.text
        verdict = sample_verdicts.get((response.target, response.mutant, run, text))
        if verdict is None:
            continue
        if before is None or (before.match is None and verdict.match is not None):
            rows.append(replace(verdict, response=response.id, utc=clock.utc(), raw=None))
    return judgements.add(db, rows)


def _prefer(verdicts: dict[K, Judgement], key: K, verdict: Judgement) -> None:
    """Store the first readable verdict, else the first."""
    before = verdicts.setdefault(key, verdict)
    if before.match is None and verdict.match is not None:
        verdicts[key] = verdict


def _numbers(run: int, samples: int) -> Iterator[int]:
    """The runs of the samples that make up one answer."""
    return iter(range((run - 1) * samples + 1, run * samples + 1))


def _majority(
    samples: list[Response], majority_vote: Vote, setting: str, run: int, clock: Clock
) -> ModelAnswer:
    # Reports import this module to recognize majorities, and need no formatting.
    from items.values.answer_text import format_answer

    first = samples[0]
    target = first.target
    messages = [
        f"{format_answer(candidate.answer)}: {candidate.votes}"
        for candidate in majority_vote.candidates
    ]
    if majority_vote.unreadable:
        messages.append(f"unreadable: {majority_vote.unreadable}")
    call = Call(
        utc=clock.utc(),
        origin=f"majority of {len(samples)} samples",
        # Other samples make another majority; the same ones are not stored twice.
        prompt_hash=hashlib.sha256(b"".join(sample.id for sample in samples)).hexdigest(),
        parameters={"samples": len(samples)},
        raw="; ".join(messages),
    )
    winner = majority_vote.winner
    return ModelAnswer(
        first.series.model,
        setting,
        run,
        target.item_hash,
        target.item_id,
        target.question,
        target.part,
        first.mutant,
        "unreadable" if winner is None else "answered",
        winner,
        call,
        "none of the samples could be read" if winner is None else "",
    )
