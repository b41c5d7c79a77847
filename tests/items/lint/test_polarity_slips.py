"""Facts told with the other sign beside other words: what is found, and what is no slip."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from items.findings.words import glosses_of
from items.lint import double_negation, polarity
from items.lint.double_negation import facts_of
from items.models import Item, Question
from items.wording.lemmas import content_words
from items.wording.words import word_pairs
from tests.shared_data import shared_path
from tui.console.sources import load_sources

PASTS = word_pairs("pasts")


def finding_texts(text: str, *premises: str, question: str = "?", **glosses: str) -> list[str]:
    item = Item(
        id="x",
        text=text,
        questions=(Question(id="1", text=question, kind="text"),),
        formalization={"translation": glosses, "premise": list(premises)},
    )
    return [finding.rule.name for finding in (*polarity.look(item), *double_negation.look(item))]


RIVER = {
    "F": "the Colorado River flows through the Grand Canyon",
    "G": "the Grand Canyon was not formed by the Colorado River",
}
FEAST = {"H": "the tribe held a feast", "E": "the tribe engaged in a chant"}


@pytest.mark.parametrize(
    ("text", "premise", "glosses"),
    [
        ("The Colorado River does not flow through the Grand Canyon.", "F", RIVER),
        ("However, the tribe did not hold a feast and engaged in a chant.", "H", FEAST),
        ("Mary did use oil paints.", "¬P", {"P": "Mary used oil paints"}),
        ("The debater did not make a bold claim and relied on tales.", "C",
         {"C": "the debater made a bold claim"}),
        ("It is not true that Mary is now working on a quilt that she has been making by hand.",
         "Q", {"Q": "Mary is working on a quilt"}),
        ("Blood tests also revealed that the patient does not have a high white cell count.", "W",
         {"W": "the patient has a high white cell count"}),
        ("The engine is running and not working well.", "¬R", {"R": "the engine is running"}),
        ("The cat died.", "¬D", {"D": "the cat has died"}),
    ],
)  # fmt: skip
def test_slips_among_other_words(text: str, premise: str, glosses: dict[str, str]) -> None:
    assert finding_texts(text, premise, **glosses)
    other = premise.removeprefix("¬") if premise.startswith("¬") else f"¬{premise}"
    assert finding_texts(text, other, **glosses) == []


def test_another_preposition_is_not_sure_to_be_a_slip() -> None:
    gloss = "the bag is above the weight limit"
    assert finding_texts("Furthermore, the bag is within the weight limit.", "¬R", R=gloss) in (
        [],
        ["polarity-unsure"],
    )
    assert finding_texts("Furthermore, the bag is above the weight limit.", "¬R", R=gloss) == [
        "polarity-slip"
    ]


@pytest.mark.parametrize(
    ("question", "premise", "gloss"),
    [
        ("Given that it is false the patient requires treatment, what of the tumor?", "R",
         "the patient requires treatment"),
        ("Given that it is false Dr. Smith is ready to publish, what of the data?", "R",
         "Dr. Smith is ready to publish"),
        ("Given that the patient does not require treatment, what of the tumor?", "R",
         "the patient requires treatment"),
        ("Since it is known that the website is not available, is the server down?", "R",
         "the website is available"),
        ("It is known that Tom does not work as an interpreter, what about his Japanese?", "R",
         "Tom works as an interpreter"),
    ],
)  # fmt: skip
def test_slips_in_what_a_question_gives(question: str, premise: str, gloss: str) -> None:
    assert finding_texts("", premise, question=question, R=gloss) == ["polarity-slip"]
    assert finding_texts("", f"¬{premise}", question=question, R=gloss) == []


def test_two_negations_without_that_are_counted() -> None:
    question = "Given that it is false the students did not read, what of the test?"
    gloss = "the students did not read"
    assert finding_texts("", "R", question=question, R=gloss) == ["double-negative-wrong"]
    assert finding_texts("", "¬R", question=question, R=gloss) == ["double-negative"]


@pytest.mark.parametrize(
    ("text", "premise", "gloss"),
    [
        ("The engine is running and not working well.", "R", "the engine is running"),
        ("It is true that the bell rings, but false that the owl sleeps.", "R", "the bell rings"),
        ("The bell rings, while it is false that the owl sleeps.", "R", "the bell rings"),
        ("The claims “the owl is a god” and “gods rest” are both false.", "¬R", "the owl is a god"),
        ("While many birds fly, it is false that all birds fly.", "¬R", "all birds fly"),
        ("Mary has the marker for gout, but her friend John does not have this marker.", "R",
         "Mary has the marker for gout"),
        ("The plain did not receive snow this year, nor heavy rain.", "¬R",
         "the plain received heavy rain"),
        ("For a test to be a good measure, it has to be valid.", "¬R",
         "the test is a good measure"),
        ("Ann believes that owls are dull, even though this is false.", "R",
         "Ann believes that owls are dull"),
        ("It cannot be true both that the owl is in its nest and that the bell rings.", "R",
         "the owl is in its nest"),
        ("Two claims are not both true: that the owl is asleep, and that the bell rings.", "R",
         "the owl is asleep"),
        ("(NOT xzg and fvj) -> bzj.", "R", "xzg"),
        ("Analysis shows that the skull does not belong to the Homo genus, it does not have a "
         "high brow.",
         "¬R", "the skull has a high brow"),
    ],
)  # fmt: skip
def test_other_negations_in_the_sentence_are_not_slips(text: str, premise: str, gloss: str) -> None:
    assert finding_texts(text, premise, R=gloss) == []


@pytest.mark.parametrize(
    ("text", "gloss"),
    [
        ("The film is two hours long at most.", "the film is longer than two hours"),
        ("The baton is made of something other than wood.", "the baton is made of wood"),
        ("The obituary is anything other than premature.", "the obituary is premature"),
        ("The game ends otherwise than in a draw.", "the game ends in a draw"),
        ("The puppy still needs house training.", "the puppy is house-trained"),
        ("The striker avoids missing the penalty.", "the striker misses the penalty"),
    ],
)
def test_denials_by_other_words_are_not_slips(text: str, gloss: str) -> None:
    assert finding_texts(text, "¬P", P=gloss) == []


# --- planted in texts that others wrote ----------------------------------------------------------

RULE = re.compile(
    r"\b(?:if|when\w*|unless|then|impl\w+|means?|therefore|because|since|only|or|either|requires?"
    r"|leads?|led|results?|caused?)\b|\?",
    re.IGNORECASE,
)
AUXILIARY = re.compile(r"\b(?:is|are|was|were|has|have|had|can|could|will|would)\b(?=\s+\w)")
DENIED = re.compile(r"\b(did|does|do)\s+(also\s+)?not\s+(?=\w)")
VERB = re.compile(r"\b(?:" + "|".join(sorted(PASTS)) + r")\b")


def changed_signs(sentence: str) -> Iterator[tuple[str, str]]:
    """The sentence with another sign, by the kind of change."""
    if match := DENIED.search(sentence):
        yield "emphatic", f"{sentence[: match.end(1)]} {match[2] or ''}{sentence[match.end() :]}"
    if re.search(r"\bnot\b|n't\b|\bnever\b|\bno\b", sentence):
        return
    if match := AUXILIARY.search(sentence):
        yield "not", f"{sentence[: match.end()]} not{sentence[match.end() :]}"
        yield "never", f"{sentence[: match.end()]} never{sentence[match.end() :]}"
    elif match := VERB.search(sentence):
        head, tail = sentence[: match.start()], sentence[match.end() :]
        yield "did not", f"{head}did not {PASTS[match[0]]}{tail}"
        yield "never", f"{head}never {match[0]}{tail}"
    if re.match(r"(?:The|An?|She|He|It|They)\b", sentence) and "," not in sentence:
        yield "outside", f"It is not true that {sentence[0].lower()}{sentence[1:]}"


def planted(item: Item) -> Iterator[tuple[str, Item]]:
    """The item with one given fact worded with the other sign."""
    formal = item.formalization or {}
    words = {name: content_words((gloss,), "en") for name, gloss in glosses_of(formal).items()}
    facts = facts_of(formal)
    for sentence in re.split(r"(?<=[.!])\s+", item.text):
        begun, *rest = re.split(r"((?:,|;|\band\b|\bbut\b).*)", sentence, maxsplit=1)
        if RULE.search(sentence) or len(content_words((begun,), "en")) < 3:
            continue
        own = content_words((begun,), "en")
        shares = sorted(
            (len(own & words_of_name) / len(words_of_name), name)
            for name, words_of_name in words.items()
            if words_of_name
        )
        if shares and shares[-1][0] >= 0.5 and shares[-1][1] in facts:
            for kind, other in changed_signs(begun):
                text = item.text.replace(sentence, "".join((other, *rest)), 1)
                yield kind, item.model_copy(update={"text": text})


def excerpts_by_rule(item: Item) -> set[tuple[str, str]]:
    looked = (*polarity.look(item), *double_negation.look(item))
    return {
        (finding.rule.name, finding.excerpt)
        for finding in looked
        if finding.rule.name != "double-negative"
    }


@pytest.mark.slow
def test_nine_of_ten_slips_in_contexthub_are_found() -> None:
    paths = [
        str(shared_path(f"contexthub/data_level{level}/deductive_logic.json")) for level in (1, 2)
    ]
    items = list(load_sources(paths, None, "", False).items)
    templates = list(dict.fromkeys(item.attributes["template"] for item in items))
    held_out = set(templates[::2])  # the others were looked at
    items = [item for item in items if item.attributes["template"] in held_out]
    Random(16).shuffle(items)
    caught, of = Counter[str](), Counter[str]()
    for item in items:
        before = excerpts_by_rule(item)
        for kind, slip in planted(item):
            if of[kind] < 50:
                of[kind] += 1
                caught[kind] += bool(excerpts_by_rule(slip) - before)
    assert min(of.values()) >= 30
    assert sum(caught.values()) >= 0.9 * sum(of.values()), (caught, of)
