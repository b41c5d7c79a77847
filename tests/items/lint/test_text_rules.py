"""The rules about texts, each on an item that breaks it and on one that does not."""

import time
from collections.abc import Iterable

import pytest

from items.lint.balance import Golds
from items.lint.double_negation import facts_of, negations
from items.lint.run import lint
from items.models import Item, Option, Question
from tests.items.lint.crafted_items import (
    broken_rules,
    choice,
    finding_texts,
    findings,
    truth,
    worded,
)

GLOSSES = {"aaa": "the ferry is late", "aab": "the baker whistles"}
TEXT = "The ferry is late. The baker whistles."


def test_a_good_text_breaks_nothing() -> None:
    assert broken_rules(worded(TEXT, GLOSSES, ["aaa", "aab"])) == set()


def test_stray_fields() -> None:
    item = worded(TEXT, GLOSSES, ["aaa", "aab"])
    stray = item.model_copy(update={"attributes": {"stray": "<ans>: True"}})
    assert finding_texts(stray, "stray-key") == ["<ans>: True"]


@pytest.mark.parametrize("tag", ["<aaa>", "</aab>", "<nl>"])
def test_tags_in_the_text(tag: str) -> None:
    item = worded(f"It is so: {tag}the ferry is late.", GLOSSES, ["aaa"])
    assert finding_texts(item, "tag-in-text") == [tag]


@pytest.mark.parametrize("text", ["x < y and y > z", "a <- b", "5 <6> 7"])
def test_signs_that_are_not_tags(text: str) -> None:
    assert "tag-in-text" not in broken_rules(worded(text, GLOSSES, ["aaa"]))


def test_names_of_symbols_in_the_text() -> None:
    assert finding_texts(
        worded("Since aaa is True, it is.", GLOSSES, ["aaa"]), "symbol-in-text"
    ) == ["aaa: the ferry is late"]
    own = {"aaa": "aaa is True", "aab": "the baker whistles"}
    assert "symbol-in-text" in broken_rules(worded("aaa is True.", own, ["aaa"]))


def test_names_that_are_meant_to_stand_there() -> None:
    symbols = {"aaa": "aaa", "aab": "aab"}
    assert broken_rules(worded("aaa is True. aab is True.", symbols, ["aaa", "aab"])) == set()
    words = {"status": "how it stands", "all": "everybody is there"}
    assert broken_rules(worded("The status of all is known.", words, ["status", "all"])) == set()


def test_single_letters_are_noted_only() -> None:
    item = worded("B is a friend of mine.", {"B": "the baker whistles"}, ["B"])
    assert broken_rules(item) == {"letter-in-text"}
    assert not lint([item]).wrong
    assert (
        broken_rules(worded("A baker and I.", {"A": "it rains", "I": "it snows"}, ["A", "I"]))
        == set()
    )


def test_symbols_without_a_gloss() -> None:
    item = worded(TEXT, {"aaa": GLOSSES["aaa"]}, ["aaa", "aab"])
    formal = {**(item.formalization or {}), "parameters": {"aaa": "Bool", "aab": "Bool"}}
    assert finding_texts(item.model_copy(update={"formalization": formal}), "unglossed-symbol") == [
        "aab has no gloss"
    ]
    assert "unglossed-symbol" not in broken_rules(truth(["A → B"], "B", "unknown"))
    bare = truth(["A → B"], "B", "unknown", text="The ferry is late if the baker whistles.")
    assert len(finding_texts(bare, "unglossed-symbol")) == 2


def test_an_enum_needs_no_gloss() -> None:
    item = worded(TEXT, GLOSSES, ["aaa", "aab"])
    parameters = {"aaa": "Bool", "aab": "Bool", "colour": "Enum(red, green)"}
    formal = {**(item.formalization or {}), "parameters": parameters}
    assert "unglossed-symbol" not in broken_rules(item.model_copy(update={"formalization": formal}))


def test_two_symbols_with_one_sentence() -> None:
    same = {"aaa": "The ferry is late.", "aab": "the  ferry is LATE"}
    assert (
        len(finding_texts(worded("The ferry is late.", same, ["aaa", "aab"]), "same-sentence")) == 1
    )
    assert "same-sentence" not in broken_rules(worded(TEXT, GLOSSES, ["aaa", "aab"]))


# --- two negations -------------------------------------------------------------------------------

POSITIVE = {"X": "The ferry is late."}
NEGATIVE = {"X": "The ferry is not late."}


