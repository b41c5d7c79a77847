"""What a participant's program holds in memory: nothing that belongs to an answer before its
question is over, and of the main part nothing at all."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sessions.record.clock import SystemClock
from sessions.storage.database import Database
from sessions.taking.beginning import found_or_begun
from study.course.state import SessionState
from study.design.protocol import load_study
from study.stations.qualification import decision
from tests.bots.terminal import Terminal
from tests.process_memory import occurrences, readable
from tests.serving.player import Record, do, play

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import asyncio, gc, json, sys
from pathlib import Path

import tui.apps.participant
from items.models import Item
from tui.commands.take import take
from tui.screens.participant.flow import Flow

found = {}


def play(app):
    async def through():
        async with app.run_test() as pilot:
            while app.flow is None or app.flow.runner is None:
                await pilot.pause()
            runner = app.flow.runner
            plan = runner.state.plan
            needed = {s.item_hash for b in plan.blocks if b.role != "main" for s in b.steps}
            main = {s.item_hash for b in plan.blocks if b.role == "main" for s in b.steps} - needed
            del runner, plan
            gc.unfreeze()
            gc.collect()
            items = [entry for entry in gc.get_objects() if isinstance(entry, Item)]
            for item in items:
                name = "main" if item.content_hash in main else "needed"
                if item.content_hash not in main | needed:
                    name = "example"
                told = any(leaf.gold is not None for leaf in item.leaves)
                found[name] = found.get(name, 0) + 1
                found[name + " with gold"] = found.get(name + " with gold", 0) + told

    asyncio.run(through())
    return 0


tui.apps.participant.ParticipantApp.run_to_the_end = play
take.main([sys.argv[1], "--participant", "P1", "--db", sys.argv[2], *sys.argv[3:]],
          standalone_mode=False)
print(json.dumps(found))
"""
PLANTED = {
    "practice": ("PRACTICE-WHY", "PRACTICE-NOTE"),
    "gate": ("GATE-WHY", "GATE-NOTE"),
    "main": ("MAIN-WORD", "MAIN-WHY", "MAIN-NOTE"),
}
"""By station, words that stand in what belongs to answers and nowhere else; with a mark before
them that no program has."""
MARK = "ZQXV-"
OTHER = "ZQXW-"
"""The mark of another study, whose items another program writes meanwhile."""
GOLD = '"gold":{"kind":"truth"'
"""How a reference answer stands in the table of items."""
STUDY = """
title = "Planted"
consent = "Yes?"
[[blocks]]
station = "practice"
source = "practice.jsonl"
order = "fixed"
[[blocks]]
station = "qualification"
source = "gate.jsonl"
order = "fixed"
pass_above = 0.5
[[blocks]]
source = "main.jsonl"
order = "fixed"
"""


def gold_counts(tmp_path: Path, *more: str) -> dict[str, int]:
    arguments = ["builtin:demo", str(tmp_path / "study.db"), *more]
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    counts: dict[str, int] = json.loads(process.stdout.splitlines()[-1])
    return counts


@pytest.mark.slow
def test_items_are_held_without_reference_answers(tmp_path: Path) -> None:
    for more in ((), ("--pilot",)):
        counts = gold_counts(tmp_path, *more)
        assert min(counts["main"], counts["needed"]) > 0
        assert (counts["main with gold"], counts["needed with gold"]) == (0, 0), counts
        assert counts["example"] == counts["example with gold"] == 1, "it is shown, with its answer"


def planted_study(folder: Path, mark: str = MARK) -> Path:
    """A study of two questions of practice, a test of two, and two questions of a main part."""
    folder.mkdir(exist_ok=True)
    for name, words in PLANTED.items():
        marked = [mark + word for word in words]
        lines = []
        for n in range(2):
            question: dict[str, object] = {"id": "1", "kind": "truth", "gold": {"kind": "truth"}}
            question |= {"text": f"Is {name} {n} so?", "gold": {"kind": "truth", "value": "true"}}
            if name == "main":
                question |= {"text": f"Which word {n}?", "kind": "text", "gold": marked[0]}
            item = {"id": f"{name}/{n}", "text": "The goat sleeps.", "language": "en"}
            more = {"explanation": 500 * f"{marked[-2]} ", "attributes": {"note": marked[-1]}}
            lines.append(json.dumps({**item, **more, "questions": [question]}))
        (folder / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    title = "Planted" if mark == MARK else "Other"
    (folder / "planted.toml").write_text(STUDY.replace("Planted", title), encoding="utf-8")
    return folder / "planted.toml"


def words_in_memory(pid: int) -> set[str]:
    """Which parts of the answers are present; `GOLD` represents a reference answer as it is
    stored."""
    words = {word for words in PLANTED.values() for word in words}
    counts = occurrences(pid, [STUDY, OTHER, GOLD, *(MARK + word for word in words)])
    assert counts[STUDY] > 0, "the search finds what is there"
    assert counts[OTHER] == 0, "of a study that another program began"
    words_found = {word for word in words if counts[MARK + word]}
    return words_found | ({GOLD} if counts[GOLD] else set())


@pytest.mark.slow
@readable
async def test_nothing_of_an_answer_is_in_memory_before_its_question_is_over(
    tmp_path: Path,
) -> None:
    study, database = planted_study(tmp_path), tmp_path / "study.db"
    command = ["take", str(study), "--participant", "P1", "--db", str(database)]
    other = load_study(planted_study(tmp_path / "other", OTHER))
    record = Record(database, "P1")
    roles_checked: list[str] = []

    async def sit(stop: str, known: set[str]) -> None:
        """Up to a block, by its role; `known`: the roles whose answers this start has seen."""
        with Terminal(command, (100, 60)) as at:

            async def press(key: str) -> None:
                at.send({"Enter": "\r", "Tab": "\t"}.get(key, key))
                at.read(0.05)

            async def look(state: SessionState) -> None:
                block = state.current_block
                role = "" if block is None else block.role
                if role == "practice" and state.records:
                    known.add("practice")
                if decision(state) is not None:
                    known.add("gate")
                allowed = {word for name in known for word in PLANTED[name]}
                allowed |= {GOLD} if known else set()
                assert words_in_memory(at.pid) <= allowed, (role, state.phase, state.position)
                if role == "qualification" and role not in roles_checked:
                    with Database.open(database) as db:
                        found_or_begun(db, other, "P2", clock=SystemClock())
                roles_checked.append(role)

            before = record.state().segments
            if before:
                await do(record, press, "Enter", lambda now: now.segments > before)
            state = await play(record, press, look, lambda now: reached(now, stop))
            await look(state)
            if stop == "main":
                await do(record, press, "g", lambda now: bool(now.drafts))
                await look(record.state())
            os.kill(at.pid, signal.SIGKILL)
            at.end()

    def reached(state: SessionState, role: str) -> bool:
        block = state.current_block
        return block is not None and block.role == role and state.phase == "question"

    await sit("qualification", set())
    await sit("main", set())
    assert {"practice", "qualification", "main"} <= set(roles_checked)
    with Database.open(database) as db:
        stored = "".join(row["body"] for row in db.rows("SELECT body FROM item"))
    assert all(MARK + word in stored for words in PLANTED.values() for word in words)
    assert GOLD in stored
