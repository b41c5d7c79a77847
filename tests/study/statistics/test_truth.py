"""Truth-value scores on tables worked out by hand."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.statistics.truth import LABELS, UNREADABLE, Confusion, together
from study.statistics.truth import truth as counted
from tests.scored_answers import Truths, truth_interval

GOLDS = st.sampled_from(LABELS)
ANSWERS = st.sampled_from([*LABELS, None])


def answers(**counts: int) -> list[tuple[str, str | None]]:
    """`tf=2` is two answers of false to gold true; `tx` one that could not be read."""
    words: dict[str, str | None] = {"t": "true", "f": "false", "u": "unknown", "x": None}
    return [(str(words[pair[0]]), words[pair[1]]) for pair, n in counts.items() for _ in range(n)]


def truth(pairs: Iterable[tuple[str, str | None]]) -> Truths:
    """The scores of pairs of gold and answer."""
    return Truths([counted(pairs).confusion])


def test_a_table_by_hand() -> None:
    scores = truth(answers(tt=8, tf=1, tu=1, ff=3, ft=2, uu=4, uf=1))
    assert scores.n == 20
    assert scores.accuracy is not None
    assert scores.accuracy.successes == 15
    assert scores.f1("true") == pytest.approx(16 / (16 + 2 + 2))
    assert scores.f1("false") == pytest.approx(6 / (6 + 2 + 2))
    assert scores.f1("unknown") == pytest.approx(8 / (8 + 1 + 1))
    assert scores.macro == pytest.approx((0.8 + 0.6 + 0.8) / 3)
    assert scores.weighted == pytest.approx((0.8 * 10 + 0.6 * 5 + 0.8 * 5) / 20)
    assert scores.present == scores.macro


def test_what_cannot_be_read_is_wrong_and_seen() -> None:
    scores = truth(answers(tt=1, tx=1))
    assert scores.accuracy is not None
    assert scores.accuracy.value == 0.5
    assert scores.confusion["true", "unreadable"] == 1
    assert scores.f1("true") == pytest.approx(2 / (2 + 0 + 1))


def test_labels_that_nobody_has_do_not_count() -> None:
    """Two-valued tasks; and ContextHub's mean is over gold labels only."""
    scores = truth(answers(tt=1, ff=1))
    assert scores.f1("unknown") is None
    assert scores.macro == scores.present == 1
    guessed = truth(answers(tt=1, tu=1))
    assert guessed.f1("unknown") == 0
    assert guessed.macro == pytest.approx((2 / 3 + 0) / 2)
    assert guessed.present == pytest.approx(2 / 3)


def test_nothing_is_none() -> None:
    scores = truth([])
    assert (scores.accuracy, scores.macro, scores.weighted, scores.present) == (None,) * 4
    assert truth_interval([], "macro") is None


def test_other_words_are_refused() -> None:
    with pytest.raises(ValueError, match="N/A"):
        truth([("true", "N/A")])
    with pytest.raises(ValueError, match="unreadable"):
        truth([("unreadable", "true")])
    with pytest.raises(ValueError, match="N/A"):
        together([{("true", "N/A"): 1}])


@given(st.lists(st.tuples(GOLDS, ANSWERS), min_size=1, max_size=40))
def test_f1_is_precision_and_recall(pairs: list[tuple[str, str | None]]) -> None:
    scores = truth(pairs)
    for label in LABELS:
        hits = sum(gold == answer == label for gold, answer in pairs)
        given_ = sum(answer == label for _, answer in pairs)
        wanted = sum(gold == label for gold, _ in pairs)
        if not given_ + wanted:
            assert scores.f1(label) is None
        elif not hits:
            assert scores.f1(label) == 0
        else:
            precision, recall = hits / given_, hits / wanted
            expected = 2 * precision * recall / (precision + recall)
            assert scores.f1(label) == pytest.approx(expected)


@pytest.mark.slow
def test_intervals_hold_the_value_and_depend_on_the_clusters() -> None:
    pairs = answers(tt=30, tf=10, ff=20, ft=10, uu=20, ut=10)
    one_each = [{(gold, answer or UNREADABLE): 1} for gold, answer in pairs]
    scores = truth(pairs)
    for score in ("macro", "weighted", "present"):
        estimate = truth_interval(one_each, score)
        assert estimate is not None
        assert estimate.value == getattr(scores, score)
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.low < estimate.value < estimate.high
        assert estimate.clusters == 100
    doubled = [dict.fromkeys(counts, 2) for counts in one_each]
    single, twice = truth_interval(one_each, "macro"), truth_interval(doubled, "macro")
    assert single is not None
    assert twice is not None
    assert (twice.low, twice.high) == (single.low, single.high), "asking twice tells nothing new"


@pytest.mark.slow
@given(st.lists(st.lists(st.tuples(GOLDS, ANSWERS), max_size=5), max_size=8))
def test_clusters_together_are_all_their_answers(
    clusters: list[list[tuple[str, str | None]]],
) -> None:
    confusions: list[Confusion] = [counted(pairs).confusion for pairs in clusters]
    whole = together(confusions)
    assert whole == counted(pair for pairs in clusters for pair in pairs)
    for score in ("macro", "weighted", "present"):
        estimate = truth_interval(confusions, score)
        assert (None if estimate is None else estimate.value) == getattr(
            Truths([whole.confusion]), score
        )