@pytest.mark.parametrize(
    "text",
    [
        "Given that the ferry is not late is false, what follows?",
        "It is false that the ferry isn't late.",
        "However, it is not true that the ferry is never late.",
        "It's not the case that the ferry is not late.",
        'Given that the statement "The ferry is not late" is false, can we tell?',
    ],
)
def test_two_negations_deny_nothing(text: str) -> None:
    # Together they say that the ferry is late.
    assert broken_rules(worded(text, POSITIVE, ["¬X"])) == {"double-negative-wrong"}
    assert broken_rules(worded(text, POSITIVE, ["X"])) == {"double-negative"}
    # Where the symbol's own sentence is negative, they deny it.
    assert broken_rules(worded(text, NEGATIVE, ["¬X"])) == {"double-negative"}
    assert broken_rules(worded(text, NEGATIVE, ["X"])) == {"double-negative-wrong"}


@pytest.mark.parametrize(
    "text",
    [
        "Given that it is false that the ferry is late, what follows?",
        "The ferry is not late.",
        "Given that the ferry is not late, is the statement true or false?",
        "If it is false that the ferry is not late, the baker whistles.",
        "The baker whistles unless it is not true that the ferry is not late.",
        "It is not the case that both the ferry is not late and the baker whistles.",
        "It is false that the moon is not made of cheese.",
    ],
)
def test_one_negation_rules_and_other_matters_are_passed_over(text: str) -> None:
    assert broken_rules(worded(text, POSITIVE, ["¬X"])) == set()


def test_a_denied_falsehood_is_two_negations() -> None:
    assert broken_rules(worded("It is not false that the ferry is late.", POSITIVE, ["X"])) == {
        "double-negative"
    }


def test_only_given_facts_are_looked_at() -> None:
    text = "It is false that the ferry is not late."
    assert broken_rules(worded(text, POSITIVE, ["X → X"])) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("并非渡轮没有晚点。", "double-negative-wrong"),
        ("“渡轮没有晚点”是假的。", "double-negative-wrong"),
        ("“渡轮没有晚点”不成立。", "double-negative-wrong"),
        ("并非渡轮晚点。", ""),
        ("渡轮没有晚点。", ""),
        ("如果并非渡轮没有晚点，那么面包师吹口哨。", ""),
        ("“渡轮没有晚点”与“面包师吹口哨”至少有一个不成立。", ""),
        ("并非“渡轮没有晚点”与“面包师吹口哨”都成立。", ""),
        ("“面包师吹口哨”和“渡轮没有晚点”两者不都成立，是错误的。", ""),
    ],
)
def test_two_negations_in_chinese(text: str, found: str) -> None:
    assert broken_rules(worded(text, {"X": "渡轮晚点"}, ["¬X"], "zh")) == (
        {found} if found else set()
    )


def test_the_sentence_is_shown() -> None:
    item = worded("Hm. It is false that the ferry is not late. So?", POSITIVE, ["¬X"])
    (finding,) = findings(item)
    assert finding.excerpt == "It is false that the ferry is not late."
    assert finding.what == "¬X, where X is “The ferry is late.”"


def test_facts_and_negations() -> None:
    formal = {"premise": ["A", "¬B", "~(~C)", "\\neg D", "A → E", "(F)"]}
    assert facts_of(formal) == {"A": True, "B": False, "C": True, "D": False, "F": True}
    assert negations("It isn't so, and nobody cannot see it.", "en") == 3
    assert negations("没有人不知道", "zh") == 2


# --- balance -------------------------------------------------------------------------------------


def counted(items: Iterable[Item]) -> Golds:
    counts = Golds()
    for item in items:
        counts.see(item)
    return counts


def golds(*places: int) -> Golds:
    return counted(choice(["A → B"], ["A", "B", "¬A", "¬B"], gold=place) for place in places)


def test_positions() -> None:
    (even,) = golds(*[0, 1, 2, 3] * 10).positions()
    assert even.counts == {"A": 10, "B": 10, "C": 10, "D": 10}
    assert even.chi_square == 0
    assert not even.unbalanced
    (skewed,) = golds(*[0] * 20, *[1, 2, 3] * 5).positions()
    # 20, 5, 5, 5 against 8.75 each: (11.25² + 3 · 3.75²) / 8.75.
    assert skewed.chi_square == pytest.approx(19.2857, abs=1e-4)
    assert skewed.unbalanced
    (few,) = golds(0, 0, 0).positions()
    assert few.chi_square is None
    assert not few.unbalanced


def test_labels_by_scale() -> None:
    three_valued = [truth(["A"], "A", value) for value in ("true", "true", "unknown")]
    two_valued = [
        truth(["A"], "A", value).model_copy(update={"attributes": {"truth_scale": "follows"}})
        for value in ("true", "false")
    ]
    counts = {
        spread.what: spread.counts for spread in counted([*three_valued, *two_valued]).labels()
    }
    assert counts == {
        "labels": {"True": 2, "False": 0, "Unknown": 1},
        "labels (follows or not)": {"True": 1, "False": 1},
    }


