"""A database in which every table has rows: people, models, judges, graders, annotators."""

from pathlib import Path

from items.answers import TextAnswer
from items.harden.configuration import Budgets, Player, Setup
from items.harden.roles.registry import ROLES
from items.models import Item
from sessions.annotation.desk import Desk
from sessions.annotation.new_queue import Order, new_queue
from sessions.models import hardenings, judgements, responses
from sessions.models.judgements import Judgement
from sessions.record import adjudications, proofs
from sessions.record.adjudications import Adjudication
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from study.annotation.queue import LoadedQueue, load_queue
from tests.sessions.annotation_samples import write_items
from tests.study.samples import POOLS, sample

STUDY = """
title = "Free"
consent = "Yes?"
[[blocks]]
source = "kinds"
order = "fixed"
filter = { ids = ["kinds"] }
"""
ITEM = POOLS["kinds"][0]
ODD = "it is late, the boat"
NOON = "2030-01-01T12:00:00+00:00"


def answer(db: Database, code: str, text: str, clock: ManualClock, *, pilot: bool = False) -> None:
    """Somebody answers the item's free question so, and the rest right."""
    runner = Runner.open(
        db, sample(STUDY), code, clock=clock, pools=lambda: POOLS, proofs={}, pilot=pilot
    )
    runner.consent(True)
    runner.proceed()
    runner.proceed()
    while runner.state.phase == "question":
        current = runner.current
        assert current is not None
        for part in current.question.leaves:
            runner.change(part.id, TextAnswer(text=text) if part.kind == "text" else part.gold)
        runner.confirm()
    runner.close()


def model_answer(
    text: str | None, run: int = 1, item: Item = ITEM, utc: str = NOON
) -> responses.ModelAnswer:
    """A model's answer to the free question; without a text, a request that failed."""
    return responses.ModelAnswer(
        model="secret-model",
        setting="s",
        run=run,
        item_hash=item.content_hash,
        item_id=item.id,
        question="text",
        part="text",
        mutant=0,
        status="failed" if text is None else "answered",
        answer=None if text is None else TextAnswer(text=text),
        call=responses.Call(utc, raw=text, parameters={"temperature": 0}),
    )


def queue(folder: Path, db: Database, annotators: tuple[str, ...] = ("ann",)) -> LoadedQueue:
    """A queue of the free answers in the database."""
    source = write_items(folder / "items.jsonl", [ITEM])
    order = Order(folder / "g.toml", (source,), "answer-grading", annotators)
    order.path.write_text(new_queue(order, db).text, encoding="utf-8")
    return load_queue(order.path)


def grade_all(db: Database, loaded: LoadedQueue, annotator: str, clock: ManualClock) -> set[str]:
    """Right where it is about a boat; the answers as they were shown."""
    desk = Desk.open(db, loaded, annotator, clock=clock)
    graded_texts = set()
    while (current := desk.next()) is not None:
        graded_texts.add(current.answer.casefold().strip(" ."))
        late = "boat" in current.answer.casefold()
        desk.give("match", "yes" if late else "no", "means that" if late else "says nothing")
        clock.advance(1)
        desk.submit()
    desk.close()
    return graded_texts


def harden(db: Database) -> None:
    """The item enters the hardening loop and is given up."""
    player = Player(("planner",), {})
    setup = Setup(dict.fromkeys(ROLES, player), Budgets(), None)
    entered = hardenings.enter(db, ITEM, setup, NOON)
    given_up = {"accepted": False, "reason": "no plan", "item_hash": None, "item": None}
    hardenings.append(db, entered.id, "note", {"who": "loop", "what": "rejected"}, NOON)
    hardenings.append(db, entered.id, "ended", given_up, NOON)


def filled(path: Path, code: str = "P1", run: int = 1) -> Database:
    """An open database with something in every table that a lab fills."""
    db = Database.open(path)
    clock = ManualClock()
    answer(db, code, ODD, clock)
    answers = [model_answer("perhaps", run), model_answer(None, run + 1)]
    responses.add(db, answers, [ITEM])
    first = answers[0].id
    judgements.add(db, [Judgement(first, "j", "model", True, "so so", NOON, "ph", "raw")])
    verdict = Adjudication(
        ITEM.content_hash, "{}", "I cannot.", "gold", "m", "left", "so", "ann", NOON
    )
    adjudications.add(db, verdict, ITEM)
    grade_all(db, queue(path.parent, db), "ann", clock)
    harden(db)
    proofs.store(db, {ITEM.content_hash: "proved"}, "0", NOON)
    return db
