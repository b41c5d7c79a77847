"""An answer that the text gives away in a clause next to a fact or after a rule."""

import pytest

from items.answers import TruthAnswer
from items.lint import answer_clauses
from items.models import Item, Question

PREMISES = ("B -> W", "W -> C", "B", "S")
GLOSSES = {
    "B": "the bus is late",
    "W": "the clerk waits",
    "S": "the shop is open",
    "C": "the cat wakes up",
}
HAN = {"B": "公交车晚点", "W": "店员在等待", "S": "商店开着门", "C": "花猫醒过来"}


def has_finding(
    text: str,
    premises: tuple[str, ...] = PREMISES,
    glosses: dict[str, str] = GLOSSES,
    language: str = "en",
) -> bool:
    question = Question(
        id="1",
        text="Is it true?",
        kind="truth",
        query="necessary(C)",
        gold=TruthAnswer(value="true"),
    )
    item = Item(
        id="x",
        language=language,
        text=text,
        questions=(question,),
        formalization={
            "parameters": dict.fromkeys(glosses, "Bool"),
            "translation": glosses,
            "premise": list(premises),
        },
    )
    return any(finding.rule.name == "leaked-answer" for finding in answer_clauses.look(item))


@pytest.mark.parametrize(
    "sentence",
    [
        "The bus is late, and everybody knew that the cat wakes up.",
        "The shop is open, which means that the cat wakes up.",
        "The shop is open, while the cat wakes up.",
        "The shop is open; the cat wakes up.",
        "The shop is open – the cat wakes up.",
        "The shop is open and the cat wakes up.",
        "The shop is open, and of course the cat wakes up.",
        "The shop is open, and the cat wakes up after all.",
        "If the clerk waits, the cat wakes up, and so the cat wakes up.",
    ],
)
def test_a_clause_that_says_what_is_asked(sentence: str) -> None:
    assert has_finding(f"If the bus is late, the clerk waits. {sentence}")


@pytest.mark.parametrize(
    "sentence",
    [
        "If the clerk waits, the cat wakes up.",
        "If the clerk waits, then the cat wakes up; the shop is open.",
        "When the clerk waits, the cat wakes up, and when the clerk waits, the cat wakes up.",
        "The shop is open, or the cat wakes up.",
        "The shop is open, and it depends whether the cat wakes up.",
        "The shop being open means that the cat wakes up.",
        "The shop is open, and the cat wakes up at noon on some days.",
        "The cat wakes up.",
    ],
)
def test_sentences_that_may_tell_a_rule_or_nothing(sentence: str) -> None:
    assert not has_finding(f"If the bus is late, the clerk waits. {sentence}")


@pytest.mark.parametrize("premise", ["S & C", "C", "S -> C"])
def test_a_possible_premise_is_not_a_leaked_answer(premise: str) -> None:
    text = "The shop is open, and the cat wakes up."
    assert has_finding(text)
    assert not has_finding(text, (*PREMISES, premise))


def test_chinese_clauses() -> None:
    assert has_finding("商店开着门，大家都知道花猫醒过来。", glosses=HAN, language="zh")
    assert has_finding("商店开着门，因此花猫醒过来。", glosses=HAN, language="zh")
    assert not has_finding("只要商店开着门，花猫醒过来。", glosses=HAN, language="zh")


@pytest.mark.parametrize(
    "form",
    [
        "{}, because the cat wakes up.",
        "{}, since the cat wakes up.",
        "{} (in fact, the cat wakes up).",
        "{} — the cat wakes up.",
        "{}; the cat wakes up.",
        "{}, which means that the cat wakes up.",
        "{}, while the cat wakes up.",
        "Although the cat wakes up, {}.",
        "Knowing full well that the cat wakes up, note the following: {}.",
    ],
)
@pytest.mark.parametrize(
    "rule",
    ["if the bus is late, then the clerk waits", "the clerk waits, provided that the bus is late"],
)
def test_a_clause_next_to_a_rule(form: str, rule: str) -> None:
    facts = "The bus is late. If the clerk waits, the cat wakes up. The shop is open."
    assert has_finding(f"{form.format(rule)} {facts}")
    assert not has_finding(f"{rule}. {facts}")


@pytest.mark.parametrize(
    "form", ["{}，所以花猫醒过来。", "{}，可见花猫醒过来。", "虽然花猫醒过来，{}。"]
)
def test_a_clause_next_to_a_rule_in_chinese(form: str) -> None:
    rule = "如果公交车晚点，那么店员在等待"
    facts = "公交车晚点。如果店员在等待，那么花猫醒过来。商店开着门。"
    assert has_finding(form.format(rule) + facts, PREMISES, HAN, "zh")
    assert not has_finding(f"{rule}。{facts}", PREMISES, HAN, "zh")


@pytest.mark.parametrize(
    ("sentence", "premise"),
    [
        (
            "Of these, the second is true if any other is: the bus is late; the clerk waits; "
            "the cat wakes up.",
            "B | C -> W",
        ),
        (
            "For it to be true that the cat wakes up, it is necessary that the bus is late.",
            "C -> B",
        ),
        ("If the bus is late, the cat wakes up, and if it is not, the cat does not.", "B <-> C"),
        ("Given that the bus is late, the cat wakes up.", "B -> C"),
        ("Since the bus is late, the cat wakes up.", "B & C"),
    ],
)
def test_a_clause_that_a_premise_has(sentence: str, premise: str) -> None:
    assert not has_finding(f"The clerk waits. {sentence}", ("W", premise))


@pytest.mark.parametrize(
    "sentence",
    [
        "Only if the office is shut does the clerk wait, while the cat wakes up.",
        "Only if the office is shut does the clerk wait, whereas the cat wakes up.",
        "Knowing full well that the cat wakes up, note this: the clerk waits only if it is shut.",
        "Only if the office is shut does the clerk wait – the cat wakes up, in other words.",
    ],
)
def test_what_is_asked_next_to_a_rule_that_glosses_do_not_tell(sentence: str) -> None:
    premises = ("B -> W", "W -> O", "C -> S")
    glosses = {**GLOSSES, "O": "business has ended early today"}
    rest = "If the bus is late, the clerk waits. If the cat wakes up, the shop is open."
    assert has_finding(f"{rest} {sentence}", premises, glosses)
    assert not has_finding(
        f"{rest} Only if the office is shut does the clerk wait.", premises, glosses
    )
    # As many tellings as premises: then it may be one of these.
    more = (*premises, "C -> O", "O -> C")
    assert has_finding(f"{rest} {sentence}", more, glosses) == ("–" in sentence)
