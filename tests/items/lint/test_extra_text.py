"""Words beside what is told and asked: each oddity is seen, and the text without it is not."""

from collections.abc import Callable, Iterable

import pytest

from items.answers import TruthAnswer
from items.findings import rules
from items.findings.rules import Finding
from items.lint import extra_text, invisible, leaks
from items.model_wording import one_sentence
from items.models import Item, Question

TEXT = (
    "If the baker whistles, the ferry is late. The goat sleeps on the roof if the ferry is late. "
    "The baker whistles. The duke owns a yacht if the goat sleeps on the roof."
)
ASKED = "The duke owns a yacht."
FORMAL = {
    "parameters": dict.fromkeys("BFGD", "Bool"),
    "translation": {
        "B": "the baker whistles",
        "F": "the ferry is late",
        "G": "the goat sleeps on the roof",
        "D": "the duke owns a yacht",
    },
    "premise": ["B → F", "F → G", "B", "G → D"],
}


def item(text: str = TEXT, asked: str = ASKED, before: str = "", after: str = "") -> Item:
    question = Question(
        id="1",
        text=f"{before}Is the following statement true, false, or unknown? “{asked}”{after}",
        kind="truth",
        query="necessary(D)",
        gold=TruthAnswer(value="true"),
    )
    return Item(id="x", text=text, questions=(question,), formalization=FORMAL)


def broken_rules(one: Item) -> set[str]:
    looks: tuple[Callable[[Item], Iterable[Finding]], ...] = (
        extra_text.look,
        leaks.look,
        invisible.look,
    )
    listed = [finding for look in looks for finding in look(one)]
    return {finding.rule.name for finding in listed}


def test_plain_words_are_not_odd() -> None:
    assert broken_rules(item()) == set()


@pytest.mark.parametrize(
    "text",
    [
        "If Acme Inc. sells fans, the ferry is late. If Acme Inc. sells hats, the duke smiles.",
        "If Reed Co. sells fans, the ferry is late. If Reed Co. sells hats, the duke smiles.",
        "如果倒车，裙子就会出来。当然，这要链条正常。",
    ],
)
def test_shortened_names_and_words_within_a_story_are_not_odd(text: str) -> None:
    single_item = Item(id="x", text=text, questions=(), language="en" if text.isascii() else "zh")
    assert broken_rules(single_item) == set()
    opening = "Here is the text you asked for: " if text.isascii() else "当然，以下是故事。"
    assert broken_rules(single_item.model_copy(update={"text": opening + text})) == {"odd-words"}


def test_what_is_asked_in_other_words_than_its_gloss_is_not_odd() -> None:
    assert broken_rules(item(asked="The duke is master of a yacht.")) == set()
    assert broken_rules(item(asked="The duke owns a yacht, and the sun shines.")) == {"odd-words"}
    assert broken_rules(item(asked="Penguins seldom dream.")) == {"odd-words"}


@pytest.mark.parametrize(
    "text",
    [
        f"{TEXT} The baker whistles.",
        f"{TEXT} Moreover, the baker whistles.",
        TEXT.replace("The goat", "Meanwhile, a small dog barked at its neighbours. The goat"),
        TEXT.replace("The baker whistles.", "THE BAKER WHISTLES."),
        TEXT.replace("The baker whistles.", "*The baker whistles.*"),
        TEXT.replace("The baker whistles.", "_The baker whistles._"),
        TEXT.replace("The baker whistles.", "“The baker whistles.”"),
        f"{TEXT} The second sentence does not matter.",
        f"{TEXT} Only the last two sentences are needed.",
        f"{TEXT} Be careful, this is a trick question.",
        f"Sure! Here is the text you asked for: {TEXT}",
        f"{TEXT} (Note: each premise is told.)",
        f"{TEXT} See https://example.org/solution for more.",
        f"## Story\n{TEXT}",
        f"```\n{TEXT}\n```",
        f"Premise 1: {TEXT}",
        f"{TEXT} G → D.",
    ],
)
def test_what_does_not_belong_into_a_text_is_odd(text: str) -> None:
    assert rules.ODD.name in broken_rules(item(text))


@pytest.mark.parametrize(
    "asked",
    [
        "The duke owns a yacht, since the goat sleeps on the roof.",
        "The duke owns a yacht, because the text says so.",
        "It must be that the duke owns a yacht.",
        "The duke owns a yacht, right?",
        "The duke owns a yacht, doesn't he?",
        "The duke owns a yacht. QED",
        "The duke owns a yacht. 👍",
        "The duke owns a yacht, and the sun is shining brightly.",
    ],
)
def test_a_statement_to_be_judged_says_nothing_else(asked: str) -> None:
    assert rules.ODD.name in broken_rules(item(asked=asked))


def test_a_question_speaks_of_what_is_asked_alone() -> None:
    assert rules.ODD.name in broken_rules(item(before="As the third sentence shows, judge. "))
    assert rules.ODD.name in broken_rules(item(after=" Most people say yes."))
    question = item().questions[0]
    twice = question.model_copy(update={"text": f"{question.text} {question.text}"})
    assert rules.ODD.name in broken_rules(item().model_copy(update={"questions": (twice,)}))


