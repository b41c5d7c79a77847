"""The one reader against a corpus of responses, and against text made to hang it."""

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from items.answers import (
    Answer,
    ChoiceAnswer,
    CountAnswer,
    SetAnswer,
    TextAnswer,
    TruthAnswer,
    VerdictAnswer,
)
from items.asking.extraction import extract
from items.asking.prompting import prompt
from items.asking.protocol import load_protocol
from items.models import Choice, Item, Option, Question
from items.recorded.recorded_answer import read_answer
from items.responses.reader import read
from items.responses.reasoning_text import cut_off, thought_left_out
from items.values.letters import letter
from items.values.unreadable import Unreadable
from solver.errors import InputError

OPTIONS = ("The ferry is late.", "A cat sleeps.", "Only if it rains.", "None of the goats sing.")
LABELS = {
    "A": "Ama votes yes.",
    "C": "Cyd votes yes.",
    "D": "Dev votes yes.",
    "E": "Eli votes yes.",
}
FORMAL: dict[str, Any] = {
    "parameters": dict.fromkeys("ABCDE", "Bool"),
    "premise": ["A"],
    "question": [],
}
CORPUS = [
    json.loads(line)
    for line in Path(__file__).with_name("responses.jsonl").read_text(encoding="utf-8").splitlines()
]


def leaf(kind: str) -> Question:
    if kind == "choice":
        options = tuple(Option(text=text) for text in OPTIONS)
        return Question(id="1", kind="choice", options=options)
    if kind == "projection":
        return Question(
            id="1",
            kind="projection",
            query="projection(necessary; A, C, D, E)",
            vocabulary=tuple(Choice(key=key, label=label) for key, label in LABELS.items()),
        )
    return Question(id="1", kind=kind)


def response_text(answer: Answer) -> str:
    match answer:
        case ChoiceAnswer():
            return "N" if answer.option is None else letter(answer.option)
        case TruthAnswer():
            return answer.value
        case VerdictAnswer():
            return answer.word
        case SetAnswer():
            return "{" + ", ".join(sorted(answer.members)) + "}"
        case CountAnswer():
            return str(answer.count)
        case TextAnswer():
            return answer.text
    raise AssertionError(answer)


def question_of(kind: str) -> tuple[Question, tuple[str, ...], dict[str, Any] | None]:
    formal = FORMAL if kind == "projection" else None
    return leaf(kind), OPTIONS if kind == "choice" else (), formal


@pytest.mark.parametrize("kind", sorted({row["kind"] for row in CORPUS}))
def test_the_corpus(kind: str) -> None:
    wrong = []
    rows = [row for row in CORPUS if row["kind"] == kind]
    for row in rows:
        question, options, formal = question_of(kind)
        try:
            text: str | None = response_text(read(row["response"], question, options, formal))
        except Unreadable:
            text = None
        if text != row["expected"]:
            wrong.append((row["response"], row["expected"], text))
    assert not wrong
    assert len(rows) > 10


AROUND = (
    ("Sure! Here is my answer.\n\n", ""),
    ("Let's think step by step.\n\n", "\n\n---"),
    ("Great question!\n\n", "\n\nLet me know if you would like more detail!"),
    ("## Response\n\n", "\n\nI hope this helps!"),
    ("好的，下面是我的分析。\n\n", "\n\n希望对你有帮助！"),
    ("", "\n\nConfidence: high"),
    ("", "\n\n**Confidence:** 85%"),
    ("", "\n\nIf you have any further questions, feel free to ask."),
    ("  ", "<|im_end|>"),
    ("<think>\nA? B? True? False?\n</think>\n\n", "\n"),
)


@pytest.mark.parametrize(("before", "after"), AROUND)
def test_courtesies_change_no_answer(before: str, after: str) -> None:
    """Every tenth response of the corpus, except those that are cut off or have channels."""
    for row in CORPUS[AROUND.index((before, after)) :: len(AROUND)]:
        response = row["response"]
        if (
            row["kind"] == "text"
            or "<" in response
            or response.startswith(("analysis", "assistant"))
        ):
            continue
        if response.strip()[:1] in ("", "{", "[", "`") or row["expected"] is None:
            continue
        question, options, formal = question_of(row["kind"])
        answer = read(f"{before}{response}{after}", question, options, formal)
        assert response_text(answer) == row["expected"], response


