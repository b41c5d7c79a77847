"""One cue among many words is found by the readers made for it, and none where there is none."""

import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from items.audit.giveaways import giveaways
from items.audit.nearest_sentence import Sentences, frame_of, place_marks
from items.audit.readers import views_of
from items.audit.run import TypeReport, audit
from items.audit.single_words import word_marks
from items.audit.texts import groups_of
from items.models import Item, Option, Question

pytestmark = pytest.mark.skipif(
    find_spec("sklearn") is None, reason="the extra audit is not installed"
)
ROOT = Path(__file__).parents[3]
THINGS = [
    *("river", "stone", "lamp", "garden", "window", "letter"),
    *("harbour", "basket", "ladder", "candle", "mirror", "bridge"),
    *("carpet", "kettle", "pencil", "rocket", "saddle", "tunnel"),
    *("violin", "wagon", "anchor", "barrel", "cactus", "desert"),
    *("engine", "falcon"),
]
DOES = ["moves", "holds", "meets", "finds", "keeps", "sees", "turns", "lifts", "helps", "draws"]
LABELS = ("true", "false", "unknown")
Plant = Callable[[int, list[str], str, Random], tuple[list[str], str]]


def sentence(random: Random) -> str:
    return f"The {random.choice(THINGS)} {random.choice(DOES)} the {random.choice(THINGS)}."


def at_a_place(shown: int, text: list[str], asked: str, _: Random) -> tuple[list[str], str]:
    """The asked sentence is first, in the middle or last."""
    text[(0, 2, 4)[shown]] = asked
    return text, asked


def with_connective(
    shown: int, text: list[str], asked: str, random: Random
) -> tuple[list[str], str]:
    """One sentence begins with a connective."""
    place = random.randrange(5)
    word = ("Therefore", "However", "Moreover")[shown]
    text[place] = f"{word} t{text[place][1:]}"
    return text, asked


def last_word(shown: int, text: list[str], asked: str, _: Random) -> tuple[list[str], str]:
    """The question ends with a word of time."""
    return text, f"{asked[:-1]} {('today', 'now', 'again')[shown]}."


def first_word(shown: int, text: list[str], asked: str, _: Random) -> tuple[list[str], str]:
    """The text begins with a word of its own."""
    return [f"{('Look', 'Note', 'Now')[shown]}: {text[0]}", *text[1:]], asked


def truths(number: int, plant: Plant, strength: float, seed: int) -> list[Item]:
    """Random sentences with random labels. With probability `strength` the cue is the label's, else
    that of a label drawn at random."""
    random = Random(seed)
    items = []
    for n in range(number):
        gold = n % 3
        cued_label = gold if random.random() < strength else random.randrange(3)
        text = [sentence(random) for _ in range(5)]
        text, asked_label = plant(cued_label, text, sentence(random), random)
        question = Question(
            id="1",
            text=f"Is the following true, false, or unknown? “{asked_label}”",
            kind="truth",
            gold=TruthAnswer.model_validate({"value": LABELS[gold]}),
        )
        items.append(Item(id=f"t{n}", text=" ".join(text), questions=(question,)))
    return items


def choices(number: int, strength: float, seed: int) -> list[Item]:
    """Each option stands in the text; with probability `strength` the right one stands last there,
    else any one does."""
    random = Random(seed)
    items = []
    for n in range(number):
        texts = [sentence(random) for _ in range(4)]
        gold = n % 4
        end = gold if random.random() < strength else random.randrange(4)
        others = [text for place, text in enumerate(texts) if place != end]
        random.shuffle(others)
        question = Question(
            id="1",
            text="Which of these follows?",
            kind="choice",
            options=tuple(Option(text=text) for text in texts),
            gold=ChoiceAnswer(option=gold),
        )
        items.append(Item(id=f"c{n}", text=" ".join([*others, texts[end]]), questions=(question,)))
    return items


def audited(items: list[Item]) -> TypeReport:
    (report,) = audit(items, quick=True).types
    return report


@pytest.mark.slow
@pytest.mark.parametrize("plant", [at_a_place, with_connective, last_word, first_word])
@pytest.mark.parametrize(("strength", "number"), [(0.15, 1200), (0.3, 600), (0.6, 300)])
def test_a_planted_cue_is_found_at_every_strength(
    plant: Plant, strength: float, number: int
) -> None:
    report = audited(truths(number, plant, strength, seed=16))
    assert report.gives_away
    assert report.best is not None
    place = plant is at_a_place
    assert report.best.reader == ("place, shallow tree" if place else "few single words")
    # Whoever knows the cue is right in `strength`, and in a third of the rest.
    assert report.best.accuracy > 1 / 3 + 0.5 * strength * 2 / 3


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        # Five sentences: the fifth is the last, and stands in the last third.
        (at_a_place, "the sentence nearest to the question is the fifth"),
        (with_connective, "“therefore” in the text"),
        (last_word, "“today” occurs in the question"),
        (first_word, "“look” in the text"),
    ],
)
def test_a_giveaway_is_described_in_words(plant: Plant, said: str) -> None:
    (group,) = groups_of(truths(300, plant, 0.7, seed=16))
    giveaways_by_feature = {entry.feature: entry for entry in giveaways(views_of(group), limit=99)}
    gold = "unknown" if plant is at_a_place else "true"
    assert giveaways_by_feature[said].answer == gold
    assert giveaways_by_feature[said].share > 0.6


