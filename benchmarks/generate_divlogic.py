"""Strict DivLogicEval items: the paper's 12,589, with wording and read-back, and in symbols only.

The figures include everything: drawing premises, proving questions, writing sentences and reading
them back, building items, writing JSON Lines. Premise sets of the published form are drawn and
linted too.
"""

from time import process_time

from benchmarks.timing import Scale, table, timed, verdict
from items.executors.registry import workers_of
from items.families.batches import Batch, run
from items.families.divlogic.generator import Divlogic
from items.families.divlogic.premise_sets import DivlogicSets
from items.families.divlogic.statements import Statements
from items.families.divlogic.task import Logic, Span
from items.lint.run import lint
from items.sources.own_format import write

ITEMS = 12_589
"""Number of items of DivLogicEval."""
WORDED_TARGET = 60.0
"""Seconds on one core for all of them."""
SYMBOLIC_TARGET = 10.0


def _written(maker: Divlogic | DivlogicSets | Statements, count: int, jobs: int = 1) -> Batch:
    with workers_of(f"local:{jobs}" if jobs > 1 else "here") as crew:
        batch = run(maker, count, workers=crew)
    write(batch.items)
    return batch


def main(scale: Scale = Scale.FULL) -> None:
    """Print the tables. Raises AssertionError if fewer items are generated than requested."""
    count = scale.pick(ITEMS, ITEMS // 20, 20)
    print(f"{count:,} strict divlogic items, written as JSON Lines\n")
    rows = []
    for name, maker, target, jobs in (
        ("worded and read back, English", Divlogic(1), WORDED_TARGET, 1),
        ("worded and read back, Chinese", Divlogic(1, language="zh"), WORDED_TARGET, 1),
        ("in symbols", Divlogic(1, renderings=("symbols",)), SYMBOLIC_TARGET, 1),
        ("worded, English, two processes", Divlogic(1), None, 2),
        (
            "in symbols, depth 3",
            Divlogic(1, Logic(depth=Span(3)), renderings=("symbols",)),
            None,
            1,
        ),
        ("statements", Statements(1), None, 1),
    ):
        began = process_time()
        seconds, batch = timed(lambda m=maker, j=jobs: _written(m, count, j))  # type: ignore[misc]
        cpu = process_time() - began if jobs == 1 else None
        if len(batch.items) != count:
            raise AssertionError(f"{name}: {len(batch.items)} of {count} made")
        judged = ""
        if target is not None:
            judged = verdict(target, seconds * ITEMS / count)
        rows.append([name, f"{seconds:.1f}", "–" if cpu is None else f"{cpu:.1f}", judged])
    print(table(["", "seconds", "of processor", ""], rows))
    print(f"\ntargets, one core: worded {WORDED_TARGET:.0f} s, in symbols {SYMBOLIC_TARGET:.0f} s")
    sets = scale.pick(10_000, 500, 20)
    drawn, batch = timed(lambda: _written(DivlogicSets(1, published=True), sets))
    lint_time, report = timed(lambda: lint(batch.items))
    by_rule = {member["rule"]: member for member in report.to_json(0)["rules"]}
    single = by_rule["single-premise"]["answers"]
    print(
        f"\n{sets:,} premise sets as published: drawn in {drawn:.1f} s, linted in {lint_time:.1f} s"
    )
    print(f"  inconsistent: {by_rule['inconsistent']['percent']:.1f} %")
    print(f"  conclusions across premises that follow from one fact: {single['percent']:.1f} %")
