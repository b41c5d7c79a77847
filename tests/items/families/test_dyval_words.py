"""DyVal in words: vocabularies, random strings, told texts and the reader."""

import json
import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.families.dyval.task import PUBLISHED_PROBABILITIES, Shape, draw_task, symbol
from items.families.dyval.tree import Kind
from items.families.dyval.words import (
    TaskText,
    abstract_names,
    choose,
    domain,
    domains,
    hear,
    render,
    sentence,
    vowelless,
)
from items.seeds import Draw
from solver.errors import InputError
from tests.shared_data import shared_path


def test_the_domains_are_contexthubs() -> None:
    path = shared_path("contexthub/data_level1/deductive_logic.json")
    template = json.loads(path.read_text(encoding="utf-8"))[0]
    theirs = set(template) - {"question", "answer", "abstract"}
    assert set(domains()) == theirs


def test_every_domain_has_categories_enough_for_deep_trees() -> None:
    assert len(domains()) == 11
    for outcome in domains().values():
        assert len(outcome.categories) >= 3
        assert all(len(sentences) >= 15 for sentences in outcome.categories.values())
        assert outcome.size >= 31


def test_sentences_are_simple_and_all_different() -> None:
    stated_sentences: set[str] = set()
    for outcome in domains().values():
        for sentences in outcome.categories.values():
            for entry in sentences:
                text = entry.affirmation
                assert not re.search(r"\b(and|or|not|if|no|never|nor|then|means)\b|[.,;\"/]", text)
                assert re.search(r"\b(did not|was not|were not)\b", entry.negation)
                assert len(re.findall(r"\bnot\b", entry.negation)) == 1
                assert text.casefold() not in stated_sentences
                stated_sentences.add(text.casefold())


def test_no_sentence_is_part_of_another() -> None:
    for outcome in domains().values():
        texts = [s.clause(v) for c in outcome.categories.values() for s in c for v in (True, False)]
        for text, other in combinations(texts, 2):
            assert text not in other
            assert other not in text


@pytest.mark.parametrize(
    ("line", "negative"),
    [
        ("the soup boiled/boil over", "the soup did not boil over"),
        ("the soup was hot", "the soup was not hot"),
        ("the soups were hot", "the soups were not hot"),
    ],
)
def test_negation_of_a_line(line: str, negative: str) -> None:
    assert sentence(line).negation == negative


def test_a_line_without_a_marked_verb_is_refused() -> None:
    with pytest.raises(ValueError, match="no verb"):
        sentence("the soup boils over")


@given(st.integers(0, 10**6), st.integers(1, 60))
def test_random_strings_are_not_words_and_never_collide(seed: int, count: int) -> None:
    names = abstract_names(count, Draw("names", seed))
    assert len(set(names)) == count
    for name in names:
        assert re.fullmatch("[bcdfghjklmnpqrstvwxz]{3,5}", name)
        assert name not in vowelless()
        assert name not in ("and", "or", "not", "nand", "nor", "xor", "iff")


kinds = st.sampled_from(list(PUBLISHED_PROBABILITIES))
names = st.sampled_from(list(domains()))


@given(kinds, st.integers(2, 5), st.integers(2, 3), names, st.integers(0, 10**6))
def test_a_worded_task_is_read_back_with_its_meaning(
    kind: Kind, depth: int, width: int, name: str, seed: int
) -> None:
    width = 2 if depth > 3 else width
    task = draw_task(Shape(kind, depth, width, balance=True, order="random"), seed, 0)
    draw = Draw("words", seed)
    chosen = choose(domain(name), len(task.tree.ops), draw)
    meaning = render(task, chosen.sentences, draw)
    pairs = {symbol(node): entry for node, entry in enumerate(chosen.sentences)}
    heard = hear(meaning, pairs)
    from items.sources.contexthub import read_template

    meant = read_template(task.formal, "here")
    assert heard.premises == meant.premises
    assert heard.question == meant.question
    # Every given fact stands there once, its negation nowhere beside it.
    for node, fact in task.lines:
        if fact:
            clause = chosen.sentences[node].clause(bool(task.values[node]))
            stated = f"{clause[:1].upper()}{clause[1:]}."
            assert f" {meaning.text}".count(f" {stated}") >= 1
    # What stands after "and" or "or" is not heard beside what the rule leads to.
    for telling in meaning.text.split(". "):
        head, _, body = telling.partition(" if ")
        joint = re.search(r" (and|or) ", body)
        if joint and not head.startswith("If "):
            assert body.startswith({"and": "it is true both that ", "or": "either "}[joint[1]])
        # "Both" stands before "that" and never before a clause.
        assert not re.search(r"\bboth (?!that\b)", telling)
    assert "is false" not in f"{meaning.text} {meaning.question}".casefold()
    assert "not the case" not in f"{meaning.text} {meaning.question}".casefold()


def test_reading_detects_a_changed_text() -> None:
    category = domain("human activities").categories["Cooking"]
    pairs = {"aaa": category[0], "aab": category[1], "aac": category[2]}
    first, second, third = (sentence.affirmation for sentence in category[:3])
    question = f'Is the following true, false, or undetermined (N/A)? "{_capital(third)}."'
    body = f"If {first} or {second}, then {third}."
    heard = hear(TaskText(f"{body} {_capital(category[0].negation)}.", question), pairs)
    assert heard.premises == ("(aaa ∨ aab) → aac", "¬aaa")
    assert hear(TaskText(body.replace(" or ", " and "), question), pairs).premises == (
        "(aaa ∧ aab) → aac",
    )
    turned = f"{_capital(category[2].affirmation)} if {{}} {category[0].affirmation} {{}} "
    for closing, word, other, sign in (
        ("it is true both that", "and that", "or that", "∧"),
        ("both", "and", "or", "∧"),  # of earlier versions
        ("either", "or", "and", "∨"),
    ):
        text = f"{turned.format(closing, word)}{category[1].affirmation}."
        assert hear(TaskText(text, question), pairs).premises == (f"(aaa {sign} aab) → aac",)
        with pytest.raises(ValueError, match="no known"):
            hear(TaskText(text.replace(f" {word} ", f" {other} "), question), pairs)
    for wrong in (
        body.replace("If", "Unless"),
        body.replace(category[0].affirmation, "the soup sang"),
    ):
        with pytest.raises(ValueError, match="no known"):
            hear(TaskText(wrong, question), pairs)
    with pytest.raises(ValueError, match="unknown question"):
        hear(TaskText(body, "Why?"), pairs)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def test_sentences_of_a_task_come_from_as_few_categories_as_hold_them() -> None:
    outcome = domain("culture and arts")
    assert "," not in choose(outcome, 15, Draw("c", 1)).category
    assert choose(outcome, 31, Draw("c", 1)).category.count(",") == 1
    with pytest.raises(InputError, match="Too many symbols"):
        choose(outcome, outcome.size + 1, Draw("c", 1))


def test_an_unknown_domain_is_reported_with_the_known_ones() -> None:
    with pytest.raises(InputError) as caught:
        domain("cookery")
    assert "culture and arts" in caught.value.message
