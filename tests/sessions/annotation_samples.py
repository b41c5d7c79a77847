"""Queues of small items that tests of annotators' desks share."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from items.models import Item
from items.sources.own_format import write
from sessions.annotation.adjudicating import AdjudicatorDesk
from sessions.annotation.desk import Desk, became, kept_back
from sessions.annotation.desk_views import Current, EntryOutcome
from sessions.annotation.new_queue import Order, new_queue
from sessions.annotation.results import results
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from study.annotation.queue import LoadedQueue, load_queue
from study.annotation.scheme import Verdict
from tests.study.annotation.samples import SCHEME, item

Judge = Callable[[Current], dict[str, tuple[Verdict, str]]]
"""An annotator as a function: for an entry, verdict and reason by key of the check."""


def write_items(path: Path, items: Iterable[Item]) -> str:
    path.write_text(write(items), encoding="utf-8")
    return str(path)


def small_queue(folder: Path, items: Iterable[Item] | None = None, **order: Any) -> LoadedQueue:
    """A queue of a few items under the small scheme, as its file is read."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "small.toml").write_text(order.pop("text", SCHEME), encoding="utf-8")
    (folder / "small.md").write_text("# How", encoding="utf-8")
    queued = list(items or [item(n) for n in range(6)])
    source = write_items(folder / "items.jsonl", queued)
    path = folder / "q.toml"
    values: dict[str, Any] = {
        "path": path,
        "sources": (source,),
        "scheme": str(folder / "small.toml"),
        "annotators": ("a", "b"),
        "overlap": 2,
        "by": ("level",) if any("level" in each.attributes for each in queued) else (),
        "seed": 1,
    }
    path.write_text(new_queue(Order(**{**values, **order})).text, encoding="utf-8")
    return load_queue(path)


def controls(folder: Path, control_verdicts: dict[str, str]) -> str:
    """A source of two control items with these known verdicts."""
    attributes = {f"control.{key}": verdict for key, verdict in control_verdicts.items()}
    folder.mkdir(parents=True, exist_ok=True)
    both = [item(n, attributes=attributes) for n in (90, 91)]
    return write_items(folder / "controls.jsonl", both)


def play(
    db: Database, queue: LoadedQueue, annotator: str, judge: Judge, clock: ManualClock
) -> None:
    """An annotator works until nothing is left."""
    desk = Desk.open(db, queue, annotator, clock=clock)
    while (current := desk.next()) is not None:
        for key, (verdict, reason) in judge(current).items():
            clock.advance(2)
            desk.give(key, verdict, reason)
        desk.submit()
    desk.close()


def saying(no: Iterable[str]) -> Judge:
    """Finds the items of these ids unclear, all others clear."""
    unclear = set(no)

    def judge(current: Current) -> dict[str, tuple[Verdict, str]]:
        if current.item.id in unclear:
            return {"clear": ("no", "blurred"), "why": (("vague",), "")}
        return {"clear": ("yes", "")}

    return judge


def outcomes(desk: Desk, db: Database) -> tuple[EntryOutcome, ...]:
    """What a desk's own entries became, as far as its annotator may see it."""
    if not desk.look_at_others():
        return kept_back(desk.queue, desk.state)
    return became(results(db, desk.stored_queue.hash), desk.state)


def adjudicate(db: Database, queue: LoadedQueue, verdict: Verdict, clock: ManualClock) -> int:
    """An adjudicator decides every disagreement the same way; how many there were."""
    desk = AdjudicatorDesk.open(db, queue, "judge", clock=clock)
    count = 0
    while (current := desk.next()) is not None:
        assert current.opinions
        desk.give("clear", verdict, "settled")
        while (now := desk.current) is not None and now.missing:
            desk.give(now.missing[0].asked_check.key, (), "settled")
        desk.submit()
        count += 1
    desk.close()
    return count
