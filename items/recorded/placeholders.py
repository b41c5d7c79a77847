"""Items that stand in for those whose answers were recorded without them.

Owns what a recorded row states about its item's question (kind, gold, options), and building an
item from it. Rows with the same statements produce the same item, so that several files share it.
"""

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from items.answers import Answer, ChoiceAnswer, TextAnswer, TruthAnswer
from items.models import Item, Option, Provenance, Question, QuestionKind
from items.values.letters import letter
from items.values.text_folding import folded

if TYPE_CHECKING:
    # Many modules check for placeholders; few read a recorded row.
    from items.recorded.rows import RecordedRow

PLACEHOLDER = "placeholder"
"""The attribute, with value true, of an item that stands in for an unavailable one."""
DEFAULT_OPTION_COUNT = 4
"""Assumed number of options if the record does not state it."""
LETTERS = "ABCDEFGHIJKLM"


@dataclass(frozen=True, slots=True)
class StatedQuestion:
    """A row's statements about its question."""

    kind: QuestionKind
    gold: Answer
    """In the item's own order of options."""
    options: tuple[str, ...] = ()
    """In the same order."""


def stated_question(row: "RecordedRow") -> StatedQuestion | None:
    """Return the question as the row states it; None if it has no gold, or one that does not
    fit."""
    gold = (row.gold or "").strip()
    option = _option(row, gold)
    if option is not None:
        count = len(row.options) or max(DEFAULT_OPTION_COUNT, option + 1)
        if count < 2 or option >= count:
            return None
        mutant = row.mutant or 0
        if row.options:
            texts = tuple(row.options[(n - mutant) % count] for n in range(count))
        else:
            texts = tuple(f"Option {letter(n)}" for n in range(count))
        return StatedQuestion("choice", ChoiceAnswer(option=(option + mutant) % count), texts)
    from items.values.plain_answers import TRUTH_WORDS

    word = TRUTH_WORDS.get(folded(gold))
    if word is not None:
        return StatedQuestion("truth", TruthAnswer.model_validate({"value": word}))
    return StatedQuestion("text", TextAnswer(text=gold)) if gold else None


def placeholder_id(row: "RecordedRow") -> str | None:
    """Return the id of the placeholder for the row's item: its own, otherwise one derived from its
    text."""
    if row.item_id:
        return row.item_id
    if not row.texts:
        return None
    return f"text/{hashlib.sha256(folded(row.texts[0]).encode()).hexdigest()[:12]}"


def placeholder(row: "RecordedRow", id_: str, stated_question: StatedQuestion) -> Item:
    """Return the placeholder for the row's item."""
    options = tuple(Option(text=text) for text in stated_question.options)
    question = Question(
        id="1", kind=stated_question.kind, options=options, gold=stated_question.gold
    )
    benchmark = str(row.attributes.get("benchmark", ""))
    grouping = {key: value for key, value in row.attributes.items() if key != "benchmark"}
    return Item(
        id=id_,
        title=id_,
        text=row.texts[0] if row.texts else _absent(id_),
        questions=(question,),
        attributes={**grouping, PLACEHOLDER: True},
        provenance=Provenance(benchmark=benchmark),
    )


def is_placeholder(item: Item) -> bool:
    """Whether an item only stands in for an unavailable one."""
    return item.attributes.get(PLACEHOLDER) is True


def without_text(item: Item) -> bool:
    """Whether an item stands in for one whose text is also unavailable."""
    return is_placeholder(item) and item.text == _absent(item.id)


def _absent(id_: str) -> str:
    return f"The text of {id_} is not in the record."


def _option(row: "RecordedRow", gold: str) -> int | None:
    """The right option in display order, from 0; None if the gold is not an option."""
    if row.gold_shown is not None:
        return row.gold_shown
    bare = gold.strip("().: ")
    if len(bare) == 1 and bare in LETTERS[: len(row.options) or DEFAULT_OPTION_COUNT]:
        return LETTERS.index(bare)
    same = [n for n, text in enumerate(row.options) if gold and folded(text) == folded(gold)]
    if len(same) == 1:
        return same[0]
    if not bare.isdecimal():
        return None
    from items.recorded.shown_question import options_shown

    first = options_shown(row.prompt, row.options).first
    place = -1 if first is None else int(bare) - first
    return place if 0 <= place < len(row.options) else None
