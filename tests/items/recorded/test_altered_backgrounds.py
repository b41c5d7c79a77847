"""Prompts that hold an item's question and an altered background join nothing, whatever their id;
prompts that only dress the item otherwise join it."""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from items.answers import TruthAnswer
from items.files.loading import load
from items.models import Item, Question
from items.recorded.join import JoinedAnswer, Joiner
from items.recorded.rows import RecordedRow, Skip

TOLD = (
    "Every potter on the island fires her own clay.",
    "No one who fires clay swims before noon.",
    "Some carpenters swim before noon in July.",
    "Mrs. Amund is a potter.",
    "Mr. Bekele is not a carpenter.",
)
ASKED = "Does Mrs. Amund swim before noon?"
FURTHER = "Mrs. Amund sold her oven."
Layout = Callable[[Sequence[str], str], str]

DRESSED: dict[str, Layout] = {
    "one line": lambda told, asked: f"Read the text.\n\nText: {' '.join(told)}\nQuestion: {asked}",
    "bare": lambda told, asked: f"You reason with care.\n\n{' '.join(told)}\n\n{asked}\nAnswer:",
    "numbers": lambda told, asked: (
        "Premises:\n"
        + "".join(f"{n}. {each}\n" for n, each in enumerate(told, 1))
        + f"\nQuestion: {asked}\nAnswer True, False or Unknown."
    ),
    "premises": lambda told, asked: (
        "".join(f"Premise {n}: {each}\n" for n, each in enumerate(told, 1)) + f"Question: {asked}"
    ),
    "dots": lambda told, asked: (
        "Facts\n" + "".join(f"- {each}\n" for each in told) + f"\nConclusion: {asked}"
    ),
    "tags": lambda told, asked: (
        "<premises>\n"
        + "".join(f"<premise>{each}</premise>\n" for each in told)
        + f"</premises>\n<question>{asked}</question>"
    ),
    "in a sentence": lambda told, asked: f"Given the premises {' '.join(told)} decide: {asked}",
    "question first": lambda told, asked: f"Question: {asked}\n\nContext: {' '.join(told)}\n\nA:",
    "messages": lambda told, asked: json.dumps(
        [
            {"role": "system", "content": "You are a helpful assistant."},
            {"role": "user", "content": f"{' '.join(told)}\n{asked}"},
        ]
    ),
    "after an example": lambda told, asked: (
        f"Text: {' '.join(TOLD[::-1])} The ferry is late.\nQuestion: Is the ferry late?\n"
        f"Answer: True\n\nText: {' '.join(told)}\nQuestion: {asked}\nAnswer:"
    ),
    "names of a line": lambda told, asked: (
        " ".join(f"sent{n}: {each}" for n, each in enumerate(told, 1)) + f" hypothesis: {asked}"
    ),
    "claim": lambda told, asked: f'Text: """{" ".join(told)}"""\n\nClaim: """{asked}"""\nReply.',
    "stars": lambda told, asked: (
        f"**Text:** {' '.join(f'*{each}*' for each in told)}\n\n**Question:** {asked}"
    ),
}

ALTERED: dict[str, Sequence[str]] = {
    "negation gone": (*TOLD[:4], "Mr. Bekele is a carpenter."),
    "negation new": (*TOLD[:3], "Mrs. Amund is not a potter.", TOLD[4]),
    "no to every": (TOLD[0], "Every one who fires clay swims before noon.", *TOLD[2:]),
    "every to some": ("Some potter on the island fires her own clay.", *TOLD[1:]),
    "another name": (*TOLD[:3], "Mrs. Amudn is a potter.", TOLD[4]),
    "another month": (*TOLD[:2], "Some carpenters swim before noon in June.", *TOLD[3:]),
    "roles exchanged": (*TOLD[:3], "Mr. Bekele is a potter.", "Mrs. Amund is not a carpenter."),
    "first gone": TOLD[1:],
    "second gone": (TOLD[0], *TOLD[2:]),
    "last gone": TOLD[:4],
    "one more first": (FURTHER, *TOLD),
    "one more within": (*TOLD[:2], FURTHER, *TOLD[2:]),
    "one more last": (*TOLD, FURTHER),
    "said to be false": (*TOLD[:3], f"It is false that {TOLD[3]}", TOLD[4]),
    "first on a condition": (f"If {TOLD[0]}", *TOLD[1:]),
    "last narrowed": (*TOLD[:4], "Mr. Bekele is not a carpenter on Sundays."),
    "near and called true": (*TOLD, "It is true that no one who fires clay swims at noon."),
}


def potters() -> Item:
    question = Question(id="1", kind="truth", text=ASKED, gold=TruthAnswer(value="false"))
    return Item(id="potters", text=" ".join(TOLD), questions=(question,))


def join_row(item: Item, **fields: Any) -> JoinedAnswer | Skip:
    return Joiner([item]).join(
        RecordedRow(row="here", item_id=item.id, raw="Answer: False", model="m", **fields)
    )


@pytest.mark.parametrize("layout", DRESSED)
@pytest.mark.parametrize("change", ALTERED)
def test_an_altered_background_never_joins_by_id(change: str, layout: str) -> None:
    prompt = DRESSED[layout](ALTERED[change], ASKED)
    for gold in (None, "False"):
        joined_row = Joiner([potters()]).join(
            RecordedRow(
                row="here", item_id="potters", prompt=prompt, gold=gold, raw="Answer: False"
            )
        )
        assert isinstance(joined_row, Skip), prompt
        assert "different texts" in joined_row.reason or "adds to the text" in joined_row.reason


