"""The checks without a terminal: keys, turning, what is settled, lines of any width."""

from collections.abc import Mapping

import pytest

from sessions.annotation.desk_views import Current, Opinion
from study.annotation.attachments import Attachment, formalization_check
from study.annotation.checks import MissingInput, StandingVerdict, Subject, asked_checks, missing
from study.annotation.queue import Entry
from study.annotation.scheme import Verdict, parse_scheme
from study.annotation.state import EntryWork
from tests.study.annotation.samples import SCHEME, item
from tui.state.annotator.check_lines import check_lines, verdict_words
from tui.state.annotator.checks_pane import ChecksPane, KeyEffect
from tui.state.annotator.item_pane import item_lines
from tui.text import fit, width

SMALL = parse_scheme(SCHEME, "small")
HASH = "0" * 64


def current_of(
    verdicts: Mapping[str, StandingVerdict] | None = None,
    settled: Mapping[str, Verdict] | None = None,
    **more: object,
) -> Current:
    judged = item(1)
    work = EntryWork("e1", verdicts=dict(verdicts or {}), settled_verdicts=settled or {})
    checks = asked_checks(SMALL, Subject(judged), work.standing_verdicts)
    values: dict[str, object] = {
        "entry": Entry(id="e1", item=judged.id, hash=HASH),
        "item": judged,
        "base": None,
        "answer": "",
        "asked_checks": checks,
        "verdicts": work.standing_verdicts,
        "settled_verdicts": work.settled_verdicts,
        "proofs": {"gold@1": "necessary(A): gold necessary follows"} if settled else {},
        "missing": missing(checks, work.verdicts, work.settled_verdicts),
        "work": work,
    }
    return Current(**{**values, **more})  # type: ignore[arg-type]


def pane_of(current: Current, deciding: bool = False) -> ChecksPane:
    pane = ChecksPane(SMALL, deciding)
    pane.show(current)
    return pane


def verdict_given(turn: KeyEffect | None) -> Verdict | None:
    assert turn is not None
    assert turn.sets_verdict
    return turn.verdict


def test_a_key_gives_the_first_verdict_and_then_the_next_ones() -> None:
    assert verdict_given(pane_of(current_of()).press("a")) == "yes"
    for now, then in (("yes", "no"), ("no", "unsure"), ("unsure", None)):
        pane = pane_of(current_of({"clear": StandingVerdict(now)}))
        pane.cursor = "clear"
        assert verdict_given(pane.press("a")) == then


def test_the_key_of_another_check_moves_there_without_changing_a_verdict() -> None:
    pane = pane_of(current_of({"hard": StandingVerdict(3)}))
    assert pane.cursor == "clear"
    turn = pane.press("c")
    assert turn is not None
    assert turn.asked_check.key == "hard"
    assert not turn.sets_verdict


@pytest.mark.parametrize("cells", [30, 60, 78, 120])
def test_every_verdict_is_in_view_however_narrow_the_pane(cells: int) -> None:
    attached = [
        Attachment(number, {"premise": [text]}, {}) for number, text in ((1, "A"), (2, "~A"))
    ]
    check = formalization_check(attached, SMALL)
    pane = pane_of(current_of(asked_checks=(check,)), deciding=True)
    pane.cursor = check.key
    rows = [line.text for line in check_lines(pane, cells, True)]
    assert all(width(row) <= cells for row in rows)
    text = " ".join(rows)
    between = "   ".join(option.text for option in check.check.options)
    assert (between in text) is (cells >= 78), "verdicts stand apart"
    for option in check.check.options:
        assert fit(option.text, cells - 16).rstrip("…") in text


def test_plus_and_minus_give_yes_and_no() -> None:
    pane = pane_of(current_of())
    assert verdict_given(pane.press("+")) == "yes"
    assert verdict_given(pane.press("-")) == "no"
    assert verdict_given(pane.press("?")) == "unsure"


def test_a_settled_check_is_selected_before_it_can_be_contradicted() -> None:
    pane = pane_of(current_of(settled={"gold@1": "yes"}))
    turn = pane.press("d")
    assert turn is not None
    assert not turn.sets_verdict
    pane.cursor = "gold@1"
    assert verdict_given(pane.press("d")) == "no"


def test_a_settled_check_never_loses_its_verdict() -> None:
    pane = pane_of(current_of({"gold@1": StandingVerdict("unsure")}, {"gold@1": "yes"}))
    pane.cursor = "gold@1"
    assert verdict_given(pane.press("d")) == "yes"


def test_codes_and_texts_open_a_window() -> None:
    pane = pane_of(current_of({"clear": StandingVerdict("no", "blurred")}))
    turn = pane.press("b")
    assert turn is not None
    assert turn.opens_window
    note = pane.press("e")
    assert note is not None
    assert note.opens_window


