"""The written clauses, one by one, and drawing unrelated ones."""

import itertools
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from items.wording.bank import (
    LANGUAGES,
    Bank,
    Clause,
    ClauseGroup,
    Language,
    is_negated,
    language_of,
    load_bank,
    read_bank,
)
from items.wording.lemmas import content_words, stem
from items.wording.reader import Reader
from items.wording.tokens import tokens_of
from solver.errors import InputError

CONNECTIVES = frozenset(
    re.findall(
        r"\w+",
        """and or but nor if unless because since while when whenever until till though although
    that which both either neither only provided whether therefore hence so then""",
    )
)
HAN_CONNECTIVES = re.compile(
    "如果|假如|倘若|要是|只要|只有|除非|或|并且|而且|因为|所以|因此|虽然|但|就|才|和|若|则|无论"
)
HAN = re.compile(r"[\u4e00-\u9fff]+")
LEAST: dict[Language, int] = {"en": 300, "zh": 120}


def texts(group: ClauseGroup) -> tuple[str, ...]:
    return (*group.affirmative, *group.negative)


def groups() -> list[ClauseGroup]:
    return [group for language in LANGUAGES for group in load_bank(language).groups]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bank_is_as_large_as_promised(language: Language) -> None:
    bank = load_bank(language)
    assert len(bank.groups) >= LEAST[language]
    assert len(bank.by_id) == len(bank.groups)
    assert all(group.language == language for group in bank.groups)
    assert all(re.fullmatch(r"[a-z]+_[a-z]+_\d+", group.id) for group in bank.groups)


def test_every_group_can_be_said_and_denied_in_several_ways() -> None:
    assert [g.id for g in groups() if len(g.affirmative) < 2 or len(g.contradictions) < 1] == []
    assert [g.id for g in groups() if len(g.negative) < 3] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_written_twice(language: Language) -> None:
    counted = Counter(text.lower() for g in load_bank(language).groups for text in texts(g))
    assert [text for text, n in counted.items() if n > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_contains_another(language: Language) -> None:
    bank = load_bank(language)
    reader = Reader(bank.by_id, language)
    inside = []
    for text in (text for group in bank.groups for text in texts(group)):
        tokens = tokens_of(text, language)
        for start in range(len(tokens)):
            outcome = (end for end, _ in reader._clauses_at(tokens, start))
            inside += [
                (text, tokens[start:end]) for end in outcome if (start, end) != (0, len(tokens))
            ]
    assert inside == []


def test_english_clauses_are_short_simple_and_stand_inside_a_sentence() -> None:
    faults = []
    for text in (text for group in load_bank("en").groups for text in texts(group)):
        words = text.split(" ")
        if not 2 <= len(words) <= 12:
            faults.append(f"length: {text}")
        if not all(re.fullmatch(r"[A-Za-z]+(?:['-][A-Za-z]+)*", word) for word in words):
            faults.append(f"signs: {text}")
        if CONNECTIVES & {word.lower() for word in words}:
            faults.append(f"connective: {text}")
        if text[0].isupper():
            faults.append(f"capital: {text}")
    assert faults == []


def test_chinese_clauses_are_short_and_simple() -> None:
    faults = []
    for text in (text for group in load_bank("zh").groups for text in texts(group)):
        if not 3 <= len(text) <= 20:
            faults.append(f"length: {text}")
        if not HAN.fullmatch(text):
            faults.append(f"signs: {text}")
        if HAN_CONNECTIVES.search(text):
            faults.append(f"connective: {text}")
        if text[0] in "在的都也":
            faults.append(f"beginning: {text}")
    assert faults == []


def test_of_a_clause_and_its_negation_exactly_one_is_negated() -> None:
    """Where the clause says "there is nothing", its negation is the one without a negator."""
    faults = [
        clause
        for group in groups()
        for clause in group.clauses
        if is_negated(clause.text, group.language) == is_negated(clause.negation, group.language)
    ]
    assert faults == []


def test_each_group_has_a_text_that_can_be_denied_without_a_double_negative() -> None:
    assert [group.id for group in groups() if not group.plain] == []
    assert not any(is_negated(text, g.language) for g in groups() for text in g.plain)


def test_english_contradictions_oppose_without_a_negator() -> None:
    names = [text for g in load_bank("en").groups for text in g.contradictions]
    assert [text for text in names if is_negated(text, "en")] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("n", [2, 4, 8])
def test_groups_drawn_together_are_unrelated(language: Language, n: int) -> None:
    for seed in range(200):
        drawn = load_bank(language).draw(Random(seed), n)
        assert len({group.topic for group in drawn}) == n
        for clause_group, other in itertools.combinations(drawn, 2):
            assert clause_group.words.isdisjoint(other.words)


def test_the_same_seed_draws_the_same_groups() -> None:
    once, again = (load_bank().draw(Random(7), 8) for _ in range(2))
    assert [g.id for g in once] == [g.id for g in again]
    assert [g.id for g in once] != [g.id for g in load_bank().draw(Random(8), 8)]


def test_every_group_is_drawn_about_equally_often() -> None:
    rng, bank = Random(1), load_bank("en")
    counted = Counter(group.id for _ in range(6000) for group in bank.draw(rng, 4))
    mean = 6000 * 4 / len(bank.groups)
    assert len(counted) == len(bank.groups)
    assert max(counted.values()) < 1.7 * mean
    assert min(counted.values()) > 0.4 * mean


def test_excluded_groups_are_not_drawn() -> None:
    bank = load_bank("zh")
    used = {group.id for group in bank.groups[:100]}
    for seed in range(50):
        assert used.isdisjoint(g.id for g in bank.draw(Random(seed), 4, excluded_ids=used))


def test_too_small_a_bank_says_so() -> None:
    bank = Bank("en", load_bank("en").groups[:6])
    with pytest.raises(InputError, match="unrelated"):
        bank.draw(Random(1), 2)


def test_related_clauses_are_recognised() -> None:
    assert content_words(["the barn door is red"], "en") & content_words(["a barn burns"], "en")
    assert content_words(["黑麦面包里有盐"], "zh") & content_words(["面包店开门"], "zh")
    assert stem("whistles") == stem("whistled") == stem("whistling") == stem("whistle")
    assert stem("stops") == stem("stopped") == stem("stopping")


def test_a_broken_bank_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bank.jsonl"
    path.write_text('\n{"id": "x", "topic": "t", "clause": "a"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="line 2"):
        read_bank(path, "en")
    path.write_text("[", encoding="utf-8")
    with pytest.raises(InputError, match="line 1"):
        read_bank(path, "en")
    with pytest.raises(InputError, match="cannot be read"):
        read_bank(tmp_path / "absent.jsonl", "en")


def test_an_unknown_language_is_refused() -> None:
    assert language_of("zh") == "zh"
    with pytest.raises(InputError, match="expected one of en, zh"):
        language_of("de")


def test_negative_texts_are_the_negations_and_the_contradictions() -> None:
    group = ClauseGroup("g", "t", (Clause("a", "not a"), Clause("b", "not b")), ("c",))
    assert group.affirmative == ("a", "b")
    assert group.negative == ("not a", "c", "not b")
