"""Generators: dyval tasks per second without wording, and QMFOL's whole grid, generated and proved.

A dyval task is drawn, labelled and written in ContextHub's form; no item is built. The grid is the
paper's 960 configurations with three seeds: drawing rules, facts and distractors, proving that
distractors are irrelevant, proving every label by grounding and by Z3, wording every sentence and
reading it back, building items and writing them as JSON Lines.
"""

from dataclasses import dataclass
from functools import partial

from benchmarks.timing import Scale, table, timed, verdict
from items.executors.registry import workers_of
from items.families.batches import Batch, GeneratedItems, run
from items.families.dyval.generator import Dyval, Instantiation
from items.families.dyval.task import Shape, draw_task
from items.families.dyval.tree import Kind
from items.families.qmfol.generator import Qmfol, grid, skeleton
from items.sources.own_format import write

DYVAL_TARGET = 3000.0
"""Tasks per second at depth 5."""
QMFOL_TARGET = 120.0
"""Seconds for the 2,880 tasks of the grid."""


def _draw(shape: Shape, count: int) -> int:
    return sum(len(draw_task(shape, 1, index).formal) for index in range(count))


def dyval(count: int) -> None:
    """Print tasks per second for both kinds, balanced or not, and items per second with wording."""
    rows = []
    kinds: tuple[Kind, ...] = ("deductive", "abductive")
    for kind in kinds:
        for balance in (False, True):
            shape = Shape(kind, 5, balance=balance)
            seconds, _ = timed(partial(_draw, shape, count))
            name = f"{kind}{', balanced' if balance else ''}"
            rate = count / seconds
            rows.append([name, f"{rate:,.0f}", verdict(rate, DYVAL_TARGET)])
    for kind in kinds:
        instantiations: tuple[Instantiation, ...] = ("abstract", "contextual")
        for way in instantiations:
            maker = Dyval(Shape(kind, 5, balance=True), 1, (way,))
            batch = run(maker, count // 5)
            rate = len(batch.items) / batch.seconds
            rows.append([f"  {kind}, items {way}, proved and read back", f"{rate:,.0f}", ""])
    print(
        f"dyval at depth 5, one core; target {DYVAL_TARGET:,.0f} tasks per second without wording\n"
    )
    print(table(["", "per second", ""], rows))


@dataclass(frozen=True)
class _Alone:
    """The generator without sharing proofs between the topics of one logical task."""

    maker: Qmfol

    def __call__(self, index: int) -> GeneratedItems:
        skeleton.cache_clear()
        return self.maker(index)


def qmfol(step: int) -> None:
    """Print seconds for the grid, using every `step`-th configuration. Raises AssertionError if two
    runs write different items."""
    # Take complete quadruples of topics, which share one proof.
    whole = grid()
    configs = tuple(
        config for start in range(0, len(whole), 4 * step) for config in whole[start : start + 4]
    )
    maker = Qmfol(configs)
    rows = []
    first_text: str | None = None
    for name, jobs, alone in (
        ("one process", 1, False),
        ("one process, each task proved on its own", 1, True),
        ("two processes", 2, False),
    ):
        skeleton.cache_clear()
        with workers_of(f"local:{jobs}" if jobs > 1 else "here") as crew:
            batch: Batch = run(_Alone(maker) if alone else maker, len(configs), workers=crew)
        writing, text = timed(partial(write, batch.items))
        if first_text is not None and text != first_text:
            raise AssertionError("two runs wrote different items")
        first_text = text
        seconds = (batch.seconds + writing) * step
        about = "about " if step > 1 else ""
        rows.append(
            [name, str(len(batch.items)), f"{about}{seconds:.1f}", verdict(QMFOL_TARGET, seconds)]
        )
    print(f"\nqmfol, the grid of {len(whole):,} tasks; target {QMFOL_TARGET:.0f} s\n")
    print(table(["", "written", "s for the grid", ""], rows))


def main(scale: Scale = Scale.FULL) -> None:
    """Print both tables."""
    print("Generators\n")
    dyval(scale.pick(6000, 600, 20))
    qmfol(scale.pick(1, 20, 240))
