"""Necessary answered as possible: what the premises allow is mistaken for what they entail."""

from items.misreadings.misreading import Misreading
from items.misreadings.question_words import asked_as

MISREADING = Misreading(
    name="necessary-as-possible",
    titles={"en": "Necessary as possible", "zh": "以可能代必然"},
    descriptions={
        "en": "What can be so is taken for what must be so.",
        "zh": "把可能成立的当作必然成立的。",
    },
    source="Evans, Handley, Harper and Johnson-Laird (1999), Reasoning about Necessity and "
    "Possibility, Journal of Experimental Psychology: Learning, Memory, and Cognition 25",
    readings=asked_as("necessary", "possible"),
)
