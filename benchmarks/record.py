"""Large records for the benchmarks: answers of models and of people, and idle sessions.

Owns their deterministic generation. Measures nothing. People are scripted sessions as the program
records them: question shown, a heartbeat per second, answered, sometimes changed, confidence,
confirmed. A waiting session is started by the program's runner and only has heartbeats from then
on.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from benchmarks.import_answers import OPTIONS, UTC, made_items
from items.answers import Answer, ChoiceAnswer, CountAnswer, TruthAnswer
from items.models import Item, Option, Provenance, Question
from sessions.models.responses import Call, ModelAnswer
from sessions.record import snapshots
from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from study.course import events as ev
from study.course.sections import Pools, Step
from study.design.planning import make_plan
from study.design.protocol import LoadedStudy, parse_study
from study.stations.consent import ConsentGiven
from study.stations.end import SessionCompleted
from study.stations.question import AnswerChanged, AnswerConfirmed, ConfidenceChanged, QuestionShown
from study.stations.text import BlockStarted, InstructionsRead

CHOICES, TASKS, STORIES, WHOLE_ITEMS, PARTS = 2000, 800, 700, 100, 5
LABELS = ("true", "false", "unknown")
SECOND = 1_000_000_000
SECONDS = (4, 16)
"""Minimum and maximum seconds that a person takes for an answer."""
STUDY = """
id = "large"
title = "A large study"
consent = "Do you agree?"
[[blocks]]
source = "made"
number = {items}
sample = "per-slot"
confidence = true
none_option = true
"""


def every_item(share: int = 1) -> list[Item]:
    """Items for every table of a report, reduced by the factor `share`; those of choices and tasks
    are formalized."""
    tasks = [
        _truth(
            f"t_d{n % 5}_w{n % 4}_{n // 5}_distract{n % 5}",
            "QMFOL",
            n,
            topic=f"topic {n % 6}",
            depth=n % 5,
            width=n % 4,
            distractors=n % 5,
        ).model_copy(update={"formalization": _formal(n)})
        for n in range(TASKS // share)
    ]
    stories = [
        _truth(f"story {n}", "ContextHub", n, domain=f"domain {n % 12}", level=n % 4)
        for n in range(STORIES // share)
    ]
    whole = [
        Item(
            id=f"whole {n}",
            text=f"The text of whole {n}.",
            questions=tuple(
                Question(
                    id=str(k),
                    kind="count_models",
                    condition="it rains" if k % 2 else None,
                    gold=CountAnswer(count=k),
                )
                for k in range(PARTS)
            ),
            provenance=Provenance(benchmark="LLMEval-Logic Hard"),
        )
        for n in range(WHOLE_ITEMS // share)
    ]
    choices = [
        item.model_copy(update={"formalization": _formal(n), "questions": (_choice(item, n),)})
        for n, item in enumerate(made_items(CHOICES // share))
    ]
    return [*choices, *tasks, *stories, *whole]


def answers(items: list[Item], models: int, runs: int) -> Iterator[ModelAnswer]:
    """Answers to all items by a number of models and runs."""
    rng = random.Random(3)
    for model in range(models):
        for run in range(1, runs + 1):
            for item in items:
                for leaf in item.leaves:
                    for mutant in range(OPTIONS if leaf.kind == "choice" else 1):
                        yield ModelAnswer(
                            model=f"model-{model}",
                            setting="0-shot",
                            run=run,
                            item_hash=item.content_hash,
                            item_id=item.id,
                            question=leaf.id,
                            part=leaf.id,
                            mutant=mutant,
                            status="answered",
                            answer=rng.choice(_answers_of_kind(str(leaf.kind))),
                            call=Call(
                                utc=UTC,
                                prompt_hash="p",
                                raw="Answer: B",
                                seconds=round(rng.uniform(0.5, 20), 3),
                                prompt_tokens=300,
                                completion_tokens=40,
                            ),
                        )


def people(
    db: Database, items: list[Item], sessions: int, number: int, *, first_slot: int = 0
) -> int:
    """Store `sessions` sessions of `number` items each, in slots from `first_slot` on; returns the
    number of answers."""
    study = parse_study(STUDY.format(items=number), "large.toml")
    pools: Pools = {"made": tuple(items)}
    rng, count = random.Random(4), 0
    with db.atomic() as connection:
        version = snapshots.store(connection, study, pools, UTC)
        items_by_hash = {item.content_hash: item for item in items}
        for slot in range(first_slot, first_slot + sessions):
            id_ = f"{slot:08d}-0000-4000-8000-000000000000"
            connection.execute(
                "INSERT INTO session (id, version, code, pilot, slot, utc)"
                " VALUES (?, ?, ?, 0, ?, ?)",
                (id_, version, f"P{slot:05d}", slot, UTC),
            )
            events = list(_session(study, version, pools, items_by_hash, slot, rng))
            count += sum(isinstance(event.event, AnswerConfirmed) for event in events)
            SESSIONS.append(connection, id_, events)
    return count


def waiting(
    path: Path,
    study: LoadedStudy,
    events: int,
    each: int,
    pools: Callable[[], Pools] | None = None,
) -> int:
    """Fill a database with sessions of `each` events; returns the number of events."""
    with Database.open(path) as db:
        for number in range(events // each):
            clock = ManualClock()
            runner = Runner.open(db, study, f"F{number}", clock=clock, pools=pools)
            runner.consent(True)
            runner.proceed()
            state = runner.proceed()
            first = state.seq + 1
            beats = [
                ev.Stamped(
                    seq, state.mono_ns + seq - first, clock.boot_id(), clock.utc(), HEARTBEAT
                )
                for seq in range(first, each)
            ]
            with db.atomic() as connection:
                SESSIONS.append(connection, runner.session_id, beats)
        return int(db.rows("SELECT count(*) AS n FROM event")[0]["n"])


def _session(
    study: LoadedStudy,
    version: str,
    pools: Pools,
    items: dict[str, Item],
    slot: int,
    rng: random.Random,
) -> Iterator[ev.Stamped]:
    plan = make_plan(study.study, pools, slot)
    begun: list[ev.Event] = [
        ev.SessionStarted(
            study_hash=study.study_hash,
            version=version,
            code=f"P{slot:05d}",
            slot=slot,
            language="en",
            program="benchmark",
            plan=plan,
        ),
        ev.SegmentStarted(boot_ns=0),
        ConsentGiven(),
        InstructionsRead(),
        BlockStarted(block=0),
    ]
    boot = f"00000000-0000-4000-8000-{slot:012d}"
    seq = now = 0
    for event in begun:
        yield ev.Stamped(seq, now, boot, UTC, event)
        seq += 1
    for step in plan.steps:
        for nanoseconds, event in _question(step, items[step.item_hash], rng):
            now += nanoseconds
            yield ev.Stamped(seq, now, boot, UTC, event)
            seq += 1
    for event in (
        SessionCompleted(outcome="completed", completion_code="AAAA-BBBB"),
        ev.SegmentEnded(),
    ):
        yield ev.Stamped(seq, now, boot, UTC, event)
        seq += 1


def _question(step: Step, item: Item, rng: random.Random) -> Iterator[tuple[int, ev.Event]]:
    """The events of one question, each with the nanoseconds since the previous one."""
    yield 0, _question_shown(step.index)
    for _ in range(rng.randint(*SECONDS)):
        yield SECOND + rng.randrange(SECOND // 100), HEARTBEAT
    chosen: dict[str, Answer] = {}
    for leaf in item.questions[step.question].leaves:
        for _ in range(1 + (rng.random() < 0.2)):
            chosen[leaf.id] = rng.choice(_answers_of_kind(str(leaf.kind)))
            yield SECOND // 10, _changed(step.index, leaf.id, chosen[leaf.id])
    sure = rng.randint(1, 5)
    yield SECOND // 10, _sure(step.index, sure)
    yield (
        SECOND // 10,
        AnswerConfirmed.model_construct(step=step.index, answers=chosen, confidence=sure),
    )


HEARTBEAT = ev.Heartbeat()


@cache
def _question_shown(step: int) -> ev.Event:
    return QuestionShown(step=step)


@cache
def _changed(step: int, part: str, answer: Answer) -> ev.Event:
    return AnswerChanged(step=step, part=part, answer=answer)


@cache
def _sure(step: int, confidence: int) -> ev.Event:
    return ConfidenceChanged(step=step, confidence=confidence)


@cache
def _answers_of_kind(kind: str) -> tuple[Answer, ...]:
    """The possible answers."""
    if kind == "choice":
        return tuple(ChoiceAnswer(option=option) for option in (0, 1, 2, 3, None))
    if kind == "truth":
        return tuple(TruthAnswer.model_validate({"value": label}) for label in LABELS)
    return tuple(CountAnswer(count=count) for count in range(PARTS))


def _formal(n: int) -> dict[str, object]:
    """A chain of rules with its conclusion."""
    names = [f"S{k}" for k in range(3 + n % 4)]
    rules = [f"{text} -> {other}" for text, other in pairwise(names)]
    return {
        "parameters": dict.fromkeys(names, "Bool"),
        "premise": ["S0", *rules],
        "question": [f"necessary({names[-1]})"],
    }


def _choice(item: Item, n: int) -> Question:
    question = item.questions[0]
    gold = n % OPTIONS
    options = tuple(
        Option(text=option.text, formula="S2" if k == gold else f"~S{k % 3}")
        for k, option in enumerate(question.options)
    )
    return question.model_copy(update={"options": options})


def _truth(id_: str, benchmark: str, gold: int, **attributes: str | int | float | bool) -> Item:
    return Item(
        id=id_,
        text=f"The text of {id_}.",
        questions=(
            Question(
                id="1",
                kind="truth",
                gold=TruthAnswer.model_validate({"value": LABELS[gold % len(LABELS)]}),
            ),
        ),
        attributes=attributes,
        provenance=Provenance(benchmark=benchmark),
    )