@pytest.mark.parametrize("kind", ["choice", "truth"])
def test_a_sentence_in_json_is_never_read_otherwise(kind: str) -> None:
    """What is unreadable as a response stays so, except for a mere question mark."""
    question, options, formal = question_of(kind)
    for row in CORPUS:
        response = row["response"]
        if row["kind"] != kind or len(response) > 60 or set(response) & set("\n<{`?"):
            continue
        wrapped = json.dumps({"reasoning": "By the rules.", "answer": response}, ensure_ascii=False)
        with suppress(Unreadable):
            answer = response_text(read(wrapped, question, options, formal))
            assert answer == row["expected"], response


def test_a_remark_does_not_replace_the_answer_before_it() -> None:
    question, options, formal = question_of("choice")
    text = (
        "I read the premises twice.\n\nOption C.\n\n"
        "For comparison: with premise 2 negated the answer is B."
    )
    assert response_text(read(text, question, options, formal)) == "C"


def test_a_number_of_worlds_may_be_followed_by_a_remark() -> None:
    question, options, formal = question_of("count_models")
    for text in (
        "So there are exactly 4.\n\nThis was derived by applying each premise.",
        "```\nTotal: 4\n```",
        "The count is 4.\n\nEach premise was used.",
    ):
        assert response_text(read(text, question, options, formal)) == "4", text
    with pytest.raises(Unreadable):
        read("There are at least 4.\n\nEach premise was used.", question, options, formal)


@pytest.mark.parametrize("kind", ["necessary", "truth", "choice"])
def test_courtesies_alone_are_no_answer(kind: str) -> None:
    question, options, formal = question_of(kind)
    with pytest.raises(Unreadable):
        read("Sure! Here is my answer.\n\n", question, options, formal)


def test_the_corpus_is_large() -> None:
    assert len(CORPUS) >= 500
    assert len({(row["kind"], row["response"]) for row in CORPUS}) == len(CORPUS)


@pytest.mark.parametrize("kind", ["choice", "truth", "text"])
def test_asked_and_imported_responses_are_read_in_the_same_way(kind: str) -> None:
    """The same response gives the same answer through `ask` and through `import`."""
    question, options, _ = question_of(kind)
    item = Item(id="x", text="A text.", questions=(question,))
    protocol = load_protocol("divlogic-0-shot" if kind == "choice" else "llmeval").protocol
    put = prompt(item, item.leaves, protocol)
    for row in CORPUS:
        if row["kind"] != kind:
            continue
        (from_asking,) = extract(row["response"], put)
        try:
            imported: Answer | None = read_answer(row["response"], question, options)
        except InputError:
            imported = None
        assert from_asking.answer == imported, row["response"]


