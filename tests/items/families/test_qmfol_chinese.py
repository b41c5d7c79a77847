"""QMFOL in Chinese: vocabularies, every sentence read back, the same logic as in English."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.families.batches import run
from items.families.qmfol import topics
from items.families.qmfol.chinese import ChineseReader, ChineseTeller, phrases, topic
from items.families.qmfol.generator import LABELS, Qmfol, _same, configurations, filler_text
from items.families.qmfol.read_back import differences
from items.families.qmfol.reader import Unreadable
from items.families.qmfol.rules import Lit, Side, Statement
from items.families.qmfol.task_languages import TONGUES
from items.families.qmfol.topics import TOPICS
from items.findings.readings import look
from items.gold.check import check_item
from items.models import Item
from items.seeds import Draw
from items.wording.bank import LANGUAGES, Language
from solver.errors import InputError
from tests.effort import sampled
from tests.items.families.test_qmfol_words import WIDEST, told_statements


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_has_enough_predicates_with_different_forms(name: str) -> None:
    topic_words = topic(name)
    assert len(topic_words.phrases) >= 125
    forms = [form for p in topic_words.phrases for form in (p.form(True), p.form(False))]
    assert len(set(forms)) == len(forms) == len(topic_words.singular)
    for form in forms:
        assert not any(mark in form for mark in ("、", "并且", "或者", "，", "。", "：", "；", " "))
    assert len(topic_words.names) == len(topics.topic(name).names)


@pytest.mark.parametrize("name", TOPICS)
def test_the_affirmative_form_of_a_predicate_has_no_negation(name: str) -> None:
    """Else a sentence that denies it has two negations in a row."""
    for topic_chosen in (topic(name), topics.topic(name)):
        for phrase in topic_chosen.phrases:
            assert not re.search(r"[不没]|\b(?:not|never|no)\b", phrase.form(True)), phrase


def test_lines_that_are_none_and_topics_that_are_none() -> None:
    with pytest.raises(ValueError, match="two forms"):
        list(phrases("含有 不含 大蒜"))
    with pytest.raises(InputError, match="Unknown topic"):
        topic("Ships")


@given(st.sampled_from(TOPICS), told_statements(), st.integers(0, 10**6))
def test_every_sentence_is_read_back_as_meant(name: str, statement: Statement, seed: int) -> None:
    topic_words = topic(name)
    draw = Draw("words", seed)
    places = topic_words.choose(WIDEST, draw)
    teller = ChineseTeller(topic_words, places, draw.choice(topic_words.names))
    numbers = {place: number for number, place in enumerate(places)}
    for sentence in teller.sentences(statement):
        assert _same(sentence, statement, ChineseReader(topic_words), numbers), sentence


@pytest.mark.parametrize("name", TOPICS)
def test_every_phrase_is_read_in_every_place(name: str) -> None:
    topic_words = topic(name)
    read, count = ChineseReader(topic_words), len(topic_words.phrases)
    teller = ChineseTeller(topic_words, range(count), topic_words.names[0])
    for place in range(count):
        other = Lit((place + 1) % count, True)
        for lit in (Lit(place, True), Lit(place, False)):
            for statement in (
                Statement("all", Side((other.denied,), "or"), Side((lit,), "and")),
                Statement("all", Side((lit,), "or"), Side((other,), "and")),
                Statement("all", Side((lit,), "or")),
            ):
                for sentence in teller.sentences(statement):
                    assert read.statement(sentence).clauses() == statement.clauses()


def test_sentences_as_people_read_them() -> None:
    topic_words = topic("Food")
    places = [topic_words.singular[text][0] for text in ("含有大蒜", "有烟味", "含有生姜")]
    teller = ChineseTeller(topic_words, places, "红烧肉")
    garlic, smoky, ginger = (Lit(n, True) for n in range(3))
    assert set(
        teller.sentences(Statement("all", Side((smoky.denied,), "or"), Side((garlic,), "and")))
    ) == {
        "如果一道菜含有大蒜，那么它没有烟味。",
        "只要一道菜含有大蒜，它就没有烟味。",
        "凡是含有大蒜的菜，都没有烟味。",
        "没有一道含有大蒜的菜有烟味。",
    }
    assert set(
        teller.sentences(Statement("some", Side((garlic, smoky, ginger.denied), "and")))
    ) == {
        "至少有一道菜含有大蒜、有烟味并且不含生姜。",
        "存在这样的一道菜：它含有大蒜、有烟味并且不含生姜。",
    }
    both = Side((garlic.denied, smoky), "and")
    assert "如果一道菜有烟味并且不含大蒜，那么它含有生姜。" in teller.sentences(
        Statement("all", Side((ginger,), "or"), both)
    )
    assert "所有菜都没有烟味。" in teller.sentences(Statement("all", Side((smoky.denied,), "or")))
    read = ChineseReader(topic_words)
    for wrong in ("大多数菜含有大蒜。", "没有一道菜含有大蒜或者有烟味。", "每道菜都含有铁钉。", ""):
        with pytest.raises(Unreadable):
            read.statement(wrong)


def test_a_predicate_with_its_own_subject_is_worded_before_the_adverb() -> None:
    topic_words = topic("Mathematics")
    texts = ("的千位数字是偶数", "能被2整除", "的位数能被2整除", "除以239的余数是1")
    places = [topic_words.singular[text][0] for text in texts]
    teller = ChineseTeller(topic_words, places, "数甲")
    digit, even, length, rest = (Lit(n, True) for n in range(4))

    def all_that(*left: Lit, then: Lit) -> set[str]:
        return set(teller.sentences(Statement("all", Side((then,), "or"), Side(left, "and"))))

    assert all_that(even, then=digit.denied) == {
        "如果一个数能被2整除，那么它的千位数字不是偶数。",
        "只要一个数能被2整除，它的千位数字就不是偶数。",
        "凡是能被2整除的数，千位数字都不是偶数。",
        "没有一个能被2整除的数的千位数字是偶数。",
    }
    assert "凡是位数能被2整除并且本身不能被2整除的数，除以239的余数都是1。" in all_that(
        length, even.denied, then=rest
    )
    assert set(teller.sentences(Statement("all", Side((rest.denied,), "or")))) == {
        "每个数除以239的余数都不是1。",
        "所有数除以239的余数都不是1。",
        "没有一个数除以239的余数是1。",
    }
    (sentence,) = teller.sentences(Statement("named", Side((digit, rest, even), "and")))
    assert sentence == "数甲的千位数字是偶数、本身除以239的余数是1并且本身能被2整除。"
    read = ChineseReader(topic_words)
    for wrong in (
        "只要一个数能被2整除，它就千位数字不是偶数。",
        "每个数都千位数字不是偶数。",
        "数甲的千位数字是偶数并且能被2整除。",
        "数甲能被2整除并且本身除以239的余数是1。",
    ):
        with pytest.raises(Unreadable):
            read.statement(wrong)


@pytest.mark.slow
@pytest.mark.scaled
@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("strict", [True, False])
def test_tasks_are_proved_read_back_and_have_the_logic_of_the_english_ones(
    named: bool, strict: bool
) -> None:
    configs = tuple(sampled(configurations(TOPICS, (2,), (2,), LABELS, (0, 2), range(2)), 17))

    def generated(language: Language) -> tuple[Item, ...]:
        return run(Qmfol(configs, named, 9, strict=strict, language=language), len(configs)).items

    english, items = generated("en"), generated("zh")
    assert len(items) == len(english) == len(configs)
    assert len({item.id for item in (*items, *english)}) == 2 * len(items)
    for item, other in zip(items, english, strict=True):
        assert item.language == "zh"
        assert list(differences(item)) == []
        assert list(look(item, 5)) == []
        assert item.questions[0].gold == other.questions[0].gold
        assert item.questions[0].query == other.questions[0].query
        assert item.formalization is not None
        assert other.formalization is not None
        assert item.formalization["premise"] == other.formalization["premise"]
        assert check_item(item).state == "proved"


def test_a_changed_text_is_heard() -> None:
    configs = configurations(TOPICS, (3,), (2,), LABELS, (3,), range(2))
    changes = Counter[str]()
    for item in run(Qmfol(configs, strict=True, language="zh"), len(configs)).items:
        for before, after in (
            ("或者", "并且"),
            ("如果", "只要"),
            ("所有", "没有"),
            ("那么它", "那么它不"),
            ("。如果", "。"),
        ):
            head, mark, body = item.text.partition("同样成立。")
            if before not in body:
                continue
            changed = item.model_copy(update={"text": head + mark + body.replace(before, after, 1)})
            assert list(differences(changed)), (before, after)
            changes[before] += 1
        asked_question = item.questions[0].model_copy(update={"text": "下面的结论是真还是假？"})
        assert list(differences(item.model_copy(update={"questions": (asked_question,)})))
    assert len(changes) >= 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_filler_is_whole_sentences_as_near_to_what_is_asked_for_as_they_come(
    language: Language,
) -> None:
    tongue = TONGUES[language]
    known = tongue.filler.read_text(encoding="utf-8").splitlines()
    split = str.split if language == "en" else list
    longest = max(len(split(sentence)) for sentence in known)
    for seed in range(3):
        for words in (*range(1, 60, 7), 600):
            text = filler_text(words, seed, language)
            assert text.startswith(tongue.filler_heading)
            rest = text.removeprefix(tongue.filler_heading)
            sentences = re.split(r"(?<=\.) |(?<=。)(?=.)", rest)
            assert set(sentences) <= set(known)
            length = sum(len(split(sentence)) for sentence in sentences)
            assert len(sentences) == 1 or abs(length - words) <= longest / 2
