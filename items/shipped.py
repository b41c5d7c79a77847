"""The built-in sets that the generators make, and the run that produces each.

Owns the seeds and parameters of these sets, and the choice of items that are shipped. The files are
in `items/builtin`; `make items` writes them again, byte for byte. The other built-in sets are
written by hand.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import product

from items.answers import ModelsAnswer, TextAnswer
from items.families.batches import run
from items.families.divlogic.generator import Divlogic, Rendering
from items.families.divlogic.task import Logic, Span
from items.families.dyval.generator import Dyval
from items.families.dyval.task import Shape
from items.families.dyval.tree import Kind
from items.families.dyval.words import domains
from items.families.qmfol.generator import LABELS, Config, Qmfol
from items.families.qmfol.topics import TOPICS
from items.files.loading import load
from items.files.save import save_text
from items.harden.hardener import Hardener
from items.models import Item, Question
from items.sources.files import BUILTIN_FOLDER
from items.sources.own_format import write

LOGIC = Logic(premises=Span(3, 5), depth=Span(2, 3))
"""Premises are short enough for people to read, and no conclusion follows from one premise alone.
"""
REWORDED = 48
LISTS = 2
LEVELS = (0, 5, 10)
"""Numbers of distractors."""
HARD = (
    *("demo/warm-roll", "demo/big-umbrella", "demo/brass-and-choir"),
    *("demo/four-lamps", "demo/three-hats", "demo/evening-in-the-library"),
)
"""Items that are shipped in hardened form."""


def divlogic() -> Iterator[Item]:
    """120 questions, 40 of each type, each rendered in words and in symbols."""
    return (_bare(item) for item in _divlogic() if not item.id.endswith("/reworded"))


def divlogic_reworded() -> Iterator[Item]:
    """The first worded questions of `divlogic` again, in other sentences about the same things."""
    reworded = [item for item in _divlogic() if item.id.endswith("/reworded")]
    return map(_bare, reworded[:REWORDED])


def divlogic_zh(number: int = 64) -> Iterator[Item]:
    """64 questions in Chinese, 32 of each of two types; or the first `number` of them."""
    maker = Divlogic(12, LOGIC, mix=(("3c1e", 1), ("3e1c", 1)), language="zh")
    return map(_bare, run(maker, number, unique=True).items)


def contexthub() -> Iterator[Item]:
    """18 templates, deductive of levels 1 and 2 and abductive of level 2. Each is rendered with
    abstract symbols and about one of the domains. Each of the two lists contains every template
    once, half of them in each rendering."""
    names = sorted(domains())
    shapes: Iterable[tuple[Kind, int]] = (("deductive", 2), ("deductive", 3), ("abductive", 3))
    for number, (kind, depth) in enumerate(shapes):
        for template in range(6):
            domain = names[(number * 6 + template) % len(names)]
            maker = Dyval(Shape(kind, depth), 5, ("abstract", "contextual"), domain, strict=True)
            for form, item in enumerate(maker(template).items):
                yield _bare(item, list=1 + (template + form) % LISTS)


def qmfol() -> Iterator[Item]:
    """54 tasks: two depths, three labels, three numbers of distractors, three seeds. Each of the
    three lists contains every combination of depth, label and seed once, and every number of
    distractors equally often."""
    for place, (depth, seed, label) in enumerate(product((2, 5), range(3), LABELS)):
        topic = TOPICS[place % len(TOPICS)]
        configs = tuple(Config(topic, depth, 5, label, n, seed) for n in LEVELS)
        for turn, item in enumerate(run(Qmfol(configs, strict=True), len(configs)).items):
            yield _bare(item, list=1 + (turn + seed + LABELS.index(label)) % len(LEVELS))


def hard() -> Iterator[Item]:
    """Six hardened items with five or six questions each. Questions that ask for worlds become
    free-text questions."""
    bases = {item.id: item for item in load("builtin:demo").items}
    chosen = tuple(bases[name] for name in HARD)
    for item in run(Hardener(chosen), len(chosen)).items:
        questions = tuple(map(_free, item.questions))
        yield _bare(item.model_copy(update={"questions": questions, "claims": {}}))


SETS: Mapping[str, Callable[[], Iterator[Item]]] = {
    "divlogic": divlogic,
    "divlogic-reworded": divlogic_reworded,
    "divlogic-zh": divlogic_zh,
    "contexthub": contexthub,
    "qmfol": qmfol,
    "hard": hard,
}
"""Maps the name after `builtin:` to the function that makes the set."""


@cache
def _divlogic() -> tuple[Item, ...]:
    tellings: tuple[Rendering, ...] = ("words", "symbols", "reworded")
    return run(Divlogic(11, LOGIC, renderings=tellings), 120, unique=True).items


def _free(question: Question) -> Question:
    """A question that asks for worlds, turned into a free-text question whose gold lists the
    worlds."""
    gold = question.gold
    if not isinstance(gold, ModelsAnswer):
        return question
    labels = {choice.key: choice.label for choice in question.vocabulary}
    worlds = sorted(tuple(sorted(labels[key] for key in world)) for world in gold.models)
    message = "; ".join(", ".join(world) or "none of these" for world in worlds)
    return Question(
        id=question.id,
        text=question.text,
        kind="text",
        query_kind=question.kind,
        condition=question.condition,
        gold=TextAnswer(text=message or "none"),
    )


def _bare(item: Item, **attributes: int) -> Item:
    """The item without the parameters of its run, which are set in this module."""
    origin = item.provenance.model_copy(update={"parameters": {}})
    return item.model_copy(
        update={"provenance": origin, "attributes": {**item.attributes, **attributes}}
    )


def main(names: Iterable[str]) -> None:
    """Write the sets with these names, or all sets if there are none."""
    for name in list(names) or SETS:
        save_text(BUILTIN_FOLDER / f"{name}.jsonl", write(SETS[name]()))


if __name__ == "__main__":
    main(sys.argv[1:])
