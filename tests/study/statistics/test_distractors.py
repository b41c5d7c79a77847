"""What distractors do to answers."""

from study.statistics.distractors import changes


def test_what_distractors_do() -> None:
    rows = [
        *((t, 0, r) for t, r in (("a", True), ("b", True), ("c", False))),
        *((t, 5, r) for t, r in (("a", False), ("b", True), ("c", True))),
        ("d", 5, False),
        ("c", 10, False),
    ]
    base, five_distractors, ten = changes(rows)
    assert (base.distractors, base.both_right, base.both_wrong, base.pairs) == (0, 2, 1, 3)
    assert (
        five_distractors.correct_to_wrong,
        five_distractors.wrong_to_correct,
        five_distractors.both_right,
        five_distractors.pairs,
    ) == (
        1,
        1,
        1,
        3,
    )
    assert (ten.both_wrong, ten.pairs) == (1, 1)
    assert changes([]) == ()
    alone = changes([("a", 5, True)])
    assert alone[0].pairs == 0
