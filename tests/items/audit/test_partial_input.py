"""Readers of a part of an item: planted give-aways are found, and nothing where there is none."""

import math
from importlib.util import find_spec
from random import Random

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from items.audit.figures import overlap, word_figures
from items.audit.readers import Score, clustered, require_sklearn
from items.audit.run import TypeReport, audit
from items.models import Item, Option, Question
from solver.errors import OutsideError

pytestmark = pytest.mark.skipif(
    find_spec("sklearn") is None, reason="the extra audit is not installed"
)
WORDS = ["river", "stone", "lamp", "candle", "window", "engine", "garden", "paper", "ladder"]


def truths(number: int, tell: float, seed: int = 1) -> list[Item]:
    """Random texts with random labels; with probability `tell`, "not" stands in the question
    exactly where False is right."""
    random = Random(seed)
    items = []
    for n in range(number):
        gold = ["true", "false", "unknown"][n % 3]
        words = random.choices(WORDS, k=8)
        says = gold == "false" if random.random() < tell else random.random() < 1 / 3
        words.insert(random.randrange(9), "not" if says else "so")
        items.append(
            Item(
                id=f"t{n}",
                text=" ".join(random.choices(WORDS, k=30)),
                questions=(
                    Question(
                        id="1",
                        text=" ".join(words),
                        kind="truth",
                        gold=TruthAnswer.model_validate({"value": gold}),
                    ),
                ),
            )
        )
    return items


def choices(number: int, longest: float, seed: int = 1) -> list[Item]:
    """Random options; with probability `longest` the right one is the longest."""
    random = Random(seed)
    items = []
    for n in range(number):
        sizes = [random.randint(3, 9) for _ in range(4)]
        gold = random.randrange(4)
        if random.random() < longest:
            sizes[gold] = 11
        options = tuple(Option(text=" ".join(random.choices(WORDS, k=size))) for size in sizes)
        question = Question(
            id="1", text="Which?", kind="choice", options=options, gold=ChoiceAnswer(option=gold)
        )
        items.append(Item(id=f"c{n}", text="A text.", questions=(question,)))
    return items


@pytest.mark.slow
def test_random_items_give_nothing_away() -> None:
    for items in (truths(500, 0.0), choices(300, 0.0)):
        (report,) = audit(items, quick=True).types
        assert report.scores
        # So few questions cannot settle that nothing is given away.
        assert report.gives_away is None
        assert report.giveaways == ()


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [
        (((0.26, 0.24, 0.28), (0.279, 0.26, 0.299)), False),
        (((0.26, 0.24, 0.28), (0.279, 0.26, 0.301)), None),
        (((0.26, 0.24, 0.28), (0.281, 0.25, 0.299)), None),
        (((0.35, 0.25, 0.45), (0.25, 0.24, 0.26)), None),
        (((0.25, 0.24, 0.26), (0.31, 0.27, 0.35)), True),
        (((0.285, 0.284, 0.286), (0.25, 0.24, 0.26)), True),
        ((), None),
    ],
)
def test_what_intervals_settle(
    scores: tuple[tuple[float, float, float], ...], verdict: bool | None
) -> None:
    read = tuple(Score("r", "s", accuracy, low, high) for accuracy, low, high in scores)
    assert TypeReport("t", 2000, 2000, 0.25, 0.25, read, ()).gives_away is verdict


@pytest.mark.slow
def test_a_word_that_predicts_the_label_is_found_and_named() -> None:
    (report,) = audit(truths(500, 0.9), quick=True).types
    assert report.gives_away
    assert report.best is not None
    assert report.best.accuracy > 0.55
    message = " ".join(giveaway.sentence() for giveaway in report.giveaways)
    assert "“not” occurs in the question" in message or "negation in the question" in message
    assert any(
        giveaway.answer == "false" and giveaway.divergence > 0.5 for giveaway in report.giveaways
    )


@pytest.mark.slow
def test_the_longest_option_is_found() -> None:
    (report,) = audit(choices(300, 0.9), quick=True).types
    assert report.gives_away
    assert report.best is not None
    assert report.best.accuracy > 0.8
    assert any("words in the option" in giveaway.feature for giveaway in report.giveaways)


