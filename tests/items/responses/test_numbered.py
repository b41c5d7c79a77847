"""Options shown with numbers: what a response names by number is read, and no other number is."""

import pytest

from items.answers import ChoiceAnswer
from items.models import Option, Question
from items.responses.reader import read
from items.values.unreadable import Unreadable

OPTIONS = ("All cats are grey", "No dog barks", "Some birds fly", "Only fish swim")
LEAF = Question(id="q", kind="choice", options=tuple(Option(text=text) for text in OPTIONS))
NONE = "N"


def option_read(text: str, first: int | None) -> object:
    """The option, `NONE` for none of them, None where the response cannot be read."""
    try:
        answer = read(text, LEAF, OPTIONS, first=first)
    except Unreadable:
        return None
    assert isinstance(answer, ChoiceAnswer)
    return NONE if answer.option is None else answer.option


RESPONSES: tuple[tuple[str, object], ...] = (
    ("2", 1),
    ("2.", 1),
    ("(2)", 1),
    ("**2**", 1),
    ("Answer: 2", 1),
    ("The answer is 3.", 2),
    ("Option 4", 3),
    ("选2", 1),
    ("答案是3。", 2),
    ("答案：4", 3),
    ("\\boxed{2}", 1),
    ('{"answer": 2}', 1),
    ('{"answer": "3"}', 2),
    ('{"reasoning": "Premise 1 says so", "answer": 4}', 3),
    ("<answer>2</answer>", 1),
    ("2. No dog barks", 1),
    ("2) No dog barks", 1),
    ("Premise 1 and premise 2 give that no dog barks. So the answer is 2.", 1),
    (
        "1. All cats are grey: not supported.\n2. No dog barks: follows from premise 1.\n"
        "3. Some birds fly: no.\n4. Only fish swim: no.\n\nThe correct answer is 2.",
        1,
    ),
    ("Step 1: from premise 3 ... Step 2: ... Therefore option 3 is correct.", 2),
    ("2 or 3", None),
    ("The answer is 2 or 3.", None),
    ("There are 3 birds.", None),
    ("B", 1),
    ("The answer is B", 1),
    ("5", None),
    ("The answer is 7", None),
    ("First, rule 2 says X. Then rule 4 says Y.", None),
    ("2, because premise 1 says so.", 1),
    ("1. Premise one says X.\n2. Premise two says Y.\nFinal answer: 3", 2),
    ("1. First step.\n2. Second step.", None),
    ("Option 2 is wrong, so option 3.", 2),
    ("I would choose 4.", 3),
    ("正确答案是选项2。", 1),
    ("选项1错误，选项2正确。", 1),
    ("The answer is not 2 but 3.", 2),
    ("#### 2", 1),
    ("The answer is (3).", 2),
    ("Answer: **4**", 3),
    ("Answer: 2.5", None),
    ("20", None),
    ("The second option.", 1),
    ("None of the options is correct.", "N"),
    ("Options 1 and 3 are contradicted, 4 is not supported. The answer is option 2.", 1),
    ("\\text{2}", 1),
    ("Answer: 1. All cats are grey", 0),
    ("②", 1),
    ("Answer:\n2", 1),
    ("The correct option is number 3.", 2),
    ("It is option 2, not option 3.", 1),
    ("<think>maybe 2</think>3", 2),
    ("<think>maybe 2", None),
)


@pytest.mark.parametrize(("text", "option"), RESPONSES)
def test_numbers_name_options_where_options_have_numbers(text: str, option: object) -> None:
    assert option_read(text, 1) == option


@pytest.mark.parametrize(("text", "option"), [("0", 0), ("Answer: 3", 3), ("4", None)])
def test_numbers_count_from_the_first(text: str, option: object) -> None:
    assert option_read(text, 0) == option


@pytest.mark.parametrize("text", ["2", "Answer: 2", '{"answer": 2}', "The answer is 3."])
def test_where_options_have_letters_a_number_is_none_of_them(text: str) -> None:
    assert option_read(text, None) is None