def test_text_that_cannot_be_seen_is_named_with_its_place() -> None:
    visible = truth(["A"], "A", "true", text="The ferry is late.")
    assert "invisible-text" not in broken_rules(visible)
    unseen = visible.model_copy(
        update={"text": "The\u200b ferry\U000e0041 is\u200b late.\x1b[2J", "title": "a\u202eb"}
    )
    assert finding_texts(unseen, "invisible-text") == [
        "title: U+202E",
        "text: U+200B (2 times), U+E0041, U+001B",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("it is not true " + "a " * 100_000, "en"),
        ("false" + " " * 200_000 + "x", "en"),
        ("false " + "is also " * 30_000, "en"),
        ("false, " * 30_000, "en"),
        ("false" + ",what" * 40_000, "en"),
        ("false is" + " " * 200_000 + "x", "en"),
        ("渡" * 200_000, "zh"),
        ("不不成立" * 50_000, "zh"),
    ],
    ids=range(8),
)
def test_double_negations_are_looked_for_in_linear_time(text: str, language: str) -> None:
    glosses = {"X": "the ferry is late"} if language == "en" else {"X": "渡轮晚点"}
    before = time.process_time()
    broken_rules(worded(text, glosses, ["X"], language))
    assert time.process_time() - before < 20


@pytest.mark.parametrize(
    "premise", ["(" * 200_000, "¬" + " " * 200_000, "¬ (" * 60_000, "(¬" * 9], ids=range(4)
)
def test_facts_are_read_in_linear_time(premise: str) -> None:
    before = time.process_time()
    assert facts_of({"premise": [premise, "¬ ( ¬(A) )"]}) == {"A": True}
    assert time.process_time() - before < 20


def _strangers(text: str, *premises: str, **glosses: str) -> set[str]:
    formalization = {
        "parameters": dict.fromkeys(glosses, "Bool"),
        "translation": glosses,
        "premise": list(premises),
    }
    return broken_rules(Item(id="x", text=text, questions=(), formalization=formalization))


TOLD = "The tenor sings. If the tenor sings, the choir weeps. If the choir weeps, the hall burns."


def test_glosses_that_were_exchanged() -> None:
    glosses = {"A": "the tenor sings", "B": "the choir weeps", "C": "the hall burns"}
    premises = ("A", "A → B", "B → C")
    assert "exchanged-glosses" not in _strangers(TOLD, *premises, **glosses)
    turned = {**glosses, "A": glosses["C"], "C": glosses["A"]}
    assert "exchanged-glosses" in _strangers(TOLD, *premises, **turned)


def test_glosses_that_were_exchanged_where_the_question_tells_the_last_premise() -> None:
    glosses = {"A": "the tenor sings", "B": "the choir weeps", "C": "the hall burns"}
    asked_question = Question(
        id="1", text="Given that the tenor sings, does the hall burn?", kind="truth"
    )

    def rules_broken_by(glosses: dict[str, str]) -> set[str]:
        formalization = {
            "parameters": dict.fromkeys(glosses, "Bool"),
            "translation": glosses,
            "premise": ["A → B", "B → C", "A"],
        }
        text = TOLD.removeprefix("The tenor sings. ")
        return broken_rules(
            Item(id="x", text=text, questions=(asked_question,), formalization=formalization)
        )

    assert "exchanged-glosses" not in rules_broken_by(glosses)
    turned = {**glosses, "A": glosses["C"], "C": glosses["A"]}
    assert "exchanged-glosses" in rules_broken_by(turned)


def test_glosses_that_were_exchanged_where_an_option_and_a_conclusion_stand_beside() -> None:
    glosses = {"A": "the tenor sings", "B": "the choir weeps", "C": "the hall burns"}
    option = Option(text="If the choir does not weep, the hall does not burn.", formula="¬B → ¬C")
    other = Option(text="If the hall burns, the choir weeps.", formula="C → B")
    asked_question = Question(id="1", text="Which follows?", kind="choice", options=(option, other))

    def rules_broken_by(glosses: dict[str, str], *, option: bool) -> set[str]:
        formalization = {
            "parameters": dict.fromkeys(glosses, "Bool"),
            "translation": glosses,
            "premise": ["A", "A → B"],
        }
        text = "This is about an opera. The tenor sings. If the tenor sings, the choir weeps."
        questions = (asked_question,) if option else ()
        return broken_rules(
            Item(id="x", text=text, questions=questions, formalization=formalization)
        )

    turned = {**glosses, "A": glosses["C"], "C": glosses["A"]}
    assert "exchanged-glosses" not in rules_broken_by(glosses, option=True)
    assert "exchanged-glosses" in rules_broken_by(turned, option=True)
    assert "exchanged-glosses" not in rules_broken_by(turned, option=False)