def items_with_neighbours(number: int, tell: float, seed: int = 1) -> list[Item]:
    """Options that each stand in one premise, beside a symbol of their own. With probability `tell`
    the one beside the right option stands in two more premises, else another's does."""
    random = Random(seed)
    items = []
    for n in range(number):
        names = random.sample("ABCDEFGHJK", 10)
        queried, others, (filler, end) = names[:4], names[4:8], names[8:]
        gold = random.randrange(4)
        busy = others[gold if random.random() < tell else random.randrange(4)]
        listed = [
            f"{first_name} → {other}" for first_name, other in zip(queried, others, strict=True)
        ]
        listed += [f"{filler} → {busy}", f"{end} → {busy}"]
        random.shuffle(listed)
        options = tuple(Option(text=f"So {name}.", formula=name) for name in queried)
        question = Question(
            id="1", text="Which?", kind="choice", options=options, gold=ChoiceAnswer(option=gold)
        )
        items.append(
            Item(
                id=f"b{n}",
                text="A text.",
                questions=(question,),
                formalization={"parameters": dict.fromkeys(names, "Bool"), "premise": listed},
                attributes={"twins": n},
            )
        )
    return items


@pytest.mark.slow
def test_a_symbol_next_to_one_of_the_right_option_is_found_and_named() -> None:
    (report,) = audit(items_with_neighbours(150, 0.9), quick=True).types
    assert report.gives_away
    assert report.best is not None
    assert report.best.accuracy > 0.8
    assert "neighbouring" in report.giveaways[0].feature
    (report,) = audit(items_with_neighbours(150, 0.0), quick=True).types
    assert report.gives_away is None


def test_few_items_are_not_judged() -> None:
    (report,) = audit(truths(30, 1.0), quick=True).types
    assert report.gives_away is None
    assert report.best is None


@pytest.mark.slow
def test_twins_are_not_split_between_training_and_test() -> None:
    # Twin pairs share a text that tells nothing but which pair it is. A reader that had seen one of
    # a pair would know the other.
    random = Random(3)
    items = []
    for n in range(150):
        name = f"word{n}"
        gold = random.choice(["true", "false", "unknown"])
        for twin in range(2):
            question = Question(
                id="1",
                text=f"{name} so",
                kind="truth",
                gold=TruthAnswer.model_validate({"value": gold}),
            )
            items.append(
                Item(id=f"{n}/{twin}", text=name, questions=(question,), attributes={"twins": n})
            )
    (report,) = audit(items, quick=True).types
    assert report.clusters == 150
    assert not report.gives_away


@pytest.mark.slow
def test_clusters_widen_an_interval_as_they_should() -> None:
    right = [1.0, 0.0] * 50
    alone = clustered(right, [str(n) for n in range(100)])
    pairs = clustered(right, [str(n // 2) for n in range(100)])
    doubled = clustered(
        [value for value in right for _ in range(4)], [str(n // 4) for n in range(400)]
    )
    assert alone[0] == 0.5
    # By hand: 100 residuals of ±½ give a variance of 100/99 · 25 / 100²; t(99) = 1.9842.
    assert alone[2] - 0.5 == pytest.approx(1.98422 * math.sqrt(100 / 99 * 25) / 100, abs=1e-4)
    assert pairs[2] - pairs[1] == pytest.approx(0.0)
    assert doubled[2] - doubled[1] == pytest.approx(alone[2] - alone[1])


def test_overlap_distinguishes_exact_near_and_renamed_duplicates() -> None:
    base = truths(40, 0.0)
    long_text = " ".join(Random(9).choices(WORDS, k=60))
    near = base[0].model_copy(update={"id": "near", "text": f"{long_text} end"})
    known = base[0].model_copy(update={"id": "known", "text": long_text})
    shared = overlap([base[5], near, *truths(10, 0.0, seed=77)], [*base[:10], known])
    assert shared.exact == ("t5",)
    assert shared.near == ("near",)
    assert shared.divergence is not None
    assert shared.divergence >= 0
    assert overlap(base, base).divergence == pytest.approx(0.0)


def test_words_are_counted() -> None:
    figures = word_figures(truths(20, 0.0))
    assert figures.vocabulary <= len(WORDS) + 2
    assert figures.texts == 20
    assert figures.structures is None


def test_without_scikit_learn_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("items.audit.readers.has_sklearn", lambda: False)
    with pytest.raises(OutsideError, match="scikit-learn") as caught:
        require_sklearn()
    assert "audit" in caught.value.hint
