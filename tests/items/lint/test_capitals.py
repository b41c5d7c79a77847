"""Right options that capital letters set apart, and options that all have them, or names."""

import pytest

from items.answers import ChoiceAnswer
from items.lint import capitals
from items.models import Item, Option, Question

TEXT = "If the baker whistles, the ferry is late. The goat sleeps on the roof of the barn."
OPTIONS = ("The ferry is late.", "The goat sleeps.", "The baker whistles.", "The barn is full.")


def has_finding(*options: str, gold: int = 1, text: str = TEXT) -> bool:
    question = Question(
        id="1",
        text="Which of these follows?",
        kind="choice",
        options=tuple(Option(text=option) for option in options),
        gold=ChoiceAnswer(option=gold),
    )
    return bool(list(capitals.look(Item(id="x", text=text, questions=(question,)))))


def options_with(option: str) -> tuple[str, ...]:
    return (OPTIONS[0], option, *OPTIONS[2:])


@pytest.mark.parametrize(
    "option", ["The GOAT sleeps.", "The goat SLEEPS.", "THE GOAT sleeps.", "The Goat Sleeps."]
)
def test_a_right_option_set_apart_by_capitals(option: str) -> None:
    assert has_finding(*options_with(option))
    assert not has_finding(*OPTIONS)
    assert not has_finding(*options_with(option), gold=0)


@pytest.mark.parametrize(
    "options",
    [
        options_with("The NASA goat sleeps."),
        options_with("Anna Marsh sleeps."),
        options_with("Sleeps."),
        ("The FERRY is late.", "The GOAT sleeps.", "The baker whistles.", "The barn is full."),
        ("The Ferry Is Late.", "The Goat Sleeps.", "The Baker Whistles.", "The Barn Is Full."),
    ],
)
def test_names_and_capitals_of_other_options_are_not_findings(options: tuple[str, ...]) -> None:
    assert not has_finding(*options)


def test_two_options_alone_are_not_compared() -> None:
    assert not has_finding("The ferry is late.", "The GOAT sleeps.")
