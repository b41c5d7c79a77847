"""What a participant's program holds in memory: no reference answer that its session does not
need."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import asyncio, gc, json, sys
from pathlib import Path

import tui.participant_app
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
                    name = "other"
                told = any(leaf.gold is not None for leaf in item.leaves)
                found[name] = found.get(name, 0) + 1
                found[name + " with gold"] = found.get(name + " with gold", 0) + told

    asyncio.run(through())
    return 0


tui.participant_app.ParticipantApp.run_to_the_end = play
take.main([sys.argv[1], "--participant", "P1", "--db", sys.argv[2], *sys.argv[3:]],
          standalone_mode=False)
print(json.dumps(found))
"""


def held(tmp_path: Path, *more: str) -> dict[str, int]:
    arguments = ["builtin:demo", str(tmp_path / "study.db"), *more]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    counts: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return counts


def test_items_of_the_main_part_are_held_without_reference_answers(tmp_path: Path) -> None:
    for more in ((), ("--pilot",)):
        counts = held(tmp_path, *more)
        assert counts["main"] > 0
        assert counts["main with gold"] == 0, counts
        assert counts.get("other with gold", 0) == 0, counts
        assert counts["needed with gold"] > 0, "practice tells the right answer"