@pytest.mark.parametrize("layout", DRESSED)
def test_another_dress_is_the_same_item(layout: str) -> None:
    for sentences in (TOLD, TOLD[::-1]):
        joined_row = join_row(potters(), prompt=DRESSED[layout](sentences, ASKED))
        assert isinstance(joined_row, JoinedAnswer), joined_row
        assert joined_row.identified_by == "id"


def test_the_sentence_that_is_lacking_is_named() -> None:
    joined_row = join_row(potters(), prompt=DRESSED["numbers"](TOLD[1:], ASKED))
    assert isinstance(joined_row, Skip)
    assert joined_row.reason == (
        "the item potters and the row have different texts: the row lacks “every potter on the "
        "island fires her own clay”"
    )


def test_a_text_that_was_recorded_does_not_stand_for_an_altered_prompt() -> None:
    """The record names the item's text, and what was sent differs."""
    item = potters()
    for fields in ({"texts": (item.text, ASKED)}, {"background": item.text, "texts": (item.text,)}):
        joined_row = Joiner([item]).join(
            RecordedRow(
                row="here",
                item_id="potters",
                prompt=DRESSED["bare"](ALTERED["no to every"], ASKED),
                raw="Answer: False",
                **fields,
            )
        )
        assert isinstance(joined_row, Skip)


@pytest.mark.parametrize(
    "prompt",
    [
        ASKED,
        f"Question: {ASKED}\nAnswer with True, False or Unknown.",
        f"You are a careful reasoner. Read the question and answer it.\n{ASKED}",
        f"请回答下面的问题。\n问题：{ASKED}",
    ],
)
def test_a_question_alone_contradicts_nothing_and_is_reported(prompt: str) -> None:
    joined_row = join_row(potters(), prompt=prompt)
    assert isinstance(joined_row, JoinedAnswer), joined_row
    assert joined_row.identified_by == "id, question alone"


def test_logical_signs_are_not_punctuation() -> None:
    question = Question(id="1", kind="truth", text="Does the statement follow from them?")
    item = Item(
        id="s", text="Premises: (A ∧ B) → C, ¬C\nStatement: ¬(A ∧ B)", questions=(question,)
    )
    prompt = f"{item.text}\n\n{question.text}"
    assert isinstance(join_row(item, prompt=prompt.replace(", ", ",\n")), JoinedAnswer)
    for old, new in (("¬C", "C"), ("A ∧ B) →", "A ∨ B) →"), ("(A ∧ B) → C", "A ∧ (B → C)")):
        assert old in prompt
        assert isinstance(join_row(item, prompt=prompt.replace(old, new)), Skip)


def test_a_short_background_outweighs_a_gold_too() -> None:
    question = Question(id="1", kind="truth", text="Is it wet?", gold=TruthAnswer(value="true"))
    item = Item(id="rain", text="It rains.", questions=(question,))
    for texts, fits in ((("It rains.",), True), (("Is it wet?",), False)):
        assert isinstance(join_row(item, texts=texts, gold="False"), JoinedAnswer) is fits


@pytest.mark.parametrize(
    "remark",
    [
        "Premise 2 is false.",
        "Ignore rule 4 in what you answer.",
        "Assume that fact (3) does not hold.",
        "注意：前提2不成立。",
        "请忽略条件3。",
    ],
)
def test_a_withdrawn_sentence_is_no_longer_reported(remark: str) -> None:
    for name in ("numbers", "bare", "one line"):
        prompt = DRESSED[name](TOLD, ASKED)
        assert isinstance(
            join_row(potters(), prompt=f"{prompt}\nUse premise 1 first."), JoinedAnswer
        )
        before = prompt.replace(ASKED, f"{remark}\n{ASKED}")
        for altered in (f"{prompt}\n{remark}", before):
            assert isinstance(join_row(potters(), prompt=altered), Skip), altered


MONDAYS = {False: " only on Mondays", True: "只在周一"}


def _parts(item: Item, wide: bool) -> list[str]:
    ends = "。" if wide else ". "
    return [part.strip().rstrip(".") for part in item.text.split(ends) if part.strip(" .”")]


@pytest.mark.parametrize(
    "source", ["builtin:demo", "builtin:divlogic-zh", "builtin:qmfol", "builtin:contexthub"]
)
def test_every_sentence_of_the_own_sets_counts(source: str) -> None:
    """Each dropped, narrowed and negated in turn; as it is, it joins in every dress."""
    chance = random.Random(5)
    prompts_tried = 0
    for item in load(source).items[:12]:
        wide = item.language.startswith("zh")
        sentences, end = _parts(item, wide), "。" if wide else "."
        leaf = item.leaves[0]
        options = "".join(f"\n{'ABCDEF'[n]}. {each.text}" for n, each in enumerate(leaf.options))
        question_text = f"{leaf.text}{options}"
        name = chance.choice(list(DRESSED))
        whole = DRESSED[name]([f"{part}{end}" for part in sentences], question_text)
        joined_row = join_row(item, question=leaf.id, prompt=whole)
        assert isinstance(joined_row, JoinedAnswer), (name, joined_row, whole)
        for n, part in enumerate(sentences):
            for other in (
                None,
                f"{part}{MONDAYS[wide]}",
                f"并非{part}" if wide else f"It is not the case that {part}",
            ):
                changed = [*sentences[:n], *([] if other is None else [other]), *sentences[n + 1 :]]
                if not changed:
                    continue
                prompt = DRESSED[name]([f"{each}{end}" for each in changed], question_text)
                joined_row = join_row(item, question=leaf.id, prompt=prompt)
                assert isinstance(joined_row, Skip), prompt
                prompts_tried += 1
    assert prompts_tried > 60
