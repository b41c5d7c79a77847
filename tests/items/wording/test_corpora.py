"""Users' sentences: what is taken, what is refused and why, and how it is negated."""

import json
import os
from pathlib import Path
from random import Random

import pytest

from items.wording.bank import is_bank
from items.wording.corpora import Corpus, read_corpus
from items.wording.forms import equivalent
from items.wording.negation import (
    NegatedClause,
    NegationRefusal,
    begins_with_verb,
    has_verb,
    negate,
)
from items.wording.reader import Reader
from items.wording.render import Writer
from items.wording.verbs import progressive, third
from solver.errors import InputError
from solver.language.syntax import Implies, Not, Prop

PAIRS = [
    ("A man in a green shirt is hailing a cab.", "A man is getting a cab.", "entailment"),
    ("A man in a green shirt is hailing a cab.", "A man is sleeping at home.", "contradiction"),
    ("A man in a green shirt is hailing a cab.", "A man is late.", "neutral"),
    ("The woman watches the film.", "The woman sees the film.", "entailment"),
    ("The woman watches the film.", "The woman is swimming in the sea.", "contradiction"),
    ("A child playing the flute in a park", "A child is in a park.", "entailment"),
    ("A child playing the flute in a park", "The child is asleep in bed.", "contradiction"),
    ("Running is fun for a dog.", "The dog runs.", "entailment"),
    ("A red car, and a dog.", "The dog runs.", "entailment"),
    ("The old bus takes the bridge.", "Two buses are lost.", "contradiction"),
    ("The old bus takes the bridge.", "The bus takes the bridge.", "entailment"),
    ("The cook bakes a cake.", "The cook is asleep.", "contradiction"),
    ("The cook bakes a cake.", "He bakes a cake because he likes it.", "entailment"),
    ("She eats a pear on the sofa.", "She eats a pear.", "-"),
]


def write_pairs(folder: Path, pairs: list[tuple[str, str, str]]) -> Path:
    path = folder / "nli.jsonl"
    keys = ("sentence1", "sentence2", "gold_label")
    lines = [json.dumps(dict(zip(keys, pair, strict=True))) for pair in pairs]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return read_corpus([write_pairs(tmp_path, PAIRS)])


def test_premises_become_groups(corpus: Corpus) -> None:
    first, second, third_group = corpus.bank.groups
    assert first.affirmative == (
        "a man in a green shirt is hailing a cab",
        "a man is getting a cab",
    )
    assert first.negative[0] == "no man in a green shirt is hailing a cab"
    assert first.contradictions == ("a man is sleeping at home",)
    assert second.negative[0] == "the woman does not watch the film"
    assert third_group.affirmative[0] == "a child is playing the flute in a park"


def test_everything_is_counted(corpus: Corpus) -> None:
    counts = corpus.counts
    assert counts.pairs == len(PAIRS)
    assert counts.labels == {"entailment": 7, "contradiction": 5, "neutral": 1, "-": 1}
    assert counts.premises == 8
    assert counts.groups == 3
    assert counts.restored_auxiliaries == 1
    assert counts.premises_rejected == {
        "begins with a verb": 1,
        "punctuation, digits or foreign signs": 1,
        "no usable opposite": 1,
        "no usable paraphrase": 1,
        "the subject is, or begins with, a pronoun": 1,
    }
    assert counts.premises == counts.groups + counts.premises_rejected.total()
    assert counts.hypotheses_rejected == {
        "a subject whose negation is uncertain": 1,
        "a connective inside": 1,
    }


def test_items_of_a_corpus_are_read_back(corpus: Corpus) -> None:
    assignment = dict(zip("AB", corpus.bank.groups[:2], strict=True))
    for seed in range(100):
        formula = Implies(Prop("A"), Not(Prop("B")))
        text = Writer(assignment, Random(seed)).sentence(formula)
        assert equivalent(Reader(assignment).sentence(text), formula)