def test_glosses_that_were_exchanged_where_sentences_and_premises_do_not_go_in_step() -> None:
    glosses = {"A": "the tenor sings", "B": "the choir weeps", "C": "the hall burns"}
    text = "If the choir weeps, the hall burns, although the tenor sings. It is a sad opera."
    premises = ("A", "B → C")
    assert "exchanged-glosses" not in _strangers(text, *premises, **glosses)
    apart = "If the choir weeps, the hall burns. It is a sad opera. The tenor sings."
    turned = {**glosses, "A": glosses["C"], "C": glosses["A"]}
    assert "exchanged-glosses" not in _strangers(apart, *premises, **glosses)
    assert "exchanged-glosses" in _strangers(apart, *premises, **turned)


def test_figures_tell_glosses_apart_and_equal_ones_are_never_exchanged() -> None:
    glosses = {f"P{n}": f"the number is divisible by {n}" for n in (3, 7, 11)}
    text = (
        "The number is divisible by 3. If the number is divisible by 3, it is divisible by 7. "
        "If the number is divisible by 7, it is divisible by 11."
    )
    premises = ("P3", "P3 → P7", "P7 → P11")
    assert "exchanged-glosses" not in _strangers(text, *premises, **glosses)
    turned = {**glosses, "P3": glosses["P11"], "P11": glosses["P3"]}
    assert "exchanged-glosses" in _strangers(text, *premises, **turned)
    same = dict.fromkeys(glosses, "the number is divisible")
    assert "exchanged-glosses" not in _strangers(text, *premises, **same)


def test_a_premise_that_no_sentence_tells() -> None:
    glosses = {"A": "the tenor sings", "B": "the choir weeps", "C": "the hall burns"}
    premises = ("A", "A → B", "B → C")
    assert "untold-premise" not in _strangers(TOLD, *premises, **glosses)
    lost = "The tenor sings. If the tenor sings, the choir weeps. The tenor is old."
    assert "untold-premise" in _strangers(lost, "A", "A → B", "C → ¬D", **glosses, D="it rains")
    symbols = {name: f"{name} is true" for name in "BCD"}
    text = "Premises: B is true. (B → C), (D → ¬C)"
    assert "untold-premise" not in _strangers(text, "B", "(B → C)", "(D → ¬C)", **symbols)
    lamps = {f"L{n}": f"lamp {n} is on" for n in range(1, 5)}
    text = "Four lamps hang in a row. Two lamps next to each other are never both on. Lamp 4 is on."
    premises_told = ("¬(L1 ∧ L2)", "¬(L2 ∧ L3)", "¬(L3 ∧ L4)", "L4")
    assert "untold-premise" not in _strangers(text, *premises_told, **lamps)
    other = "It was a sad evening at the opera. Nobody stayed to the end."
    assert "untold-premise" not in _strangers(other, *premises, **glosses)


def test_two_facts_in_another_order_are_no_exchanged_glosses() -> None:
    glosses = {"A": "the tenor sings", "B": "the choir weeps", "C": "the hall burns"}
    text = (
        "The choir weeps. The tenor sings. If the tenor sings and the choir weeps, the hall burns."
    )
    assert "exchanged-glosses" not in _strangers(text, "A", "B", "(A ∧ B) → C", **glosses)


def test_a_symbol_that_is_declared_nowhere() -> None:
    assert "undeclared-symbol" in _strangers(TOLD, "A", "A → Z", A="the tenor sings")
    assert "undeclared-symbol" not in _strangers(TOLD, "A", A="the tenor sings")


def test_a_text_that_is_cut_off() -> None:
    longer = f"{TOLD} {TOLD}"
    assert "cut-off" in broken_rules(Item(id="x", text=longer[:-9], questions=()))
    assert "cut-off" not in broken_rules(Item(id="x", text=longer, questions=()))
    assert "cut-off" in broken_rules(
        Item(id="x", text="It rains 3.5 mm. The street is", questions=())
    )
    assert "cut-off" not in broken_rules(Item(id="x", text="It rains 3.5 mm", questions=()))
    asked_question = Question(id="1", text="Does it rain?", kind="truth")
    lost = "If it rains in the morning, the"
    assert "cut-off" in broken_rules(Item(id="x", text=lost, questions=(asked_question,)))
    assert "cut-off" not in broken_rules(Item(id="x", text=lost, questions=()))
    assert "cut-off" not in broken_rules(
        Item(id="x", text="A → B, B → C, A", questions=(asked_question,))
    )