def test_the_footer_names_the_available_keys() -> None:
    pane = pane_of(current_of())
    keys = sorted({pane.key_of(row.check) for row in pane.rows})
    assert len(keys) > 2
    assert pane.keys_told == f"{keys[0]}–{keys[-1]}"
    first = pane.rows[0]
    assert pane_of(current_of(asked_checks=(first,))).keys_told == pane.key_of(first.check)
    assert pane_of(current_of(asked_checks=())).keys_told == ""


def test_a_key_of_no_check_changes_nothing() -> None:
    assert pane_of(current_of()).press("z") is None


def test_the_cursor_stays_on_its_check_and_starts_at_what_is_missing() -> None:
    pane = pane_of(current_of())
    assert pane.cursor == "clear"
    pane.cursor = "hard"
    pane.show(current_of({"clear": StandingVerdict("yes")}))
    assert pane.cursor == "hard"
    assert pane.next_missing == ""


def test_verdicts_turn_in_both_directions() -> None:
    pane = pane_of(current_of({"hard": StandingVerdict(3)}))
    pane.cursor = "hard"
    assert verdict_given(pane.turn(1)) == 4
    assert verdict_given(pane.turn(-1)) == 2


@pytest.mark.parametrize("cells", [30, 74, 116])
def test_lines_fit_and_say_what_is_settled(cells: int) -> None:
    current = current_of(
        {"clear": StandingVerdict("no"), "gold@1": StandingVerdict("no")}, {"gold@1": "yes"}
    )
    pane = pane_of(current)
    pane.cursor = "gold@1"
    lines = check_lines(pane, cells, True)
    assert max(width(line.text) for line in lines) <= cells
    text = " ".join(line.text.strip() for line in lines)
    assert "‼" in text
    assert "settled: yes" in text
    assert "[no]" in text
    assert sum(line.at_cursor for line in lines) > 1


def test_an_adjudicator_sees_numbers_and_no_names() -> None:
    opinions = {
        "clear": (
            Opinion(1, StandingVerdict("yes"), False),
            Opinion(2, StandingVerdict("no", "blurred\x1b[31m text"), False),
        )
    }
    pane = pane_of(current_of(opinions=opinions), deciding=True)
    text = "\n".join(line.text for line in check_lines(pane, 80, True))
    assert "annotator 1: yes" in text
    assert "annotator 2: no  “blurred⟨U+001B⟩[31m text”" in text
    assert "\x1b" not in text


def test_an_adjudicator_is_told_that_every_verdict_needs_a_reason() -> None:
    first = current_of().asked_checks[0]
    verdicts = {first.key: StandingVerdict("yes")}
    lacks = (MissingInput(first, "reason"),)
    pane = pane_of(current_of(verdicts, asked_checks=(first,), missing=lacks), deciding=True)
    text = "\n".join(line.text for line in check_lines(pane, 80, True))
    assert "F2 writes the reason it needs" in text
    # An annotator's yes needs none here.
    text = "\n".join(line.text for line in check_lines(pane_of(current_of(verdicts)), 80, True))
    assert "F2 writes" not in text


def test_verdicts_are_shown_in_words() -> None:
    assert verdict_words(SMALL.check("why"), ()) == "none found"
    assert verdict_words(SMALL.check("why"), ("vague", "wrong")) == "vague, wrong"
    assert verdict_words(SMALL.check("clear"), None) == "–"


def test_a_base_is_shown_with_what_differs_word_by_word() -> None:
    base = item(1, text="The cat sleeps on the roof.")
    hard = item(1, text="The old cat sleeps under the roof.")
    lines = item_lines(current_of(item=hard, base=base), 60)
    added = " ".join(p.text for line in lines for p in line.pieces if p.role == "added")
    removed = " ".join(p.text for line in lines for p in line.pieces if p.role == "removed")
    assert added.split() == ["old", "under"]
    assert removed.split() == ["on"]


def test_digits_answer_the_scale_at_the_cursor_and_nothing_else() -> None:
    pane = pane_of(current_of())
    pane.cursor = "hard"
    turn = pane.press("4")
    assert verdict_given(turn) == 4
    assert turn is not None
    assert turn.moves_on
    outside = pane.press("9")
    assert outside is not None
    assert not outside.sets_verdict
    pane.cursor = "clear"
    assert pane.press("4") is None


def test_an_adjudicator_adopts_one_verdict_after_the_other() -> None:
    opinions = {
        "hard": (
            Opinion(1, StandingVerdict(2, "dull"), False),
            Opinion(2, None, False),
            Opinion(3, StandingVerdict(4), False),
        )
    }
    pane = pane_of(current_of(opinions=opinions), deciding=True)
    pane.cursor = "hard"
    first = pane.press("=")
    assert verdict_given(first) == 2
    assert first is not None
    assert first.reason == "as annotator 1: dull"
    pane = pane_of(
        current_of({"hard": StandingVerdict(2, first.reason)}, opinions=opinions), deciding=True
    )
    pane.cursor = "hard"
    second = pane.press("=")
    assert (verdict_given(second), second.reason if second else "") == (4, "as annotator 3")
    assert pane_of(current_of(opinions=opinions)).press("=") is None
