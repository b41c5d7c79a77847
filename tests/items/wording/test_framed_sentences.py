"""Words that put a sentence into a mouth, and frames that say as much as what they frame."""

import pytest

from items.model_wording.framed_sentences import framed
from items.model_wording.hedges import weakened
from solver.language.parser import parse_formula

MEANINGS = {
    "A": "the ferry is late",
    "B": "the harbour is crowded",
    "D": "the dog that barks is old",
}
RULE = "if the ferry is late, then the harbour is crowded"
ATTITUDES = """
one suspects that @
word has it that @
legend has it that @
one would think that @
sources say that @
it is a fair guess that @
there's talk that @
everyone assumes that @
experts maintain that @
it strikes me that @
you could argue that @
popular belief holds that @
the prevailing view is that @
I have a hunch that @
there is every reason to believe that @
the working hypothesis is that @
we may take it that @
the porter swears that @
I dare say @
people say @
""".strip().split("\n")
NEUTRAL = """
it is certain that @
it holds that @
we know that @
the fact is that @
the rules state that @
it is a rule of the house that @
it's not the case that @
from this it follows that @
it is guaranteed that @
a sufficient condition for its being true that the ferry is late is that @
the harbour is crowded on condition that @
the harbour is crowded in the event that @
only if the harbour is crowded is it true that @
it is impossible that @
suppose that @
whenever it is the case that the harbour is crowded, it must be that @
""".strip().split("\n")


@pytest.mark.parametrize("frame", ATTITUDES)
def test_what_somebody_is_said_to_say_or_think_is_weaker(frame: str) -> None:
    for sentence, formula in ((RULE, "A → B"), (MEANINGS["A"], "A")):
        text = frame.replace("@", sentence)
        text = f"{text[0].upper()}{text[1:]}."
        assert list(framed(text, MEANINGS)), text
        assert weakened(text, parse_formula(formula), MEANINGS, "en"), text


@pytest.mark.parametrize("frame", NEUTRAL)
def test_frames_that_say_as_much_are_let_be(frame: str) -> None:
    for sentence in (RULE, MEANINGS["A"]):
        assert list(framed(f"{frame.replace('@', sentence)}.", MEANINGS)) == []


def test_a_relative_clause_and_the_words_of_a_meaning_are_no_frame() -> None:
    for text in (
        "The dog that barks is old.",
        "There is no dish that the mayor likes.",
        "A man that sings is happy.",
        "Every stranger that travels pays.",
    ):
        assert list(framed(text, MEANINGS)) == []
    meanings = {"A": "the guide suspects that the ferry is late", "B": "the ferry is late"}
    assert list(framed("The guide suspects that the ferry is late.", meanings)) == []
    assert list(framed("Porters suspect that the ferry is late.", {"B": "the ferry is late"})) == [
        "Porters suspect"
    ]