HANGING = {
    "think": "<think>" * 500_000,
    "think, closed once": "<think>" * 200_000 + "</think>Answer: B",
    "closing": "</think>" * 300_000 + "B",
    "answer": "<answer>" * 100_000,
    "answer pairs": "<answer></answer>" * 60_000,
    "boxed": r"\boxed{" * 140_000,
    "boxed braces": r"\boxed{" + "{" * 500_000,
    "braces": "{" * 500_000,
    "objects": '{"answer": ' * 90_000,
    "brackets": "[" * 500_000,
    "said": "the answer is " * 70_000,
    "colons": "Answer: " * 120_000,
    "blanks": "Answer:" + " " * 900_000,
    "lines": "\n" * 900_000,
    "stars": "*" * 900_000,
    "letters": "A, " * 300_000,
    "so": "so " * 300_000,
    "chinese": "答案是" * 300_000,
    "choose": "选项" * 400_000,
    "options": "A. x\n" * 200_000,
    "is": "A is " * 200_000,
    "text": r"\text{" * 160_000,
    "nested": r"\text{" * 1_000 + "B" + "}" * 1_000,
    "channel": "<|channel|>analysis" * 50_000,
    "escape": "\x1b]" * 400_000,
    "true": "true or false " * 70_000,
    "long word": "a" * 900_000,
    "marks": "A ✗ " * 250_000,
    "verdicts": "A is wrong, B is right. " * 40_000,
    "taken back": "Answer: B. Wait, no. " * 45_000,
    "conditions": "if A then " * 90_000,
    "remarks": "Note: under another reading the answer would be B. " * 20_000,
    "readings": "under with on in by " * 50_000,
    "quoted": '"' * 900_000,
    "quotations": 'if we read "x" as "y but z", ' * 30_000,
    "although": "although x " * 90_000 + ", B",
    "names": "Let A be x. " * 80_000,
    "answers of questions": "Q: x\n" * 150_000 + "A: B",
    "channels": "analysis" + "assistant" * 100_000,
    "unclosed": '{"reasoning": "' * 60_000,
    "pairs": '{"a": "' + '"answer": "B" ' * 60_000,
    "respuesta": "respuesta correcta es la " * 40_000,
    "thinking": "<|START_THINKING|>" * 50_000,
    "ranking": "A > B" * 180_000,
    "twice": "The answer is A. The answer is A. " * 27_000,
    "suppositions": "Suppose x. Then " * 56_000,
    "shares": "A 1%, True 1%, " * 60_000,
    "spoken of": 'the word "' * 90_000,
    "doubts": "But that is wrong. " * 47_000,
    "values": "p: true, q: false, " * 47_000,
    "final answers": "Answer: A\nAnswer: B\n" * 45_000,
    "final answer of many words": "Answer: A\n" + "not so good " * 75_000 + "\nAnswer: True",
    "options in a row": "answer A and option B or " * 36_000,
    "assumptions": "assuming x, so " * 60_000,
}


@pytest.mark.torture
@pytest.mark.parametrize("kind", ["choice", "truth", "text"])
@pytest.mark.parametrize("name", HANGING)
def test_no_text_hangs_the_reader(name: str, kind: str) -> None:
    """Processor time, not the clock: a quadratic reading of these takes minutes."""
    question, options, formal = question_of(kind)
    begun = time.process_time()
    with suppress(Unreadable):
        read(HANGING[name], question, options, formal)
    assert time.process_time() - begun < 20


@pytest.mark.parametrize(
    "begun",
    [
        "<|START_THINKING|>",
        "<|thinking_start|>",
        "<|begin_thinking|>",
        "<|think|>",
        "<|reasoning|>",
        "<thinking_process>",
        "<longcat_think>",
        "<unused94>thought\n",
        "assistantanalysis",
    ],
)
def test_nothing_is_left_of_reasoning_that_was_cut_off(begun: str) -> None:
    response = f"{begun}The answer is B. Answer: B"
    assert not thought_left_out(response).strip()
    assert cut_off(response)


@pytest.mark.parametrize(
    ("response", "left"),
    [
        ("<think>x</think>y", "y"),
        ("x</think>y", "y"),
        ("<think>x", ""),
        ("y<think>x", "y"),
        ("<think>x</think>y<think>z", "y"),
        ("<think>a<think>b</think>y", "y"),
        ("<THINK>x</THINK>y", "y"),
        ('<think time="3">x</think>y', "y"),
        ("<|begin_of_thought|>x<|end_of_thought|>y", "y"),
        ("<|START_THINKING|>x<|END_THINKING|>y", "y"),
        ("<|start_of_thought|>x<|end_of_thought|>y", "y"),
        ("<|think_start|>x<|think_end|>y", "y"),
        ("<seed:think>x</seed:think>y", "y"),
        ("<unused94>thought\nx<unused95>y", "y"),
        ("analysisX is so.assistantfinaly", "y"),
        ("I think so.", "I think so."),
        ("x < think > y", "x < think > y"),
    ],
)
def test_reasoning_is_left_out(response: str, left: str) -> None:
    assert thought_left_out(response).strip() == left
    assert cut_off(response) is (
        response.lower().rfind("<think") > response.lower().rfind("</think")
    )