@pytest.mark.parametrize(
    "more",
    [
        "Everybody in town suspected that the duke owns a yacht.",
        "Needless to say, the duke owns a yacht.",
        "Can it be doubted that the duke owns a yacht?",
        "It would be nice to know whether the duke owns a yacht.",
        "The baker whistles (the duke owns a yacht).",
    ],
)
def test_what_is_asked_stands_in_no_sentence_next_to_rules(more: str) -> None:
    assert rules.LEAK.name in broken_rules(item(f"{TEXT} {more}"))


@pytest.mark.parametrize(
    "sign", ["\u2028", "\u2800", "\ufffc", "\ue001", "о", "\uff4f"], ids=lambda s: f"{ord(s):x}"
)
def test_characters_that_look_like_others_or_like_nothing_are_seen(sign: str) -> None:
    assert rules.INVISIBLE.name in broken_rules(item(TEXT.replace("baker", f"ba{sign}ker", 1)))


@pytest.mark.parametrize("word", ["μm", "naïve", "Ångström", "北京", "Москва", "x₂", "1️⃣"])
def test_words_of_one_script_are_not_findings(word: str) -> None:
    assert rules.INVISIBLE.name not in broken_rules(item(TEXT.replace("baker", word, 1)))


@pytest.mark.parametrize(
    "text",
    [
        "The door is open. A dog barks.",
        "The door is open.\nThe lamp burns.",
        "1. The door is open.",
        "- The door is open.",
        "Premise 2: the door is open.",
        "Is the door open?",
        "门开着。狗在叫。",
        "前提一：门开着。",
    ],
)
def test_a_place_holds_one_sentence(text: str) -> None:
    assert one_sentence.objection(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Brown sleeps at 9 p.m. if the door is open.",
        "The number 3.5 is large.",
        "“The door is open,” says Ann.",
        "J. S. Bach wrote it.",
        "如果门开着，那么灯亮着。",
        "据说“门开着。”是真的。",
    ],
)
def test_a_single_sentence_is_not_split(text: str) -> None:
    assert one_sentence.objection(text) is None


MOON = "The moon is made of cheese."


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_a_sentence_of_which_no_word_stands_elsewhere_is_foreign(place: int) -> None:
    sentences = TEXT.split(". ")
    whole = [part.rstrip(".") + "." for part in sentences]
    text = " ".join([*whole[:place], MOON, *whole[place:]])
    assert broken_rules(item(text)) == {"odd-words"}
    # The denial of one word that the item has says something of the story.
    assert broken_rules(item(text.replace("cheese", "goats and cheese"))) == set()


def test_a_foreign_sentence_is_not_told_from_a_scene_or_a_frame() -> None:
    whole = [part.rstrip(".") + "." for part in TEXT.split(". ")]
    assert broken_rules(item(f"{MOON} {TEXT}")) == set()
    assert (
        broken_rules(item(" ".join([*whole[:2], "Suppose all of it holds.", *whole[2:]]))) == set()
    )


def test_a_foreign_sentence_before_all_premises_is_told_from_the_scene() -> None:
    scene, sentences = (
        "This is about a small town.",
        TEXT.replace("if the ferry", "in town if the ferry"),
    )
    for text in (f"{scene} {MOON} {sentences}", f"{MOON} {scene} {sentences}"):
        assert broken_rules(item(text)) == {"odd-words"}
    assert broken_rules(item(f"{scene} {sentences}")) == set()
    # Of two that share no word with anything neither is known to be the scene.
    assert broken_rules(item(f"{MOON} Violins sound best in winter. {sentences}")) == set()


def test_a_foreign_sentence_is_found_in_chinese() -> None:
    glosses = {"B": "面包师吹口哨", "F": "渡轮晚点", "G": "山羊在屋顶睡觉", "D": "公爵拥有游艇"}
    whole = ["如果面包师吹口哨，渡轮晚点。", "如果渡轮晚点，山羊在屋顶睡觉。", "面包师吹口哨。"]
    whole += ["如果山羊在屋顶睡觉，公爵拥有游艇。"]

    def rules_broken_by(text: str) -> set[str]:
        single_item = item(text, asked="公爵拥有游艇。")
        formal = {**FORMAL, "translation": glosses}
        return broken_rules(
            single_item.model_copy(update={"language": "zh", "formalization": formal})
        )

    assert rules_broken_by("".join(whole)) == set()
    assert rules_broken_by("".join([*whole[:2], "月亮是奶酪做成的圆盘。", *whole[2:]])) == {
        "odd-words"
    }


def test_a_fact_behind_so_is_not_a_conclusion_though_it_is_told_in_part() -> None:
    glosses = {
        "L": "the animal lays eggs",
        "M": "the animal is a mammal",
        "N": "the animal is native to Peru",
        "P": "the pond is deep",
        "R": "the reeds are tall",
    }
    formal = {
        "parameters": dict.fromkeys(glosses, "Bool"),
        "translation": glosses,
        "premise": ["L", "¬M", "P", "R", "(P ∧ R) → N"],
    }
    rest = "The pond is deep. The reeds are tall. If the pond is deep and the reeds are tall, "
    rest += "the animal is native to Peru."

    def rules_broken_by(text: str) -> set[str]:
        single_item = item(f"{text} {rest}", asked="The animal is native to Peru.")
        return broken_rules(single_item.model_copy(update={"formalization": formal}))

    assert rules_broken_by("The animal lays eggs, so it is not a typical mammal.") == set()
    assert "leaked-answer" in rules_broken_by("The animal lays eggs, so it is native to Peru.")
    assert "leaked-answer" in rules_broken_by("The animal lays eggs, so it is no ordinary swimmer.")
