"""Responses: what is read, what is N, and what nobody can read."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.answers import (
    ChoiceAnswer,
    CountAnswer,
    TextAnswer,
    TruthAnswer,
    VerdictAnswer,
)
from items.asking.extraction import extract
from items.asking.prompting import prompt
from items.asking.protocol import load_protocol
from items.models import Option, Question
from items.responses.letters import chosen_option
from items.responses.reasoning_text import MAX_RESPONSE, thought_left_out
from items.values.letters import letter
from study.statistics.partial_circular import partial_circular
from tests.items.extraction_items import (
    CHOICE,
    DEMO,
    OPTIONS,
    TRUTH,
    item,
    response_read,
    value_read,
)
from tests.shared_data import shared_path


def option(response: str, mutant: int = 0) -> int | str | None:
    """The option read, None for N, a reason where it is unreadable."""
    (answer,), note = response_read(response, CHOICE, "divlogic-0-shot", mutant)
    assert answer is None or isinstance(answer, ChoiceAnswer)
    return note if answer is None else answer.option


@pytest.mark.parametrize(
    "response",
    [
        "Answer: B",
        "Answer: B. The ferry is late.",
        "Answer: B The ferry is late.",
        "answer:b",
        "**Answer:** B",
        "**Answer: B**",
        "Answer: <B>",
        "Answer: (B)",
        "Answer: [B]",
        "Answer: $\\boxed{B}$",
        "Answer: \\boxed{\\text{B}}",
        "Answer: Option B",
        "Answer：Ｂ",
        "答案：B",
        "答案：选项B",
        "Answer:\n\nB",
        "The form is `Answer: <A/B/C/D>`.\nAnswer: B",
        "Answer: A looked right at first.\nAnswer: B",
        "<think>Answer: C</think>\nAnswer: B",
        "no opening tag Answer: C</think>Answer: B",
        "\x1b[2JAnswer: B\x1b[0m",
        "Answer: B, since the ferry is late.",
        "Answer: B and nothing else.",
    ],
)
def test_letters(response: str) -> None:
    assert option(response) == 1


@pytest.mark.parametrize(
    "response",
    [
        "Answer: None of the above",
        "Answer: N",
        "Answer: E",
    ],
)
def test_anything_but_a_letter_of_an_option_is_n(response: str) -> None:
    assert option(response) is None


@pytest.mark.parametrize("response", ["Answer: Cannot be determined", "Answer: I do not know."])
def test_who_cannot_tell_chooses_nothing(response: str) -> None:
    assert isinstance(option(response), str)


def test_who_cannot_tell_chooses_the_option_that_says_so() -> None:
    options = ("True", "False", "Unknown")
    assert chosen_option("无法判断", 3, options) == 2
    assert chosen_option("It cannot be determined.", 3, options) == 2
    assert chosen_option("It is false.", 3, options) == 1


def test_none_of_the_above_may_be_an_option() -> None:
    options = ("It rains.", "It snows.", "None of the above.")
    assert chosen_option("None of the above", 3, options) == 2
    assert chosen_option("Strictly speaking, none of the options follows.", 3, options) == 2
    assert chosen_option("None of the above except A", 3, options) == 0


@pytest.mark.parametrize(
    ("response", "why"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("Answer:", "no letter"),
        ("Answer: **", "no letter"),
        ("Answer: 2", "no letter"),
        ("Answer: Both B and C", "letters"),
        ("<think>Answer: B", "inside its reasoning"),
        ("Answer: A or B", "two letters"),
        ("Answer: A, C", "two letters"),
        ("Answer: A/B/C/D", "letters"),
        ("Answer: <A/B/C/D>", "letters"),
    ],
)
def test_what_cannot_be_read(response: str, why: str) -> None:
    assert why in str(option(response))


@given(st.integers(0, 3), st.integers(0, 3))
def test_rotations_are_turned_back(mutant: int, chosen: int) -> None:
    displayed = OPTIONS[mutant:] + OPTIONS[:mutant]
    place = letter(displayed.index(OPTIONS[chosen]))
    assert option(f"Answer: {place}", mutant) == chosen


@pytest.mark.slow
@given(st.text(max_size=200))
def test_no_response_breaks_anything(response: str) -> None:
    for protocol in ("divlogic-0-shot", "llmeval"):
        response_read(response, CHOICE, protocol)
        response_read("Answer: " + response, CHOICE, protocol)
    for name in ("contexthub", "qmfol", "llmeval"):
        response_read(f"<answer>{response}</answer>", TRUTH, name)
    for demo in ("demo/village-pond", "demo/dinner-guests", "demo/three-hats"):
        question = DEMO[demo]
        response_read(
            json.dumps({"answer": response, "1": response, "7": {"answer": response}}),
            question,
            "llmeval",
        )


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
        ),
    )
)
def test_no_json_breaks_anything(value: object) -> None:
    for id in (
        "demo/dinner-guests",
        "demo/three-hats",
        "demo/picnic-basket",
        "demo/four-lamps",
        "demo/barking-dogs",
        "demo/broken-vase",
        "demo/laundry-day",
    ):
        response_read(json.dumps({"answer": value}), DEMO[id], "llmeval")


@pytest.mark.parametrize(
    ("response", "value"),
    [
        ("<answer>True</answer>", "true"),
        ("I think <answer> false. </answer> is it", "false"),
        ("<answer>N/A</answer>", "unknown"),
        ("<answer>N-A</answer>", "unknown"),
        ("<Answer>Unknown</Answer>", "unknown"),
        ("<answer>False</answer> no, wait: <answer>True</answer>", "true"),
        ("put it in <answer> tags: <answer>**True**</answer>", "true"),
        ("<answer>无法确定</answer>", "unknown"),
        ("<answer>真</answer>", "true"),
        ("<answer>假。</answer>", "false"),
        ("<answer>\nTrue, since hup is true\n</answer>", "true"),
        ("<answer>True or False</answer>", None),
        ("<answer>not true</answer>", None),
        ("<answer></answer>", None),
        ("<answer>perhaps</answer>", None),
        ("<answer>True", "true"),
        ("True", "true"),
        ("<answer>T is the case</answer>", None),
    ],
)
def test_tags(response: str, value: str | None) -> None:
    (answer,), _ = response_read(response, TRUTH, "contexthub")
    assert (answer.value if isinstance(answer, TruthAnswer) else None) == value


@pytest.mark.parametrize(
    ("response", "value"),
    [
        ("Explanation:\nStep 1: …\nAnswer: Unknown", "unknown"),
        ("Explanation: the answer: open.\nAnswer: **True**.", "true"),
        ("解释：\n步骤1：……\n答案：假", "false"),
        ("答案：未知", "unknown"),
        ("Answer: <True/False/Unknown>", None),
        ("Explanation: it is true.", "true"),
    ],
)
def test_steps_and_then_the_label(response: str, value: str | None) -> None:
    (answer,), _ = response_read(response, TRUTH, "qmfol")
    assert (answer.value if isinstance(answer, TruthAnswer) else None) == value


@pytest.mark.parametrize(
    "wrapping",
    [
        "{}",
        "```json\n{}\n```",
        "```\n{}\n```",
        "Here it is:\n{}\nThat is all.",
        '<think>{{"answer": 7}}</think>{}',
        'As {{"answer": 9}} would say {{x}}: {}',
    ],
)
def test_json_with_and_without_fences(wrapping: str) -> None:
    response = wrapping.format('{"answer": 3, "reasoning": "a } in {it"}')
    assert response_read(response, DEMO["demo/four-lamps"], "llmeval")[0] == (CountAnswer(count=3),)


@pytest.mark.parametrize(
    "response",
    ["[3]", '{"reasoning": "3"}', '{"answer": 3', '{"answer": 3, "answer": 4}', "{" * 5000],
)
def test_no_object_no_answer(response: str) -> None:
    (answer,), note = response_read(response, DEMO["demo/four-lamps"], "llmeval")
    assert answer is None
    assert note


@pytest.mark.parametrize(
    ("value", "count"),
    [
        (3, 3),
        (3.0, 3),
        ("3", 3),
        ("three", 3),
        ("3 ways", 3),
        ("共三种", 3),
        ("十二", 12),
        (0, 0),
        (-1, None),
        (2.5, None),
        (True, None),
        ("3 or 4", None),
        ("many", None),
        ([3], None),
    ],
)
def test_numbers(value: object, count: int | None) -> None:
    assert value_read(value, "demo/four-lamps") == (
        None if count is None else CountAnswer(count=count)
    )


@pytest.mark.parametrize(
    ("id", "value", "word"),
    [
        ("demo/brass-and-choir", "possible", "possible"),
        ("demo/brass-and-choir", "Impossible.", "impossible"),
        ("demo/brass-and-choir", False, "impossible"),
        ("demo/brass-and-choir", "不可能", "impossible"),
        ("demo/brass-and-choir", "yes", "possible"),
        ("demo/brass-and-choir", "necessary", None),
        ("demo/brass-and-choir", "possible or impossible", None),
        ("demo/in-time-for-the-wedding", "necessary", "necessary"),
        ("demo/in-time-for-the-wedding", "not necessary", "unnecessary"),
        ("demo/in-time-for-the-wedding", "不必然", "unnecessary"),
        ("demo/broken-vase", "alternative", "alternative"),
        ("demo/broken-vase", "no alternative", "no_alternative"),
        ("demo/broken-vase", "不存在", "no_alternative"),
        ("demo/broken-vase", "", None),
    ],
)
def test_verdicts(id: str, value: object, word: str | None) -> None:
    expected = None if word is None else VerdictAnswer.model_validate({"word": word})
    assert value_read(value, id) == expected


MANY = item(
    Question(id="1", kind="count_models"),
    Question(id="2", kind="possible"),
    Question(id="3", kind="text"),
)
ALL = (CountAnswer(count=4), VerdictAnswer(word="possible"), TextAnswer(text="P1 and P2"))


@pytest.mark.parametrize(
    "value",
    [
        {
            "1": {"answer": 4, "reasoning": "r"},
            "2": {"answer": "possible"},
            "3": {"answer": " P1 and P2 "},
        },
        {"1": 4, "2": "possible", "3": "P1 and P2"},
        {"answers": {"1": {"answer": 4}, "2": {"answer": True}, "3": {"answer": "P1 and P2"}}},
        {"Q1": {"answer": 4}, "Question 2": {"answer": "yes"}, "3.": {"answer": "P1 and P2"}},
        {"问题1": {"answer": 4}, "第2题": {"answer": "可能"}, "3": {"answer": "P1 and P2"}},
        {
            "answers": [
                {"id": 1, "answer": 4},
                {"id": "2", "answer": "possible"},
                {"id": "3", "answer": "P1 and P2"},
            ]
        },
    ],
)
def test_several_questions(value: object) -> None:
    assert response_read(json.dumps(value, ensure_ascii=False), MANY, "llmeval")[0] == ALL


def test_each_question_is_read_for_itself() -> None:
    response = json.dumps({"1": {"answer": "lots"}, "3": {"answer": ["P1", "P2"]}})
    answers, note = response_read(response, MANY, "llmeval")
    assert answers == (None, None, TextAnswer(text="P1\nP2"))
    assert note.startswith("not a number: 'lots'; the response has no answer to this question")


def test_a_question_answered_twice_is_not_answered() -> None:
    answers, note = response_read('{"1": 3, "Q1": 4, "2": true, "3": "x"}', MANY, "llmeval")
    assert answers == (None, None, None)
    assert "twice" in note


def test_a_huge_response_is_read_from_its_end() -> None:
    assert option("x" * (3 * MAX_RESPONSE) + "\nAnswer: B") == 1
    assert len(thought_left_out("x" * (3 * MAX_RESPONSE))) == MAX_RESPONSE


LINE = re.compile(r"(\d+) ([A-D]) (.) (.*?) ?(True|False)")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "acc", "cir", "share", "unreadable"),
    [
        ("0-shot-chatgpt", 32.93, 3.13, 13.46, 0),
        ("0-shot-chatgpt-2", 31.60, 3.40, 14.34, 0),
        ("3-shot-chatgpt", 32.87, 3.73, 15.39, 1),
    ],
)
def test_recorded_responses(
    file: str, acc: float, cir: float, share: float, unreadable: int
) -> None:
    """6,000 real responses, letter by letter; the three scores are the known ones."""
    text = shared_path(f"ilogiceval/{file}.txt").read_text(encoding="utf-8")
    bare = item(
        Question(id="1", kind="choice", options=tuple(Option(text=f"option {n}") for n in range(4)))
    )
    questions = [
        prompt(bare, bare.leaves, load_protocol("divlogic-0-shot").protocol, k) for k in range(4)
    ]
    groups: dict[str, list[tuple[int, int | None]]] = {}
    lost = 0
    for line in text.splitlines():
        match = LINE.fullmatch(line)
        assert match is not None
        listed = groups.setdefault(match[1], [])
        mutant = len(listed)
        (extracted,) = extract(match[4], questions[mutant])
        lost += extracted.answer is None
        chosen = extracted.answer.option if isinstance(extracted.answer, ChoiceAnswer) else None
        if "Answer: " not in match[4]:
            # By the paper's rule a response without that place is N, whatever else it says.
            chosen, lost = None, lost + 1
        listed.append((("ABCD".index(match[2]) + mutant) % 4, chosen))
    assert len(groups) == 1500
    assert lost == unreadable
    right = [[gold == chosen for gold, chosen in listed] for listed in groups.values()]
    assert round(100 * sum(row[0] for row in right) / 1500, 2) == acc
    assert round(100 * sum(all(row) for row in right) / 1500, 2) == cir
    scores = [
        partial_circular([-1 if chosen is None else chosen for _, chosen in listed], sum(row))
        for listed, row in zip(groups.values(), right, strict=True)
    ]
    assert round(100 * sum(scores) / 1500, 2) == share
