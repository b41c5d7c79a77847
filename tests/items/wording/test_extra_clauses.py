"""Clauses that say more than the formula that a sentence tells."""

import json

import pytest

from items.model_wording.extra_clauses import ExtraClauseFinder
from items.model_wording.text_check import prove
from items.model_wording.worded_items import Task, WordedText, WordingRequest, task_of
from items.models import Item, Question
from items.wording.bank import Language
from solver.language.parser import parse_formula

MEANINGS: dict[Language, dict[str, str]] = {
    "en": {
        "B": "the bus is late",
        "W": "the clerk waits",
        "S": "the shop is open",
        "C": "the cat wakes up",
        "K": "everybody knows the cat wakes up",
    },
    "zh": {"B": "公交车晚点", "W": "店员在等待", "S": "商店开着门", "C": "花猫醒过来"},
}
ASKED: dict[Language, str] = {"en": "The cat is awake.", "zh": "花猫从梦中醒来。"}


def clauses(sentence: str, formula: str, language: Language = "en") -> list[str]:
    read = parse_formula(formula)
    statements = [(ASKED[language], parse_formula("C"))]
    return list(ExtraClauseFinder(MEANINGS[language], statements, language).clauses(sentence, read))


ADDED = (
    "{}; after all, @",
    "{}, while @",
    "{}, and indeed @",
    "{}, since @",
    "{} because @",
    "{}, which shows that @",
    "{} (in fact, @)",
    "{} (@)",
    "{} — @",
    "{}; @",
    "{}, given that @",
    "{}, for @",
    "{}, not least because @",
    "{}, not least as @",
    "{}, and in this case @",
    "{}, so @",
    "{}, hence @",
    "{}, and @",
    "{}, and it is not true that @",
    "Although @, {}",
    "Because @, {}",
    "As @, {}",
    "With this in mind, namely that @, {}",
)
TOLD = (
    ("if the bus is late, then the clerk waits", "B -> W"),
    ("the bus is late only if the clerk waits", "B -> W"),
    ("the clerk waits, provided that the bus is late", "B -> W"),
    ("the bus is late", "B"),
    ("the bus is late, or the shop is open, or both", "B | S"),
    ("it is not true both that the bus is late and that the shop is open", "~(B & S)"),
    ("both the bus is late and the shop is open", "B & S"),
)


@pytest.mark.parametrize("form", ADDED)
@pytest.mark.parametrize(("sentence", "formula"), TOLD)
@pytest.mark.parametrize("asked", ["the cat wakes up", "the cat is awake"])
def test_a_fact_that_the_formula_does_not_have(
    form: str, sentence: str, formula: str, asked: str
) -> None:
    assert clauses(form.format(sentence).replace("@", asked) + ".", formula)
    assert clauses(sentence + ".", formula) == []


@pytest.mark.parametrize("form", ADDED)
@pytest.mark.parametrize("asked", ["the bus is late", "the clerk waits"])
def test_a_fact_next_to_a_rule_about_it(form: str, asked: str) -> None:
    sentence = "if the bus is late, then the clerk waits"
    assert clauses(form.format(sentence).replace("@", asked) + ".", "B -> W")


@pytest.mark.parametrize(
    "form",
    [
        "{}；毕竟，@",
        "{}，所以@",
        "{}，可见@",
        "{}（事实上，@）",
        "{}——@",
        "{}，因为@",
        "{}，而@",
        "虽然@，{}",
        "由于@，{}",
    ],
)
@pytest.mark.parametrize("asked", ["花猫醒过来", "花猫从梦中醒来"])
@pytest.mark.parametrize(
    ("sentence", "formula"),
    [
        ("如果公交车晚点，那么店员在等待", "B -> W"),
        ("只有店员在等待，公交车才晚点", "B -> W"),
        ("商店开着门", "S"),
    ],
)
def test_a_fact_in_chinese(form: str, asked: str, sentence: str, formula: str) -> None:
    assert clauses(form.format(sentence).replace("@", asked) + "。", formula, "zh")
    assert clauses(sentence + "。", formula, "zh") == []