def test_groups_drawn_from_a_corpus_share_no_word(corpus: Corpus) -> None:
    clause_group, other = corpus.bank.draw(Random(1), 2)
    assert clause_group.words.isdisjoint(other.words)


def test_names_keep_their_capital_where_the_corpus_shows_them(tmp_path: Path) -> None:
    pairs = [
        ("Ella paints the fence.", "Ella is painting.", "entailment"),
        ("Ella paints the fence.", "Ella sleeps.", "contradiction"),
        ("The fence is painted by Ella.", "The fence is new.", "neutral"),
        ("Zorn paints the fence.", "The fence is new.", "neutral"),
    ]
    corpus = read_corpus(
        [write_pairs(tmp_path, [*pairs, (pairs[0][0], "Ella sleeps now.", "contradiction")])]
    )
    assert corpus.bank.groups[0].negative[:2] == (
        "Ella does not paint the fence",
        "Ella sleeps now",
    )
    assert corpus.counts.premises_rejected["a first word that may be a name"] == 1


def test_a_file_of_another_form_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"sentence1": "a", "sentence2": "b"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read") as caught:
        read_corpus([path])
    assert "line 1" in caught.value.message
    assert "gold_label" in caught.value.message
    path.write_text("\n\n{", encoding="utf-8")
    with pytest.raises(InputError, match="line 3"):
        read_corpus([path])
    with pytest.raises(InputError, match="cannot be read"):
        read_corpus([tmp_path / "absent.jsonl"])


@pytest.mark.parametrize(
    ("clause", "negation"),
    [
        ("a man is playing a guitar", "no man is playing a guitar"),
        ("some men are running in the street", "no men are running in the street"),
        ("somebody is at the door", "nobody is at the door"),
        ("people are walking on the beach", "no people are walking on the beach"),
        ("there is a cat on the mat", "there is no cat on the mat"),
        ("the man has a hat", "the man does not have a hat"),
        ("the man has eaten a fish", "the man has not eaten a fish"),
        ("the woman took the bus", "the woman did not take the bus"),
        ("the girl watches the sea", "the girl does not watch the sea"),
        ("the dog can swim", "the dog cannot swim"),
        ("Mary will sing", "Mary will not sing"),
        ("the dog does not bark at the door", "the dog barks at the door"),
        ("the girl isn't wearing shoes", "the girl is wearing shoes"),
        ("a boy juggling balls", "no boy is juggling balls"),
    ],
)
def test_negation(clause: str, negation: str) -> None:
    negated = negate(clause)
    assert isinstance(negated, NegatedClause)
    assert negated.negation == negation


@pytest.mark.parametrize(
    "clause",
    [
        "the boy must leave",  # "must not leave" does not deny it
        "two men are running",  # scope of "two"
        "the man is eating something",  # scope of "something"
        "the children are always late",
        "a man dressed in red",  # participle
        "the children playing in the mud",  # "is" or "are"
        "the red watches are new",  # noun or verb
        "there are cats on the mat",
        "the committee decided the matter",  # participle or past
        "people are strange",  # of all people, or of some
        "is the man late",
    ],
)
def test_what_cannot_be_negated_safely_is_refused(clause: str) -> None:
    assert isinstance(negate(clause), NegationRefusal)


def test_verb_forms() -> None:
    assert [third(v) for v in ("walk", "watch", "cry", "play", "go")] == [
        "walks",
        "watches",
        "cries",
        "plays",
        "goes",
    ]
    assert "running" in progressive("run")
    assert progressive("ride") == ("riding",)
    assert progressive("lie") == ("lying",)
    assert begins_with_verb(["running", "is", "fun"])
    assert not begins_with_verb(["the", "run"])
    assert has_verb(["a", "man", "running"])
    assert not has_verb(["a", "red", "car"])


def test_a_pipe_in_place_of_a_corpus_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "snli.jsonl")
    with pytest.raises(InputError, match=r"snli\.jsonl.*a pipe"):
        read_corpus([tmp_path / "snli.jsonl"])
    assert not is_bank(tmp_path / "snli.jsonl")
