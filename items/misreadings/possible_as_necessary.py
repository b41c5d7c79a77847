"""Possible answered as necessary: "can it be?" mistaken for "must it be?"."""

from items.misreadings.misreading import Misreading
from items.misreadings.question_words import asked_as

MISREADING = Misreading(
    name="possible-as-necessary",
    titles={"en": "Possible as necessary", "zh": "以必然代可能"},
    descriptions={
        "en": "“Can it be that A?” is answered as if it were “must it be that A?”.",
        "zh": "把“A 可能成立吗”当作“A 必然成立吗”来回答。",
    },
    source="Evans, Handley, Harper and Johnson-Laird (1999), Reasoning about Necessity and "
    "Possibility, Journal of Experimental Psychology: Learning, Memory, and Cognition 25",
    readings=asked_as("possible", "necessary"),
)