def test_the_place_that_states_the_right_option_is_described_in_words() -> None:
    (group,) = groups_of(choices(300, 0.7, seed=16))
    first, *_ = giveaways(views_of(group), limit=99)
    assert "the sentence nearest to the option" in first.feature
    assert first.answer == "right"
    (group,) = groups_of(choices(300, 0.0, seed=16))
    assert giveaways(views_of(group)) == []


def test_marks_of_a_place_say_what_is_true_of_it() -> None:
    text = Sentences("The cat sleeps. The dog runs. The cow runs.")
    marks = set(place_marks(text.nearest("the cow runs", ()), "the question"))
    meaning = "the sentence nearest to the question"
    assert marks >= {
        f"{meaning} is the third",
        f"{meaning} is the first from the end",
        f"{meaning} is in the last third of the text",
        f"{meaning} has more than half of its words in common with it",
    }
    assert f"{meaning} is the first" not in marks
    assert "several sentences are equally near to the question" not in marks
    assert list(place_marks({}, "the question")) == []


OTHER_THREADS = """
import threadpoolctl
from tests.items.audit.test_single_cues import at_a_place, truths
from items.audit.run import audit

told = []

def progress(name, done, of):
    if done < of:
        told.extend(pool["num_threads"] for pool in threadpoolctl.threadpool_info())

audit(truths(90, at_a_place, 0.0, 16), progress=progress)
print(len(told), max(told))
"""


@pytest.mark.slow
def test_readers_use_one_thread_of_every_library() -> None:
    # Threads that wait for one another take many times the processor time on a busy machine.
    many = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "3")
    run = subprocess.run(
        [sys.executable, "-c", OTHER_THREADS],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=os.environ | many,
    )
    number, most = map(int, run.stdout.split())
    assert number > 2
    assert most == 1


@pytest.mark.slow
@pytest.mark.parametrize(("strength", "number"), [(0.3, 600), (0.6, 300)])
def test_the_option_that_stands_last_in_the_text_is_found(strength: float, number: int) -> None:
    report = audited(choices(number, strength, seed=16))
    assert report.gives_away
    assert report.best is not None
    assert report.best.reader == "place, shallow tree"
    assert report.best.accuracy > 1 / 4 + 0.5 * strength * 3 / 4


@pytest.mark.slow
def test_sets_without_a_cue_raise_no_alarm() -> None:
    # By luck a set does in at most 5 %; more than one of ten would in 9 % at that.
    sets = [truths(400, at_a_place, 0.0, seed) for seed in range(5)]
    sets += [truths(400, with_connective, 0.0, seed) for seed in range(5, 8)]
    sets += [choices(400, 0.0, seed) for seed in range(2)]
    assert sum(audited(items).gives_away is True for items in sets) <= 1


def test_the_nearest_sentence_is_the_one_with_the_rarest_words() -> None:
    text = Sentences("The cat sleeps. The dog runs. The cat and the dog eat. The cow runs.")
    row = text.nearest("Is it so that the cow runs?", {"is", "it", "so", "that", "?"})
    assert row["place of the nearest sentence"] == 3
    assert row["place of the nearest sentence from the end"] == 0
    # “the” and the full stop stand in all four and weigh little; “cow” and “runs” are shared.
    assert 0.9 < row["share of words of the nearest sentence"] <= 1
    assert text.nearest("Nobody knows", ()) == {}


def test_equally_near_sentences_count_from_both_ends() -> None:
    row = Sentences("甲是红。乙是蓝。甲是红。丙是黑。").nearest("甲是红", ())
    assert row["nearest sentences"] == 2
    assert row["place of the nearest sentence"] == 0
    assert row["place of the nearest sentence from the end"] == 1


def test_words_in_which_all_questions_are_put_are_known() -> None:
    assert frame_of(["Is it so: a cat?", "Is it so: dogs?", "Is it so: a cow?"]) >= {"is", "it"}
    assert "cat" not in frame_of(["Is it so: a cat?", "Is it so: dogs?"])


def test_marks_name_words_and_both_ends() -> None:
    assert set(word_marks("“Look: it is it.”", "the text")) == {
        *(f"“{word}” in the text" for word in ("“", "look", ":", "it", "is", ".", "”")),
        "“look” first in the text",
        "“it” last in the text",
    }
    assert list(word_marks("", "the text")) == []


def test_words_are_chosen_by_their_cross_table_with_the_labels() -> None:
    import numpy as np
    from scipy.sparse import csr_matrix
    from scipy.stats import chi2_contingency

    from items.audit.readers import _association

    random = np.random.default_rng(16)
    labels = random.integers(0, 3, 90)
    columns = (random.random((90, 4)) < 0.3).astype(float)
    columns[:, 3] = 1.0
    strengths = _association(csr_matrix(columns), labels.tolist())
    for place in range(3):
        cross = [
            [int(((columns[:, place] == mark) & (labels == label)).sum()) for label in range(3)]
            for mark in (0, 1)
        ]
        assert 90 * strengths[place] == pytest.approx(chi2_contingency(cross).statistic)
    assert strengths[3] == 0