@pytest.mark.parametrize(
    ("sentence", "formula"),
    [
        ("If the bus is late, the cat wakes up, and if it is not, the cat does not.", "B <-> C"),
        ("If the bus is late, the cat wakes up, and if not, the cat sleeps.", "B <-> C"),
        (
            "The bus is late, provided that the cat wakes up, and the cat wakes up, provided that "
            "the bus is late.",
            "B <-> C",
        ),
        (
            "Whenever the bus is late, the cat wakes up, and whenever the cat wakes up, the bus is "
            "late.",
            "B <-> C",
        ),
        (
            "Either the bus is late, or the cat wakes up, but not both the bus is late and the cat "
            "wakes up.",
            "B ^ C",
        ),
        ("The bus is late, and the cat wakes up.", "B & C"),
        ("Although the bus is late, the cat wakes up.", "B & C"),
        ("The bus is late; the cat wakes up.", "B & C"),
        ("Given that the bus is late, the cat wakes up.", "B -> C"),
        ("In every case in which the bus is late, the cat wakes up.", "B -> C"),
        ("If the bus is late, then the clerk waits and the cat wakes up.", "B -> W & C"),
        ("Whether or not the bus is late, everybody knows the cat wakes up.", "K"),
        ("If the bus is late, everybody knows the cat wakes up.", "B -> K"),
        (
            "Two claims are not both true: that the bus is late, and that the cat wakes up.",
            "~(B & C)",
        ),
        ("It is so: the cat wakes up.", "C"),
    ],
)
def test_sentences_that_say_their_formula(sentence: str, formula: str) -> None:
    assert clauses(sentence, formula.replace("^", "⊕")) == []


@pytest.mark.parametrize(
    ("sentence", "statement", "same"),
    [
        ("If the bus is late, the cat wakes up.", "The cat wakes up.", True),
        ("If the bus is late, the cat wakes up, and indeed it does.", "The cat wakes up.", True),
        ("If the bus is late, the cat wakes up; the cat wakes up.", "The cat wakes up.", False),
        ("Although the cat wakes up, if the bus is late, it does.", "The cat wakes up.", False),
        ("If the bus is late, the cat wakes up.", "The cat wakes up, as the bus is late.", False),
    ],
)
def test_a_reader_that_passes_over_a_clause_proves_nothing(
    sentence: str, statement: str, same: bool
) -> None:
    glosses = {name: MEANINGS["en"][name] for name in "BC"}
    formal = {
        "parameters": dict.fromkeys("BC", "Bool"),
        "translation": glosses,
        "premise": ["B -> C"],
    }
    asked_question = Question(id="1", text="Is it?", kind="truth", query="necessary(C)")
    task = task_of(
        Item(id="x", text="…", formalization=formal, questions=(asked_question,)), WordingRequest()
    )
    assert isinstance(task, Task)
    telling = WordedText((sentence,), (statement,), glosses)
    written = json.dumps({**formal, "question": ["necessary(C)"]})
    proof = prove(task, telling, f"<formalization>{written}</formalization>", "en")
    assert proof.same is same
    assert all("says more than" in difference for difference in proof.differences)


@pytest.mark.parametrize(
    ("sentence", "formula", "language"),
    [
        ("If the bus is late, it is not true that @, in other words @", "B -> ~C", "en"),
        ("如果公交车晚点，并非@，也就是说@", "B -> ~C", "zh"),
        ("如果公交车晚点，并非@，换句话说@", "B -> ~C", "zh"),
    ],
)
def test_a_consequence_said_once_more_in_other_words_is_too_much(
    sentence: str, formula: str, language: Language
) -> None:
    meaning = MEANINGS[language]["C"]
    assert clauses(sentence.replace("@", meaning), formula, language)
    first = sentence[: sentence.rindex("，" if language == "zh" else ",")]
    assert not clauses(first.replace("@", meaning), formula, language)
